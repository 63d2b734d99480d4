#include "ui/shell/shortcuts.h"

#include <algorithm>
#include <iterator>
#include <vector>

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

void save_plots(const Context& context, std::size_t) {
  const LabView& shown = context.shown;
  context.edit.send(
      SavePlots{visible_plots(shown.timeline, shown.seen.histories, context.panels.plots)});
}

template <LookFrom::Side side>
void look_from(const Context& context, std::size_t) {
  context.edit.send(LookFrom{side});
}

/// Does the first that applies.
void close_or_cancel(const Context& context, std::size_t) {
  Panels& panels = context.panels;
  Arrangement& arrangement = panels.arrangement;
  if (panels.targets.dragged) {
    context.edit.send(Command::kTakeBack);
  } else if (panels.help) {
    panels.help = false;
  } else if (context.shown.opening) {
    context.edit.send(Command::kStopOpening);
  } else if (arrangement.column.over || arrangement.page.over) {
    arrangement.column.over = arrangement.page.over = false;
  } else if (panels.focus.seen) {
    panels.focus.seen = false;  // hides the ring
  } else if (panels.plots.anchor) {
    panels.plots.anchor.reset();
  } else if (panels.build.open && panels.build.chosen) {
    panels.build.chosen.reset();
  } else {
    panels.targets.selected.reset();
  }
}

