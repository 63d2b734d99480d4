#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/shell/laboratory.h"
#include "ui/shell/menu.h"

namespace ui {
namespace {

// design points
constexpr float kNamed = 60.0F, kIconAlone = 36.0F;   ///< widths of the rail
constexpr float kEntry = 50.0F, kLeastEntry = 36.0F;  ///< heights of an entry with a name
constexpr float kIconEntry = 34.0F;                   ///< likewise without
constexpr float kNameSize = 12.0F;                    ///< of letters
constexpr float kHighPicture = 100.0F;                ///< with room for a gap around a button

void draw_bars(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  constexpr float kHeights[] = {2.0F, 1.4F, 0.9F, 0.45F};
  for (int i = 0; i < 4; ++i) {
    const float left = c.x + (-1.0F + 0.53F * static_cast<float>(i)) * r;
    list.AddRectFilled({left, c.y + (1.0F - kHeights[i]) * r}, {left + 0.38F * r, c.y + r}, color);
  }
}

void draw_menu_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  for (const float y : {-0.7F, 0.0F, 0.7F}) {
    list.AddRectFilled({c.x - r, c.y + (y - 0.12F) * r}, {c.x + r, c.y + (y + 0.12F) * r}, color);
  }
}

void draw_ranking(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  constexpr float kWidths[] = {0.8F, 1.35F, 2.0F};
  for (int i = 0; i < 3; ++i) {
    const float top = c.y + (-0.95F + 0.7F * static_cast<float>(i)) * r;
    list.AddRectFilled({c.x - r, top}, {c.x + (kWidths[i] - 1.0F) * r, top + 0.42F * r}, color,
                       0.15F * r);
  }
}

void draw_matrix_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const float thick = std::max(1.2F, 0.2F * r);
  for (const float side : {-1.0F, 1.0F}) {
    const ImVec2 bracket[] = {{c.x + side * 0.6F * r, c.y - r},
                              {c.x + side * r, c.y - r},
                              {c.x + side * r, c.y + r},
                              {c.x + side * 0.6F * r, c.y + r}};
    list.AddPolyline(bracket, 4, color, 0, thick);
  }
  for (const float x : {-0.36F, 0.36F}) {
    for (const float y : {-0.45F, 0.45F}) {
      list.AddCircleFilled({c.x + x * r, c.y + y * r}, 0.2F * r, color, 12);
    }
  }
}

void draw_map_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const float cell = 2.0F * r / 3.0F;
  const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(color);
  constexpr float kShades[] = {0.25F, 0.45F, 0.7F, 0.45F, 1.0F, 0.45F, 0.7F, 0.45F, 0.25F};
  for (int i = 0; i < 9; ++i) {
    const ImVec2 a{c.x - r + cell * static_cast<float>(i % 3),
                   c.y - r + cell * static_cast<float>(i / 3)};
    list.AddRectFilled(a, {a.x + cell - 1.0F, a.y + cell - 1.0F}, packed(faded(ink, kShades[i])));
  }
}

/// Dots, and the front that they leave to the lower left.
void draw_cloud_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const ImVec2 front[] = {{c.x - 0.85F * r, c.y - r},
                          {c.x - 0.6F * r, c.y + 0.05F * r},
                          {c.x + 0.05F * r, c.y + 0.6F * r},
                          {c.x + r, c.y + 0.85F * r}};
  list.AddPolyline(front, 4, color, 0, std::max(1.2F, 0.17F * r));
  for (const ImVec2& dot : {front[1], front[2]}) list.AddCircleFilled(dot, 0.28F * r, color, 12);
  const ImVec2 others[] = {{0.1F, -0.1F}, {0.75F, 0.15F}, {-0.05F, -0.8F}, {0.7F, -0.7F}};
  for (const ImVec2& at : others) {
    list.AddCircleFilled({c.x + at.x * r, c.y + at.y * r}, 0.17F * r, color, 10);
  }
}

