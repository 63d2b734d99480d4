#pragma once

#include <vector>

#include "lab/tracker.h"

namespace lab {

/// The last steps of a tracker, for live plots: a ring that forgets the oldest.
class History {
 public:
  explicit History(std::size_t capacity = 2000) : capacity_(capacity) {}

  /// Takes in the tracker's present row. A tracker that went back in time starts the ring anew.
  void add(const Tracker& tracker);
  void clear();

  std::size_t size() const { return times_.size(); }
  int effector_count() const { return static_cast<int>(errors_.size()); }
  /// Row 0 is the oldest.
  double time(std::size_t row) const { return times_[slot(row)]; }  ///< s
  double error(std::size_t row, int i) const {
    return errors_[static_cast<std::size_t>(i)][slot(row)];
  }  ///< m
  double jitter_deg(std::size_t row) const { return jitters_[slot(row)]; }

 private:
  std::size_t slot(std::size_t row) const { return (first_ + row) % times_.size(); }

  std::size_t capacity_;
  std::size_t first_ = 0;  // slot of the oldest row
  std::vector<double> times_, jitters_;
  std::vector<std::vector<double>> errors_;  // an effector each
};

}  // namespace lab
