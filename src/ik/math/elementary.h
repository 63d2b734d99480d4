#pragma once

#include <Eigen/Core>

/// Elementary functions with the same bits on every machine and by every compiler, unlike those of
/// the systems' libraries: they are made of IEEE 754's exact operations alone. Errors are at most
/// two units in the last place, which is what comparisons with a longer type show.
namespace ik {

struct SineCosine {
  double sine, cosine;
};
/// Of one angle, rad; the bits are those of sincos() in simd/sincos.h.
SineCosine sine_cosine(double angle);
double sine(double angle);
double cosine(double angle);

/// The angle of (x, y), in [-pi, pi] rad, with the signs of std::atan2 for zeros and infinities.
double arctangent(double y, double x);
/// In [-pi/2, pi/2] rad. \pre |x| <= 1
double arcsine(double x);

/// Natural logarithm: -infinity for 0, NaN for negative numbers.
double logarithm(double x);
double exponential(double x);
/// x^y. The error grows with |y log x|, by a unit in the last place for each. \pre x >= 0
double power(double x, double y);
/// sqrt(x^2 + y^2) without overflow in between.
double hypotenuse(double x, double y);

/// R (3 × 3) of the rotation about an axis, by Rodrigues' formula. \param axis unit \param angle
/// rad
Eigen::Matrix3d rotation_about(const Eigen::Vector3d& axis, double angle);

}  // namespace ik
