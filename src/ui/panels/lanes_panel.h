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
  bool apart = false;  ///< side by side, each in a picture of its own, instead of overlaid
  Ranking ranking;
  std::optional<int> baseline;  ///< id of the lane that the others' differences refer to
};

/// Whether the picture is a grid with a picture of each lane.
bool side_by_side(const LanesPanel& panel, const lab::Setup& setup);

/// A table of the lanes and their errors, jitter and times over the last steps, with bars behind
/// the numbers. A press on a heading sorts it; a press on a row brings the lane to the front; a
/// press on the mark Δ of a row shows the numbers of the others as differences to it.
/// \param histories by lane
/// \param playing   the table is then updated only every 20 steps
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

/// Draws mean error against jitter with a dot for each lane in its colour, as wide as the window's
/// line and at most as high as its rest; nothing where that is too low. A press on a dot brings its
/// lane to the front.
/// \param labels by lane
void lanes_figure(const Theme& theme, const lab::Setup& setup, const Ranking& ranking,
                  std::span<const std::string> labels, Edit& edit);

}  // namespace ui
