#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "lab/scene/number_text.h"
#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"

namespace ui {

void border(const Theme& theme, ImVec2 from, ImVec2 to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // the window's own clipping leaves out half its padding
  list.PushClipRectFullScreen();
  list.AddLine(from, to, packed(theme.color.border));
  list.PopClipRect();
}

void begin_bar(const Theme& theme, const char* name, const Area& area, float padding) {
  begin_window(name, area, {theme.px(12), theme.px(padding)},
               kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  border(theme, area.corner, {area.end().x, area.corner.y});
}

namespace {

constexpr const char* kShortcutsHelp = "?  shortcuts";  ///< always at the right end
constexpr double kOtherSpeed = 0.1;  ///< relative deviation from the requested speed that is shown

/// A reading of the status line, left out if it does not fit. Numbers have a fixed width.
void status_reading(const Theme& theme, const char* name, const char* word,
                    const std::string& number, const char* help) {
  const float width = ImGui::CalcTextSize(word).x + theme.px(16) +
                      text_width(theme.font.small_numbers, number.c_str());
  const float kept = ImGui::CalcTextSize(kShortcutsHelp).x + theme.px(12);
  if (ImGui::GetCursorPosX() + width + kept > ImGui::GetWindowWidth()) return;
  reading(theme, "status", name, word, number, help);
  ImGui::SameLine(0.0F, theme.px(16));
}

void outcome_word(const Theme& theme, const lab::Tracker& tracker) {
  const ik::Outcome outcome = tracker.outcome();
  const bool updated = tracker.updates() > 0;  // otherwise there is no outcome yet
  const bool trouble =
      updated && (outcome == ik::Outcome::kNotFinite || outcome == ik::Outcome::kInvalidAim ||
                  outcome == ik::Outcome::kStalled || outcome == ik::Outcome::kOpensLoops);
  ImGui::BeginGroup();
  dot(theme, trouble ? theme.color.record : theme.color.accent, 4);
  ImGui::SameLine(0.0F, theme.px(6));
  const char* waiting = tracker.step_count() == 0 ? "initial pose" : "changed body";
  ImGui::TextUnformatted(updated ? ik::name(outcome) : waiting);
  if (updated && tracker.capped()) {
    ImGui::SameLine(0.0F, 0.0F);
    ImGui::TextUnformatted(", step capped");
  }
  ImGui::EndGroup();
  describe(theme, "status", "outcome",
           "How the last update ended. moved: the pose changed. reached: every effector is at its "
           "target. stalled: an error remains, but the method proposes no motion. not finite: a "
           "target or the pose is not a number. invalid aim: a wanted orientation is no rotation. "
           "opens loops: the body has loops, and the method cannot keep them closed. "
           "step capped: the angle or slide cap shortened it. "
           "initial pose: there was no update yet. changed body: none since the body was changed.");
  // room for the longest word, so that the rest does not move
  ImGui::SameLine(theme.px(148));
}

}  // namespace

void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels) {
  begin_bar(theme, "status", area, 6);
  ImGui::PushFont(theme.font.small);
  const lab::Tracker& tracker = shown.tracker();
  outcome_word(theme, tracker);
  if (diagnosis_word(theme, shown.seen.diagnosis)) open_page(panels, page_named("Why?"));
  status_reading(theme, "step", "step", format("%6ld", tracker.step_count()),
                 "Time steps since the initial pose");
  const auto& errors = tracker.errors();
  const double sum = std::accumulate(errors.begin(), errors.end(), 0.0);
  status_reading(
      theme, "error", "mean error",
      format("%8s m", lab::reading_number(sum / static_cast<double>(errors.size()), 4).c_str()),
      "Tracking error at this step: mean of |tᵢ − sᵢ| over the effectors (Buss 2009, "
      "section 8)");
  const double frame = shown.seen.timing.frame_s.mean();
  status_reading(theme, "fps", "fps", format("%3.0f", frame > 0.0 ? 1.0 / frame : 0.0),
                 "Frames per second");
  const std::optional<double> speed = shown.seen.timing.speed();
  if (shown.playback.playing && shown.seen.pace) {
    status_reading(theme, "speed", "speed", format("%.3g updates a second", *shown.seen.pace),
                   "The page Reach shows single updates while the targets stand.");
  } else if (shown.playback.playing && speed &&
             std::abs(*speed / shown.playback.speed - 1.0) > kOtherSpeed) {
    status_reading(theme, "speed", "speed",
                   format("%.2g× instead of %.2g×", *speed, shown.playback.speed),
                   "Simulated time divided by real time: actual and requested. A frame computes at "
                   "most a few steps: a computer that cannot keep up runs slower and does not "
                   "jump.");
  }
  status_reading(theme, "update", "update",
                 format("%6.2f µs", 1e-3 * shown.seen.timing.update_ns.median()),
                 "Computing time of one update of the pose, median of the last 120: Jacobian, "
                 "method, clamps, forward kinematics (Buss 2009, section 8)");
  status_reading(theme, "frame", "frame", format("%5.1f ms", 1e3 * frame),
                 "Time from frame to frame, mean of the last 120");
  status_reading(theme, "time", "t", format("%8.3f s", tracker.time()), "Simulated time");

  const float width = ImGui::CalcTextSize(kShortcutsHelp).x;
  ImGui::SameLine(0.0F, 0.0F);
  const float right = ImGui::GetWindowWidth() - width - theme.px(12);
  if (right > ImGui::GetCursorPosX()) {
    ImGui::SetCursorPosX(right);
    ImGui::TextDisabled("%s", kShortcutsHelp);
  }
  ImGui::PopFont();
  ImGui::End();
}

namespace {

/// Text in a box at the foot of the picture. The box is filled to a share from 0 to 1.
void draw_notice_box(const Theme& theme, const Area& view, const std::string& words, bool trouble,
                     double share) {
  const float pad = theme.px(10);
  const std::string lines = lines_within(words, 0.8F * view.size.x);
  const ImVec2 text = ImGui::CalcTextSize(lines.c_str());
  const ImVec2 b{view.corner.x + 0.5F * (view.size.x + text.x) + pad, view.end().y - theme.px(14)};
  const ImVec2 a{b.x - text.x - 2.0F * pad, b.y - text.y - pad};
  const Colors& c = theme.color;
  // a window, so that names in the picture avoid it; behind lists and hints
  begin_window("notice", {a, b - a}, {},
               kPlainWindow | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill_rect(list, {a, b}, faded(c.panel, 0.92F), theme.px(8));
  if (share > 0.0) {
    fill_rect(list, {a, {a.x + static_cast<float>(share) * (b.x - a.x), b.y}},
              faded(c.accent, 0.25F), theme.px(8));
  }
  list.AddRect(a, b, packed(trouble ? c.record : c.border), theme.px(8));
  list.AddText({a.x + pad, a.y + 0.5F * pad}, packed(trouble ? c.record : c.text), lines.c_str());
  ImGui::End();
}

}  // namespace

void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice) {
  constexpr double kShown = 6.0;  // s
  if (notice.text != shown.message.text) notice = {shown.message.text, ImGui::GetTime()};
  if (shown.opening) {
    const double share = shown.opening->share;
    const std::string words =
        "Opening " + shown.opening->name + format(": %.0f %%. Press Esc to cancel.", 100.0 * share);
    return draw_notice_box(theme, view, words, false, share);
  }
  if (notice.text.empty() || ImGui::GetTime() - notice.since > kShown) return;
  draw_notice_box(theme, view, notice.text, shown.message.trouble, 0.0);
}

void way_back(const Theme& theme, const Area& view, Panels& panels) {
  constexpr double kShown = 4.0;  // s
  WayBack& way = panels.way_back;
  const ImGuiIO& io = ImGui::GetIO();
  const bool hides = !std::exchange(way.hidden, panels.hidden) && panels.hidden;
  if (!panels.hidden) way.until = 0.0;
  const bool moves =
      (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F) && !ImGui::IsAnyMouseDown();
  const bool asked = way.until > 0.0 && (moves || is_pressed(Key::kEscape));
  if (hides || asked) way.until = ImGui::GetTime() + kShown;
  if (ImGui::GetTime() >= way.until) return;
  ImGui::SetNextWindowPos({view.corner.x + 0.5F * view.size.x, view.end().y - theme.px(14)}, 0,
                          {0.5F, 1.0F});
  begin_overlay(theme, "film way back", {6, 5}, 6,
                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  if (ImGui::Button(panels.touch ? "Show the panels" : "H shows the panels")) {
    panels.hidden = false;
  }
  describe(theme, "panels", "show", "Show the panels again (H)");
  ImGui::End();
}

void control_line(const Theme& theme, const Layout& layout, const Context& context) {
  const Area& area = layout.controls;
  if (area.size.y <= 0.0F) return;
  const float side = theme.px(12);
  begin_bar(theme, "controls", area, kControlPadding);
  const int across = controls_across(theme, area.size.x, layout.at_hand.count());
  const float gap = theme.px(16);
  const float width = (area.size.x - 2.0F * side - static_cast<float>(across - 1) * gap) /
                      static_cast<float>(across);
  int cell = 0;
  const auto draw_cell = [&](const auto& draw) {
    const ImVec2 place{area.corner.x + side + static_cast<float>(cell % across) * (width + gap),
                       area.corner.y + theme.px(kControlPadding) +
                           static_cast<float>(cell / across) * control_height(theme)};
    ImGui::SetCursorScreenPos(place);
    ImGui::PushID(cell++);
    ImGui::BeginChild("cell", {width, control_height(theme)}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::SetCursorPosY(0.5F * (control_height(theme) - ImGui::GetFrameHeight()));
    draw();
    ImGui::EndChild();
    ImGui::PopID();
  };
  if (layout.at_hand.method) {
    draw_cell([&] { method_menu(theme, context.shown.tracker().method_info(), context.edit); });
  }
  const lab::Tracker& tracker = context.shown.tracker();
  for (const lab::Knob* knob : layout.at_hand.knobs) {
    draw_cell([&] {
      const auto own = lab::find_knob(tracker.method_info(), knob->name).value();
      knob_row(theme, own, tracker, context.panels.settings, context.edit);
    });
  }
  ImGui::End();
}

}  // namespace ui
