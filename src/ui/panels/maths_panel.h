#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/timeline.h"
#include "lab/view/landscape.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/method_panel.h"

namespace ui {

/// All views, in the order of their buttons.
enum class MathsView { kJacobian, kU, kSigma, kV, kFilters, kLandscape };

/// State of the mathematics page.
struct MathsPanel {
  std::size_t view = 0;                ///< a MathsView
  bool ellipsoids = false;             ///< draw them in the picture, at every effector
  bool directions = false;             ///< draw u and v of one singular value in the picture
  std::optional<std::size_t> hovered;  ///< index of the singular value under the pointer
  int leader = -1;          ///< joint of the nullspace slider; -1: choose the one that moves most
  std::string leader_name;  ///< its name; a joint of another body is not kept
  // caches for drawing
  lab::MatrixView matrix;
  lab::Plot filters;
  lab::Landscape landscape;
  /// Paths on the landscape since it is shown, rad or m, by the lane's id.
  std::map<int, std::vector<std::array<double, 2>>> paths;
  long paths_at = -1;  ///< step of their last points
};

/// The data of the mathematics page.
struct MathsData {
  const lab::Timeline& timeline;
  const lab::Spectrum& spectrum;  ///< the front lane's
  const SceneMenu& scenes;
};

/// The mathematics page: J and its singular value decomposition as coloured tables, filters, the
/// error landscape of two joints, switches for the picture, and the nullspace slider.
void maths_panel(const Theme& theme, const MathsData& data, ImVec2 size, MathsPanel& panel,
                 Edit& edit);

/// An entry of a matrix.
struct MatrixCell {
  int row, column;
};

/// Height in which the cells of a matrix have their full size, at this width.
float matrix_height(const Theme& theme, const lab::MatrixView& view, float width);

/// Draws a matrix as coloured cells, with numbers and names where they fit. The cells fill the room
/// until they hold their numbers in large digits with some space around. Scrolls if there are
/// more cells than fit. The hint shows the entry under the pointer with its names and unit.
/// \returns the entry under the pointer
std::optional<MatrixCell> draw_matrix(const Theme& theme, const lab::MatrixView& view, ImVec2 size);

}  // namespace ui
