#pragma once

#include <cstddef>

#include "lab/scene/colors.h"
#include "lab/track/reach.h"

namespace lab {

/// The meaning of the bodies' colours in a crowd: the method, the body's mean error over the
/// effectors, or the status of its worst effector.
enum class CrowdTone { kMethod, kError, kStatus };

/// The statuses of a crowd, the worst last: the ones that follow from the positions at one moment,
/// without a trial. A body's status is written as an index into this array.
inline constexpr EffectorStatus kCrowdStatuses[] = {
    EffectorStatus::kReached, EffectorStatus::kFollowing, EffectorStatus::kBehind,
    EffectorStatus::kOutOfReach, EffectorStatus::kNotFinite};

/// The index in kCrowdStatuses of an effector's status. Only the error distinguishes "following"
/// from "far behind".
/// \param tolerance of "reached", m
std::size_t crowd_status(const Reach& reach, const Eigen::Vector3d& target, double error,
                         double tolerance);

/// The upper end of a scale from 0 that contains an error, m: 1, 2 or 5 times a power of ten, so
/// that it rarely changes.
double error_scale(double most);

/// The colour of an error at a share of the scale, 0 to 1: a part of color_at() from colours close
/// to the background to the colours with the most contrast.
Color error_tone(double share, bool dark);

/// The colour of a status in a crowd and in its legend. All colours differ clearly, also for
/// protanopic, deuteranopic and tritanopic viewers.
Color status_tone(EffectorStatus status, bool dark);

}  // namespace lab
