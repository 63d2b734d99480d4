#include <algorithm>
#include <cmath>

#include "ui/shell/bars.h"
#include "ui/shell/command_palette.h"

namespace ui {
namespace {

struct MenuRow {
  const char* command;          ///< name in the list of commands
  const char* label = nullptr;  ///< null: the command's name
};

constexpr MenuRow kMenuRows[] = {
    {"Find a command by its name", "All commands …"},
    {"Watch it shake"},
    {"Show the tour"},
    {"Light or dark theme"},
    {"Open a file", "Open a file …"},
    {"Copy a link to this set-up"},
    {"Copy the set-up as text"},
    {"Paste a set-up from text"},
    {"Save the session"},
    {"Save body, targets and settings as a scene file", "Save a scene file"},
    {"Save the plots as shown"},
    {"Save a picture of the window"},
    {"Make a video of the window"},
    {"Stop the video"},
    {"Show or hide this list", "Keyboard and mouse"},
};

constexpr float kPadding = 12.0F, kRowGap = 14.0F, kMinRowGap = 4.0F;  // design points

/// Gap between rows as high as a finger needs, or less so that all rows fit into a low window.
float row_gap(const Theme& theme) {
  const float room = ImGui::GetIO().DisplaySize.y - theme.px(4.0F * kPadding);
  const float each = room / static_cast<float>(std::size(kMenuRows)) - ImGui::GetFontSize();
  return std::floor(std::clamp(each, theme.px(kMinRowGap), theme.px(kRowGap)));
}

}  // namespace

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
      const bool pressed = ImGui::MenuItem(label, found->keys.c_str());
      mark("menu", row.command);
      if (pressed) found->act(context);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace ui
