#include "lab/scene/joint_values.h"

#include <cmath>
#include <numbers>

namespace lab {

JointRange joint_range(const ik::Joint& joint) {
  const double half = ik::is_angular(joint.type) ? std::numbers::pi : 1.0;
  const bool has_lower = std::isfinite(joint.lower), has_upper = std::isfinite(joint.upper);
  if (has_lower) return {joint.lower, has_upper ? joint.upper : joint.lower + 2.0 * half};
  if (has_upper) return {joint.upper - 2.0 * half, joint.upper};
  return {-half, half};
}

double joint_difference(const ik::Joint& joint, double from, double to) {
  const bool turns = joint.type == ik::JointType::kRevolute;
  return turns ? std::remainder(to - from, 2.0 * std::numbers::pi) : to - from;
}

}  // namespace lab
