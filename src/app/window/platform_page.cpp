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

ui::Platform platform() { return {.links = true, .file_dialog = true, .quits = false}; }

std::string no_folder() {
  return "What the page saves is a download: the browser's settings say where it goes.";
}

std::string link_to(const std::string& setup) { return taken(page_link(setup.c_str())); }

void open_file_dialog() { page_choose_files(); }

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
