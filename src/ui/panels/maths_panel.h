#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/timeline.h"
#include "lab/track/bench.h"
#include "lab/view/landscape.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/method_panel.h"

namespace ui {

struct SpectrumPanel {
  lab::Plot gains;                     ///< over singular values
  std::optional<std::size_t> hovered;  ///< index of the bar under the pointer in this frame
};

/// The singular values of the last update as bars. Beside them the method's gain for each: its
/// filter tau(sigma) as a curve, the gains of the last update as dots, and 1/sigma for comparison.
/// Buss (2009), eq. 13 and 14. For a step without gains, offers a method that has some.
void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel, Edit& edit);

/// The filters of all methods that have one, with the present singular values.
/// \param hovered index of the highlighted singular value
void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters);

/// All views, in the order of their buttons.
enum class MathsView { kJacobian, kU, kSigma, kV, kFilters, kLandscape };

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

struct MathsData {
  const lab::Timeline& timeline;
  const lab::Spectrum& spectrum;  ///< the front lane's
  const SceneMenu& scenes;
};

void maths_panel(const Theme& theme, const MathsData& data, ImVec2 size, MathsPanel& panel,
                 Edit& edit);

/// The error of a two-joint body over all its poses, with the paths of the lanes. For another body,
/// offers a scene with a two-joint body.
void draw_landscape(const Theme& theme, const lab::Timeline& timeline, const SceneMenu& scenes,
                    ImVec2 size, MathsPanel& panel, Edit& edit);

}  // namespace ui
