#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lab/crowd/crowd.h"
#include "lab/scene/number_text.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float kLegendWidth = 168.0F, kLegendPad = 9.0F;  ///< design points, of the legend
constexpr int kScalePieces = 48;
constexpr float kMetersBeside = 520.0F;  ///< design points; in narrower pages the meters are below

struct LevelName {
  const char* name;
  float strength;  // opacity of the accent in the bar
  const char* help;
};
constexpr LevelName kLevels[] = {
    {"near", 1.0F, "Bodies with round links: a link is at least 4.5 pixels wide."},
    {"middle", 0.7F, "Bodies whose links are prisms, 1.6 to 4.5 pixels wide."},
    {"far", 0.45F, "Bodies whose links are flat ribbons, 0.55 to 1.6 pixels wide."},
    {"distant", 0.25F, "Bodies of which only the branches are drawn, as ribbons a pixel wide."}};

void crowd_switch(const Theme& theme, CrowdPanel& panel, Edit& edit) {
  switch_row(theme, "Crowd",
             "Many bodies around this one. Their targets follow the same curves with a delay that "
             "grows with the distance, so that a wave runs through the field. A crowd that is off "
             "costs nothing. (C)",
             "crowd", "on", panel.on);
  ImGui::SameLine(0.0F, theme.px(12));
  ImGui::BeginDisabled(!panel.on);
  edit.send_if(ImGui::Button("Whole field"), Command::kFrameCrowd);
  ImGui::EndDisabled();
  describe(theme, "crowd", "field",
           "Moves the camera away until every body is visible (W). F shows the body in the middle "
           "again.");
}

void method_choice(const Theme& theme, CrowdWish& wish) {
  constexpr const char* kFronts = "the same as the front lane";
  const bool open =
      begin_combo("##crowd-method", wish.method == nullptr ? kFronts : wish.method->label);
  mark("crowd-method");
  if (!open) return;
  if (list_row(theme, kFronts, wish.method == nullptr)) wish.method = nullptr;
  mark("crowd-method", "front's");
  for (const ik::MethodInfo& method : ik::methods()) {
    if (!ik::has_simd_form(method)) continue;
    if (list_row(theme, method.label, wish.method == &method)) wish.method = &method;
    mark("crowd-method", method.id);
  }
  ImGui::EndCombo();
}

void controls(const Theme& theme, CrowdPanel& panel, Edit& edit) {
  CrowdWish& wish = panel.wish;
  crowd_switch(theme, panel, edit);
  const NumberRow count{.id = "count",
                        .unit = "",
                        .min = 1.0,
                        .max = lab::kMaxBodies,
                        .logarithmic = true,
                        .whole = true,
                        .resets = false};
  const auto moved = number_row(theme, "Bodies", "Number of bodies around the one in the middle.",
                                "crowd", count, wish.count);
  if (moved) wish.count = static_cast<int>(std::lround(*moved));

  const NumberRow spacing{
      .id = "spacing", .unit = "×", .min = 0.5, .max = 4.0, .logarithmic = true, .resets = false};
  const auto spread = number_row(theme, "Apart",
                                 "Distance from a body to its neighbour, in lengths of a body. The "
                                 "bodies are arranged like the seeds of a sunflower (Vogel 1979).",
                                 "crowd", spacing, wish.spacing);
  if (spread) wish.spacing = *spread;

  const float room = ImGui::GetContentRegionAvail().x - theme.px(kLabelWidth);
  row_label(theme, "Which",
            "The body of this scene, or the report's Y, double-Y, or both by turns.");
  constexpr const char* kKinds[] = {"scene", "Y", "double-Y", "both"};
  choose(theme, "crowd-kind", kKinds, wish.kind, room);

  row_label(theme, "Colour",
            "The bodies have the colour of their method; or colours of their mean error |tᵢ − sᵢ| "
            "over the effectors at this step; or of the status of their worst effector. What the "
            "colours mean is written in the picture.");
  constexpr const char* kTones[] = {"method", "error", "status"};
  choose(theme, "crowd-tone", kTones, wish.tone, room);

  row_label(theme, "Method",
            "The front lane's method, or DLS if that cannot run for many bodies at once; or one of "
            "the methods in the list. λ, D_max, Jacobian, caps, updates and limits are always the "
            "front lane's.");
  method_choice(theme, wish);
}

void meter(const Theme& theme, const char* label, const std::string& number,
           std::string_view help) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFontSize() + theme.px(2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(corner, packed(theme.color.muted), label);
  ImGui::PushFont(theme.font.small_numbers);
  list.AddText({corner.x + width - ImGui::CalcTextSize(number.c_str()).x, corner.y},
               packed(theme.color.text), number.c_str());
  ImGui::PopFont();
  ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  mark("crowd/reading", label);
  hint_in(theme, corner, {corner.x + width, corner.y + height}, help);
}

