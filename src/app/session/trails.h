#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <vector>

#include "gfx/draw/picture.h"

namespace app {

/// A world point as the graphics card takes it: float, which still tells a micrometre from the
/// next at ten metres.
inline glm::vec3 to_gpu(const Eigen::Vector3d& point) {
  return {static_cast<float>(point.x()), static_cast<float>(point.y()),
          static_cast<float>(point.z())};
}

/// Where the targets and the effectors were in the last frames.
class Trails {
 public:
  /// \param effectors k; there are as many targets
  /// \param length most points that are kept of each; at least one
  /// \param jump m; a target that moves farther at once leaves no line behind
  explicit Trails(std::size_t effectors, std::size_t length = 240,
                  float jump = std::numeric_limits<float>::infinity());

  /// Adds where everything is now, and forgets the oldest points once there are `length`.
  /// Allocates nothing.
  /// \param targets (k) m
  /// \param effectors (3 x k) m
  /// \pre both have as many as the trails were made for
  void append(std::span<const Eigen::Vector3d> targets, const Eigen::Matrix3Xd& effectors);

  /// Forgets all points, as after a jump of the time.
  void clear() { count_ = 0; }

  std::size_t size() const { return count_; }                 ///< points of each
  std::size_t effector_count() const { return tracks_ / 2; }  ///< k

  /// Adds the trail of target or effector i to a picture, the oldest point first.
  /// \param width points
  void add_target(gfx::Picture& picture, std::size_t i, float width, const gfx::Color& color) const;
  void add_effector(gfx::Picture& picture, std::size_t i, float width,
                    const gfx::Color& color) const;

 private:
  void add(gfx::Picture& picture, std::size_t track, float width, const gfx::Color& color) const;

  std::size_t tracks_;  // targets, then effectors
  std::size_t length_;
  float jump_;
  std::size_t next_ = 0;  // where the next point of every track goes
  std::size_t count_ = 0;
  std::vector<glm::vec3> points_;  // a ring of length_ points a track
  std::vector<char> jumped_;       // whether a point was come to by a jump
};

}  // namespace app
