#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lab/scene/scene.h"
#include "lab/track/tracker.h"
#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/settings_panel.h"

namespace ui {

/// A row of the menu of scenes.
struct SceneItem {
  std::string id;
  std::string name;
  std::string description;
};

/// The scenes to choose from.
struct SceneMenu {
  std::span<const SceneItem> items;
  std::size_t chosen = 0;  ///< index; items.size() if the scene is not in the list
  /// Names of the formats of robot and character files, with commas between them.
  std::string_view formats = {};
};

/// The menu of scenes, a button that opens a file, and the size of the body.
/// \param[in,out] closed_form show both closed-form poses; a switch for two-link arms
void scene_panel(const Theme& theme, const SceneMenu& scenes, const lab::Tracker& tracker,
                 bool& closed_form, Edit& edit);

/// Design points, width of an open list of methods: room for every name, its key and a tick.
inline constexpr float kMethodListWidth = 312.0F;

/// Whether one entry of a list is chosen, or several with ticks.
enum class Choices { kOne, kSeveral };

/// A list of all methods by group.
/// \returns the method that was pressed, or null
const ik::MethodInfo* method_list(const Theme& theme, std::span<const ik::MethodInfo* const> chosen,
                                  float width, Choices choices = Choices::kOne);

/// A lane's label. If the whole one does not fit, the method's short name, such as "SDLS", replaces
/// its long one; if that does not fit either, it is shortened.
std::string fitting_label(const std::string& label, const ik::MethodInfo& method, float width,
                          const ImFont* font);

/// The menu of methods, as wide as the line.
void method_menu(const Theme& theme, const ik::MethodInfo& chosen, Edit& edit);

/// The method's menu, equation, live numbers, description, progress of its preparation, and its
/// parameters, except parameters that are settings.
void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  SettingsPanel& panel, Edit& edit);

/// The menu of the recordings in the scene's file, if there are several.
void recording_menu(const Theme& theme, const lab::Scene& scene, Edit& edit);

}  // namespace ui
