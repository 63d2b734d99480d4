#include "app/picture/marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/session/to_gpu.h"
#include "ik/task/jacobian.h"

namespace app {
namespace {

// lengths in links
constexpr float kAimRadius = 0.022f;

/// Red, green and blue for x, y and z; lighter on a dark ground.
gfx::Color axis_color(int axis, bool dark) {
  constexpr unsigned kBright[] = {0xd1495b, 0x3a8f4d, 0x2f6fc4};
  constexpr unsigned kDark[] = {0xf0707f, 0x62c078, 0x6aa5ee};
  return gfx::hex((dark ? kDark : kBright)[axis]);
}

/// One axis of an aim: the actual direction at the effector, the wanted one at its target.
struct AimAxis {
  glm::vec3 from, is;       ///< m; unit length
  glm::vec3 place, wanted;  ///< m; unit length
};

void add_mark(const AimAxis& aim, float link, const gfx::Color& color, gfx::Picture& picture) {
  picture.capsules.push_back(
      {aim.from, aim.from + kAimLength * link * aim.is, kAimRadius * link, {color, 0.6f, 0.0f}});
  picture.lines.push_back(
      {aim.place, aim.place + kAimLineLength * link * aim.wanted, 2.0f, 5.0f, color});
}

}  // namespace

void add_aims(const lab::Tracker& tracker, const Stage& stage, const PictureStyle& style,
              gfx::Picture& picture) {
  const ik::Multibody& multibody = tracker.multibody();
  const ik::Pose& pose = tracker.pose();
  const std::span<const ik::Aim> aims = tracker.aims();
  for (std::size_t a = 0; a < aims.size(); ++a) {
    const int i = multibody.effector_of(multibody.effector_count() + static_cast<int>(a));
    const ik::Effector& effector = multibody.effector(i);
    const Eigen::Matrix3d is = ik::effector_axes(pose, effector);
    const glm::vec3 from = to_gpu(pose.effector.col(i));
    const glm::vec3 place = to_gpu(tracker.targets()[static_cast<std::size_t>(i)]);
    if (effector.aim == ik::AimKind::kDirection) {
      add_mark({from, to_gpu(is * effector.pointer), place,
                to_gpu(aims[a].direction.stableNormalized())},
               stage.link_length, materials(style).effector, picture);
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      add_mark({from, to_gpu(is.col(axis)), place, to_gpu(aims[a].orientation.col(axis))},
               stage.link_length, axis_color(axis, style.dark), picture);
    }
  }
}

namespace {

// lengths in link radii, slightly larger than the parts inside
constexpr float kShellRadius = 1.75f;
constexpr float kShellHalfLength = 1.55f;
constexpr float kSlideRadius = 3.2f;
constexpr float kRingRadius = 2.4f;
constexpr float kShaftRadius = 0.45f;
constexpr float kGhost = 0.38f;        // alpha
constexpr float kArrowLength = 1.3f;   // longest, in links
constexpr double kShortest = 0.08;     // shortest arrow drawn, as a share of the longest
constexpr double kSmallMotion = 1e-5;  // rad or m, for a finite difference

/// Displacement of each effector along the cause's direction or motion (3 x k), scaled so that the
/// longest is 1. \param[out] both_ways the sign has no meaning
ik::Matrix3X directions(const lab::Tracker& tracker, const lab::Cause& cause, bool& both_ways) {
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose& pose = tracker.pose();
  const int k = body.effector_count();
  ik::Matrix3X way = ik::Matrix3X::Zero(3, k);
  both_ways = cause.direction.size() < 3 * k;
  if (!both_ways) {
    double towards = 0.0;
    for (int i = 0; i < k; ++i) {
      way.col(i) = cause.direction.segment<3>(3 * i);
      towards +=
          way.col(i).dot(tracker.targets()[static_cast<std::size_t>(i)] - pose.effector.col(i));
    }
    if (towards < 0.0) way = -way;
  } else if (cause.motion.size() == body.joint_count()) {
    const ik::Pose moved = ik::pose_at(body, pose.theta + kSmallMotion * cause.motion);
    way = (moved.effector - pose.effector) / kSmallMotion;
  }
  const double longest = k > 0 ? way.colwise().norm().maxCoeff() : 0.0;
  if (!(longest > 0.0) || !way.allFinite()) return ik::Matrix3X::Zero(3, k);
  return way / longest;
}

}  // namespace

gfx::Color highlight_color(bool dark) { return gfx::hex(dark ? 0xb795ff : 0x7433e8); }

void add_highlight(const lab::Tracker& tracker, const lab::Cause& cause, const Stage& stage,
                   const PictureStyle& style, gfx::Picture& picture) {
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose& pose = tracker.pose();
  const float radius = stage.link_radius();
  const gfx::Color color = highlight_color(style.dark);
  const gfx::Surface solid = {color, 0.55f, 0.0f};
  const gfx::Surface ghost = {{glm::vec3(color), kGhost}, 0.3f, 0.0f};
  for (const int j : cause.joints) {
    if (j < 0 || j >= body.joint_count()) continue;
    const glm::vec3 origin = to_gpu(pose.origin.col(j));
    if (ik::is_angular(body.joint(j).type)) {
      picture.drums.push_back({origin, to_gpu(pose.axis.col(j)), kShellRadius * radius,
                               kShellHalfLength * radius, solid});
    } else {
      picture.balls.push_back({origin, kSlideRadius * radius, ghost});
    }
  }
  for (const int i : cause.effectors) {
    if (i < 0 || i >= body.effector_count()) continue;
    picture.balls.push_back({to_gpu(pose.effector.col(i)), kRingRadius * radius, ghost});
  }
  bool both_ways = false;
  const ik::Matrix3X way = directions(tracker, cause, both_ways);
  for (int i = 0; i < body.effector_count(); ++i) {
    if (way.col(i).norm() < kShortest) continue;
    const glm::vec3 from = to_gpu(pose.effector.col(i));
    const glm::vec3 reach = kArrowLength * stage.link_length * to_gpu(way.col(i));
    picture.arrows.push_back({from, from + reach, kShaftRadius * radius, solid});
    if (both_ways) picture.arrows.push_back({from, from - reach, kShaftRadius * radius, solid});
  }
}

namespace {

constexpr float kLongest = 0.8f;        // arrow, in links
constexpr float kArrowRadius = 0.016f;  // in links
constexpr float kMin = 0.02f;           // shortest arrow drawn, as a share of the longest
constexpr int kPieces = 40;             // lines of a ring
constexpr int kMeridians = 6;

gfx::Color task_color(bool dark) { return gfx::hex(dark ? 0x3ccfa0 : 0x00805c); }
gfx::Color joint_color(bool dark) { return gfx::hex(dark ? 0xf2a0d0 : 0xb0508a); }

/// The closed curve center + cos(t) a + sin(t) b.
void add_ring(const Eigen::Vector3d& center, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
              float width, const gfx::Color& color, gfx::Picture& picture) {
  const auto at = [&](int i) {
    const double angle = 2.0 * std::numbers::pi * i / kPieces;
    return to_gpu(center + std::cos(angle) * a + std::sin(angle) * b);
  };
  add_curve(kPieces, at, width, color, picture);
}

void add_arrow(const Eigen::Vector3d& from, const Eigen::Vector3d& way, const gfx::Color& color,
               const Stage& stage, gfx::Picture& picture) {
  if (way.norm() < kMin * kLongest * stage.link_length) return;
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
    // rings through the longest axis, then rings across it
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

void add_singular_direction(const lab::Tracker& tracker, const ik::VectorX& u, const ik::VectorX& v,
                            const Stage& stage, const PictureStyle& style, gfx::Picture& picture) {
  const ik::Multibody& multibody = tracker.multibody();
  const ik::Pose& pose = tracker.pose();
  if (u.size() != multibody.row_count() || v.size() != multibody.joint_count()) return;
  if (!u.allFinite() || !v.allFinite() || !pose.theta.allFinite()) return;
  const double length = static_cast<double>(kLongest * stage.link_length);
  const int k = multibody.effector_count();
  const double most_u = k > 0 ? u.head(3 * k).reshaped(3, k).colwise().norm().maxCoeff() : 0.0;
  for (int i = 0; i < k && most_u > 0.0; ++i) {
    add_arrow(pose.effector.col(i), length / most_u * u.segment<3>(3 * i), task_color(style.dark),
              stage, picture);
  }
  const double most_v = v.lpNorm<Eigen::Infinity>();
  for (int j = 0; j < multibody.joint_count() && most_v > 0.0; ++j) {
    add_arrow(pose.origin.col(j), length * v[j] / most_v * pose.axis.col(j),
              joint_color(style.dark), stage, picture);
  }
}

void add_course(std::span<const Eigen::Vector3d> course, bool dashed, const gfx::Color& color,
                gfx::Picture& picture) {
  constexpr float kCourseWidth = 1.8f, kCourseDash = 5.0f;  // design points
  for (std::size_t i = 1; i < course.size(); ++i) {
    picture.lines.push_back({to_gpu(course[i - 1]), to_gpu(course[i]), kCourseWidth,
                             dashed ? kCourseDash : 0.0f, color});
  }
}

}  // namespace app
