#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <vector>

#include "app/picture/skin.h"
#include "app/session/trails.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "iklab/problem.h"
#include "lab/scene/scene.h"

namespace app {

/// Dimensions of a picture that depend on the scene only, not on the pose.
struct Stage {
  float link_length = 1.0f;          ///< m, median of the lengths above zero, or housed_link()
  bool z_up = false;                 ///< the scene's z axis points up
  bool housed = false;               ///< see has_housings()
  float floor_height = 0.0f;         ///< m, of the floor: below the base, the body and its targets
  glm::vec3 middle{0.0f};            ///< m, middle of the floor, below the base
  float shape = 1.3f;                ///< width / height of the smallest picture of the contents
  float thickness = 1.0f;            ///< factor of all radii: above 1, a small body stays visible
  std::size_t trail = Trails::kAll;  ///< number of newest points that a trail shows
  /// What the first picture holds: the body, with its aims and obstacles, as it follows its targets
  /// for some seconds, and the targets' curves where they are in reach or at most half a link
  /// beyond.
  std::vector<gfx::Sphere> contents = {};
  /// Shapes of the links, from files; measure() leaves them out. Null: plain links.
  std::shared_ptr<const Skin> skin = {};

  float link_radius() const { return 0.07f * thickness * link_length; }  ///< m
  /// Radius of a ball that holds what is drawn around a joint, m.
  float joint_radius() const {
    return housed ? kHousingRadius * link_length : 2.0f * link_radius();
  }
  glm::vec3 up() const { return gfx::from_y_up({0.0f, 1.0f, 0.0f}, z_up); }  ///< unit
  /// The point above or below another at a height, m.
  glm::vec3 at_height(const glm::vec3& point, float height) const {
    return point + (height - glm::dot(point, up())) * up();
  }
  float grid_spacing() const;  ///< m, less than a link: 1, 2 or 5 times a power of ten
};

/// Measures the body in its first seconds and the curves of its targets.
Stage measure(const lab::Scene& scene);

/// All points of the body in a picture: the origins of joints, then the effectors, m.
std::vector<Eigen::Vector3d> points_of(const ik::Pose& pose);

/// Origin of joint j before its slide: its place on its parent, m.
Eigen::Vector3d seat_of(const ik::Multibody& multibody, const ik::Pose& pose, int j);

/// The shapes of a scene's links: its visuals, or the housings of a robot without any.
std::shared_ptr<const Skin> skin_of(const lab::Scene& scene, const Stage& stage);

/// A three-quarter view of the body at time 0, in which Stage::contents and the skin fill the
/// picture. \param aspect width / height
gfx::Camera camera_for(const lab::Scene& scene, const Stage& stage, float aspect);
inline gfx::Camera camera_for(const lab::Scene& scene, float aspect) {
  return camera_for(scene, measure(scene), aspect);
}

/// Frames the same contents and keeps the camera's direction.
void frame_scene(const lab::Scene& scene, const Stage& stage, float aspect, gfx::Camera& camera);

/// The user's choice of colours.
struct PictureStyle {
  bool dark = false;                             ///< the dark studio instead of the bright one
  gfx::Color method_color = gfx::hex(0x0072b2);  ///< the effectors' balls and trails

  bool operator==(const PictureStyle&) const = default;
};

/// The materials of a body, which differ between the two studios.
struct Materials {
  gfx::Surface link, hinge, pin, plinth, cap, target, obstacle;
  gfx::Color target_line;
  gfx::Color effector;  ///< the method's, see lab::on_ground
};

Materials materials(const PictureStyle& style);

// lengths in links
inline constexpr float kAimLength = 0.45f;      ///< an axis of an effector's aim
inline constexpr float kAimLineLength = 0.62f;  ///< a wanted one: both are seen when they agree
// lengths in link radii
inline constexpr float kMinLength = 1e-3f;  ///< shortest drawn link: below is rounding error
inline constexpr float kEffectorRadius = 1.6f;
inline constexpr float kTargetRadius = 1.85f;
inline constexpr float kPlinthRadius = 5.0f;
inline constexpr float kPlinthHalfHeight = 0.55f;
inline constexpr float kSleeveHalfLength = 2.6f;
inline constexpr float kRodStub = 0.8f;  ///< shortest visible part at either end of a sleeve

}  // namespace app
