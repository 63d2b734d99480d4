#include "ui/overlay/handles.h"

#include <algorithm>
#include <cmath>

#include "ui/overlay/labels.h"

namespace ui {
namespace {

// design points
constexpr float kHandle = 5.5F;       // radius
constexpr float kLit = 7.0F;          // radius under the pointer
constexpr float kAway = 11.0F;        // from the middle of a handle to its text
constexpr float kLetterAway = 17.0F;  // to the middle of its letter
constexpr float kEdge = 1.5F;

ItemRect draw_handle(const Theme& theme, const HandleMark& handle, ImU32 color, ImDrawList& list) {
  const Colors& c = theme.color;
  const float radius = theme.px(handle.lit ? kLit : kHandle), edge = theme.px(kEdge);
  constexpr int kPieces = 32;
  list.AddCircleFilled(handle.point, radius + edge, packed(c.text), kPieces);
  list.AddCircleFilled(handle.point, radius + 0.4F * edge, packed(c.panel), kPieces);
  list.AddCircleFilled(handle.point, radius - 0.4F * edge, color, kPieces);
  if (handle.ring) {
    list.AddCircleFilled(handle.point, 0.58F * radius, packed(c.panel), kPieces);
    list.AddCircleFilled(handle.point, 0.3F * radius, color, kPieces);
  }
  const float reach = radius + edge;
  return {{handle.point.x - reach, handle.point.y - reach},
          {handle.point.x + reach, handle.point.y + reach}};
}

/// A letter or a reading on its own background, inside the view. A letter is at the outer end of
/// the line to the handle.
ItemRect draw_text(const Theme& theme, const Area& view, const HandleMark& handle,
                   const std::string& text, ImDrawList& list) {
  ImFont* const font = theme.font.small_numbers;
  const float pad = theme.px(4), height = line_height(font) + theme.px(3);
  const float width = text_width(font, text.c_str()) + 2.0F * pad;
  const float right = view.end().x, bottom = view.end().y;
  ImVec2 at{handle.point.x + theme.px(kAway), handle.point.y - height - theme.px(2)};
  if (at.x + width > right) at.x = handle.point.x - theme.px(kAway) - width;
  if (handle.reading.empty() && handle.from) {
    const float x = handle.point.x - handle.from->x, y = handle.point.y - handle.from->y;
    const float away = theme.px(kLetterAway) / std::max(std::hypot(x, y), 1.0F);
    at = {handle.point.x + away * x - 0.5F * width, handle.point.y + away * y - 0.5F * height};
  }
  at.x = std::round(std::max(at.x, view.corner.x));
  at.y = std::round(std::clamp(at.y, view.corner.y, std::max(view.corner.y, bottom - height)));
  const ItemRect rect{at, {at.x + width, at.y + height}};
  list.AddRectFilled(rect.min, rect.max, packed(faded(theme.color.panel, kLabelGround)),
                     theme.px(4));
  list.AddText(font, line_height(font), {at.x + pad, at.y + theme.px(1.5F)},
               packed(theme.color.text), text.c_str());
  return rect;
}

}  // namespace

std::vector<ItemRect> draw_handles(const Theme& theme, const Area& view, lab::Color color,
                                   std::span<const HandleMark> handles) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec4 ink = to_imgui(lab::on_ground(color, theme.dark));
  list.PushClipRect(view.corner, view.end(), true);
  for (const HandleMark& handle : handles) {
    if (!handle.from) continue;
    list.AddLine(*handle.from, handle.point, packed(faded(ink, 0.75F)), theme.px(1.5F));
  }
  std::vector<ItemRect> taken;
  for (const HandleMark& handle : handles) {
    taken.push_back(draw_handle(theme, handle, packed(ink), list));
  }
  // readings are drawn over all handles
  for (const bool reading : {false, true}) {
    for (const HandleMark& handle : handles) {
      const std::string& text = handle.reading.empty() ? handle.letter : handle.reading;
      if (text.empty() || handle.reading.empty() == reading) continue;
      taken.push_back(draw_text(theme, view, handle, text, list));
    }
  }
  list.PopClipRect();
  return taken;
}

}  // namespace ui
