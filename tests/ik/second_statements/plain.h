#pragma once

#include "ik/second_statements/question.h"
#include "support/algebra.h"

// What the page calls "What every method sees" and "Parts that several methods share".
namespace second {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// Where a body is.
struct Place {
  std::vector<Matrix4d> frame;  ///< world_from_joint
  std::vector<Vector3d> v, p;   ///< axes, unit, and points on them
  std::vector<Vector3d> s;      ///< effectors
};
Place place(const ik::Multibody& body, const VectorX& theta);

bool turns(const ik::Multibody& body, int j);
/// What joint j's motion carries along its axis for each unit of theta: 0, 1 or the pitch.
double slide_rate(const ik::Multibody& body, int j);
/// Whether joint j is on the way from the root to joint `carrier`, itself included.
bool carries(const ik::Multibody& body, int j, int carrier);
bool moves_an_effector(const ik::Multibody& body, int j);

/// The effectors that aim.
std::vector<int> aiming(const ik::Multibody& body);
double mobility(const Question& q, int j);
double weight(const Question& q, int g);
double d_max(const Question& q, int g);
Vector3d clamped(const Vector3d& w, double most);

/// The axes of an effector there, in the world's.
Matrix3d axes(const Place& at, const ik::Effector& effector);
/// What is left of goal g there, m, as long as it is and without weight.
Vector3d way(const Question& q, const Place& at, int g);
/// e (m) at theta.
VectorX error(const Question& q, const VectorX& theta);
/// J (m x n) at theta: rows weighted, columns times mobility.
MatrixX jacobian(const Question& q, const VectorX& theta);
/// J without weights, mobilities, aims and at the effectors.
MatrixX position_jacobian(const ik::Multibody& body, const Place& at);

/// theta after the step x.
VectorX moved(const Question& q, const VectorX& x);
/// How much the step x would change F.
double change(const Question& q, const VectorX& x);
/// tau(x): how much of x turns no joint by more than 45 degrees, at most 1.
double trial_share(const Question& q, const VectorX& x);
double model_length(const MatrixX& J, const VectorX& e, const VectorX& x);
/// alpha of the line search along x, 0 where none is found.
double line_search(const Question& q, const VectorX& x, double slope, double first);

/// J = sum sigma_i u_i v_i^T, falling; what is below 1e-14 of the largest is 0.
struct Singular {
  MatrixX U;
  VectorX sigma;
  MatrixX V;
  int rank(double share) const;  ///< how many exceed that share of the largest
};
Singular singular(const MatrixX& J);
/// sum over the first `count` of sigma / (sigma^2 + square) (u . e) v.
VectorX damped_sum(const Singular& s, int count, const VectorX& e, double square);
/// The damped step for a square above 0.
VectorX damped(const MatrixX& J, const VectorX& e, double square);
using algebra::lower_factor;
using algebra::solve;
/// The u >= 0 with the least |E u - f|: Lawson and Hanson (1974), algorithm 23.10.
VectorX nonnegative_least_squares(const MatrixX& E, const VectorX& f);

}  // namespace second
