#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "ik/solve/completed_arm.h"
#include "ik/solve/descent.h"
#include "ik/solve/goal_rows.h"
#include "ik/solve/joint_ranges.h"
#include "ik/solve/nearest_pose.h"
#include "ik/solve/seven_hinges.h"
#include "ik/solve/six_hinges.h"
#include "ik/solve/unserved.h"
#include "iklab/body.h"

namespace ik {

/// Fills the largest errors of the goals with a weight other than 0; NaN if one is NaN.
void measure(const Problem& problem, Report& report);

/// What the failed attempts of a search leave: the closest poses at which they ended, starts of its
/// last descents, and a limit that alone was in the way. A descent from the pose with the
/// least error often ends farther away than a descent from another pose.
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
  /// The joint of the only limit that an attempt broke to reach the goals, the first found; -1:
  /// none.
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

/// The search of Solver::solve: attempts of damped least squares from one start after the other.
/// Holds all scratch: a second search allocates nothing.
class Reach {
 public:
  /// Allocates for a body, with its limits, the first time. \pre the body stays the same, but for
  /// changes that look_at sees
  void reserve(const Multibody& multibody);
  /// Looks at limits that were changed.
  void look_at(const Multibody& multibody) { rows_.look_at(multibody); }
  /// \param first the first start: the present pose, or the pose where a method's own attempt ended
  /// \param start (n) theta of the present pose
  /// \param used  updates that a method's own attempt used
  /// \returns the report of the search. joint: solver's order
  Report run(const Goals& goals, const Pose& first, const VectorX& start, int used);
  /// Ends a search after attempts that were made elsewhere and did not reach the goals.
  /// \param start the first start
  /// \param closest the closest poses that the attempts found
  /// \param attempts their numbers of attempts and updates
  /// \param stopped no updates were left for further attempts
  Report finish(const Goals& goals, const Pose& start, const ClosestPoses& closest,
                const Report& attempts, bool stopped);
  /// What proves that no pose reaches the goals, whatever the limits; Proof::kNone with
  /// AxisTolerance, which may free an axis. \param start any pose, with forward kinematics
  Proof proof(const Goals& goals, const Pose& start);
  /// True if run() begins with the equations of the arm: it has a closed form. \param start as
  /// above
  bool solves_equations(const Goals& goals, const Pose& start);
  /// True if the start of the last run is within the tolerances, and is preferred: pose() is it.
  bool stood() const { return stood_; }
  /// The pose of the last run or finish: a solution, or the closest pose found. The caller may
  /// take its arrays.
  Pose& pose() { return best_; }
  /// While Stop::give_up is asked: the number of the attempt that makes the step, from 0, or -1 in
  /// the last descents; and theta (n) before the step.
  int attempt_number() const { return attempt_; }
  const VectorX& theta_before_step() const { return pose_.theta; }

  /// Up to `count` different solutions: one of each branch, then their neighbours, each nearest to
  /// `start` first. \param[in,out] found its memory is used again
  void collect(const Goals& goals, const Pose& start, int count, Solutions& found);
  /// See Solver::turns and Solver::turn_count. \param theta (n) solver's order
  std::vector<VectorX> turns(const Goals& goals, const Pose& start, const VectorX& theta, int most);
  double turn_count(const Goals& goals, const Pose& start, const VectorX& theta);
  /// See Solver::same_branch. \param a, b (n) solver's order
  bool same_branch(const Goals& goals, const Pose& start, const VectorX& a, const VectorX& b);

 private:
  /// How an attempt ended.
  enum class End { kReached, kFailed, kStopped };

