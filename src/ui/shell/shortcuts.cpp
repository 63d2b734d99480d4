#include "ui/shell/shortcuts.h"

#include <algorithm>
#include <iterator>

#include "ui/kit/items.h"

namespace ui {
namespace {

void choose_scene(std::size_t steps, const Shown& shown, Asked& asked) {
  const std::size_t count = shown.scenes.size();
  if (count == 0) return;
  // a scene that is not of the list stands before its first
  const std::size_t from = shown.scene < count ? shown.scene : count - 1;
  asked.scene = (from + steps) % count;
}

void toggle_setting(const char* name, const Shown& shown, Panels& panels, Asked& asked) {
  const lab::SettingInfo& setting = *lab::find_setting(name);
  if (setting.can_be_off) {
    asked.setting = toggled(setting, shown.tracker, panels.settings);
  } else {
    asked.setting = SettingChange{&setting, 1.0 - setting.get(shown.tracker.settings())};
  }
}

const Shortcut kShortcuts[] = {
    {.keys = "Space",
     .help = "Play or pause",
     .first = Key::kSpace,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.play_or_pause = true; }},
    {.keys = "→ or .",
     .help = "One time step",
     .first = Key::kRight,
     .other = Key::kPeriod,
     .repeats = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.step = true; }},
    {.keys = "← or ,",
     .help = "One time step back",
     .first = Key::kLeft,
     .other = Key::kComma,
     .repeats = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.step_back = true; }},
    {.keys = "Ctrl Z",
     .help = "Undo",
     .first = Key::kZ,
     .control = true,
     .repeats = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.undo = true; }},
    {.keys = "Ctrl Y",
     .help = "Redo",
     .first = Key::kY,
     .control = true,
     .repeats = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.redo = true; }},
    {.keys = "R",
     .help = "Back to the initial pose",
     .first = Key::kR,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.reset = true; }},
    {.keys = "1 … 9",
     .help = "Choose one of the first nine methods",
     .first = Key::k1,
     .last = Key::k9,
     .act =
         [](std::size_t index, const Shown&, Panels&, Asked& asked) {
           if (index < ik::methods().size()) asked.method = &ik::methods()[index];
         }},
    {.keys = "Tab or ]",
     .help = "Next scene",
     .first = Key::kTab,
     .other = Key::kRightBracket,
     .act = [](std::size_t, const Shown& shown, Panels&,
               Asked& asked) { choose_scene(1, shown, asked); }},
    {.keys = "[",
     .help = "Scene before",
     .first = Key::kLeftBracket,
     .act = [](std::size_t, const Shown& shown, Panels&,
               Asked& asked) { choose_scene(shown.scenes.size() - 1, shown, asked); }},
    {.keys = "J",
     .help = "Jacobian at the effector or at the target",
     .first = Key::kJ,
     .act = [](std::size_t, const Shown& shown, Panels& panels,
               Asked& asked) { toggle_setting("jacobian", shown, panels, asked); }},
    {.keys = "D",
     .help = "Clamp D_max on or off",
     .first = Key::kD,
     .act = [](std::size_t, const Shown& shown, Panels& panels,
               Asked& asked) { toggle_setting("d-max", shown, panels, asked); }},
    {.keys = "L",
     .help = "Record, or stop and save",
     .first = Key::kL,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.record_or_stop = true; }},
    {.keys = "E",
     .help = "Save the plots as they are seen",
     .first = Key::kE,
     .act = [](std::size_t, const Shown& shown, Panels& panels,
               Asked& asked) { asked.save_plots = visible_plots(shown, panels.plots); }},
    {.keys = "F",
     .help = "Frame the body",
     .first = Key::kF,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.frame_camera = true; }},
    {.keys = "C",
     .help = "Crowd on or off",
     .first = Key::kC,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.crowd.on = !panels.crowd.on; }},
    {.keys = "W",
     .help = "See the whole crowd",
     .first = Key::kW,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.frame_crowd = true; }},
    {.keys = "T",
     .help = "Light or dark",
     .first = Key::kT,
     .act = [](std::size_t, const Shown&, Panels& panels, Asked&) { panels.dark = !panels.dark; }},
    {.keys = "H",
     .help = "Hide or show the panels",
     .first = Key::kH,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.hidden = !panels.hidden; }},
    {.keys = "F1 or ?",
     .help = "This list",
     .first = Key::kF1,
     .sign = '?',
     .in_list = true,
     .act = [](std::size_t, const Shown&, Panels& panels, Asked&) { panels.help = !panels.help; }},
    {.keys = "Esc",
     .help = "Close this list; else give up the file that is being opened",
     .first = Key::kEscape,
     .in_list = true,
     .act =
         [](std::size_t, const Shown& shown, Panels& panels, Asked& asked) {
           asked.stop_opening = shown.opening && !panels.help;
           panels.help = false;
         }},
    {.keys = "G",
     .help = "Show or hide the closed form's two poses",
     .first = Key::kG,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.closed_form = !panels.closed_form; }},
    {.keys = "Ctrl K",
     .help = "Everything by name",
     .first = Key::kK,
     .control = true,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.palette = {.open = true, .text = "", .chosen = 0}; }},
    {.keys = "Ctrl S",
     .help = "Save the session",
     .first = Key::kS,
     .control = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.save_session = true; }},
    {.keys = "O",
     .help = "Show or hide the velocity ellipsoids",
     .first = Key::kO,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.maths.ellipsoids = !panels.maths.ellipsoids; }},
    {.keys = "V",
     .help = "Show or hide the directions of a singular value",
     .first = Key::kV,
     .act = [](std::size_t, const Shown&, Panels& panels,
               Asked&) { panels.maths.directions = !panels.maths.directions; }},
    {.keys = "Ctrl Q",
     .help = "Quit",
     .first = Key::kQ,
     .control = true,
     .act = [](std::size_t, const Shown&, Panels&, Asked& asked) { asked.quit = true; }},
};

