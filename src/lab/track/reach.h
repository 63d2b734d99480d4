#pragma once

#include <optional>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// The distances from the root's axis point at which an effector can be at all, by the lengths of
/// the links between them and the travel of the slides: nothing outside can be reached, though not
/// everything inside can.
struct Reach {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< the first joint on its way, m
  double least = 0.0, most = 0.0;                    ///< m; infinite where a slide has no limit
};

Reach reach_of(const ik::Multibody& multibody, int effector);

/// The typical length of a link, m: the median of the distances of joints from their parents and of
/// effectors from their joints that are not zero, the upper one of two; 0 where all are.
double link_length(const ik::Multibody& multibody);
/// Half of it: the report's advice for D_max (Buss 2009, section 2).
inline double half_link(const ik::Multibody& multibody) { return 0.5 * link_length(multibody); }

/// How an effector is doing, and why it does no better. "Nearer" is what StatusTrial finds.
enum class EffectorStatus {
  kReached,     ///< nearer to its target than the tolerance, and its aim as near
  kOutOfReach,  ///< no pose at all brings it there
  kAtLimit,    ///< more updates bring it nearer where no joint is limited or frozen, and only there
  kStalled,    ///< more updates with the targets standing would not bring it nearer by a tenth
  kFollowing,  ///< more updates would bring it nearer, and it is not far away
  kBehind,     ///< they would, and it is further away than kFarShare of its reach
  kNotFinite,  ///< its target or its place is no number
};

/// "reached", "out of reach", "at a limit", "stalled", "following", "far behind", "not finite".
const char* name(EffectorStatus status);

/// An effector at most so far from its target has reached it where the settings' tolerance is off,
/// as a share of its reach: a millimetre for a metre.
inline constexpr double kReachedShare = 1e-3;
/// From here on an error is seen at a glance, and matters whatever its reason is.
inline constexpr double kFarShare = 0.1;

/// The longest way on which an effector counts as at its target: the settings' tolerance or
/// kReachedShare of its reach, m. An aim is off by its lever times the angle.
double reached_tolerance(const Tracker& tracker, int effector);

/// The effector's true distance from its target or its lever times the angle of its aim, whatever
/// is more, as a share of its reach; of 1 m where that has no end. Neither clamped nor weighted.
double error_share(const Tracker& tracker, int effector);

/// What its place alone says: reached, out of reach or not finite. Allocates nothing.
std::optional<EffectorStatus> status_by_place(const Tracker& tracker, int effector);

/// Of every effector in turn, by a whole StatusTrial of the tracker's present state: up to
/// milliseconds. A window divides the trial instead.
std::vector<EffectorStatus> effector_statuses(const Tracker& tracker);

}  // namespace lab
