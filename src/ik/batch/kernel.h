#pragma once

#include <cstdint>

#include <span>

#include "ik/batch/lane_step.h"
#include "ik/body/layout.h"

namespace ik {

/// Input and output of a block's kernels: plain pointers, because the kernels are compiled for
/// several instruction sets. Arrays of Real are in rows of 64 bytes, one body per lane.
template <class Real>
struct BlockTask {
  const Link* links;  ///< (n)
  const TreePlan* plan;
  const SingularPlan* singular;
  int joints, effectors;      ///< n, k
  const int* carriers;        ///< (k) the effectors' joints, ascending
  const double* offsets;      ///< (3k) offsets of the effectors, in order of `carriers`, m
  const int* effector_order;  ///< (k) indices of the effectors, in order of `carriers`
  const int* kept;            ///< (n) slot that stores the joint's frame for later children, or -1
  int kept_count;
  const double* lower;     ///< (n) joint limits; null: none
  const double* upper;     ///< (n)
  const double* mobility;  ///< (n); null: all 1
  bool at_target;          ///< the alternate Jacobian, JacobianKind::kTarget

  const Real* targets;     ///< (3k)
  const Real* d_max;       ///< (k)
  const Real* parameters;  ///< the method's parameters, see LaneStep
  const Real* max_angle;   ///< (1)
  const Real* max_slide;   ///< (1)
  Real* theta;             ///< (n)
  Real* dtheta;            ///< (n)
  Real* axis;              ///< (3n) v_j, unit
  Real* origin;            ///< (3n) p_j, m
  Real* placed;            ///< (3k) s_i, m
  Real* memory;            ///< (singular->memory()) methods by SVD only
  std::uint8_t* reports;   ///< one report per lane
  Real* scratch;           ///< (block_scratch in batch.cpp)
};

/// Bits of a lane's report, in addition to its Outcome.
inline constexpr std::uint8_t kReportCapped = 4;
inline constexpr std::uint8_t kReportUnsolved = 8;  ///< the kernel could not compute dtheta
inline constexpr std::uint8_t kReportFinal = 16;    ///< caps have been applied already

/// A method's kernel for one instruction set.
template <class Real>
struct MethodKernel {
  const LaneForm* form;  ///< the method's form
  /// Computes e and dtheta before any cap from axes, origins and effectors. Sets the reports.
  void (*solve)(const BlockTask<Real>&);
};

/// The kernels for one instruction set.
template <class Real>
struct BlockKernels {
  /// Forward kinematics: axes, origins and effectors from theta.
  void (*place)(const BlockTask<Real>&);
  /// Applies caps and limits to dtheta, adds it to theta, then does the same as place().
  void (*apply)(const BlockTask<Real>&);
  std::span<const MethodKernel<Real>> methods;
};

/// A SIMD instruction set and its kernels. All sets give the same bits.
struct InstructionSet {
  const char* name;
  BlockKernels<double> doubles;
  BlockKernels<float> floats;
};
extern const InstructionSet kBaseline, kAvx2, kAvx512;

}  // namespace ik