  Report search(const Goals& goals, const Pose& first, const VectorX& start, int used);
  Report end_elsewhere(const Goals& goals, const Pose& start, const ClosestPoses& closest,
                       const Report& attempts, bool stopped);
  void measure_end(const Goals& goals, Report& report);
  bool begin(const Goals& goals, const Pose& start, int used);
  bool open(const Goals& goals, const Pose& start, int used);
  bool spend(const Goals& goals);
  void place(const Goals& goals);
  End attempt(const Goals& goals, const Pose& from);
  End within_limits(const Goals& goals);
  bool step(const Goals& goals, const Pose& from, bool limits);
  void keep_if_closer(const Goals& goals);
  double score(const Goals& goals);
  Proof prove(const Goals& goals);
  Report end_closest(const Goals& goals, Proof proof, bool stopped, Report report);
  void descend(const Goals& goals, Pose& pose);
  void descend_from_all(const Goals& goals, Proof proof);
  void blame(const Goals& goals, Report& report);
  int updates_left(const Goals& goals) const { return goals.stop.updates - updates_; }

  // by the equations of the arm: reach_equations.cpp
  int read_arm(const Goals& goals, std::span<HingeAxis> axes, Isometry& effector);
  bool set_equation_goal(const Goals& goals);
  bool take_arm(const Goals& goals);
  bool has_closed_form(const Goals& goals);
  bool take_equations(const Goals& goals);
  bool place_by_equations(const Goals& goals, int i);
  bool by_equations(const Goals& goals);
  bool by_closed_form(const Goals& goals);
  bool by_nearest(const Goals& goals);
  bool no_pose_by_equations(const Goals& goals);
  bool collect_by_equations(const Goals& goals, int count, Solutions& found);
  bool collect_families(const Goals& goals, int count, Solutions& found);
  void name_singularity(const Goals& goals, Solutions& found);

  // several solutions: reach_solutions.cpp
  double exactness(const Goals& goals, const VectorX& theta);
  bool is_same(const Goals& goals, const VectorX& a, const VectorX& b);
  int redundancy(const Goals& goals);
  void wish_toward(const VectorX& to, bool modulo_turns);
  bool slide_step(const Goals& goals, bool limits, double share);
  void slide(const Goals& goals, const VectorX& to, bool limits);
  void slide_nearest(const Goals& goals, double best_score);
  std::vector<VectorX> family_of(const Goals& goals, const VectorX& solution, int dimensions);
  bool joins(const Goals& goals, const VectorX& solution, const std::vector<VectorX>& family);
  void join_families(const Goals& goals, std::vector<std::vector<VectorX>>& families,
                     std::vector<VectorX>& solutions);
  void move_to_nearest(const Goals& goals, const std::vector<std::vector<VectorX>>& families,
                       std::vector<VectorX>& solutions);
  void sort_by_distance(std::span<VectorX> poses);

  GoalRows rows_;
  JointRanges ranges_;
  Descent descent_;
  ClosestPoses closest_;
  ClosestPoses nearest_;  // the solutions nearest to the start
  Unserved unserved_;
  SixHinges hinges_;
  NearestPose nearest_form_;
  SevenHinges seven_;
  Isometry goal_ = Isometry::Identity();                   // of hinges_ or seven_
  std::array<int, SixHinges::kJoints> equation_joints_{};  // of hinges_, -1 for one that was added
  int bound_share_ = 1;     // of the poses of hinges_, those in which added joints may be at 0
  double axes_unit_ = 0.0;  // L of the arm in hinges_ while no other joint moves it, else 0
  bool has_equations_ = false,
       is_six_ = false;  // of hinges_: they are known; its joints are hinges
  Pose pose_, best_, trial_;
  VectorX start_;
  VectorX wish_;              // (n) theta that slide_step wishes, in the order of columns
  VectorX held_;              // (n) theta before a step of slide
  std::vector<char> blamed_;  // (n) marks of blame()
  bool reserved_ = false, given_up_ = false, stood_ = false;
  bool no_pose_ = false;  // the closed form found none within the limits
  int updates_ = 0, most_updates_ = 0, attempt_ = 0;
  double gap_ = 0.0;  // m, see shell_gap
};

}  // namespace ik
