#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <iklab/method.h>

#include "cli/output/interrupt.h"

namespace cli {

/// Number of steps between two updates of a progress line. Each update reads a clock.
inline constexpr long kShownSteps = 64;

/// The terminal of a progress line, with a clock.
struct Terminal {
  std::ostream* stream = nullptr;  ///< null: no terminal, nothing is drawn
  std::function<double()> clock;   ///< ns
  /// Width of the terminal; 0: the program may not draw now, as in a background job.
  std::function<int()> columns;
  /// Takes a line now and then where nothing is drawn, as in a batch job; null: none.
  std::ostream* log = nullptr;
};

/// Standard error, if it is a terminal that can clear a line and notes are not suppressed.
Terminal standard_error();

/// A progress line on a terminal:
///
///   iklab: sweep 37 %, 12 s left
///
/// It appears after kPatience, is rewritten in place, and is cleared at the end. Without a terminal
/// it is a new line after every kLogPause, so that long work is not silent. During its lifetime,
/// Ctrl C and other signals make the next show() throw, see InterruptGuard.
class ProgressLine {
 public:
  static constexpr double kPatience = 0.5;   ///< s
  static constexpr double kPause = 0.1;      ///< s, least time between two updates
  static constexpr double kLogPause = 60.0;  ///< s, least time between two lines of a log

  explicit ProgressLine(std::string work, Terminal terminal = standard_error());
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// \param share  finished fraction of the work, 0 to 1
  /// \param detail current activity, shown at the end of the line
  /// \throws Interrupted after a signal
  void show(double share, std::string_view detail = {});

 private:
  void clear();
  std::string text(double elapsed, double share, std::string_view detail) const;

  std::string work_;
  Terminal terminal_;
  double start_ = 0.0, drawn_at_ = 0.0;  // ns
  std::string drawn_;
  InterruptGuard guard_;
};

/// Text such as "training 45 %".
std::string text_of_training(double share);

/// Prepares a lab::Tracker or a lab::Bench for its first step (for example by training) and shows
/// the progress.
/// \param share finished fraction of the whole work
template <class Work>
void prepare(Work& work, ik::PreparationStore& store, ProgressLine& line, double share = 0.0) {
  for (double done = work.prepared(); done < 1.0; done = work.prepare(1, &store)) {
    line.show(share, text_of_training(done));
  }
}

/// Prints one line with the names of the written files; only on a terminal, so that scripts see no
/// other output. Skips empty names.
void tell_written(const std::vector<std::string>& files,
                  const Terminal& terminal = standard_error());

}  // namespace cli
