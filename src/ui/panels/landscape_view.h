#pragma once

#include "ui/panels/maths_panel.h"

namespace ui {

/// Draws the error of a two-joint body over all its poses, with the paths of the lanes. For another
/// body, offers a scene with a two-joint body.
void draw_landscape(const Theme& theme, const lab::Timeline& timeline, const SceneMenu& scenes,
                    ImVec2 size, MathsPanel& panel, Edit& edit);

}  // namespace ui
