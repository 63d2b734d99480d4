#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A spherical shell around the root joint that contains every position an effector can reach,
/// computed from link lengths and the travel of slides. It may contain others, too.
struct Reach {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< the root joint of its chain, m
  double least = 0.0, most = 0.0;                    ///< m; infinite if a slide has no limit

  /// How far a place at a distance from the center is outside, m; not positive within the shell.
  double beyond(double distance) const { return std::max(distance - most, least - distance); }
};

/// \param limits false if slides may exceed their limits
Reach reach_of(const ik::Multibody& multibody, int effector, bool limits = true);
/// The outer radius, or 1 m if that is infinite or zero.
double outer_radius(const Reach& reach);

/// A plane in the world.
struct Plane {
  Eigen::Vector3d point;   ///< m
  Eigen::Vector3d normal;  ///< unit length

  /// The distance of a place from the plane, m; signed.
  double off(const Eigen::Vector3d& place) const { return normal.dot(place - point); }
  /// The place in the plane that is nearest to a place, m.
  Eigen::Vector3d projected(const Eigen::Vector3d& place) const {
    return place - off(place) * normal;
  }
};

/// The plane that a point of a link never leaves: all hinges below it are parallel, and slides run
/// across them. Nothing for a point that moves in space, or without a hinge.
/// \param mobility (n) see Problem::mobility; empty: all joints move
/// \param joint that moves the link \param place of the point in the pose, world axes, m
std::optional<Plane> motion_plane(const ik::Multibody& multibody, const ik::Pose& pose,
                                  std::span<const double> mobility, int joint,
                                  const Eigen::Vector3d& place);
/// The same for an effector.
std::optional<Plane> motion_plane(const ik::Multibody& multibody, const ik::Pose& pose,
                                  std::span<const double> mobility, int effector);

/// How far targets are out of the links' reach, summed over steps.
class BeyondReach {
 public:
  explicit BeyondReach(const ik::Multibody& multibody);

  /// Adds the targets of a step.
  /// \param target_of returns target i, m
  /// \returns whether any target is out of reach
  template <class TargetOf>
  bool add(const TargetOf& target_of) {
    const long before = targets;
    for (std::size_t i = 0; i < reach_.size(); ++i) {
      const double beyond = reach_[i].beyond((target_of(i) - reach_[i].center).norm());
      if (beyond > 0.0) ++targets;
      distance += std::max(0.0, beyond);
    }
    return targets > before;
  }

  long targets = 0;       ///< how many were out of reach
  double distance = 0.0;  ///< sum of their distances from the reach, m

 private:
  std::vector<Reach> reach_;  // (k)
};

/// The effectors that no joint moves: they lie on the axes of their joints, or limits and
/// weights of 0 hold these joints. Aiming effectors are left out: a joint can rotate them in place.
std::vector<int> unmoved_effectors(const ik::Multibody& multibody);
/// 'nothing moves effector "tip": ...'.
std::string unmoved_in_words(const ik::Effector& effector);

/// The typical length of a link, m: the upper median of the nonzero distances from joints to their
/// parents and from effectors to their joints; 0 if all are zero.
double link_length(const ik::Multibody& multibody);
/// Half a typical link: the report's advice for D_max (Buss 2009, section 2).
inline double half_link(const ik::Multibody& multibody) { return 0.5 * link_length(multibody); }

/// How well an effector follows its target, and the reason if it does not; see StatusTrial. An
/// effector "comes nearer" if more updates with fixed targets reduce its error by at least a tenth.
enum class EffectorStatus {
  kReached,     ///< position and aim are within the tolerance
  kOutOfReach,  ///< beyond the links, or a search found no pose that reaches the target
  kAtLimit,     ///< comes no nearer with a joint at a limit, and would without limits
  kStalled,     ///< comes no nearer although a pose reaches the target, and the error is visible
  kFollowing,   ///< comes nearer, or the error is below kSeenShare of the reach
  kBehind,      ///< comes nearer, and the error is above kFarShare of the reach
  kNotFinite,   ///< target or pose is not finite
  kHeld,        ///< comes no nearer; only poses with moved frozen joints reach the target
};

/// "reached", "out of reach", "at a limit", "stalled", "following", "far behind", "not finite",
/// "held".
const char* name(EffectorStatus status);

/// Tolerance of "reached" as a share of the effector's reach, if the settings' tolerance is off: a
/// millimetre per metre.
inline constexpr double kReachedShare = 1e-3;
/// Errors above this share of the reach are visible at a glance.
inline constexpr double kFarShare = 0.1;
/// Errors below this share of the reach are hardly visible: the effector is inside the drawn
/// ball of its target, which has about a fortieth of the length of a five-link arm as radius.
inline constexpr double kSeenShare = 0.01;

/// The largest error that counts as reached: the settings' tolerance, or kReachedShare of the
/// reach, m. The error of an aim is its lever times the angle.
double reached_tolerance(const Tracker& tracker, int effector);

/// The larger of the effector's distance from its target and lever times angle of its aim, m; NaN
/// if one of them is NaN. Neither clamped nor weighted.
double largest_error(const Tracker& tracker, int effector);
/// The same as a share of the effector's reach (of 1 m if that is infinite).
double error_share(const Tracker& tracker, int effector);

/// Reached, out of reach or not finite, from the pose alone; otherwise empty. Allocates nothing.
std::optional<EffectorStatus> status_by_place(const Tracker& tracker, int effector);
/// The same for an effector without an aim.
/// \param tolerance of "reached", m
std::optional<EffectorStatus> status_by_place(const Reach& reach, const Eigen::Vector3d& target,
                                              double error, double tolerance);

}  // namespace lab
