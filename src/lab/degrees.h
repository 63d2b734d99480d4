#pragma once

#include <numbers>

namespace lab {

/// Degrees in a radian.
inline constexpr double kDegrees = 180.0 / std::numbers::pi;

}  // namespace lab
