#include "ui/kit/timing.h"

#include <algorithm>
#include <numeric>

namespace ui {

void Samples::add(double value) {
  values_[next_] = value;
  next_ = (next_ + 1) % kCapacity;
  count_ = std::min(count_ + 1, kCapacity);
}

double Samples::median() const {
  if (count_ == 0) return 0.0;
  std::array<double, kCapacity> sorted = values_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count_ / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count_));
  return *middle;
}

double Samples::mean() const {
  if (count_ == 0) return 0.0;
  const auto end = values_.begin() + static_cast<std::ptrdiff_t>(count_);
  return std::accumulate(values_.begin(), end, 0.0) / static_cast<double>(count_);
}

std::optional<double> Timing::speed() const {
  constexpr double kEnough = 0.5;  // s, so that one slow frame has little effect
  const double real = real_s.mean();
  if (real * static_cast<double>(real_s.size()) < kEnough) return std::nullopt;
  return simulated_s.mean() / real;
}

}  // namespace ui
