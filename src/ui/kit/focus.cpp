#include "ui/kit/focus.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "ui/kit/imgui_versions.h"

namespace ui {
namespace {

/// How many menus are open, one out of the other.
std::size_t open_menus() {
  return static_cast<std::size_t>(ImGui::GetCurrentContext()->OpenPopupStack.Size);
}

/// Forgets the focus in closed menus.
void follow_menus(Focus& focus) { focus.at.resize(open_menus() + 1, 0); }

bool is_in(const ImGuiWindow* window, std::string_view name) {
  return std::string_view(window->RootWindow->Name) == name;
}

/// The stops of the topmost menu, or of all windows in their order.
std::vector<FocusStop> reachable(const Focus& focus, std::span<const char* const> order,
                                 std::string_view alone) {
  const auto& menus = ImGui::GetCurrentContext()->OpenPopupStack;
  const ImGuiWindow* const menu = menus.empty() ? nullptr : menus.back().Window;
  std::vector<FocusStop> stops;
  for (const FocusStop& stop : focus.stops) {
    const bool inside = !menus.empty() ? menu != nullptr && stop.window->RootWindow == menu
                                       : alone.empty() || is_in(stop.window, alone);
    const bool known = std::ranges::find(stops, stop.id, &FocusStop::id) != stops.end();
    if (inside && !known) stops.push_back(stop);
  }
  std::ranges::stable_sort(stops, {}, [order](const FocusStop& stop) {
    return std::ranges::find_if(order, [&](const char* name) { return is_in(stop.window, name); }) -
           order.begin();
  });
  return stops;
}

/// Where the pressed keys walk.
struct Way {
  int by = 0;         ///< 1 to the next control, -1 to the one before
  bool rows = false;  ///< to one in another row
};

Way wanted_way(const Focus& focus) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return {};
  if (is_pressed(Key::kTab, true)) return {io.KeyShift ? -1 : 1};
  if (open_menus() == 0 || io.WantTextInput) return {};
  const auto down = [](Key key) { return static_cast<int>(is_pressed(key, true)); };
  if (const int by = down(Key::kDown) - down(Key::kUp); by != 0) return {by, true};
  return focus.takes_arrows ? Way() : Way{down(Key::kRight) - down(Key::kLeft)};
}

/// The stop that is `by` stops after another one, cyclically. In a grid of stops and with `rows`:
/// the nearest one in the row above or below.
std::size_t stop_after(std::span<const FocusStop> stops, std::size_t from, Way way) {
  const std::size_t step = way.by > 0 ? 1 : stops.size() - 1;
  std::size_t next = (from + step) % stops.size();
  if (!way.rows) return next;
  const auto beside = [&stops](std::size_t a, std::size_t b) {
    return stops[a].rect.min.y < stops[b].rect.max.y && stops[b].rect.min.y < stops[a].rect.max.y;
  };
  const auto distance = [&](std::size_t i) {
    return std::abs(stops[i].rect.middle().x - stops[from].rect.middle().x);
  };
  while (next != from && beside(next, from)) next = (next + step) % stops.size();
  std::size_t nearest = next;
  for (std::size_t i = next; i != from && beside(i, next); i = (i + step) % stops.size()) {
    if (distance(i) < distance(nearest)) nearest = i;
  }
  return nearest;
}

/// The pointer moves the focus to what it presses, without a ring.
void follow_pointer(Focus& focus, std::span<const FocusStop> stops) {
  const ImGuiIO& io = ImGui::GetIO();
  if (std::ranges::find(io.MouseClicked, true) == std::end(io.MouseClicked)) return;
  focus.seen = false;
  const ImGuiID pressed = ImGui::GetActiveID();
  if (std::ranges::find(stops, pressed, &FocusStop::id) != stops.end()) focus.at.back() = pressed;
}

void draw_ring(const Theme& theme, const FocusStop& stop) {
  const float out = theme.px(2);
  const ItemRect& rect = stop.rect;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  // whole at the edge of its window
  list.PushClipRect({rect.clip_min.x - out, rect.clip_min.y - out},
                    {rect.clip_max.x + out, rect.clip_max.y + out});
  list.AddRect({rect.min.x - out, rect.min.y - out}, {rect.max.x + out, rect.max.y + out},
               packed(theme.color.accent), ImGui::GetStyle().FrameRounding + out, 0, theme.px(2));
  list.PopClipRect();
}

}  // namespace

