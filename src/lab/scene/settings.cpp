#include "lab/scene/settings.h"

namespace lab {

std::optional<double> Settings::param(std::string_view name) const {
  const auto known = params.find(name);
  return known == params.end() ? std::nullopt : std::optional(known->second);
}

void Settings::set_param(std::string_view name, std::optional<double> value) {
  if (value) {
    params.insert_or_assign(std::string(name), *value);
  } else if (const auto known = params.find(name); known != params.end()) {
    params.erase(known);
  }
}

void Settings::set_params(const Params& values) {
  for (const auto& [name, value] : values) params.insert_or_assign(name, value);
}

ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings) {
  ik::AnyMethod method = info.make();
  for (const auto& [name, value] : settings.params) ik::set_param(method, name, value);
  return method;
}

}  // namespace lab
