#include "ui/panels/front_lane.h"

#include "ui/kit/widgets.h"

namespace ui {

void front_lane_name(const Theme& theme, const lab::Setup& setup) {
  if (setup.lanes.size() < 2) return;
  ImGui::PushFont(theme.font.small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float half = theme.px(5), indent = 2.0F * half + theme.px(6);
  swatch(theme, lab::lane_color(setup, setup.front), {at.x, at.y + 0.5F * ImGui::GetFontSize()}, 5);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  const std::string name = lab::lane_labels(setup)[setup.front];
  colored(theme.color.text, shortened(name, ImGui::GetContentRegionAvail().x, theme.font.small));
  describe(theme, "front-lane", "name",
           name +
               "\nThis page is about the front lane. Press a row on the page Compare, or a "
               "picture of the grid, to bring another to the front.");
  ImGui::PopFont();
}

std::optional<std::size_t> shaking_lane(const lab::Setup& setup, const Ranking& ranking) {
  if (ranking.standings.size() != setup.lanes.size()) return std::nullopt;
  std::optional<std::size_t> most;
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    const lab::Standing& standing = ranking.standings[i];
    if (i == setup.front || !shakes(standing)) continue;
    if (!most || standing.mean_jitter_deg > ranking.standings[*most].mean_jitter_deg) most = i;
  }
  return most;
}

}  // namespace ui
