#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/track/tracker.h"

namespace lab {

/// One singular component of the last update: J = sum sigma u v^T.
struct SingularComponent {
  double sigma;   ///< m / rad
  double error;   ///< u^T e, the component of the error, m
  double motion;  ///< v^T dtheta, the component of the step, rad
  /// motion / error: the method's gain in this direction, including caps, rad / m. Empty if the
  /// error is about zero.
  std::optional<double> gain;
  std::optional<double> filter;  ///< tau(sigma) by the method's formula, if it has one, rad / m
};

/// The last update in the singular directions of its Jacobian. If the method computed no Jacobian:
/// the Jacobian in the pose after the update, without gains.
struct Spectrum {
  std::vector<SingularComponent> components;  ///< by descending sigma
  int rank = 0;                               ///< number of sigma above 1e-10 of the largest
  double condition = 0.0;       ///< largest / smallest sigma; infinity if the smallest is 0
  double manipulability = 0.0;  ///< product of all sigma, sqrt(det(J J^T)): Yoshikawa (1985)
  ik::MatrixX J;     ///< (3(k + r) x n) as passed to the method: weighted, times mobility
  ik::MatrixX U, V;  ///< (3(k + r) x components) and (n x components)

  /// For methods that compute no SVD or no J. Using the tracker's workspace instead would change
  /// the next step's bits.
  ik::Svd svd;
  ik::Workspace own;
};

/// \param[in,out] tracker its further steps do not change
/// \param[out] spectrum   allocates nothing the second time
void analyse(Tracker& tracker, Spectrum& spectrum);

/// The velocities of an effector for all joint motions with |dtheta| <= 1. With the effector's rows
/// J_i = U diag(sigma) V^T, an ellipsoid with the half-axes sigma_j u_j. Yoshikawa (1985).
struct VelocityEllipsoid {
  Eigen::Vector3d center;  ///< effector position, m
  Eigen::Matrix3d axes;  ///< a half-axis per column, longest first, m / rad; 0 in a flat direction
};

/// The ellipsoid of every effector in the present pose; frozen joints and weights are ignored.
std::vector<VelocityEllipsoid> velocity_ellipsoids(const Tracker& tracker);

enum class MatrixKind { kJacobian, kU, kSigma, kV };

struct MatrixView {
  MatrixKind kind = MatrixKind::kJacobian;
  std::vector<std::string> rows, columns;
  ik::MatrixX values;
  std::vector<std::string> units;  ///< each column's; "" for pure numbers
  double most = 0.0;               ///< largest finite |entry|

  int row_count() const { return static_cast<int>(values.rows()); }
  int column_count() const { return static_cast<int>(values.cols()); }
};

/// One of the matrices of a spectrum as a table. J includes the square roots of the goals' weights
/// and the joints' mobilities.
///
/// Rows of J and U are goals: every effector's x, y and z, then the aims. Columns of J and rows of
/// V are joints in the solver's order. Columns of U and V are singular directions, "u1".
void view_matrix(const Tracker& tracker, const Spectrum& spectrum, MatrixKind kind,
                 MatrixView& view);

/// The filter τ(σ) of a method at some singular values, rad / m; empty if the method has none.
/// \param largest the largest singular value of J, m / rad: some filters depend on it
Series filter_series(const ik::AnyMethod& method, std::span<const double> sigmas, double largest);

/// The filters of methods over σ, beside 1/σ, and the singular values of the first tracker's J as
/// analyse() has them. Methods without a filter are left out.
/// \param[in,out] trackers their further steps do not change
/// \pre at least one tracker
Plot filter_plot(std::span<Tracker> trackers);

}  // namespace lab
