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

/// What a live plot can show of a run.
enum class Signal {
  kErrors,
  kTotalError,
  kMeanError,
  kJitter,
  kLargestStep,
  kSigmas,
  kLambda,
  kAimErrors,
  kStatus,
  kUpdateTime,
};

struct SignalInfo {
  Signal signal;
  const char* id;     ///< "total-error"
  const char* label;  ///< "Total error Σ|tᵢ − sᵢ|"
  const char* unit;   ///< "m"; "" for what has none
  const char* help;   ///< what it is, and where it comes from
  Channel channel;    ///< of the first line
  /// For a signal with several lines of the front lane, such as one for each effector: their
  /// number, and the name of line i. Null where every lane has one line.
  int (*count)(const History& front) = nullptr;
  std::string (*line_name)(const ik::Multibody& body, int i) = nullptr;
  bool stepped = false;       ///< Series::stepped
  const char* synonyms = "";  ///< other words for it, by which the window finds it, with commas

  bool by_lane() const { return count == nullptr; }
};

/// In the order of menus.
std::span<const SignalInfo> signals();
const SignalInfo& info(Signal signal);

/// The data of live plots.
struct Runs {
  const Setup& setup;
  std::span<const History* const> histories;  ///< by lane
  std::span<const ChangeMark> marks = {};     ///< Timeline::marks()

  const History& front() const { return *histories[setup.front]; }
};

/// Whether these runs have the signal. Not every scene has aims.
bool has(const Runs& runs, Signal signal);

/// The user's choices for a plot.
struct LiveChoice {
  Signal signal = Signal::kErrors;
  bool logarithmic = false;
  /// Invisible lines: each signal's, by LivePlot::key.
  std::set<std::pair<Signal, std::string>> off = {};
};

/// The visible part of time, s.
struct TimeRange {
  double begin, end;
};

/// Steps after a start or a change of the set-up that are a transient, see fit_y().
inline constexpr long kTransient = 100;

/// A plot of a signal over time, remade in every frame while its histories grow.
///
/// Where every lane has a line, each stretch of it has the colour that the lane had at that time.
/// Otherwise colours are those of effectors and the like, and the band shows the front lane's
/// method.
class LivePlot {
 public:
  /// Makes the plot of a part of time. It has all lines, but points only of the visible ones, which
  /// the y axis fits.
  /// \param columns of pixels: lines are thinned out to the least and the largest value in each; 0
  ///   takes every row
  void refill(const Runs& runs, const LiveChoice& choice, TimeRange range, std::size_t columns);

  Plot plot;

  /// The series' key in LiveChoice::off: a lane's id, or the name of an effector, aim or σ.
  const std::string& key(std::size_t series) const { return lines_[series].key; }
  /// The value of each series at a step; NaN where it has none. A line that skips rows has the
  /// value of the nearest row with one.
  std::vector<double> values(const Runs& runs, long step) const;

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
/// \param at_begin the setup at the begin of the range, which the subtitle tells; null: the present
/// one
Plot whole_plot(const Runs& runs, const LiveChoice& choice, TimeRange range,
                const Setup* at_begin = nullptr);

}  // namespace lab
