#pragma once

#include "ui/panels/build_panel.h"

namespace ui {

/// Rows that name, place and change the chosen part.
/// \pre the tracker and the edit's set-up have the same scene
void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit);

}  // namespace ui
