#pragma once

#include "gfx/draw/camera.h"
#include "ui/shell/laboratory.h"

namespace app {

/// Moves a camera with the pointer: left drag turns, right, middle or shift drag moves, the wheel
/// goes nearer. Between ImGui::NewFrame and Render, and only what the panels do not want.
/// \returns true if the camera changed
bool move_camera(gfx::Camera& camera, const ui::Area& view);

}  // namespace app
