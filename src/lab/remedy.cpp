#include "lab/remedy.h"

#include <cmath>

#include "lab/number_text.h"

namespace lab {

void apply(const Remedy& remedy, Tracker& tracker) {
  for (const auto& change : remedy.changes) {
    if (const auto* setting = std::get_if<SettingChange>(&change)) {
      Settings settings = tracker.settings();
      setting->info->set(settings, setting->value);
      tracker.set_settings(settings);
    } else if (const auto* method = std::get_if<MethodChange>(&change)) {
      tracker.set_method(*method->method);
    } else if (const auto* param = std::get_if<ParamChange>(&change)) {
      tracker.set_method_param(param->name, param->value);
    }
  }
}

void apply(const Remedy& remedy, Lane& lane) {
  for (const auto& change : remedy.changes) {
    if (const auto* setting = std::get_if<SettingChange>(&change)) {
      setting->info->set(lane.settings, setting->value);
    } else if (const auto* method = std::get_if<MethodChange>(&change)) {
      lane.method = method->method;
      lane.params.clear();
    } else if (const auto* param = std::get_if<ParamChange>(&change)) {
      set_param(lane, param->name, param->value);
    }
  }
}

Remedy set(const char* setting, double value, std::string label) {
  return {std::move(label), {SettingChange{find_setting(setting), value}}};
}

Remedy raise_lambda(double lambda) {
  return set("lambda", lambda, "Raise λ to " + brief_number(lambda));
}

Remedy switch_to(const char* method) {
  const ik::MethodInfo* info = ik::find_method(method);
  return {std::string("Switch to ") + info->label, {MethodChange{info}}};
}

Remedy switch_to_dls(double lambda) {
  Remedy remedy = switch_to("dls");
  remedy.label += " with λ " + brief_number(lambda);
  remedy.changes.emplace_back(SettingChange{find_setting("lambda"), lambda});
  return remedy;
}

Remedy turn_on_d_max(double d_max) {
  return set("d-max", d_max, "Turn on D_max at " + brief_number(d_max) + " m");
}

double rounded_up(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return value;
  const int power = static_cast<int>(std::floor(std::log10(value))) - 1;
  // dividing by a whole power of ten gives the double next to the decimal number
  const double unit = std::pow(10.0, std::abs(power));
  return power < 0 ? std::ceil(value * unit - 1e-9) / unit : std::ceil(value / unit - 1e-9) * unit;
}

}  // namespace lab
