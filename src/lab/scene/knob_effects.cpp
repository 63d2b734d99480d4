#include "lab/scene/knob_effects.h"

#include "ik/task/method.h"
#include "lab/scene/knob_text.h"

namespace lab {

std::string Knob::why_unused(const KnobUse& use) const {
  const bool solver_lacks =
      use.task == KnobTask::kSolver && std::holds_alternative<std::monostate>(solver_call({}));
  if (use.task != KnobTask::kTracking && (!standing || solver_lacks)) {
    return "Poses are solved to the end, without time steps.";
  }
  if (use.task == KnobTask::kSolve) {
    if (!of_solve) return "Solver::solve has steps of its own.";
    return unused == nullptr ? std::string() : unused(use);
  }
  // rows of knobs() know already that the method has them
  const std::optional<Knob> known = usual ? std::nullopt : find_knob(use.method, name);
  if (!usual && (!known || !known->usual)) {
    return std::string(use.method.label) + " has no " + within_sentence(label) + ".";
  }
  return unused == nullptr ? std::string() : unused(use);
}

std::string Knob::why_no_effect(const KnobUse& use) const {
  std::string reason = why_unused(use);
  return reason.empty() && same != nullptr ? same(use) : reason;
}

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
