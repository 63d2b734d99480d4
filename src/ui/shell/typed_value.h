#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ui/shell/commands.h"

namespace ui {

/// "d-max" and "0" of "d-max 0"; empty without a value.
struct NameAndValue {
  std::string name, value;
};
NameAndValue split_value(const std::string& text);

/// The row that sets a knob to the typed value; none if the knob neither accepts it nor is named.
/// \param label of the knob in the list
/// \param set   called with the context and the value
std::optional<PaletteRow> value_row(const ik::Knob& knob, const std::string& label,
                                    const NameAndValue& typed,
                                    std::function<void(const Context&, double)> set);

}  // namespace ui
