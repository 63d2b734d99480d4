#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A spherical shell around the root joint that contains every place an effector can reach, from
/// link lengths and the travel of slides. Not every place inside can be reached.
struct Reach {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< the root joint of its chain, m
  double least = 0.0, most = 0.0;                    ///< m; infinite where a slide has no limit
};

/// \param limits false where slides go beyond theirs
Reach reach_of(const ik::Multibody& multibody, int effector, bool limits = true);
/// Its outer radius, or 1 m if that is infinite or zero.
double finite_reach(const Reach& reach);

/// The effectors that nothing moves: they lie on the axes of their joints, or limits and weights of
/// 0 hold these. One that aims is not among them: a joint can turn it where it is.
std::vector<int> unmoved_effectors(const ik::Multibody& multibody);
/// 'nothing moves effector "tip": ...'.
std::string unmoved_in_words(const ik::Effector& effector);

/// The typical length of a link, m: the upper median of the distances from joints to their parents
/// and from effectors to their joints, zeros left out; 0 if all are zero.
double link_length(const ik::Multibody& multibody);
/// Half a typical link: the report's advice for D_max (Buss 2009, section 2).
inline double half_link(const ik::Multibody& multibody) { return 0.5 * link_length(multibody); }

/// How well an effector follows, and the reason if not. StatusTrial tells it. An effector comes
/// nearer if more updates, with targets that stand still, reduce its error by at least a tenth.
enum class EffectorStatus {
  kReached,     ///< position and aim are within the tolerance
  kOutOfReach,  ///< no pose reaches the target, whether the effector comes nearer or not
  kAtLimit,     ///< comes no nearer, as one of its joints is at a limit: it would without limits
  kStalled,     ///< comes no nearer though a pose reaches the target, and the error is seen
  kFollowing,   ///< comes nearer, or is nearer than kSeenShare of its reach
  kBehind,      ///< comes nearer, and the error is over kFarShare of its reach
  kNotFinite,   ///< target or pose is not finite
  kHeld,        ///< comes no nearer; a pose reaches the target only where frozen joints move
};

/// "reached", "out of reach", "at a limit", "stalled", "following", "far behind", "not finite",
/// "held".
const char* name(EffectorStatus status);

/// Tolerance of "reached" as a share of the effector's reach, where the settings' tolerance is off:
/// a millimetre for a metre.
inline constexpr double kReachedShare = 1e-3;
/// Errors above this share of the reach are visible at a glance.
inline constexpr double kFarShare = 0.1;
/// Errors below this share of the reach are hardly visible: the effector is within the ball of its
/// target, whose radius is about a fortieth of an arm of five links.
inline constexpr double kSeenShare = 0.01;

/// The largest error that counts as reached: the settings' tolerance, or kReachedShare of the
/// reach, m. The error of an aim is its lever times the angle.
double reached_tolerance(const Tracker& tracker, int effector);

/// The larger of the effector's distance from its target and lever times angle of its aim, as a
/// share of its reach (of 1 m if that is infinite). Neither clamped nor weighted.
double error_share(const Tracker& tracker, int effector);

/// Reached, out of reach or not finite, from the pose alone; empty otherwise. Allocates nothing.
std::optional<EffectorStatus> status_by_place(const Tracker& tracker, int effector);
/// The same for an effector that does not aim. \param tolerance of "reached", m
std::optional<EffectorStatus> status_by_place(const Reach& reach, const Eigen::Vector3d& target,
                                              double error, double tolerance);

}  // namespace lab
