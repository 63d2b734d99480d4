#include "ui/shell/branches.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "lab/scene/knobs.h"
#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/panels/method_panel.h"
#include "ui/panels/scope.h"

namespace ui {
namespace {

/// Whether the branch's front lane can be compared with the current branch. With the same method
/// and settings it would do the same.
bool is_comparable(const lab::Timeline& timeline, const lab::Branch& branch) {
  const lab::Lane& other = timeline.setup_after_fork(branch.id).front_lane();
  const lab::Lane& present = timeline.setup_after(branch.fork).front_lane();
  return other.method != present.method || !(other.settings == present.settings);
}

void wish(BranchWish::Kind kind, const lab::Branch& branch, Edit& edit) {
  edit.send(BranchWish{kind, branch.id});
  ImGui::CloseCurrentPopup();
}

/// The texts of a row.
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
  dot(theme, to_imgui(lab::on_ground(lab::lane_color(setup, setup.front), theme.dark)), 4.5F);
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
  if (ImGui::Button("Go to")) wish(BranchWish::Kind::kGoTo, branch, edit);
  describe(theme, "branch-go", id,
           "Makes this branch the run, from the fork on. The present course becomes a branch.");
  ImGui::SameLine();
  const bool comparable = is_comparable(timeline, branch);
  ImGui::BeginDisabled(!comparable);
  if (ImGui::Button("Compare")) wish(BranchWish::Kind::kCompare, branch, edit);
  ImGui::EndDisabled();
  describe(theme, "branch-compare", id,
           comparable
               ? "Goes to the fork and adds this branch's method as a lane."
               : "This branch differs in targets or other lanes, not in method or settings.");
  ImGui::SameLine();
  if (ImGui::Button("Remove")) wish(BranchWish::Kind::kRemove, branch, edit);
  describe(theme, "branch-remove", id, "Removes this branch.");
  const float pointer = ImGui::GetIO().MousePos.y;
  return ImGui::IsWindowHovered() && pointer >= top && pointer < ImGui::GetCursorScreenPos().y;
}

void left_run_row(const Theme& theme, const LeftRun& run, const BranchColumns& columns,
                  Edit& edit) {
  using Wish = LeftRunWish::Kind;
  const std::string id = std::to_string(run.number);
  const auto pushed = in_id(("run " + id).c_str());
  row_words(theme, run.timeline->setup(), words_of(run), columns);
  const auto button = [&](const char* text, const char* group, Wish kind, const char* help) {
    if (ImGui::Button(text)) {
      edit.send(LeftRunWish{kind, run.number});
      ImGui::CloseCurrentPopup();
    }
    describe(theme, group, id, help);
  };
  button("Go to", "run-go", Wish::kGoTo,
         "Shows this run again, at the step where it was left. The present run is kept here.");
  ImGui::SameLine();
  button("Remove", "run-remove", Wish::kRemove, "Removes this run.");
}

}  // namespace

int branch_menu(const Theme& theme, const LabView& shown, Edit& edit) {
  const std::size_t branches = shown.timeline.branches().size(), runs = shown.left_runs.size();
  if (branches + runs == 0) return 0;
  if (icon_button(theme, "branches", Icon::kBranch, {theme.finger(28), theme.finger(24)})) {
    ImGui::OpenPopup("branches");
  }
  std::string help;
  if (branches > 0) {
    help = format(
        "%zu branch%s of the run: what came after a step before you changed the set-up "
        "there. Press to go to one or to compare with it.",
        branches, branches == 1 ? "" : "es");
  }
  if (runs > 0) {
    help += format(
        "%s%zu earlier run%s, left for another scene or file, or to start anew. Press to "
        "go back to one.",
        branches > 0 ? "\n" : "", runs, runs == 1 ? "" : "s");
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

void draw_branches(const Theme& theme, const lab::Timeline& timeline, float middle,
                   const std::function<float(long)>& x, int chosen) {
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
    const ImVec4 color = to_imgui(lab::on_ground(lab::lane_color(setup, setup.front), theme.dark),
                                  strong ? 1.0F : 0.6F);
    list.PathStroke(packed(color), 0, theme.px(strong ? 2.5F : 1.5F));
  }
}

long last_step(const lab::Timeline& timeline) {
  long last = timeline.last();
  for (const lab::Branch& branch : timeline.branches()) last = std::max(last, branch.last);
  return last;
}

}  // namespace ui
