#include "ui/panels/rows.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "lab/scene/number_text.h"
#include "lab/track/reach.h"
#include "ui/kit/number_slider.h"
#include "ui/panels/scope.h"
#include "ui/plot/imgui_painter.h"

namespace ui {

NumberLook length_look(const ik::Multibody& body) {
  constexpr double kShare = 0.01,
                   kUsualStep = 0.005;  // a share of a link; and for a body without links, m
  const double link = lab::link_length(body);
  const double step = link > 0.0 ? lab::rounded_to_digits(kShare * link, 1) : kUsualStep;
  const char* const pattern = step >= 1.0 ? "%.0f" : step >= 1e-3 ? "%.3f" : "%.3g";
  return {static_cast<float>(step), pattern};
}

bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, NumberLook look, std::span<double> values) {
  row_label(theme, label, help);
  const auto id = in_id(label.c_str());
  const auto font = in_font(theme.font.small_numbers);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto count = static_cast<float>(values.size());
  const float each = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1.0F)) / count);
  bool changed = false;
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.0F, gap);
    ImGui::SetNextItemWidth(each);
    const std::string name = std::to_string(i);
    const auto moved = number_field(theme, {name.c_str(), look.speed, look.pattern}, values[i]);
    mark(std::string(group) + "/" + label, name);
    changed |= moved.has_value();
    values[i] = moved.value_or(values[i]);
  }
  ImGui::EndGroup();
  mark(group, label, Access::kPointer);
  return changed;
}

ScatterItem scatter_item(const Theme& theme, const char* group, const lab::Scatter& figure,
                         ImVec2 size, double near, std::string_view help) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::PlotStyle style = plot_style(theme);
  const lab::ScatterLayout layout = lab::lay_out(figure, box_of(corner, size), style, painter);
  lab::draw(figure, layout, style, painter);
  const auto id = in_id(group);
  press_area("##figure", size);
  mark(group, "figure", Access::kPointer);
  hint_in(theme, corner, {corner.x + size.x, vec({0.0, layout.frame.top}).y}, help);
  if (!ImGui::IsItemHovered()) return {layout.frame, std::nullopt};
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  return {layout.frame,
          lab::dot_at(figure, layout.frame, {pointer.x, pointer.y}, style.unit, near * style.unit)};
}

}  // namespace ui
