#pragma once

#include <chrono>

namespace io {

/// The clock that updates are timed with, for lab::Clock: nanoseconds from any start.
inline double nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

}  // namespace io
