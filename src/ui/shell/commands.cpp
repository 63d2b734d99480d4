#include "ui/shell/command_palette.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "lab/scene/number_text.h"
#include "ui/shell/shortcuts.h"

namespace ui {
namespace {

// of all methods, and of the speed of the run
constexpr const char* kOfMethods = "solver, algorithm, IK, inverse kinematics";
constexpr const char* kOfSpeed =
    "faster, slower, slow motion, real time, playback speed, playback rate";

void add_methods(std::vector<PaletteRow>& list) {
  for (const bool compares : {false, true}) {
    for (const ik::MethodInfo& info : ik::methods()) {
      list.push_back({.name = (compares ? "Compare with: " : "Method: ") + std::string(info.label),
                      .keys = info.id,
                      .act = [&info, change = compares ? &add_lane : &choose_method](
                                 const Context& c) { change(info, c.edit); },
                      .synonyms = std::string(info.synonyms) + ", " + kOfMethods});
    }
  }
}

/// A row that writes the start of a command into the text field; the user adds the value.
/// \param name on the command line
PaletteRow value_row(const std::string& label, const std::string& name,
                     const std::string& synonyms = {}) {
  return {.name = label + " …",
          .keys = name,
          .act =
              [label](const Context& context) {
                context.panels.palette = {.open = true, .text = label + " "};
              },
          .synonyms = synonyms};
}

/// Calls `with` for each parameter of a method that is not one of all methods' settings.
template <class With>
void for_own_params(const ik::MethodInfo& method, With with) {
  method.make().visit([&with](const ik::ParamInfo& info, ik::ParamValue) {
    if (lab::setting_of_param(info.name) == nullptr) with(info);
  });
}

void add_settings(const LabView& shown, std::vector<PaletteRow>& list) {
  for (const lab::SettingInfo& setting : lab::settings()) {
    const bool is_switch = setting.kind == lab::SettingKind::kSwitch;
    if (!is_switch) list.push_back(value_row(setting.label, setting.name, setting.synonyms));
    if (!is_switch && !setting.can_be_off) continue;
    list.push_back({.name = std::string(setting.label) + " on or off",
                    .keys = setting.name,
                    .act =
                        [&setting](const Context& c) {
                          toggle(setting, c.shown.tracker(), c.panels.settings, c.edit);
                        },
                    .synonyms = setting.synonyms});
  }
  list.push_back(value_row("Speed", "speed", kOfSpeed));
  for_own_params(shown.tracker().method_info(), [&list](const ik::ParamInfo& info) {
    list.push_back(value_row(info.label, info.name));
  });
}

/// "γ_max – Selectively damped least squares": a parameter of a method that is not the front
/// lane's.
std::string other_title(const ik::ParamInfo& param, const ik::MethodInfo& method) {
  return std::string(param.label) + " – " + method.label;
}

/// Rows that switch to the method of a parameter.
void add_other_params(const LabView& shown, std::vector<PaletteRow>& list) {
  for (const ik::MethodInfo& method : ik::methods()) {
    if (&method == &shown.tracker().method_info()) continue;
    for_own_params(method, [&](const ik::ParamInfo& param) {
      list.push_back({.name = other_title(param, method),
                      .keys = param.name,
                      .act = [&method](const Context& c) { choose_method(method, c.edit); },
                      .is_of_another_method = true});
    });
  }
}

/// Rows that set a setting or a parameter to the value at the end of the text. Those of a parameter
/// of another method also switch to it.
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
    list.push_back({.name = title(setting.label, numeric ? setting.unit : ""),
                    .keys = setting.name,
                    .act = [&setting, number](const Context& c) { set(setting, *number, c.edit); },
                    .synonyms = setting.synonyms});
  }
  const std::optional<double> speed = lab::parse_number(value);
  if (speed && *speed >= kMinSpeed && *speed <= kMaxSpeed) {
    list.push_back({.name = title("Speed", "×"),
                    .keys = "speed",
                    .act = [speed](const Context& c) { c.edit.send(SetSpeed{*speed}); },
                    .synonyms = kOfSpeed});
  }
  const ik::MethodInfo& front = shown.tracker().method_info();
  for (const ik::MethodInfo& method : ik::methods()) {
    const bool other = &method != &front;
    for_own_params(method, [&](const ik::ParamInfo& info) {
      const std::optional<double> number = lab::parse_param(method, info.name, value);
      if (!number) return;
      list.push_back({.name = title(other ? other_title(info, method) : info.label, info.unit),
                      .keys = info.name,
                      .act =
                          [&method, info, number](const Context& c) {
                            choose_method(method, c.edit);
                            set_param(info, *number, c.edit);
                          },
                      .is_of_another_method = other});
    });
  }
}

