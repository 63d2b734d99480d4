#include "ik/body/joint.h"

#include "ik/body/layout.h"
#include "ik/math/elementary.h"
#include "ik/simd/check.h"
#include "ik/simd/lanes.h"
#include "ik/simd/largest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ik {
namespace {

/// Rotation vector of R (3 x 3), axis times angle, rad; length at most pi.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  // not stableNorm(): its order of summation depends on the vector's alignment in memory
  const double sine = length(q.vec());
  if (sine == 0.0) return Eigen::Vector3d::Zero();
  const double angle = 2.0 * arctangent(sine, std::abs(q.w()));
  return (q.w() < 0.0 ? -angle : angle) / sine * q.vec();
}

}  // namespace

double length(const Eigen::Vector3d& w) { return length_of<double>(w.x(), w.y(), w.z()); }

bool is_rotation(const Eigen::Matrix3d& R, double tolerance) {
  const auto x = R.col(0), y = R.col(1), z = R.col(2);
  // each comparison is false for NaN
  return std::abs(x.dot(x) - 1.0) <= tolerance && std::abs(y.dot(y) - 1.0) <= tolerance &&
         std::abs(z.dot(z) - 1.0) <= tolerance && std::abs(x.dot(y)) <= tolerance &&
         std::abs(y.dot(z)) <= tolerance && std::abs(z.dot(x)) <= tolerance &&
         x.cross(y).dot(z) > 0.0;
}

std::size_t aim_index(const Multibody& multibody, int i, AimKind kind) {
  const Effector& effector = multibody.effector(checked("effector", i, multibody.effector_count()));
  if (effector.aim != kind) {
    const bool turns = kind == AimKind::kOrientation;
    throw std::invalid_argument(titled("effector", effector.name, i) +
                                (turns ? " has no orientation" : " aims at no direction"));
  }
  int g = multibody.effector_count();
  while (multibody.effector_of(g) != i) ++g;
  return static_cast<std::size_t>(g - multibody.effector_count());
}

bool is_invalid_aim(AimKind kind, const Aim& aim) {
  switch (kind) {
    case AimKind::kDirection:
      return aim.direction.isZero(0.0);
    case AimKind::kOrientation:
      return !is_rotation(aim.orientation, kRotationRounding) && aim.orientation.allFinite();
    case AimKind::kNone:
      break;
  }
  return false;
}

bool has_invalid_aim(const Multibody& multibody, std::span<const Aim> aims) {
  const int k = multibody.effector_count();
  for (std::size_t a = 0; a < aims.size(); ++a) {
    if (is_invalid_aim(multibody.aim_of(k + static_cast<int>(a)), aims[a])) return true;
  }
  return false;
}

Eigen::Vector3d aim_error(AimKind kind, const Eigen::Matrix3d& frame,
                          const Eigen::Vector3d& pointer, const Aim& wanted) {
  switch (kind) {
    case AimKind::kDirection: {
      const Eigen::Vector3d t = wanted.direction.stableNormalized();
      return t.isZero(0.0) ? t : Eigen::Vector3d(t - frame * pointer);
    }
    case AimKind::kOrientation:
      return rotation_vector(wanted.orientation * frame.transpose());
    case AimKind::kNone:
      break;
  }
  return Eigen::Vector3d::Zero();
}

Eigen::Vector3d aim_motion(AimKind kind, const Aim& before, const Aim& after) {
  switch (kind) {
    case AimKind::kDirection:
      return after.direction.stableNormalized() - before.direction.stableNormalized();
    case AimKind::kOrientation:
      return rotation_vector(after.orientation * before.orientation.transpose());
    case AimKind::kNone:
      break;
  }
  return Eigen::Vector3d::Zero();
}

double aim_angle(AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const Aim& wanted) {
  if (is_invalid_aim(kind, wanted)) return std::numeric_limits<double>::quiet_NaN();
  const Eigen::Vector3d error = aim_error(kind, frame, pointer, wanted);
  if (kind != AimKind::kDirection) return error.norm();
  // chord / 2 = sin(angle / 2)
  return 2.0 * arcsine(std::min(1.0, 0.5 * error.norm()));
}

namespace {

bool clamp_max_abs(const Multibody& multibody, bool angular, double limit, VectorX& dtheta) {
  if (!(limit < kUnlimited)) return false;
  double most = 0.0;
  if (angular && multibody.layout().all_angular) {
    most = largest(dtheta);
  } else {
    const std::span<const Link> links = multibody.layout().links;
    for (std::size_t j = 0; j < links.size(); ++j) {
      if (is_angular(links[j].type) == angular) {
        most = std::max(most, std::abs(dtheta[static_cast<Eigen::Index>(j)]));
      }
    }
  }
  if (!(most > limit)) return false;
  dtheta *= limit / most;
  return true;
}

}  // namespace

Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d) {
  if (surely_shorter(w, d)) return w;
  const double size = length(w);
  return size <= d ? w : Eigen::Vector3d(w * (d / size));
}

bool clamp_max_angle(const Multibody& multibody, double gamma, VectorX& dtheta) {
  return clamp_max_abs(multibody, true, gamma, dtheta);
}

bool clamp_max_slide(const Multibody& multibody, double limit, VectorX& dtheta) {
  return clamp_max_abs(multibody, false, limit, dtheta);
}

}  // namespace ik
