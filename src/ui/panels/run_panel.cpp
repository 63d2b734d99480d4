#include "ui/panels/column.h"

#include <imgui_stdlib.h>

#include "lab/scene/number_text.h"
#include "ui/kit/number_slider.h"

namespace ui {
namespace {

void transport(const Theme& theme, const Playback& playback, const Saving& saving, Edit& edit) {
  const bool playing = playback.playing, recording = saving.recorded.has_value();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 3.0F * gap) / 4.0F;
  const ImVec2 size{static_cast<float>(static_cast<int>(width)), theme.finger(30)};
  const auto button = [&](const char* id, Icon icon, Command command, const char* help) {
    const bool first = command == Command::kPlayOrPause;
    if (!first) ImGui::SameLine(0.0F, gap);
    command_button(theme,
                   {.group = "run",
                    .id = id,
                    .icon = icon,
                    .command = command,
                    .help = help,
                    .primary = first},
                   size, edit);
  };
  button("play", playing ? Icon::kPause : Icon::kPlay, Command::kPlayOrPause,
         playing ? "Pause (space)" : "Play (space)");
  button("step", Icon::kStep, Command::kStep, "One time step, then pause (right arrow)");
  button("reset", Icon::kReset, Command::kRestart, "Back to the initial pose at time 0 (R)");
  button("record", recording ? Icon::kStop : Icon::kRecord, Command::kRecordOrStop,
         recording ? "Stop recording and save it (S)"
                   : "Record every step. Stopping saves the recording as CSV, SVG and PNG (S).");
}

/// The message without its folder: "Saved y-dls-001.csv, .svg, .png".
std::string without_folder(const Message& message) {
  std::string text = message.text;
  if (message.folder.empty()) return text;
  for (const std::string& part : {" in " + message.folder, message.folder + "/"}) {
    const std::size_t at = text.find(part);
    if (at != std::string::npos) text.erase(at, part.size());
  }
  return text;
}

/// The message; of saved files, also a button that shows where they are.
void message_line(const Theme& theme, const Message& message, bool shows_folder, Edit& edit) {
  constexpr const char* kOpen = "Open folder";
  constexpr float kMinText = 90.0F;  // design points, beside the button
  const float gap = theme.px(8), button = ImGui::CalcTextSize(kOpen).x + gap;
  float room = ImGui::GetContentRegionAvail().x;
  shows_folder &= room - button >= theme.px(kMinText);
  if (shows_folder) room -= button;
  colored(theme.color.muted, shortened_path(without_folder(message), room, theme.font.small));
  describe(theme, "message", "", message.text);
  if (!shows_folder) return;
  ImGui::SameLine(0.0F, gap);
  if (text_link(theme, "open folder", kOpen, theme.color.accent)) {
    edit.send(OpenFolder{message.folder});
  }
  describe(theme, "run", "open-folder", "Shows " + message.folder + " in the file manager.");
}

void recorded_rows(const Theme& theme, std::size_t rows) {
  dot(theme, theme.color.record, 4.5F);
  ImGui::SameLine();
  ImGui::TextUnformatted(("Recording, " + lab::counted(rows, "row")).c_str());
}

/// The state of the recording and the last message, in one line, so that the rows below do not
/// move. Errors are written in full.
void recording_lines(const Theme& theme, const Saving& saving, const Message& message, Edit& edit) {
  const auto font = in_font(theme.font.small);
  if (saving.recorded) {
    recorded_rows(theme, *saving.recorded);
    mark("recording");
    if (!message.trouble && !message.text.empty()) ImGui::SameLine(0.0F, theme.px(12));
  }
  if (message.trouble) {
    paragraph(theme.color.record, message.text);
    describe(theme, "message", "", message.text);
  } else if (!message.text.empty()) {
    message_line(theme, message, saving.shows_folder && !message.folder.empty(), edit);
  } else if (!saving.recorded) {
    colored(theme.color.muted, "Nothing recorded yet");
    mark("message");
  }
}

/// Why the folder cannot be used, and what can be done; replaces the last message.
void folder_question(const Theme& theme, const FolderQuestion& question, Edit& edit) {
  const bool unsaved = question.unsaved_rows > 0;
  const auto font = in_font(theme.font.small);
  paragraph(theme.color.record, question.problem);
  describe(theme, "question", "problem", question.problem);
  paragraph(theme.color.muted, unsaved ? "Type another folder above, and the rows are saved there."
                                       : "Type another folder above, and the recording begins.");
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const char* const refuse = unsaved ? "Discard" : "Cancel";
  const float pad = 2.0F * ImGui::GetStyle().FramePadding.x;
  const float right = ImGui::CalcTextSize(refuse).x + pad;
  if (!question.spare.empty()) {
    const float width = ImGui::GetContentRegionAvail().x - right - gap;
    const std::string text =
        "Use " + shortened_path(question.spare, width - pad - ImGui::CalcTextSize("Use ").x,
                                ImGui::GetFont());
    if (ImGui::Button((text + "###spare").c_str(), {width, 0.0F})) {
      edit.send(SetFolder{question.spare});
    }
    describe(theme, "question", "spare", "Save recordings from now on in " + question.spare);
    ImGui::SameLine(0.0F, gap);
  }
  edit.send_if(ImGui::Button(refuse, {right, 0.0F}), Command::kDropRecording);
  describe(theme, "question", "refuse",
           unsaved ? format("Give up the %zu rows that are not saved", question.unsaved_rows)
                   : std::string("Do not record"));
}

/// \returns the folder that the user has chosen, or an empty text
std::string folder_field(const Saving& saving, RunPanel& panel) {
  // not in the window's first frame: windows that appear take the focus from each other
  const bool is_new =
      saving.question && saving.question->number != panel.asked && !ImGui::IsWindowAppearing();
  if (is_new) {
    panel.asked = saving.question->number;
    ImGui::SetScrollHereY();
    // the window first: Dear ImGui 1.90.1 looks for the field in the window that had the focus
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
  if (is_new || !ImGui::IsAnyItemActive()) panel.folder_text = saving.folder;
  ImGui::SetNextItemWidth(-1.0F);
  const bool entered =
      ImGui::InputText("##folder", &panel.folder_text,
                       ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  mark("run", "folder");
  // Esc leaves the folder as it was; Enter tries the same folder again
  const bool edited = ImGui::IsItemDeactivatedAfterEdit() && panel.folder_text != saving.folder;
  const bool chosen = edited || (entered && saving.question);
  return chosen ? panel.folder_text : "";
}

}  // namespace

void command_button(const Theme& theme, const CommandButton& button, ImVec2 size, Edit& edit) {
  ImGui::BeginDisabled(!button.enabled);
  const bool pressed = icon_button(theme, button.id, button.icon, size, button.primary);
  ImGui::EndDisabled();
  edit.send_if(pressed && button.enabled, button.command);
  describe(theme, button.group, button.id, button.help);
}

void run_panel(const Theme& theme, const Playback& playback, bool paced, const Saving& saving,
               const Message& message, RunPanel& panel, Edit& edit) {
  transport(theme, playback, saving, edit);

  const NumberRow row{.id = kSpeed.name,
                      .unit = kSpeed.unit,
                      .min = kSpeed.min,
                      .max = kSpeed.max,
                      .accepted = &kSpeed,
                      .logarithmic = kSpeed.logarithmic};
  ImGui::BeginDisabled(paced);
  auto speed = number_row(
      theme, "Speed",
      paced ? "While the targets stand, the page Reach says how many updates are made in a second."
            : "Simulated time divided by real time. A frame computes at most a few steps: on a "
              "computer that is too slow, the run slows down and does not jump.",
      "run", row, playback.speed);
  ImGui::EndDisabled();
  if (reset_button(theme, "reset", "speed", playback.speed != 1.0, "Reset to real time.")) {
    speed = 1.0;
  }
  if (speed) edit.send(SetSpeed{*speed});

  const bool fixed = !saving.no_folder.empty();
  row_label(theme, "Recordings",
            fixed ? saving.no_folder
                  : "The folder of recordings. Press Enter to change it.\n" + saving.path);
  ImGui::BeginDisabled(fixed);
  const std::string folder = folder_field(saving, panel);
  ImGui::EndDisabled();
  if (!folder.empty()) edit.send(SetFolder{folder});
  if (saving.question) return folder_question(theme, *saving.question, edit);
  recording_lines(theme, saving, message, edit);
}

void film_overlay(const Theme& theme, const Area& view, const Saving& saving, Edit& edit) {
  if (!saving.filmed) return;
  const float thick = theme.px(3);
  const ImVec2 a = view.corner, b = view.end();
  // at the lower end: the button of the left column is in the upper corner
  ImGui::SetNextWindowPos({a.x + thick + theme.px(10), b.y - thick - theme.px(10)}, 0,
                          {0.0F, 1.0F});
  begin_overlay(theme, kFilmOverlay, {6, 5}, 6,
                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  const float half = 0.5F * thick;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(a, b);
  list.AddRect({a.x + half, a.y + half}, {b.x - half, b.y - half}, packed(theme.color.record), 0.0F,
               0, thick);
  list.PopClipRect();

  const bool pressed =
      icon_button(theme, "stop", Icon::kStop, {theme.finger(28), theme.finger(24)});
  edit.send_if(pressed, Command::kFilmOrStop);
  describe(theme, "film", "stop", "Stop the video of the window and save it");
  ImGui::SameLine(0.0F, theme.px(8));
  ImGui::AlignTextToFramePadding();
  const int seconds = static_cast<int>(*saving.filmed);
  colored(theme.color.record, format("%d:%02d", seconds / 60, seconds % 60),
          theme.font.small_numbers);
  describe(theme, "film", "time", "Time filmed so far. This frame is not in the video.");
  ImGui::End();
}

void recording_overlay(const Theme& theme, const Area& view, const Saving& saving, Edit& edit) {
  if (!saving.recorded) return;
  const float away = theme.px(10);
  ImGui::SetNextWindowPos({view.end().x - away, view.end().y - away}, 0, {1.0F, 1.0F});
  begin_overlay(theme, "film recording", {6, 5}, 6,
                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  const bool pressed =
      icon_button(theme, "stop", Icon::kStop, {theme.finger(28), theme.finger(24)});
  edit.send_if(pressed, Command::kRecordOrStop);
  describe(theme, "recording", "stop", "Stop recording and save it (S)");
  const ItemRect button = item_rect();
  ImGui::PushFont(theme.font.small);
  // a line of its own: in the button's, text stands lower than the dot
  ImGui::SetCursorScreenPos(
      {button.max.x + theme.px(8), button.middle().y - 0.5F * ImGui::GetTextLineHeight()});
  recorded_rows(theme, *saving.recorded);
  ImGui::PopFont();
  ImGui::End();
}

}  // namespace ui
