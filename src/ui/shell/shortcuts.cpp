#include "ui/shell/shortcuts.h"

#include <algorithm>
#include <iterator>

namespace ui {
namespace {

/// Chooses the scene that is `steps` after the present one, cyclically.
void choose_scene(const Context& context, std::size_t steps) {
  const SceneMenu& scenes = context.shown.scenes;
  const std::size_t count = scenes.items.size();
  if (count == 0) return;
  // a scene that is not in the list counts as the last one
  const std::size_t from = scenes.chosen < count ? scenes.chosen : count - 1;
  context.edit.send(LoadScene{(from + steps) % count});
}

const Shortcut kShortcuts[] = {
    {.keys = "Space",
     .help = "Play or pause",
     .first = Key::kSpace,
     .sends = Command::kPlayOrPause},
    {.keys = "→ or .",
     .help = "One time step forward",
     .first = Key::kRight,
     .other = Key::kPeriod,
     .repeats = true,
     .sends = Command::kStep},
    {.keys = "← or ,",
     .help = "One time step back",
     .first = Key::kLeft,
     .other = Key::kComma,
     .repeats = true,
     .sends = Command::kStepBack},
    {.keys = "Ctrl Z",
     .help = "Undo",
     .first = Key::kZ,
     .control = true,
     .repeats = true,
     .sends = Command::kUndo},
    {.keys = "Ctrl Y",
     .help = "Redo",
     .first = Key::kY,
     .control = true,
     .repeats = true,
     .sends = Command::kRedo},
    {.keys = "R", .help = "Back to the initial pose", .first = Key::kR, .sends = Command::kRestart},
    {.keys = "1 … 9",
     .help = "Choose one of the first nine methods",
     .first = Key::k1,
     .last = Key::k9,
     .act =
         [](const Context& context, std::size_t index) {
           if (index < ik::methods().size()) choose_method(ik::methods()[index], context.edit);
         }},
    {.keys = "Tab or ]",
     .help = "Next scene",
     .first = Key::kTab,
     .other = Key::kRightBracket,
     .act = [](const Context& context, std::size_t) { choose_scene(context, 1); }},
    {.keys = "[",
     .help = "Previous scene",
     .first = Key::kLeftBracket,
     .act = [](const Context& context,
               std::size_t) { choose_scene(context, context.shown.scenes.items.size() - 1); }},
    {.keys = "J",
     .help = "Jacobian at the effector or at the target",
     .first = Key::kJ,
     .toggles_setting = "jacobian"},
    {.keys = "D", .help = "Clamp D_max on or off", .first = Key::kD, .toggles_setting = "d-max"},
    {.keys = "L",
     .help = "Record, or stop and save",
     .first = Key::kL,
     .sends = Command::kRecordOrStop},
    {.keys = "E",
     .help = "Save the plots as shown",
     .first = Key::kE,
     .act =
         [](const Context& context, std::size_t) {
           const LabView& shown = context.shown;
           context.edit.send(SavePlots{
               visible_plots(shown.timeline, shown.seen.histories, context.panels.plots)});
         }},
    {.keys = "F", .help = "Show the whole body", .first = Key::kF, .sends = Command::kFrameCamera},
    {.keys = "C",
     .help = "Crowd on or off",
     .first = Key::kC,
     .toggles = [](Panels& panels) { return &panels.crowd.on; }},
    {.keys = "W", .help = "Show the whole crowd", .first = Key::kW, .sends = Command::kFrameCrowd},
    {.keys = "T",
     .help = "Light or dark theme",
     .first = Key::kT,
     .toggles = [](Panels& panels) { return &panels.dark; }},
    {.keys = "H",
     .help = "Hide or show the panels",
     .first = Key::kH,
     .toggles = [](Panels& panels) { return &panels.hidden; }},
    {.keys = "F1 or ?",
     .help = "Show or hide this list",
     .first = Key::kF1,
     .sign = '?',
     .in_list = true,
     .toggles = [](Panels& panels) { return &panels.help; }},
    {.keys = "Esc",
     .help = "Close this list, or cancel the opening of a file",
     .first = Key::kEscape,
     .in_list = true,
     .act =
         [](const Context& context, std::size_t) {
           context.edit.send_if(context.shown.opening && !context.panels.help,
                                Command::kStopOpening);
           context.panels.help = false;
         }},
    {.keys = "G",
     .help = "Show or hide the two closed-form poses",
     .first = Key::kG,
     .toggles = [](Panels& panels) { return &panels.closed_form; }},
    {.keys = "Ctrl K",
     .help = "Find a command by its name",
     .first = Key::kK,
     .control = true,
     .act = [](const Context& context,
               std::size_t) { context.panels.palette = {.open = true, .text = "", .chosen = 0}; }},
    {.keys = "Ctrl S",
     .help = "Save the session",
     .first = Key::kS,
     .control = true,
     .sends = Command::kSaveSession},
    {.keys = "O",
     .help = "Show or hide the velocity ellipsoids",
     .first = Key::kO,
     .toggles = [](Panels& panels) { return &panels.maths.ellipsoids; }},
    {.keys = "V",
     .help = "Show or hide the directions of a singular value",
     .first = Key::kV,
     .toggles = [](Panels& panels) { return &panels.maths.directions; }},
    {.keys = "Ctrl Q", .help = "Quit", .first = Key::kQ, .control = true, .sends = Command::kQuit},
};

bool pressed(Key key, bool repeats) {
  return key != Key::kNone && ImGui::IsKeyPressed(static_cast<int>(key), repeats);
}

struct MouseHelp {
  const char* keys;
  const char* help;
};
constexpr MouseHelp kMouse[] = {
    {"Left drag", "Rotate the view"},
    {"Right drag", "Move the view (or Shift drag)"},
    {"Wheel", "Zoom the view"},
    {"Click in a plot", "Go to that time (a drag moves the time axis)"},
    {"Wheel on a plot", "Zoom the time axis"},
    {"Double click", "In a plot: back to the present"},
    {"Ctrl click", "On a slider: type a number"},
    {"Right click", "On a slider: reset it"},
};

void help_row(const Theme& theme, const char* keys, const char* help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  colored(theme.color.accent, keys, theme.font.bold);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(help);
}

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

void act(const Shortcut& shortcut, const Context& context, std::size_t index) {
  if (shortcut.sends) context.edit.send(*shortcut.sends);
  if (shortcut.toggles_setting != nullptr) {
    toggle(*lab::find_setting(shortcut.toggles_setting), context.shown.tracker(),
           context.panels.settings, context.edit);
  }
  if (shortcut.toggles != nullptr) {
    bool& on = *shortcut.toggles(context.panels);
    on = !on;
  }
  if (shortcut.act != nullptr) shortcut.act(context, index);
}

void handle_shortcuts(const Context& context) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput) return;
  const bool listed = context.panels.help;  // when the frame began: a shortcut may open the list
  for (const Shortcut& shortcut : kShortcuts) {
    if (listed && !shortcut.in_list) continue;
    if (io.KeyCtrl != shortcut.control || io.KeyAlt || io.KeySuper) continue;
    const int first = static_cast<int>(shortcut.first);
    const int last = std::max(first, static_cast<int>(shortcut.last));
    for (int key = first; key <= last; ++key) {
      if (!pressed(static_cast<Key>(key), shortcut.repeats)) continue;
      act(shortcut, context, static_cast<std::size_t>(key - first));
    }
    const bool typed = shortcut.sign != 0 && io.InputQueueCharacters.contains(shortcut.sign);
    if (typed || pressed(shortcut.other, shortcut.repeats)) act(shortcut, context);
  }
}

void help_overlay(const Theme& theme, Panels& panels) {
  if (!panels.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5F * display.x, 0.5F * display.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  begin_overlay(theme, "help", {24, 20}, 10, ImGuiWindowFlags_AlwaysAutoResize);
  colored(theme.color.text, "Keyboard and mouse", theme.font.title);
  ImGui::Spacing();
  // as large as the list, but at most as large as the window; then it scrolls
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
  // height of the title, the button and the margins
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
}

}  // namespace ui