Focus* present_focus() { return static_cast<Focus*>(ImGui::GetIO().UserData); }

bool add_stop(Focus& focus, const ItemRect& rect) {
  ImGuiWindow* const window = ImGui::GetCurrentWindow();
  // after it has begun, a window is the last item itself
  if (rect.id == 0 || rect.disabled || rect.id == window->MoveId) return false;
  focus.stops.push_back({rect.id, window, rect});
  return true;
}

void begin_focus_here() {
  Focus* const focus = present_focus();
  if (focus != nullptr && !focus->stops.empty()) focus->stops.back().first = true;
}

bool has_focus(ImGuiID id) {
  const Focus* const focus = present_focus();
  return focus != nullptr && focus->seen && focus->at.back() == id;
}

bool last_has_focus(double rests) {
  return has_focus(ImGui::GetItemID()) && ImGui::GetTime() - present_focus()->since >= rests;
}

Arrows arrows_for(ImGuiID id) {
  if (!has_focus(id)) return {};
  present_focus()->takes_arrows = true;
  const auto down = [](Key key) { return static_cast<int>(is_pressed(key, true)); };
  const int across = down(Key::kRight) - down(Key::kLeft);
  // in a menu they go through its rows
  return {across, open_menus() > 0 ? 0 : down(Key::kUp) - down(Key::kDown)};
}

void press_focused(Focus& focus) {
  follow_menus(focus);
  focus.takes_arrows = false;
  const ImGuiIO& io = ImGui::GetIO();
  const bool chord = io.KeyCtrl || io.KeyAlt || io.KeySuper;
  if (!focus.shown || chord || io.WantTextInput) return;
  if (is_pressed(Key::kEnter) || is_pressed(Key::kSpace)) press_item(focus.at.back());
}

void walk(const Theme& theme, Focus& focus, std::span<const char* const> order,
          std::string_view alone) {
  const std::vector<FocusStop> stops = reachable(focus, order, alone);
  focus.stops.clear();
  focus.shown = false;
  // a menu that has opened in this frame
  const bool opens = open_menus() + 1 > focus.at.size();
  follow_menus(focus);
  if (opens) return;
  follow_pointer(focus, stops);
  if (stops.empty()) return;
  const auto now = std::ranges::find(stops, focus.at.back(), &FocusStop::id);
  const bool known = now != stops.end();
  if (known) focus.place = static_cast<std::size_t>(now - stops.begin());
  const Way way = wanted_way(focus);
  const bool enters = way.by == 0 && open_menus() > 0 && focus.seen && !known;
  if (way.by != 0 || enters) {
    const std::size_t count = stops.size();
    std::size_t next = way.by >= 0 ? 0 : count - 1;
    const auto first = std::ranges::find(stops, true, &FocusStop::first);
    if (enters && first != stops.end()) {
      next = static_cast<std::size_t>(first - stops.begin());
    } else if (known) {
      next = stop_after(stops, focus.place, way);
    } else if (focus.at.back() != 0) {
      // the control is gone: on from its place
      next = std::min(focus.place, count - 1);
    }
    const FocusStop& stop = stops[next];
    ImGui::ClearActiveID();
    ImGui::ScrollToBringRectIntoView(stop.window, ImRect(stop.rect.min, stop.rect.max));
    focus.at.back() = stop.id;
    focus.place = next;
    focus.seen = true;
    focus.since = ImGui::GetTime();
  }
  const auto shown = std::ranges::find(stops, focus.at.back(), &FocusStop::id);
  focus.shown = focus.seen && shown != stops.end();
  if (focus.shown) draw_ring(theme, *shown);
}

}  // namespace ui
