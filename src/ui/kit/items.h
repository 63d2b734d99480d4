#pragma once

#include <map>
#include <string>
#include <string_view>

#include <imgui.h>

namespace ui {

/// Rectangle of a control, in the display's coordinates.
struct ItemRect {
  ImVec2 min, max;
  bool disabled = false;
  ImGuiID id = 0;        ///< 0: it cannot be pressed
  bool by_keys = false;  ///< the keyboard's focus stops at it
  /// The clip rectangle: nothing of the control is visible outside of it.
  ImVec2 clip_min = {-1e9F, -1e9F}, clip_max = {1e9F, 1e9F};

  ImVec2 middle() const { return {0.5F * (min.x + max.x), 0.5F * (min.y + max.y)}; }
};

/// A part of the window in the display's coordinates.
struct Area {
  ImVec2 corner, size;

  ImVec2 end() const { return {corner.x + size.x, corner.y + size.y}; }  ///< the lower right corner
};

/// The controls of one frame by name, such as "setting/d-max". Tests press them there.
using ItemRects = std::map<std::string, ItemRect, std::less<>>;

/// How a control is reached.
enum class Access {
  kKeyboard,  ///< also by Tab, if it has an id and is not disabled
  kPointer,   ///< only by the pointer, which draws in it or drags it
};

/// Records the last item under the name "group/name", and as a stop of the keyboard's focus.
void mark(std::string_view group, std::string_view name = {}, Access access = Access::kKeyboard);

}  // namespace ui
