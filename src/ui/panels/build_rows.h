#pragma once

#include "ui/panels/build_panel.h"

namespace ui {

/// The rows in which the chosen part is named, placed and changed.
/// \pre the tracker's scene is that of the edit's set-up
void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit);

}  // namespace ui
