#pragma once

#include "iklab/problem.h"

#include "ik/task/method.h"

#include <Eigen/Core>

#include <vector>

namespace ik {

/// True if any joint has a limit.
bool has_limits(const Multibody& multibody);

/// dtheta clamped to the joint's limits, from theta. A joint outside its limits may move back, but
/// not further out.
double allowed_step(const Joint& joint, double theta, double dtheta);

/// Clamps every joint's step to allowed_step. \returns the number of clamped joints
int clamp_to_limits(const Multibody& multibody, const VectorX& theta, VectorX& dtheta);

/// Sets joints that moved to a limit exactly to the limit: before + (limit - before) may miss it by
/// rounding.
/// \param dtheta (n) the result of clamp_to_limits from `before` (n)
/// \param[in,out] theta (n) before + dtheta
void land_on_limits(const Multibody& multibody, const VectorX& before, const VectorX& dtheta,
                    VectorX& theta);

/// Clamps theta (n) to the limits. A joint that is outside its limits at `before` (n) may stay
/// outside, but not further out. \returns the number of clamped joints
int keep_within_limits(const Multibody& multibody, const VectorX& before, VectorX& theta);

/// Clamps theta (n) to the limits. \returns the number of clamped joints
int put_within_limits(const Multibody& multibody, VectorX& theta);

/// A range of theta or of a step, rad or m.
struct StepRange {
  double least, most;
};
/// The range of steps of joint j that allowed_step leaves unchanged, divided by the joint's
/// mobility; least <= 0 <= most. Infinite without a limit and for a frozen joint.
StepRange step_range(const Problem& problem, int j);

/// A method's step, with the turns of limbs to their poles.
Outcome step_with_poles(const AnyMethod& method, const Problem& problem, Workspace& w);

/// Caps: maximum angle and maximum slide of a step.
struct StepCaps {
  double angle = kUnlimited;  ///< rad
  double slide = kUnlimited;  ///< m
};

/// Scales a step so that it keeps the caps. \returns true if it was scaled
bool clamp_to_caps(const Multibody& multibody, const StepCaps& caps, VectorX& dtheta);

/// The report of LimitedStep::propose.
struct StepReport {
  Outcome outcome = Outcome::kReached;  ///< outcome of the method
  bool capped = false;                  ///< true if a cap shortened the step
  int joints_at_limits = 0;             ///< number of joints held or clamped at limits
};

/// A method's step within caps and joint limits.
///
/// LimitRule::kProject follows projected Newton methods (Bertsekas 1982), for any method:
///
///   held   theta_j = upper_j and (J^T e)_j > 0, or theta_j = lower_j and (J^T e)_j < 0;
///          and a joint at its limit that the step of the free joints would push beyond it
///   step   the method's step for the free joints, with the held joints frozen
///   pose   P(theta + dtheta), where P clamps each joint to its limits
///
/// If joints are held or clamped, the step is halved while F (objective_change) would rise at that
/// pose, at most six times. At rest the pose satisfies the Karush-Kuhn-Tucker conditions: the
/// limits of the held joints bear a force, and J^T e is 0 for the other joints. Methods with trial
/// poses apply P to them (Problem::keeps_limits). If a method keeps limits itself (MethodTraits),
/// its step is only clamped.
///
/// A body with loops ends every step in a pose that closes them, within the limits: the step is
/// halved until one is near, at most twelve times, else the body stands.
///
/// Holds scratch: a warm step allocates nothing.
class LimitedStep {
 public:
  /// Leaves the step in w.dtheta (n), clamped to the limits.
  /// \param problem its `mobility` and `held` are used; `keeps_limits` is set here
  /// \pre with LimitRule::kIgnore the problem's body is Multibody::without_limits(): methods read
  ///   the limits too
  StepReport propose(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                     LimitRule rule, Workspace& w);

 private:
  struct Question;  // state of one propose(): the method may solve the problem several times
  void reserve(const Problem& problem, Workspace& w);
  StepReport propose_closed(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                            LimitRule rule, Workspace& w);
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
