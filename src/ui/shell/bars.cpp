#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "lab/run/metrics.h"
#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// A strip across the window with a line above it, until ImGui::End(). \param rise design points
/// above and below what stands in it
void begin_bar(const Theme& theme, const char* name, const Area& area, float rise) {
  ImGui::SetNextWindowPos(area.corner);
  ImGui::SetNextWindowSize(area.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(rise)));
  ImGui::Begin(name, nullptr, kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x + area.size.x, area.corner.y},
                                      packed(theme.color.border));
}

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
  begin_bar(theme, "timeline", area, 4);
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

namespace {

constexpr double kOtherSpeed = 0.1;  ///< a share of the asked speed that is worth a word

/// A reading of the status line, left out as a whole where it does not fit. The number has a fixed
/// width, so that nothing jumps about.
void status_reading(const Theme& theme, const char* name, const char* word, const char* number,
                    const char* help) {
  const ImFont& font = *theme.font.small_numbers;
  const float digits = font.CalcTextSizeA(font.FontSize * font.Scale, 1e6F, 0.0F, number).x;
  const float width = ImGui::CalcTextSize(word).x + theme.px(16) + digits;
  if (ImGui::GetCursorPosX() + width > ImGui::GetWindowWidth()) return;
  reading(theme, "status", name, word, number, help);
  ImGui::SameLine(0.0F, theme.px(16));
}

void outcome_word(const Theme& theme, const lab::Tracker& tracker) {
  const ik::Outcome outcome = tracker.outcome();
  // an outcome is that of an update, and row 0 comes before the first
  const bool initial = tracker.step_count() == 0;
  const bool trouble =
      !initial && (outcome == ik::Outcome::kNotFinite || outcome == ik::Outcome::kStalled);
  const ImVec4 color = trouble ? theme.color.record : theme.color.accent;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = theme.px(4);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r, at.y + 0.5F * ImGui::GetFontSize()}, r,
                                              packed(color), 20);
  ImGui::BeginGroup();
  ImGui::Dummy({2.0F * r, ImGui::GetFontSize()});
  ImGui::SameLine(0.0F, theme.px(6));
  char text[48];
  std::snprintf(text, sizeof text, "%s%s", initial ? "initial pose" : ik::name(outcome),
                !initial && tracker.capped() ? ", capped" : "");
  ImGui::TextUnformatted(text);
  ImGui::EndGroup();
  mark("status", "outcome");
  hint(theme,
       "The initial pose, before any step; then how the last update went: moved, reached (every "
       "effector is at its target), stalled (an "
       "error remains, yet the method proposes to stay) or not finite. Capped: the angle or the "
       "slide cap shortened the step.");
  // room for the longest word, so that the rest stands still
  ImGui::SameLine(theme.px(132));
}

void filming_word(const Theme& theme) {
  ImGui::TextColored(theme.color.record, "filming");
  mark("status", "filming");
  hint(theme, "The window is made a video: stop it by the list of commands (Ctrl K).");
  ImGui::SameLine(0.0F, theme.px(16));
}

}  // namespace

void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels) {
  begin_bar(theme, "status", area, 6);
  ImGui::PushFont(theme.font.small);

  const lab::Tracker& tracker = shown.tracker();
  outcome_word(theme, tracker);
  if (diagnosis_word(theme, shown.seen.diagnosis)) panels.page = page_named("Why?");
  if (shown.saving.filming) filming_word(theme);
  char text[48];
  std::snprintf(text, sizeof text, "%8.3f s", tracker.time());
  status_reading(theme, "time", "t", text, "Simulated time");
  std::snprintf(text, sizeof text, "%6ld", tracker.step_count());
  status_reading(theme, "step", "step", text, "Time steps since the initial pose");
  double sum = 0.0;
  for (const double error : tracker.errors()) sum += error;
  std::snprintf(text, sizeof text, "%7.4f m", sum / static_cast<double>(tracker.errors().size()));
  status_reading(
      theme, "error", "mean error", text,
      "Mean of |tᵢ − sᵢ| over the effectors, now: the tracking error (Buss 2009, section 8)");
  const std::optional<double> speed = shown.seen.timing.speed();
  if (shown.playback.playing && speed &&
      std::abs(*speed / shown.playback.speed - 1.0) > kOtherSpeed) {
    std::snprintf(text, sizeof text, "%.2g of %.2g ×", *speed, shown.playback.speed);
    status_reading(
        theme, "speed", "speed", text,
        "Simulated by real time: what is reached, and what is asked for. At most a few steps "
        "are made in one frame, so that a machine that cannot keep up, or draws slowly, runs "
        "slower instead of jumping.");
  }
  std::snprintf(text, sizeof text, "%6.2f µs", 1e-3 * shown.seen.timing.update_ns.median());
  status_reading(
      theme, "update", "update", text,
      "Time that one update of the pose takes, the median of the last 120: Jacobian, method, "
      "clamps, forward kinematics (Buss 2009, section 8)");
  const double frame = shown.seen.timing.frame_s.mean();
  std::snprintf(text, sizeof text, "%5.1f ms", 1e3 * frame);
  status_reading(theme, "frame", "frame", text, "From frame to frame, the mean of the last 120");
  std::snprintf(text, sizeof text, "%3.0f", frame > 0.0 ? 1.0 / frame : 0.0);
  status_reading(theme, "fps", "fps", text, "Frames a second");

  const char* help = "F1  shortcuts";
  const float width = ImGui::CalcTextSize(help).x;
  ImGui::SameLine(0.0F, 0.0F);
  const float right = ImGui::GetWindowWidth() - width - theme.px(12);
  if (right > ImGui::GetCursorPosX()) {
    ImGui::SetCursorPosX(right);
    ImGui::TextDisabled("%s", help);
  }
  ImGui::PopFont();
  ImGui::End();
}

namespace {

/// Words at the foot of the picture, in a box of which a share is filled.
void words_over(const Theme& theme, const Area& view, const std::string& words, bool trouble,
                double share) {
  const float pad = theme.px(10), most = 0.8F * view.size.x;
  const ImVec2 text = ImGui::CalcTextSize(words.c_str(), nullptr, false, most);
  const ImVec2 b{view.corner.x + 0.5F * (view.size.x + text.x) + pad,
                 view.corner.y + view.size.y - theme.px(14)};
  const ImVec2 a{b.x - text.x - 2.0F * pad, b.y - text.y - pad};
  const Colors& c = theme.color;
  // behind the lists and hints that lie over the picture
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(a, b, packed(faded(c.panel, 0.92F)), theme.px(8));
  if (share > 0.0) {
    list.AddRectFilled(a, {a.x + static_cast<float>(share) * (b.x - a.x), b.y},
                       packed(faded(c.accent, 0.25F)), theme.px(8));
  }
  list.AddRect(a, b, packed(trouble ? c.record : c.border), theme.px(8));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + 0.5F * pad},
               packed(trouble ? c.record : c.text), words.c_str(), nullptr, most);
}

}  // namespace

void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice) {
  constexpr double kShown = 6.0;  // s
  if (notice.text != shown.message.text) notice = {shown.message.text, ImGui::GetTime()};
  if (shown.opening) {
    char percent[32];
    std::snprintf(percent, sizeof percent, ": %.0f %%.", 100.0 * shown.opening->share);
    const std::string words = "Opening " + shown.opening->name + percent + " Esc gives it up";
    return words_over(theme, view, words, false, shown.opening->share);
  }
  if (notice.text.empty() || ImGui::GetTime() - notice.since > kShown) return;
  words_over(theme, view, notice.text, shown.message.trouble, 0.0);
}

}  // namespace ui
