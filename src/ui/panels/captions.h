#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "ui/panels/cells.h"
#include "ui/panels/ranking.h"

namespace ui {

/// Height of the readings over the foot of a picture, display coordinates.
float readings_height(const Theme& theme);

/// Writes captions above the pictures of the cells: name, mean error, jitter and rank, with the
/// same detail in all. Frames the front lane's cell. An empty cell tells what the ranking means and
/// how the front lane's effectors follow. In narrow cells the readings are over the foot of the
/// picture. All is behind the windows.
/// \param statuses of the front lane's effectors; may be empty
/// \returns by lane: the rectangle of readings over the picture, else of the caption
std::vector<ItemRect> draw_captions(
    const Theme& theme, const lab::Timeline& timeline, const Ranking& ranking,
    std::span<const Cell> cells, std::span<const std::optional<lab::EffectorStatus>> statuses = {});

}  // namespace ui
