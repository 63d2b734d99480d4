#include <imgui.h>

#include <cstdio>
#include <utility>

#include "app/window/platform.h"

namespace app {
namespace {

bool clipboard_asked = false;

}  // namespace

ui::Platform platform() { return {}; }

void announce_ready() {
  std::puts("iklab: ready");
  std::fflush(stdout);
}

std::string no_folder() { return {}; }

std::string with_known_paths(std::string message) { return message; }

std::string link_to(const std::string&) { return {}; }

bool open_file_dialog() { return false; }

void note_pointer(bool) {}

void adapt_backend() {}

void ask_clipboard() { clipboard_asked = true; }

std::optional<std::string> take_clipboard() {
  if (!std::exchange(clipboard_asked, false)) return std::nullopt;
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}

std::string take_refusal() { return {}; }

}  // namespace app
