#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lab/run/timeline.h"
#include "lab/view/landscape.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/spectrum_panel.h"

namespace ui {

/// All views, in the order of their buttons.
enum class MathsView { kJacobian, kU, kSigma, kV, kFilters, kLandscape };

/// Where one lane has been on the landscape, as far as it was looked at.
struct LandscapePath {
  int lane;  ///< its id
  std::vector<std::array<double, 2>> theta;
};

/// What the page of the mathematics remembers, and what the picture shows of it.
struct MathsPanel {
  std::size_t view = 0;                ///< a MathsView
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

/// The page of the mathematics: J and its singular value decomposition as coloured tables, filters,
/// the landscape of two joints, what of it the picture shows, and the nullspace slider.
void maths_panel(const Theme& theme, const lab::Timeline& timeline, const lab::Spectrum& spectrum,
                 ImVec2 size, MathsPanel& panel, Edit& edit);

/// Its view of the error of a body of two joints over all its poses, with the ways of the lanes.
void draw_landscape(const Theme& theme, const lab::Timeline& timeline, ImVec2 size,
                    MathsPanel& panel);

}  // namespace ui
