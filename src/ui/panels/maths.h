#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/view/landscape.h"
#include "lab/view/matrix_view.h"

namespace ui {

/// Where one lane has been on the landscape, as far as it was looked at.
struct LandscapePath {
  int lane;  ///< its id
  std::vector<std::array<double, 2>> theta;
};

/// What the page of the mathematics remembers, and what the picture shows of it.
struct MathsPanel {
  std::size_t view = 0;                ///< of J, U, Σ, V, τ(σ), F(θ)
  bool ellipsoids = false;             ///< in the picture, at every effector
  bool directions = false;             ///< u and v of one singular value, in the picture
  std::optional<std::size_t> hovered;  ///< the singular value under the pointer, in this frame
  int leader = -1;                     ///< of the nullspace slider; -1: whoever moves most
  // memory of what is drawn
  lab::MatrixView matrix;
  lab::Plot filters;
  lab::Landscape landscape;
  std::vector<LandscapePath> paths;
  long paths_at = -1;  ///< the step of their last points
};

}  // namespace ui
