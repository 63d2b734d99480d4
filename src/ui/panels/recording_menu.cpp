#include "ui/panels/recording_menu.h"

#include "ui/kit/widgets.h"

namespace ui {

void recording_menu(const Theme& theme, const lab::Scene& scene, Edit& edit) {
  if (scene.recordings.size() < 2) return;
  row_label(theme, "Recording",
            "The animation in the file whose hands, feet and head the targets follow. Another one "
            "opens the file anew.");
  ImGui::SetNextItemWidth(-1.0F);
  const bool open = ImGui::BeginCombo("##recording", scene.recording.c_str());
  mark("scene", "recording");
  if (!open) return;
  for (const std::string& name : scene.recordings) {
    const bool chosen = name == scene.recording;
    if (ImGui::Selectable(name.c_str(), chosen) && !chosen) edit.send(FollowRecording{name});
    mark("recording", name);
  }
  ImGui::EndCombo();
}

}  // namespace ui
