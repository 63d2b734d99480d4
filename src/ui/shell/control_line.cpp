
#include "ui/kit/widgets.h"
#include "ui/shell/bars.h"

namespace ui {

void control_line(const Theme& theme, const Layout& layout, const Context& context) {
  const Area& area = layout.controls;
  if (area.size.y <= 0.0F) return;
  const auto& [shown, panels, edit] = context;
  const float side = theme.px(12);
  begin_window("controls", area, {side, theme.px(kControlPadding)},
               kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  border(theme, area.corner, {area.end().x, area.corner.y});
  const int across = controls_across(theme, area.size.x, layout.at_hand.count());
  const float gap = theme.px(16);
  const float width = (area.size.x - 2.0F * side - static_cast<float>(across - 1) * gap) /
                      static_cast<float>(across);
  int cell = 0;
  const auto begin_cell = [&] {
    const ImVec2 place{area.corner.x + side + static_cast<float>(cell % across) * (width + gap),
                       area.corner.y + theme.px(kControlPadding) +
                           static_cast<float>(cell / across) * theme.px(kControlHeight)};
    ImGui::SetCursorScreenPos(place);
    ImGui::PushID(cell++);
    ImGui::BeginChild("cell", {width, theme.px(kControlHeight)}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::SetCursorPosY(0.5F * (theme.px(kControlHeight) - ImGui::GetFrameHeight()));
  };
  const auto end_cell = [] {
    ImGui::EndChild();
    ImGui::PopID();
  };
  if (layout.at_hand.method) {
    begin_cell();
    method_menu(theme, shown.tracker().method_info(), edit);
    end_cell();
  }
  for (const lab::SettingInfo* setting : layout.at_hand.settings) {
    begin_cell();
    setting_row(theme, *setting, shown.tracker(), panels.settings, edit);
    end_cell();
  }
  ImGui::End();
}

}  // namespace ui
