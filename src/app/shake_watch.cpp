#include "app/shake_watch.h"

#include <algorithm>

namespace app {

void ShakeWatch::forget() {
  observer_.clear();
  diagnosis_.reset();
  fresh_ = false;
}

void ShakeWatch::look(const lab::Tracker& tracker, double wall_seconds, const lab::Clock& clock) {
  if (wall_seconds > 0.0) waited_ = std::min(waited_ + wall_seconds, pause_);
  if (!fresh_ || waited_ < pause_ || observer_.weight() < kLeastSteps) return;
  const double start = clock ? clock() : 0.0;
  diagnosis_ = lab::diagnose(tracker, observer_);
  const double took = clock ? 1e-9 * (clock() - start) : 0.0;
  pause_ = std::max(kBetween, took / kMostShare);
  waited_ = 0.0;
  fresh_ = false;
}

}  // namespace app
