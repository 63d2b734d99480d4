#include "ui/shell/rail.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/shell/commands.h"

namespace ui {
namespace {

// design points
constexpr float kNamed = 60.0F, kIconAlone = 36.0F;  ///< widths of the rail
constexpr float kEntry = 50.0F, kMinEntry = 36.0F;   ///< heights of an entry with a name
constexpr float kIconEntry = 34.0F;                  ///< height of an entry without a name
constexpr float kNameSize = 12.0F;                   ///< size of the letters
constexpr float kHighPicture = 100.0F;  ///< height of a picture with room for a gap around a button

float stroke_of(const Sketch& s, float share) { return std::max(1.2F, share * s.r); }

void draw_menu_icon(const Sketch& s) {
  for (const float y : {-0.7F, 0.0F, 0.7F}) s.box({-1, y - 0.12F}, {1, y + 0.12F});
}

void draw_bars(const Sketch& s) {
  constexpr float kHeights[] = {2.0F, 1.4F, 0.9F, 0.45F};
  for (int i = 0; i < 4; ++i) {
    const ImVec2 corner = s.at({-1.0F + 0.53F * static_cast<float>(i), 1.0F - kHeights[i]});
    s.list.AddRectFilled(corner, {corner.x + 0.38F * s.r, s.c.y + s.r}, s.color);
  }
}

void draw_ranking(const Sketch& s) {
  constexpr float kWidths[] = {0.8F, 1.35F, 2.0F};
  for (int i = 0; i < 3; ++i) {
    const ImVec2 corner = s.at({-1, -0.95F + 0.7F * static_cast<float>(i)});
    s.list.AddRectFilled(corner, {s.at({kWidths[i] - 1.0F, 0}).x, corner.y + 0.42F * s.r}, s.color,
                         0.15F * s.r);
  }
}

void draw_matrix_icon(const Sketch& s) {
  for (const float side : {-1.0F, 1.0F}) {
    s.path({{side * 0.6F, -1}, {side, -1}, {side, 1}, {side * 0.6F, 1}}, stroke_of(s, 0.2F));
  }
  for (const float x : {-0.36F, 0.36F}) {
    for (const float y : {-0.45F, 0.45F}) s.disc({x, y}, 0.2F * s.r, 12);
  }
}

void draw_map_icon(const Sketch& s) {
  const float cell = 2.0F * s.r / 3.0F;
  const ImVec4 ink = ImGui::ColorConvertU32ToFloat4(s.color);
  constexpr float kShades[] = {0.25F, 0.45F, 0.7F, 0.45F, 1.0F, 0.45F, 0.7F, 0.45F, 0.25F};
  for (int i = 0; i < 9; ++i) {
    const ImVec2 a{s.c.x - s.r + cell * static_cast<float>(i % 3),
                   s.c.y - s.r + cell * static_cast<float>(i / 3)};
    s.list.AddRectFilled(a, {a.x + cell - 1.0F, a.y + cell - 1.0F}, packed(faded(ink, kShades[i])));
  }
}

/// Dots, with their Pareto front at the lower left.
void draw_cloud_icon(const Sketch& s) {
  s.path({{-0.85F, -1}, {-0.6F, 0.05F}, {0.05F, 0.6F}, {1, 0.85F}}, stroke_of(s, 0.17F));
  for (const ImVec2 dot : {ImVec2{-0.6F, 0.05F}, {0.05F, 0.6F}}) s.disc(dot, 0.28F * s.r, 12);
  for (const ImVec2 dot : {ImVec2{0.1F, -0.1F}, {0.75F, 0.15F}, {-0.05F, -0.8F}, {0.7F, -0.7F}}) {
    s.disc(dot, 0.17F * s.r, 10);
  }
}

/// A question mark, in the current font, in a circle.
void draw_question(const Sketch& s) {
  s.list.AddCircle(s.c, 1.05F * s.r, s.color, 32, stroke_of(s, 0.18F));
  const float size = 1.55F * s.r;
  const float width = ImGui::GetFont()->CalcTextSizeA(size, 1e9F, 0.0F, "?").x;
  s.list.AddText(ImGui::GetFont(), size, {s.c.x - 0.5F * width, s.c.y - 0.5F * size}, s.color, "?");
}

/// Dots at the golden angle, as the crowd is arranged.
void draw_crowd_icon(const Sketch& s) {
  constexpr float kGoldenAngle = 2.39996F;  // rad
  for (int i = 0; i < 12; ++i) {
    const auto n = static_cast<float>(i);
    const float away = 0.3F * s.r * std::sqrt(n + 0.5F);
    s.list.AddCircleFilled(
        {s.c.x + away * std::cos(kGoldenAngle * n), s.c.y + away * std::sin(kGoldenAngle * n)},
        0.15F * s.r, s.color, 8);
  }
}

/// A flask with some liquid.
void draw_flask(const Sketch& s) {
  const float thick = stroke_of(s, 0.2F);
  s.path({{-0.3F, -1}, {-0.3F, -0.3F}, {-0.9F, 0.95F}, {0.9F, 0.95F}, {0.3F, -0.3F}, {0.3F, -1}},
         thick);
  s.line({-0.5F, -1}, {0.5F, -1}, thick);
  s.path({{-0.52F, 0.3F}, {0.52F, 0.3F}, {0.75F, 0.8F}, {-0.75F, 0.8F}});
}

/// A bent arm with its joints.
void draw_body_icon(const Sketch& s) {
  const std::initializer_list<ImVec2> joints = {{-0.75F, 0.75F}, {-0.35F, -0.55F}, {0.75F, -0.35F}};
  s.path(joints, stroke_of(s, 0.2F));
  for (const ImVec2& joint : joints) s.disc(joint, 0.28F * s.r, 14);
}

/// Two arms from one base to one target, elbow up and elbow down.
void draw_reach_icon(const Sketch& s) {
  const ImVec2 base{-0.8F, 0.85F}, tip{0.8F, -0.6F};
  const float thick = stroke_of(s, 0.2F);
  s.path({base, {-0.65F, -0.75F}, tip}, thick);
  s.path({base, {0.65F, 0.85F}, tip}, thick);
  s.disc(base, 0.25F * s.r, 12);
  s.disc(tip, 0.3F * s.r, 14);
}

/// In the order of PageIcon.
constexpr void (*kDrawings[])(const Sketch&) = {draw_menu_icon,   draw_bars,       draw_ranking,
                                                draw_matrix_icon, draw_map_icon,   draw_cloud_icon,
                                                draw_question,    draw_crowd_icon, draw_flask,
                                                draw_body_icon,   draw_reach_icon};

/// Number of entries: the menu and the pages.
float entries() { return static_cast<float>(1 + side_pages().size()); }

bool has_room_for_names(const Theme& theme, float height) {
  return height >= theme.finger(kMinEntry) * entries();
}

struct RailEntry {
  const char* name;
  PageIcon icon;
  bool open;   ///< its page or menu
  bool named;  ///< with its name below the icon
};

/// Draws the last item as an entry.
void draw_entry(const Theme& theme, const RailEntry& entry) {
  const auto& [name, icon, open, named] = entry;
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
  const float letters = theme.px(kNameSize), gap = theme.px(4);
  ImVec2 middle = rect.middle();
  const float top = middle.y - 0.5F * (2.0F * r + gap + letters);
  if (named) middle.y = top + r;
  ImGui::PushFont(theme.font.bold);
  kDrawings[static_cast<std::size_t>(icon)]({list, middle, r, ink});
  ImGui::PopFont();
  if (!named) return;
  const ImFont* font = theme.font.small;
  const float width = font->CalcTextSizeA(letters, 1e9F, 0.0F, name).x;
  list.AddText(font, letters, {middle.x - 0.5F * width, top + 2.0F * r + gap}, ink, name);
}

/// Name of the menu's popup.
constexpr const char* kMenu = "menu";

struct MenuRow {
  const char* command;          ///< name in the list of commands
  const char* label = nullptr;  ///< null: the command's name
  bool (*is_on)(const Panels&) = [](const Panels&) { return false; };  ///< has a check mark
};

constexpr MenuRow kMenuRows[] = {
    {"Find a command by its name", "All commands …"},
    {"Watch it shake"},
    {"Show the tour"},
    {"Light or dark theme"},
    {"Calm: 30 frames a second, on or off", "Calm: 30 frames a second",
     [](const Panels& panels) { return panels.calm.on(); }},
    {"Larger text"},
    {"Smaller text"},
    {"Open a file", "Open a file …"},
    {"Copy a link to this set-up"},
    {"Copy a link to the view"},
    {"Copy as iframe"},
    {"Copy the set-up as text"},
    {"Paste a set-up from text"},
    {"Save the session"},
    {"Save body, targets and settings as a scene file", "Save a scene file"},
    {"Save the plots as shown"},
    {"Save a picture of the window"},
    {"Other pictures of the body", "Pictures of the body …"},
    {"Make a video of the window"},
    {"Stop the video"},
    {"Show or hide this list", "Keyboard and mouse"},
};

constexpr float kPadding = 12.0F, kRowGap = 14.0F, kMinRowGap = 2.0F;  // design points

/// Gap between rows; less where all rows would not fit into a low window.
float row_gap(const Theme& theme) {
  if (theme.touch) return theme.finger(0.0F) - ImGui::GetFontSize();  // the menu scrolls
  const float room = ImGui::GetIO().DisplaySize.y - theme.px(4.0F * kPadding);
  const float each = room / static_cast<float>(std::size(kMenuRows)) - ImGui::GetFontSize();
  return std::floor(std::clamp(each, theme.px(kMinRowGap), theme.px(kRowGap)));
}

/// The commands on the set-up and on files as a menu, while its popup is open: for fingers, instead
/// of the list of commands and the keys.
void menu(const Theme& theme, const Context& context) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(24), row_gap(theme)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(14), theme.px(kPadding)});
  if (ImGui::BeginPopup(kMenu)) {
    const std::vector<PaletteRow> all = commands(context.shown, "");
    for (const MenuRow& row : kMenuRows) {
      const auto found = std::ranges::find(all, row.command, &PaletteRow::name);
      // a platform may lack the command
      if (found == all.end()) continue;
      const char* const label = row.label != nullptr ? row.label : row.command;
      const bool on = row.is_on(context.panels);
      const bool pressed = ImGui::MenuItem(label, found->keys.c_str(), on);
      mark("menu", row.command);
      if (pressed) found->act(context);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace

float rail_width(const Theme& theme, float height) {
  return theme.finger(has_room_for_names(theme, height) ? kNamed : kIconAlone);
}

void rail(const Theme& theme, const Area& area, const Context& context) {
  Panels& panels = context.panels;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
  // where entries for fingers have no room, they scroll
  begin_window("rail", area, {}, kPlainWindow | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const bool named = has_room_for_names(theme, area.size.y);
  const float height =
      std::max(std::min(theme.px(named ? kEntry : kIconEntry), std::floor(area.size.y / entries())),
               theme.finger(0.0F));
  const ImVec2 size{area.size.x, height};
  if (press_area("menu", size)) ImGui::OpenPopup(kMenu);
  describe(theme, "rail", "menu", "Menu: all commands by name, open, save, copy, a picture");
  draw_entry(
      theme,
      {.name = "Menu", .icon = PageIcon::kMenu, .open = ImGui::IsPopupOpen(kMenu), .named = named});
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    const SidePage& page = side_pages()[i];
    const bool open = panels.page == i && panels.arrangement.page.shown();
    const bool pressed = press_area(page.name, size);
    describe(theme, "page", page.name, std::string(page.name) + ": " + page.help);
    draw_entry(theme, {.name = page.name, .icon = page.icon, .open = open, .named = named});
    if (!pressed) continue;
    panels.page = i;
    show_page(panels.arrangement, !open);
  }
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x, area.end().y},
                                      packed(theme.color.border));
  ImGui::PopStyleVar();
  fade_scrolled_ends(theme);
  menu(theme, context);
  ImGui::End();
}

void column_button(const Theme& theme, const Area& picture, Panels& panels) {
  const float side = theme.finger(24),
              gap = theme.px(picture.size.y >= theme.px(kHighPicture) ? 8 : 3);
  if (picture.size.x < side + 2.0F * gap || picture.size.y < side + 2.0F * gap) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
  begin_window("column button", {{picture.corner.x + gap, picture.corner.y + gap}, {side, side}},
               {}, kWindowBehind | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const bool shown = panels.arrangement.column.shown();
  const bool pressed = press_area("fold", {side, side});
  describe(theme, "column", "fold",
           shown ? "Fold the left column (F2)"
                 : "Open the left column: run, scene, method, settings (F2)");
  const Colors& c = theme.color;
  const bool hovered = ImGui::IsItemHovered();
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  list.AddRectFilled(rect.min, rect.max, packed(faded(c.panel, hovered ? 1.0F : 0.72F)), rounding);
  // the icon: a window with a column
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
