#include "cli/output/progress.h"

#include "cli/output/output.h"
#include "io/files/text.h"
#include "lab/scene/number_text.h"
#include "work/platform.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <utility>

#include <fmt/format.h>

namespace cli {
namespace {

/// Columns of the terminal; 0 while another program is in the foreground.
int columns_of_standard_error() {
  if (::tcgetpgrp(STDERR_FILENO) != ::getpgrp()) return 0;
  winsize size{};
  constexpr int kUsual = 80;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

}  // namespace

Terminal standard_error() {
  const char* kind = std::getenv("TERM");
  const bool can_clear = kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
  const bool shown = can_clear && std::clog && ::isatty(STDERR_FILENO) == 1;
  return {.stream = shown ? &std::clog : nullptr,
          .clock = work::nanoseconds,
          .columns = columns_of_standard_error,
          .log = !shown && std::clog ? &std::clog : nullptr};
}

std::string text_of_training(double share) {
  return fmt::format("training {:.0f} %", std::floor(100.0 * share));
}

ProgressLine::ProgressLine(std::string work, Terminal terminal)
    : work_(std::move(work)), terminal_(std::move(terminal)) {
  if (terminal_.stream != nullptr || terminal_.log != nullptr) {
    start_ = drawn_at_ = terminal_.clock();
  }
}

ProgressLine::~ProgressLine() { clear(); }

std::string ProgressLine::text(double elapsed, double share, std::string_view detail) const {
  std::string line = fmt::format("iklab: {} {:.0f} %", work_, std::floor(100.0 * share));
  if (const std::string left = lab::time_left(elapsed, share); !left.empty()) line += ", " + left;
  if (!detail.empty()) line += fmt::format(": {}", detail);
  return line;
}

void ProgressLine::show(double share, std::string_view detail) {
  InterruptGuard::check();
  print_notes();
  if (terminal_.stream == nullptr && terminal_.log == nullptr) return;
  const double now = terminal_.clock();
  const double elapsed = 1e-9 * (now - start_);
  const bool draws = terminal_.stream != nullptr;
  if (elapsed < kPatience || 1e-9 * (now - drawn_at_) < (draws ? kPause : kLogPause)) return;
  drawn_at_ = now;
  if (!draws) {
    *terminal_.log << text(elapsed, share, detail) << std::endl;
    return;
  }
  const int columns = terminal_.columns();
  if (columns <= 0) return;
  std::string line = text(elapsed, share, detail);
  // a line as wide as the terminal would wrap
  line.resize(std::min(line.size(), static_cast<std::size_t>(columns) - 1));
  if (line == drawn_) return;
  drawn_ = std::move(line);
  *terminal_.stream << '\r' << drawn_ << "\x1b[K" << std::flush;
}

/// Also clears the ^C that terminals echo.
void ProgressLine::clear() {
  if (!drawn_.empty()) *terminal_.stream << "\r\x1b[K" << std::flush;
  drawn_.clear();
}

void tell_written(const std::vector<std::string>& files, const Terminal& terminal) {
  if (terminal.stream == nullptr) return;
  std::vector<std::string> names;
  for (const std::string& file : files) {
    if (!file.empty()) names.push_back(io::printable(file));
  }
  if (names.empty()) return;
  *terminal.stream << "iklab: wrote " << io::joined(names, ", ") << std::endl;
}

}  // namespace cli
