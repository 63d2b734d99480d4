#pragma once

#include <array>

namespace app {

/// A camera as a link holds it: relative to the distance that shows the whole body, which depends
/// on the reader's window.
struct CameraView {
  float yaw = 0.0F, pitch = 0.0F;   ///< rad, see gfx::Camera
  float zoom = 1.0F;                ///< that distance divided by the camera's, above 0
  std::array<float, 3> focus = {};  ///< m

  bool operator==(const CameraView&) const = default;
};

}  // namespace app
