#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "lab/scene/number_text.h"
#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/shell/branches.h"

namespace ui {

void border(const Theme& theme, ImVec2 from, ImVec2 to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // the window's own clipping leaves out half its padding
  list.PushClipRectFullScreen();
  list.AddLine(from, to, packed(theme.color.border));
  list.PopClipRect();
}

namespace {

/// Begins a horizontal bar with a line above it, until ImGui::End().
/// \param padding design points, above and below the contents
void begin_bar(const Theme& theme, const char* name, const Area& area, float padding) {
  begin_window(name, area, {theme.px(12), theme.px(padding)},
               kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  border(theme, area.corner, {area.end().x, area.corner.y});
}

/// The line of all steps. A press or a drag seeks; a drag with Shift selects a range to repeat.
/// \param branch id of the branch under the pointer, 0 for none
void track(const Theme& theme, const LabView& shown, float width, int branch, PlotsPanel& plots,
           Edit& edit) {
  const lab::Timeline& timeline = shown.timeline;
  const std::optional<StepSpan>& loop = shown.playback.loop;
  const long last = std::max(last_step(timeline), 1L);
  press_area("track", {width, theme.finger(24)});
  mark("timeline", "track", Access::kPointer);
  const ImVec2 a = item_rect().min, b = item_rect().max;
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
  draw_branches(theme, timeline, middle, x, branch);
  list.AddRectFilled({left, middle - half}, {x(timeline.last()), middle + half}, packed(c.active),
                     half);
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
  const ImGuiIO& io = ImGui::GetIO();
  const lab::ChangeMark* nearest = nullptr;  // nearest to the pointer
  float before = -1e9F, least = theme.px(4);
  for (const lab::ChangeMark& change : timeline.marks()) {
    const float at = std::round(x(change.first));
    if (const float away = std::abs(at - io.MousePos.x); away <= least) {
      least = away;
      nearest = &change;
    }
    if (at - before < 2.0F) continue;
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

  const auto step_at = [&](float at) {
    const float share = std::clamp((at - left) / room, 0.0F, 1.0F);
    return std::min(std::lround(share * static_cast<float>(last)), timeline.last());
  };
  const long pointed = step_at(io.MousePos.x);
  if (hovered) plots.pointed = pointed;
  if (hovered && !held) {
    hint(theme, nearest != nullptr
                    ? format("Changed at step %ld\n", nearest->first) + nearest->text()
                    : format("Go to step %ld. Drag with Shift to repeat a range of steps. The "
                             "marks are changes of the set-up.",
                             pointed));
  }
  if (!held) return;
  const long pressed = step_at(io.MouseClickedPos[0].x);
  if (!io.KeyShift) {
    edit.send(Seek{pointed});
  } else if (pressed != pointed) {
    edit.send(LoopOver{{std::min(pressed, pointed), std::max(pressed, pointed)}});
  }
}

// design points; the short one beside undo
constexpr float kShortTrack = 80.0F, kMinTrack = 90.0F, kGoodTrack = 180.0F;

struct TimeWords {
  std::string text;  ///< empty: no room
  float width;       ///< width of the longest text, so that the line does not move
  const char* help;
};

/// The time at this step and at the end of the run, or only at this step, if the line of steps
/// keeps enough room.
TimeWords time_words(const Theme& theme, const LabView& shown, float room) {
  const lab::Tracker& tracker = shown.tracker();
  const auto width = [&theme](const char* longest) {
    return std::ceil(text_width(theme.font.small_numbers, longest));
  };
  const float both = width("00000.000 / 00000.00 s"), one = width("00000.000 s");
  if (room - both - theme.px(8) >= theme.px(kGoodTrack)) {
    const long steps = shown.timeline.last() - shown.timeline.now();
    const double end = tracker.time() + static_cast<double>(steps) * tracker.settings().time_step;
    return {format("%.3f / %.2f s", tracker.time(), end), both,
            "Simulated time at this step / at the end of the run"};
  }
  if (room - one - theme.px(8) >= theme.px(kMinTrack)) {
    return {format("%.3f s", tracker.time()), one, "Simulated time at this step"};
  }
  return {{}, 0.0F, ""};
}

}  // namespace

void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit) {
  begin_bar(theme, "timeline", area, 4);
  const lab::Timeline& timeline = shown.timeline;
  const bool undo = shown.undo.can_undo(), redo = shown.undo.can_redo();
  const bool playing = shown.playback.playing;
  const float room = ImGui::GetContentRegionAvail().x;
  const float each = theme.finger(28) + theme.px(4);
  const bool all = room >= 6.0F * each + theme.px(10) + theme.px(kMinTrack);
  const bool undoes = room >= 5.0F * each + theme.px(kShortTrack);
  const auto button = [&](const char* id, Icon icon, Command command, const std::string& help,
                          bool enabled = true) {
    command_button(theme, {"timeline", id, icon, command, help, enabled},
                   {theme.finger(28), theme.finger(24)}, edit);
    ImGui::SameLine(0.0F, theme.px(4));
  };
  if (undoes) {
    button("undo", Icon::kUndo, Command::kUndo,
           undo ? "Undo: " + shown.undo.undo_name() + " (Ctrl Z)" : "Nothing to undo", undo);
  }
  if (all) {
    button("redo", Icon::kRedo, Command::kRedo,
           redo ? "Redo: " + shown.undo.redo_name() + " (Ctrl Y)" : "Nothing to redo", redo);
    ImGui::SameLine(0.0F, theme.px(14));
  }
  button("back", Icon::kStepBack, Command::kStepBack, "One time step back (left arrow)",
         timeline.now() > 0);
  button("play", playing ? Icon::kPause : Icon::kPlay, Command::kPlayOrPause,
         playing ? "Pause (space)" : "Play (space)");
  button("on", Icon::kStep, Command::kStep, "One time step, then pause (right arrow)");
  if (all) {
    button("loop", Icon::kLoop, Command::kLoop,
           shown.playback.loop
               ? "Repeating the marked range of steps. Press to stop repeating."
               : "Repeat the whole run. To repeat a part of it, drag with Shift on the line.");
  }
  const int branch = branch_menu(theme, shown, edit);
  const TimeWords words = time_words(theme, shown, ImGui::GetContentRegionAvail().x);
  const float gap = theme.px(8);
  track(theme, shown,
        ImGui::GetContentRegionAvail().x - words.width - (words.text.empty() ? 0.0F : gap), branch,
        plots, edit);
  if (!words.text.empty()) {
    ImGui::SameLine(0.0F, gap);
    ImGui::AlignTextToFramePadding();
    colored(theme.color.text, words.text, theme.font.small_numbers);
    describe(theme, "timeline", "time", words.help);
  }
  ImGui::End();
}

namespace {

constexpr const char* kShortcutsHelp = "?  shortcuts";  ///< always at the right end
constexpr double kOtherSpeed = 0.1;  ///< relative deviation from the requested speed that is shown

/// A reading of the status line, left out if it does not fit. Numbers have a fixed width, so that
/// nothing moves.
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
                  outcome == ik::Outcome::kStalled);
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
  const float pad = theme.px(10), most = 0.8F * view.size.x;
  const ImVec2 text = ImGui::CalcTextSize(words.c_str(), nullptr, false, most);
  const ImVec2 b{view.corner.x + 0.5F * (view.size.x + text.x) + pad, view.end().y - theme.px(14)};
  const ImVec2 a{b.x - text.x - 2.0F * pad, b.y - text.y - pad};
  const Colors& c = theme.color;
  // a window, so that names in the picture avoid it; behind lists and hints
  begin_window("notice", {a, {b.x - a.x, b.y - a.y}}, {},
               kPlainWindow | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(a, b, packed(faded(c.panel, 0.92F)), theme.px(8));
  if (share > 0.0) {
    list.AddRectFilled(a, {a.x + static_cast<float>(share) * (b.x - a.x), b.y},
                       packed(faded(c.accent, 0.25F)), theme.px(8));
  }
  list.AddRect(a, b, packed(trouble ? c.record : c.border), theme.px(8));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + 0.5F * pad},
               packed(trouble ? c.record : c.text), words.c_str(), nullptr, most);
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

void control_line(const Theme& theme, const Layout& layout, const Context& context) {
  const Area& area = layout.controls;
  if (area.size.y <= 0.0F) return;
  const float side = theme.px(12);
  begin_window("controls", area, {side, theme.px(kControlPadding)},
               kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  border(theme, area.corner, {area.end().x, area.corner.y});
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
