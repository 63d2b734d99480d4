#pragma once

#include <algorithm>
#include <array>

#include "iklab/body.h"

namespace ik {

/// What the failed attempts of a search leave: the closest poses at which they ended, from which it
/// descends at last, and a limit that alone was in the way. The pose with the least error is often
/// not the one whose valley is deepest.
class ClosestPoses {
 public:
  static constexpr int kMost = 8;

  /// Allocates for a body of n joints.
  void reserve(int n) {
    for (Entry& entry : entries_) entry.theta.setZero(n);
  }
  void clear() {
    count_ = 0;
    only_limit_ = -1;
  }
  /// The joint beyond whose limit alone an attempt has reached the goals, the first one; -1: none.
  int only_limit() const { return only_limit_; }
  /// \param joint -1 changes nothing
  void take_limit(int joint) {
    if (only_limit_ < 0) only_limit_ = joint;
  }
  int count() const { return count_; }
  /// Pose number i, from the closest on. \returns (n) theta
  const VectorX& theta(int i) const { return entries_[static_cast<std::size_t>(i)].theta; }

  /// Keeps a pose if it is among the closest.
  void offer(double objective, const VectorX& theta) {
    if (count_ == kMost && !(objective < entries_.back().objective)) return;
    std::size_t at = static_cast<std::size_t>(count_ < kMost ? count_++ : kMost - 1);
    entries_[at].objective = objective;
    entries_[at].theta = theta;
    for (; at > 0 && entries_[at].objective < entries_[at - 1].objective; --at) {
      std::swap(entries_[at].objective, entries_[at - 1].objective);
      entries_[at].theta.swap(entries_[at - 1].theta);
    }
  }

 private:
  struct Entry {
    double objective = 0.0;
    VectorX theta;
  };
  std::array<Entry, kMost> entries_;
  int count_ = 0;
  int only_limit_ = -1;
};

}  // namespace ik
