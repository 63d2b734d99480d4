#include "lab/sweep/batch_rule.h"

namespace lab {
namespace {

/// The single body's method of that rule, which knows the names of parameters.
ik::AnyMethod method_of(const BatchRule& rule) {
  ik::AnyMethod method = make_method(*ik::find_method(ik::id(rule.method)), rule.settings);
  for (const auto& [name, value] : rule.params) ik::set_param(method, name, value);
  return method;
}

}  // namespace

ik::BatchSettings batch_settings(const BatchRule& rule) {
  ik::BatchSettings result(rule.method);
  const ik::AnyMethod method = method_of(rule);
  for (const ik::BatchParameter& row : ik::batch_parameters()) {
    double& value = result.*row.value;
    value = ik::get_param(method, row.name).value_or(value);
  }
  result.max_angle = rule.settings.max_angle.value_or(result.max_angle);
  result.max_slide = rule.settings.max_slide;
  result.d_max = rule.settings.d_max;
  return result;
}

void set_switches(const BatchRule& rule, ik::Batch<double>& batch) {
  batch.clamp_limits(rule.settings.limits != LimitRule::kIgnore);
  batch.hard_clamp(ik::get_param(method_of(rule), "hard-clamp").value_or(0.0) != 0.0);
}

}  // namespace lab
