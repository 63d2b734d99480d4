#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <glm/vec3.hpp>
#include <limits>
#include <span>
#include <vector>

#include "app/session/to_gpu.h"
#include "gfx/draw/picture.h"

namespace app {

/// Past positions of the targets and the effectors.
class Trails {
 public:
  /// \param effectors k, also the number of targets
  /// \param length most points of each, at least one
  /// \param jump m; a longer single movement of a target leaves a gap in its trail
  explicit Trails(std::size_t effectors, std::size_t length = 240,
                  float jump = std::numeric_limits<float>::infinity());

  /// Adds the present positions, which replace the oldest once there are `length`. Never allocates.
  /// \param targets (k) m
  /// \param effectors (3 x k) m
  void append(std::span<const Eigen::Vector3d> targets, const ik::Matrix3X& effectors);

  /// Removes all points, as after a jump in time.
  void clear() { count_ = 0; }

  std::size_t size() const { return count_; }                 ///< points of each trail
  std::size_t effector_count() const { return tracks_ / 2; }  ///< k

  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  /// Adds the trail of target or effector i to a picture, the oldest point first.
  /// \param width points
  /// \param most  only this many of the newest points
  void add_target(gfx::Picture& picture, std::size_t i, float width, const gfx::Color& color,
                  std::size_t most = kAll) const {
    add(picture, i, width, color, most);
  }
  void add_effector(gfx::Picture& picture, std::size_t i, float width, const gfx::Color& color,
                    std::size_t most = kAll) const {
    add(picture, effector_count() + i, width, color, most);
  }

 private:
  void add(gfx::Picture& picture, std::size_t track, float width, const gfx::Color& color,
           std::size_t most) const;

  std::size_t tracks_;  // targets, then effectors
  std::size_t length_;
  float jump_;
  std::size_t next_ = 0;  // index of the next point of every track
  std::size_t count_ = 0;
  std::vector<glm::vec3> points_;  // a ring buffer of length_ points for each track
  std::vector<char> jumped_;       // whether a jump led to the point
};

}  // namespace app
