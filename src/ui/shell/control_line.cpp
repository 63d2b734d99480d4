
#include "ui/kit/widgets.h"
#include "ui/shell/bars.h"

namespace ui {

void control_line(const Theme& theme, const Layout& layout, const Context& context) {
  const Area& area = layout.controls;
  if (area.size.y <= 0.0F) return;
  const float side = theme.px(12);
  begin_window("controls", area, {side, theme.px(kControlPadding)},
               kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  border(theme, area.corner, {area.end().x, area.corner.y});
  const int across = controls_across(theme, area.size.x, layout.at_hand.count());
  const float gap = theme.px(16);
  const float width = (area.size.x - 2.0F * side - static_cast<float>(across - 1) * gap) /
                      static_cast<float>(across);
  int cell = 0;
  const auto draw_cell = [&](const auto& draw) {
    const ImVec2 place{area.corner.x + side + static_cast<float>(cell % across) * (width + gap),
                       area.corner.y + theme.px(kControlPadding) +
                           static_cast<float>(cell / across) * theme.px(kControlHeight)};
    ImGui::SetCursorScreenPos(place);
    ImGui::PushID(cell++);
    ImGui::BeginChild("cell", {width, theme.px(kControlHeight)}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::SetCursorPosY(0.5F * (theme.px(kControlHeight) - ImGui::GetFrameHeight()));
    draw();
    ImGui::EndChild();
    ImGui::PopID();
  };
  if (layout.at_hand.method) {
    draw_cell([&] { method_menu(theme, context.shown.tracker().method_info(), context.edit); });
  }
  const lab::Tracker& tracker = context.shown.tracker();
  for (const lab::Knob* knob : layout.at_hand.knobs) {
    draw_cell([&] {
      const auto own = lab::find_knob(tracker.method_info(), knob->name).value();
      knob_row(theme, own, tracker, context.panels.settings, context.edit);
    });
  }
  ImGui::End();
}

}  // namespace ui
