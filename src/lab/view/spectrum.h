#pragma once

#include "lab/track/tracker.h"

#include <optional>
#include <string>
#include <vector>

namespace lab {

/// One singular component of the last update: J = sum sigma u v^T.
struct SingularComponent {
  double sigma;   ///< m / rad
  double error;   ///< u^T e, how much of the error lies in this direction, m
  double motion;  ///< v^T dtheta, how much of the step does, rad
  /// motion / error: the gain that the method gave this direction, caps and all, rad / m. Empty
  /// where there is no error to speak of.
  std::optional<double> gain;
  std::optional<double> filter;  ///< tau(sigma) by the method's formula, where it has one, rad / m
};

/// The last update seen through the singular values of its Jacobian; where the method asked for
/// none, of that of the pose it led to, without gains.
struct Spectrum {
  std::vector<SingularComponent> components;  ///< by falling sigma
  int rank = 0;                               ///< sigma above 1e-10 of the largest
  double condition = 0.0;                     ///< largest by smallest sigma; infinity if that is 0
  double manipulability = 0.0;  ///< product of all sigma, sqrt(det(J J^T)): Yoshikawa (1985)
  Eigen::MatrixXd J;            ///< (3(k + r) x n) as the method saw it: weighted, times mobility
  Eigen::MatrixXd U, V;         ///< (3(k + r) x components) and (n x components)

  /// For methods that compute none. Not the workspace's: looking must not change the next step.
  ik::Svd svd;
  ik::Workspace own;  ///< the same, for methods that ask for no J at all
};

/// \param[in,out] tracker looking changes none of its further steps
/// \param[out] spectrum   filled anew; allocates nothing the second time
void analyse(Tracker& tracker, Spectrum& spectrum);

/// Where an effector can go how fast: the image of all joint motions with |dtheta| <= 1 under its
/// rows J_i = U diag(sigma) V^T, an ellipsoid with the half-axes sigma_j u_j. Yoshikawa (1985).
struct VelocityEllipsoid {
  Eigen::Vector3d center;  ///< the effector, m
  Eigen::Matrix3d axes;    ///< a half-axis a column, longest first, m / rad; 0 where it is flat
};

/// Of every effector at the tracker's present pose, frozen joints left out, weights not counted.
std::vector<VelocityEllipsoid> velocity_ellipsoids(const Tracker& tracker);

/// The matrices of J = U Sigma V^T.
enum class MatrixKind { kJacobian, kU, kSigma, kV };

/// A matrix as a table with names.
struct MatrixView {
  MatrixKind kind = MatrixKind::kJacobian;
  std::vector<std::string> rows, columns;
  Eigen::MatrixXd values;
  std::vector<std::string> units;  ///< of a column's entries; "" for pure numbers
  double most = 0.0;               ///< the largest |entry| that is finite

  int row_count() const { return static_cast<int>(values.rows()); }
  int column_count() const { return static_cast<int>(values.cols()); }
};

/// One of the matrices of the last look at the tracker: J as the method saw it, with the roots of
/// the goals' weights and the joints' mobilities in it.
///
/// Rows of J and U are goals: every effector's x, y and z, then the aims; columns of J and rows of
/// V are joints in the solver's order; columns of U and V are singular directions, "u1".
void view_matrix(const Tracker& tracker, const Spectrum& spectrum, MatrixKind kind,
                 MatrixView& view);

}  // namespace lab
