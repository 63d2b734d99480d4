#include "ui/panels/column.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lab/scene/number_text.h"

namespace ui {
namespace {

using Status = lab::EffectorStatus;

constexpr float kEdgeGap = 12.0F;  // design points, to the edge of the picture
constexpr float kButton = 40.0F;   // design points, kept for the button in the other corner
constexpr float kSwatchRadius = 4.0F, kAfterDisc = 7.0F;  // design points
constexpr float kPadX = 10.0F, kPadY = 8.0F;              // design points

struct StatusLook {
  const char* explanation;
  ImVec4 Colors::*color;  // red: no pose follows the target; ochre: this method does not
};
// in the order of lab::EffectorStatus
constexpr StatusLook kLooks[] = {
    {"Its error is less than the tolerance, or than a thousandth of its reach.", &Colors::accent},
    {"The target is farther away than its links are long, or nearer than they can fold, or a "
     "search from many starts found no pose within the joint limits that reaches it, whatever the "
     "other effectors do.",
     &Colors::alarm},
    {"More updates do not reduce its error, because a joint is at its limit. Without limits the "
     "error would be reduced by at least a tenth, or a pose would reach the target.",
     &Colors::caution},
    {"A pose reaches the target. But with the targets at rest, more updates would not reduce its "
     "error by a tenth, and the error is above a hundredth of its reach: other goals conflict with "
     "it, the pose is singular in that direction, or the method cannot do better.",
     &Colors::caution},
    {"Its error is less than a tenth of its reach. With the targets at rest, more updates would "
     "reduce it by at least a tenth, or it is less than a hundredth of the reach already.",
     &Colors::text},
    {"With the targets at rest, more updates would reduce its error, which is more than a tenth of "
     "its reach: the target is too fast for the method.",
     &Colors::caution},
    {"Its target is not a number. The body does not move.", &Colors::alarm},
    {"More updates do not reduce its error. A pose reaches the target only if joints move that are "
     "frozen: their weight is 0, or another group moves alone.",
     &Colors::caution},
};

const StatusLook& look_of(Status status) { return kLooks[static_cast<std::size_t>(status)]; }

/// The errors of an effector: "0.0123 m · 4.5°".
std::string errors_of(const lab::Tracker& tracker, int i) {
  const ik::Multibody& body = tracker.multibody();
  std::string text = lab::reading_number(tracker.errors()[static_cast<std::size_t>(i)], 4) + " m";
  for (int g = body.effector_count(); g < body.goal_count(); ++g) {
    if (body.effector_of(g) != i) continue;
    const auto aim = static_cast<std::size_t>(g - body.effector_count());
    text += format(" · %.1f°", lab::kDegrees * tracker.aim_errors()[aim]);
  }
  return text;
}

/// The errors, at the right end of the line.
void distances(const Theme& theme, const std::string& text) {
  const float width = text_width(theme.font.small_numbers, text.c_str());
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(std::max(left, left + ImGui::GetContentRegionAvail().x - width));
  colored(theme.color.text, text, theme.font.small_numbers);
}

float line_of_list() { return ImGui::GetFontSize() + ImGui::GetStyle().ItemSpacing.y; }

/// Begins the list in the upper right corner of the picture, until ImGui::End().
void begin_list(const Theme& theme, const Area& view, ImVec2 size) {
  const float gap = theme.px(kEdgeGap);
  ImGui::SetNextWindowBgAlpha(0.72F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(6));
  begin_window("targets", {{view.end().x - size.x - gap, view.corner.y + gap}, size},
               {theme.px(kPadX), theme.px(kPadY)}, kWindowBehind);
  ImGui::PopStyleVar();
}

/// Begins a line with the effector's colour, until end_line().
void begin_line(const Theme& theme, int i, bool chosen) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ItemRect rect{{at.x - theme.px(4), at.y - theme.px(1)},
                      {at.x + ImGui::GetContentRegionAvail().x + theme.px(4),
                       at.y + ImGui::GetFontSize() + theme.px(1)}};
  row_ground(theme, rect, {.chosen = chosen});
  ImGui::BeginGroup();
  swatch_before(theme, lab::series_color(i), kSwatchRadius, theme.px(kAfterDisc));
}

/// \param help the first paragraph of the hint
void end_line(const Theme& theme, const std::string& name, int i, const std::string& help,
              TargetsPanel& panel) {
  ImGui::EndGroup();
  if (ImGui::IsItemClicked()) choose_target(i, panel.selected != i, panel);
  mark("target", name);
  hint(theme, help, true);
  hint(theme, "Press to show the curve of its target with handles.");
}

std::optional<Status> status_of(std::span<const std::optional<Status>> statuses, int i) {
  const auto at = static_cast<std::size_t>(i);
  return at < statuses.size() ? statuses[at] : std::nullopt;
}

/// "right: out of reach", with a shortened name if that is too wide, or the status alone.
std::string short_line(const Theme& theme, const std::string& name, float room) {
  const char* const status = lab::name(Status::kOutOfReach);
  const std::string behind = std::string(": ") + status;
  const float left = room - text_width(theme.font.small, behind.c_str());
  const std::string begin = shortened(name, left, theme.font.small);
  const bool fits = text_width(theme.font.small, begin.c_str()) <= left && begin != "…";
  return fits ? begin + behind : status;
}

/// A short line for each effector out of reach, as many as fit.
void short_list(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                std::span<const std::optional<Status>> statuses, TargetsPanel& panel) {
  const float room = view.size.x - theme.px(kButton + kEdgeGap + 2.0F * kPadX + kAfterDisc) -
                     2.0F * theme.px(kSwatchRadius);
  const float line = line_of_list(),
              around = theme.px(2.0F * kPadY) - ImGui::GetStyle().ItemSpacing.y;
  struct Line {
    int effector;
    std::string text;
  };
  std::vector<Line> shown;
  float widest = 0.0F;
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    if (status_of(statuses, i) != Status::kOutOfReach) continue;
    std::string text = short_line(theme, tracker.multibody().effector(i).name, room);
    const float height = line * static_cast<float>(shown.size() + 1) + around;
    const float width = text_width(theme.font.small, text.c_str());
    if (width > room || height > 0.5F * view.size.y) break;
    shown.push_back({i, std::move(text)});
    widest = std::max(widest, width);
  }
  if (shown.empty()) return;
  const float width = widest + (view.size.x - room) - theme.px(kButton + kEdgeGap);
  begin_list(theme, view, {width, line * static_cast<float>(shown.size()) + around});
  for (const auto& [i, text] : shown) {
    const std::string& name = tracker.multibody().effector(i).name;
    begin_line(theme, i, panel.selected == i);
    colored(theme.color.alarm, text, theme.font.small);
    end_line(theme, name, i,
             name + ": " + lab::name(Status::kOutOfReach) + ". " +
                 look_of(Status::kOutOfReach).explanation,
             panel);
  }
  ImGui::End();
}

