#pragma once

#include "iklab/problem.h"

#include "ik/task/method.h"

#include <Eigen/Core>

#include <vector>

namespace ik {

/// True if any joint of the multibody has a limit.
bool has_limits(const Multibody& multibody);

/// The part of dtheta_j that joint j's limits allow from theta_j. A joint that stands outside its
/// limits may come back and go no further out.
double allowed_step(const Joint& joint, double theta, double dtheta);

/// Cuts every joint's step short at its limits.
/// \returns how many were cut
int clamp_to_limits(const Multibody& multibody, const Eigen::VectorXd& theta,
                    Eigen::VectorXd& dtheta);

/// Puts the joints that went all the way to a limit exactly onto it: theta + (limit - theta) may
/// miss it by a rounding.
/// \param dtheta (n) as clamp_to_limits leaves it, from the joints' places `before` (n)
/// \param[in,out] theta (n) before + dtheta
void land_on_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                    const Eigen::VectorXd& dtheta, Eigen::VectorXd& theta);

/// Puts every joint of theta (n) that is beyond a limit onto it; one that stands outside its limits
/// at `before` (n) goes no further out.
/// \returns how many were put back
int keep_within_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                       Eigen::VectorXd& theta);

/// What joint j's limits allow of its step as methods see it, before its mobility: at least 0 to
/// either side, as in allowed_step. Infinite where there is no limit or the joint is frozen.
struct StepRange {
  double least, most;
};
StepRange step_range(const Problem& problem, int j);

/// The longest step of an update, by the largest of its angles and of its slides.
struct StepCaps {
  double angle = kUnlimited;  ///< rad
  double slide = kUnlimited;  ///< m
};

/// How an update's step came about.
struct StepReport {
  Outcome outcome = Outcome::kReached;  ///< as the method gave it
  bool capped = false;                  ///< a cap shortened the step
  int joints_at_limits = 0;             ///< joints that limits held or stopped
};

/// A method's step within caps and joint limits.
///
/// LimitRule::kProject follows projected Newton methods (Bertsekas 1982), for any method:
///
///   held   theta_j = upper_j and (J^T e)_j > 0, or theta_j = lower_j and (J^T e)_j < 0;
///          and a joint at its limit that the step of the free joints would push beyond it
///   step   the method's for the free joints, the held ones being frozen
///   pose   P(theta + dtheta), P puts each joint that is beyond a limit onto it
///
/// Where limits take part the step is halved while F (objective_change) would rise at that pose,
/// six times at most. At rest the held joints are those whose limits bear a force, and J^T e is 0
/// in the others: the conditions of Karush, Kuhn and Tucker. Methods that try poses before they
/// step try P of them (Problem::keeps_limits). A method that keeps limits itself (MethodTraits) is
/// only cut.
///
/// Scratch of the caller: a warm step allocates nothing.
class LimitedStep {
 public:
  /// Leaves the step in w.dtheta (n), cut at the limits unless the rule ignores them.
  /// \param problem its `mobility` counts; `held` and `keeps_limits` are set here
  StepReport propose(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                     LimitRule rule, Workspace& w);

 private:
  struct Question;  // what the method is asked, again and again
  void hold_pushed_joints(Question& question);
  void hold_stopped_joints(Question& question);
  void shorten_until_error_falls(Question& question);
  void hold(Question& question, int j, double way);

  std::vector<double> mobility_, held_;
};

/// Moves the body by a step: theta += dtheta, exactly onto the limits that it goes all the way to,
/// where they count, and forward kinematics.
/// \param[in,out] pose   where the body is, and then where it has come to
/// \param[out]    before where it was
void take_step(const Multibody& multibody, const Eigen::VectorXd& dtheta, bool keeps_limits,
               Pose& pose, Pose& before);

}  // namespace ik
