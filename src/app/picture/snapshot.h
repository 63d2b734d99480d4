#pragma once

#include "app/picture/picture.h"
#include "gfx/context/framebuffer.h"
#include "gfx/draw/picture.h"
#include "lab/track/tracker.h"

namespace app {

/// What a picture without a window looks like.
struct SnapshotOptions {
  int width = 1280;    ///< pixels, positive
  int height = 720;    ///< pixels, positive
  int samples = 4;     ///< a pixel; fewer where the driver offers fewer
  PictureStyle style;  ///< the method's colour is the tracker's, whatever stands here
};

/// One frame of the tracker's present state, drawn without a display, from the scene's own camera.
/// Makes another context current on this thread, and leaves none.
/// \param trails of the way here; null draws none
/// \throws gfx::NoDevice where no graphics device can be reached,
///         std::runtime_error where it refuses the size
gfx::Image snapshot(const lab::Tracker& tracker, const Trails* trails = nullptr,
                    const SnapshotOptions& options = {});

}  // namespace app
