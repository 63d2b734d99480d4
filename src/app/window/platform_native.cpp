#include "app/window/platform.h"

namespace app {

ui::Platform platform() { return {}; }

std::string no_folder() { return {}; }

std::string link_to(const std::string&) { return {}; }

void open_file_dialog() {}

void connect_clipboard() {}

}  // namespace app
