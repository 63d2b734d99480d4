#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// The controls below the picture, layout.at_hand, in cells of equal width.
void control_line(const Theme& theme, const Layout& layout, const Context& context);

}  // namespace ui
