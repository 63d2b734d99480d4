#pragma once

#include <vector>

#include "lab/tracker.h"

namespace lab {

/// The distances from the root's axis point at which an effector can be at all, by the lengths of
/// the links between them and the travel of the slides: nothing outside can be reached, though not
/// everything inside can.
struct Reach {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< the first joint on its way, m
  double least = 0.0, most = 0.0;                    ///< m; infinite where a slide has no limit
};

Reach reach_of(const ik::Multibody& multibody, int effector);

/// How an effector is doing, and why it does no better.
enum class EffectorStatus {
  kReached,     ///< nearer to its target than the tolerance, and its aim as near
  kOutOfReach,  ///< no pose at all brings it there
  kAtLimit,     ///< it would move on, but for limits or frozen joints, or the step as they cut it
  kStalled,     ///< nothing small brings it nearer: a singular pose, or other effectors pull back
  kFollowing,   ///< on its way
  kNotFinite,   ///< its target or its place is no number
};

/// "reached", "out of reach", "at a limit", "stalled", "following", "not finite".
const char* name(EffectorStatus status);

/// An effector at most so far from its target has reached it where the settings' tolerance is off,
/// as a share of its reach: a millimetre for a metre.
inline constexpr double kReachedShare = 1e-3;

/// Of every effector in turn. Judges by the tracker's present pose and targets, not by what the
/// method did.
///
/// With g = J^T e over the joints that can still move that way, an effector counts as held where
/// |g| is below a hundredth of |J| |e|: of its own rows, or of all rows together.
std::vector<EffectorStatus> effector_statuses(const Tracker& tracker);

}  // namespace lab
