#pragma once

#include <optional>
#include <span>
#include <string>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/track/setup.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/ranking.h"

namespace ui {

/// How the lanes other than the front one are drawn over it.
enum class LaneLook { kGhosts, kSolid, kHidden };

/// State of the lanes panel.
struct LanesPanel {
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side, each lane in its own picture, instead of overlaid
  Ranking ranking;
  std::optional<int> baseline;  ///< id of the lane to which the others' differences refer
};

/// Whether the picture is a grid with one picture for each lane.
bool side_by_side(const LanesPanel& panel, const lab::Setup& setup);

/// A table of the lanes and their errors, jitter and times over the last steps, with bars behind
/// the numbers. A press on a heading sorts it; a press on a row brings the lane to the front; a
/// press on the mark Δ of a row shows the numbers of the others as differences to it.
/// \param histories by lane
/// \param playing   the table is then updated only every 20 steps
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

/// Draws mean error against jitter with a dot for each lane in its colour. The figure is as wide as
/// the line, and at most as high as the rest of the window; a rest that is too low stays empty. A
/// press on a dot brings its lane to the front.
/// \param labels by lane
void lanes_figure(const Theme& theme, const lab::Setup& setup, const Ranking& ranking,
                  std::span<const std::string> labels, Edit& edit);

}  // namespace ui
