#pragma once

#include "gfx/draw/picture.h"

namespace app {

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
