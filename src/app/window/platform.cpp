#include "app/window/platform.h"

#include <fstream>
#include <system_error>
#include <utility>

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

std::string in_words_of_page(std::string message) {
  // advice about files: from its first words to the end of its clause
  constexpr std::pair<const char*, const char*> kAdvice[] = {{"use --package", " for "},
                                                             {" unless --base", ","}};
  for (const auto& [begin, end] : kAdvice) {
    const std::size_t first = message.find(begin);
    if (first == std::string::npos) continue;
    const std::string closing = end;
    const std::size_t last = message.find(closing, first);
    if (last == std::string::npos) continue;
    const bool keeps_end = closing == ",";
    message.erase(first, last - first + (keeps_end ? 0 : closing.size()));
  }
  for (std::size_t at = 0; (at = message.find("--", at)) != std::string::npos; ++at) {
    const bool begins = at == 0 || message[at - 1] == ' ' || message[at - 1] == '(';
    const bool named = at + 2 < message.size() && message[at + 2] >= 'a' && message[at + 2] <= 'z';
    if (begins && named) message.erase(at, 2);
  }
  return message;
}

}  // namespace app
