#pragma once

#include <string>

#include "iklab/method.h"
#include "iklab/problem.h"

namespace ik {

/// Begins a step. \returns false if a target or the pose is not finite; dtheta is zero then
bool begin_step(const Problem& problem, Workspace& w);

// Rows of a method's parameters. \param help a sentence, with its source

/// Range of a slider, and its unit.
struct SliderRange {
  double min = 0.0, max = 1.0;
  const char* unit = "";
};
constexpr Knob linear_row(const char* name, const char* label, const SliderRange& range,
                          const char* help) {
  return {.name = name,
          .label = label,
          .unit = range.unit,
          .min = range.min,
          .max = range.max,
          .help = help};
}
constexpr Knob logarithmic_row(const char* name, const char* label, const SliderRange& range,
                               const char* help) {
  Knob row = linear_row(name, label, range, help);
  row.logarithmic = true;
  return row;
}
constexpr Knob switch_row(const char* name, const char* label, const char* help) {
  Knob row = linear_row(name, label, {}, help);
  row.kind = KnobKind::kSwitch;
  row.most = 1.0;
  return row;
}
/// The row of a damping λ. A method's other damping has another name.
constexpr Knob damping_row(const char* help, const char* label = "Damping λ") {
  Knob row = logarithmic_row("lambda", label, {1e-3, 10.0, "m/rad"}, help);
  row.symbol = "λ";
  row.synonyms = "damping factor, regularisation, regularization";
  return row;
}
/// A row that is accepted by another name, too.
constexpr Knob also_named(const char* alias, Knob row) {
  row.alias = alias;
  return row;
}
/// A row that accepts these values alone.
constexpr Knob accepting(double least, double most, Knob row) {
  row.least = least;
  row.most = most;
  return row;
}
/// The row of a cap: above 0, or off.
constexpr Knob cap_row(Knob row) {
  row.above_least = row.can_be_off = true;
  return row;
}

/// A number in a message, with 7 digits; independent of the locale.
std::string short_text(double value);

/// A parameter as a number; a switch is 0 or 1.
double number_of(const KnobValue& value);
void set_number(const KnobValue& value, double number);

}  // namespace ik
