#include "ui/panels/rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/panels/scope.h"
#include "ui/plot/imgui_painter.h"

namespace ui {

bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, NumberLook look, std::span<double> values) {
  row_label(theme, label, help);
  ImGui::SetNextItemWidth(-1.0F);
  const auto id = in_id(label.c_str());
  const auto font = in_font(theme.font.small_numbers);
  std::array<double, 3> edited{};
  std::copy(values.begin(), values.end(), edited.begin());
  const bool changed = ImGui::DragScalarN("##numbers", ImGuiDataType_Double, edited.data(),
                                          static_cast<int>(values.size()), look.speed, nullptr,
                                          nullptr, look.pattern);
  mark(group, label);
  if (!changed || !std::ranges::all_of(edited, [](double x) { return std::isfinite(x); })) {
    return false;
  }
  std::copy_n(edited.begin(), values.size(), values.begin());
  return true;
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
  mark(group, "figure");
  hint_in(theme, corner, {corner.x + size.x, vec({0.0, layout.frame.top}).y}, help);
  if (!ImGui::IsItemHovered()) return {layout.frame, std::nullopt};
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  return {layout.frame,
          lab::dot_at(figure, layout.frame, {pointer.x, pointer.y}, style.unit, near * style.unit)};
}

}  // namespace ui
