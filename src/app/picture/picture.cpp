#include "app/picture/picture.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "app/picture/marks.h"
#include "app/session/to_gpu.h"
#include "gfx/context/context.h"
#include "gfx/render/renderer.h"
#include "ik/body/two_link.h"
#include "lab/scene/colors.h"

namespace app {
namespace {

// lengths in link radii: a hinge is wider than its links, a pin longer than its hinge
constexpr float kDrumRadius = 1.55f;
constexpr float kDrumHalfLength = 1.4f;
constexpr float kPinRadius = 0.5f;
constexpr float kPinHalfLength = 2.3f;
constexpr float kSleeveHalfWidth = 1.35f;
constexpr float kRodRadius = 0.6f;
constexpr float kGhostRadius = 0.9f;         // the body hides a ghost that coincides with it
constexpr float kCompanionEffector = 1.65f;  // radius, in radii of the companion's links
constexpr float kHold = 1.5f;                // radius of the mark of a pull, wider than the link
constexpr float kGhostAlpha = 0.3f;

void add_link(const glm::vec3& from, const glm::vec3& to, float radius, const gfx::Surface& surface,
              gfx::Picture& picture) {
  if (glm::distance(from, to) < kMinLength * radius) return;
  picture.capsules.push_back({from, to, radius, surface});
}

class BodyPainter {
 public:
  BodyPainter(const ik::Multibody& multibody, const ik::Pose& pose, const Stage& stage,
              const PictureStyle& style, gfx::Picture& picture)
      : multibody_(multibody),
        pose_(pose),
        stage_(stage),
        materials_(materials(style)),
        radius_(stage.link_radius()),
        picture_(picture) {}

  void paint_joint(int j) {
    const ik::Joint& joint = multibody_.joint(j);
    const glm::vec3 origin = to_gpu(pose_.origin.col(j));
    const glm::vec3 axis = to_gpu(pose_.axis.col(j));
    const glm::vec3 seat = to_gpu(seat_of(multibody_, pose_, j));
    if (dressed()) return paint_bare(joint, origin, seat, j);
    if (joint.parent < 0) {
      paint_plinth(seat);
    } else {
      paint_link(to_gpu(pose_.origin.col(joint.parent)), seat);
    }
    if (ik::is_angular(joint.type)) paint_hinge(origin, axis);
    if (joint.type != ik::JointType::kRevolute) paint_slide(seat, origin, axis, j);
  }

  void paint_effector(int i) {
    const glm::vec3 place = to_gpu(pose_.effector.col(i));
    const int carrier = multibody_.effector(i).joint;
    if (!covers(carrier)) paint_link(to_gpu(pose_.origin.col(carrier)), place);
    picture_.balls.push_back({place, kEffectorRadius * radius_, {materials_.effector, 0.6f, 0.0f}});
  }

  void paint_target(int i, const glm::vec3& place) {
    picture_.balls.push_back({place, kTargetRadius * radius_, materials_.target});
    picture_.lines.push_back(
        {to_gpu(pose_.effector.col(i)), place, 1.5f, 5.0f, materials_.target_line});
  }

  void paint_trails(const Trails& trails) {
    gfx::Color target = materials_.target.color;
    target.a = 0.5f;
    gfx::Color effector = materials_.effector;
    effector.a = 0.85f;
    for (std::size_t i = 0; i < trails.effector_count(); ++i) {
      trails.add_target(picture_, i, 1.8f, target, stage_.trail);
      trails.add_effector(picture_, i, 2.6f, effector, stage_.trail);
    }
  }

 private:
  /// In a body with shapes, draws the links without a shape as plain links. The slides of a free
  /// base stay invisible.
  void paint_bare(const ik::Joint& joint, const glm::vec3& origin, const glm::vec3& seat, int j) {
    const bool bare = joint.parent >= 0 && !covers(joint.parent);
    if (bare && is_seen(multibody_.joint(joint.parent))) {
      paint_link(to_gpu(pose_.origin.col(joint.parent)), seat);
    }
    if (!covers(j) && joint.type == ik::JointType::kPrismatic && is_seen(joint)) {
      paint_link(seat, origin);
    }
  }
  static bool is_seen(const ik::Joint& joint) {
    return joint.type == ik::JointType::kRevolute || std::isfinite(joint.upper - joint.lower);
  }

  /// True if shapes replace plain links and joints.
  bool dressed() const { return stage_.skin && !stage_.skin->empty(); }
  bool covers(int j) const { return dressed() && stage_.skin->covers(j); }

  void paint_link(const glm::vec3& from, const glm::vec3& to) {
    add_link(from, to, radius_, materials_.link, picture_);
  }

  void paint_hinge(const glm::vec3& origin, const glm::vec3& axis) {
    picture_.drums.push_back(
        {origin, axis, kDrumRadius * radius_, kDrumHalfLength * radius_, materials_.hinge});
    picture_.drums.push_back(
        {origin, axis, kPinRadius * radius_, kPinHalfLength * radius_, materials_.pin});
  }

