#pragma once

#include <numbers>

#include "ik/task/method.h"

namespace ik {

/// The objective F of one joint: half the weighted sum of squared errors of the goals that the
/// joint affects, as the joint alone moves by x [rad or m]. F(x) - F(0) is
///
///   K x^2 / 2 - c x + a (1 - cos x) - b sin x        m^2
///
/// For an effector s and its target t of weight 1, with r = s - p and q = t - p from a point p on
/// the axis v:
///
///   revolute   a += r . q - (v . r)(v . q),  b += v . (r x q)        Wang and Chen (1991)
///   prismatic  K += 1,  c += v . (q - r)
///   screw      as revolute, and K += pitch^2,  c += pitch v . (q - r)
struct JointObjective {
  double K = 0.0, c = 0.0, a = 0.0, b = 0.0;

  /// F(x) - F(0).
  double operator()(double x) const;

  /// The x of the minimum on lower <= x <= upper; 0 if the objective is constant.
  /// \pre lower <= 0 <= upper, and both within [-pi, pi] unless a = b = 0
  double minimum(double lower, double upper) const;
};

/// Positions and aims of the effectors while joints move one by one, and the wanted ones.
struct Bearings {
  Matrix3X effectors, targets;  ///< (3 x k) m
  /// (3 x 3r) three columns for each aim, times its lever, m: a direction and two zeros, or the
  /// axes of an orientation divided by sqrt 2, since each turn moves two of them.
  Matrix3X axes, wanted_axes;
  VectorX weights;  ///< (k + r)
};

/// Computes the bearings of a problem with the effectors at `pose`. A target beyond D_max is moved
/// to the distance D_max.
void take_bearings(const Problem& problem, const Pose& pose, Bearings& bearings);

/// The objective of joint j about the axes of `pose`. The axes of aims count as effectors r with
/// p = 0 that do not slide.
JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const Bearings& bearings);

/// Updates the effectors and axes for a motion of joint j by x [rad or m] about the axis of `pose`.
void move_bearings(const Multibody& multibody, int j, const Pose& pose, double x,
                   Bearings& bearings);

/// Moves joints one by one within their limits and the caps of a step.
class JointMoves {
 public:
  /// \param max_turn rad, pi at most \param max_translation m
  JointMoves(const Problem& problem, double max_turn, double max_translation);

  /// True if joint j is not frozen and moves an effector, and neither follows nor leads another.
  bool is_free(int j) const;
  /// The move of joint j to the minimum of f, rad or m, times (mobility / largest mobility)^2.
  /// \param moved how far the joint has moved in this step, rad or m
  double best(const JointObjective& f, int j, double moved) const;

  /// One sweep from the tips to the root: the joints of the chosen types move to their minima.
  /// \param pose          gives the axes
  /// \param[in,out] moved (n) the moves of this step so far, rad or m
  void sweep(bool (*chosen)(JointType), const Pose& pose, Bearings& bearings, VectorX& moved) const;

 private:
  const Problem& problem_;
  double max_turn_, max_translation_, most_mobility_;
};

/// Moves the joints that lead others, one by one, from the pose after w.dtheta: each by the
/// Gauss-Newton step of its folded column J_l, halved while the objective would rise,
///
///   x = J_l . e / |J_l|^2
///
/// since a leader with followers turns about several axes, and the sum of squared errors has no
/// closed minimum. Within limits and caps. Uses w.A, w.f and w.g; nothing for bodies without
/// followers.
/// \param max_turn rad \param max_translation m
void move_leaders(const Problem& problem, double max_turn, double max_translation, Workspace& w);

/// Cyclic coordinate descent: one joint at a time, from the tips to the root, moves to the minimum
/// of the sum of squared errors of all effectors that it moves; one sweep a step.
///
///   turn = atan2(sum v . (r x q), sum (r . q - (v . r)(v . q)))     Wang and Chen (1991)
///   slide = mean v . (q - r)
///
/// with r and q from the joint to effector and target. Wang and Chen have one effector; the sums
/// over the effectors of a tree, and over the axes of aims with p = 0, are the same least squares.
/// Caps on the moves keep the joints at the tips from doing all the work (Welman 1993). No joint
/// leaves its limits, whatever the limit rule. The sum never rises. An error is clamped by moving
/// its target nearer. A joint whose weight is below the largest moves by that share of its way.
struct Ccd {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "Cyclic coordinate descent turns shared joints for one effector after the other, and "
          "each turn undoes part of the last.",
      .habit_source = "docs/methods.md, ccd",
      .habit_of_several = true};

  double max_turn = 0.2;         ///< rad
  double max_translation = 0.1;  ///< m

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(accepting(0.0, std::numbers::pi,
                      logarithmic_row("max-turn", "Largest turn", {1e-3, 3.14, "rad"},
                                      "Largest turn of a joint in one sweep: a small one spreads "
                                      "the work, a large one curls the tips (Welman 1993).")),
            &max_turn);
    visitor(also_named("max-slide",
                       logarithmic_row("max-translation", "Largest slide", {1e-3, 10.0, "m"},
                                       "Largest slide of a joint in one sweep.")),
            &max_translation);
  }
};

}  // namespace ik
