#include "ui/shell/bars.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/shell/command_palette.h"

namespace ui {
namespace {

// design points
constexpr float kNamed = 60.0F, kIconAlone = 36.0F;  ///< widths of the rail
constexpr float kEntry = 50.0F, kMinEntry = 36.0F;   ///< heights of an entry with a name
constexpr float kIconEntry = 34.0F;                  ///< height of an entry without a name
constexpr float kNameSize = 12.0F;                   ///< size of the letters
constexpr float kHighPicture = 100.0F;  ///< height of a picture with room for a gap around a button

/// Number of entries: the menu and the pages.
float entries() { return static_cast<float>(1 + side_pages().size()); }

bool has_room_for_names(const Theme& theme, float height) {
  return height >= theme.finger(kMinEntry) * entries();
}

struct RailEntry {
  const char* name;
  Icon icon;
  bool open;   ///< its page or menu
  bool named;  ///< with its name below the icon
};

void draw_entry(const Theme& theme, const RailEntry& entry) {
  const auto& [name, icon, open, named] = entry;
  const Colors& c = theme.color;
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (open || hovered) {
    fill_rect(list, rect, open ? faded(c.accent, theme.dark ? 0.24F : 0.13F) : c.control);
  }
  if (open) {
    fill_rect(list, {rect.min, {rect.min.x + theme.px(3), rect.max.y}}, c.accent);
  }
  const ImU32 ink = packed(open || hovered ? c.text : c.muted);
  const float r = std::min(theme.px(8), 0.32F * (rect.max.y - rect.min.y));
  const float letters = theme.px(kNameSize), gap = theme.px(4);
  ImVec2 middle = rect.middle();
  const float top = middle.y - 0.5F * (2.0F * r + gap + letters);
  if (named) middle.y = top + r;
  ImGui::PushFont(theme.font.bold);
  draw_icon({list, middle, r, ink}, icon);
  ImGui::PopFont();
  if (!named) return;
  const ImFont* font = theme.font.small;
  const float width = font->CalcTextSizeA(letters, 1e9F, 0.0F, name).x;
  list.AddText(font, letters, {middle.x - 0.5F * width, top + 2.0F * r + gap}, ink, name);
}

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

/// The commands on the set-up and on files as a menu, while its popup is open: for fingers,
/// instead of the list of commands and the keys.
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
      {.name = "Menu", .icon = Icon::kMenu, .open = ImGui::IsPopupOpen(kMenu), .named = named});
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
  fill_rect(list, rect, faded(c.panel, hovered ? 1.0F : 0.72F), rounding);
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