const Shortcut kShortcuts[] = {
    {.keys = "Space",
     .help = "Play or pause",
     .first = Key::kSpace,
     .action = Command::kPlayOrPause,
     .synonyms = "stop, start, run, resume, continue, halt"},
    {.keys = "→ or .",
     .help = "One time step forward",
     .first = Key::kRight,
     .action = Command::kStep,
     .other = Key{'.'},
     .repeats = true,
     .synonyms = "next step, single step, advance"},
    {.keys = "← or ,",
     .help = "One time step back",
     .first = Key::kLeft,
     .action = Command::kStepBack,
     .other = Key{','},
     .repeats = true,
     .synonyms = "previous step, rewind, reverse"},
    {.keys = "Ctrl Z",
     .help = "Undo",
     .first = Key{'Z'},
     .action = Command::kUndo,
     .control = true,
     .repeats = true,
     .synonyms = "revert"},
    {.keys = "Ctrl Y",
     .help = "Redo",
     .first = Key{'Y'},
     .action = Command::kRedo,
     .control = true,
     .repeats = true},
    {.keys = "R",
     .help = "Back to the initial pose",
     .first = Key{'R'},
     .action = Command::kRestart,
     .synonyms = "reset, restart, start over, rewind"},
    {.keys = "1 … 9",
     .help = "Choose one of the first nine methods",
     .first = Key{'1'},
     .action =
         [](const Context& context, std::size_t index) {
           if (index < ik::methods().size()) choose_method(ik::methods()[index], context.edit);
         },
     .last = Key{'9'}},
    {"]", "Next scene", Key{']'},
     [](const Context& context, std::size_t) { choose_scene(context, 1); }},
    {"[", "Previous scene", Key{'['},
     [](const Context& context, std::size_t) {
       choose_scene(context, context.shown.scenes.items.size() - 1);
     }},
    {"J", "Jacobian at the effector or at the target", Key{'J'}, &lab::knob::kJacobian},
    {"D", "Clamp D_max on or off", Key{'D'}, &lab::knob::kDMax},
    {.keys = "S",
     .help = "Record, or save the recording",
     .first = Key{'S'},
     .action = Command::kRecordOrStop,
     .synonyms = "stop recording, log, CSV, measure, capture"},
    {.keys = "E",
     .help = "Save the plots as shown",
     .first = Key{'E'},
     .action = save_plots,
     .synonyms = "export, figure, graph, chart, PDF, SVG"},
    {.keys = "F",
     .help = "Show the whole body from the first angle",
     .first = Key{'F'},
     .action = Command::kFrameCamera,
     .synonyms = "camera, home, reset view, fit, zoom"},
    {.keys = "Keypad 1",
     .help = "Look from the front",
     .first = Key::kKeypad1,
     .action = look_from<LookFrom::Side::kFront>,
     .synonyms = "camera, front view"},
    {.keys = "Keypad 3",
     .help = "Look from the right",
     .first = Key::kKeypad3,
     .action = look_from<LookFrom::Side::kRight>,
     .synonyms = "camera, right view, side view"},
    {.keys = "Keypad 7",
     .help = "Look from above",
     .first = Key::kKeypad7,
     .action = look_from<LookFrom::Side::kTop>,
     .synonyms = "camera, top view, plan view"},
    {.keys = "C",
     .help = "Crowd on or off",
     .first = Key{'C'},
     .action = [](Panels& panels) { return &panels.crowd.on; },
     .synonyms = "many bodies, swarm"},
    {"W", "Show the whole crowd", Key{'W'}, Command::kFrameCrowd},
    {"T", "Light or dark theme", Key{'T'},
     [](const Context& context, std::size_t) { context.panels.dark.toggle(); }},
    {.keys = "L",
     .help = "Show or hide the names of effectors and targets",
     .first = Key{'L'},
     .action = [](Panels& panels) { return &panels.targets.names; },
     .synonyms = "labels, tags"},
    {.keys = "H",
     .help = "Hide or show the panels",
     .first = Key{'H'},
     .action = [](Panels& panels) { return &panels.hidden; },
     .synonyms = "full screen, fullscreen, picture alone, interface"},
    {"F2", "Fold or open the left column", Key::kF2,
     [](const Context& context, std::size_t) {
       Arrangement& arrangement = context.panels.arrangement;
       show_column(arrangement, !arrangement.column.shown());
     }},
    {.keys = "F3",
     .help = "Fold or open the page at the right",
     .first = Key::kF3,
     .action =
         [](const Context& context, std::size_t) {
           Arrangement& arrangement = context.panels.arrangement;
           show_page(arrangement, !arrangement.page.shown());
         },
     .in_browser = ""},
    {.keys = "Ctrl 1 … 9",
     .help = "Open one of the pages",
     .first = Key{'1'},
     .action =
         [](const Context& context, std::size_t index) {
           if (index < side_pages().size()) open_page(context.panels, index);
         },
     .last = Key{'9'},
     .control = true,
     .in_browser = ""},
    {.keys = "Ctrl 0",
     .help = "Open the page Reach",
     .first = Key{'0'},
     .action = [](const Context& context,
                  std::size_t) { open_page(context.panels, page_named("Reach")); },
     .control = true,
     .in_browser = ""},
    {.keys = "N",
     .help = "Let the targets stand and solve to the end, or let them move",
     .first = Key{'N'},
     .action =
         [](const Context& context, std::size_t) {
           const bool stands = context.shown.timeline.setup().frozen;
           stand(context.shown.tracker(), !stands, context.edit);
           if (!stands) open_page(context.panels, page_named("Reach"));
         },
     .synonyms = "basins, iterate, converge, standing targets, hold still"},
    {.keys = "F1 or ?",
     .help = "Show or hide this list",
     .first = Key::kF1,
     .action = [](Panels& panels) { return &panels.help; },
     .sign = '?',
     .in_list = true,
     .synonyms = "help, keyboard, keys, shortcuts, hotkeys, mouse",
     .in_browser = "?"},
    {.keys = "Esc",
     .help = "Take back a drag, or close or cancel what is open, topmost first",
     .first = Key::kEscape,
     .action = close_or_cancel,
     .in_list = true},
    {.keys = "G",
     .help = "Show or hide the two closed-form poses",
     .first = Key{'G'},
     .action = [](Panels& panels) { return &panels.closed_form; },
     .synonyms = "analytic solution, elbow up, elbow down"},
    {.keys = "Ctrl K or P",
     .help = "Find a command by its name",
     .first = Key{'K'},
     .action = [](const Context& context,
                  std::size_t) { context.panels.palette = {.open = true, .text = ""}; },
     .other = Key{'P'},
     .control = true,
     .in_browser = "P"},
    {.keys = "Ctrl O",
     .help = "Open a file",
     .first = Key{'O'},
     .action = Command::kOpenFile,
     .control = true,
     .synonyms = "load, browse, upload, import",
     .in_browser = ""},
    {.keys = "Ctrl S",
     .help = "Save the session",
     .first = Key{'S'},
     .action = Command::kSaveSession,
     .control = true,
     .in_browser = ""},
    {.keys = "Ctrl E",
     .help = "Save body, targets and settings as a scene file",
     .first = Key{'E'},
     .action = Command::kSaveScene,
     .control = true,
     .synonyms = "export the scene, convert",
     .in_browser = ""},
    {.keys = "Del",
     .help = "Delete what is chosen on the page Body",
     .first = Key::kDelete,
     .action =
         [](const Context& context, std::size_t) {
           BuildPanel& panel = context.panels.build;
           if (panel.open) build(BuildStep::kDelete, context.shown.tracker(), panel, context.edit);
         },
     .synonyms = "remove the joint, remove the effector, remove the obstacle"},
    {.keys = "O",
     .help = "Show or hide the velocity ellipsoids",
     .first = Key{'O'},
     .action = [](Panels& panels) { return &panels.maths.ellipsoids; },
     .synonyms = "manipulability"},
    {.keys = "V",
     .help = "Show or hide the directions of a singular value",
     .first = Key{'V'},
     .action = [](Panels& panels) { return &panels.maths.directions; },
     .synonyms = "singular vectors, arrows"},
    {.keys = "A",
     .help = "Compare all methods",
     .first = Key{'A'},
     .action = [](const Context& context, std::size_t) { compare_group("all", context.edit); },
     .synonyms = "lanes, versus, benchmark, every method"},
    {.keys = "B",
     .help = "Compare the report's four methods",
     .first = Key{'B'},
     .action = [](const Context& context, std::size_t) { compare_group("report", context.edit); },
     .synonyms = "lanes, versus, Buss, transpose, pseudoinverse, DLS, SDLS"},
    {.keys = "Ctrl Q",
     .help = "Quit",
     .first = Key{'Q'},
     .action = Command::kQuit,
     .control = true,
     .synonyms = "exit, close the window",
     .in_browser = ""},
};