  void paint_slide(const glm::vec3& seat, const glm::vec3& origin, const glm::vec3& axis, int j) {
    picture_.sleeves.push_back({seat, axis, to_gpu(side_of(j)), kSleeveHalfWidth * radius_,
                                kSleeveHalfLength * radius_, materials_.hinge});
    // the rod is visible at both ends of the sleeve, and extends to the slid origin
    const glm::vec3 stub = (kSleeveHalfLength + kRodStub) * radius_ * axis;
    const bool forward = glm::dot(origin - seat, axis) >= 0.0f;
    const float slid = glm::distance(seat, origin);
    const glm::vec3 reach = slid > glm::length(stub) ? slid * axis : stub;
    picture_.capsules.push_back({forward ? seat - stub : seat - reach,
                                 forward ? seat + reach : seat + stub, kRodRadius * radius_,
                                 materials_.pin});
  }

  /// A direction fixed in the joint's body: it sets the sleeve's orientation about its axis.
  Eigen::Vector3d side_of(int j) const {
    const Eigen::Vector3d& axis = multibody_.joint(j).axis;
    Eigen::Index least = 0;
    axis.cwiseAbs().minCoeff(&least);
    return pose_.world_from_joint(j).linear().col(least);
  }

  void paint_plinth(const glm::vec3& seat) {
    const float half = kPlinthHalfHeight * radius_;
    const glm::vec3 foot = stage_.at_height(seat, stage_.floor_height + half);
    picture_.drums.push_back({foot, stage_.up(), kPlinthRadius * radius_, half, materials_.plinth});
    paint_link(foot, seat);
  }

  const ik::Multibody& multibody_;
  const ik::Pose& pose_;
  const Stage& stage_;
  Materials materials_;
  float radius_;
  gfx::Picture& picture_;
};

}  // namespace

void make_picture(const DrawnBody& body, const Stage& stage, const PictureStyle& style,
                  gfx::Picture& picture) {
  const auto& [multibody, pose, targets, trails] = body;
  picture.clear();
  picture.studio = style.dark ? gfx::dark_studio() : gfx::light_studio();
  picture.shadow_softness = 0.06f * stage.link_length;
  picture.z_up = stage.z_up;
  picture.ground.center = stage.middle;
  picture.ground.spacing = stage.grid_spacing();
  picture.ground.extent = 22.0f * stage.link_length;

  BodyPainter painter(multibody, pose, stage, style, picture);
  for (int j = 0; j < multibody.joint_count(); ++j) painter.paint_joint(j);
  for (int i = 0; i < multibody.effector_count(); ++i) painter.paint_effector(i);
  if (stage.skin) stage.skin->add(pose, materials(style), picture);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    painter.paint_target(static_cast<int>(i), to_gpu(targets[i]));
  }
  if (trails != nullptr) painter.paint_trails(*trails);
}

void make_picture(const lab::Tracker& tracker, const Trails* trails, const Stage& stage,
                  const PictureStyle& style, gfx::Picture& picture) {
  make_picture({tracker.multibody(), tracker.pose(), tracker.targets(), trails}, stage, style,
               picture);
  add_obstacles(tracker.scene().obstacles, style, picture);
  add_aims(tracker, stage, style, picture);
}

void add_companion(const ik::Multibody& multibody, const ik::Pose& pose, const Stage& stage,
                   const gfx::Color& color, float thickness, gfx::Picture& picture) {
  const gfx::Surface surface = {color, 0.35f, 0.0f};
  if (stage.skin) stage.skin->add(pose, color, picture);
  const float radius = thickness * stage.link_radius();
  ik::for_each_link(multibody, [&](const ik::LinkSegment& link) {
    if (stage.skin && stage.skin->covers(link.joint)) return;
    add_link(to_gpu(link.from(pose)), to_gpu(link.to(pose)), radius, surface, picture);
  });
  for (const auto& effector : pose.effector.colwise()) {
    picture.balls.push_back({to_gpu(effector), kCompanionEffector * radius, surface});
  }
}

void add_grasp(const Eigen::Vector3d& target, const std::optional<Eigen::Vector3d>& axis,
               const Stage& stage, const PictureStyle& style, gfx::Picture& picture) {
  const glm::vec3 place = to_gpu(target);
  gfx::Color color = materials(style).target.color;
  color.a = kGhostAlpha;
  picture.balls.push_back(
      {place, kGraspRadius * kTargetRadius * stage.link_radius(), {color, 0.3f, 0.0f}});
  if (!axis) return;
  const glm::vec3 reach = 40.0f * stage.link_length * to_gpu(*axis);
  color.a = 0.8f;
  picture.lines.push_back({place - reach, place + reach, 1.5f, 0.0f, color});
}

