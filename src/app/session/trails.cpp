#include "app/session/trails.h"

#include <algorithm>
#include <cassert>
#include <glm/geometric.hpp>

namespace app {

Trails::Trails(std::size_t effectors, std::size_t length, float jump)
    : tracks_(2 * effectors),
      length_(std::max<std::size_t>(length, 1)),
      jump_(jump),
      points_(tracks_ * length_),
      jumped_(tracks_ * length_, 0) {}

void Trails::append(std::span<const Eigen::Vector3d> targets, const Eigen::Matrix3Xd& effectors) {
  assert(2 * targets.size() == tracks_);
  assert(2 * static_cast<std::size_t>(effectors.cols()) == tracks_);
  const std::size_t k = effector_count();
  const std::size_t before = (next_ + length_ - 1) % length_;
  for (std::size_t i = 0; i < k; ++i) {
    const glm::vec3 target = to_gpu(targets[i]);
    jumped_[i * length_ + next_] = glm::distance(points_[i * length_ + before], target) > jump_;
    points_[i * length_ + next_] = target;
    points_[(k + i) * length_ + next_] = to_gpu(effectors.col(static_cast<Eigen::Index>(i)));
  }
  next_ = (next_ + 1) % length_;
  count_ = std::min(count_ + 1, length_);
}

void Trails::add(gfx::Picture& picture, std::size_t track, float width, const gfx::Color& color,
                 std::size_t most) const {
  const std::size_t first = picture.trail_points.size();
  const std::size_t count = std::min(count_, most);
  const std::size_t oldest = (next_ + length_ - count) % length_;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = track * length_ + (oldest + i) % length_;
    if (i > 0 && jumped_[at] != 0) picture.trail_points.emplace_back(std::nanf(""));
    picture.trail_points.push_back(points_[at]);
  }
  picture.trails.push_back({first, picture.trail_points.size() - first, width, color});
}

}  // namespace app
