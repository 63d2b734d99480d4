#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/panels/column.h"

namespace ui {
namespace {

/// Whether the branch's front lane can be compared with the current branch. With the same method
/// and settings it would do the same.
bool is_comparable(const lab::Timeline& timeline, const lab::Branch& branch) {
  const lab::Lane& other = timeline.setup_after_fork(branch.id).front_lane();
  const lab::Lane& present = timeline.setup_after(branch.fork).front_lane();
  return other.method != present.method || !(other.settings == present.settings);
}

/// A button that closes the list.
bool row_button(const Theme& theme, const char* text, const char* group, const std::string& id,
                const char* help) {
  const bool pressed = ImGui::Button(text);
  describe(theme, group, id, help);
  if (pressed) ImGui::CloseCurrentPopup();
  return pressed;
}

struct BranchWords {
  std::string name, steps;
};
BranchWords words_of(const LeftRun& run) {
  const lab::Setup& setup = run.timeline->setup();
  const lab::Lane& lane = setup.front_lane();
  const std::string& scene = setup.scene->name.empty() ? setup.scene->id : setup.scene->name;
  return {scene + ": " + lab::describe(*lane.method, lane.settings),
          format("steps 0 to %ld", run.timeline->last())};
}
BranchWords words_of(const lab::Timeline& timeline, const lab::Branch& branch) {
  const lab::Lane& lane = timeline.setup_after_fork(branch.id).front_lane();
  return {lab::describe(*lane.method, lane.settings),
          format("steps %ld to %ld", branch.fork, branch.last)};
}

/// Columns of the list, display coordinates from its left edge.
struct BranchColumns {
  float names;  ///< width
  float steps, buttons;
};

/// Columns as wide as their widest texts, with the whole list inside the window. They have at least
/// room for usual texts, so that buttons stay in place from one branch to the next.
BranchColumns columns_of(const Theme& theme, const LabView& shown) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float name = theme.px(280);
  float steps = text_width(theme.font.small_numbers, "steps 0000 to 0000");
  const auto take_in = [&](const BranchWords& words) {
    name = std::max(name, text_width(ImGui::GetFont(), words.name.c_str()));
    steps = std::max(steps, text_width(theme.font.small_numbers, words.steps.c_str()));
  };
  for (const lab::Branch& branch : shown.timeline.branches()) {
    take_in(words_of(shown.timeline, branch));
  }
  for (const LeftRun& run : shown.left_runs) take_in(words_of(run));
  float buttons = 0.0F;
  for (const char* text : {"Go to", "Compare", "Remove"}) {
    buttons += ImGui::CalcTextSize(text).x + 2.0F * style.FramePadding.x + style.ItemSpacing.x;
  }
  const float left = style.WindowPadding.x + theme.px(9) + style.ItemSpacing.x, gap = theme.px(10);
  const float most = 0.95F * ImGui::GetIO().DisplaySize.x - left - steps - 2.0F * gap - buttons -
                     style.WindowPadding.x;
  name = std::ceil(std::min(name, most));
  return {name, left + name + gap, left + name + gap + std::ceil(steps) + gap};
}

/// The texts at the left of a row. The cursor is then at its buttons.
void row_words(const Theme& theme, const lab::Setup& setup, const BranchWords& words,
               const BranchColumns& columns) {
  ImGui::AlignTextToFramePadding();
  dot(theme, ink_of(theme, lab::lane_color(setup, setup.front)), 4.5F);
  ImGui::SameLine();
  const std::string name =
      fitting_label(words.name, *setup.front_lane().method, columns.names, ImGui::GetFont());
  colored(theme.color.text, name);
  if (name != words.name) hint(theme, words.name);
  ImGui::SameLine(columns.steps);
  colored(theme.color.muted, words.steps, theme.font.small_numbers);
  ImGui::SameLine(columns.buttons);
}

/// \returns whether the pointer is over the row
bool branch_row(const Theme& theme, const lab::Timeline& timeline, const lab::Branch& branch,
                const BranchColumns& columns, Edit& edit) {
  const std::string id = std::to_string(branch.id);
  const float top = ImGui::GetCursorScreenPos().y;
  const auto pushed = in_id(branch.id);
  row_words(theme, timeline.setup_after_fork(branch.id), words_of(timeline, branch), columns);
  using Wish = BranchWish::Kind;
  if (row_button(
          theme, "Go to", "branch-go", id,
          "Makes this branch the run, from the fork on. The present course becomes a branch.")) {
    edit.send(BranchWish{Wish::kGoTo, branch.id});
  }
  ImGui::SameLine();
  const bool comparable = is_comparable(timeline, branch);
  ImGui::BeginDisabled(!comparable);
  if (row_button(
          theme, "Compare", "branch-compare", id,
          comparable
              ? "Goes to the fork and adds this branch's method as a lane."
              : "This branch differs in targets or other lanes, not in method or settings.")) {
    edit.send(BranchWish{Wish::kCompare, branch.id});
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (row_button(theme, "Remove", "branch-remove", id, "Removes this branch.")) {
    edit.send(BranchWish{Wish::kRemove, branch.id});
  }
  const float pointer = ImGui::GetIO().MousePos.y;
  return ImGui::IsWindowHovered() && pointer >= top && pointer < ImGui::GetCursorScreenPos().y;
}

void left_run_row(const Theme& theme, const LeftRun& run, const BranchColumns& columns,
                  Edit& edit) {
  using Wish = LeftRunWish::Kind;
  const std::string id = std::to_string(run.number);
  const auto pushed = in_id(("run " + id).c_str());
  row_words(theme, run.timeline->setup(), words_of(run), columns);
  if (row_button(
          theme, "Go to", "run-go", id,
          "Shows this run again, at the step where it was left. The present run is kept here.")) {
    edit.send(LeftRunWish{Wish::kGoTo, run.number});
  }
  ImGui::SameLine();
  if (row_button(theme, "Remove", "run-remove", id, "Removes this run.")) {
    edit.send(LeftRunWish{Wish::kRemove, run.number});
  }
}

/// A button that opens the list of branches and of the runs that were left. Draws nothing if there
/// are none. \returns the branch under the pointer, 0 for none
int branch_menu(const Theme& theme, const LabView& shown, Edit& edit) {
  const std::size_t branches = shown.timeline.branches().size(), runs = shown.left_runs.size();
  if (branches + runs == 0) return 0;
  if (icon_button(theme, "branches", Icon::kBranch, {theme.finger(28), theme.finger(24)})) {
    ImGui::OpenPopup("branches");
  }
  std::string help;
  if (branches > 0) {
    help = lab::counted(branches, "branch") +
           " of the run: what came after a step before you changed the set-up there. Press to go "
           "to one or to compare with it.";
  }
  if (runs > 0) {
    help += (branches > 0 ? "\n" : "") + lab::counted(runs, "earlier run") +
            ", left for another scene or file, or to start anew. Press to go back to one.";
  }
  describe(theme, "timeline", "branches", help);
  // above the line, which stays visible
  ImGui::SetNextWindowPos({item_rect().min.x, item_rect().min.y - theme.px(6)}, 0, {0.0F, 1.0F});
  int pointed = 0;
  if (ImGui::BeginPopup("branches")) {
    const BranchColumns columns = columns_of(theme, shown);
    for (const lab::Branch& branch : shown.timeline.branches()) {
      if (branch_row(theme, shown.timeline, branch, columns, edit)) pointed = branch.id;
    }
    if (branches > 0 && runs > 0) ImGui::Separator();
    for (const LeftRun& run : shown.left_runs) left_run_row(theme, run, columns, edit);
    ImGui::EndPopup();
  }
  ImGui::SameLine(0.0F, theme.px(4));
  return pointed;
}

/// Draws branches as pale lines that leave the timeline's line at their forks.
/// \param middle height of the timeline's line
/// \param x      position of a step on the line
/// \param chosen id of the branch to draw strongly, 0 for none
void draw_branches(const Theme& theme, const lab::Timeline& timeline, float middle, const auto& x,
                   int chosen) {
  constexpr float kLanes = 2.0F, kRow = 4.5F;  // below the line; design points
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float row = 0.0F;
  for (const lab::Branch& branch : timeline.branches()) {
    row = row < kLanes ? row + 1.0F : 1.0F;
    const float level = middle + theme.px(kRow * row);
    const float from = x(branch.fork), to = x(branch.last);
    const float bend = std::min(to - from, theme.px(8));
    const lab::Setup& setup = timeline.setup_after_fork(branch.id);
    list.PathLineTo({from, middle});
    list.PathBezierCubicCurveTo({from + 0.5F * bend, middle}, {from + 0.5F * bend, level},
                                {from + bend, level});
    list.PathLineTo({to, level});
    const bool strong = branch.id == chosen;
    const ImVec4 color = ink_of(theme, lab::lane_color(setup, setup.front), strong ? 1.0F : 0.6F);
    list.PathStroke(packed(color), 0, theme.px(strong ? 2.5F : 1.5F));
  }
}

/// The line of all steps. A press or a drag seeks; a drag with Shift selects a range to repeat.
/// \param branch id of the branch under the pointer, 0 for none
void track(const Theme& theme, const LabView& shown, float width, int branch, PlotsPanel& plots,
           Edit& edit) {
  const lab::Timeline& timeline = shown.timeline;
  const std::optional<StepSpan>& loop = shown.playback.loop;
  long last = std::max(timeline.last(), 1L);
  for (const lab::Branch& other : timeline.branches()) last = std::max(last, other.last);
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
  fill_rect(list, {{left, middle - half}, {x(timeline.last()), middle + half}}, c.active, half);
  fill_rect(list, {{left, middle - half}, {now, middle + half}}, c.accent, half);
  if (loop) {
    const float from = x(std::min(loop->from, last)), to = x(std::min(loop->to, last));
    fill_rect(list, {{from, middle - theme.px(8)}, {to, middle + theme.px(8)}},
              faded(c.accent, 0.25F), theme.px(3));
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

/// The times of this step and of the run's end, as far as the line of steps keeps enough room.
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

}  // namespace ui