/// Left ends of the list's columns, pixels from the list's left edge.
struct Columns {
  float name, status, errors, end;
};

std::string widest_errors(const ik::Multibody& body, int i) {
  std::string text = "00.0000 m";
  for (int g = body.effector_count(); g < body.goal_count(); ++g) {
    if (body.effector_of(g) == i) text += " · 180.0°";
  }
  return text;
}

/// Columns with room for the names up to kLabelWidth, any status, and errors below 100 m and 180°.
Columns columns_of(const Theme& theme, const lab::Tracker& tracker) {
  const ik::Multibody& body = tracker.multibody();
  Columns at{};
  at.name = theme.px(kPadX + 2.0F * kSwatchRadius + kAfterDisc);
  float name = 0.0F, status = 0.0F, errors = 0.0F;
  for (int i = 0; i < body.effector_count(); ++i) {
    name = std::max(name, text_width(ImGui::GetFont(), body.effector(i).name.c_str()));
    for (const std::string& text : {errors_of(tracker, i), widest_errors(body, i)}) {
      errors = std::max(errors, text_width(theme.font.small_numbers, text.c_str()));
    }
  }
  for (std::size_t s = 0; s < std::size(kLooks); ++s) {
    const char* const text = lab::name(static_cast<Status>(s));
    status = std::max(status, text_width(theme.font.small, text));
  }
  const float gap = theme.px(kEdgeGap);
  at.status = std::min(at.name + name + gap, theme.px(kLabelWidth));
  at.errors = at.status + status + gap;
  at.end = at.errors + errors + theme.px(kPadX);
  return at;
}

}  // namespace

std::string target_help(const lab::Tracker& tracker, int i,
                        const std::optional<lab::EffectorStatus>& status) {
  const std::string begin = tracker.multibody().effector(i).name + ": ";
  const std::string errors = errors_of(tracker, i);
  if (!status) return begin + errors;
  return begin + lab::name(*status) + ", " + errors + "\n" + look_of(*status).explanation;
}

void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses,
                     TargetsPanel& panel) {
  const ik::Multibody& body = tracker.multibody();
  const Columns columns = columns_of(theme, tracker);
  const float width = columns.end;
  const float height = line_of_list() * static_cast<float>(body.effector_count()) + theme.px(12);
  // more than four lines may cover a tenth of the picture
  const bool covers =
      body.effector_count() > 4 && width * height > 0.1F * view.size.x * view.size.y;
  if (view.size.x < 1.8F * width || view.size.y < 2.0F * height || covers) {
    return short_list(theme, view, tracker, statuses, panel);
  }
  begin_list(theme, view, {width, height});
  for (int i = 0; i < body.effector_count(); ++i) {
    const std::string& name = body.effector(i).name;
    begin_line(theme, i, panel.selected == i);
    const float room = columns.status - columns.name - 0.5F * theme.px(kEdgeGap);
    const std::string begin = shortened(name, room, ImGui::GetFont());
    ImGui::TextUnformatted(begin.c_str());
    ImGui::SameLine(columns.status);
    const std::optional<Status> status = status_of(statuses, i);
    const ImVec4 color = theme.color.*(status ? look_of(*status).color : &Colors::muted);
    colored(color, status ? lab::name(*status) : "", theme.font.small);
    distances(theme, errors_of(tracker, i));
    const std::string help =
        status ? look_of(*status).explanation : "Its status is known with the next frame.";
    end_line(theme, name, i, begin == name ? help : name + ". " + help, panel);
  }
  ImGui::End();
}

}  // namespace ui
