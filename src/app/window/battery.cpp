#include "app/window/battery.h"

#include <fstream>
#include <string>
#include <system_error>

namespace app {
namespace {

/// The first line of a file; empty if it cannot be read.
std::string line_of(const std::filesystem::path& file) {
  std::string line;
  std::ifstream stream(file);
  std::getline(stream, line);
  return line;
}

}  // namespace

bool on_battery(const std::filesystem::path& supplies) {
  bool discharging = false;
  std::error_code ignored;
  std::filesystem::directory_iterator entry(supplies, ignored), end;
  for (; entry != end; entry.increment(ignored)) {
    const std::filesystem::path folder = entry->path();
    const bool is_battery = line_of(folder / "type") == "Battery";
    if (!is_battery && line_of(folder / "online") == "1") return false;
    // the battery of a mouse or a headset has the scope "Device"
    discharging |= is_battery && line_of(folder / "scope") != "Device" &&
                   line_of(folder / "status") == "Discharging";
  }
  return discharging;
}

}  // namespace app
