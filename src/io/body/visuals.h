#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "io/body/mesh_paths.h"
#include "lab/body/body_model.h"

namespace io {

/// Replaces missing meshes by capsules: from each of these links to its children, or through its
/// middle if it has none.
void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links);

/// Adds capsules from links to their children and sites.
/// \param holds whether a link gets capsules to its children
void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds);

/// A capsule in place of an ellipsoid: of its length along z and mean width.
/// \param radii along x, y and z, m
inline lab::CapsuleShape ellipsoid_shape(const Eigen::Vector3d& radii) {
  const double radius = 0.5 * (radii.x() + radii.y());
  return {radius, std::max(0.0, 2.0 * (radii.z() - radius))};
}

/// A colour that is written as red, green, blue and alpha.
struct Rgba {
  Eigen::Vector3d color = Eigen::Vector3d::Zero();  ///< 0 to 1
  double alpha = 1.0;

  /// \param values four numbers
  explicit Rgba(const std::vector<double>& values)
      : color(Eigen::Vector3d(values[0], values[1], values[2]).cwiseMax(0.0).cwiseMin(1.0)),
        alpha(values[3]) {}
  /// False below a small alpha; everything else is drawn solid.
  bool visible() const { return alpha >= 0.05; }
};

}  // namespace io
