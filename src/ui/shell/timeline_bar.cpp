#include "ui/shell/timeline_bar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// A button that is grey where there is nothing to do.
bool button(const Theme& theme, const char* id, Icon icon, bool enabled, const std::string& help) {
  if (!enabled) ImGui::BeginDisabled();
  const bool pressed = icon_button(theme, id, icon, {theme.px(28), theme.px(24)});
  if (!enabled) ImGui::EndDisabled();
  mark("timeline", id);
  hint(theme, help.c_str());
  ImGui::SameLine(0.0F, theme.px(4));
  return pressed && enabled;
}

/// The line of all steps, where the pointer asks for one, or for a part to repeat.
void track(const Theme& theme, const lab::Timeline& timeline, const std::optional<StepSpan>& loop,
           float width, PlotsPanel& plots, Edit& edit) {
  const long last = std::max(timeline.last(), 1L);
  ImGui::InvisibleButton("track", {std::max(width, 1.0F), theme.px(24)});
  mark("timeline", "track");
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImVec2 b = ImGui::GetItemRectMax();
  const float inset = theme.px(6);
  const float left = a.x + inset, room = std::max(b.x - a.x - 2.0F * inset, 1.0F);
  const float middle = 0.5F * (a.y + b.y);
  const auto x = [&](long step) {
    return left + room * static_cast<float>(step) / static_cast<float>(last);
  };
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = theme.px(2);
  const float now = x(timeline.now());
  list.AddRectFilled({left, middle - half}, {left + room, middle + half}, packed(c.active), half);
  list.AddRectFilled({left, middle - half}, {now, middle + half}, packed(c.accent), half);
  if (loop) {
    const float from = x(std::min(loop->from, last)), to = x(std::min(loop->to, last));
    list.AddRectFilled({from, middle - theme.px(8)}, {to, middle + theme.px(8)},
                       packed(faded(c.accent, 0.25F)), theme.px(3));
    for (const float end : {from, to}) {
      list.AddLine({end, middle - theme.px(8)}, {end, middle + theme.px(8)}, packed(c.accent),
                   theme.px(2));
    }
  }
  float before = -1e9F;
  for (const lab::SetupChange& change : timeline.changes()) {
    const float at = std::round(x(change.step));
    if (at - before < 2.0F) continue;  // a slider that is drawn makes one in every frame
    list.AddLine({at, middle - theme.px(6)}, {at, middle + theme.px(6)}, packed(c.muted));
    before = at;
  }
  if (plots.cursor && *plots.cursor <= timeline.last()) {
    const float at = std::round(x(*plots.cursor));
    list.AddLine({at, a.y}, {at, b.y}, packed(c.text), theme.px(1.5F));
  }
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  list.AddCircleFilled({now, middle}, theme.px(held || hovered ? 7 : 6), packed(c.accent), 24);
  list.AddCircleFilled({now, middle}, theme.px(2.5F), packed(c.on_accent), 16);

  const ImGuiIO& io = ImGui::GetIO();
  const auto step_at = [&](float at) {
    const float share = std::clamp((at - left) / room, 0.0F, 1.0F);
    return std::min(std::lround(share * static_cast<float>(last)), timeline.last());
  };
  const long pointed = step_at(io.MousePos.x);
  if (hovered) plots.pointed = pointed;
  if (hovered && !held) {
    char text[128];
    std::snprintf(text, sizeof text,
                  "Go to step %ld, or drag with Shift over a part to repeat. The marks are changes "
                  "of the setup.",
                  pointed);
    hint(theme, text);
  }
  if (!held) return;
  const long pressed = step_at(io.MouseClickedPos[0].x);
  if (!io.KeyShift) {
    edit.send(Seek{pointed});
  } else if (pressed != pointed) {
    edit.send(LoopOver{{std::min(pressed, pointed), std::max(pressed, pointed)}});
  }
}

}  // namespace

void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit) {
  ImGui::SetNextWindowPos(area.corner);
  ImGui::SetNextWindowSize(area.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(4)));
  ImGui::Begin("timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x + area.size.x, area.corner.y},
                                      packed(theme.color.border));
  const lab::Timeline& timeline = shown.timeline;
  const bool undo = shown.undo.can_undo(), redo = shown.undo.can_redo();
  edit.send_if(button(theme, "undo", Icon::kUndo, undo,
                      undo ? "Undo: " + shown.undo.undo_name() + " (Ctrl Z)" : "Nothing to undo"),
               Command::kUndo);
  edit.send_if(button(theme, "redo", Icon::kRedo, redo,
                      redo ? "Redo: " + shown.undo.redo_name() + " (Ctrl Y)" : "Nothing to redo"),
               Command::kRedo);
  ImGui::SameLine(0.0F, theme.px(14));
  edit.send_if(
      button(theme, "back", Icon::kStepBack, timeline.now() > 0, "One time step back (left arrow)"),
      Command::kStepBack);
  edit.send_if(button(theme, "play", shown.playback.playing ? Icon::kPause : Icon::kPlay, true,
                      shown.playback.playing ? "Pause (space)" : "Play (space)"),
               Command::kPlayOrPause);
  edit.send_if(
      button(theme, "on", Icon::kStep, true, "One time step, then stand still (right arrow)"),
      Command::kStep);
  if (shown.playback.loop) ImGui::PushStyleColor(ImGuiCol_Button, faded(theme.color.accent, 0.35F));
  edit.send_if(
      button(theme, "loop", Icon::kLoop, true,
             shown.playback.loop ? "Repeats the part that is marked: press to go on at the end"
                                 : "Repeat what is there, instead of going on at the end. Drag "
                                   "with Shift on the line to repeat a part of it"),
      Command::kLoop);
  if (shown.playback.loop) ImGui::PopStyleColor();

  char text[64];
  const double time_step = shown.tracker().settings().time_step;
  std::snprintf(
      text, sizeof text, "%.3f / %.2f s", shown.tracker().time(),
      shown.tracker().time() + static_cast<double>(timeline.last() - timeline.now()) * time_step);
  ImGui::PushFont(theme.font.small_numbers);
  // as wide as the longest, so that the line stands still
  const float words = ImGui::CalcTextSize("00000.000 / 00000.00 s").x;
  const float room = ImGui::GetContentRegionAvail().x - words - theme.px(8);
  ImGui::PopFont();
  if (room > theme.px(40)) {
    track(theme, timeline, shown.playback.loop, room, plots, edit);
    ImGui::SameLine(0.0F, theme.px(8));
  }
  ImGui::PushFont(theme.font.small_numbers);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
  mark("timeline", "time");
  hint(theme, "Simulated time, of all that was simulated");
  ImGui::End();
}

}  // namespace ui
