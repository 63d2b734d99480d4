#include "ui/panels/rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/panels/scope.h"

namespace ui {

bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, float speed, const char* pattern,
                 std::span<double> values) {
  row_label(theme, label, help);
  ImGui::SetNextItemWidth(-1.0F);
  const auto id = in_id(label.c_str());
  const auto font = in_font(theme.font.small_numbers);
  std::array<double, 3> edited{};
  std::ranges::copy(values, edited.begin());
  const bool changed =
      ImGui::DragScalarN("##numbers", ImGuiDataType_Double, edited.data(),
                         static_cast<int>(values.size()), speed, nullptr, nullptr, pattern);
  mark(group, label);
  if (!changed || !std::ranges::all_of(edited, [](double x) { return std::isfinite(x); })) {
    return false;
  }
  std::copy_n(edited.begin(), values.size(), values.begin());
  return true;
}

}  // namespace ui
