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

struct LanesPanel {
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side, each lane in its own picture, instead of overlaid
  Ranking ranking;
  std::optional<int> baseline;  ///< id of the lane to which the others' differences refer
};

/// Whether the picture is a grid with one picture for each lane.
bool side_by_side(const LanesPanel& panel, const lab::Setup& setup);

/// A table of the lanes and their errors, jitter and times over the last steps, with bars behind
/// the numbers. A press on a heading sorts it, on a row brings the lane to the front, on a row's
/// mark Δ shows the numbers of the others as differences to it. \param histories by lane \param
/// playing   the table is then updated only every 20 steps
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

}  // namespace ui