void add_files(const LabView& shown, std::vector<PaletteRow>& list) {
  const auto command = [&list](const char* name, const char* synonyms, Command sent) {
    list.push_back({.name = name,
                    .act = [sent](const Context& context) { context.edit.send(sent); },
                    .synonyms = synonyms});
  };
  command("Copy the set-up as text", "clipboard, share, export", Command::kCopySetup);
  command("Paste a set-up from text", "clipboard, import", Command::kPasteSetup);
  if (shown.platform.links) {
    command("Copy a link to this set-up", "share, URL, address, clipboard", Command::kCopyLink);
  }
  command("Save a picture of the window", "screenshot, screen shot, image, PNG",
          Command::kScreenshot);
  command(shown.saving.filmed ? "Stop the video" : "Make a video of the window",
          "film, movie, screen recording, MP4", Command::kFilmOrStop);
  const bool frozen = shown.timeline.setup().frozen;
  list.push_back({.name = frozen ? "Unfreeze the targets" : "Freeze the targets",
                  .act = [frozen](const Context& context) { set_frozen(!frozen, context.edit); },
                  .synonyms = "hold still, stop the targets, standing targets"});
  list.push_back(
      {.name = "Show the tour",
       .act = [](const Context& context) { context.panels.tour = {.open = true, .card = 0}; },
       .synonyms = "tutorial, introduction, guide, getting started"});
  list.push_back({.name = "Watch it shake",
                  .act =
                      [](const Context& context) {
                        context.panels.tour = {};
                        context.panels.demonstration = {.open = true};
                      },
                  .synonyms = "demonstration, demo, example"});
}

/// Adds to the body, and opens its page.
void add_building(std::vector<PaletteRow>& list) {
  const auto row = [&list](const char* name, BuildStep step, const char* synonyms) {
    list.push_back({.name = name,
                    .act =
                        [step](const Context& c) {
                          open_page(c.panels, page_named("Body"));
                          build(step, c.shown.tracker(), c.panels.build, c.edit);
                        },
                    .synonyms = synonyms});
  };
  row("Add a joint to the body", BuildStep::kAddJoint, "build, hinge, slide, link, extend");
  row("Add an effector to the body", BuildStep::kAddEffector, "build, end effector, hand, goal");
  row("Add an obstacle", BuildStep::kAddObstacle, "build, ball, capsule, collision");
  list.push_back({.name = "New body: a hinge with a link",
                  .act =
                      [](const Context& c) {
                        open_page(c.panels, page_named("Body"));
                        c.edit.send(Command::kNewBody);
                      },
                  .synonyms = "start a new body, build, new scene, from scratch"});
}

void add_crowd(std::vector<PaletteRow>& list) {
  const std::pair<const char*, lab::CrowdTone> tones[] = {
      {"Colour the crowd by method", lab::CrowdTone::kMethod},
      {"Colour the crowd by error", lab::CrowdTone::kError},
      {"Colour the crowd by status", lab::CrowdTone::kStatus}};
  for (const auto& [name, tone] : tones) {
    list.push_back({.name = name,
                    .act =
                        [tone = tone](const Context& context) {
                          context.panels.crowd.on = true;
                          context.panels.crowd.wish.tone = tone;
                        },
                    .synonyms = "color, tone"});
  }
}

void add_targets(const LabView& shown, std::vector<PaletteRow>& list) {
  const ik::Multibody& body = shown.tracker().multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    const std::string& name = body.effector(i).name;
    list.push_back(
        {.name = "Show the curve of target " + name,
         .act = [i](const Context& context) { context.panels.targets.selected = i; },
         .synonyms = "handles, select, edit the curve, amplitude, centre, center, path, course"});
    for (std::size_t fit = 0; fit < std::size(kCurveFitWords); ++fit) {
      list.push_back({.name = "Curve of target " + name + ": " + kCurveFitWords[fit],
                      .act =
                          [i, fit](const Context& context) {
                            fit_curve(i, static_cast<lab::CurveFit>(fit),
                                      context.shown.timeline.setup(), context.edit);
                          },
                      .synonyms = "new curve, made to measure, path, course"});
    }
    list.push_back({.name = "Let the target of " + name + " jump aside",
                    .act =
                        [i](const Context& context) {
                          const lab::Timeline& timeline = context.shown.timeline;
                          set_target(i, lab::jumped(timeline.setup(), i, timeline.now()),
                                     context.edit);
                        },
                    .synonyms = "leap, disturbance, step response"});
  }
  list.push_back({.name = "Show or hide the trails",
                  .act =
                      [](const Context& context) {
                        bool& trails = context.panels.targets.trails;
                        trails = !trails;
                      },
                  .synonyms = "trace, path, track, tail, history"});
}

