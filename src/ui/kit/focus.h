#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/kit/theme.h"

struct ImGuiWindow;

namespace ui {

/// A control in the display's coordinates.
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

enum class Access {
  kKeyboard,  ///< also by Tab, if it has an id and is not disabled
  kPointer,   ///< only by the pointer, which draws in it or drags it
};

/// Records the last item under the name "group/name", and as a stop of the keyboard's focus.
void mark(std::string_view group, std::string_view name = {}, Access access = Access::kKeyboard);

struct FocusStop {
  ImGuiID id;
  ImGuiWindow* window;
  ItemRect rect;
  bool first = false;  ///< has the focus when keys open its menu
};

/// The keyboard's focus: Tab and Shift Tab walk the controls, Enter and Space press one, arrows
/// change its value. In an open menu, arrows walk its rows and tiles, too. ImGuiIO::UserData points
/// to it, or is null.
struct Focus {
  /// The control with the focus, by the number of menus that are open; 0: none.
  std::vector<ImGuiID> at{0};
  /// The user walks by keys: a ring shows the focus, which takes Enter, Space and its arrows. A
  /// press of the pointer hides the ring; Tab then continues from the pressed control.
  bool seen = false;
  bool shown = false;            ///< the ring was drawn: its control is there
  double since = 0.0;            ///< time of the last step of the walk, s
  bool takes_arrows = false;     ///< the control with the focus, in this frame
  std::size_t place = 0;         ///< where the last control with the focus stood among the stops
  std::vector<FocusStop> stops;  ///< since the last walk, in the order of drawing
  ItemRects* rects = nullptr;    ///< records all controls for tests; null: none
};

Focus* present_focus();  ///< may be null

/// Adds the last item as a stop, if it has an id and is not disabled. \returns whether it does
bool add_stop(Focus& focus, const ItemRect& rect);

/// The last item has the focus when keys open its menu; without one, the first item has it.
void begin_focus_here();

/// Whether the item has the ring.
bool has_focus(ImGuiID id);
/// \param rests least time that the last item has had it, s
bool last_has_focus(double rests = 0.0);

struct Arrows {
  int across = 0;  ///< right minus left
  int up = 0;      ///< up minus down
};
/// The arrows pressed or held in this frame, if the item has the focus: shortcuts do not get them.
Arrows arrows_for(ImGuiID id);

/// Presses the control with the focus if Enter or Space went down. Call it before the controls.
void press_focused(Focus& focus);

/// Moves the focus by Tab, and in menus by arrows, and draws its ring. Call it after the controls.
/// \param order names of windows in the order of the walk; the others come after them
/// \param alone name of a window that alone takes the focus; empty: none
void walk(const Theme& theme, Focus& focus, std::span<const char* const> order,
          std::string_view alone = {});

}  // namespace ui
