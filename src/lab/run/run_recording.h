#pragma once

#include <span>
#include <vector>

#include "lab/run/changes.h"
#include "lab/run/recording.h"
#include "lab/run/timeline.h"

namespace lab {

/// The recording of one lane.
struct LaneRecording {
  /// Rows of one method: from `first` up to the next stretch.
  struct MethodRows {
    std::size_t first;
    const ik::MethodInfo* method;
  };

  int id;          ///< Lane::id
  Recording rows;  ///< with the lane's initial method and settings
  std::vector<MethodRows> methods;

  /// The method that made a row.
  const ik::MethodInfo& method_of(std::size_t row) const;
  /// The end of a stretch of `methods`.
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
