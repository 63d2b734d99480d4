#pragma once

#include <vector>

#include "ik/task/limits.h"

namespace ik {

/// Steps within the joints' largest velocities and accelerations.
///
/// With h the time step, a step moves joint j with the constant velocity v' = dtheta / h, v before
/// it, and keeps
///
///   acceleration  |v' - v| <= a h
///   velocity      |v'| <= V
///   range         v' h + v'^2 / (2 a) <= upper - theta, and so at the lower limit
///
/// A joint that brakes by a h a step moves less than v^2 / (2 a) from there on: after a step that
/// keeps the third line the next one can keep it, too, whatever its h is. A joint beyond a limit,
/// whose range was narrowed, returns to it as fast as the other lines allow. Where they leave no
/// v', the upper line goes first, and the report names the limit that is broken.
///
/// A joint brakes before its goal, too. With g the motion that the goals' own motion asks for, the
/// method's step at the goals less its step at the goals before, and x the rest of the step,
///
///   v' h = g + f(x),    f(x) + f(x)^2 / (2 a h^2) = x
///
/// so that it stops at a goal that stands, and does not lag behind one that moves.
///
/// The joints that a limit cuts are held at it, and the method solves again for the others, as in
/// Flacco, De Luca and Khatib (2012). Holds scratch: a warm step allocates nothing.
class MotionStep {
 public:
  explicit MotionStep(const Multibody& multibody);

  /// Takes the joints' limits of motion from a body whose limits were changed.
  void look_at(const Multibody& multibody);
  /// s; 0: steps take no time, and there are no limits of motion.
  double time_step = 0.0;
  /// True if some joint has a limit that counts.
  bool limits() const { return limited_ && time_step > 0.0; }

  /// The body was placed: it stands.
  void stand();
  /// (n) v', solver's order, rad/s or m/s; see take().
  const VectorX& velocity() const { return velocity_; }

  /// What cut a step. Where several joints were cut, the one whose step lost most.
  struct Cut {
    int joint = -1;
    MotionLimit by = MotionLimit::kNone;
    int broken_joint = -1;  ///< the first joint that cannot keep all limits
    MotionLimit broken = MotionLimit::kNone;
  };

  /// As LimitedStep::propose, within the limits of motion; keeps velocity().
  StepReport propose(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                     LimitRule rule, LimitedStep& limited, Workspace& w, Cut& cut);
  /// For a problem with numbers that no method may see: the body brakes.
  void brake(const Problem& problem, Workspace& w, Cut& cut);
  /// For steps without limits of motion: sets velocity().
  void take(const VectorX& dtheta);

 private:
  /// The velocities that a joint may have, and the limits at its ends.
  struct Range {
    double least = -kUnlimited, most = kUnlimited;
    MotionLimit below = MotionLimit::kNone, above = MotionLimit::kNone;
    MotionLimit broken = MotionLimit::kNone;

    void narrow(double low, double high, MotionLimit limit);
  };
  void begin(const Problem& problem);
  void finish(const Problem& problem, VectorX& dtheta, Cut& cut);
  Range range_of(const Problem& problem, int j) const;
  double braking(double way, int j) const;
  void brake_before_goals(VectorX& dtheta) const;
  void remember_goals(const Problem& problem);
  bool goals_moved(const Problem& problem) const;
  bool hold_cut_joints(const Problem& problem, const VectorX& dtheta);

  std::vector<double> most_velocity_, most_acceleration_;  // (n), of followers in their leaders'
  bool limited_ = false, accelerates_ = false;
  VectorX velocity_;
  std::vector<Range> ranges_;
  VectorX wanted_, goal_motion_;  // (n) the first proposal, and g
  std::vector<double> mobility_, held_;
  std::vector<Eigen::Vector3d> targets_;  // of the step before
  std::vector<Aim> aims_;
  bool knows_goals_ = false, reserved_ = false;
  LimitedStep lag_step_;
  Workspace lag_;
};

}  // namespace ik
