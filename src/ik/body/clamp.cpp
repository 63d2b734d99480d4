#include "ik/body/clamp.h"

#include <algorithm>
#include <cmath>

#include "ik/body/layout.h"
#include "ik/simd/lanes.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

bool clamp_max_abs(const Multibody& multibody, bool angular, double limit,
                   Eigen::VectorXd& dtheta) {
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

double length(const Eigen::Vector3d& w) {
  // the sum from the left, as everywhere where one body and many are to have the same bits
  const double square = w.x() * w.x() + w.y() * w.y() + w.z() * w.z();
  const bool safe = square > kSafeSquare<double> && square < 1.0 / kSafeSquare<double>;
  return safe ? std::sqrt(square) : length_of<double>(w.x(), w.y(), w.z());
}

Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d) {
  if (surely_shorter(w, d)) return w;
  const double size = length(w);
  return size <= d ? w : Eigen::Vector3d(w * (d / size));
}

bool clamp_max_angle(const Multibody& multibody, double gamma, Eigen::VectorXd& dtheta) {
  return clamp_max_abs(multibody, true, gamma, dtheta);
}

bool clamp_max_slide(const Multibody& multibody, double limit, Eigen::VectorXd& dtheta) {
  return clamp_max_abs(multibody, false, limit, dtheta);
}

}  // namespace ik
