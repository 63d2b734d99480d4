#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <iklab/method.h>

#include "cli/output/interrupt.h"

namespace cli {

/// Steps of a run after which a progress line is asked to show itself, which reads a clock.
inline constexpr long kShownSteps = 64;

/// Where a progress line is drawn, and the time of drawing.
struct Terminal {
  std::ostream* stream = nullptr;  ///< null: there is no terminal, and nothing is drawn
  std::function<double()> clock;   ///< ns
  /// Width of the terminal; 0: nothing can be drawn now, as in a background job.
  std::function<int()> columns;
};

/// Standard error, if it is a terminal that can clear a line and notes are wanted there.
Terminal standard_error();

/// A line on a terminal that tells how far some work is:
///
///   iklab: sweep 37 %, 12 s left
///
/// It appears when the work takes longer than kPatience, is rewritten in place, and is cleared at
/// the end. While it exists, Ctrl C and other signals end the next show(), see InterruptGuard.
class ProgressLine {
 public:
  static constexpr double kPatience = 0.5;  ///< s
  static constexpr double kPause = 0.1;     ///< least time between two pictures, s

  explicit ProgressLine(std::string work, Terminal terminal = standard_error());
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// \param share  of the work that is done, 0 to 1
  /// \param detail what is done now, at the end of the line
  /// \throws Interrupted after a signal
  void show(double share, std::string_view detail = {});

 private:
  void clear();

  std::string work_;
  Terminal terminal_;
  double start_ = 0.0, drawn_at_ = 0.0;  // ns
  std::string drawn_;
  InterruptGuard guard_;
};

/// "training 45 %".
std::string text_of_training(double share);

/// Prepares a lab::Tracker or a lab::Bench for its first step, such as by training, and shows that.
/// \param share of the whole work that is done
template <class Work>
void prepare(Work& work, ik::PreparationStore& store, ProgressLine& line, double share = 0.0) {
  for (double done = work.prepared(); done < 1.0; done = work.prepare(1, &store)) {
    line.show(share, text_of_training(done));
  }
}

/// One line that names the files that a command has written; only on a terminal, so that scripts
/// see no other output. Empty names are left out.
void tell_written(const std::vector<std::string>& files,
                  const Terminal& terminal = standard_error());

}  // namespace cli
