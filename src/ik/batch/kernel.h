#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ik/body/layout.h"
#include "ik/math/jacobi_sweep.h"

namespace ik {

struct LaneForm;

/// Plan of the SVD of a body's Jacobian (3k x n) in the lanes of a batch. Same order as Svd:
/// one-sided Jacobi rotations of the vectors of the shorter side.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< number of vectors, r = min(3k, n)
  int length = 0;     ///< length of a vector, max(3k, n)
  int places = 0;     ///< jacobi_padded_count(r)
  int at_a_time = 2;  ///< vectors in a group
  bool wide = false;  ///< 3k <= n: the vectors are J's rows, otherwise its columns
  /// The joints that move effector i, parents first, are movers[from[i]], ...,
  /// movers[from[i + 1] - 1].
  std::vector<int> movers, from;

  std::vector<JacobiGroup> meetings;

  /// Number of rows of a body's memory between steps.
  int memory() const { return 1 + places * count; }
  /// Number of scratch rows of a step.
  int scratch() const;
};

/// Constants of an effector's aim, packed for kernels.
struct LaneAim {
  AimKind kind;
  int effector;
  double lever;                    ///< m / rad
  bool turned;                     ///< `rotation` is not the identity
  std::array<double, 9> rotation;  ///< the effector's, column-major
  std::array<double, 3> pointer;   ///< in the frame that the joint moves
};

/// Constants of a limb with a ball joint, packed for kernels; see LimbPole.
struct LaneLimb {
  std::array<int, 4> joints;  ///< the shoulder's, then the elbow
  int effector;
  int socket;        ///< joint, or -1
  double centre_at;  ///< m
};

/// Goals that share no joint with others, and the joints that move them. Their step is solved
/// apart.
struct LanePart {
  int rows;                     ///< of J
  int effectors;                ///< number of positions
  std::vector<int> rows_of;     ///< (k + r) block of three rows of each goal, or -1
  std::vector<int> joints;      ///< of the columns
  std::vector<int> columns_of;  ///< (n) column of a joint, or -1
};

/// Input and output of a block's kernels: plain pointers, because the kernels are compiled for
/// several instruction sets. Arrays are in rows of 64 bytes, one body per lane.
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
  int aims;                ///< r
  const LaneAim* aim;      ///< (r)
  int parts;               ///< number of parts; 1 or 0: goals are solved together
  const LanePart* part;    ///< (parts)
  int limbs;               ///< limbs that may have poles
  const LaneLimb* limb;    ///< (limbs)
  const int* aim_at;       ///< (k) aim of the effector, in order of `carriers`, or -1
  const double* lower;     ///< (n) joint limits; null: none
  const double* upper;     ///< (n)
  const double* mobility;  ///< (n); null: all 1
  bool at_target;          ///< the alternate Jacobian, JacobianKind::kTarget

  const double* targets;  ///< (3k)
  const double* wanted;   ///< (9r) wanted world_from_effector, or a unit direction in rows 0 to 2
  const double* d_max;    ///< (k)
  const double* roots;    ///< (k + r) square roots of the goals' weights; null: all 1
  const double* poles;    ///< (3 limbs) unit, in the axes of the sockets; 0: none
  const double* parameters;  ///< the method's parameters, see LaneStep
  const double* max_angle;   ///< (1)
  const double* max_slide;   ///< (1)
  double* theta;             ///< (n)
  double* dtheta;            ///< (n)
  double* axis;              ///< (3n) v_j, unit
  double* origin;            ///< (3n) p_j, m
  double* placed;            ///< (3k) s_i, m
  double* aimed;          ///< (9r) world_from_effector, or the pointer in rows 0 to 2, world axes
  double* world;          ///< (12n) world_from_joint: x, y, z and origin; null: not kept
  double* memory;         ///< (singular->memory()) methods by SVD only
  std::uint8_t* reports;  ///< one report per lane
  double* scratch;        ///< (block_scratch in batch.cpp)
};

/// Bits of a lane's report, in addition to its Outcome.
inline constexpr std::uint8_t kReportCapped = 8;
inline constexpr std::uint8_t kReportUnsolved = 16;  ///< the kernel could not compute dtheta
inline constexpr std::uint8_t kReportFinal = 32;     ///< caps have been applied already
/// The bits of a lane's report that are its Outcome.
inline constexpr std::uint8_t kReportOutcome = 7;

/// A method's kernel for one instruction set.
struct MethodKernel {
  const LaneForm* form;
  /// Computes e and dtheta before any cap from axes, origins and effectors. Sets the reports.
  void (*solve)(const BlockTask&);
};

/// Input and output of attempts of BatchSolver::solve in the lanes of one block, see AttemptLanes.
struct AttemptTask {
  BlockTask body;
  int rows, columns;        ///< J has 3(k + r) rows, and a column for each joint that may move
  const int* joints;        ///< (columns)
  const int* columns_of;    ///< (n) -1: the joint stays
  const double* factors;    ///< (n) change of theta for a change of 1 of the column's coordinate
  double unit;              ///< L of GoalRows, m
  double error, aim_error;  ///< tolerances, m and rad
  double most_updates;      ///< an attempt ends after so many updates of a pose
  const double* lower;      ///< (n)
  const double* upper;      ///< (n)
  bool within_limits;       ///< joints stay within the limits

  const std::uint8_t* active;  ///< one byte per lane: 0 for an idle lane
  double* mark;                ///< (1) |e| before the last step that gained
  double* idle;                ///< (1) number of steps that did not gain
  double* left;                ///< (1) with `within_limits`: number of steps that may follow
  double* updates;             ///< (1)
  double* farthest;            ///< (1) largest squared error of a position, m^2
  double* widest;              ///< (1) largest error of an aim, rad
  double* objective;           ///< (1) see GoalRows::objective
  double* x;                   ///< (columns) the step, in coordinates of columns
  double* scratch;             ///< e (rows), and dense_scratch
  std::uint8_t* ends;          ///< one AttemptEnd per lane
};
enum AttemptEnd : std::uint8_t {
  kGoesOn,
  kAttemptReached,  ///< all errors are within the tolerances
  kAttemptFailed,   ///< the steps gain too little, or J J^T + mu I is singular
  kAttemptStopped,  ///< no more updates
};

/// The kernels for one instruction set.
struct BlockKernels {
  /// Forward kinematics: axes, origins and effectors from theta.
  void (*place)(const BlockTask&);
  /// Applies caps and limits to dtheta, adds it to theta, then does the same as place().
  void (*apply)(const BlockTask&);
  std::span<const MethodKernel> methods;
};

/// A SIMD instruction set and its kernels. All sets give the same bits.
struct InstructionSet {
  const char* name;
  BlockKernels kernels;
};
extern const InstructionSet kBaseline, kAvx2, kAvx512;

/// Updates the lanes of a block until one of the active ones ends its attempt. Apart from the
/// instruction sets, so that a program that solves no batch, such as the page, does not hold it.
using AttemptKernel = void (*)(const AttemptTask&);
extern const AttemptKernel kBaselineAttempt, kAvx2Attempt, kAvx512Attempt;

}  // namespace ik
