#include "ui/shell/command_palette.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include <imgui_stdlib.h>

#include "ui/shell/shortcuts.h"

namespace ui {
namespace {

constexpr int kRows = 12;  ///< of the list

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void add_methods(std::vector<PaletteRow>& list) {
  for (const ik::MethodInfo& info : ik::methods()) {
    list.push_back({std::string("Method: ") + info.label, info.id,
                    [&info](const Context& context) { choose_method(info, context.edit); }});
    list.push_back({std::string("Compare with: ") + info.label, info.id,
                    [&info](const Context& context) { add_lane(info, context.edit); }});
  }
}

/// A row that writes the start of a command into the text field; the user adds the value.
PaletteRow value_row(const std::string& label, const std::string& name) {
  return {label + " …", name, [name](const Context& context) {
            context.panels.palette = {
                .open = true, .text = name + " ", .refocus = true, .written = true};
          }};
}

void add_settings(const LabView& shown, std::vector<PaletteRow>& list) {
  for (const lab::SettingInfo& setting : lab::settings()) {
    const bool is_switch = setting.kind == lab::SettingKind::kSwitch;
    if (!is_switch) list.push_back(value_row(setting.label, setting.name));
    if (!is_switch && !setting.can_be_off) continue;
    list.push_back(
        {std::string(setting.label) + " on or off", setting.name, [&setting](const Context& c) {
           toggle(setting, c.shown.tracker(), c.panels.settings, c.edit);
         }});
  }
  shown.tracker().method_info().make().visit([&list](const ik::ParamInfo& info, ik::ParamValue) {
    if (lab::find_setting(info.name) == nullptr) list.push_back(value_row(info.name, info.name));
  });
}

/// Rows that set a setting or a parameter of the front method to the value at the end of the text.
void add_values(const LabView& shown, const std::string& text, std::vector<PaletteRow>& list) {
  const std::size_t space = text.find_last_of(' ');
  if (space == std::string::npos || space + 1 == text.size()) return;
  const std::string value = text.substr(space + 1);
  const auto title = [&value](const std::string& label, const std::string& unit) {
    return label + " → " + value + (unit.empty() || value == "off" ? "" : " " + unit);
  };
  for (const lab::SettingInfo& setting : lab::settings()) {
    const std::optional<double> number = lab::parse_setting(setting, value);
    if (!number) continue;
    const bool numeric = setting.kind == lab::SettingKind::kNumber;
    list.push_back({title(setting.label, numeric ? setting.unit : ""), setting.name,
                    [&setting, number](const Context& c) { set(setting, *number, c.edit); }});
  }
  const ik::MethodInfo& method = shown.tracker().method_info();
  method.make().visit([&](const ik::ParamInfo& info, ik::ParamValue) {
    if (lab::find_setting(info.name) != nullptr) return;
    const std::optional<double> number = lab::parse_param(method, info.name, value);
    if (!number) return;
    list.push_back({title(info.name, info.unit), "",
                    [name = std::string(info.name), number](const Context& c) {
                      set_param(name, *number, c.edit);
                    }});
  });
}

void add_files(const LabView& shown, std::vector<PaletteRow>& list) {
  const std::pair<const char*, Command> files[] = {
      {"Copy the set-up as text", Command::kCopySetup},
      {"Paste a set-up from text", Command::kPasteSetup},
      {"Save a picture of the window", Command::kScreenshot},
      {shown.saving.filmed ? "Stop the video" : "Make a video of the window",
       Command::kFilmOrStop}};
  for (const auto& [name, command] : files) {
    list.push_back(
        {name, "", [command = command](const Context& context) { context.edit.send(command); }});
  }
  const bool frozen = shown.timeline.setup().frozen;
  list.push_back({frozen ? "Unfreeze the targets" : "Freeze the targets", "",
                  [frozen](const Context& context) { set_frozen(!frozen, context.edit); }});
  list.push_back({"Show the tour", "",
                  [](const Context& context) { context.panels.tour = {.open = true, .card = 0}; }});
  list.push_back({"Watch it shake", "demonstration", [](const Context& context) {
                    context.panels.tour = {};
                    context.panels.demonstration = {.open = true};
                  }});
}

void add_targets(const LabView& shown, std::vector<PaletteRow>& list) {
  const ik::Multibody& body = shown.tracker().multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    list.push_back({"Let the target of " + body.effector(i).name + " jump aside", "",
                    [i](const Context& context) {
                      const lab::Timeline& timeline = context.shown.timeline;
                      set_target(i, lab::jumped(timeline.setup(), i, timeline.now()), context.edit);
                    }});
  }
}

void add_views(const ik::Multibody& body, std::vector<PaletteRow>& list) {
  const auto follow = [&list](const std::string& what, const std::optional<Followed>& followed) {
    list.push_back({"Follow " + what, "camera",
                    [followed](const Context& context) { context.panels.followed = followed; }});
  };
  follow("nothing", std::nullopt);
  for (int i = 0; i < body.effector_count(); ++i) {
    follow("effector " + body.effector(i).name, Followed{i, false});
    follow("target " + body.effector(i).name, Followed{i, true});
  }
  for (const auto& [name, side] : {std::pair("Look from the left", LookFrom::Side::kLeft),
                                   std::pair("Look from the back", LookFrom::Side::kBack)}) {
    list.push_back({name, "camera",
                    [side = side](const Context& context) { context.edit.send(LookFrom{side}); }});
  }
}

void add_looks(std::vector<PaletteRow>& list) {
  const std::pair<const char*, LaneLook> looks[] = {{"Other lanes as ghosts", LaneLook::kGhosts},
                                                    {"Other lanes solid", LaneLook::kSolid},
                                                    {"Other lanes hidden", LaneLook::kHidden}};
  for (const auto& [name, look] : looks) {
    list.push_back({name, "", [look = look](const Context& context) {
                      context.panels.lanes.look = look;
                      context.panels.lanes.apart = false;  // looks are those of overlaid lanes
                    }});
  }
  list.push_back({"Lanes side by side or overlaid", "", [](const Context& context) {
                    context.panels.lanes.apart = !context.panels.lanes.apart;
                  }});
}

bool row(const Theme& theme, const PaletteRow& command, bool chosen, float width) {
  const bool pressed =
      ImGui::InvisibleButton(command.name.c_str(), {width, ImGui::GetFontSize() + theme.px(8)});
  mark("command", command.name);
  const ItemRect rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  row_ground(theme, rect, chosen, ImGui::IsItemHovered());
  const float y = rect.middle().y - 0.5F * ImGui::GetFontSize();
  const float keys = ImGui::CalcTextSize(command.keys.c_str()).x;
  const float room = rect.max.x - rect.min.x - keys - theme.px(8 + 16 + 8);
  const std::string name = shortened(command.name, room, ImGui::GetFont());
  if (name != command.name) hint(theme, command.name);
  list.AddText({rect.min.x + theme.px(8), y}, packed(c.text), name.c_str());
  list.AddText({rect.max.x - keys - theme.px(8), y}, packed(c.muted), command.keys.c_str());
  return pressed;
}

bool key(Key which, bool repeats = true) {
  return ImGui::IsKeyPressed(static_cast<int>(which), repeats);
}

}  // namespace

