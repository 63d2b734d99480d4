#pragma once

#include <optional>
#include <string>

#include "lab/track/tracker.h"

/// Single changes of a tracker's set-up, for tests.
namespace changes {

inline void set_settings(lab::Tracker& tracker, const lab::Settings& settings) {
  tracker.change([&](lab::Setup& setup) { setup.front_lane().settings = settings; });
}
inline void set_method(lab::Tracker& tracker, const ik::MethodInfo& method) {
  tracker.change([&](lab::Setup& setup) { lab::set_method(setup.front_lane(), method); });
}
inline void set_method_param(lab::Tracker& tracker, const std::string& name, double value) {
  tracker.change([&](lab::Setup& setup) { setup.front_lane().settings.set_param(name, value); });
}
inline void set_goal_weight(lab::Tracker& tracker, std::size_t g, double weight) {
  tracker.change([&](lab::Setup& setup) { setup.goal_weights[g] = weight; });
}
inline void set_joint_weight(lab::Tracker& tracker, int j, double weight) {
  tracker.change(
      [&](lab::Setup& setup) { setup.joint_weights[static_cast<std::size_t>(j)] = weight; });
}
inline void set_group(lab::Tracker& tracker, std::optional<std::size_t> group) {
  tracker.change([&](lab::Setup& setup) { setup.group = group; });
}
inline void set_target(lab::Tracker& tracker, std::size_t i, const lab::TargetCurve& curve,
                       const std::optional<Eigen::Vector3d>& held) {
  tracker.change([&](lab::Setup& setup) { setup.targets[i] = {curve, held}; });
}
inline void set_targets_frozen(lab::Tracker& tracker, bool frozen) {
  tracker.change([&](lab::Setup& setup) { setup.frozen = frozen; });
}

}  // namespace changes
