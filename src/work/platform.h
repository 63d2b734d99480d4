#pragma once

#include <functional>

/// Platform layer: all code that differs between the desktop and the browser.
namespace work {

/// Whether the platform has threads. Without threads a Pool works in slices.
bool threads_available();
/// Number of hardware threads, at least 1.
int machine_threads();
/// Gives the calling thread the lowest priority. Does nothing on systems without thread priorities.
void set_lowest_priority();

/// Monotonic clock, ns; its zero is arbitrary.
double nanoseconds();
/// CPU time of the calling thread, ns; nanoseconds() where the platform has no such clock.
double thread_nanoseconds();
/// Sleeps until nanoseconds() reaches `time`.
void sleep_until(double time);

/// Main loop: calls `frame` until it returns false, then `end` once. In a browser it returns early
/// and keeps copies of both functions, so they must own the data that they use.
void run_loop(const std::function<bool()>& frame, const std::function<void()>& end);

}  // namespace work
