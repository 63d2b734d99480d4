#include "app/picture/stage.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/session/to_gpu.h"
#include "lab/track/reach.h"
#include "lab/track/tracker.h"

namespace app {
namespace {

constexpr double kSampled = 10.0;  // s: several periods of every built-in curve
constexpr int kSamples = 400;      // points along a curve

/// Positions of a target during its first seconds, m.
std::vector<Eigen::Vector3d> samples_of(const lab::TargetCurve& curve) {
  std::vector<Eigen::Vector3d> samples;
  samples.reserve(kSamples);
  for (int i = 0; i < kSamples; ++i) samples.push_back(curve.at(kSampled * i / kSamples));
  return samples;
}

ik::Pose first_pose(const ik::Multibody& multibody) {
  return ik::pose_at(multibody, multibody.initial_theta());
}

bool stands(const lab::TargetCurve& curve) {
  const std::vector<Eigen::Vector3d> samples = samples_of(curve);
  return std::ranges::all_of(samples, [&](const auto& sample) { return sample == samples[0]; });
}

/// Poses of the first seconds, at time 0 and later: the body follows its targets, or moves to them
/// at once if all stand. A large body has fewer steps, the largest none.
std::vector<ik::Pose> first_poses(const lab::Scene& scene) {
  constexpr int kMaxJoints = 200, kMaxJointSteps = 20'000, kStandingSteps = 300, kBetween = 20;
  std::vector<ik::Pose> poses = {first_pose(scene.multibody)};
  const int joints = scene.multibody.joint_count();
  if (joints > kMaxJoints) return poses;
  const double wanted = std::ranges::all_of(scene.targets, stands)
                            ? kStandingSteps
                            : kSampled / scene.settings.time_step;
  const int steps = static_cast<int>(std::min(wanted, 1.0 * kMaxJointSteps / joints));
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  for (int step = 1; step <= steps; ++step) {
    tracker.step();
    // the first steps are the largest
    if (step < kBetween || step % kBetween == 0) poses.push_back(tracker.pose());
  }
  std::erase_if(poses, [](const ik::Pose& pose) { return !pose.theta.allFinite(); });
  return poses;
}

/// Spheres around a body with its slides and aims.
void add_body(const ik::Multibody& multibody, const ik::Pose& pose, const Stage& stage,
              std::vector<gfx::Sphere>& spheres) {
  for (const Eigen::Vector3d& point : points_of(pose)) {
    spheres.push_back({to_gpu(point), stage.joint_radius()});
  }
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (multibody.joint(j).type == ik::JointType::kRevolute) continue;
    spheres.push_back({to_gpu(seat_of(multibody, pose, j)),
                       (kSleeveHalfLength + kRodStub) * stage.link_radius()});
  }
  for (int i = 0; i < multibody.effector_count(); ++i) {
    if (multibody.effector(i).aim == ik::AimKind::kNone) continue;
    spheres.push_back({to_gpu(pose.effector.col(i)), kAimLength * stage.link_length});
  }
}

/// A target, moved towards the root of its effector's chain until it is at most `beyond` out of
/// reach, m.
Eigen::Vector3d near_reach(const Eigen::Vector3d& target, const lab::Reach& reach, double beyond) {
  const Eigen::Vector3d way = target - reach.center;
  return reach.center + std::min(1.0, (reach.most + beyond) / way.norm()) * way;
}

/// See Stage::contents.
std::vector<gfx::Sphere> contents_of(const lab::Scene& scene, const Stage& stage) {
  std::vector<gfx::Sphere> spheres;
  for (const ik::Pose& pose : first_poses(scene)) add_body(scene.multibody, pose, stage, spheres);
  spheres.push_back({stage.middle, kPlinthRadius * stage.link_radius()});
  for (std::size_t i = 0; i < scene.targets.size(); ++i) {
    const bool aims = scene.multibody.effector(static_cast<int>(i)).aim != ik::AimKind::kNone;
    const float radius = aims ? kAimLineLength * stage.link_length : 2.0f * stage.link_radius();
    const lab::Reach reach = lab::reach_of(scene.multibody, static_cast<int>(i));
    const double beyond = lab::half_link(scene.multibody);
    for (const Eigen::Vector3d& point : samples_of(scene.targets[i])) {
      spheres.push_back({to_gpu(near_reach(point, reach, beyond)), radius});
    }
  }
  for (const ik::Obstacle& obstacle : scene.obstacles) {
    spheres.push_back({to_gpu(obstacle.a), static_cast<float>(obstacle.radius)});
    spheres.push_back({to_gpu(obstacle.b), static_cast<float>(obstacle.radius)});
  }
  return spheres;
}

/// The camera of camera_for(), before it backs away from the body.
gfx::Camera first_camera(bool z_up) {
  return {.yaw = 0.42f, .pitch = 0.2f, .fov_y = 0.52f, .z_up = z_up};
}

/// The smallest aspect of a picture in which its height alone limits the size of the spheres.
float shape_of(std::span<const gfx::Sphere> spheres, bool z_up) {
  constexpr float kNarrow = 0.3f, kBroad = 4.0f, kNearly = 1.005f;
  gfx::Camera camera = first_camera(z_up);
  camera.frame(spheres, kBroad);
  const float least = kNearly * camera.distance;
  float narrow = kNarrow, broad = kBroad;
  while (broad - narrow > 0.02f) {
    const float middle = 0.5f * (narrow + broad);
    camera.frame(spheres, middle);
    (camera.distance > least ? narrow : broad) = middle;
  }
  return broad;
}

}  // namespace

