#pragma once

#include "iklab/problem.h"

#include "ik/math/tree_matrix.h"
#include "ik/task/curvature.h"

#include <array>
#include <vector>

namespace ik {

/// Motion of the goals between steps, and its extrapolation.
///
/// v is a goal's motion since the last step and a the change of v; both are 0 while unknown. The
/// goal after s more steps is t + s v + s (s + 1) / 2 a; an aim turns in the same way. v is clamped
/// to the goal's D_max.
class GoalMotion {
 public:
  /// Records the targets of a step.
  /// \param goes_on false if this step does not continue the last one
  void observe(const Problem& problem, bool goes_on);

  /// True if a target has moved since the last step.
  bool moving() const { return way_ > 0.0; }
  /// sqrt(mean |v|^2), m per step: weighted mean over goals, moving average over steps.
  double speed() const;
  /// sqrt(sum |v|^2 / sum |a|^2), in steps, with the same averages: 1 / omega for a wave of angular
  /// frequency omega. 1 right after all targets have begun to move or jumped; at most 1000.
  double timescale() const;

  /// Predicts the targets (k) and aims (r) `steps` steps ahead.
  void look_ahead(const Problem& problem, double steps, std::vector<Eigen::Vector3d>& targets,
                  std::vector<Aim>& aims) const;

 private:
  std::vector<Eigen::Vector3d> targets_;  // (k) targets of the last step, m
  std::vector<Aim> aims_;                 // (r) aims of the last step
  Matrix3X v_, a_;                        // (3 x (k + r)) per goal, m; for aims times the lever
  double way_ = 0.0, turn_ = 0.0;         // averages of sum |v|^2 and sum |a|^2, m^2
  double count_ = 1.0;                    // number of goals, k + r
};

/// Settings of a plan.
struct PlanSettings {
  double calm = 0.0;       ///< price of a change of velocity, relative to distances
  double horizon = 0.0;    ///< length of the plan, as a share of GoalMotion's timescale
  double least_way = 0.0;  ///< added to the targets' way, for slow targets, m
};

/// Input and constants of a plan. The plan covers h steps: `horizon` times GoalMotion's timescale,
/// between 4 and 40. The first part is a quarter of them, at least 1. With `way` the targets' way
/// in h steps:
///   delta = way / 10,  epsilon = 2 sqrt(goals) way / h^2,  price = calm sqrt(goals) h^2
struct Outlook {
  Outlook(const Problem& its_problem, const GoalMotion& its_motion, const VectorX& its_scale,
          const PlanSettings& settings);

  const Problem& problem;
  const GoalMotion& motion;
  const VectorX& scale;  ///< (n) D^-1/2, see Newton; 0 for joints that move no effector

  double foresight = 0.0;             ///< steps of prediction: as h, but may be less than 4
  double first = 1.0, rest = 1.0;     ///< steps of the two parts
  double way = 0.0;                   ///< the targets' way in h steps plus least_way, m
  double delta = 0.0, epsilon = 0.0;  ///< m; m / step
  double price = 0.0;                 ///< price of a bend, steps^2

  int joints() const { return problem.multibody.joint_count(); }
  double steps(int part) const { return part == 0 ? first : first + rest; }
  /// Weight of a part's end pose, by the trapezoidal rule.
  double weight(int part) const { return 0.5 * (part == 0 ? first + rest : rest); }
  double ahead(int part) const;  ///< steps of prediction at the end of a part
};

/// A plan (receding horizon) for following moving targets: u = (u1, u2), joint velocities in rad or
/// m per step, u1 for the next `first` steps and u2 for the `rest` of h. With theta_1 and theta_2
/// the poses at the ends of the two parts,
///   minimise  sum_q w_q sum_i |t_i - s_i(theta_q)|_delta
///             + price (|u1 - u0|_epsilon + |u2 - u1|_epsilon)
/// where |x|_c = sqrt(|x|^2 + c^2). A bend is a change of velocity, measured in the norm of D. u0
/// is the last step, t_i the target predicted by GoalMotion for that time. Distances are multiplied
/// by the square roots of their goals' weights.
///
/// Each call makes one Newton step of iteratively reweighted least squares (Weiszfeld 1937), damped
/// until the true sum falls:
///   (H + A + sigma W) x = sum_q w_q J^T e - bends,      H as in task_hessian, blocks q
/// with A the Hessian of the bends and W = diag(w_q). Joints that are pushed against a limit are
/// left out (Bertsekas 1982).
class MotionPlan {
 public:
  /// Reserves all memory that a step may need. \returns true if it was already reserved
  bool reserve(const Problem& problem);

  /// Drops the plan: the next plan starts from the last step only.
  void forget() { planned_ = false; }
  /// Begins a step.
  /// \param before  (n) u0, the body's motion in the last step, rad or m
  /// \param goes_on true if this step continues the last step and its plan
  void begin(const VectorX& before, bool goes_on);

  /// Improves the plan by one Newton step.
  /// \param longest maximum change of a joint's position at the end of a part, divided by the
  ///   joint's scale, m; longer steps are damped more
  /// \returns sigma
  double improve(const Outlook& outlook, double longest);

  const VectorX& before() const { return before_; }  ///< (n) u0
  /// (2n) u1 and u2 before and after improve().
  const VectorX& start() const { return start_; }
  const VectorX& velocities() const { return plan_; }

  /// The cost that the plan minimises. \param u (2n)
  double cost(const Outlook& outlook, const VectorX& u);
  /// Gradient and Hessian of the reweighted cost at start(), with respect to the
  /// scaled joints at the ends of the parts. \returns the cost
  double expand(const Outlook& outlook);
  const VectorX& gradient() const { return g_; }  ///< (2n)

 private:
  bool is_made_for(const Multibody& multibody) const;
  void survey(const Outlook& outlook);
  void keep_within_limits(const Outlook& outlook, VectorX& u) const;
  Problem then(const Outlook& outlook, int part) const;
  double look(const Outlook& outlook, const VectorX& u, int part);
  double bend(const Outlook& outlook, const VectorX& u, int part);
  double sum(const Outlook& outlook, const VectorX& u);
  void expand_part(const Outlook& outlook, int part);
  double expand_here(const Outlook& outlook);
  void hold_at_limits(const Outlook& outlook);

  std::vector<int> shape_;  // the memory is for a body of this shape
  bool planned_ = false;
  double first_ = 1.0;  // steps of the first part
  VectorX before_, start_, plan_;
  // What a survey fills.
  std::array<std::vector<Eigen::Vector3d>, 2> targets_;  // (k) at the ends of the parts, m
  std::array<std::vector<Aim>, 2> aims_;                 // (r)
  VectorX least_, most_;  // (n) ranges of the joints' ways, divided by their mobility
  bool limited_ = false;  // true: a range is finite
  VectorX levers_;        // (n) D^1/2; 0 for joints that move no effector
  VectorX stretch_;       // (n) mobility times D^-1/2
  // What a look fills.
  Pose pose_;
  std::vector<double> distances_;  // (k + r) m
  std::vector<double> roots_;      // (k + r) roots of the reweighted goals
  TreeCurvature curvature_;
  // (2n) unknown 2 j + part is joint j at the end of a part: each joint's unknowns follow the
  // unknowns of its parent, and branches share no entry. Entries between the parts are 0, except a
  // joint's own
  TreeMatrix H_, A_;
  VectorX x_;
  VectorX e_, g_, slope_, trial_;
};

}  // namespace ik
