#pragma once

#include <cstdint>

#include <span>

#include "ik/batch/lane_step.h"
#include "ik/body/layout.h"

namespace ik {

/// What a block of a batch is computed from and into: plain pointers, for code that is compiled for
/// several machines. Arrays of Real are in rows of 64 bytes, a body in each lane.
template <class Real>
struct BlockTask {
  const Link* links;  ///< (n)
  const TreePlan* plan;
  const SingularPlan* singular;
  int joints, effectors;      ///< n, k
  const int* carriers;        ///< (k) the effectors by the joint that carries them, rising ...
  const double* offsets;      ///< (3k) ... and where on it, m
  const int* effector_order;  ///< (k) ... and which of the effectors they are
  const int* kept;            ///< (n) where the joint's frame is kept for later children, or -1
  int kept_count;
  const double* lower;     ///< (n) limits of the joints, or null: none hold
  const double* upper;     ///< (n)
  const double* mobility;  ///< (n) or null: all 1
  bool at_target;          ///< the alternate Jacobian

  const Real* targets;     ///< (3k)
  const Real* d_max;       ///< (k)
  const Real* parameters;  ///< of the method, see LaneStep
  const Real* max_angle;   ///< (1)
  const Real* max_slide;   ///< (1)
  Real* theta;             ///< (n)
  Real* dtheta;            ///< (n)
  Real* axis;              ///< (3n) v_j, unit
  Real* origin;            ///< (3n) p_j, m
  Real* placed;            ///< (3k) the effectors
  Real* memory;            ///< (singular->memory()) of methods that take J apart
  std::uint8_t* reports;   ///< a report a lane
  Real* scratch;           ///< (block_scratch)
};

/// Sine and cosine from the system's library, for angles that are too large for lanes.
void large_sincos(double angle, double& sine, double& cosine);

/// Rows of scratch that a block's task takes.
int block_scratch(const TreePlan& plan, const SingularPlan& singular, int joints, int effectors,
                  int kept);

/// Bits of a lane's report beside its Outcome.
inline constexpr std::uint8_t kReportCapped = 4;
inline constexpr std::uint8_t kReportUnsolved = 8;  ///< dtheta must come from elsewhere
inline constexpr std::uint8_t kReportFinal = 16;    ///< dtheta has been capped already

/// A method's function of one set of instructions.
template <class Real>
struct MethodKernel {
  const LaneForm* form;  ///< which method it is
  /// From axes, origins and effectors: e, and dtheta before any cap. Sets the reports.
  void (*solve)(const BlockTask<Real>&);
};

/// The functions of one set of instructions.
template <class Real>
struct BlockKernels {
  /// Brings axes, origins and effectors up to theta.
  void (*place)(const BlockTask<Real>&);
  /// Caps and limits dtheta, adds it to theta and places.
  void (*apply)(const BlockTask<Real>&);
  std::span<const MethodKernel<Real>> methods;
};

/// The same numbers in every set: lanes are added and multiplied one by one.
struct InstructionSet {
  const char* name;
  BlockKernels<double> doubles;
  BlockKernels<float> floats;
};
extern const InstructionSet kSse2, kAvx2, kAvx512;

}  // namespace ik
