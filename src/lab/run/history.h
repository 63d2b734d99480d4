#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lab/run/metrics.h"
#include "lab/run/timeline.h"
#include "lab/track/tracker.h"

namespace lab {

/// The last minutes of a tracker, one row per step, for plots and standings. A ring buffer: the
/// oldest rows are removed. What the rows say of recent shaking begins anew at a change of the
/// lane, as lab::DiagnosisObserver does.
class History {
 public:
  /// 200 s of the report's steps; about 150 bytes a row.
  static constexpr std::size_t kRows = 40'000;

  /// Steps with one method: from `first` up to the next stretch.
  struct MethodStretch {
    long first;
    const ik::MethodInfo* method;
  };

  explicit History(std::size_t capacity = kRows) : capacity_(capacity) {}

  /// Adds the tracker's present row, unless the history already ends with its step. After a gap, or
  /// with another body, the history restarts.
  /// \param update_ns time of an update in that step, or 0 if it was not measured
  void add(const Tracker& tracker, double update_ns = 0.0);
  /// Sets the singular values of the last row, in descending order. Rows without them have NaN.
  void set_sigmas(std::span<const double> sigmas);
  /// Removes the rows after a step.
  void cut(long step);
  void clear() {
    rows_.clear();
    methods_.clear();
    ++cuts_;
  }
  /// Changes whenever rows other than the oldest are removed: their results become invalid.
  long cuts() const { return cuts_; }

  std::size_t size() const { return width_ == 0 ? 0 : rows_.size() / width_; }
  int effector_count() const { return effectors_; }
  int aim_count() const { return aims_; }
  int sigma_count() const { return sigmas_; }
  int loop_count() const { return loops_; }

  /// The row of a step, or the nearest row. \pre there is a row
  std::size_t row_of(long step) const;
  /// The first row at a time or later, s; size() if there is none.
  std::size_t row_at(double time) const;

  /// The methods that made the rows, in the order of steps; neighbours differ. The first stretch
  /// may begin before row 0. Empty without rows.
  const std::deque<MethodStretch>& methods() const { return methods_; }
  /// The method that made a step, or the nearest recorded one. \pre there is a row
  const ik::MethodInfo& method_at(long step) const;

  /// Row 0 is the oldest.
  long step(std::size_t row) const { return static_cast<long>(value(row, kStep)); }
  double time(std::size_t row) const { return value(row, kTime); }                ///< s
  double error(std::size_t row, int i) const { return value(row, kErrors + i); }  ///< m
  double mean_error(std::size_t row) const;                                       ///< m
  double total_error(std::size_t row) const;                                      ///< m
  double aim_error(std::size_t row, int i) const {
    return value(row, kErrors + effectors_ + i);
  }  ///< rad
  /// How far a loop is open, m; rad for a joint that turns.
  double loop_gap(std::size_t row, int i) const {
    return value(row, kErrors + effectors_ + aims_ + i);
  }
  double sigma(std::size_t row, int i) const {
    return value(row, kErrors + effectors_ + aims_ + loops_ + i);
  }  ///< m / rad
  double jitter_deg(std::size_t row) const { return value(row, kJitter); }
  double largest_step_deg(std::size_t row) const { return value(row, kLargestStep); }
  /// The damping in use, m / rad; NaN if the method has none.
  double lambda(std::size_t row) const { return value(row, kLambda); }
  double update_ns(std::size_t row) const { return value(row, kUpdate); }
  ik::Outcome outcome(std::size_t row) const {
    return static_cast<ik::Outcome>(static_cast<int>(value(row, kOutcome)));
  }
  double bends(std::size_t row) const { return value(row, kBends); }  ///< Motion::all_bends
  double ways(std::size_t row) const { return value(row, kWays); }    ///< Motion::ways()
  /// Shaking over the kRecentSteps steps up to this row, with one set-up.
  RecentShaking recent(std::size_t row) const;

 private:
  enum Column {
    kStep,
    kTime,
    kJitter,
    kLargestStep,
    kLambda,
    kUpdate,
    kOutcome,
    kBends,
    kWays,
    kRecent,                // the members of RecentShaking
    kErrors = kRecent + 5,  // then aims, loops and sigmas
  };
  double value(std::size_t row, int column) const {
    return rows_[row * width_ + static_cast<std::size_t>(column)];
  }

  std::size_t capacity_;
  std::size_t width_ = 0;
  int effectors_ = 0, aims_ = 0, loops_ = 0, sigmas_ = 0;
  long cuts_ = 0;
  std::deque<double> rows_;
  std::deque<MethodStretch> methods_;
  ShakingNow now_;  // of the last row
};

/// The measures of a lane over some steps: a row of the table that compares lanes.
struct Standing {
  long steps = 0;
  double mean_error = 0.0;  ///< over steps and effectors, m
  double max_error = 0.0;   ///< m
  double mean_jitter_deg = 0.0;
  double roughness = 0.0;  ///< as in Summary
  double update_ns = 0.0;  ///< median; 0 if nothing was timed
};

/// The standing over the steps with first < step <= last.
Standing standing(const History& history, long first, long last);

/// The histories of a timeline's lanes. With another number of effectors, aims or singular values,
/// each lane starts a new history, and returns to its earlier one if the timeline goes back.
class Histories {
 public:
  Histories() = default;
  Histories(Histories&&) = default;
  Histories& operator=(Histories&&) = default;

  /// Adds the present row of every lane, see History::add().
  void add(const Timeline& timeline);
  /// The histories of the present lanes and the present body, by lane.
  std::span<const History* const> shown() const { return shown_; }
  /// Sets the singular values of the last row of a lane, see History::set_sigmas().
  void set_sigmas(std::size_t lane, std::span<const double> sigmas);
  /// Removes the rows after a step, of all lanes and bodies.
  void cut(long step);
  /// Removes the histories since a step at which the body changes. add() must follow.
  void drop(long step);
  void clear();

 private:
  std::map<std::pair<long, int>, History> histories_;  // by body_begin() and the lane's id
  std::vector<History*> shown_;
  const Scene* scene_ = nullptr;  // scene of the last row
  long step_ = 0;                 // step of the last row
  long begin_ = 0;                // step in which the body of the last row began
};

}  // namespace lab
