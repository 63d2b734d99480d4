#include "lab/history.h"

#include "lab/metrics.h"

namespace lab {

void History::clear() {
  first_ = 0;
  times_.clear();
  jitters_.clear();
  errors_.clear();
}

void History::add(const Tracker& tracker) {
  const auto effectors = static_cast<std::size_t>(tracker.multibody().effector_count());
  if (effectors != errors_.size() || (size() > 0 && tracker.time() <= time(size() - 1))) {
    clear();
    errors_.resize(effectors);
  }

  const auto put = [this](std::vector<double>& ring, double value) {
    if (ring.size() < capacity_) {
      ring.push_back(value);
    } else {
      ring[first_] = value;
    }
  };
  const bool full = size() == capacity_;
  put(jitters_, lab::jitter_deg(tracker));
  for (std::size_t i = 0; i < effectors; ++i) put(errors_[i], tracker.errors()[i]);
  put(times_, tracker.time());
  if (full) first_ = (first_ + 1) % capacity_;
}

}  // namespace lab
