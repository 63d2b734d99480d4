#pragma once

#include "lab/scene/scene.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// The menu of the recordings in the file that the scene was made from, if there are several.
void recording_menu(const Theme& theme, const lab::Scene& scene, Edit& edit);

}  // namespace ui
