#pragma once

#include <functional>

/// Everything that depends on the platform: the rest of the program is the same on a desktop and
/// in a browser.
namespace work {

/// Whether the platform has threads. Without threads a Pool works in slices.
bool threads_available();
/// Number of hardware threads, at least 1.
int machine_threads();
/// Gives the calling thread the lowest priority. Does nothing where the system has no priority for
/// each thread.
void step_back();

/// Monotonic clock, ns; its zero is arbitrary.
double nanoseconds();
/// CPU time of the calling thread, ns; nanoseconds() where the platform has no such clock.
double thread_nanoseconds();
/// Sleeps until nanoseconds() reaches `time`.
void sleep_until(double time);

/// Calls `frame` until it returns false, then `end` once. In a browser it may return earlier and
/// keep copies of both functions: they must own what they use.
void run_loop(const std::function<bool()>& frame, const std::function<void()>& end);

}  // namespace work
