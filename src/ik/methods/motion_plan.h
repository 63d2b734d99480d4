#pragma once

#include <vector>

#include "iklab/problem.h"

namespace ik {

/// How the targets move from step to step, and where they will be.
///
/// v is how far a goal has moved since the last step and a what v has changed by, both 0 where
/// nothing is known; s steps from now it stands at t + s v + s (s + 1) / 2 a. An aim turns so.
/// v is no longer than the goal's D_max.
class GoalMotion {
 public:
  /// Takes in the targets of a step.
  /// \param goes_on false: what was seen before says nothing of this step
  void observe(const Problem& problem, bool goes_on);

  /// True if a target has moved since the last step.
  bool moving() const { return way_ > 0.0; }
  /// sqrt(mean |v|^2) over goals, weighted, and over the last steps in which they moved, m.
  double speed() const;
  /// sqrt(sum |v|^2 / sum |a|^2) over the same, in steps: 1 / omega for a wave of angular frequency
  /// omega. 1 right after all targets began to move or jumped; at most 1000.
  double timescale() const;

  /// Where targets (k) and aims (r) will be in so many steps.
  void look_ahead(const Problem& problem, double steps, std::vector<Eigen::Vector3d>& targets,
                  std::vector<Aim>& aims) const;

 private:
  std::vector<Eigen::Vector3d> targets_;  // (k) of the last step, m
  std::vector<Aim> aims_;                 // (r)
  Eigen::Matrix3Xd v_, a_;                // (3 x (k + r)) of goals, an aim's times its lever, m
  double way_ = 0.0, turn_ = 0.0;         // means of sum |v|^2 and sum |a|^2, m^2
  double count_ = 1.0;                    // k + r
};

/// What kind of plan is wanted.
struct PlanTaste {
  double calm = 0.0;       ///< price of a bend beside the distances
  double horizon = 0.0;    ///< of the plan, as a share of GoalMotion's timescale
  double least_way = 0.0;  ///< of the targets, m: that of slow ones counts as longer by so much
};

/// What a plan is made from, and its measures. h is `horizon` times GoalMotion's timescale, between
/// 4 and 40 steps, and its first part a quarter. Of the targets' way in it delta is a tenth and
/// epsilon 2 sqrt(goals) / h^2; the price of a bend is calm sqrt(goals) h^2.
struct Outlook {
  Outlook(const Problem& its_problem, const GoalMotion& its_motion,
          const Eigen::VectorXd& its_scale, const PlanTaste& taste);

  const Problem& problem;
  const GoalMotion& motion;
  const Eigen::VectorXd& scale;  ///< (n) D^-1/2, see Newton; 0 for joints that move no effector

  double foresight = 0.0;             ///< steps that the targets are foreseen: h, or less than 4
  double first = 1.0, rest = 1.0;     ///< steps in its two parts
  double way = 0.0;                   ///< of the targets meanwhile, m
  double delta = 0.0, epsilon = 0.0;  ///< m, m / step
  double price = 0.0;                 ///< of a bend, steps^2

  int joints() const { return problem.multibody.joint_count(); }
  double steps(int part) const { return part == 0 ? first : first + rest; }
  /// Trapezoids between the plan's poses.
  double weight(int part) const { return 0.5 * (part == 0 ? first + rest : rest); }
  double ahead(int part) const;  ///< steps from now to the targets of a part's end
};

/// How a body is to follow targets whose motion is foreseen: u = (u1, u2), the velocities, rad or m
/// a step, of its next `first` steps and of the `rest` of h. With theta_1 and theta_2 the poses at
/// the ends of these parts the plan
///   minimises  sum_q w_q sum_i |t_i - s_i(theta_q)|_delta
///              + price (|u1 - u0|_epsilon + |u2 - u1|_epsilon)
/// where |x|_c = sqrt(|x|^2 + c^2), lengths of bends in D, u0 is the step before, t_i where
/// GoalMotion foresees the target at that time, and the distances are times the roots of their
/// goals' weights.
///
/// One Newton step a call, for the sum of squares that touches the lengths where they are
/// (Weiszfeld 1937), damped until the sum itself falls:
///   (H + A + sigma W) x = sum_q w_q J^T e - bends,      H as in task_hessian, blocks q
/// with A the bends' share and W = diag(w_q). Joints at a limit that they are pushed against are
/// left out (Bertsekas 1982).
class MotionPlan {
 public:
  /// Makes room for all that some step may need. \returns whether it was there
  bool reserve(const Problem& problem);

  /// Where no plan is made, the next one starts from the step before alone.
  void forget() { planned_ = false; }
  /// Begins a step.
  /// \param before  (n) u0: the way that the body went in the step before
  /// \param goes_on the plan of the step before does, a step later
  void begin(const Eigen::VectorXd& before, bool goes_on);

  /// Bends the plan to where the targets will be.
  /// \param longest way, over its scale, that a joint may be farther by a part's end: whatever is
  ///   longer is damped more
  /// \returns sigma
  double improve(const Outlook& outlook, double longest);

  const Eigen::VectorXd& before() const { return before_; }  ///< (n) u0
  /// (2n) u1 and u2, before and after improve().
  const Eigen::VectorXd& start() const { return start_; }
  const Eigen::VectorXd& velocities() const { return plan_; }

  /// The sum that a plan is to make small. \param u (2n)
  double cost(const Outlook& outlook, const Eigen::VectorXd& u);
  /// Gradient and Hessian, its lower triangle, of the reweighted cost at start(), in scaled joints
  /// at the parts' ends. \returns the cost
  double expand(const Outlook& outlook);
  const Eigen::VectorXd& gradient() const { return g_; }  ///< (2n)

 private:
  double look(const Outlook& outlook, const Eigen::VectorXd& u, int part);
  double bend(const Outlook& outlook, const Eigen::VectorXd& u, int part);
  void hold_at_limits(const Outlook& outlook);

  bool planned_ = false;
  double first_ = 1.0;  // steps in its first part
  Eigen::VectorXd before_, start_, plan_;
  std::vector<Eigen::Vector3d> targets_;  // (k) at a time of the plan, m
  std::vector<Aim> aims_;                 // (r)
  std::vector<double> weights_;           // (k + r)
  Pose pose_;
  Eigen::MatrixXd J_, H_, A_, part_;
  Eigen::VectorXd e_, g_, x_, slope_, trial_;
};

}  // namespace ik
