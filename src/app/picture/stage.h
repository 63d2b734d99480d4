#pragma once

#include <glm/vec3.hpp>
#include <span>

#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/scene/scene.h"

namespace app {

/// The measures of a picture that follow from the scene and stay while it moves.
struct Stage {
  float link_length = 1.0f;   ///< m, the typical one: the median of those that are not zero
  float floor_height = 0.0f;  ///< m, y; below the base and all that the body and targets reach
  glm::vec3 middle{0.0f};     ///< m, of the floor: below the base
  float width = 4.0f;         ///< m, room for one of several bodies side by side

  float link_radius() const { return 0.07f * link_length; }  ///< m
  float grid_spacing() const;  ///< m, less than a link: 1, 2 or 5 times a power of ten
};

/// Measures a scene: its body at time 0 and the curves of its targets.
Stage measure(const lab::Scene& scene);

/// Where joint j sits on its parent: its origin before it slides, m.
Eigen::Vector3d seat_of(const ik::Multibody& multibody, const ik::Pose& pose, int j);

/// A view from three quarters with the body at time 0 in it, all places of its targets in reach,
/// and the middles of their curves. What is out of reach may leave the picture, so that the body
/// stays large.
/// \param aspect  width / height
/// \param offsets of further bodies that stand beside this one, m
gfx::Camera camera_for(const lab::Scene& scene, float aspect,
                       std::span<const glm::vec3> offsets = {});

/// The materials of a body in one of the two studios.
struct Materials {
  gfx::Surface link;
  gfx::Surface hinge;
  gfx::Surface pin;
  gfx::Surface plinth;
  gfx::Surface target;
  gfx::Surface obstacle;
  gfx::Color target_line;
};

Materials materials(bool dark);

/// The same hue where it has to stand before a dark ground.
gfx::Color lighter(const gfx::Color& color);

// lengths in link radii
inline constexpr float kEffectorRadius = 1.6f;
inline constexpr float kTargetRadius = 1.85f;
inline constexpr float kPlinthRadius = 5.0f;
inline constexpr float kPlinthHalfHeight = 0.55f;
inline constexpr float kSleeveHalfLength = 2.6f;
inline constexpr float kRodStub = 0.8f;  ///< at either end of a sleeve, always

}  // namespace app
