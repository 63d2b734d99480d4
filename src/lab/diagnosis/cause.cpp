#include "lab/diagnosis/cause.h"

#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

struct CauseText {
  const char* name;
  const char* words;
  /// Why it is nearer to the root than later causes with the same share.
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

/// Whether the share of a cause is measured.
bool is_measured(CauseId id) {
  return !is_still(id) && id != CauseId::kNotFinite && id != CauseId::kMethod;
}

double in_percent(const Cause& cause) { return std::round(100.0 * cause.strength); }

/// \param fine a share with three digits, instead of whole per cent
std::string value_in(double value, const std::string& unit, bool fine = false) {
  if (unit == "%" && !fine) return percent(0.01 * value);
  return brief_number(value) + (unit.empty() || unit == "°" ? "" : " ") + unit;
}

}  // namespace

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
