#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"
#include "ui/panels/path_rows.h"

namespace ui {
namespace {

constexpr const char* kTimelineHelp =
    "The path from its first waypoint to its last one. Press or drag to put the arm there; the "
    "marks are changes of branch, where it stops.";
constexpr const char* kLadderHelp =
    "Every pose of the arm that moves continuously over some waypoints is a branch: a line from "
    "its first waypoint to its last one, in the colour that the solution has on the page Reach. A "
    "bar at its end: a joint comes to its limit. A ring: a singularity; where two branches meet "
    "there, a thin line joins them. A dot: another reason. The thick line is the way of the arm. "
    "Press a branch that begins at the first waypoint to follow it.";

// design points
constexpr float kTimelineHeight = 18.0F, kRowHeight = 15.0F, kMinRow = 6.0F, kMaxLadder = 220.0F;
constexpr float kLadderMargin = 8.0F, kThin = 1.6F, kThick = 4.5F, kEnd = 3.5F;

/// Where waypoints lie across the page.
struct Across {
  float left, width;
  double last;  ///< number of the last waypoint, from 0

  float at(double waypoint) const {
    return left + width * static_cast<float>(waypoint / std::max(last, 1.0));
  }
  double waypoint(float x) const {
    return std::clamp(static_cast<double>((x - left) / width), 0.0, 1.0) * std::max(last, 1.0);
  }
};

Across across(const Theme& theme, const PathData& data, ImVec2 corner, float width) {
  return {corner.x + theme.px(kLadderMargin), width - 2.0F * theme.px(kLadderMargin),
          static_cast<double>(data.path.question->waypoints().size()) - 1.0};
}

void playhead(const Theme& theme, const Across& x, double at, float top, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float place = std::round(x.at(at));
  list.AddLine({place, top}, {place, bottom}, packed(theme.color.accent), theme.px(1.5F));
}

void timeline(const Theme& theme, const PathData& data, float width, PathPanel& panel) {
  const ik::Followed& way = *data.path.way;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = theme.finger(kTimelineHeight), middle = corner.y + 0.5F * height;
  const Across x = across(theme, data, corner, width);
  press_area("##timeline", {width, height});
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  describe(theme, "path", "timeline", kTimelineHelp);
  if (held) {
    panel.player.seek(way, x.waypoint(ImGui::GetIO().MousePos.x));
  }
  if (const Arrows arrows = arrows_for(ImGui::GetID("##timeline")); arrows.across != 0) {
    panel.player.seek(way, std::round(panel.player.at) + arrows.across);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thickness = theme.px(3);
  list.AddLine({x.at(0.0), middle}, {x.at(x.last), middle}, packed(theme.color.outline), thickness);
  const double last = static_cast<double>(way.poses.size()) - 1.0;
  list.AddLine({x.at(0.0), middle}, {x.at(std::max(last, 0.0)), middle}, packed(theme.color.muted),
               thickness);
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    if (!way.poses[k].reconfigured) continue;
    const float place = x.at(static_cast<double>(k) - 0.5);
    list.AddLine({place, middle - theme.px(6)}, {place, middle + theme.px(6)},
                 packed(theme.color.caution), theme.px(2));
  }
  if (way.breaks_at >= 0) {
    const float place = x.at(std::max(way.breaks_at - 0.5, 0.0));
    list.AddLine({place, middle - theme.px(7)}, {place, middle + theme.px(7)},
                 packed(theme.color.alarm), theme.px(2.5F));
  }
  list.AddCircleFilled({x.at(panel.player.at), middle}, theme.px(6), packed(theme.color.accent));
}

/// The end of a branch: a bar at a limit, a ring at a singularity, a dot elsewhere within the path.
void draw_branch_end(const Theme& theme, ImVec2 at, ik::PathEnd end, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = theme.px(kEnd);
  if (end == ik::PathEnd::kLimit) {
    list.AddLine({at.x, at.y - r}, {at.x, at.y + r}, color, theme.px(2));
  } else if (end == ik::PathEnd::kSingular) {
    list.AddCircleFilled(at, r, packed(theme.color.panel));
    list.AddCircle(at, r, color, 0, theme.px(1.5F));
  } else if (end != ik::PathEnd::kWaypoints) {
    list.AddCircleFilled(at, 0.8F * r, color);
  }
}

void branch_tooltip(const Theme& theme, const lab::LadderLine& line) {
  const auto tooltip = in_tooltip();
  colored(theme.color.text, line.name);
  const auto font = in_font(theme.font.small);
  colored(theme.color.muted, format("waypoints %d to %d", line.first + 1, line.last + 1));
  if (!line.begin.empty()) colored(theme.color.text, "begins: " + line.begin);
  if (!line.end.empty()) colored(theme.color.text, "ends: " + line.end);
  colored(theme.color.muted,
          line.first == 0 ? "Press to follow it" : "It begins later: no way can begin on it");
}

/// The rows of the ladder on the page.
struct LadderRows {
  float top, height;

