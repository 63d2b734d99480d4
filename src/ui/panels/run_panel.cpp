#include "ui/panels/run_panel.h"

#include <imgui_stdlib.h>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

void transport(const Theme& theme, bool playing, bool recording, Edit& edit) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float height = theme.px(30);
  const float width = (ImGui::GetContentRegionAvail().x - 3.0F * gap) / 4.0F;
  const ImVec2 size{static_cast<float>(static_cast<int>(width)), height};

  const bool play = icon_button(theme, "play", playing ? Icon::kPause : Icon::kPlay, size, true);
  edit.send_if(play, Command::kPlayOrPause);
  mark("run", "play");
  hint(theme, playing ? "Pause (space)" : "Play (space)");
  ImGui::SameLine(0.0F, gap);
  edit.send_if(icon_button(theme, "step", Icon::kStep, size), Command::kStep);
  mark("run", "step");
  hint(theme, "One time step, then stand still (right arrow)");
  ImGui::SameLine(0.0F, gap);
  edit.send_if(icon_button(theme, "reset", Icon::kReset, size), Command::kRestart);
  mark("run", "reset");
  hint(theme, "Back to the initial pose at time 0 (R)");
  ImGui::SameLine(0.0F, gap);
  const bool record = icon_button(theme, "record", recording ? Icon::kStop : Icon::kRecord, size);
  edit.send_if(record, Command::kRecordOrStop);
  mark("run", "record");
  hint(theme, recording ? "Stop recording and save it (L)"
                        : "Record every step; saved as CSV, SVG and PNG when stopped (L)");
}

/// What a recording is at, and the last message. Three lines in every state, so that nothing below
/// them moves; only a message that is longer than them takes more.
void recording_lines(const Theme& theme, const std::optional<std::size_t>& recorded,
                     const Message& message) {
  ImGui::PushFont(theme.font.small);
  const float begin = ImGui::GetCursorPosY();
  const float three_lines = 2.0F * ImGui::GetFontSize() + ImGui::GetTextLineHeightWithSpacing();
  if (recorded) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float r = theme.px(4.5F);
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r, at.y + 0.5F * ImGui::GetFontSize()}, r,
                                                packed(theme.color.record), 20);
    ImGui::Dummy({2.0F * r, ImGui::GetFontSize()});
    ImGui::SameLine();
    ImGui::Text("Recording, %zu row%s", *recorded, *recorded == 1 ? "" : "s");
    mark("recording");
  }
  if (!recorded || !message.text.empty()) {
    paragraph(message.trouble ? theme.color.record : theme.color.muted,
              message.text.empty() ? "Nothing recorded yet" : message.text);
    mark("message");
    hint(theme, message.text.c_str());
  }
  const float used = ImGui::GetCursorPosY() - begin;
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  if (used < three_lines + spacing) {
    ImGui::SetCursorPosY(begin);
    ImGui::Dummy({1.0F, three_lines});
  }
  ImGui::PopFont();
}

}  // namespace

void run_panel(const Theme& theme, const Playback& playback, const Saving& saving,
               const Message& message, std::string& folder_text, Edit& edit) {
  transport(theme, playback.playing, saving.recorded.has_value(), edit);

  row_label(theme, "Speed",
            "Simulated by real time. At most a few steps are made in one frame; a machine that "
            "cannot keep up runs slower instead of jumping.");
  const NumberRow row{
      .id = "speed", .unit = "×", .min = kMinSpeed, .max = kMaxSpeed, .logarithmic = true};
  if (const auto speed = number_slider(theme, row, playback.speed)) edit.send(SetSpeed{*speed});
  mark("run", "speed");
  if (reset_button(theme, "speed", playback.speed != 1.0, "Back to real time."))
    edit.send(SetSpeed{1.0});
  mark("reset", "speed");

  const std::string help =
      "The folder that recordings are saved in; press Enter to change it.\n" + saving.path;
  row_label(theme, "Recordings", help.c_str());
  if (!ImGui::IsAnyItemActive()) folder_text = saving.folder;
  ImGui::SetNextItemWidth(-1.0F);
  ImGui::InputText("##folder", &folder_text, ImGuiInputTextFlags_AutoSelectAll);
  mark("run", "folder");
  if (ImGui::IsItemDeactivatedAfterEdit() && !folder_text.empty()) {
    edit.send(SetFolder{folder_text});
  }
  recording_lines(theme, saving.recorded, message);
}

}  // namespace ui
