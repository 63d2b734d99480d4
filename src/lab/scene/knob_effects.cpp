#include "lab/scene/knob_effects.h"

namespace lab {

std::string why_no_effect(const Knob& knob, std::span<const KnobUse> uses) {
  std::string reason;
  for (const KnobUse& use : uses) {
    reason = knob.why_no_effect(use);
    if (reason.empty()) break;
  }
  return reason;
}

Settings settings_with_effect(const KnobUse& use) {
  Settings result = use.settings;
  for (const Knob& knob : shared_knobs()) {
    if (!knob.why_no_effect(use).empty()) knob.set(result, std::nullopt);
  }
  return result;
}

}  // namespace lab
