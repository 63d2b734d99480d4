#include <imgui.h>

#include <cstdlib>

#include "app/window/page.h"
#include "app/window/platform.h"

namespace app {
namespace {

std::string taken(char* text) {
  std::string copy = text;
  std::free(text);
  return copy;
}

}  // namespace

bool has_links() { return true; }

std::string link_to(const std::string& setup) { return taken(page_link(setup.c_str())); }

void connect_clipboard() {
  ImGuiIO& io = ImGui::GetIO();
  io.SetClipboardTextFn = [](void*, const char* text) { page_copy(text); };
  io.GetClipboardTextFn = [](void*) -> const char* {
    static std::string pasted;  // Dear ImGui reads it after the call
    pasted = taken(page_pasted());
    return pasted.c_str();
  };
}

}  // namespace app
