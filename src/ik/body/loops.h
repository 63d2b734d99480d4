#pragma once

#include "iklab/body.h"

#include <span>
#include <vector>

namespace ik {

/// A loop whose equations are within this of 0, m, is closed.
inline constexpr double kClosed = 1e-10;

/// c (rows), the equations of all loops at a pose, see Loop. \returns the largest |c_i|
double loop_equations(const Multibody& multibody, const Pose& pose, VectorX& c);

/// How far a loop is open: the distance of its ends, for a weld the larger of it and the lever
/// times the angle between the frames, m; |c| for a joint, rad or m.
double loop_gap(const Multibody& multibody, const Pose& pose, int loop);
/// The largest loop_gap; 0 without loops.
double largest_loop_gap(const Multibody& multibody, const Pose& pose);

/// G = dc/dtheta (rows x n): an end's columns are those of an effector there, end b's with the
/// opposite sign, so that a joint which carries both ends only moves the difference. A turn's rows
/// are exact where the frames meet. Followers are folded into their leaders.
void loop_jacobian(const Multibody& multibody, const Pose& pose, MatrixX& G);

/// Adds factor sum_i y_i d2c_i to H (n x n), both triangles, with every joint independent. Exact
/// where the loops are closed.
///
///   place   w_a x column_b for a above b or a = b, on the way to each end, see task_hessian
///   turn    with a on the way to end a and b to end b: of log(R_a R_b^T) to the second order,
///           log(exp(u) exp(-v)) = u - v - 1/2 u x v, and 1/2 v_a x v_b for a above b on one way
void add_loop_curvature(const Multibody& multibody, const Pose& pose, const VectorX& y,
                        double factor, MatrixX& H);

/// Degrees of freedom of a body with loops.
struct Freedom {
  int by_rank = 0;  ///< n - rank(G), without followers: motions that keep the loops closed
  /// Gruebler's count, n minus the number of equations: too low where equations depend on others.
  int by_count = 0;
};
/// \param pose with closed loops
Freedom freedom_of(const Multibody& multibody, const Pose& pose);

/// Closes the loops from a nearby pose.
///
///   theta -= M (G M)^T (G M (G M)^T + mu I)^-1 c,   mu -> 0 with |c|^2      M = diag(mobility)
///
/// so that it converges quadratically, also where equations depend on others. Frozen joints stay. A
/// joint that a step would move beyond a limit stops there and stays.
class LoopCloser {
 public:
  void reserve(const Multibody& multibody);

  /// Which joints move, and whether they keep their limits.
  struct Joints {
    std::span<const double> mobility = {};  ///< (n); empty: all 1
    /// (n) keeps limits, or this pose's joints where they are beyond a limit. Null: ignores limits.
    const VectorX* within = nullptr;
  };
  /// \param[in,out] pose with its forward kinematics
  /// \returns true if every |c_i| is within kClosed; else the pose is undefined
  bool close(const Multibody& multibody, const Joints& joints, Pose& pose);

 private:
  VectorX c_, y_, step_;
  MatrixX G_, A_;
  std::vector<double> mobility_;
};

/// LoopCloser::close with scratch of its own, for a pose outside the frame loop.
/// \param limited true: keeps the limits, or the pose's joints where they are beyond one
bool close_loops(const Multibody& multibody, std::span<const double> mobility, bool limited,
                 Pose& pose);

}  // namespace ik