void draw_question(ImDrawList& list, const ImFont* font, ImVec2 c, float r, ImU32 color) {
  list.AddCircle(c, 1.05F * r, color, 32, std::max(1.2F, 0.18F * r));
  const float size = 1.55F * r;
  const float width = font->CalcTextSizeA(size, 1e9F, 0.0F, "?").x;
  list.AddText(font, size, {c.x - 0.5F * width, c.y - 0.5F * size}, color, "?");
}

/// Dots at the golden angle, as the crowd is arranged.
void draw_crowd_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  constexpr float kGoldenAngle = 2.39996F;  // rad
  for (int i = 0; i < 12; ++i) {
    const auto n = static_cast<float>(i);
    const float away = 0.3F * r * std::sqrt(n + 0.5F);
    list.AddCircleFilled(
        {c.x + away * std::cos(kGoldenAngle * n), c.y + away * std::sin(kGoldenAngle * n)},
        0.15F * r, color, 8);
  }
}

void draw_flask(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const float thick = std::max(1.2F, 0.2F * r);
  const ImVec2 glass[] = {{c.x - 0.3F * r, c.y - r},         {c.x - 0.3F * r, c.y - 0.3F * r},
                          {c.x - 0.9F * r, c.y + 0.95F * r}, {c.x + 0.9F * r, c.y + 0.95F * r},
                          {c.x + 0.3F * r, c.y - 0.3F * r},  {c.x + 0.3F * r, c.y - r}};
  list.AddPolyline(glass, 6, color, 0, thick);
  list.AddLine({c.x - 0.5F * r, c.y - r}, {c.x + 0.5F * r, c.y - r}, color, thick);
  const ImVec2 liquid[] = {{c.x - 0.52F * r, c.y + 0.3F * r},
                           {c.x + 0.52F * r, c.y + 0.3F * r},
                           {c.x + 0.75F * r, c.y + 0.8F * r},
                           {c.x - 0.75F * r, c.y + 0.8F * r}};
  list.AddConvexPolyFilled(liquid, 4, color);
}

/// A bent arm with its joints.
void draw_body_icon(ImDrawList& list, ImVec2 c, float r, ImU32 color) {
  const ImVec2 joints[] = {{c.x - 0.75F * r, c.y + 0.75F * r},
                           {c.x - 0.35F * r, c.y - 0.55F * r},
                           {c.x + 0.75F * r, c.y - 0.35F * r}};
  list.AddPolyline(joints, 3, color, 0, std::max(1.2F, 0.2F * r));
  for (const ImVec2& joint : joints) list.AddCircleFilled(joint, 0.28F * r, color, 14);
}

void draw_page_icon(const Theme& theme, ImDrawList& list, PageIcon icon, ImVec2 c, float r,
                    ImU32 color) {
  switch (icon) {
    case PageIcon::kMenu:
      return draw_menu_icon(list, c, r, color);
    case PageIcon::kBars:
      return draw_bars(list, c, r, color);
    case PageIcon::kRanking:
      return draw_ranking(list, c, r, color);
    case PageIcon::kMatrix:
      return draw_matrix_icon(list, c, r, color);
    case PageIcon::kMap:
      return draw_map_icon(list, c, r, color);
    case PageIcon::kCloud:
      return draw_cloud_icon(list, c, r, color);
    case PageIcon::kQuestion:
      return draw_question(list, theme.font.bold, c, r, color);
    case PageIcon::kCrowd:
      return draw_crowd_icon(list, c, r, color);
    case PageIcon::kFlask:
      return draw_flask(list, c, r, color);
    case PageIcon::kBody:
      return draw_body_icon(list, c, r, color);
  }
}

/// Number of entries: the menu and the pages.
float entries() { return static_cast<float>(1 + side_pages().size()); }

bool has_room_for_names(const Theme& theme, float height) {
  return height >= theme.px(kLeastEntry) * entries();
}

