#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "lab/track/setup.h"
#include "lab/track/tracker.h"

namespace lab {

/// The displayed time of an update. With a coarse clock, as in a browser, most updates take no time
/// and a few take a whole tick; then it is the mean of about the last 2000 updates.
class TickedTime {
 public:
  /// \param ns as measured
  void add(double ns) {
    const double share = std::max(1.0 / static_cast<double>(++count_), kMinShare);
    last_ = ns;
    mean_ += share * (ns - mean_);
    zeros_ += share * ((ns <= 0.0 ? 1.0 : 0.0) - zeros_);
  }
  /// Restarts the mean, for example after a change of the method.
  void restart() { count_ = 0; }
  double ns() const { return zeros_ > kManyZeros ? mean_ : last_; }

 private:
  static constexpr double kMinShare = 1e-3;   // smallest weight of one value in the mean
  static constexpr double kManyZeros = 0.02;  // share of updates without time

  long count_ = 0;
  double last_ = 0.0, mean_ = 0.0, zeros_ = 0.0;
};

/// A clock for timing updates, ns from any start. The lab library itself has none.
using Clock = std::function<double()>;

/// The experiment of a setup: one tracker per lane, all with the same targets and at the same step.
///
/// A value: a copy continues bit for bit like the original.
class Bench {
 public:
  explicit Bench(Setup setup);

  /// Applies another setup from this step. Lanes are matched by id; a new lane starts in the front
  /// lane's pose. Another scene changes the body, see Tracker::apply.
  /// \pre at least one lane, and values that their settings accept
  void apply(const Setup& setup);

  /// Makes one time step of every lane.
  /// \param clock times the updates; may be empty
  void step(const Clock& clock = {});
  /// A part of a step: about `updates` updates, lane after lane. Until the step is complete,
  /// nothing else may change the bench. \returns whether the step is complete
  bool step_part(int updates, const Clock& clock = {});
  /// Number of updates of the slowest lane that take about this time, ns; at least one. See
  /// estimated_update_ns().
  int updates_in(double ns) const;
  void reset();  ///< back to row 0 with the present setup

  const Setup& setup() const { return setup_; }
  std::size_t size() const { return trackers_.size(); }
  const Tracker& tracker(std::size_t lane) const { return trackers_[lane]; }
  const Tracker& front() const { return trackers_[setup_.front]; }
  Tracker& front() { return trackers_[setup_.front]; }
  long step_count() const { return front().step_count(); }
  /// Time of an update in the lane's last step, ns, see TickedTime; 0 without a clock.
  double update_ns(std::size_t lane) const { return update_time_[lane].ns(); }

  /// Prepares the lanes' methods, see Tracker::prepare.
  /// \returns the smallest share done
  double prepare(int portions, ik::PreparationStore* store = nullptr);
  double prepared() const;
  /// The first lane with an unprepared method; null if all are prepared.
  Tracker* unprepared();

 private:
  Setup setup_;
  std::vector<Tracker> trackers_;
  std::vector<TickedTime> update_time_;
  struct Part {
    std::size_t lane = 0;  // the lanes before it are done
    bool advanced = false;
    double ns = 0.0;  // what that lane's updates took
  };
  Part part_;
};

}  // namespace lab
