#include "lab/diagnosis/remedy.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/knobs.h"
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
    if (const auto* number = std::get_if<KnobChange>(&change)) {
      number->knob.set(lane.settings, number->value);
    } else if (const auto* method = std::get_if<MethodChange>(&change)) {
      set_method(lane, *method->method);
    }
  }
}

Remedy set(const Knob& knob, double value, std::string label) {
  return {std::move(label), {KnobChange{knob, value}}};
}

Remedy raise_lambda(double lambda) {
  return set(knob::kDamping, lambda, "Raise λ to " + brief_number(lambda));
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
  remedy.changes.emplace_back(KnobChange{knob::kDamping, lambda});
  return remedy;
}

Remedy lower(const ik::MethodInfo& method, const char* param, double value) {
  const Knob knob = find_param(method, param).value();
  return set(knob, value,
             "Lower the " + within_sentence(knob.label) + " to " + brief_number(value));
}

Remedy turn_on(const ik::MethodInfo& method, const char* param) {
  const Knob knob = find_param(method, param).value();
  return set(knob, 1.0, "Turn on the " + within_sentence(knob.label));
}

Remedy turn_on_d_max(double d_max) {
  return set(knob::kDMax, d_max, "Turn on D_max at " + brief_number(d_max) + " m");
}

double rounded_up(double value) {
  return rounded(value, [](double x) { return std::ceil(x); });
}

double rounded_down(double value) {
  return rounded(value, [](double x) { return std::floor(x); });
}

}  // namespace lab
