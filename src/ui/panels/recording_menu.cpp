#include "ui/panels/recording_menu.h"

#include "ui/kit/widgets.h"

namespace ui {

void recording_menu(const Theme& theme, const lab::Scene& scene, Edit& edit) {
  if (scene.recordings.size() < 2) return;
  row_label(theme, "Animation",
            "The animation in the file that the targets follow. Another one opens the file anew.");
  ImGui::SetNextItemWidth(-1.0F);
  const std::string shown =
      shortened(scene.recording, ImGui::GetContentRegionAvail().x - theme.px(32), ImGui::GetFont());
  const bool open = ImGui::BeginCombo("##animation", shown.c_str(), ImGuiComboFlags_NoArrowButton);
  mark("scene", "animation");
  if (!open) {
    const ItemRect rect = item_rect();
    chevron(theme, {rect.max.x - theme.px(12), rect.middle().y}, true);
    return;
  }
  for (const std::string& name : scene.recordings) {
    const bool chosen = name == scene.recording;
    if (ImGui::Selectable(name.c_str(), chosen) && !chosen) edit.send(FollowRecording{name});
    mark("animation", name);
  }
  ImGui::EndCombo();
}

}  // namespace ui
