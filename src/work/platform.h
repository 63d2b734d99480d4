#pragma once

#include <functional>

/// What differs by platform, so that all else is the same in a window and in a page.
namespace work {

/// Whether a program can have threads here. Where it cannot, a Pool works in slices.
bool threads_available();
/// Threads that the machine runs side by side; 1 where there are none.
int machine_threads();
/// Lets the calling thread have only what the machine has to spare, where the system can tell
/// threads apart.
void step_back();

/// The clock that updates are timed with: ns from any start, never back.
double nanoseconds();
/// The CPU time of the thread that calls it, ns: what other programs do does not count. The clock
/// above where there is none.
double thread_nanoseconds();
/// Returns when nanoseconds() has come to `time`.
void sleep_until(double time);

/// Calls `frame` until it returns false, then `end` once. In a page it may return before, and keep
/// copies: so both own what they need.
void run_loop(const std::function<bool()>& frame, const std::function<void()>& end);

}  // namespace work
