#pragma once

#include <span>
#include <vector>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// How the lanes other than the front one are drawn.
enum class LaneLook { kGhosts, kSolid, kHidden };

/// State of the lanes panel.
struct LanesPanel {
  std::size_t sorted_by = 0;  ///< index of a column
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side instead of overlaid
  // the cached table
  long at = -1;    ///< step at which it was computed
  long steps = 0;  ///< number of steps that are compared
  std::vector<lab::Lane> lanes;
  std::vector<lab::Standing> standings;
};

/// A table of the lanes and their errors, jitter and times over the last steps. A press on a
/// heading sorts it; a press on a row brings the lane to the front. \param histories by lane \param
/// playing   the table is then updated only every 20 steps
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

}  // namespace ui