void add_pull(const lab::Pull& pull, const ik::Pose& pose, const Stage& stage,
              const PictureStyle& style, gfx::Picture& picture) {
  const glm::vec3 place = to_gpu(lab::pulled_point(pose, pull));
  const glm::vec3 hand = to_gpu(pull.to);
  const gfx::Color color = materials(style).effector;
  const float radius = kHold * stage.link_radius();
  picture.balls.push_back({place, radius, {color, 0.5f, 0.0f}});
  if (glm::distance(place, hand) < radius) return;
  picture.lines.push_back({place, hand, 1.5f, 5.0f, color});
}

void add_obstacles(std::span<const ik::Obstacle> obstacles, const PictureStyle& style,
                   gfx::Picture& picture) {
  const gfx::Surface surface = materials(style).obstacle;
  for (const ik::Obstacle& obstacle : obstacles) {
    picture.capsules.push_back(
        {to_gpu(obstacle.a), to_gpu(obstacle.b), static_cast<float>(obstacle.radius), surface});
  }
}

void add_closed_form(const ik::Multibody& multibody, std::span<const Eigen::Vector3d> targets,
                     const Stage& stage, const PictureStyle& style, gfx::Picture& picture) {
  const std::optional<ik::TwoLink> arm = ik::TwoLink::of(multibody);
  if (!arm || targets.empty() || !targets.front().allFinite()) return;
  const ik::TwoLink::Solution solution = arm->solve(targets.front());
  const gfx::Surface ghost = {{glm::vec3(materials(style).effector), kGhostAlpha}, 0.3f, 0.0f};
  ik::VectorX theta(2);
  for (const Eigen::Vector2d& turns : {solution.positive, solution.negative}) {
    theta[0] = turns[0];
    theta[1] = turns[1];
    const ik::Pose pose = ik::pose_at(multibody, theta);
    const glm::vec3 shoulder = to_gpu(pose.origin.col(0));
    const glm::vec3 elbow = to_gpu(pose.origin.col(1));
    const float radius = kGhostRadius * stage.link_radius();
    picture.capsules.push_back({shoulder, elbow, radius, ghost});
    picture.capsules.push_back({elbow, to_gpu(pose.effector.col(0)), radius, ghost});
    picture.drums.push_back({elbow, to_gpu(pose.axis.col(1)),
                             kGhostRadius * kDrumRadius * stage.link_radius(),
                             kGhostRadius * kDrumHalfLength * stage.link_radius(), ghost});
  }
}

gfx::Image without_background(gfx::Picture& picture, const std::function<gfx::Image()>& draw) {
  picture.ground.shown = false;
  const auto drawn_on = [&](float level) {
    picture.studio.background_top = picture.studio.background_bottom = {level, level, level, 1.0F};
    return draw();
  };
  gfx::Image image = drawn_on(0.0F);
  const gfx::Image white = drawn_on(1.0F);
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    int veil = 255;  // what the background adds: 255 (1 − α), without the noise of its dithering
    for (std::size_t k = 0; k < 3; ++k)
      veil = std::min(veil, white.rgba[i + k] - image.rgba[i + k]);
    constexpr int kNoise = 2;
    const int opacity = veil <= kNoise ? 255 : veil >= 255 - kNoise ? 0 : 255 - veil;
    for (std::size_t k = 0; k < 3; ++k) {
      const int color = opacity > 0 ? (255 * image.rgba[i + k] + opacity / 2) / opacity : 0;
      image.rgba[i + k] = static_cast<std::uint8_t>(std::min(color, 255));
    }
    image.rgba[i + 3] = static_cast<std::uint8_t>(opacity);
  }
  return image;
}

gfx::Image snapshot(const lab::Tracker& tracker, const Trails* trails,
                    const SnapshotOptions& options, std::vector<std::string>* notes) {
  gfx::Offscreen context;
  gfx::Framebuffer framebuffer(options.width, options.height, options.samples);
  gfx::Renderer renderer;

  gfx::Picture picture;
  Stage stage = measure(tracker.scene());
  stage.skin = skin_of(tracker.scene(), stage);
  if (notes != nullptr) *notes = stage.skin->notes();
  make_picture(tracker, trails, stage,
               {options.dark, to_gpu(lab::method_color(tracker.method_info()))}, picture);
  add_solutions(options.solutions, {}, tracker.multibody(), stage, options.dark, picture);
  const float aspect =
      static_cast<float>(framebuffer.width()) / static_cast<float>(framebuffer.height());
  const gfx::Camera camera = camera_for(tracker.scene(), stage, aspect);
  add_rings({tracker.pose(), tracker.targets()}, stage, options.dark, camera.eye(), picture);
  // line widths scale with the picture: a point is a pixel in a picture 720 pixels high
  const float pixel_scale = static_cast<float>(framebuffer.height()) / 720.0f;
  const auto draw = [&] {
    renderer.draw(picture, camera,
                  {framebuffer.id(), 0, 0, framebuffer.width(), framebuffer.height(), pixel_scale});
    return framebuffer.read_pixels();
  };
  return options.transparent ? without_background(picture, draw) : draw();
}

}  // namespace app
