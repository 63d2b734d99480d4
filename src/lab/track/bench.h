#pragma once

#include <functional>
#include <vector>

#include "lab/track/setup.h"
#include "lab/track/ticked_time.h"
#include "lab/track/tracker.h"

namespace lab {

/// A clock to time updates with, in nanoseconds from any start. The laboratory has none itself.
using Clock = std::function<double()>;

/// The experiment of a setup: one tracker for each lane, all on the same targets and at the same
/// step.
///
/// A value: a copy goes on from there to the same bits.
class Bench {
 public:
  explicit Bench(Setup setup);

  /// Takes over another setup from this step on. Lanes are matched by id; a new lane starts from
  /// the front lane's pose. Another scene changes the body, see Tracker::apply. \pre at least one
  /// lane, and values that their settings accept
  void apply(const Setup& setup);

  /// One time step of every lane. \param clock times the updates; may be empty
  void step(const Clock& clock = {});
  void reset();  ///< back to row 0 with the present setup

  const Setup& setup() const { return setup_; }
  std::size_t size() const { return trackers_.size(); }
  const Tracker& tracker(std::size_t lane) const { return trackers_[lane]; }
  const Tracker& front() const { return trackers_[setup_.front]; }
  Tracker& front() { return trackers_[setup_.front]; }
  long step_count() const { return front().step_count(); }
  /// Time of an update in the lane's last step, ns, see TickedTime; 0 without a clock.
  double update_ns(std::size_t lane) const { return update_time_[lane].ns(); }

  /// Prepares the lanes' methods, see Tracker::prepare. \returns the least share done
  double prepare(int portions, ik::PreparationStore* store = nullptr);
  double prepared() const;

 private:
  Setup setup_;
  std::vector<Tracker> trackers_;
  std::vector<TickedTime> update_time_;
};

}  // namespace lab
