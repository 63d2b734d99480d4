#include "ui/shell/typed_value.h"

#include <utility>

#include "lab/scene/knobs.h"
#include "ui/shell/command_palette.h"

namespace ui {
namespace {

bool is_called(const ik::Knob& knob, const std::string& name) {
  return same_words(name, knob.name) || same_words(name, knob.label) ||
         (knob.symbol != nullptr && same_words(name, knob.symbol)) ||
         (knob.alias != nullptr && same_words(name, knob.alias));
}

}  // namespace

NameAndValue split_value(const std::string& text) {
  const std::size_t space = text.find_last_of(' ');
  if (space == std::string::npos || space + 1 == text.size()) return {};
  return {text.substr(0, space), text.substr(space + 1)};
}

std::optional<PaletteRow> value_row(const ik::Knob& knob, const std::string& label,
                                    const NameAndValue& typed,
                                    std::function<void(const Context&, double)> set) {
  const std::optional<double> number = lab::parse_value(knob, typed.value);
  PaletteRow row{.name = {}, .keys = knob.name, .synonyms = knob.synonyms};
  row.is_named = is_called(knob, typed.name);
  if (number) {
    const char* const unit = knob.kind == ik::KnobKind::kNumber ? knob.unit : "";
    row.name = label + " → " + lab::with_unit_behind(typed.value, unit);
    row.act = [set = std::move(set), number](const Context& c) { set(c, *number); };
  } else if (row.is_named) {
    row.name = label + ": expected " + knob.expectation();
    row.refuses = true;
  } else {
    return std::nullopt;
  }
  return row;
}

}  // namespace ui
