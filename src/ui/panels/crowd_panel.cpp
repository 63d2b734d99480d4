#include "ui/panels/crowd_panel.h"

#include <cmath>
#include <cstdio>
#include <iterator>

#include "lab/crowd/crowd.h"
#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

struct LevelName {
  const char* name;
  float strength;  // of the accent in the bar
  const char* help;
};
constexpr LevelName kLevels[] = {
    {"near", 1.0F, "Bodies in the picture of which every link is round: it is 4.5 pixels wide."},
    {"middle", 0.7F, "Bodies whose links are prisms: 1.6 to 4.5 pixels wide."},
    {"far", 0.45F, "Bodies whose links are ribbons that face the eye: 0.55 to 1.6 pixels wide."},
    {"distant", 0.25F, "Bodies of which only the branches are drawn, as ribbons a pixel wide."}};

void switch_row(const Theme& theme, CrowdPanel& panel, Edit& edit) {
  row_label(theme, "Crowd",
            "Many bodies around this one, each with targets of its own: the same curves, later by "
            "so much as the body stands farther out, so that the field waves. Off, it costs "
            "nothing. (C)");
  if (switch_button(theme, "crowd", panel.on)) panel.on = !panel.on;
  mark("crowd", "on");
  ImGui::SameLine(0.0F, theme.px(12));
  if (!panel.on) ImGui::BeginDisabled();
  edit.send_if(ImGui::Button("Whole field"), Command::kFrameCrowd);
  mark("crowd", "field");
  if (!panel.on) ImGui::EndDisabled();
  hint(theme,
       "Moves the camera away until every body is in the picture (W). F looks at the body "
       "in the middle again.");
}

void method_choice(CrowdWish& wish) {
  constexpr const char* kFronts = "the front lane's";
  ImGui::SetNextItemWidth(-1.0F);
  const bool open =
      ImGui::BeginCombo("##crowd-method", wish.method == nullptr ? kFronts : wish.method->label,
                        ImGuiComboFlags_NoArrowButton);
  mark("crowd-method");
  if (!open) return;
  if (ImGui::Selectable(kFronts, wish.method == nullptr)) wish.method = nullptr;
  mark("crowd-method", "front's");
  for (const ik::MethodInfo& method : ik::methods()) {
    if (!ik::has_lanes(method)) continue;
    if (ImGui::Selectable(method.label, wish.method == &method)) wish.method = &method;
    mark("crowd-method", method.id);
  }
  ImGui::EndCombo();
}

void controls(const Theme& theme, CrowdPanel& panel, Edit& edit) {
  CrowdWish& wish = panel.wish;
  switch_row(theme, panel, edit);
  const NumberRow count{.id = "count",
                        .unit = "",
                        .min = 1.0,
                        .max = lab::kMostBodies,
                        .logarithmic = true,
                        .whole = true};
  row_label(theme, "Bodies", "How many stand around the one in the middle.");
  const auto moved = number_slider(theme, count, wish.count);
  mark("crowd", "count");
  if (moved) wish.count = static_cast<int>(std::lround(*moved));

  row_label(theme, "Apart",
            "From a body to its neighbour, in lengths of a body. (Vogel 1979: the field grows like "
            "a sunflower.)");
  const NumberRow spacing{
      .id = "spacing", .unit = "×", .min = 0.5, .max = 4.0, .logarithmic = true};
  const auto spread = number_slider(theme, spacing, wish.spacing);
  mark("crowd", "spacing");
  if (spread) wish.spacing = *spread;

  const float room = ImGui::GetContentRegionAvail().x;
  row_label(theme, "Which",
            "The present scene's body, or the report's Y, double-Y, or both by turns.");
  constexpr const char* kKinds[] = {"scene", "Y", "double-Y", "both"};
  if (const auto kind = segments(theme, "crowd-kind", kKinds, static_cast<std::size_t>(wish.kind),
                                 room - theme.px(kLabelWidth))) {
    wish.kind = static_cast<CrowdKind>(*kind);
  }

  row_label(theme, "Method",
            "The front lane's where it is one of those that run side by side in lanes, else DLS; "
            "or one of these. λ, D_max, the Jacobian, caps and updates are the front lane's in "
            "any case; joints stop at their limits unless these are off.");
  method_choice(wish);
}

