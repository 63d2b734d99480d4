#pragma once

#include "iklab/problem.h"

#include "ik/task/method.h"

#include <Eigen/Core>

#include <vector>

namespace ik {

/// True if any joint has a limit.
bool has_limits(const Multibody& multibody);

/// The part of dtheta that the joint's limits allow from theta. A joint outside its limits may move
/// back, but not further out.
double allowed_step(const Joint& joint, double theta, double dtheta);

/// Cuts every joint's step to allowed_step. \returns how many were cut
int clamp_to_limits(const Multibody& multibody, const VectorX& theta, VectorX& dtheta);

/// Puts joints that moved to a limit exactly onto it: before + (limit - before) may miss it by
/// rounding.
/// \param dtheta (n) the result of clamp_to_limits from `before` (n)
/// \param[in,out] theta (n) before + dtheta
void land_on_limits(const Multibody& multibody, const VectorX& before, const VectorX& dtheta,
                    VectorX& theta);

/// Puts every joint of theta (n) that is beyond a limit onto it; one that is outside its limits at
/// `before` (n) goes no further out. \returns how many were moved
int keep_within_limits(const Multibody& multibody, const VectorX& before, VectorX& theta);

/// Puts every joint of theta (n) that is beyond a limit onto it. \returns how many were moved
int put_within_limits(const Multibody& multibody, VectorX& theta);

/// A range of theta or of its step, rad or m.
struct StepRange {
  double least, most;
};
/// The steps that joint j's limits allow, before its mobility: least <= 0 <= most, as in
/// allowed_step. Infinite without a limit and for a frozen joint.
StepRange step_range(const Problem& problem, int j);

/// Caps on the largest angle and the largest slide of a step.
struct StepCaps {
  double angle = kUnlimited;  ///< rad
  double slide = kUnlimited;  ///< m
};

/// The report of LimitedStep::propose.
struct StepReport {
  Outcome outcome = Outcome::kReached;  ///< of the method
  bool capped = false;                  ///< a cap shortened the step
  int joints_at_limits = 0;             ///< joints that were held or cut at limits
};

/// A method's step within caps and joint limits.
///
/// LimitRule::kProject follows projected Newton methods (Bertsekas 1982), for any method:
///
///   held   theta_j = upper_j and (J^T e)_j > 0, or theta_j = lower_j and (J^T e)_j < 0;
///          and a joint at its limit that the step of the free joints would push beyond it
///   step   the method's for the free joints, with the held ones frozen
///   pose   P(theta + dtheta), P puts each joint that is beyond a limit onto it
///
/// If joints are held or put onto limits, the step is halved while F (objective_change) would rise
/// at that pose, six times at most. At rest the held joints are those whose limits bear a force,
/// and J^T e is 0 for the others: the conditions of Karush, Kuhn and Tucker. Methods that try poses
/// before they step try P of them (Problem::keeps_limits). The step of a method that keeps limits
/// itself (MethodTraits) is only cut.
///
/// Holds scratch: a warm step allocates nothing.
class LimitedStep {
 public:
  /// Leaves the step in w.dtheta (n), cut at the limits.
  /// \param problem its `mobility` counts; `held` and `keeps_limits` are set here
  /// \pre with LimitRule::kIgnore the problem's body is Multibody::without_limits, since methods
  ///   read the limits, too
  StepReport propose(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                     LimitRule rule, Workspace& w);

 private:
  struct Question;  // the problem, which the method may solve several times
  void reserve(const Problem& problem, Workspace& w);
  void hold_pushed_joints(Question& question);
  void hold_stopped_joints(Question& question);
  void shorten_until_error_falls(Question& question);
  void hold(Question& question, int j, double way);

  std::vector<double> mobility_, held_;
};

/// Moves the body by a step: theta += dtheta and forward kinematics.
/// \param keeps_limits applies land_on_limits
/// \param[in,out] pose \param[out] before the pose before the step
void take_step(const Multibody& multibody, const VectorX& dtheta, bool keeps_limits, Pose& pose,
               Pose& before);

}  // namespace ik
