#pragma once

#include "ik/path/path_leg.h"
#include "ik/solve/goal_rows.h"

namespace ik {

/// Smallest part of a leg that is looked at near a singular pose.
inline constexpr double kLeastPart = 1.0 / (1 << 14);
/// An arm that passes a singular pose moves no joint by more between two waypoints, rad or m.
inline constexpr double kPassageWay = 0.2;

/// Shows that poses are joined by one curve of poses that keep the goals while these move.
///
/// Coordinates x are angles, and slides in shares of the body's length L. With e(x, s) the errors
/// of the goals, theta_m halfway between two poses, J the Jacobian there and A its pseudoinverse,
///
///   x -> x + A e(x, s) - (I - A J) (x - line(s))
///
/// has the poses as fixed points; the last term keeps what the goals leave free on the straight
/// line between the two. If for every s it maps a box around theta_m into the inside of the box, it
/// is a contraction, and for every s there is exactly one fixed point in the box, which moves
/// continuously with s (Krawczyk 1969; Neumaier 1990, section 5.2). The two poses are its ends.
///
/// The second derivatives of e bound how much J changes in the box: with D_j the distance of an
/// effector from the axis of hinge j, and j below i,
///
///   |d2 s / dtheta_i dtheta_j| <= D_j     |d2 R / dtheta_i dtheta_j| <= 1
class Continuity {
 public:
  /// Takes a body; it outlives this.
  explicit Continuity(const Multibody& multibody);

  /// The joints that may move, solver's order.
  std::span<const int> joints() const { return rows_.joints(); }
  double unit() const { return rows_.unit(); }  ///< L, m
  /// How many freedoms the goals leave at a general pose.
  int freedom() const { return static_cast<int>(joints().size()) - rank_; }

  /// Moves a pose to the goals by Newton's method. \param[in,out] theta (n) solver's order
  /// \returns false if it does not converge, or J loses rank
  bool correct(const Waypoint& goal, VectorX& theta);
  /// Moves a pose near a singular one to the goals, within errors in m and rad, by damped steps.
  /// \param[in,out] theta (n) solver's order
  bool settle(const Waypoint& goal, double place_error, double aim_error, VectorX& theta);
  /// Finds the pose at the end of a leg to which pose a at its begin goes on, as joins() shows at
  /// once. It needs J once, at a + half of the step that is expected, and no SVD.
  /// \pre no freedom() \param expected (n) the step, or 0 \param[out] b (n)
  bool goes_on(const PathLeg& leg, const VectorX& a, const VectorX& expected, VectorX& b);
  /// True if it is shown at once that one curve leads from pose a at s = from to pose b at s = to.
  bool joins(const PathLeg& leg, double from, double to, const VectorX& a, const VectorX& b);
  /// True if it is shown that one curve leads from pose a at the begin of a leg to pose b at its
  /// end, by parts that are halved where need be. \param least the smallest part
  bool joins_in_parts(const PathLeg& leg, double least, const VectorX& a, const VectorX& b);
  /// Follows the curve of a pose from s = from to s = to, by steps that are shown.
  /// \param[in,out] theta (n) the pose, then the last one that was shown
  /// \param least the smallest share of the way that a step is halved to
  /// \param drift null, or a motion in x (c). Its part that leaves the goals alone is added to the
  ///   way.
  /// \returns the s of that pose: `to` if the whole way is shown
  double onward(const PathLeg& leg, double from, double to, double least, VectorX& theta,
                const VectorX* drift = nullptr);
  /// True if on the straight way in the joints between two poses of a leg's ends the effectors
  /// stray from the goals by no more. Errors at points of the way and bounds of the second
  /// derivatives show it, also at singular poses.
  bool passes(const PathLeg& leg, const VectorX& a, const VectorX& b, const Stray& stray);
  /// The motions of the joints that leave all goals alone at a pose, orthonormal in x.
  /// \param[out] motions (c x freedom()) in x \returns false if J loses rank there
  bool self_motions(const VectorX& theta, MatrixX& motions);
  /// How far joint number c of joints() moves with its coordinate, rad or m.
  double theta_per_x(int c) const { return rows_.theta_per_x(c); }
  /// Moves the joints of a pose by x (c).
  void move(const VectorX& x, VectorX& theta) const;
  /// The motion of the joints (n), of length 1, that moves the goals of a pose least.
  VectorX least_motion(const VectorX& theta);

 private:
  void place(const VectorX& theta);
  void linearise();
  void relax(double share, const VectorX* drift, VectorX& theta);
  void errors(const Waypoint& goal, const Pose& pose, VectorX& e) const;
  bool invert();
  void measure_inverse();
  void add_spread(const VectorX& places, const VectorX& turns);
  bool contracts(const PathLeg& leg, double part);
  void bound(const VectorX& radius);

  /// How far a joint moves with a coordinate: rad, or shares of L.
  struct Share {
    int column = -1;  // -1: it is frozen, or moves nothing
    double factor = 0.0;
  };

  const Multibody& multibody_;
  std::vector<Share> shares_;  // (n)
  std::vector<double> ones_, mobility_;
  GoalRows rows_;
  Pose pose_, end_pose_;
  Waypoint goal_, start_goal_;
  int rank_ = 0;
  double part_ = 1.0;  // of a leg, with which onward() begins
  MatrixX J_, A_;      // J (m x c) and its pseudoinverse (c x m)
  MatrixX sizes_;      // (c x goals) lengths of the rows of A in the columns of each goal
  Svd svd_;
  VectorX e_, e_end_, way_, x_;   // errors (m), and steps (c)
  VectorX base_, radius_, bend_;  // (c) of the box
  VectorX places_, turns_;        // (k), (r) bounds of how far e is from linear in the box
  VectorX next_;
  MatrixX projector_;  // I - A J (c x c)
};

}  // namespace ik
