#pragma once

#include <array>
#include <csignal>

namespace cli {

/// A signal asks the program to end during long work: thrown so that files under temporary names
/// are removed on the way.
struct Interrupted {
  int signal = SIGINT;
};

/// While it exists, Ctrl C (SIGINT), SIGTERM (timeout, Slurm) and SIGHUP (a closed terminal) do not
/// end the program, but its next check(). The same signal a second time does end it. What no
/// check() has seen ends the program when the last guard goes. Guards may stand inside each other.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// \throws Interrupted after such a signal, once
  static void check();

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

/// Ends the program as the signal ends it: shells then see the status 128 + signal.
int end_by(int signal);

}  // namespace cli