/// A bar of the bodies at each level, as shares of all bodies.
void level_bar(const Theme& theme, const CrowdShown& crowd) {
  std::size_t outside = static_cast<std::size_t>(crowd.bodies);
  for (const std::size_t drawn : crowd.drawn) outside -= std::min(drawn, outside);
  colored(theme.color.muted, "drawn, by their size in the picture");
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = theme.px(7);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill_rect(list, {corner, {corner.x + width, corner.y + height}}, theme.color.control,
            theme.px(2));
  float left = corner.x;
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    const float share = static_cast<float>(crowd.drawn[i]) / static_cast<float>(crowd.bodies);
    const float right = left + share * width;
    fill_rect(list, {{left, corner.y}, {right, corner.y + height}},
              faded(theme.color.accent, kLevels[i].strength), theme.px(1));
    left = right;
  }
  ImGui::Dummy({width, height});
  mark("crowd", "levels");
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    const std::string text = format("%zu %s", crowd.drawn[i], kLevels[i].name);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float wide = size.x + theme.px(18);
    if (i > 0) flow(0.0F, wide, corner.x + width + theme.px(9));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    fill_rect(list, {{at.x, at.y + 0.3F * size.y}, {at.x + theme.px(6), at.y + 0.75F * size.y}},
              faded(theme.color.accent, kLevels[i].strength));
    list.AddText({at.x + theme.px(9), at.y}, packed(theme.color.muted), text.c_str());
    ImGui::Dummy({wide, size.y});
    describe(theme, "crowd/level", kLevels[i].name, kLevels[i].help);
  }
  const std::string rest = format("%zu outside the picture", outside);
  const ImVec2 size = ImGui::CalcTextSize(rest.c_str());
  flow(0.0F, size.x, corner.x + width);
  colored(theme.color.muted, rest);
  mark("crowd/level", "outside");
}

void meters(const Theme& theme, const CrowdShown& crowd) {
  if (!crowd.wanted || crowd.bodies == 0) {
    return colored(theme.color.muted, "The bodies are being made.");
  }
  meter(theme, "solve", format("%.2f ms", 1e3 * crowd.solve_s),
        format("One update of all %d bodies by %s: targets, Jacobian, step, clamps, forward "
               "kinematics. Computed by %s; the window never waits for it.",
               crowd.bodies, crowd.method->label,
               lab::counted(static_cast<std::size_t>(crowd.threads), "background thread").c_str()));
  const double rate = crowd.solve_s > 0.0 ? crowd.bodies / crowd.solve_s : 0.0;
  meter(theme, "bodies", format("%.3g million/s", 1e-6 * rate),
        "Bodies that are updated in a second of solving.");
  meter(theme, "upload", format("%.2f ms", 1e3 * crowd.upload_s),
        "Copying the points of all bodies to the graphics card: one texture per picture.");
  meter(theme, "draw", format("%.2f ms", 1e3 * crowd.draw_s),
        "Finding what is in the picture, and drawing it: time of the processor and, where it can "
        "be measured, of the graphics card. One draw call for each level and kind.");
  meter(theme, "steps", format("%.0f a picture, %.2f of the run's speed", crowd.steps, crowd.speed),
        "Time steps per picture, and the crowd's time divided by the session's. Below 1 the "
        "computer cannot keep up, and the crowd runs slower.");
  meter(theme, "mean error", lab::reading_number(crowd.mean_error, 4) + " m",
        "Mean of |tᵢ − sᵢ| over all bodies and effectors, at this step.");
  level_bar(theme, crowd);
}

/// The colours of errors from 0 to the end of the scale, with numbers below.
void error_scale(const Theme& theme, double end) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{theme.px(kLegendWidth), theme.px(10)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  colored(theme.color.muted, "mean error of a body [m]");
  const float top = ImGui::GetCursorScreenPos().y;
  const float each = size.x / kScalePieces;
  for (int i = 0; i < kScalePieces; ++i) {
    const float left = corner.x + each * static_cast<float>(i);
    fill_rect(list, {{left, top}, {left + each + 0.5F, top + size.y}},
              to_imgui(lab::error_tone((i + 0.5) / kScalePieces, theme.dark)));
  }
  ImGui::Dummy(size);
  mark("crowd", "scale");
  const ImFont* font = theme.font.small_numbers;
  for (const double share : {0.0, 0.5, 1.0}) {
    const std::string number = format("%.3g", share * end);
    const float width = text_width(font, number.c_str());
    const auto place = static_cast<float>(share);
    write(list, font, {corner.x + place * (size.x - width), top + size.y + theme.px(2)},
          theme.color.text, number);
  }
  ImGui::Dummy({size.x, line_height(font)});
}

