#pragma once

#include <span>
#include <string>

#include "lab/track/setup.h"
#include "ui/panels/edit.h"
#include "ui/panels/ranking.h"

namespace ui {

/// Draws mean error against jitter with a dot for each lane in its colour. The figure is as wide as
/// the line, and at most as high as the rest of the window; a rest that is too low stays empty. A
/// press on a dot brings its lane to the front.
/// \param labels by lane
void lanes_figure(const Theme& theme, const lab::Setup& setup, const Ranking& ranking,
                  std::span<const std::string> labels, Edit& edit);

}  // namespace ui
