#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/plot/time_view.h"
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
  /// What the front lane has a line for each of, such as its effectors: how many, and what the i-th
  /// is called. Null where every lane has one line.
  int (*count)(const History& front) = nullptr;
  std::string (*line_name)(const ik::Multibody& body, int i) = nullptr;
  bool stepped = false;  ///< holds its value

  bool by_lane() const { return count == nullptr; }
};

/// In the order of menus.
std::span<const SignalInfo> signals();
const SignalInfo& info(Signal signal);

/// The runs that live plots are made of.
struct Runs {
  const Setup& setup;
  std::span<const History* const> histories;  ///< by lane

  const History& front() const { return *histories[setup.front]; }
};

/// Whether these runs have anything of it: aims are not there everywhere.
bool has(const Runs& runs, Signal signal);

/// What a user chose to see in a plot.
struct LiveChoice {
  Signal signal = Signal::kErrors;
  bool logarithmic = false;
  /// Lines that are switched off: a lane's id, or the number of an effector, aim or σ.
  std::set<std::pair<Signal, int>> off = {};
};

/// The part of time that is seen, s.
struct TimeRange {
  double begin, end;
};

/// A plot of a signal over time that is made anew in every frame from histories that grow.
class LivePlot {
 public:
  /// Makes the plot of that part of time: all its lines, those that are off not visible and empty,
  /// and a y axis that holds what is seen of the others.
  /// \param columns of pixels it is for: lines are thinned out to the least and the largest value
  /// in each; 0 takes every row
  void refill(const Runs& runs, const LiveChoice& choice, TimeRange range, std::size_t columns);

  Plot plot;

  /// By the number of the series, what LiveChoice::off knows it by.
  int key(std::size_t series) const { return lines_[series].key; }
  /// What each series is at that step; not a number where there is nothing. Of a line that skips
  /// rows: at the nearest one that it has.
  std::vector<double> values(const Runs& runs, long step) const;

 private:
  struct Line {
    int key = 0, lane_id = -1;
    std::size_t lane = 0;
    Channel channel;
    Peaks peaks;
  };
  void set_lines(const Runs& runs, const SignalInfo& signal);

  std::optional<Signal> signal_;
  std::vector<Line> lines_;
};

/// The same with every row, for a file.
Plot whole_plot(const Runs& runs, const LiveChoice& choice, TimeRange range);

}  // namespace lab