struct HelpRow {
  const char* keys;
  const char* help;
};
constexpr HelpRow kWalk[] = {
    {"Tab", "Next control (Shift Tab: the one before)"},
    {"Enter or Space", "Press the control with the ring; type its number"},
    {"Arrows", "Change the value of the control with the ring"},
};
constexpr HelpRow kMouse[] = {
    {"Left drag", "Rotate the view"},
    {"Right drag", "Move the view (or Shift drag)"},
    {"Wheel", "Zoom the view"},
    {"Click a target", "Show its curve with handles (also a click on its name)"},
    {"Drag a handle", "Change a curve; move or turn a part of the body"},
    {"Click in a plot", "Go to that time (a drag moves the time axis)"},
    {"Shift click", "In a plot: measure differences from there"},
    {"Wheel on a plot", "Zoom the time axis; over its numbers the y axis"},
    {"Double click", "In a plot: fit and back to the present; on a slider: type a number"},
    {"Ctrl click", "On a slider: type a number"},
    {"Right click", "On a slider: reset it; in a plot: copy, save, fit, hide"},
    {"Drag an edge", "Change the size of a column or of the plots (double click: default)"},
};

void help_cells(const Theme& theme, const HelpRow& row) {
  ImGui::TableNextColumn();
  colored(theme.color.accent, row.keys, theme.font.bold);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.help);
}

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

const char* keys_on(const Platform& platform, const Shortcut& shortcut) {
  const bool other = platform.browser && shortcut.in_browser != nullptr;
  return other ? shortcut.in_browser : shortcut.keys;
}

void act(const Shortcut& shortcut, const Context& context, std::size_t index) {
  const ShortcutAction& action = shortcut.action;
  if (const auto* command = std::get_if<Command>(&action)) {
    context.edit.send(*command);
  } else if (const auto* knob = std::get_if<const lab::Knob*>(&action)) {
    toggle((*knob)->name, context.shown.tracker(), context.panels.settings, context.edit);
  } else if (const auto* find = std::get_if<bool* (*)(Panels&)>(&action)) {
    bool& on = *(*find)(context.panels);
    on = !on;
  } else {
    std::get<void (*)(const Context&, std::size_t)>(action)(context, index);
  }
}

namespace {

/// Whether the control with the focus takes the key.
bool is_taken(const Focus& focus, Key key) {
  switch (key) {
    case Key::kSpace:
      return focus.shown;
    case Key::kLeft:
    case Key::kRight:
      return focus.takes_arrows;
    default:
      return false;
  }
}

}  // namespace

