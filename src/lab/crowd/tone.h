#pragma once

#include <cstddef>

#include "lab/scene/colors.h"
#include "lab/track/reach.h"

namespace lab {

/// What the colours of a crowd's bodies show: the method, or of each body its mean error over the
/// effectors, or the status of its worst effector.
enum class CrowdTone { kMethod, kError, kStatus };

/// The statuses of a crowd, the worst last: those that the positions of one moment tell, without a
/// trial. A body's status is written as the index of one of them.
inline constexpr EffectorStatus kCrowdStatuses[] = {
    EffectorStatus::kReached, EffectorStatus::kFollowing, EffectorStatus::kBehind,
    EffectorStatus::kOutOfReach, EffectorStatus::kNotFinite};

/// Index in kCrowdStatuses of the status of an effector. "Following" and "far behind" are told by
/// the error alone.
/// \param tolerance of "reached", m
std::size_t crowd_status(const Reach& reach, const Eigen::Vector3d& target, double error,
                         double tolerance);

/// The upper end of a scale from 0 that contains an error: 1, 2 or 5 times a power of ten, m. So it
/// changes rarely.
double error_scale(double most);

/// The colour of an error at a share of the scale, 0 to 1: a part of color_at() that goes from
/// colours near the ground to those that stand out the most.
Color error_tone(double share, bool dark);

/// The colour of a status in a crowd and in its legend. All differ by far, to protanopic,
/// deuteranopic and tritanopic sight, too.
Color status_tone(EffectorStatus status, bool dark);

}  // namespace lab
