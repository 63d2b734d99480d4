#include "lab/diagnosis/remedy.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// The value, rounded to two significant digits by `whole`, a rounding function for 10 to 100.
double rounded(double value, double (*whole)(double)) {
  if (!(value > 0.0) || !std::isfinite(value)) return value;
  constexpr double kRounding = 1e-9;
  const int power = static_cast<int>(std::floor(std::log10(value))) - 1;
  // division by a positive power of ten gives the double nearest to the decimal number
  const double unit = std::pow(10.0, std::abs(power));
  const double digits = power < 0 ? value * unit : value / unit;
  // a number that already has two digits, up to rounding errors, stays
  const double near =
      std::abs(digits - std::round(digits)) < kRounding ? std::round(digits) : digits;
  return power < 0 ? whole(near) / unit : whole(near) * unit;
}

}  // namespace

std::string effect(const Remedy& remedy) {
  const auto change = [](double without, double with, const char* unit) {
    return brief_number(without) + unit + " → " + brief_number(with) + unit;
  };
  return "jitter " + change(remedy.without.jitter_deg, remedy.with.jitter_deg, "°") + ", error " +
         change(remedy.without.error, remedy.with.error, " m");
}

void apply(const Remedy& remedy, Tracker& tracker) {
  tracker.change([&remedy](Setup& setup) { apply(remedy, setup.front_lane()); });
}

void apply(const Remedy& remedy, Lane& lane) {
  for (const auto& change : remedy.changes) {
    if (const auto* setting = std::get_if<SettingChange>(&change)) {
      setting->info->set(lane.settings, setting->value);
    } else if (const auto* method = std::get_if<MethodChange>(&change)) {
      set_method(lane, *method->method);
    } else if (const auto* param = std::get_if<ParamChange>(&change)) {
      lane.settings.set_param(param->name, param->value);
    }
  }
}

Remedy set(const char* setting, double value, std::string label) {
  return {std::move(label), {SettingChange{find_setting(setting), value}}};
}

Remedy raise_lambda(double lambda) {
  return set("lambda", lambda, "Raise λ to " + brief_number(lambda));
}

Remedy switch_to(const ik::MethodInfo& method) {
  return {std::string("Switch to ") + method.label, {MethodChange{&method}}};
}

Remedy switch_to_damping(double lambda) {
  const auto methods = ik::methods();
  const auto damped = std::ranges::find_if(
      methods, [](const auto& method) { return method.make().traits().damped_by_lambda; });
  Remedy remedy = switch_to(*damped);
  remedy.label += " with λ " + brief_number(lambda);
  remedy.changes.emplace_back(SettingChange{find_setting("lambda"), lambda});
  return remedy;
}

Remedy lower(const ik::MethodInfo& method, const char* param, double value) {
  return {"Lower the " + within_sentence(find_param(method, param)->info.label) + " to " +
              brief_number(value),
          {ParamChange{param, value}}};
}

Remedy turn_on(const ik::MethodInfo& method, const char* param) {
  return {"Turn on the " + within_sentence(find_param(method, param)->info.label),
          {ParamChange{param, 1.0}}};
}

Remedy turn_on_d_max(double d_max) {
  return set("d-max", d_max, "Turn on D_max at " + brief_number(d_max) + " m");
}

double rounded_up(double value) {
  return rounded(value, [](double x) { return std::ceil(x); });
}

double rounded_down(double value) {
  return rounded(value, [](double x) { return std::floor(x); });
}

}  // namespace lab
