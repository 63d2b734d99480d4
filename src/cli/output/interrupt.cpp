#include "cli/output/interrupt.h"

namespace cli {
namespace {

/// The pending signal; 0: none. A signal handler may write only such a variable.
volatile std::sig_atomic_t interrupted = 0;

void note(int signal) { interrupted = signal; }

bool is_noted(const struct sigaction& action) { return action.sa_handler == note; }

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &before_[i]);
    // signals ignored at the start, as by nohup and shells, stay ignored
    if (before_[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &before_[i], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  bool last = true;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &before_[i], nullptr);
    last = last && !is_noted(before_[i]);
  }
  if (!last || interrupted == 0) return;
  const int signal = interrupted;
  interrupted = 0;
  std::raise(signal);
}

void InterruptGuard::check() {
  const int signal = interrupted;
  if (signal == 0) return;
  interrupted = 0;
  throw Interrupted{signal};
}

int end_by(int signal) {
  // a shell stops its script only if the signal itself ends the program
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  constexpr int kShellStatus = 128;
  return kShellStatus + signal;
}

}  // namespace cli
