#include "work/platform.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <time.h>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace work {

bool threads_available() { return true; }

int machine_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void set_lowest_priority() {
#ifdef __linux__
  constexpr int kNiceness = 15;
  setpriority(PRIO_PROCESS, 0, kNiceness);  // on Linux it affects this thread only
#endif
}

double nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

void sleep_until(double time) {
  const std::chrono::duration<double, std::nano> left(time - nanoseconds());
  if (left.count() > 0.0) std::this_thread::sleep_for(left);
}

void run_loop(const std::function<bool()>& frame, const std::function<void()>& end) {
  while (frame()) {
  }
  end();
}

}  // namespace work