void status_list(const Theme& theme) {
  for (const lab::EffectorStatus status : lab::kCrowdStatuses) {
    swatch_before(theme, lab::status_tone(status, false), 4, theme.px(7));
    colored(theme.color.text, lab::name(status));
    mark("crowd/status", lab::name(status));
  }
}

/// Says why there can be no crowd of this kind, and offers another one.
void impossible_crowd(const Theme& theme, const std::string& trouble, CrowdWish& wish) {
  paragraph(theme.color.record, trouble);
  if (wish.kind == CrowdKind::kY) return;
  const bool pressed =
      empty_state(theme, {.name = "Crowd",
                          .text = "A crowd of the report's Y is possible in every scene.",
                          .button = "Show the Y",
                          .help = {}});
  if (pressed) wish.kind = CrowdKind::kY;
}

void no_crowd(const Theme& theme, CrowdPanel& panel) {
  panel.on = empty_state(
      theme,
      {.name = "Crowd",
       .text =
           "Here are the computing times of a crowd: many bodies around this one, whose targets "
           "follow the same curves with a delay, so that a wave runs through them. There is no "
           "crowd yet.",
       .button = format("Show %d bodies", panel.wish.count),
       .help = "C shows and hides them."});
}

}  // namespace

bool crowd_legend(const Theme& theme, const Area& area, LegendSide side, const CrowdShown& crowd) {
  if (crowd.bodies == 0 || crowd.tone == lab::CrowdTone::kMethod) return false;
  const float gap = theme.px(12);
  const auto font = in_font(theme.font.small);
  const bool error = crowd.tone == lab::CrowdTone::kError;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float rows = error ? 2.5F : static_cast<float>(std::size(lab::kCrowdStatuses));
  float width = theme.px(kLegendWidth);
  if (!error) {
    width = 0.0F;
    for (const lab::EffectorStatus status : lab::kCrowdStatuses) {
      width = std::max(width, ImGui::CalcTextSize(lab::name(status)).x);
    }
    width += theme.px(16);
  }
  const ImVec2 size{width + theme.px(2 * kLegendPad), rows * line + theme.px(2 * kLegendPad)};
  const bool left = side == LegendSide::kLeft;
  const bool fits = left ? area.size.x >= 1.5F * size.x && area.size.y >= 2.0F * size.y
                         : area.size.x >= size.x + gap && area.size.y >= size.y + 4.0F;
  if (fits) {
    const float x = left ? area.corner.x + gap : area.end().x - size.x;
    const float y = area.end().y - size.y - std::min(gap, 0.5F * (area.size.y - size.y));
    ImGui::SetNextWindowBgAlpha(0.84F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(6));
    begin_window("crowd legend", {{x, y}, size}, {theme.px(kLegendPad), theme.px(kLegendPad)},
                 kWindowBehind);
    ImGui::PopStyleVar();
    error ? error_scale(theme, crowd.error_scale) : status_list(theme);
    ImGui::End();
  }
  return fits;
}

void crowd_panel(const Theme& theme, const CrowdShown& crowd, ImVec2 size, CrowdPanel& panel,
                 Edit& edit) {
  const auto font = in_font(theme.font.small);
  const float gap = theme.px(20);
  const bool beside = size.x >= theme.px(kMetersBeside);
  const ImVec2 corner = ImGui::GetCursorPos();
  const float left = std::floor(0.58F * (size.x - gap));
  if (beside) ImGui::BeginChild("crowd controls", {left, 0.0F});
  controls(theme, panel, edit);
  if (crowd.stands_in) {
    paragraph(theme.color.muted,
              "The front lane's method cannot run for many bodies at once: this is DLS.");
  }
  if (edit.setup.front_lane().settings.iterations > lab::kMaxCrowdUpdates) {
    paragraph(theme.color.muted, format("The crowd makes %d updates a step, the body in the middle "
                                        "as many as are set.",
                                        lab::kMaxCrowdUpdates));
  }
  if (beside) {
    ImGui::EndChild();
    ImGui::SetCursorPos({corner.x + left + gap, corner.y});
    ImGui::BeginChild("crowd meters");
  } else {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5F * gap);
  }
  if (!panel.on) {
    no_crowd(theme, panel);
  } else if (crowd.trouble != nullptr) {
    impossible_crowd(theme, *crowd.trouble, panel.wish);
  } else {
    meters(theme, crowd);
  }
  if (beside) ImGui::EndChild();
}

}  // namespace ui
