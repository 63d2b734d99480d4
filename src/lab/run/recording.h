#pragma once

#include <string>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// Everything that a tracker did, one row per step. Joints and effectors are in the scene file's
/// order.
class Recording {
 public:
  /// An empty recording with the tracker's scene, method and settings.
  explicit Recording(const Tracker& tracker);

  /// Adds the tracker's present row.
  void add(const Tracker& tracker);
  void clear();  ///< removes all rows

  /// Memory of a row, bytes.
  std::size_t row_bytes() const { return sizeof(long) + sizeof(double) * width_; }

  std::size_t rows() const { return steps_.size(); }
  int joint_count() const { return static_cast<int>(joints_.size()); }
  int effector_count() const { return static_cast<int>(effectors_.size()); }
  const std::vector<std::string>& joints() const { return joints_; }
  const std::vector<std::string>& effectors() const { return effectors_; }
  /// The aiming effectors, in the order of the goals.
  const std::vector<std::string>& aims() const { return aims_; }

  long step(std::size_t row) const { return steps_[row]; }
  double time(std::size_t row) const { return value(row, 0); }              ///< s
  double theta(std::size_t row, int j) const { return value(row, 1 + j); }  ///< rad or m
  /// s_i and t_i, axis 0 to 2, m, and |t_i - s_i|, m.
  double effector(std::size_t row, int i, int axis) const {
    return value(row, 1 + joint_count() + 3 * i + axis);
  }
  double target(std::size_t row, int i, int axis) const {
    return value(row, 1 + joint_count() + 3 * (effector_count() + i) + axis);
  }
  double error(std::size_t row, int i) const {
    return value(row, 1 + joint_count() + 6 * effector_count() + i);
  }
  /// Mean over the effectors, m.
  double mean_error(std::size_t row) const {
    double sum = 0.0;
    for (int i = 0; i < effector_count(); ++i) sum += error(row, i);
    return sum / effector_count();
  }
  /// The angle between an aim and its target, rad.
  double aim_error(std::size_t row, int aim) const {
    return value(row, 2 + joint_count() + 7 * effector_count() + aim);
  }
  /// |theta_k - 2 theta_{k-1} + theta_{k-2}| of the angular joints, degrees; 0 in the first rows.
  double jitter_deg(std::size_t row) const {
    return value(row, 1 + joint_count() + 7 * effector_count());
  }

  const std::string& scene() const { return scene_; }
  const ik::MethodInfo& method() const { return *method_; }  ///< at the start of the recording
  const Settings& settings() const { return settings_; }     ///< at the start

 private:
  double value(std::size_t row, int column) const {
    return values_[row * width_ + static_cast<std::size_t>(column)];
  }

  std::string scene_;
  const ik::MethodInfo* method_;
  Settings settings_;
  std::vector<std::string> joints_, effectors_, aims_;
  std::size_t width_;
  std::vector<long> steps_;
  std::vector<double> values_;  // row by row
};

}  // namespace lab