void meter(const Theme& theme, const char* label, const char* number, const char* help) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFontSize() + theme.px(2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(corner, packed(theme.color.muted), label);
  ImGui::PushFont(theme.font.small_numbers);
  list.AddText({corner.x + width - ImGui::CalcTextSize(number).x, corner.y},
               packed(theme.color.text), number);
  ImGui::PopFont();
  ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  mark("crowd/reading", label);
  hint_in(theme, corner, {corner.x + width, corner.y + height}, help);
}

/// The bodies by level, as shares of all.
void level_bar(const Theme& theme, const CrowdShown& crowd) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = theme.px(7);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(theme.color.control),
                     theme.px(2));
  float left = corner.x;
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    const float share = static_cast<float>(crowd.drawn[i]) / static_cast<float>(crowd.bodies);
    const float right = left + share * width;
    list.AddRectFilled({left, corner.y}, {right, corner.y + height},
                       packed(faded(theme.color.accent, kLevels[i].strength)), theme.px(1));
    left = right;
  }
  ImGui::Dummy({width, height});
  mark("crowd", "levels");
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    char text[32];
    std::snprintf(text, sizeof text, "%zu %s", crowd.drawn[i], kLevels[i].name);
    const float wide = ImGui::CalcTextSize(text).x + theme.px(18);
    if (i > 0) flow(0.0F, wide, corner.x + width + theme.px(9));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddRectFilled({at.x, at.y + 0.3F * size.y}, {at.x + theme.px(6), at.y + 0.75F * size.y},
                       packed(faded(theme.color.accent, kLevels[i].strength)));
    list.AddText({at.x + theme.px(9), at.y}, packed(theme.color.muted), text);
    ImGui::Dummy({wide, size.y});
    mark("crowd/level", kLevels[i].name);
    hint(theme, kLevels[i].help);
  }
}

void meters(const Theme& theme, const CrowdShown& crowd) {
  if (crowd.trouble != nullptr) {
    return paragraph(theme.color.record, *crowd.trouble);
  }
  if (!crowd.wanted || crowd.bodies == 0) {
    ImGui::TextColored(theme.color.muted, "%s",
                       crowd.wanted ? "The bodies are being made." : "There is no crowd.");
    return;
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.2f ms", 1e3 * crowd.solve_s);
  char help[320];
  std::snprintf(help, sizeof help,
                "One update of all %d bodies by %s: targets, Jacobian, step, clamps, forward "
                "kinematics. By %d thread%s beside the window's, which never waits for it.",
                crowd.bodies, crowd.method->label, crowd.threads, crowd.threads == 1 ? "" : "s");
  meter(theme, "solve", text, help);
  const double rate = crowd.solve_s > 0.0 ? crowd.bodies / crowd.solve_s : 0.0;
  std::snprintf(text, sizeof text, "%.3g million/s", 1e-6 * rate);
  meter(theme, "bodies", text, "Bodies that are updated in a second of solving.");
  std::snprintf(text, sizeof text, "%.2f ms", 1e3 * crowd.upload_s);
  meter(theme, "upload", text,
        "Handing the points of all bodies to the graphics card: one texture a picture.");
  std::snprintf(text, sizeof text, "%.2f ms", 1e3 * crowd.draw_s);
  meter(theme, "draw", text,
        "Choosing what is in the picture, and drawing it: the processor's time and the graphics "
        "card's, where it tells. One call for each level and kind.");
  std::snprintf(text, sizeof text, "%.0f a picture, %.2f ×", crowd.steps, crowd.speed);
  meter(theme, "steps", text,
        "Time steps from one picture to the next, and the crowd's time by the session's: below 1 "
        "the machine cannot keep up, and the crowd runs slower.");
  std::snprintf(text, sizeof text, "%.4f m", crowd.mean_error);
  meter(theme, "mean error", text, "Mean of |tᵢ − sᵢ| over all bodies and effectors, now.");
  level_bar(theme, crowd);
}

}  // namespace

void crowd_panel(const Theme& theme, const CrowdShown& crowd, ImVec2 size, CrowdPanel& panel,
                 Edit& edit) {
  ImGui::PushFont(theme.font.small);
  const float gap = theme.px(20);
  const float left = std::floor(0.58F * (size.x - gap));
  const ImVec2 corner = ImGui::GetCursorPos();
  ImGui::BeginChild("crowd controls", {left, 0.0F});
  controls(theme, panel, edit);
  if (crowd.stands_in) {
    paragraph(theme.color.muted, "The front lane's method runs alone: this is DLS.");
  }
  ImGui::EndChild();
  ImGui::SetCursorPos({corner.x + left + gap, corner.y});
  ImGui::BeginChild("crowd meters");
  meters(theme, crowd);
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace ui
