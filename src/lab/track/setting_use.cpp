#include "lab/track/setting_use.h"

#include "ik/body/layout.h"

#include <algorithm>

namespace lab {
namespace {

bool has_angle(const ik::Multibody& body) {
  return std::any_of(body.joints().begin(), body.joints().end(),
                     [](const ik::Joint& joint) { return ik::is_angular(joint.type); });
}

}  // namespace

std::string why_unused(const SettingInfo& setting, const Tracker& tracker) {
  const std::string_view name = setting.name;
  if (name == "lambda" && !ik::get_param(tracker.method(), "lambda")) {
    return std::string(tracker.method_info().label) + " has no damping λ.";
  }
  if (name == "adaptive-d-max" && tracker.settings().d_max == kOff) {
    return "D_max is off: there is nothing to adapt. Switch Clamp D_max on first.";
  }
  if (name == "aim-weight" && tracker.multibody().aim_count() == 0) {
    return "No effector of this body aims.";
  }
  if (name == "max-angle" && !has_angle(tracker.multibody())) {
    return "No joint of this body turns.";
  }
  if (name == "max-slide" && tracker.multibody().layout().all_angular) {
    return "No joint of this body is prismatic: nothing slides.";
  }
  return {};
}

}  // namespace lab
