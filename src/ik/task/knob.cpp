#include "iklab/knob.h"

#include <cmath>
#include <iomanip>
#include <locale>
#include <sstream>

namespace ik {
namespace {

/// With 7 digits, as of pi; independent of the locale.
std::string short_text(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::setprecision(7) << value;
  return text.str();
}

}  // namespace

bool Knob::accepts(double value) const {
  if (std::isinf(value) && value > 0.0) return can_be_off;
  if (!(above_least ? value > least : value >= least) || !(value <= most)) return false;
  return kind == KnobKind::kNumber || value == std::floor(value);
}

std::string Knob::expectation() const {
  if (kind == KnobKind::kSwitch) return "true or false";
  std::string text;
  if (kind == KnobKind::kChoice) {
    for (const char* choice : choices) text += (text.empty() ? "" : " or ") + std::string(choice);
    return text;
  }
  const bool bounded = most < std::numeric_limits<double>::max();
  text = kind == KnobKind::kCount ? "a whole number " : "a number ";
  text += above_least ? "above " : bounded ? "from " : "of at least ";
  text += short_text(least);
  if (bounded) text += (above_least ? " and at most " : " to ") + short_text(most);
  return can_be_off ? text + ", or off" : text;
}

}  // namespace ik
