#pragma once

#include <string>

namespace app {

/// Whether a link can carry a set-up: in a page.
bool has_links();
/// The page's address with a set-up in it. \pre has_links()
std::string link_to(const std::string& setup);

/// Connects Dear ImGui's clipboard with that of the page; a desktop's is connected already.
void connect_clipboard();

}  // namespace app
