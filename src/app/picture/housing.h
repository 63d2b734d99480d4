#pragma once

#include <vector>

#include "gfx/draw/blend.h"
#include "gfx/draw/camera.h"
#include "iklab/body.h"
#include "lab/scene/scene.h"

namespace app {

struct Stage;

/// The material of a part of a housing, see Materials.
enum class Tone { kOwn, kShell, kSeam, kCap, kRod, kFoot };

/// A part of a robot's housing.
struct Housing {
  int joint = -1;  ///< the part moves with this joint; -1: with the world
  Tone tone = Tone::kShell;
  std::vector<gfx::BlendPart> parts;  ///< in the frame that the joint moves
  float fillet = 0.0f;                ///< m, between the parts; 0: the only part is a drum
  float cell = 0.0f;                  ///< m, length of the edges of its mesh
};

/// Whether a scene's body is drawn with housings: a robot without shapes of its own, that has a
/// length and few joints.
bool has_housings(const lab::Scene& scene);

/// What Stage::link_length is for a body with housings, m: a share of its longest chain. The median
/// length says little of a robot, whose wrist is short.
double housed_link(const ik::Multibody& multibody);

// in links: the radius of the widest joint, and the least height of a root joint above the floor
inline constexpr float kHousingRadius = 0.46f;
inline constexpr float kBaseHeight = 0.8f;

/// Housings for a robot without shapes of its own, made from its axes, offsets and lengths.
///
/// Each joint has a seam across its axis. The link below ends there and the link above begins
/// there, each with a cylinder about the axis, so that both fit in every pose. A tube joins the
/// cylinders of a link. Where an axis runs along a link, the seam lies between two joints; where it
/// runs across, the links are side by side. The radii fall from the base to the tool, which is a
/// gripper if there is room for one.
std::vector<Housing> housings_of(const ik::Multibody& multibody, const Stage& stage);

}  // namespace app
