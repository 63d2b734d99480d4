#pragma once

#include "ik/solve/goal_rows.h"
#include "ik/solve/joint_ranges.h"

namespace ik {

/// Descends to the closest pose where the goals are out of reach: Newton's method in a trust
/// region, with joints held at limits (More and Sorensen 1983; Bertsekas 1982).
///
///   minimise F = 1/2 sum w_g |e_g|^2 within the limits, with the exact Hessian of task_hessian
///
/// Damped least squares does not converge there, because the errors that remain belong to the
/// Hessian. With AxisTolerance it is J^T J instead, since the Hessian knows no axes.
class Descent {
 public:
  void reserve(const Multibody& multibody);

  /// \param[in,out] pose it and its forward kinematics; never worse than before
  /// \param updates most steps \returns the number of steps
  int run(const Goals& goals, GoalRows& rows, const JointRanges& ranges, int updates, Pose& pose);

  /// Computes the forces on limits at a pose, for next_pushing.
  void look(const Goals& goals, GoalRows& rows, const JointRanges& ranges, const Pose& pose) {
    model(goals, rows, ranges, pose);
  }

  /// True if Stop::give_up ended the last run.
  bool given_up() const { return given_up_; }
  /// True if the last run came to rest: no step lowers F.
  bool rests() const { return rests_; }
  /// True if the last run rests at a minimum, not at a saddle as a straight arm that is pushed
  /// along itself does. Always true with AxisTolerance.
  bool at_minimum() const { return at_minimum_; }
  /// The joint whose limit bears the largest force at a pose, among the joints that are not yet
  /// marked; solver's order, -1 if none. \param[in,out] marks (n) the joint is marked
  int next_pushing(std::vector<char>& marks) const;

 private:
  bool model(const Goals& goals, GoalRows& rows, const JointRanges& ranges, const Pose& pose);
  double change(const Goals& goals, GoalRows& rows, const Pose& from, const Pose& to) const;
  Problem problem_of(const Goals& goals, const Pose& pose) const;

  MatrixX J_, H_, A_, tree_;
  VectorX e_, g_, x_, scratch_;
  Pose trial_;
  std::vector<double> scales_;  // (n) theta per x, 0 for joints that stay
  bool given_up_ = false, rests_ = false, at_minimum_ = false;
  std::vector<double> forces_;  // (n) |dF/dx| of joints that limits hold, at the last model
};

}  // namespace ik
