#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "iklab/solver.h"
#include "lab/scene/scene.h"

namespace lab {

/// Goals of one pose, of any origin: no joints are known that reach them.
struct ReachGoal {
  std::vector<Eigen::Vector3d> targets;  ///< (k) wanted positions of the effectors, m
  std::vector<ik::Aim> aims = {};        ///< (r) wanted aims, in the order of the body's goals
  std::optional<double> time = {};       ///< passed on to the results, s

  bool operator==(const ReachGoal&) const = default;
};

/// Moves goals from a file's frame to the world.
void place(const Eigen::Isometry3d& world_from_file, ReachGoal& goal);

/// The scene with effectors that have these kinds of aims. An aim that stays keeps its curve and
/// weight, a new one stands still and has weight 1. \param kinds (k), one for each effector
Scene with_aims(Scene scene, std::span<const ik::AimKind> kinds);

/// Where the joints stand before a pose is solved.
enum class ReachStart {
  kMiddle,  ///< in the middle of their ranges
  kRandom,  ///< drawn from their ranges
  kNear,    ///< within kNearby of the drawn pose, inside the limits
};
/// Names in options and tables: "middle", "random", "near".
inline constexpr const char* kReachStarts[] = {"middle", "random", "near"};
inline const char* name(ReachStart start) { return kReachStarts[static_cast<std::size_t>(start)]; }
/// How poses are drawn.
enum class ReachDraw {
  kUniform,   ///< each joint uniform in its range
  kCurled,    ///< all joints at nearly the same share of their ranges
  kLimits,    ///< each joint at one of its limits, or within a tenth of its range
  kSingular,  ///< hinges at multiples of a quarter turn, where most arms are singular, or within
              ///< kNearSingular of these
  kEdge,  ///< the one among kEdgeOf uniform poses whose first effector is farthest from the root
};
/// Names in options and tables.
inline constexpr const char* kReachDraws[] = {"uniform", "curled", "limits", "singular", "edge"};
inline const char* name(ReachDraw draw) { return kReachDraws[static_cast<std::size_t>(draw)]; }
inline constexpr double kNearSingular = 1e-3;  ///< rad
inline constexpr int kEdgeOf = 32;
inline constexpr double kNearby = 0.1;  ///< rad or m

/// A pose to be solved.
struct ReachPose {
  /// (n) a solution, in the order given, rad or m; empty for goals of unknown origin.
  ik::VectorX drawn;
  ik::VectorX start;                     ///< (n) where solving begins, in the order given
  std::vector<Eigen::Vector3d> targets;  ///< (k) wanted positions of the effectors, m
  std::vector<ik::Aim> aims;             ///< (r) their wanted aims
};

/// Poses of a body drawn by a seed. Joint j of pose i is
///
///   theta_j = from_j + u (to_j - from_j),   u = u(seed, i, j) in [0, 1)
///
/// uniform in the joint's range, unless another ReachDraw is chosen. u has the bits of SplitMix64:
/// the same on every machine and for any number of poses. The range is joint_range(). Joints of
/// weight 0 stand at their initial theta, followers follow.
class ReachPoses {
 public:
  /// \param multibody outlives this
  ReachPoses(const ik::Multibody& multibody, ReachStart start, std::uint64_t seed,
             ReachDraw draw = ReachDraw::kUniform)
      : multibody_(multibody), start_(start), draw_(draw), seed_(seed) {}

  /// Pose number i, from 0.
  ReachPose drawn(int i) const { return with_start(i, pose(i)); }
  /// Pose number i is `theta` (n) in the order given, which may be beyond limits.
  ReachPose with_start(int i, const ik::VectorX& theta) const;
  /// Pose number i has these goals. \pre the start is not kNear
  ReachPose with_start(int i, const ReachGoal& goal) const {
    return {.drawn = {}, .start = start_of(i, {}), .targets = goal.targets, .aims = goal.aims};
  }

 private:
  enum class Stream : std::uint64_t { kPoses, kStarts, kWhole, kSides };

  ik::VectorX theta(int i, Stream stream) const;
  ik::VectorX pose(int i) const;
  ik::Pose at(const ik::VectorX& theta) const;
  double uniform(int i, Stream stream, int joint) const;
  ik::VectorX start_of(int i, const ik::VectorX& drawn) const;

  const ik::Multibody& multibody_;
  ReachStart start_;
  ReachDraw draw_;
  std::uint64_t seed_;
};

}  // namespace lab
