#pragma once

#include <vector>

#include "lab/track/status_trial.h"

namespace lab {

/// The status of every effector, by a complete StatusTrial.
inline std::vector<EffectorStatus> effector_statuses(const Tracker& tracker) {
  StatusTrial trial(tracker);
  while (!trial.advance(kTrialUpdates)) {
  }
  std::vector<EffectorStatus> statuses;
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    statuses.push_back(*trial.status(i));
  }
  return statuses;
}

}  // namespace lab
