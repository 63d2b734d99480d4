#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/plot/time_view.h"
#include "lab/run/timeline.h"
#include "lab/track/setup.h"

namespace lab {

/// A quantity of a run that a live plot can show.
enum class Signal {
  kErrors,
  kTotalError,
  kMeanError,
  kJitter,
  kTurningBack,
  kStepJitter,
  kLargestStep,
  kSigmas,
  kLambda,
  kAimErrors,
  kLoopGaps,
  kStatus,
  kUpdateTime,
};

struct SignalInfo {
  Signal signal;
  const char* id;     ///< "total-error"
  const char* label;  ///< "Total error Σ|tᵢ − sᵢ|"
  const char* unit;   ///< "m"; "" without a unit
  const char* help;   ///< what it is, and how it is computed
  Channel channel;    ///< what the first line shows
  /// For a signal with several lines of the front lane, such as one for each effector: the
  /// number of lines, and the name of line i. Null if every lane has one line.
  int (*count)(const History& front) = nullptr;
  std::string (*line_name)(const ik::Multibody& body, int i) = nullptr;
  bool stepped = false;              ///< Series::stepped
  std::optional<double> limit = {};  ///< a bound to mark by a dashed line, in the signal's unit
  const char* synonyms = "";  ///< other words for it, for the window's search, separated by commas

  bool by_lane() const { return count == nullptr; }
};

/// In the order of menus.
std::span<const SignalInfo> signals();
const SignalInfo& info(Signal signal);

struct Runs {
  const Setup& setup;
  std::span<const History* const> histories;  ///< by lane
  std::span<const ChangeMark> marks = {};     ///< Timeline::marks()

  const History& front() const { return *histories[setup.front]; }
};

/// Whether these runs have the signal. For example, some scenes have no aims.
bool has(const Runs& runs, Signal signal);

struct LiveChoice {
  Signal signal = Signal::kErrors;
  bool logarithmic = false;
  /// Hidden lines: signal and LivePlot::key.
  std::set<std::pair<Signal, std::string>> off = {};
};

/// The visible time range, s.
struct TimeRange {
  double begin, end;
};

/// Length of the transient after a start or a change of the setup, steps; see fit_y().
inline constexpr long kTransient = 100;

/// Mean, spread and extremes of a line in a time range; NaN without a finite value.
struct Statistics {
  std::size_t count = 0;   ///< how many values are finite
  double mean, deviation;  ///< deviation² is the mean of (value − mean)²
  double least, most;
};

/// A plot of a signal over time, rebuilt in every frame while its histories grow.
///
/// If every lane has a line, each stretch of the line has the colour that the lane had at that
/// time. Otherwise the colours identify effectors, aims or singular values, and the band shows the
/// front lane's method.
class LivePlot {
 public:
  /// Builds the plot of a time range. Hidden lines get no points; the y axis fits the visible ones.
  /// \param columns of pixels; each keeps a line's smallest and largest value; 0: all rows
  void refill(const Runs& runs, const LiveChoice& choice, TimeRange range, std::size_t columns);

  Plot plot;

  /// The series' key in LiveChoice::off: a lane's id, or the name of an effector, aim or σ.
  const std::string& key(std::size_t series) const { return lines_[series].key; }
  /// The value of each series at a step; NaN without a value. A line that skips rows has the
  /// value of the nearest row with a value.
  std::vector<double> values(const Runs& runs, long step) const;
  /// Takes all rows of a series in a time range, not only the drawn points. Welford (1962).
  Statistics statistics(const Runs& runs, TimeRange range, std::size_t series) const;

 private:
  struct Line {
    std::string key;
    int lane_id = -1;
    std::size_t lane = 0;
    Channel channel;
    Peaks peaks;
  };
  void set_lines(const Runs& runs, const SignalInfo& signal);

  std::optional<Signal> signal_;
  std::vector<Line> lines_;
};

/// The plot with every row, for a file.
/// \param at_begin the setup at the start of the range, for the subtitle; null: the present setup
Plot whole_plot(const Runs& runs, const LiveChoice& choice, TimeRange range,
                const Setup* at_begin = nullptr);

}  // namespace lab
