#include "app/window/platform.h"

namespace app {

bool has_links() { return false; }

std::string link_to(const std::string&) { return {}; }

void connect_clipboard() {}

}  // namespace app
