#pragma once

#include <optional>

#include "lab/track/setup.h"
#include "ui/kit/theme.h"
#include "ui/panels/ranking.h"

namespace ui {

/// A line with the front lane's name, on pages that are about this lane alone. Nothing where there
/// is one lane.
void front_lane_name(const Theme& theme, const lab::Setup& setup);

/// The lane that shakes most, if it is not the front lane; none before the ranking knows the lanes.
std::optional<std::size_t> shaking_lane(const lab::Setup& setup, const Ranking& ranking);

}  // namespace ui
