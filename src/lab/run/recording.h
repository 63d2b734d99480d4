#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/run/changes.h"
#include "lab/run/metrics.h"
#include "lab/run/timeline.h"
#include "lab/track/tracker.h"

namespace lab {

/// Everything that a tracker did, one row per step, in the scene file's order of joints.
class Recording {
 public:
  /// An empty recording with the tracker's scene, method and settings.
  explicit Recording(const Tracker& tracker);

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
  const std::vector<std::string>& loops() const { return loops_; }

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
  /// How far a loop is open, m; rad for a joint that turns.
  double loop_gap(std::size_t row, int loop) const {
    return value(row,
                 2 + joint_count() + 7 * effector_count() + static_cast<int>(aims_.size()) + loop);
  }
  /// ShakingNow's mean of the jitter up to this row, degrees; NaN in the first rows.
  double recent_jitter(std::size_t row) const {
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
  std::vector<std::string> joints_, effectors_, aims_, loops_;
  std::size_t width_;
  std::vector<long> steps_;
  std::vector<double> values_;  // row by row
  ShakingNow now_;              // of the last row
};

struct LaneRecording {
  /// Rows of one method: from `first` up to the next stretch.
  struct MethodRows {
    std::size_t first;
    const ik::MethodInfo* method;
  };

  int id;          ///< Lane::id
  Recording rows;  ///< with the lane's initial method and settings
  std::vector<MethodRows> methods;

  const ik::MethodInfo& method_of(std::size_t row) const;
  std::size_t end_of(std::size_t stretch) const {
    return stretch + 1 < methods.size() ? methods[stretch + 1].first : rows.rows();
  }
};

/// The recording of a run of one body: the rows of every lane, and every change of the setup with
/// its step. Each row has the method that made it.
class RunRecording {
 public:
  /// Starts with the present rows and the present setup.
  explicit RunRecording(const Timeline& run);

  /// Adds the latest step of the run, then its changes as follow() does.
  void add(const Timeline& run);
  /// Adds the changes at the run's present step. A new lane starts with its present row.
  /// \pre since the last call the run has advanced by at most one step, with the same body
  void follow(const Timeline& run);

  const Setup& initial() const { return initial_; }
  /// The lanes in the order in which they started, including removed ones.
  const std::vector<LaneRecording>& lanes() const { return lanes_; }
  /// The changes after the first row.
  std::span<const SetupChange> changes() const { return changes_; }
  std::vector<ChangeNote> notes() const { return change_notes(initial_, changes_, begin_); }
  long steps() const { return last_.step - begin_.step; }
  double time() const { return last_.time; }  ///< when the last step was recorded, s
  std::size_t rows() const;                   ///< in all lanes together
  bool several_methods() const;

 private:
  void take_rows(const Bench& bench, bool new_lanes_alone);

  Setup initial_;
  RunBegin begin_, last_;  // the first and the last recorded step
  std::size_t taken_;      // number of the run's changes that are added
  std::vector<LaneRecording> lanes_;
  std::vector<SetupChange> changes_;
};

}  // namespace lab
