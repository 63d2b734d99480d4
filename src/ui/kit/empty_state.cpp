#include "ui/kit/empty_state.h"

#include <algorithm>

#include "ui/kit/widgets.h"

namespace ui {

bool empty_state(const Theme& theme, const EmptyState& state, float width) {
  constexpr float kLeast = 120.0F, kPadding = 16.0F;  // design points, of the button
  ImGui::PushID(state.name);
  ImGui::Dummy({0.0F, theme.px(6)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::min(width, longest_line()));
  colored(theme.color.muted, state.text);
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0.0F, theme.px(2)});
  const float words = ImGui::CalcTextSize(state.button.c_str()).x + theme.px(kPadding) + 1.0F;
  const bool pressed = wide_button(theme, state.button.c_str(),
                                   std::min(width, std::max(words, theme.px(kLeast))), true);
  describe(theme, "empty", state.name, state.help);
  ImGui::Dummy({0.0F, theme.px(4)});
  ImGui::PopID();
  return pressed;
}

}  // namespace ui
