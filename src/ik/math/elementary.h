#pragma once

#include <Eigen/Core>

/// Elementary functions with the same bits on every machine and compiler, unlike the standard
/// library's: they use only the exactly rounded operations of IEEE 754. Errors are at most two
/// units in the last place, as comparisons with a longer type show.
namespace ik {

struct SineCosine {
  double sine, cosine;
};
/// Sine and cosine of an angle, rad; same bits as sincos() in simd/sincos.h.
SineCosine sine_cosine(double angle);
double sine(double angle);
double cosine(double angle);

/// Angle of the vector (x, y), in [-pi, pi] rad; zeros and infinities as in std::atan2.
double arctangent(double y, double x);
/// Arcsine in [-pi/2, pi/2] rad. \pre |x| <= 1
double arcsine(double x);

/// Natural logarithm: -infinity for 0, NaN for negative numbers.
double logarithm(double x);
double exponential(double x);
/// x^y. The error grows by one unit in the last place per unit of |y log x|. \pre x >= 0
double power(double x, double y);
/// sqrt(x^2 + y^2) without intermediate overflow.
double hypotenuse(double x, double y);

/// Rotation matrix R (3 × 3) about an axis, by Rodrigues' formula.
/// \param axis unit \param angle rad
Eigen::Matrix3d rotation_about(const Eigen::Vector3d& axis, double angle);

}  // namespace ik
