#include "app/picture/marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>

#include "app/picture/grasp.h"
#include "app/session/to_gpu.h"
#include "ik/task/jacobian.h"
#include "lab/scene/colors.h"

namespace app {
namespace {

constexpr int kBallRingPieces = 32;     // lines of a ring
constexpr float kBallRingWidth = 2.4f;  // points
constexpr float kBallRing = 1.15f;      // as a multiple of the ball's radius

/// A ring in the plane through `center` that faces the eye.
void add_ring_around(const glm::vec3& center, float radius, const glm::vec3& eye,
                     const gfx::Color& color, gfx::Picture& picture) {
  const glm::vec3 away = eye - center;
  // the eye is inside the ball, or a coordinate is not finite
  if (!(glm::length(away) > radius)) return;
  const glm::vec3 to_eye = glm::normalize(away);
  const bool steep = std::abs(to_eye.y) > 0.9f;
  const glm::vec3 side =
      glm::normalize(glm::cross(steep ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0), to_eye));
  const glm::vec3 up = glm::cross(to_eye, side);
  // each point is the last one, rotated by one piece: one sine and cosine for the whole ring
  constexpr float kPiece = 2.0f * std::numbers::pi_v<float> / kBallRingPieces;
  const float cosine = std::cos(kPiece), sine = std::sin(kPiece);
  glm::vec2 at(1.0f, 0.0f);
  const auto next = [&](int i) {
    if (i > 0) at = {cosine * at.x - sine * at.y, sine * at.x + cosine * at.y};
    return center + radius * (at.x * side + at.y * up);
  };
  add_curve(kBallRingPieces, next, kBallRingWidth, color, picture);
}

/// A ball on the screen, in display coordinates.
std::optional<ui::Disc> seen(const gfx::Camera& camera, const ui::Area& view,
                             const glm::vec3& place, float radius) {
  const auto point = camera.project(place, {view.size.x, view.size.y});
  if (!point || !std::isfinite(point->x) || !std::isfinite(point->y)) return std::nullopt;
  const float scale = 0.5f * view.size.y / (std::tan(0.5f * camera.fov_y) * point->z);
  return ui::Disc{{view.corner.x + point->x, view.corner.y + point->y}, scale * radius};
}

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

// lengths in link radii, slightly larger than the parts inside
constexpr float kShellRadius = 1.75f;
constexpr float kShellHalfLength = 1.55f;
constexpr float kSlideRadius = 3.2f;
constexpr float kRingRadius = 2.4f;
constexpr float kShaftRadius = 0.45f;
constexpr float kGhost = 0.38f;        // opacity
constexpr float kArrowLength = 1.3f;   // the longest arrow, in links
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

constexpr float kLongest = 0.8f;        // the longest arrow, in links
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

constexpr float kSolutionGhost = 0.42f, kLitGhost = 0.8f, kSweepGhost = 0.22f;  // opacity
constexpr float kGhostThickness = 0.7f;  // a ghost's links are thinner than the body's
constexpr float kPlaceDot = 3.5f;        // design points, width of a place
constexpr float kPlaceAlpha = 0.7f;
constexpr int kShades = 64;

}  // namespace

void add_rings(const Ringed& ringed, const Stage& stage, bool dark, const glm::vec3& eye,
               gfx::Picture& picture) {
  const auto& [pose, targets, grasped] = ringed;
  const float effector = kBallRing * kEffectorRadius * stage.link_radius();
  const float target = kBallRing * kTargetRadius * stage.link_radius();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    const gfx::Color color = to_gpu(lab::on_ground(lab::series_color(static_cast<int>(i)), dark));
    const glm::vec3 from = to_gpu(pose.effector.col(column));
    const glm::vec3 to = to_gpu(targets[i]);
    const bool held = grasped == static_cast<int>(i);
    add_ring_around(to, held ? kGraspRadius * target : target, eye, color, picture);
    // inside the target's ball the effector needs no ring
    if (glm::distance(from, to) < kTargetRadius * stage.link_radius()) continue;
    add_ring_around(from, effector, eye, color, picture);
  }
}

std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view) {
  const ik::Multibody& body = tracker.multibody();
  std::vector<ui::NamedPair> pairs;
  const float radius = kBallRing * stage.link_radius();
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    pairs.push_back(
        {.name = body.effector(i).name,
         .color = lab::series_color(i),
         .effector =
             seen(camera, view, to_gpu(tracker.pose().effector.col(i)), kEffectorRadius * radius),
         .target = seen(camera, view, to_gpu(tracker.targets()[at]), kTargetRadius * radius)});
  }
  return pairs;
}

