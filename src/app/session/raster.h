#pragma once

#include <cstdint>
#include <vector>

#include "lab/solve/basin_figure.h"

namespace app {

/// Pixels of a picture that is drawn in every frame and changes rarely.
struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 width height) sRGB, the upper row first
  long revision = 0;               ///< another one for other pixels
};

/// The cells of a map and its contours, with `scale` x `scale` pixels for each cell.
Raster raster_of(const lab::BasinFigure& figure, int scale);

}  // namespace app
