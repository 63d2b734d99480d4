#include <imgui.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/window/piped_program.h"
#include "app/window/platform.h"
#include "work/platform.h"

namespace app {
namespace {

bool clipboard_asked = false;

constexpr double kBatteryTime = 5e9;  // ns, between two looks at the battery
double battery_due = 0.0;             // on work::nanoseconds()

}  // namespace

ui::Platform platform() { return {}; }

void ask_system(ui::Panels& panels) {
  const double now = work::nanoseconds();
  if (now < battery_due) return;
  battery_due = now + kBatteryTime;
  panels.calm.system = on_battery();
}

void announce_ready() {
  std::puts("iklab: ready");
  std::fflush(stdout);
}

std::string no_folder() { return {}; }

std::string with_known_paths(std::string message) { return message; }

std::string page_address() { return {}; }

std::optional<std::string> take_message() { return std::nullopt; }

void tell_frame_state(const FrameState&) {}

void refuse_message(const std::string&) {}

bool open_file_dialog() { return false; }

void open_folder(const std::string& path) {
  // in the background: the file manager may run as long as its window is open
  constexpr const char* kShow = "command -v xdg-open >/dev/null && { xdg-open \"$1\" & }";
  PipedProgram shell({"sh", "-c", kShow, "sh", path}, false);
  if (!shell.finish()) throw std::runtime_error("xdg-open is not installed; the folder is " + path);
}

void note_pointer(bool) {}

void adapt_backend() {}

bool copy_picture(const std::string& png) {
  const char* const wayland = std::getenv("WAYLAND_DISPLAY");
  const std::vector<std::string> by_wayland{"wl-copy", "--type", "image/png"};
  const std::vector<std::string> by_x11{"xclip", "-selection", "clipboard", "-t", "image/png"};
  const bool first = wayland != nullptr && *wayland != '\0';
  for (const auto& words : {first ? by_wayland : by_x11, by_x11}) {
    try {
      PipedProgram program(words, false);
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(png.data());
      if (program.write(bytes, png.size()) && program.finish()) return true;
    } catch (const std::runtime_error&) {
      // not installed: the next one
    }
  }
  return false;
}

void ask_clipboard() { clipboard_asked = true; }

std::optional<std::string> take_clipboard() {
  if (!std::exchange(clipboard_asked, false)) return std::nullopt;
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}

std::string take_refusal() { return {}; }

void Reader::exchange(const ui::Context&, double) {}

}  // namespace app