std::vector<Eigen::Vector3d> points_of(const ik::Pose& pose) {
  std::vector<Eigen::Vector3d> points;
  for (Eigen::Index j = 0; j < pose.origin.cols(); ++j) points.emplace_back(pose.origin.col(j));
  for (const auto& point : pose.effector.colwise()) points.emplace_back(point);
  return points;
}

float Stage::grid_spacing() const {
  const float wanted = 0.75f * link_length;
  const float power = std::pow(10.0f, std::floor(std::log10(wanted)));
  const float digits = wanted / power;
  return power * (digits < 1.5f ? 1.0f : digits < 3.5f ? 2.0f : digits < 7.5f ? 5.0f : 10.0f);
}

Eigen::Vector3d seat_of(const ik::Multibody& multibody, const ik::Pose& pose, int j) {
  const ik::Joint& joint = multibody.joint(j);
  double slid = 0.0;
  if (joint.type == ik::JointType::kPrismatic) slid = pose.theta[j];
  if (joint.type == ik::JointType::kScrew) slid = joint.pitch * pose.theta[j];
  return pose.origin.col(j) - slid * pose.axis.col(j);
}

Stage measure(const lab::Scene& scene) {
  Stage stage{.z_up = scene.z_up, .housed = has_housings(scene)};
  const auto length = static_cast<float>(stage.housed ? housed_link(scene.multibody)
                                                      : lab::link_length(scene.multibody));
  stage.link_length = length > 0.0f ? length : 1.0f;

  const Eigen::Vector3d base = scene.multibody.joint(0).parent_from_joint.translation();
  // height of the lowest point of the body at time 0 and of its targets
  double lowest = std::numeric_limits<double>::infinity();
  const auto reach_down = [&lowest, up = lab::up_axis(scene)](const Eigen::Vector3d& point) {
    lowest = std::min(lowest, point.dot(up));
  };
  for (const Eigen::Vector3d& point : points_of(first_pose(scene.multibody))) reach_down(point);
  for (const lab::TargetCurve& curve : scene.targets) {
    for (const Eigen::Vector3d& point : samples_of(curve)) reach_down(point);
  }
  if (stage.housed) {  // the base has a height, and stands where the robot is mounted
    lowest -= stage.joint_radius();
    reach_down(Eigen::Vector3d::Zero());
    lowest = std::min(lowest, base.dot(lab::up_axis(scene)) - kBaseHeight * stage.link_length);
  }
  // room for a horizontal hinge, its pin, and the plinth below
  stage.floor_height = static_cast<float>(lowest) - 2.8f * stage.link_radius();
  stage.middle = stage.at_height(to_gpu(base), stage.floor_height);
  stage.contents = contents_of(scene, stage);
  stage.shape = shape_of(stage.contents, stage.z_up);
  return stage;
}

std::shared_ptr<const Skin> skin_of(const lab::Scene& scene, const Stage& stage) {
  if (!stage.housed) return std::make_shared<Skin>(scene.visuals);
  return std::make_shared<Skin>(housings_of(scene.multibody, stage));
}

void frame_scene(const lab::Scene& scene, const Stage& stage, float aspect, gfx::Camera& camera) {
  std::vector<gfx::Sphere> spheres = stage.contents;
  if (stage.skin) stage.skin->add_reach(first_pose(scene.multibody), spheres);
  camera.frame(spheres, aspect);
}

gfx::Camera camera_for(const lab::Scene& scene, const Stage& stage, float aspect) {
  gfx::Camera camera = first_camera(scene.z_up);
  frame_scene(scene, stage, aspect, camera);
  return camera;
}

Materials materials(const PictureStyle& style) {
  const bool dark = style.dark;
  const gfx::Color& method = style.method_color;
  const lab::Color shown = lab::on_ground({method.r, method.g, method.b}, dark);
  return {
      .link = {gfx::hex(dark ? 0xd5dae2 : 0xd6dbe1), 0.45f, 0.0f},
      .hinge = {gfx::hex(dark ? 0x646d7a : 0x565f6b), 0.55f, 0.6f},
      .pin = {gfx::hex(0xd9dde2), 0.8f, 1.0f},
      .plinth = {gfx::hex(dark ? 0x5b6370 : 0x6a737f), 0.4f, 0.5f},
      .cap = {to_gpu(shown, method.a), 0.5f, 0.0f},
      .target = {gfx::hex(dark ? 0xe23b3b : 0xd92b2b), 0.85f, 0.0f},
      .obstacle = {gfx::hex(dark ? 0x8c7a5e : 0xb9a88c), 0.15f, 0.0f},
      .target_line = gfx::hex(dark ? 0xf06a62 : 0xc62f2f, 0.75f),
      .effector = to_gpu(shown, method.a),
  };
}

}  // namespace app
