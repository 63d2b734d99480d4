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

struct SceneItem {
  std::string id;
  std::string name;
  std::string description;
};

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

inline constexpr float kMethodListWidth = 312.0F;  ///< design points: a name, its key and a tick

enum class Choices { kOne, kSeveral };  ///< several have ticks

/// By group. \returns the method that was pressed, or null
const ik::MethodInfo* method_list(const Theme& theme, std::span<const ik::MethodInfo* const> chosen,
                                  float width, Choices choices = Choices::kOne);

/// A lane's label. If the whole one does not fit, the method's short name, such as "SDLS", replaces
/// its long one; if that does not fit either, it is shortened.
std::string fitting_label(const std::string& label, const ik::MethodInfo& method, float width,
                          const ImFont* font);

void method_menu(const Theme& theme, const ik::MethodInfo& chosen, Edit& edit);

/// The method's menu, equation, live numbers, description, progress of its preparation, and its
/// parameters, except parameters that are settings.
void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  SettingsPanel& panel, Edit& edit);

}  // namespace ui
