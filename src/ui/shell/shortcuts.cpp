#include "ui/shell/shortcuts.h"

#include <algorithm>
#include <iterator>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

void choose_scene(std::size_t steps, const LabView& shown, Edit& edit) {
  const std::size_t count = shown.scenes.items.size();
  if (count == 0) return;
  // a scene that is not of the list stands before its first
  const std::size_t from = shown.scenes.chosen < count ? shown.scenes.chosen : count - 1;
  edit.send(LoadScene{(from + steps) % count});
}

void toggle_setting(const char* name, const LabView& shown, Panels& panels, Edit& edit) {
  toggle(*lab::find_setting(name), shown.tracker(), panels.settings, edit);
}

const Shortcut kShortcuts[] = {
    {.keys = "Space",
     .help = "Play or pause",
     .first = Key::kSpace,
     .sends = Command::kPlayOrPause},
    {.keys = "→ or .",
     .help = "One time step",
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
         [](std::size_t index, const LabView&, Panels&, Edit& edit) {
           if (index < ik::methods().size()) choose_method(ik::methods()[index], edit);
         }},
    {.keys = "Tab or ]",
     .help = "Next scene",
     .first = Key::kTab,
     .other = Key::kRightBracket,
     .act = [](std::size_t, const LabView& shown, Panels&,
               Edit& edit) { choose_scene(1, shown, edit); }},
    {.keys = "[",
     .help = "Scene before",
     .first = Key::kLeftBracket,
     .act = [](std::size_t, const LabView& shown, Panels&,
               Edit& edit) { choose_scene(shown.scenes.items.size() - 1, shown, edit); }},
    {.keys = "J",
     .help = "Jacobian at the effector or at the target",
     .first = Key::kJ,
     .act = [](std::size_t, const LabView& shown, Panels& panels,
               Edit& edit) { toggle_setting("jacobian", shown, panels, edit); }},
    {.keys = "D",
     .help = "Clamp D_max on or off",
     .first = Key::kD,
     .act = [](std::size_t, const LabView& shown, Panels& panels,
               Edit& edit) { toggle_setting("d-max", shown, panels, edit); }},
    {.keys = "L",
     .help = "Record, or stop and save",
     .first = Key::kL,
     .sends = Command::kRecordOrStop},
    {.keys = "E",
     .help = "Save the plots as they are seen",
     .first = Key::kE,
     .act =
         [](std::size_t, const LabView& shown, Panels& panels, Edit& edit) {
           edit.send(SavePlots{visible_plots(shown.timeline, shown.seen.histories, panels.plots)});
         }},
    {.keys = "F", .help = "Frame the body", .first = Key::kF, .sends = Command::kFrameCamera},
    {.keys = "C",
     .help = "Crowd on or off",
     .first = Key::kC,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.crowd.on = !panels.crowd.on; }},
    {.keys = "W", .help = "See the whole crowd", .first = Key::kW, .sends = Command::kFrameCrowd},
    {.keys = "T",
     .help = "Light or dark",
     .first = Key::kT,
     .act = [](std::size_t, const LabView&, Panels& panels, Edit&) { panels.dark = !panels.dark; }},
    {.keys = "H",
     .help = "Hide or show the panels",
     .first = Key::kH,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.hidden = !panels.hidden; }},
    {.keys = "F1 or ?",
     .help = "This list",
     .first = Key::kF1,
     .sign = '?',
     .in_list = true,
     .act = [](std::size_t, const LabView&, Panels& panels, Edit&) { panels.help = !panels.help; }},
    {.keys = "Esc",
     .help = "Close this list; else give up the file that is being opened",
     .first = Key::kEscape,
     .in_list = true,
     .act =
         [](std::size_t, const LabView& shown, Panels& panels, Edit& edit) {
           edit.send_if(shown.opening && !panels.help, Command::kStopOpening);
           panels.help = false;
         }},
    {.keys = "G",
     .help = "Show or hide the closed form's two poses",
     .first = Key::kG,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.closed_form = !panels.closed_form; }},
    {.keys = "Ctrl K",
     .help = "Everything by name",
     .first = Key::kK,
     .control = true,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.palette = {.open = true, .text = "", .chosen = 0}; }},
    {.keys = "Ctrl S",
     .help = "Save the session",
     .first = Key::kS,
     .control = true,
     .sends = Command::kSaveSession},
    {.keys = "O",
     .help = "Show or hide the velocity ellipsoids",
     .first = Key::kO,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.maths.ellipsoids = !panels.maths.ellipsoids; }},
    {.keys = "V",
     .help = "Show or hide the directions of a singular value",
     .first = Key::kV,
     .act = [](std::size_t, const LabView&, Panels& panels,
               Edit&) { panels.maths.directions = !panels.maths.directions; }},
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

void act(const Shortcut& shortcut, std::size_t index, const LabView& shown, Panels& panels,
         Edit& edit) {
  if (shortcut.sends) edit.send(*shortcut.sends);
  if (shortcut.act != nullptr) shortcut.act(index, shown, panels, edit);
}

void handle_shortcuts(const LabView& shown, Panels& panels, Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput) return;
  const bool listed = panels.help;  // as the frame began: the key that opens the list is done then
  for (const Shortcut& shortcut : kShortcuts) {
    if (listed && !shortcut.in_list) continue;
    if (io.KeyCtrl != shortcut.control || io.KeyAlt || io.KeySuper) continue;
    const int last = std::max(static_cast<int>(shortcut.first), static_cast<int>(shortcut.last));
    for (int key = static_cast<int>(shortcut.first); key <= last; ++key) {
      if (!pressed(static_cast<Key>(key), shortcut.repeats)) continue;
      act(shortcut, static_cast<std::size_t>(key - static_cast<int>(shortcut.first)), shown, panels,
          edit);
    }
    const bool typed = shortcut.sign != 0 && io.InputQueueCharacters.contains(shortcut.sign);
    if (typed || pressed(shortcut.other, shortcut.repeats)) act(shortcut, 0, shown, panels, edit);
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
  ImGui::Begin("help", nullptr, kPlainWindow | ImGuiWindowFlags_AlwaysAutoResize);
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