void handle_shortcuts(const Context& context) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || context.panels.palette.open) return;
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
    if (is_pressed(Key::kEscape)) close_top_popup();
    return;
  }
  const bool listed = context.panels.help;  // at the frame's start: a shortcut may open the list
  for (const Shortcut& shortcut : kShortcuts) {
    if (listed && !shortcut.in_list) continue;
    if (io.KeyAlt || io.KeySuper) continue;
    const bool other = is_pressed(shortcut.other, shortcut.repeats);
    const bool typed = shortcut.sign != 0 && io.InputQueueCharacters.contains(shortcut.sign);
    if (!io.KeyCtrl && (typed || other)) act(shortcut, context);
    if (io.KeyCtrl != shortcut.control || is_taken(context.panels.focus, shortcut.first)) continue;
    const int first = static_cast<int>(shortcut.first);
    const int last = std::max(first, static_cast<int>(shortcut.last));
    for (int key = first; key <= last; ++key) {
      if (!is_pressed(static_cast<Key>(key), shortcut.repeats)) continue;
      act(shortcut, context, static_cast<std::size_t>(key - first));
    }
  }
}

void help_overlay(const Theme& theme, const Platform& platform, Panels& panels) {
  if (!panels.help) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5F * display.x, 0.5F * display.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  begin_overlay(theme, kKeysOverlay, {24, 20}, 10, ImGuiWindowFlags_AlwaysAutoResize);
  colored(theme.color.text, "Keyboard and mouse", theme.font.title);
  ImGui::Spacing();
  // the whole list, in two columns if needed and if the window is wide enough; otherwise it scrolls
  const ImGuiStyle& style = ImGui::GetStyle();
  const float keys = theme.px(104) + 2.0F * style.CellPadding.x;
  std::vector<HelpRow> rows;
  for (const Shortcut& shortcut : kShortcuts) {
    const char* const names = keys_on(platform, shortcut);
    if (*names != '\0') rows.push_back({names, shortcut.help});
  }
  // in a browser, Tab belongs to the page
  if (!platform.browser) rows.insert(rows.end(), std::begin(kWalk), std::end(kWalk));
  rows.insert(rows.end(), std::begin(kMouse), std::end(kMouse));
  float words = 0.0F;
  for (const HelpRow& row : rows) words = std::max(words, ImGui::CalcTextSize(row.help).x);
  const float each = keys + words + 4.0F * style.CellPadding.x;
  const float most = display.x - theme.px(2 * 24 + 16);
  const auto height_of = [&](std::size_t columns) {
    return static_cast<float>((rows.size() + columns - 1) / columns) *
               (ImGui::GetTextLineHeight() + 2.0F * style.CellPadding.y) +
           theme.px(4);
  };
  // height of the title, the button and the margins
  const float rest = ImGui::GetCursorPosY() + ImGui::GetFrameHeightWithSpacing() +
                     2.0F * style.ItemSpacing.y + theme.px(20 + 16);
  const bool two = height_of(1) > display.y - rest && 2.0F * each + style.ScrollbarSize <= most;
  const std::size_t columns = two ? 2 : 1, count = (rows.size() + columns - 1) / columns;
  const float wide = static_cast<float>(columns) * each + style.ScrollbarSize;
  ImGui::BeginChild("list", {std::min(wide, most),
                             std::clamp(display.y - rest, theme.px(40), height_of(columns))});
  if (ImGui::BeginTable("keys", static_cast<int>(2 * columns), ImGuiTableFlags_SizingFixedFit)) {
    for (std::size_t i = 0; i < columns; ++i) {
      ImGui::TableSetupColumn("key", 0, theme.px(104));
      ImGui::TableSetupColumn("help", 0, two ? words : 0.0F);
    }
    for (std::size_t i = 0; i < count; ++i) {
      ImGui::TableNextRow();
      for (std::size_t row = i; row < rows.size(); row += count) help_cells(theme, rows[row]);
    }
    ImGui::EndTable();
  }
  fade_scrolled_ends(theme);
  ImGui::EndChild();
  ImGui::Spacing();
  if (ImGui::Button("Close")) panels.help = false;
  mark("help", "close");
  if (const Focus* focus = present_focus(); focus != nullptr && focus->rects != nullptr) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    (*focus->rects)["help"] = {corner, corner + size};
  }
  ImGui::End();
}

}  // namespace ui
