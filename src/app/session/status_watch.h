#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/run/experiment.h"
#include "lab/track/status_trial.h"

namespace app {

/// Finds out how the effectors of a tracker that runs are doing, a few updates of a trial a frame:
/// what place alone tells is of this very frame, the rest of the step that the trial began with.
class StatusWatch {
 public:
  static constexpr double kAFrame = 5e4;  ///< ns that a frame may take for it, or a little more
  static constexpr int kPortion = 4;      ///< updates between two looks at the clock
  static constexpr int kUpdates = 24;     ///< a frame where there is no clock

  /// Once a frame. A state that is judged already costs a comparison.
  /// \param clock ns; may be empty
  void look(const lab::Tracker& tracker, const lab::Clock& clock);
  /// What was found says nothing of what comes: the set-up or the run is another one.
  void forget();

  /// By effector, none where it is not known yet; empty before the first look.
  std::span<const std::optional<lab::EffectorStatus>> statuses() const { return statuses_; }

 private:
  bool is_judged(const lab::Tracker& tracker) const;
  void take_in();

  std::optional<lab::StatusTrial> trial_;
  // the state that the trial began with
  long step_ = -1;
  Eigen::VectorXd theta_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<std::optional<lab::EffectorStatus>> tried_, statuses_;
};

}  // namespace app
