#pragma once

#include <map>
#include <string>
#include <string_view>

#include <imgui.h>

namespace ui {

/// Where a control was drawn, in points of the display.
struct ItemRect {
  ImVec2 min, max;
  bool disabled = false;

  ImVec2 middle() const { return {0.5F * (min.x + max.x), 0.5F * (min.y + max.y)}; }
};

/// A part of the window in the display's coordinates.
struct Area {
  ImVec2 corner, size;
};

/// The controls of one frame by name, such as "setting/d-max": where a test has to press.
///
/// The owner of the ImGui context hangs one into ImGuiIO::UserData if it wants to know; without it
/// nothing is kept.
using ItemRects = std::map<std::string, ItemRect, std::less<>>;

/// Notes the last item under the name "group/name".
void mark(std::string_view group, std::string_view name = {});

}  // namespace ui
