#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ik/simd/vectors.h"
#include "ik/task/method.h"

namespace ik {

/// Displacement of a joint, with the sine and versine of an angular joint's turn.
struct Displacement {
  double x;        ///< rad or m
  double sine;     ///< sin x
  double versine;  ///< 1 - cos x

  Displacement(double x);
  /// The turn x = atan2(b, a), with sine and versine from a and b: what uses these does not wait
  /// for the arctangent. \pre a or b is not 0
  IK_INLINE Displacement(double its_x, double a, double b) : x(its_x) {
    const double size = length_of<double>(a, b, 0.0);
    sine = b / size;
    // 1 - cos x would cancel for a small x
    versine = a > 0.0 ? sine * (b / (size + a)) : 1.0 - a / size;
  }
};

/// The turn atan2(b, a) of a joint. A sweep computes its angles at the end, together: in between,
/// each would wait for the joint before it.
struct LateTurn {
  int joint;
  double a, b;
};

/// Objective F of one joint: half the weighted sum of squared errors of the goals that the joint
/// affects, as a function of the move x [rad or m] of this joint alone. F(x) - F(0) is
///
///   K x^2 / 2 - c x + a (1 - cos x) - b sin x        m^2
///
/// For an effector s with target t and weight 1, with r = s - p, q = t - p and p a point on the
/// axis v:
///
///   revolute   a += r . q - (v . r)(v . q),  b += v . (r x q)        Wang and Chen (1991)
///   prismatic  K += 1,  c += v . (q - r)
///   screw      as revolute, also K += pitch^2,  c += pitch v . (q - r)
struct JointObjective {
  double K = 0.0, c = 0.0, a = 0.0, b = 0.0;

  /// If a and b are below this share of their terms, they are rounding: the effectors are on the
  /// axis.
  static constexpr double kCancelled = 1e-12;
  bool exceeds_rounding(double size) const {
    return std::max(std::abs(a), std::abs(b)) > kCancelled * size;
  }
  /// Sets a and b to 0 if they are rounding of terms of this size.
  void drop_rounding(double size);

  /// F(x) - F(0).
  double operator()(const Displacement& move) const;

  /// The minimising x on lower <= x <= upper; 0 if the objective is constant.
  /// \pre lower <= 0 <= upper, and both within [-pi, pi] unless a = b = 0
  Displacement minimum(double lower, double upper) const;
};

/// Weighted moments of the effectors s of a subtree and of their targets t about a point p, with
/// r = s - p and q = t - p: all that a JointObjective needs of them.
///
///   W = sum w,  S = sum w r,  T = sum w q,  M = sum w r q^T,  R = sum w |r|^2,  Q = sum w |q|^2
///
/// An aim's axes are vectors: they count in M, R and Q, which no change of p changes then.
struct SubtreeMoments {
  double W = 0.0, R = 0.0, Q = 0.0;
  Vec<double> S = {}, T = {};
  Vec<double> x = {}, y = {}, z = {};  ///< columns of M

  /// Adds an effector or, with `whole` 0, an axis of an aim.
  /// \param whole its part of W, the weight or 0
  void add(const Vec<double>& r, const Vec<double>& q, double weight, double whole);
  /// Adds the moments of a subtree about the point p + d.
  void add(const SubtreeMoments& below, const Vec<double>& d);
  /// Turns the effectors about the axis v through p and moves them by `along`.
  void move(const Vec<double>& v, const Displacement& turn, const Vec<double>& along);
  /// The objective of a joint with the axis v through p.
  /// \param turns true for a revolute or screw joint
  /// \param rate  translation per unit of x: 0, 1 or the pitch
  JointObjective objective(const Vec<double>& v, bool turns, double rate) const;
};

/// Current and target positions and aims of the effectors while joints move one by one.
struct GoalFrames {
  Matrix3X effectors, targets;  ///< (3 x k) m
  /// (3 x 3r) three columns per aim, times its lever, m. A direction: the vector and two zero
  /// columns. An orientation: its axes divided by sqrt 2, because each rotation moves two axes.
  Matrix3X axes, wanted_axes;
  VectorX weights;                      ///< (k + r)
  std::vector<SubtreeMoments> moments;  ///< (n) scratch for a large body's sweep
  std::vector<LateTurn> late;           ///< waiting for the end of a sweep
};

/// The change of vectors by a rotation, by Rodrigues' formula. Not as a matrix: LLVM 14 for
/// WebAssembly exchanges its rows.
class AxisTurn {
 public:
  /// \param v the axis, unit
  IK_INLINE AxisTurn(const Vec<double>& v, const Displacement& turn)
      : v_(v), sine_(turn.sine), versine_(turn.versine) {}
  /// The rotated r minus r.
  IK_INLINE Vec<double> change(const Vec<double>& r) const {
    const Vec<double> across = cross(v_, r);
    return sine_ * across + versine_ * cross(v_, across);
  }