/// Draws the last item as an entry.
void draw_entry(const Theme& theme, const char* name, PageIcon icon, bool open, bool named) {
  const Colors& c = theme.color;
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (open || hovered) {
    list.AddRectFilled(rect.min, rect.max,
                       packed(open ? faded(c.accent, theme.dark ? 0.24F : 0.13F) : c.control));
  }
  if (open) {
    list.AddRectFilled(rect.min, {rect.min.x + theme.px(3), rect.max.y}, packed(c.accent));
  }
  const ImU32 ink = packed(open || hovered ? c.text : c.muted);
  const float r = std::min(theme.px(8), 0.32F * (rect.max.y - rect.min.y));
  const ImVec2 middle = rect.middle();
  if (!named) return draw_page_icon(theme, list, icon, middle, r, ink);
  const float letters = theme.px(kNameSize), gap = theme.px(4);
  const float top = middle.y - 0.5F * (2.0F * r + gap + letters);
  draw_page_icon(theme, list, icon, {middle.x, top + r}, r, ink);
  const ImFont* font = theme.font.small;
  const float width = font->CalcTextSizeA(letters, 1e9F, 0.0F, name).x;
  list.AddText(font, letters, {middle.x - 0.5F * width, top + 2.0F * r + gap}, ink, name);
}

}  // namespace

float rail_width(const Theme& theme, float height) {
  return theme.px(has_room_for_names(theme, height) ? kNamed : kIconAlone);
}

void rail(const Theme& theme, const Area& area, const Context& context) {
  Panels& panels = context.panels;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
  begin_window("rail", area, {}, kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const bool named = has_room_for_names(theme, area.size.y);
  const float height =
      std::min(theme.px(named ? kEntry : kIconEntry), std::floor(area.size.y / entries()));
  const ImVec2 size{area.size.x, height};
  if (ImGui::InvisibleButton("menu", size)) ImGui::OpenPopup(kMenu);
  describe(theme, "rail", "menu", "Menu: all commands by name, open, save, copy, a picture");
  draw_entry(theme, "Menu", PageIcon::kMenu, ImGui::IsPopupOpen(kMenu), named);
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    const SidePage& page = side_pages()[i];
    const bool open = panels.page == i && panels.arrangement.page.shown();
    const bool pressed = ImGui::InvisibleButton(page.name, size);
    describe(theme, "page", page.name, std::string(page.name) + ": " + page.help);
    draw_entry(theme, page.brief, page.icon, open, named);
    if (!pressed) continue;
    panels.page = i;
    show_page(panels.arrangement, !open);
  }
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x, area.end().y},
                                      packed(theme.color.border));
  ImGui::PopStyleVar();
  menu(theme, context);
  ImGui::End();
}

void column_button(const Theme& theme, const Area& picture, Panels& panels) {
  const float side = theme.px(24), gap = theme.px(picture.size.y >= theme.px(kHighPicture) ? 8 : 3);
  if (picture.size.x < side + 2.0F * gap || picture.size.y < side + 2.0F * gap) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
  begin_window("column button", {{picture.corner.x + gap, picture.corner.y + gap}, {side, side}},
               {}, kWindowBehind | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const bool shown = panels.arrangement.column.shown();
  const bool pressed = ImGui::InvisibleButton("fold", {side, side});
  describe(theme, "column", "fold",
           shown ? "Fold the left column (F2)"
                 : "Open the left column: run, scene, method, settings (F2)");
  const Colors& c = theme.color;
  const bool hovered = ImGui::IsItemHovered();
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  list.AddRectFilled(rect.min, rect.max, packed(faded(c.panel, hovered ? 1.0F : 0.72F)), rounding);
  // a window with a column
  const ImU32 ink = packed(hovered ? c.text : c.muted);
  const ImVec2 m = rect.middle();
  const float r = theme.px(7), h = theme.px(5.5F);
  list.AddRect({m.x - r, m.y - h}, {m.x + r, m.y + h}, ink, theme.px(2), 0, theme.px(1.3F));
  list.AddRectFilled({m.x - r, m.y - h}, {m.x - 0.25F * r, m.y + h},
                     shown ? ink : packed(faded(hovered ? c.text : c.muted, 0.35F)), theme.px(2),
                     ImDrawFlags_RoundCornersLeft);
  if (pressed) show_column(panels.arrangement, !shown);
  ImGui::End();
}

}  // namespace ui