  float middle(const lab::LadderLine& line) const {
    return top + (static_cast<float>(line.row) + 0.5F) * height;
  }
};

void draw_way(const PathData& data, const Across& x, const LadderRows& rows, float thickness,
              bool dark) {
  const lab::Ladder& ladder = *data.path.ladder;
  const std::span<const int> lines = data.path.lines;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < lines.size();) {
    std::size_t end = k;
    while (end + 1 < lines.size() && lines[end + 1] == lines[k]) ++end;
    if (lines[k] >= 0) {
      const lab::LadderLine& line = ladder.lines[static_cast<std::size_t>(lines[k])];
      const float y = rows.middle(line);
      const ImU32 color = packed(to_imgui(lab::solution_color(line.hue, dark)));
      const double from = static_cast<double>(k), to = static_cast<double>(end);
      // one pose alone is seen, too
      list.AddLine({x.at(from) - 0.5F * thickness, y}, {x.at(to) + 0.5F * thickness, y}, color,
                   thickness);
      if (end + 1 < lines.size() && lines[end + 1] >= 0) {
        const lab::LadderLine& next = ladder.lines[static_cast<std::size_t>(lines[end + 1])];
        list.AddLine({x.at(to), y}, {x.at(to + 1.0), rows.middle(next)}, color, 0.5F * thickness);
      }
    }
    k = end + 1;
  }
}

/// The line under the pointer.
std::optional<std::size_t> branch_at(const lab::Ladder& ladder, const Across& x,
                                     const LadderRows& rows, float margin) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  for (std::size_t i = 0; i < ladder.lines.size(); ++i) {
    const lab::LadderLine& line = ladder.lines[i];
    const bool along =
        pointer.x >= x.at(line.first) - margin && pointer.x <= x.at(line.last) + margin;
    if (along && std::abs(pointer.y - rows.middle(line)) <= 0.5F * rows.height) return i;
  }
  return std::nullopt;
}

void ladder(const Theme& theme, const PathData& data, float width, PathPanel& panel, Edit& edit) {
  const lab::Ladder& branches = *data.path.ladder;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float most =
      theme.px(kMaxLadder) / static_cast<float>(std::max<std::size_t>(branches.rows, 1));
  const LadderRows rows{corner.y, std::clamp(most, theme.px(kMinRow), theme.px(kRowHeight))};
  const float height = rows.height * static_cast<float>(branches.rows);
  const Across x = across(theme, data, corner, width);
  const bool pressed = press_area("##ladder", {width, height});
  const bool hovered = ImGui::IsItemHovered();
  mark("path", "ladder", Access::kPointer);
  if (hovered) panel.lit = branch_at(branches, x, rows, theme.px(kLadderMargin));
  for (const lab::LadderMeeting& meeting : branches.meetings) {
    const float place = x.at(meeting.at);
    ImGui::GetWindowDrawList()->AddLine({place, rows.middle(branches.lines[meeting.a])},
                                        {place, rows.middle(branches.lines[meeting.b])},
                                        packed(theme.color.outline), theme.px(1));
  }
  for (std::size_t i = 0; i < branches.lines.size(); ++i) {
    const lab::LadderLine& line = branches.lines[i];
    const ImU32 color = packed(to_imgui(lab::solution_color(line.hue, theme.dark)));
    const float y = rows.middle(line), from = x.at(line.first), to = x.at(line.last);
    ImGui::GetWindowDrawList()->AddLine({from - theme.px(1), y}, {to + theme.px(1), y}, color,
                                        theme.px(panel.lit == i ? 3.0F : kThin));
    draw_branch_end(theme, {from, y}, line.begins, color);
    draw_branch_end(theme, {to, y}, line.ends, color);
  }
  draw_way(data, x, rows, std::min(theme.px(kThick), 0.8F * rows.height), theme.dark);
  playhead(theme, x, panel.player.at, corner.y, corner.y + height);
  if (!panel.lit) return hint(theme, kLadderHelp);
  branch_tooltip(theme, branches.lines[*panel.lit]);
  if (pressed) follow_branch(data.path, *panel.lit, edit);
}

}  // namespace

void path_ladder(const Theme& theme, const PathData& data, float width, PathPanel& panel,
                 Edit& edit) {
  timeline(theme, data, width, panel);
  if (data.path.ladder != nullptr && data.path.ladder->rows > 0) {
    return ladder(theme, data, width, panel, edit);
  }
  colored(theme.color.muted, data.path.ladder != nullptr ? "No branch is known."
                             : data.path.searching       ? "Looking for all branches …"
                                                         : "The branches were not looked for.");
  mark("path", "no-ladder");
}

}  // namespace ui
