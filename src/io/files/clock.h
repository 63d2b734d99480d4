#pragma once

#include <chrono>

#include <time.h>

namespace io {

/// The clock that updates are timed with, for lab::Clock: nanoseconds from any start.
inline double nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

/// The CPU time of the thread that calls it, ns: what other programs do does not count.
inline double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

}  // namespace io
