#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "lab/plot/plot.h"
#include "lab/run/timeline.h"
#include "lab/solve/basin_figure.h"
#include "lab/solve/box_dimension.h"
#include "lab/solve/goal_verdict.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// A pose that reaches the goals, or for a redundant body a posture with one such pose.
struct ShownSolution {
  ik::VectorX theta;  ///< (n) in the solver's order, rad or m
  ik::Pose pose;
  std::string name;         ///< a posture by the signs of its bends
  std::string detail = {};  ///< a longer name for a hint; may be empty
  int hue = 0;              ///< see lab::basin_hue
  double share = -1.0;      ///< how many of the map's starts end there; negative: none seen
};

struct ReachShown {
  const lab::Basins* basins = nullptr;  ///< the question of the map; null: no map yet
  const lab::BasinMap* map = nullptr;
  const lab::BasinFigure* figure = nullptr;  ///< the map
  /// The figure's cells and contours as a picture on the graphics card; null: draw them.
  ImTextureID picture = nullptr;
  bool stale = false;  ///< the page asks for another map, which has no picture yet
  const std::string* trouble = nullptr;  ///< why there can be no map; null: there can

  std::optional<lab::BoxDimension> border =
      {};                     ///< how rough the basins' border is, once the map is complete
  std::string contours = {};  ///< "a line every 5 updates"; may be empty

  std::span<const ShownSolution> solutions = {};
  bool searching = false;                     ///< more solutions may follow
  const lab::GoalVerdict* verdict = nullptr;  ///< on the goals; null: not yet
  /// By lane: how it ended from the start, "DLS: reached after 12 updates"; empty: not yet.
  std::span<const std::string> lane_ends = {};
  const lab::Plot* convergence = nullptr;  ///< all lanes from the start; null: not yet
};

struct ReachPanel {
  std::optional<std::array<int, 2>>
      joints;                        ///< the map's two, in the solver's order; none: usual ones
  std::array<std::string, 2> names;  ///< the two joints'; other names end the choice
  std::size_t pace = 0;              ///< index of a preset
  bool ghosts = true;                ///< the solutions in the picture
  bool cloud = false;                ///< the shape of the reach in the picture
  bool open = false;                 ///< drawn in this frame
  /// The solution under the pointer, in this frame and in the last one.
  std::optional<std::size_t> lit, was_lit;

  /// Whether the solutions are drawn in the picture. \param stands the targets stand
  bool shows_ghosts(bool stands) const { return open && stands && ghosts; }
};

struct ReachData {
  const ReachShown& reach;
  const lab::Timeline& timeline;
  const std::string& folder;         ///< where figures are saved, as an absolute path
  bool playing;                      ///< the run
  std::optional<int> selected = {};  ///< the target that is selected
};

/// Lets the targets stand from now on, with the body's present pose as its start; or lets them move
/// again, without a start.
void stand(const lab::Tracker& front, bool stands, Edit& edit);

/// Puts every lane's body into a pose; asked for twice, it goes there twice.
/// \param theta (n) in the solver's order
void start_at(const ik::VectorX& theta, const std::string& what, Edit& edit);

/// Updates of the front lane since the run was put into its start, if nothing else has changed
/// since then.
std::optional<double> updates_since_start(const lab::Timeline& timeline);

/// Poses solved to the end: a map of start poses by the solution that the front lane reaches, the
/// solutions by name, and the lanes' errors over their updates.
void reach_panel(const Theme& theme, const ReachData& data, ImVec2 size, ReachPanel& panel,
                 Edit& edit);

}  // namespace ui
