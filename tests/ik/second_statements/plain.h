#pragma once

#include "ik/second_statements/question.h"
#include "support/algebra.h"

// Sections "What every method sees" and "Parts that several methods share" of
// docs/methods/definitions.md.
namespace second {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// A pose: the frames and derived points of a body.
struct Place {
  std::vector<Matrix4d> frame;  ///< world_from_joint
  std::vector<Vector3d> v, p;   ///< unit axes, and points on them
  std::vector<Vector3d> s;      ///< effectors
};
Place place(const ik::Multibody& body, const VectorX& theta);

bool turns(const ik::Multibody& body, int j);
/// Translation along joint j's axis per unit of theta: 0, 1 or the pitch.
double slide_rate(const ik::Multibody& body, int j);
/// True if joint j is `carrier` or one of its ancestors.
bool carries(const ik::Multibody& body, int j, int carrier);
bool moves_an_effector(const ik::Multibody& body, int j);

/// Indices of effectors with an aim.
std::vector<int> aiming(const ik::Multibody& body);
double mobility(const Question& q, int j);
double weight(const Question& q, int g);
double d_max(const Question& q, int g);
Vector3d clamped(const Vector3d& w, double most);

/// The axes of an effector in world coordinates.
Matrix3d axes(const Place& at, const ik::Effector& effector);
/// Error of goal g, m, unclamped and unweighted.
Vector3d way(const Question& q, const Place& at, int g);
/// e (m) at theta.
VectorX error(const Question& q, const VectorX& theta);
/// J (m x n) at theta: rows weighted, columns times mobility.
MatrixX jacobian(const Question& q, const VectorX& theta);
/// J without weights, mobilities and aims, at the effectors.
MatrixX position_jacobian(const ik::Multibody& body, const Place& at);

/// rho: the root mean square of |J_j| over the joints that turn; 0 if none does.
double mean_lever(const Question& q, const MatrixX& J);

/// theta after the step x.
VectorX moved(const Question& q, const VectorX& x);
/// Change of F by the step x.
double change(const Question& q, const VectorX& x);
/// tau(x): largest factor up to 1 for which no joint turns by more than 45 degrees.
double trial_share(const Question& q, const VectorX& x);
double model_length(const MatrixX& J, const VectorX& e, const VectorX& x);
/// alpha of the line search along x; 0 if it fails.
double line_search(const Question& q, const VectorX& x, double slope, double first);

/// J = sum sigma_i u_i v_i^T, in descending order; values below 1e-14 of the largest are set to 0.
struct Singular {
  MatrixX U;
  VectorX sigma;
  MatrixX V;
  int rank(double share) const;  ///< number of values above this fraction of the largest
};
Singular singular(const MatrixX& J);
/// sum over the first `count` of sigma / (sigma^2 + square) (u . e) v.
VectorX damped_sum(const Singular& s, int count, const VectorX& e, double square);
/// The damped step, for square > 0.
VectorX damped(const MatrixX& J, const VectorX& e, double square);
using algebra::lower_factor;
using algebra::solve;
/// The u >= 0 that minimises |E u - f|: Lawson and Hanson (1974), algorithm 23.10.
VectorX nonnegative_least_squares(const MatrixX& E, const VectorX& f);

}  // namespace second
