#include "lab/track/setup.h"

#include <algorithm>
#include <string_view>

namespace lab {
namespace {

struct ShortName {
  std::string_view id, name;
};

constexpr ShortName kShortNames[] = {
    {"jacobian-transpose", "JT"},
    {"pseudoinverse", "PInv"},
    {"dls", "DLS"},
    {"sdls", "SDLS"},
    {"dls-manipulability", "DLS-w"},
    {"dls-singular-region", "DLS-σ"},
    {"dls-error", "DLS-e"},
    {"newton", "Newton"},
    {"gradient-descent", "GD"},
    {"gauss-newton", "GN"},
    {"levenberg-marquardt", "LM"},
    {"bfgs", "BFGS"},
    {"conjugate-gradient", "CG"},
    {"ccd", "CCD"},
    {"fabrik", "FABRIK"},
    {"constrained", "QP"},
    {"constraint-forces", "CF"},
    {"learned", "Net"},
    {"weighted-pseudoinverse", "WPInv"},
    {"nullspace", "Null"},
    {"task-priority", "TP"},
    {"extended-jacobian", "ExtJ"},
};

}  // namespace

std::string abbreviation(const ik::MethodInfo& method) {
  const auto* known = std::ranges::find(kShortNames, std::string_view(method.id), &ShortName::id);
  if (known != std::end(kShortNames)) return std::string(known->name);
  std::string initials;
  const std::string_view label = method.label;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (i == 0 || label[i - 1] == ' ') initials += label[i];
  }
  return initials;
}

std::string abbreviated(const std::string& label, const ik::MethodInfo& method) {
  const std::string_view whole = method.label;
  if (!label.starts_with(whole)) return label;
  return abbreviation(method) + label.substr(whole.size());
}

std::string abbreviated(const std::string& label) {
  const ik::MethodInfo* best = nullptr;
  std::size_t most = 0;
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::string_view name = method.label;
    if (name.size() > most && label.starts_with(name)) best = &method, most = name.size();
  }
  return best == nullptr ? label : abbreviated(label, *best);
}

}  // namespace lab
