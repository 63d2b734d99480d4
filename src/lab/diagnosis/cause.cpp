#include "lab/diagnosis/cause.h"

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

struct CauseText {
  const char* name;
  const char* words;
  /// The reason in why_above() for causes with the same share: the cause nearer to the root comes
  /// first.
  const char* root;
};

// in the order of CauseId
constexpr CauseText kCauses[] = {
    {.name = "calm", .words = "calm", .root = ""},
    {.name = "saddle", .words = "a saddle pose", .root = ""},
    {.name = "not-finite",
     .words = "not a finite number",
     .root = "what is not a number stops the body, whatever else holds"},
    {.name = "leap",
     .words = "a target jumped",
     .root = "the jump begins the motion in which the other is seen"},
    {.name = "alternate-jacobian",
     .words = "alternate Jacobian",
     .root = "with the true Jacobian the same steps hardly shake"},
    {.name = "no-d-max",
     .words = "steps too large without D_max",
     .root = "with errors cut to half a link, λ is enough to come to rest even so"},
    {.name = "little-damping",
     .words = "too little damping",
     .root = "with enough damping the body comes to rest even so"},
    {.name = "rate",
     .words = "rate too high",
     .root = "with a lower rate the body comes to rest even so"},
    {.name = "method",
     .words = "typical of this method",
     .root = "the method does this wherever the targets are"},
    {.name = "limits",
     .words = "joints at their limits",
     .root = "without the limits the target can be reached"},
    {.name = "conflict",
     .words = "conflicting targets",
     .root = "each of the targets can be reached alone"},
    {.name = "out-of-reach",
     .words = "target out of reach",
     .root = "by stretching towards the target the limbs lose a direction"},
    {.name = "singular",
     .words = "singular pose",
     .root = "a cap only bounds the swing along the lost direction"},
    {.name = "cap", .words = "steps cut by a cap", .root = ""},
};

const CauseText& text_of(CauseId id) { return kCauses[static_cast<std::size_t>(id)]; }

bool is_measured(CauseId id) {
  return !is_still(id) && id != CauseId::kNotFinite && id != CauseId::kMethod;
}

double in_percent(const Cause& cause) { return std::round(100.0 * cause.strength); }

/// \param fine a share with three digits, instead of whole per cent
std::string value_in(double value, const std::string& unit, bool fine = false) {
  if (unit == "%" && !fine) return percent(0.01 * value);
  return brief_number(std::abs(value) < kRoundOff ? 0.0 : value) +
         (unit.empty() || unit == "°" ? "" : " ") + unit;
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
      methods, [](const auto& method) { return method.create().traits().damped_by_lambda; });
  Remedy remedy = switch_to(*damped);
  remedy.label += " with λ " + brief_number(lambda);
  remedy.changes.emplace_back(KnobChange{knob::kDamping, lambda});
  return remedy;
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

const char* name(CauseId id) { return text_of(id).name; }

const char* words(CauseId id) { return text_of(id).words; }

std::string text(const Symptom& symptom) {
  const double value = symptom.value, threshold = symptom.threshold;
  if (symptom.meaning.empty() && threshold == 0.0)
    return symptom.what + ": " + value_in(value, symptom.unit);
  const char* relation = value > threshold ? " > " : value < threshold ? " < " : " = ";
  const bool alike = value_in(value, symptom.unit) == value_in(threshold, symptom.unit);
  return symptom.what + ": " + value_in(value, symptom.unit, alike) + relation +
         value_in(threshold, symptom.unit) +
         (symptom.meaning.empty() ? "" : ", " + symptom.meaning);
}

std::string presence(const Cause& cause) {
  if (!is_measured(cause.id)) return {};
  return "at work in " + percent(cause.strength) + " of the shaking";
}

bool is_above(const Cause& a, const Cause& b) {
  const double more = in_percent(a), less = in_percent(b);
  return more != less ? more > less : a.id < b.id;
}

std::string why_above(const Cause& a, const Cause& b) {
  const std::string begin = std::string("Above \"") + words(b.id) + "\" because ";
  if (in_percent(a) == in_percent(b)) {
    const bool both = is_measured(a.id) && is_measured(b.id);
    return begin +
           (both ? "both are at work in " + percent(a.strength) + " of the shaking and " : "") +
           "this is nearer to the root: " + text_of(a.id).root + ".";
  }
  if (!is_measured(a.id)) {
    return begin + "that is at work in only " + percent(b.strength) + " of the shaking.";
  }
  return begin + "this is at work in " + percent(a.strength) + " of the shaking and that in " +
         percent(b.strength) + ".";
}

}  // namespace lab
