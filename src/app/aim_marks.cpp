#include "app/aim_marks.h"

#include "app/convert.h"
#include "ik/jacobian.h"

namespace app {
namespace {

// lengths in links
constexpr float kRodLength = 0.45f;
constexpr float kRodRadius = 0.022f;
constexpr float kLineLength = 0.62f;  // it shows beyond the rod that it agrees with

/// x, y and z as everywhere; on a dark ground a little lighter.
gfx::Color axis_color(int axis, bool dark) {
  constexpr unsigned kBright[] = {0xd1495b, 0x3a8f4d, 0x2f6fc4};
  constexpr unsigned kDark[] = {0xf0707f, 0x62c078, 0x6aa5ee};
  return gfx::hex((dark ? kDark : kBright)[axis]);
}

void add_mark(const glm::vec3& from, const glm::vec3& is, const glm::vec3& place,
              const glm::vec3& wanted, float link, const gfx::Color& color, gfx::Picture& picture) {
  picture.capsules.push_back(
      {from, from + kRodLength * link * is, kRodRadius * link, {color, 0.6f, 0.0f}});
  picture.lines.push_back({place, place + kLineLength * link * wanted, 2.0f, 5.0f, color});
}

}  // namespace

void add_aims(const ik::Multibody& multibody, const ik::Pose& pose,
              std::span<const Eigen::Vector3d> targets, std::span<const ik::Aim> aims,
              const Stage& stage, const PictureStyle& style, gfx::Picture& picture) {
  for (std::size_t a = 0; a < aims.size(); ++a) {
    const int i = multibody.effector_of(multibody.effector_count() + static_cast<int>(a));
    const ik::Effector& effector = multibody.effector(i);
    const Eigen::Matrix3d is = ik::effector_axes(pose, effector);
    const glm::vec3 from = to_gpu(pose.effector.col(i));
    const glm::vec3 place = to_gpu(targets[static_cast<std::size_t>(i)]);
    if (effector.aim == ik::AimKind::kDirection) {
      add_mark(from, to_gpu(is * effector.pointer), place,
               to_gpu(aims[a].direction.stableNormalized()), stage.link_length, style.method_color,
               picture);
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      add_mark(from, to_gpu(is.col(axis)), place, to_gpu(aims[a].orientation.col(axis)),
               stage.link_length, axis_color(axis, style.dark), picture);
    }
  }
}

}  // namespace app
