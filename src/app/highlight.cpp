#include "app/highlight.h"

#include "app/convert.h"

namespace app {
namespace {

// lengths in link radii, a little more than what they cover
constexpr float kShellRadius = 1.75f;
constexpr float kShellHalfLength = 1.55f;
constexpr float kSlideRadius = 3.2f;
constexpr float kRingRadius = 2.4f;
constexpr float kShaftRadius = 0.45f;
constexpr float kGhost = 0.38f;        // alpha
constexpr float kArrowLength = 1.3f;   // links, of the longest
constexpr double kShortest = 0.08;     // of the longest: shorter ones say nothing
constexpr double kSmallMotion = 1e-5;  // rad or m, for a difference

/// How far each effector goes along the cause's direction or motion (3 x k), the longest 1.
Eigen::Matrix3Xd directions(const lab::Tracker& tracker, const lab::Cause& cause, bool& both_ways) {
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose& pose = tracker.pose();
  const int k = body.effector_count();
  Eigen::Matrix3Xd way = Eigen::Matrix3Xd::Zero(3, k);
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
    for (int i = 0; i < k; ++i) {
      way.col(i) = (moved.effector.col(i) - pose.effector.col(i)) / kSmallMotion;
    }
  }
  const double longest = k > 0 ? way.colwise().norm().maxCoeff() : 0.0;
  if (!(longest > 0.0) || !way.allFinite()) return Eigen::Matrix3Xd::Zero(3, k);
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
  const Eigen::Matrix3Xd way = directions(tracker, cause, both_ways);
  for (int i = 0; i < body.effector_count(); ++i) {
    if (way.col(i).norm() < kShortest) continue;
    const glm::vec3 from = to_gpu(pose.effector.col(i));
    const glm::vec3 reach = kArrowLength * stage.link_length * to_gpu(way.col(i));
    picture.arrows.push_back({from, from + reach, kShaftRadius * radius, solid});
    if (both_ways) picture.arrows.push_back({from, from - reach, kShaftRadius * radius, solid});
  }
}

}  // namespace app
