#pragma once

#include <array>
#include <csignal>

namespace cli {

/// Thrown when a signal asks the program to end during long work. Unwinding removes files under
/// temporary names.
struct Interrupted {
  int signal = SIGINT;
};

/// During its lifetime Ctrl C (SIGINT), SIGTERM (timeout, Slurm) and SIGHUP (a closed terminal) do
/// not end the program; the next check() throws instead. The same signal a second time ends it. A
/// signal that no check() has seen takes effect when the last guard is destroyed. Guards may nest.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// \throws Interrupted once per signal
  static void check();

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

/// Ends the program by the signal's default action: a shell then sees the status 128 + signal.
int end_by(int signal);

}  // namespace cli
