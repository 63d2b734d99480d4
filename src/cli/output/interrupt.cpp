#include "cli/output/interrupt.h"

#include "io/files/file.h"

#include <atomic>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace cli {
namespace {

/// The pending signal, and the one that asked for the end; 0: none. A signal handler may write only
/// variables without locks.
std::atomic<int> interrupted = 0, asked = 0;
static_assert(std::atomic<int>::is_always_lock_free);

/// The line for a signal; empty for one that the user or a shell explains.
constexpr std::string_view line_of(int signal) {
  constexpr std::pair<int, std::string_view> kLines[] = {
      {SIGTERM, "iklab: ended by SIGTERM\n"},
      {SIGHUP, "iklab: ended by SIGHUP\n"},
      {SIGXCPU, "iklab: ended by SIGXCPU: the limit of processor time is reached\n"},
      {SIGUSR1, "iklab: ended by SIGUSR1\n"},
      {SIGALRM, "iklab: ended by SIGALRM\n"}};
  for (const auto& [number, line] : kLines) {
    if (number == signal) return line;
  }
  return {};
}

/// Ends the program by a signal. May be called by a signal handler.
void end_now(int signal) {
  const std::string_view line = line_of(signal);
  if (!line.empty() && ::write(STDERR_FILENO, line.data(), line.size()) < 0) {
    // nobody reads it
  }
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  std::raise(signal);
}

/// The alarm after kGrace is SIGALRM, as if it came from outside.
void note(int signal) {
  if (asked != 0) {
    io::remove_temporary_files();
    end_now(asked);
  }
  asked = signal;
  interrupted = signal;
  ::alarm(InterruptGuard::kGrace);
}

bool is_noted(const struct sigaction& action) { return action.sa_handler == note; }

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action {};
  action.sa_handler = note;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &before_[i]);
    // signals ignored at the start, as by nohup and shells, stay ignored
    if (before_[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &before_[i], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  bool last = true;
  for (std::size_t i = 0; i < kSignals.size(); ++i) last = last && !is_noted(before_[i]);
  if (last && asked != 0) ::alarm(0);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &before_[i], nullptr);
  }
  if (!last) return;
  asked = 0;
  if (interrupted == 0) return;
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

bool InterruptGuard::pending() { return interrupted != 0; }

int InterruptGuard::take() {
  const int signal = interrupted.exchange(0);
  if (signal != 0) ::alarm(0);
  return signal;
}

int end_by(int signal) {
  // a shell stops its script only if the signal itself ends the program
  end_now(signal);
  constexpr int kShellStatus = 128;
  return kShellStatus + signal;
}

}  // namespace cli
