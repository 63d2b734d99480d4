#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// The card of the tour that is due, in a corner of the picture, with an outline round what it is
/// about. It takes the pointer nowhere else, so that everything can be tried on the way.
void tour(const Theme& theme, const Layout& layout, Panels& panels);

}  // namespace ui