std::vector<PaletteRow> commands(const LabView& shown, const std::string& text) {
  std::vector<PaletteRow> list;
  add_values(shown, text, list);
  for (const Shortcut& shortcut : shortcuts()) {
    // a range of keys is not one command
    if (shortcut.last != Key::kNone) continue;
    list.push_back({shortcut.help, shortcut.keys,
                    [&shortcut](const Context& context) { act(shortcut, context); }});
  }
  add_methods(list);
  for (std::size_t i = 0; i < shown.scenes.items.size(); ++i) {
    list.push_back({"Scene: " + shown.scenes.items[i].name, shown.scenes.items[i].id,
                    [i](const Context& context) { context.edit.send(LoadScene{i}); }});
  }
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    list.push_back({std::string("Page: ") + side_pages()[i].name, "",
                    [i](const Context& context) { open_page(context.panels, i); }});
  }
  add_settings(shown, list);
  for (const bool dark : {false, true}) {
    list.push_back({dark ? "Theme: dark" : "Theme: light", "",
                    [dark](const Context& context) { context.panels.dark = dark; }});
  }
  add_targets(shown, list);
  add_views(shown.tracker().multibody(), list);
  add_looks(list);
  add_files(shown, list);
  // a command that has a shortcut is already in the list
  std::set<std::string> names;
  std::erase_if(list, [&names](const PaletteRow& c) { return !names.insert(c.name).second; });
  return list;
}

