#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The list of scenes.
/// \param closed_form whether the ghosts of a two-link arm's closed form are wanted: a switch for
///   them stands there where the body is such an arm
void scene_panel(const Theme& theme, const Shown& shown, bool& closed_form, Edit& edit);

/// The rows of a list of all methods by their groups.
/// \returns the one that was pressed, or null
const ik::MethodInfo* method_list(const Theme& theme, const ik::MethodInfo& chosen, float width);

/// The chosen method, which opens the list of all of the registry by their groups, what there is
/// to know of it, and the numbers that its equation has at this moment.
void method_panel(const Theme& theme, const Shown& shown, Edit& edit);

/// How far the method's preparation is; nothing once it is done.
void preparation(const Theme& theme, double done);

/// The method's own parameters, but for those that are settings too.
void param_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
