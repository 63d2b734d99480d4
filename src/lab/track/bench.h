#pragma once

#include <functional>
#include <vector>

#include "lab/track/setup.h"
#include "lab/track/tracker.h"

namespace lab {

/// A clock to time updates with, in nanoseconds from any start. The laboratory has none itself.
using Clock = std::function<double()>;

/// The experiment of a setup: one tracker a lane, all in the same step, on the same targets.
///
/// A value: a copy goes on from where it was taken, to the same bits.
class Bench {
 public:
  explicit Bench(Setup setup);

  /// The present setup from here on. Lanes are told apart by their ids; a new one starts from the
  /// front one's pose.
  /// \pre the scene is the same one, there is a lane, and every value is one that its setting takes
  void apply(const Setup& setup);

  /// One time step of every lane. \param clock times the updates; may be empty
  void step(const Clock& clock = {});
  void reset();  ///< row 0, with the present setup: the scene's pose, pushed as it says

  const Setup& setup() const { return setup_; }
  std::size_t size() const { return trackers_.size(); }
  const Tracker& tracker(std::size_t lane) const { return trackers_[lane]; }
  const Tracker& front() const { return trackers_[setup_.front]; }
  Tracker& front() { return trackers_[setup_.front]; }
  long step_count() const { return front().step_count(); }
  /// What an update of the lane's last step took, ns; 0 where nobody held a clock.
  double update_ns(std::size_t lane) const { return update_ns_[lane]; }

  /// Prepares the lanes' methods, see Tracker::prepare. \returns the least share that is done
  double prepare(int portions);
  double prepared() const;

 private:
  Setup setup_;
  std::vector<Tracker> trackers_;
  std::vector<double> update_ns_;
};

}  // namespace lab
