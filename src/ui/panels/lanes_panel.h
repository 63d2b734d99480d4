#pragma once

#include <span>
#include <vector>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// How the lanes behind the front one are drawn.
enum class LaneLook { kGhosts, kSolid, kHidden };

/// What the panel of lanes remembers.
struct LanesPanel {
  std::size_t sorted_by = 0;  ///< a column
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side instead of over each other
  // the table as it was made last
  long at = -1;
  long steps = 0;  ///< that are compared
  std::vector<lab::Lane> lanes;
  std::vector<lab::Standing> standings;
};

/// The lanes that run side by side as a table of how they do: each over the last seconds up to the
/// present step. A heading sorts it, a row brings its lane to the front.
/// \param histories by lane
/// \param playing   the table is then made anew now and then, and not in every step
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

}  // namespace ui
