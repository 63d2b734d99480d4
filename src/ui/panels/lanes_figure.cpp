#include "ui/panels/lanes_figure.h"

#include <algorithm>
#include <cmath>

#include "lab/run/shaking.h"
#include "ui/panels/rows.h"

namespace ui {
namespace {

// design points
constexpr float kMinLanesFigure = 150.0F, kMaxLanesFigure = 420.0F;  ///< height
constexpr float kLanesFigureShare = 0.85F;                           ///< height by width
constexpr double kNearLane = 5.0;
constexpr double kLaneDot = 0.55;  ///< size of a dot, 0 to 1

/// Rounds to 1, 2 or 5 times a power of ten, below or above, so that an axis seldom changes.
double round_number(double value, bool up) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double digits = value / power;
  if (up) return power * (digits <= 1.0 ? 1.0 : digits <= 2.0 ? 2.0 : digits <= 5.0 ? 5.0 : 10.0);
  return power * (digits < 2.0 ? 1.0 : digits < 5.0 ? 2.0 : 5.0);
}

lab::Scatter figure_of(const lab::Setup& setup, const Ranking& ranking,
                       std::span<const std::string> labels) {
  lab::Scatter figure{.title = {},
                      .subtitle = {},
                      .x = {.label = "mean error", .unit = "m", .logarithmic = true},
                      .y = {.label = "jitter |Δ²θ|", .unit = "°", .logarithmic = true},
                      .dots = {},
                      .line = {},
                      .legend = {}};
  for (std::size_t lane = 0; lane < setup.lanes.size(); ++lane) {
    const lab::Standing& standing = ranking.standings[lane];
    figure.dots.push_back({.x = standing.mean_error,
                           .y = standing.mean_jitter_deg,
                           .color = lab::lane_color(setup, lane),
                           .size = kLaneDot,
                           .strong = true,
                           .mark = lab::abbreviated(labels[lane], *setup.lanes[lane].method)});
  }
  lab::fit(figure);
  for (lab::Axis* axis : {&figure.x, &figure.y}) {
    axis->min = round_number(axis->min, false);
    axis->max = round_number(axis->max, true);
  }
  figure.y_bound = lab::kShakingJitter;
  return figure;
}

}  // namespace

void lanes_figure(const Theme& theme, const lab::Setup& setup, const Ranking& ranking,
                  std::span<const std::string> labels, Edit& edit) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float wanted = std::min(kLanesFigureShare * room.x, theme.px(kMaxLanesFigure));
  const ImVec2 size{room.x, std::floor(std::min(wanted, room.y - theme.px(8)))};
  if (size.y < theme.px(kMinLanesFigure) || ranking.steps == 0) return;
  ImGui::Dummy({0.0F, theme.px(2)});
  const auto lane =
      scatter_item(theme, "lanes", figure_of(setup, ranking, labels), size, kNearLane,
                   "Every dot is a lane: left is closer, down is calmer. Dashed: from 0.2° on "
                   "shaking is visible. Press a dot to bring its lane to the front.")
          .dot;
  if (!lane) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const lab::Standing& standing = ranking.standings[*lane];
  ImGui::BeginTooltip();
  ImGui::Text("%s\nerror %.4g m, jitter %.4g°", labels[*lane].c_str(), standing.mean_error,
              standing.mean_jitter_deg);
  ImGui::EndTooltip();
  if (ImGui::IsItemClicked() && *lane != setup.front)
    edit.change("bring to the front").front = *lane;
}

}  // namespace ui
