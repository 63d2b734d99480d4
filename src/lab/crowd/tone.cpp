#include "lab/crowd/tone.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr double kMinScale = 1e-6;  ///< m; smaller errors are rounding
/// Positions on the scale of color_at() of no error and of the largest error. Large errors are dark
/// on a light background and bright on a dark one.
constexpr double kOnLight[] = {0.76, 0.0};
constexpr double kOnDark[] = {0.30, 1.0};

/// In the order of kCrowdStatuses, on a light background: blue, teal, ochre, dark red, nearly
/// black. A search maximised the distances (CIEDE2000) for normal and colour-deficient vision on
/// both backgrounds.
constexpr Color kStatusColors[] = {hex(0x014c92), hex(0x00a59a), hex(0xad890d), hex(0x871200),
                                   hex(0x37363c)};

std::size_t index_of(EffectorStatus status) {
  const auto* const at = std::ranges::find(kCrowdStatuses, status);
  return static_cast<std::size_t>(at - std::begin(kCrowdStatuses));
}

}  // namespace

std::size_t crowd_status(const Reach& reach, const Eigen::Vector3d& target, double error,
                         double tolerance) {
  if (const auto status = status_by_place(reach, target, error, tolerance)) {
    return index_of(*status);
  }
  return index_of(error > kFarShare * outer_radius(reach) ? EffectorStatus::kBehind
                                                          : EffectorStatus::kFollowing);
}

double error_scale(double most) {
  const double least = std::max(most, kMinScale);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least) return step * power;
  }
  return 10.0 * power;
}

Color error_tone(double share, bool dark) {
  const auto& [none, most] = dark ? kOnDark : kOnLight;
  return color_at(none + std::clamp(share, 0.0, 1.0) * (most - none));
}

Color status_tone(EffectorStatus status, bool dark) {
  const std::size_t last = std::size(kStatusColors) - 1;
  return on_ground(kStatusColors[std::min(index_of(status), last)], dark);
}

}  // namespace lab
