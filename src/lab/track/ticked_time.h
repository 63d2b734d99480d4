#pragma once

#include <algorithm>

namespace lab {

/// Shown time of an update. By a coarse clock, such as a browser's, most updates take no time and a
/// few take a whole tick: then it is the mean of about the last 2000 updates.
class TickedTime {
 public:
  /// \param ns as measured
  void add(double ns) {
    const double share = std::max(1.0 / static_cast<double>(++count_), kLeastShare);
    last_ = ns;
    mean_ += share * (ns - mean_);
    zeros_ += share * ((ns <= 0.0 ? 1.0 : 0.0) - zeros_);
  }
  /// Restarts the mean, as after a change of the method.
  void restart() { count_ = 0; }
  double ns() const { return zeros_ > kManyZeros ? mean_ : last_; }

 private:
  static constexpr double kLeastShare = 1e-3;  // of one value in the mean
  static constexpr double kManyZeros = 0.02;   // share of updates without time

  long count_ = 0;
  double last_ = 0.0, mean_ = 0.0, zeros_ = 0.0;
};

}  // namespace lab
