#pragma once

#include <span>
#include <string>

#include "lab/track/tracker.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// A scene as the menu knows it.
struct SceneItem {
  std::string id;
  std::string name;
  std::string description;
};

/// The scenes to choose from.
struct SceneMenu {
  std::span<const SceneItem> items;
  std::size_t chosen = 0;  ///< the number of items where the scene is none of these
};

/// The list of scenes.
/// \param closed_form whether the ghosts of a two-link arm's closed form are wanted: a switch for
///   them stands there where the body is such an arm
void scene_panel(const Theme& theme, const SceneMenu& scenes, const lab::Tracker& tracker,
                 bool& closed_form, Edit& edit);

/// The rows of a list of all methods by their groups.
/// \returns the one that was pressed, or null
const ik::MethodInfo* method_list(const Theme& theme, const ik::MethodInfo& chosen, float width);

/// The chosen method, which opens the list of all of the registry by their groups; what there is
/// to know of it, the numbers that its equation has at this moment, how far it has learnt the body
/// where it has to, and its own parameters but for those that are settings too.
void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  Edit& edit);

}  // namespace ui
