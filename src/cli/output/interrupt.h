#pragma once

#include <array>
#include <csignal>

namespace cli {

/// Thrown when a signal asks the program to end during long work. Unwinding removes files under
/// temporary names.
struct Interrupted {
  int signal = SIGINT;
};

/// During its lifetime the signals that ask a program to end do not end it; the next check() throws
/// instead: Ctrl C (SIGINT), SIGTERM (timeout, Slurm), SIGHUP (a closed terminal), and the warnings
/// of batch systems, SIGXCPU, SIGUSR1 and SIGALRM. A second signal ends the program, and so does
/// the first one if the work does not end within kGrace, as in a long update; files under temporary
/// names are removed then, too. A signal that no check() has seen takes effect when the last guard
/// is destroyed. Guards may nest.
class InterruptGuard {
 public:
  static constexpr unsigned kGrace = 1;  ///< s

  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// \throws Interrupted once per signal
  static void check();
  /// Whether the next check() throws. Any thread may ask.
  static bool pending();
  /// Takes the pending signal, so that check() does not throw it; 0 if there is none. The work has
  /// then ended in time: what follows, such as writing its results, may take longer than kGrace. A
  /// second signal still ends the program.
  static int take();

 private:
  static constexpr std::array<int, 6> kSignals = {SIGINT,  SIGTERM, SIGHUP,
                                                  SIGXCPU, SIGUSR1, SIGALRM};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

/// Says which signal ends the program, except for the user's own SIGINT, and ends it by the
/// signal's default action: a shell then sees the status 128 + signal.
int end_by(int signal);

}  // namespace cli
