#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// Name of the menu's popup.
inline constexpr const char* kMenu = "menu";

/// The commands on the set-up and on files as a menu, while its popup is open: what the list of
/// commands and the keys do, for fingers.
void menu(const Theme& theme, const Context& context);

}  // namespace ui