bool pressed(Key key, bool repeats) {
  return key != Key::kNone && ImGui::IsKeyPressed(static_cast<int>(key), repeats);
}

struct MouseHelp {
  const char* keys;
  const char* help;
};
constexpr MouseHelp kMouse[] = {
    {"Left drag", "Turn the view"},
    {"Right drag", "Move the view (or Shift drag)"},
    {"Wheel", "Nearer or farther"},
    {"Click in a plot", "Go to that time (drag moves it)"},
    {"Wheel on a plot", "More or less of the time"},
    {"Double click there", "Back to the present"},
    {"Ctrl click", "Type a number into a slider"},
    {"Right click", "A slider back to its usual value"},
};

void help_row(const Theme& theme, const char* keys, const char* help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.color.accent);
  ImGui::PushFont(theme.font.bold);
  ImGui::TextUnformatted(keys);
  ImGui::PopFont();
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(help);
}

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

void handle_shortcuts(const Shown& shown, Panels& panels, Asked& asked) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput) return;
  const bool listed = panels.help;  // as the frame began: the key that opens the list is done then
  for (const Shortcut& shortcut : kShortcuts) {
    if (listed && !shortcut.in_list) continue;
    if (io.KeyCtrl != shortcut.control || io.KeyAlt || io.KeySuper) continue;
    const int last = std::max(static_cast<int>(shortcut.first), static_cast<int>(shortcut.last));
    for (int key = static_cast<int>(shortcut.first); key <= last; ++key) {
      if (!pressed(static_cast<Key>(key), shortcut.repeats)) continue;
      shortcut.act(static_cast<std::size_t>(key - static_cast<int>(shortcut.first)), shown, panels,
                   asked);
    }
    const bool typed = shortcut.sign != 0 && io.InputQueueCharacters.contains(shortcut.sign);
    if (typed || pressed(shortcut.other, shortcut.repeats)) shortcut.act(0, shown, panels, asked);
  }
}

void help_overlay(const Theme& theme, Panels& panels) {
  if (!panels.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5F * display.x, 0.5F * display.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(24), theme.px(20)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, theme.px(1));
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushFont(theme.font.title);
  ImGui::TextUnformatted("Keyboard and mouse");
  ImGui::PopFont();
  ImGui::Spacing();
  // as wide and as tall as the list, but never beyond the window, where it scrolls
  const ImGuiStyle& style = ImGui::GetStyle();
  const float keys = theme.px(104) + 2.0F * style.CellPadding.x;
  float words = 0.0F;
  for (const Shortcut& shortcut : kShortcuts) {
    words = std::max(words, ImGui::CalcTextSize(shortcut.help).x);
  }
  for (const MouseHelp& row : kMouse) words = std::max(words, ImGui::CalcTextSize(row.help).x);
  const float tall = static_cast<float>(std::size(kShortcuts) + std::size(kMouse)) *
                         (ImGui::GetTextLineHeight() + 2.0F * style.CellPadding.y) +
                     theme.px(4);
  const float wide = keys + words + 4.0F * style.CellPadding.x + style.ScrollbarSize;
  // the title, the button and the margins of the window and around it
  const float rest = ImGui::GetCursorPosY() + ImGui::GetFrameHeightWithSpacing() +
                     2.0F * style.ItemSpacing.y + theme.px(20 + 16);
  ImGui::BeginChild("list", {std::min(wide, display.x - theme.px(2 * 24 + 16)),
                             std::clamp(display.y - rest, theme.px(40), tall)});
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    ImGui::TableSetupColumn("key", 0, theme.px(104));
    for (const Shortcut& shortcut : kShortcuts) help_row(theme, shortcut.keys, shortcut.help);
    for (const MouseHelp& row : kMouse) help_row(theme, row.keys, row.help);
    ImGui::EndTable();
  }
  ImGui::EndChild();
  ImGui::Spacing();
  if (ImGui::Button("Close")) panels.help = false;
  mark("help", "close");
  if (auto* rects = static_cast<ItemRects*>(ImGui::GetIO().UserData)) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    (*rects)["help"] = {corner, {corner.x + size.x, corner.y + size.y}};
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace ui
