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

void Trails::append(std::span<const Eigen::Vector3d> targets, const ik::Matrix3X& effectors) {
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
  std::vector<glm::vec3>& shown = picture.trail_points;
  const std::size_t first = shown.size();
  const std::size_t count = std::min(count_, most);
  const std::size_t oldest = (next_ + length_ - count) % length_;
  const glm::vec3* const points = points_.data() + track * length_;
  const char* const jumped = jumped_.data() + track * length_;
  const auto add_piece = [&](std::size_t from, std::size_t to) {
    while (from < to) {
      if (shown.size() > first && jumped[from] != 0) shown.emplace_back(std::nanf(""));
      const char* const jump = std::find(jumped + from + 1, jumped + to, char{1});
      const auto next = static_cast<std::size_t>(jump - jumped);
      shown.insert(shown.end(), points + from, points + next);
      from = next;
    }
  };
  // the ring's end, then its beginning
  const std::size_t end = std::min(oldest + count, length_);
  add_piece(oldest, end);
  add_piece(0, oldest + count - end);
  picture.trails.push_back({first, shown.size() - first, width, color});
}

}  // namespace app