std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before, double enough) {
  constexpr double kFarther = 3.0;
  const auto distance = [&](std::size_t point) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < lanes.size(); ++other) {
      if (other == lane) continue;
      least = std::min(least, (lanes[lane][point] - lanes[other][point]).norm());
    }
    return least;
  };
  const std::size_t count = lanes[lane].size();
  const bool known = before < count;
  std::size_t best = known ? before : 0;
  double most = known ? std::max(kFarther * distance(best), enough) : 0.0;
  for (std::size_t point = 0; point < count; ++point) {
    const double far = distance(point);
    // all lanes share the root: at first the last of equals
    if (far > most || (!known && far == most)) best = point, most = far;
  }
  if (distance(best) > enough) return best;
  const auto sharing = [&](std::size_t point) {
    return std::ranges::count_if(lanes, [&](const std::vector<Eigen::Vector3d>& other) {
      return (lanes[lane][point] - other[point]).norm() <= enough;
    });
  };
  for (std::size_t point = 0; point < count; ++point) {
    if (sharing(point) < sharing(best)) best = point;
  }
  return best;
}

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

void add_solutions(std::span<const ui::ShownSolution> solutions, std::optional<std::size_t> lit,
                   const ik::Multibody& multibody, const Stage& stage, bool dark,
                   gfx::Picture& picture) {
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const lab::Color hue = lab::solution_color(solutions[i].hue, dark);
    add_companion(multibody, solutions[i].pose, stage,
                  to_gpu(hue, lit == i ? kLitGhost : kSolutionGhost), kGhostThickness, picture);
  }
}

void add_sweep(std::span<const ik::Pose> poses, int hue, const ik::Multibody& multibody,
               const Stage& stage, bool dark, gfx::Picture& picture) {
  const gfx::Color color = to_gpu(lab::solution_color(hue, dark), kSweepGhost);
  for (const ik::Pose& pose : poses) {
    add_companion(multibody, pose, stage, color, kGhostThickness, picture);
  }
}

std::optional<std::size_t> pick_solution(std::span<const ui::ShownSolution> solutions,
                                         const ik::Multibody& multibody, const Stage& stage,
                                         const gfx::Camera& camera, glm::vec2 pixel,
                                         glm::vec2 size) {
  std::optional<std::size_t> nearest;
  float least = 0.0f;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const auto met = pick_link(camera, pixel, size, multibody, solutions[i].pose,
                               kGhostThickness * stage.link_radius());
    if (!met) continue;
    const float away = glm::distance(camera.eye(), to_gpu(met->to));
    if (nearest && away >= least) continue;
    nearest = i;
    least = away;
  }
  return nearest;
}

SeenLinks::SeenLinks(const ik::Multibody& multibody, const ik::Pose& pose, float radius,
                     const gfx::Camera& camera)
    : radius_(radius),
      eye_(camera.eye()),
      right_(camera.right()),
      up_(camera.up()),
      forward_(camera.forward()) {
  ik::for_each_link(multibody, [&](const ik::LinkSegment& link) {
    links_.push_back({as_seen(to_gpu(link.from(pose))), as_seen(to_gpu(link.to(pose)))});
  });
}

/// A place in the axes of the view: right and up as tangents, and its depth.
glm::vec3 SeenLinks::as_seen(const glm::vec3& place) const {
  const glm::vec3 away = place - eye_;
  const float depth = glm::dot(away, forward_);
  return {glm::dot(away, right_) / depth, glm::dot(away, up_) / depth, depth};
}

bool SeenLinks::lie_behind(const glm::vec3& place) const {
  const glm::vec3 at = as_seen(place);
  return std::ranges::any_of(links_, [&](const Link& link) {
    const glm::vec2 way(link.to - link.from), off(at - link.from);
    const float square = glm::dot(way, way);
    const float along = square > 0.0f ? std::clamp(glm::dot(off, way) / square, 0.0f, 1.0f) : 0.0f;
    const float depth = link.from.z + along * (link.to.z - link.from.z);
    const glm::vec2 apart = off - along * way;
    return at.z < depth && depth * depth * glm::dot(apart, apart) < radius_ * radius_;
  });
}

void add_cloud(const lab::ReachCloud& cloud, const glm::vec3& middle, const gfx::Camera& camera,
               const SeenLinks& links, gfx::Picture& picture) {
  const double most = cloud.largest_share();
  const std::vector<float>& shares = cloud.smooth_shares();
  if (!(most > 0.0)) return;
  std::array<gfx::Color, kShades> shades;
  for (std::size_t i = 0; i < shades.size(); ++i) {
    const double share = static_cast<double>(i) / (kShades - 1);
    shades[i] = to_gpu(lab::color_at(share), kPlaceAlpha);
  }
  const glm::vec3 vertical = camera.vertical();
  glm::vec3 to_eye = camera.eye() - middle;
  to_eye -= vertical * glm::dot(vertical, to_eye);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Eigen::Vector3f& place = cloud.points()[i].place;
    const glm::vec3 at(place.x(), place.y(), place.z());
    if (!cloud.planar() && (glm::dot(at - middle, to_eye) > 0.0f || links.lie_behind(at))) {
      continue;
    }
    const auto shade = static_cast<std::size_t>((kShades - 1) * shares[i] / most);
    picture.lines.push_back({at, at, kPlaceDot, 0.0f, shades[std::min(shade, shades.size() - 1)]});
  }
}

}  // namespace app
