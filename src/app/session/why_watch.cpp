#include "app/session/why_watch.h"

#include <algorithm>

namespace app {

void ShakeWatch::forget() {
  observer_.clear();
  diagnosis_.reset();
  trials_.reset();
  fresh_ = false;
}

void ShakeWatch::look(const lab::Tracker& tracker, double wall_seconds, const lab::Clock& clock) {
  if (wall_seconds > 0.0) waited_ = std::min(waited_ + wall_seconds, pause_);
  if (trials_) return try_remedies(wall_seconds, clock);
  if (!fresh_ || waited_ < pause_ || observer_.weight() < kLeastSteps) return;
  const double start = clock ? clock() : 0.0;
  trials_.emplace(tracker, lab::name_causes(tracker, observer_));
  const double took = clock ? 1e-9 * (clock() - start) : 0.0;
  ++namings_;
  pause_ = std::max(kBetween, took / kMostShare);
  waited_ = 0.0;
  fresh_ = false;
  if (!diagnosis_) diagnosis_ = trials_->diagnosis();
  try_remedies(wall_seconds, clock);
}

void ShakeWatch::try_remedies(double wall_seconds, const lab::Clock& clock) {
  constexpr int kPortion = 4;  // steps between two looks at the clock
  const double most = 1e9 * kTrialShare * wall_seconds;
  const double start = clock ? clock() : 0.0;
  while (!trials_->advance(kPortion)) {
    if (clock && clock() - start > most) return;
  }
  diagnosis_ = trials_->diagnosis();
  trials_.reset();
}

}  // namespace app