bool matches(const std::string& name, const std::string& text) {
  const std::string where = lower(name);
  std::istringstream words(lower(text));
  for (std::string word; words >> word;) {
    if (where.find(word) == std::string::npos) return false;
  }
  return true;
}

void command_palette(const Theme& theme, const Context& context) {
  CommandPalette& palette = context.panels.palette;
  if (!palette.open) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(theme.px(520), display.x - theme.px(32));
  ImGui::SetNextWindowPos({0.5F * (display.x - width), theme.px(64)});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::SetNextWindowFocus();
  begin_overlay(theme, "commands", {12, 12}, 10, ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::SetNextItemWidth(-1.0F);
  if (ImGui::IsWindowAppearing() || palette.refocus) ImGui::SetKeyboardFocusHere();
  // the field would select the text that a row has written into it
  const auto keep_text = [](ImGuiInputTextCallbackData* data) {
    bool& written = *static_cast<bool*>(data->UserData);
    if (written) data->ClearSelection(), data->CursorPos = data->BufTextLen;
    written = false;
    return 0;
  };
  if (ImGui::InputTextWithHint("##command", "A command, or a setting and its value: lambda 0.4",
                               &palette.text, ImGuiInputTextFlags_CallbackAlways, keep_text,
                               &palette.written)) {
    palette.chosen = 0;
  }
  mark("commands", "text");

  std::vector<PaletteRow> found = commands(context.shown, palette.text);
  std::erase_if(found, [&palette](const PaletteRow& c) {
    return !matches(c.name + " " + c.keys, palette.text);
  });
  const int count = static_cast<int>(found.size());
  if (key(Key::kDown)) ++palette.chosen;
  if (key(Key::kUp)) --palette.chosen;
  palette.chosen = std::clamp(palette.chosen, 0, std::max(0, count - 1));
  const float height = ImGui::GetFontSize() + theme.px(8) + ImGui::GetStyle().ItemSpacing.y;
  const PaletteRow* done = nullptr;
  ImGui::BeginChild("list", {0.0F, height * static_cast<float>(std::clamp(count, 1, kRows))});
  for (int i = 0; i < count; ++i) {
    const bool chosen = i == palette.chosen;
    if (row(theme, found[static_cast<std::size_t>(i)], chosen, ImGui::GetContentRegionAvail().x)) {
      done = &found[static_cast<std::size_t>(i)];
    }
    if (chosen && (key(Key::kDown) || key(Key::kUp))) ImGui::SetScrollHereY();
  }
  if (count == 0) ImGui::TextDisabled("No such command");
  ImGui::EndChild();
  // Enter leaves the text field; if it executes nothing, the field gets the focus back
  palette.refocus = key(Key::kEnter, false) && count == 0;
  if (key(Key::kEnter, false) && count > 0) done = &found[static_cast<std::size_t>(palette.chosen)];
  constexpr ImGuiHoveredFlags kAnywhere =
      ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
  const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(kAnywhere);
  ImGui::End();
  if (key(Key::kEscape, false) || elsewhere || done != nullptr) palette = {};
  if (done != nullptr) done->act(context);
}

}  // namespace ui
