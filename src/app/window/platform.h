#pragma once

#include <string>

#include "ui/shell/laboratory.h"

namespace app {

/// What this platform offers.
ui::Platform platform();
/// Why recordings cannot go into a folder that the user chooses; empty: they can.
std::string no_folder();
/// The page's address with a set-up in it. \pre platform().links
std::string link_to(const std::string& setup);
/// Lets the user choose files, which then count as dropped. \pre platform().file_dialog
void open_file_dialog();

/// Connects Dear ImGui's clipboard with that of the page; a desktop's is connected already.
void connect_clipboard();

}  // namespace app
