#include "ui/panels/run_panel.h"

#include <imgui_stdlib.h>

namespace ui {
namespace {

void transport(const Theme& theme, bool playing, bool recording, Edit& edit) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 3.0F * gap) / 4.0F;
  const ImVec2 size{static_cast<float>(static_cast<int>(width)), theme.px(30)};
  const auto button = [&](const char* id, Icon icon, Command command, const char* help,
                          bool primary = false) {
    command_button(theme, "run", id, icon, size, command, help, edit, true, primary);
  };
  button("play", playing ? Icon::kPause : Icon::kPlay, Command::kPlayOrPause,
         playing ? "Pause (space)" : "Play (space)", true);
  ImGui::SameLine(0.0F, gap);
  button("step", Icon::kStep, Command::kStep, "One time step, then pause (right arrow)");
  ImGui::SameLine(0.0F, gap);
  button("reset", Icon::kReset, Command::kRestart, "Back to the initial pose at time 0 (R)");
  ImGui::SameLine(0.0F, gap);
  button("record", recording ? Icon::kStop : Icon::kRecord, Command::kRecordOrStop,
         recording ? "Stop recording and save it (L)"
                   : "Record every step. Stopping saves the recording as CSV, SVG and PNG (L).");
}

/// The state of the recording and the last message. At least three lines high, so that what is
/// below does not move.
void recording_lines(const Theme& theme, const std::optional<std::size_t>& recorded,
                     const Message& message) {
  ImGui::PushFont(theme.font.small);
  const float begin = ImGui::GetCursorPosY();
  const float three_lines = 2.0F * ImGui::GetFontSize() + ImGui::GetTextLineHeightWithSpacing();
  if (recorded) {
    dot(theme, theme.color.record, 4.5F);
    ImGui::SameLine();
    ImGui::Text("Recording, %zu row%s", *recorded, *recorded == 1 ? "" : "s");
    mark("recording");
  }
  if (!recorded || !message.text.empty()) {
    paragraph(message.trouble ? theme.color.record : theme.color.muted,
              message.text.empty() ? "Nothing recorded yet" : message.text);
    describe(theme, "message", "", message.text);
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

void command_button(const Theme& theme, const char* group, const char* id, Icon icon, ImVec2 size,
                    Command command, std::string_view help, Edit& edit, bool enabled,
                    bool primary) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = icon_button(theme, id, icon, size, primary);
  ImGui::EndDisabled();
  edit.send_if(pressed && enabled, command);
  describe(theme, group, id, help);
}

void run_panel(const Theme& theme, const Playback& playback, const Saving& saving,
               const Message& message, std::string& folder_text, Edit& edit) {
  transport(theme, playback.playing, saving.recorded.has_value(), edit);

  const NumberRow row{
      .id = "speed", .unit = "×", .min = kMinSpeed, .max = kMaxSpeed, .logarithmic = true};
  const auto speed =
      number_row(theme, "Speed",
                 "Simulated time divided by real time. A frame computes at most a few steps: on a "
                 "computer that is too slow, the run slows down and does not jump.",
                 "run", row, playback.speed);
  if (speed) edit.send(SetSpeed{*speed});
  if (reset_button(theme, "reset", "speed", playback.speed != 1.0, "Reset to real time.")) {
    edit.send(SetSpeed{1.0});
  }

  row_label(theme, "Recordings",
            "The folder of recordings. Press Enter to change it.\n" + saving.path);
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