 private:
  Vec<double> v_;
  double sine_, versine_;
};

/// Computes the bearings of a problem with the effectors at `pose`. A target beyond D_max is
/// replaced by the nearer point at the distance D_max.
void compute_goal_frames(const Problem& problem, const Pose& pose, GoalFrames& bearings);

/// Objective of joint j about the axes of `pose`. The axes of aims are treated as effectors r with
/// p = 0 that do not slide.
JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const GoalFrames& bearings);

/// Updates the effectors and axes for a motion of joint j about the axis of `pose`.
void move_goal_frames(const Multibody& multibody, int j, const Pose& pose, const Displacement& move,
                      GoalFrames& bearings);

/// Adds the angles of late turns to the moves, and removes the turns.
void add_late_turns(std::vector<LateTurn>& late, VectorX& moved);

/// Moves joints one at a time within their limits and the caps of a step.
class JointMoves {
 public:
  /// \param max_turn rad, pi at most \param max_translation m
  JointMoves(const Problem& problem, double max_turn, double max_translation);

  /// True if joint j is not frozen, moves an effector, and is neither a follower nor a leader.
  bool is_free(int j) const;
  /// The range of a joint's move in one step, rad or m, and its mobility / largest mobility.
  struct Range {
    double least, most, share;
  };
  Range range_of(int j) const;
  /// The move of a joint to the minimum of f, times share^2.
  /// \param moved the joint's move so far in this step, rad or m
  static Displacement best(const JointObjective& f, const Range& range, double moved);
  /// True if the minimum of f is the turn atan2(b, a) and surely in range: a LateTurn.
  static bool is_late(const JointObjective& f, const Range& range, double moved) {
    // |arctan x| <= |x|
    return f.a > 0.0 && std::abs(f.b) <= f.a * std::min(moved - range.least, range.most - moved) &&
           f.K == 0.0 && range.share == 1.0;
  }
  /// best(), or a late turn with x still 0.
  struct Choice {
    Displacement move;
    bool late;
  };
  static IK_INLINE Choice choose(const JointObjective& f, const Range& range, double moved) {
    if (is_late(f, range, moved)) return {Displacement(0.0, f.a, f.b), true};
    return {best(f, range, moved), false};
  }

  /// One sweep from the tips to the root: moves the joints of the chosen types to their minima. A
  /// large body (TreePlan::products) whose joints move many goals is swept by the moments of its
  /// subtrees, in time proportional to n; the goals in `bearings` then stay where they are.
  /// \param pose          the joints' axes
  /// \param[in,out] moved (n) the moves of this step so far, rad or m
  void sweep(bool (*chosen)(JointType), const Pose& pose, GoalFrames& bearings,
             VectorX& moved) const;

 private:
  void sweep_moments(bool (*chosen)(JointType), const Pose& pose, GoalFrames& bearings,
                     VectorX& moved) const;

  const Problem& problem_;
  double max_turn_, max_translation_, most_mobility_;
};

/// Moves the leaders one at a time, starting from the pose after w.dtheta. Each moves by the
/// Gauss-Newton step of its folded column J_l, halved while the objective would rise:
///
///   x = J_l . e / |J_l|^2
///
/// A leader with followers rotates about several axes, so the sum of squared errors has no
/// closed-form minimum. Respects limits and caps. Uses w.A, w.f and w.g; does nothing for bodies
/// without followers.
/// \param max_turn rad \param max_translation m
void move_leaders(const Problem& problem, double max_turn, double max_translation, Workspace& w);

/// Cyclic coordinate descent: one joint at a time, from the tips to the root, moves to the minimum
/// of the sum of squared errors of all effectors that it moves. One sweep per step.
///
///   turn = atan2(sum v . (r x q), sum (r . q - (v . r)(v . q)))     Wang and Chen (1991)
///   slide = mean v . (q - r)
///
/// with r from the joint to the effector and q from the joint to the target. Wang and Chen have one
/// effector; the sums over the effectors of a tree, and over the axes of aims with p = 0, are the
/// same least squares. Caps on the moves keep the joints at the tips from doing all the work
/// (Welman 1993). Joints stay within their limits for every limit rule. The sum never rises. D_max
/// moves a target nearer. A joint's move is scaled by its weight divided by the largest weight.
struct Ccd {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .opens_loops = true,
      .habit =
          "Cyclic coordinate descent turns shared joints for one effector after the other, and "
          "each turn undoes part of the last.",
      .habit_source = "docs/methods/heuristics.md",
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
