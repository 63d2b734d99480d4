#include "app/maths_marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/convert.h"

namespace app {
namespace {

constexpr float kLongest = 0.8f;        // in links
constexpr float kArrowRadius = 0.016f;  // in links
constexpr float kLeast = 0.02f;         // of the longest: shorter arrows are not drawn
constexpr int kPieces = 40;             // of a turn
constexpr int kMeridians = 6;

gfx::Color task_color(bool dark) { return gfx::hex(dark ? 0x3ccfa0 : 0x00805c); }
gfx::Color joint_color(bool dark) { return gfx::hex(dark ? 0xf2a0d0 : 0xb0508a); }

/// Lines through center + cos a + sin b, a whole turn.
void add_ring(const Eigen::Vector3d& center, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
              float width, const gfx::Color& color, gfx::Picture& picture) {
  glm::vec3 before = to_gpu(center + a);
  for (int i = 1; i <= kPieces; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kPieces;
    const glm::vec3 here = to_gpu(center + std::cos(angle) * a + std::sin(angle) * b);
    picture.lines.push_back({before, here, width, 0.0f, color});
    before = here;
  }
}

void add_arrow(const Eigen::Vector3d& from, const Eigen::Vector3d& way, const gfx::Color& color,
               const Stage& stage, gfx::Picture& picture) {
  if (way.norm() < kLeast * kLongest * stage.link_length) return;
  picture.arrows.push_back(
      {to_gpu(from), to_gpu(from + way), kArrowRadius * stage.link_length, {color, 0.4f, 0.0f}});
}

}  // namespace

void add_ellipsoids(std::span<const lab::VelocityEllipsoid> ellipsoids, const Stage& stage,
                    const PictureStyle& style, gfx::Picture& picture) {
  double longest = 0.0;
  for (const lab::VelocityEllipsoid& ellipsoid : ellipsoids) {
    longest = std::max(longest, ellipsoid.axes.col(0).norm());
  }
  if (!(longest > 0.0) || !std::isfinite(longest)) return;
  const double scale = static_cast<double>(kLongest * stage.link_length) / longest;
  const gfx::Color color = task_color(style.dark);
  gfx::Color faint = color;
  faint.a = 0.35f;
  for (const lab::VelocityEllipsoid& ellipsoid : ellipsoids) {
    const Eigen::Matrix3d axes = scale * ellipsoid.axes;
    // around the longest axis: the rings through it, and those across it
    for (int i = 0; i < kMeridians; ++i) {
      const double turn = std::numbers::pi * i / kMeridians;
      add_ring(ellipsoid.center, axes.col(0),
               std::cos(turn) * axes.col(1) + std::sin(turn) * axes.col(2), 1.2f,
               i % (kMeridians / 2) == 0 ? color : faint, picture);
    }
    add_ring(ellipsoid.center, axes.col(1), axes.col(2), 1.2f, color, picture);
    for (const double side : {-0.5, 0.5}) {
      const double across = std::sqrt(1.0 - side * side);
      add_ring(ellipsoid.center + side * axes.col(0), across * axes.col(1), across * axes.col(2),
               1.2f, faint, picture);
    }
    for (int axis = 0; axis < 3; ++axis) {
      add_arrow(ellipsoid.center, axes.col(axis), color, stage, picture);
    }
  }
}

void add_singular_direction(const ik::Multibody& multibody, const ik::Pose& pose,
                            const Eigen::VectorXd& u, const Eigen::VectorXd& v, const Stage& stage,
                            const PictureStyle& style, gfx::Picture& picture) {
  if (u.size() != multibody.row_count() || v.size() != multibody.joint_count()) return;
  if (!u.allFinite() || !v.allFinite() || !pose.theta.allFinite()) return;
  const double length = static_cast<double>(kLongest * stage.link_length);
  double most_u = 0.0;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    most_u = std::max(most_u, u.segment<3>(3 * i).norm());
  }
  for (int i = 0; i < multibody.effector_count() && most_u > 0.0; ++i) {
    add_arrow(pose.effector.col(i), length / most_u * u.segment<3>(3 * i), task_color(style.dark),
              stage, picture);
  }
  const double most_v = v.lpNorm<Eigen::Infinity>();
  for (int j = 0; j < multibody.joint_count() && most_v > 0.0; ++j) {
    add_arrow(pose.origin.col(j), length * v[j] / most_v * pose.axis.col(j),
              joint_color(style.dark), stage, picture);
  }
}

}  // namespace app
