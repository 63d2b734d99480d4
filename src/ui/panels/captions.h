#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "ui/kit/items.h"
#include "ui/kit/theme.h"
#include "ui/panels/cells.h"
#include "ui/panels/ranking.h"

namespace ui {

/// Height of the readings over the foot of a picture, display coordinates.
float readings_height(const Theme& theme);

/// Writes above the pictures of the cells: names, mean errors and jitter, and places in the
/// ranking, all readings in the same detail; a frame around the front lane's cell; and, if a cell
/// is empty, what the ranking means and how the front lane's effectors follow. In narrow cells the
/// readings are over the foot of the picture. It is drawn behind all windows.
/// \param statuses of the front lane's effectors; may be empty
/// \returns by lane, where the readings are, if they are over the picture, else the caption
std::vector<ItemRect> draw_captions(
    const Theme& theme, const lab::Timeline& timeline, const Ranking& ranking,
    std::span<const Cell> cells, std::span<const std::optional<lab::EffectorStatus>> statuses = {});

}  // namespace ui