void add_views(const ik::Multibody& body, std::vector<PaletteRow>& list) {
  const auto follow = [&list](const std::string& what, const std::optional<Followed>& followed) {
    list.push_back(
        {.name = "Follow " + what,
         .act = [followed](const Context& context) { context.panels.followed = followed; },
         .synonyms = "camera, track"});
  };
  follow("nothing", std::nullopt);
  for (int i = 0; i < body.effector_count(); ++i) {
    follow("effector " + body.effector(i).name, Followed{i, false});
    follow("target " + body.effector(i).name, Followed{i, true});
  }
  const auto look = [&list](const char* name, LookFrom::Side side, const char* synonyms) {
    list.push_back({.name = name,
                    .act = [side](const Context& context) { context.edit.send(LookFrom{side}); },
                    .synonyms = synonyms});
  };
  look("Look from the left", LookFrom::Side::kLeft, "camera, left view, side view");
  look("Look from the back", LookFrom::Side::kBack, "camera, back view, rear view");
}

void add_looks(std::vector<PaletteRow>& list) {
  const std::pair<const char*, LaneLook> looks[] = {{"Other lanes as ghosts", LaneLook::kGhosts},
                                                    {"Other lanes solid", LaneLook::kSolid},
                                                    {"Other lanes hidden", LaneLook::kHidden}};
  for (const auto& [name, look] : looks) {
    list.push_back({.name = name,
                    .act =
                        [look = look](const Context& context) {
                          context.panels.lanes.look = look;
                          context.panels.lanes.apart = false;  // looks are those of overlaid lanes
                        },
                    .synonyms = "overlay, transparent, companions"});
  }
  list.push_back(
      {.name = "Lanes side by side or overlaid",
       .act =
           [](const Context& context) { context.panels.lanes.apart = !context.panels.lanes.apart; },
       .synonyms = "grid, tiles, split view"});
}

void add_plots(const LabView& shown, std::vector<PaletteRow>& list) {
  const lab::Runs runs{shown.timeline.setup(), shown.seen.histories};
  for (const lab::SignalInfo& signal : lab::signals()) {
    if (!lab::has(runs, signal.signal)) continue;
    list.push_back({.name = std::string("Plot: ") + signal.label,
                    .keys = signal.id,
                    .act =
                        [which = signal.signal](const Context& context) {
                          context.panels.plots.views[0].choice.signal = which;
                        },
                    .synonyms = signal.synonyms});
  }
}

}  // namespace

std::vector<PaletteRow> commands(const LabView& shown, const std::string& text) {
  std::vector<PaletteRow> list;
  add_values(shown, text, list);
  for (const Shortcut& shortcut : shortcuts()) {
    // a range of keys is not one command
    if (shortcut.last != Key::kNone) continue;
    if (!shown.platform.quits && shortcut.action == ShortcutAction(Command::kQuit)) continue;
    list.push_back({.name = shortcut.help,
                    .keys = keys_on(shown.platform, shortcut),
                    .act = [&shortcut](const Context& context) { act(shortcut, context); },
                    .synonyms = shortcut.synonyms});
  }
  add_methods(list);
  for (std::size_t i = 0; i < shown.scenes.items.size(); ++i) {
    const SceneItem& scene = shown.scenes.items[i];
    list.push_back({.name = "Scene: " + scene.name,
                    .keys = scene.id,
                    .act = [i](const Context& context) { context.edit.send(LoadScene{i}); },
                    .description = scene.description});
  }
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    list.push_back({.name = std::string("Page: ") + side_pages()[i].name,
                    .act = [i](const Context& context) { open_page(context.panels, i); },
                    .synonyms = side_pages()[i].synonyms});
  }
  add_settings(shown, list);
  add_other_params(shown, list);
  for (const bool dark : {false, true}) {
    list.push_back({.name = dark ? "Theme: dark" : "Theme: light",
                    .act = [dark](const Context& context) { context.panels.dark = dark; },
                    .synonyms = dark ? "dark mode, night mode, black" : "light mode, day, white"});
  }
  add_plots(shown, list);
  add_targets(shown, list);
  add_views(shown.tracker().multibody(), list);
  add_looks(list);
  add_crowd(list);
  add_building(list);
  add_files(shown, list);
  // a command that has a shortcut is already in the list
  std::set<std::string> names;
  std::erase_if(list, [&names](const PaletteRow& c) { return !names.insert(c.name).second; });
  return list;
}

}  // namespace ui
