#include "io/body/hinge_angles.h"

#include <cmath>
#include <numbers>

#include "ik/math/elementary.h"

namespace io {

Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before) {
  const Eigen::Index i = first, j = (first + 1) % 3, k = (first + 2) % 3;
  const auto nearest = [](double angle, double to) {
    return angle + 2.0 * std::numbers::pi * std::round((to - angle) / (2.0 * std::numbers::pi));
  };
  const auto with_first = [&](double a) {
    a = nearest(a, before[0]);
    const Eigen::Matrix3d rest = ik::rotation_about(Eigen::Vector3d::Unit(i), -a) * turn;
    return Eigen::Vector3d(a, nearest(ik::arctangent(rest(i, k), rest(k, k)), before[1]),
                           nearest(ik::arctangent(rest(j, i), rest(j, j)), before[2]));
  };
  // if the middle hinge is at a right angle, the first is undetermined: keep its value
  const bool known = ik::hypotenuse(turn(j, k), turn(k, k)) > 1e-9;
  const double a = known ? ik::arctangent(-turn(j, k), turn(k, k)) : before[0];
  const Eigen::Vector3d one = with_first(a), other = with_first(a + std::numbers::pi);
  return (one - before).squaredNorm() <= (other - before).squaredNorm() ? one : other;
}

}  // namespace io
