#include "ui/shell/command_palette.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "lab/scene/knobs.h"
#include "ui/shell/shortcuts.h"

namespace ui {
namespace {

bool is_called(const ik::Knob& knob, const std::string& name) {
  return same_words(name, knob.name) || same_words(name, knob.label) ||
         (knob.symbol != nullptr && same_words(name, knob.symbol)) ||
         (knob.alias != nullptr && same_words(name, knob.alias));
}

/// "d-max" and "0" of "d-max 0".
struct NameAndValue {
  std::string name, value;
};

/// The row that sets a knob to the typed value; none if the knob neither accepts it nor is named.
/// \param label of the knob in the list
std::optional<PaletteRow> value_row(const ik::Knob& knob, const std::string& label,
                                    const NameAndValue& typed,
                                    std::function<void(const Context&, double)> set) {
  const std::optional<double> number = lab::parse_value(knob, typed.value);
  PaletteRow row{.name = {}, .keys = knob.name, .synonyms = knob.synonyms};
  row.is_named = is_called(knob, typed.name);
  if (number) {
    const char* const unit = knob.kind == ik::KnobKind::kNumber ? knob.unit : "";
    row.name = label + " → " + lab::with_unit_behind(typed.value, unit);
    row.act = [set = std::move(set), number](const Context& c) { set(c, *number); };
  } else if (row.is_named) {
    row.name = label + ": expected " + knob.expectation();
    row.refuses = true;
  } else {
    return std::nullopt;
  }
  return row;
}

constexpr const char* kOfMethods = "solver, algorithm, IK, inverse kinematics";

using Rows = std::vector<PaletteRow>;

void add(Rows& list, PaletteRow row, std::function<void(const Context&)> act) {
  row.act = std::move(act);
  list.push_back(std::move(row));
}

/// A row that sends an action.
template <class Sent>
void add_sent(Rows& list, std::string name, std::string synonyms, Sent action) {
  add(list, {.name = std::move(name), .synonyms = std::move(synonyms)},
      [action = std::move(action)](const Context& c) { c.edit.send(action); });
}

void add_methods(Rows& list) {
  for (const bool compares : {false, true}) {
    for (const ik::MethodInfo& info : ik::methods()) {
      add(list,
          {.name = (compares ? "Compare with: " : "Method: ") + std::string(info.label),
           .keys = info.id,
           .synonyms = std::string(info.synonyms) + ", " + kOfMethods},
          [&info, change = compares ? &add_lane : &choose_method](const Context& c) {
            change(info, c.edit);
          });
    }
  }
}

/// Adds a row that writes the start of a command into the text field; the user adds the value.
/// \param name on the command line
void add_value(Rows& list, const std::string& label, const std::string& name,
               const std::string& synonyms = {}) {
  add(list, {.name = label + " …", .keys = name, .synonyms = synonyms},
      [label](const Context& c) { c.panels.palette = {.open = true, .text = label + " "}; });
}

std::vector<lab::Knob> own_knobs(const ik::MethodInfo& method) {
  std::vector<lab::Knob> list = lab::knobs(method);
  std::erase_if(list, [](const lab::Knob& knob) { return !knob.is_own; });
  return list;
}

void add_settings(const LabView& shown, Rows& list) {
  for (const lab::Knob& knob : lab::knobs(shown.tracker().method_info())) {
    const bool is_switch = knob.kind == ik::KnobKind::kSwitch;
    if (!is_switch) add_value(list, knob.label, knob.name, knob.synonyms);
    if (!is_switch && !knob.can_be_off) continue;
    add(list,
        {.name = std::string(knob.label) + " on or off",
         .keys = knob.name,
         .synonyms = knob.synonyms},
        [name = knob.name](const Context& c) {
          toggle(name, c.shown.tracker(), c.panels.settings, c.edit);
        });
  }
  add_value(list, kSpeed.label, kSpeed.name, kSpeed.synonyms);
}

/// "γ_max – Selectively damped least squares", of a method that is not the front lane's
std::string other_title(const lab::Knob& knob, const ik::MethodInfo& method) {
  return std::string(knob.label) + " – " + method.label;
}

/// Rows that switch to the method of a parameter.
void add_other_params(const LabView& shown, Rows& list) {
  for (const ik::MethodInfo& method : ik::methods()) {
    if (&method == &shown.tracker().method_info()) continue;
    for (const lab::Knob& knob : own_knobs(method)) {
      add(list,
          {.name = other_title(knob, method), .keys = knob.name, .is_of_another_method = true},
          [&method](const Context& c) { choose_method(method, c.edit); });
    }
  }
}

/// Rows that set a setting or a parameter to the value at the end of the text. Rows of
/// another method's parameter also switch to it.
void add_values(const LabView& shown, const std::string& text, Rows& list) {
  const std::size_t space = text.find_last_of(' ');
  if (space == std::string::npos || space + 1 == text.size()) return;
  const NameAndValue typed{text.substr(0, space), text.substr(space + 1)};
  const lab::Tracker& tracker = shown.tracker();
  const ik::MethodInfo& front = tracker.method_info();
  bool named = false;  // a knob of the front lane
  const auto add_row = [&](std::optional<PaletteRow> row) {
    if (!row) return;
    named |= row->is_named;
    list.push_back(std::move(*row));
  };
  for (const lab::Knob& knob : lab::knobs(front)) {
    auto row = value_row(knob, knob.label, typed, [knob](const Context& c, double value) {
      say_if_unused(knob, c.shown.tracker(), c.edit);
      set(knob, value, c.edit);
    });
    if (row) row->note = why_unused(knob, tracker);
    add_row(std::move(row));
  }
  add_row(value_row(kSpeed, kSpeed.label, typed,
                    [](const Context& c, double value) { c.edit.send(SetSpeed{value}); }));
  if (named) return;
  for (const ik::MethodInfo& method : ik::methods()) {
    if (&method == &front) continue;
    for (const lab::Knob& knob : own_knobs(method)) {
      auto row = value_row(knob, other_title(knob, method), typed,
                           [&method, knob](const Context& c, double value) {
                             choose_method(method, c.edit);
                             set(knob, value, c.edit);
                           });
      if (row) {
        row->is_of_another_method = true;
        row->is_named = row->refuses;  // similar rows of the front lane come first
      }
      add_row(std::move(row));
    }
  }
}

void add_files(const LabView& shown, Rows& list) {
  add_sent(list, "Copy the set-up as text", "clipboard, share, export", Command::kCopySetup);
  add_sent(list, "Paste a set-up from text", "clipboard, import", Command::kPasteSetup);
  add_sent(list, "Copy a link to this set-up", "web link, share, URL, address, clipboard",
           Command::kCopyLink);
  add_sent(list, "Copy a link to the view",
           "web link, share, URL, address, clipboard, run, time, camera, page, plots",
           Command::kCopyView);
  add_sent(list, "Copy as iframe", "embed, HTML, course, page of your own, figure, clipboard",
           Command::kCopyFrame);
  if (!shown.platform.browser) add_value(list, kWebPage, "", "URL, host, iframe");
  add_sent(list, "Save a picture of the window", "screenshot, screen shot, image, PNG",
           Command::kScreenshot);
  add_sent(list, shown.saving.filmed ? "Stop the video" : "Make a video of the window",
           "film, movie, screen recording, MP4", Command::kFilmOrStop);
  if (shown.saving.shows_folder) {
    add_sent(list, "Open the folder of recordings", "file manager, directory, show files",
             OpenFolder{shown.saving.path});
  }
  const bool frozen = shown.timeline.setup().frozen;
  add(list,
      {.name = frozen ? "Unfreeze the targets" : "Freeze the targets",
       .synonyms = "hold still, stop the targets, standing targets"},
      [frozen](const Context& c) { set_frozen(!frozen, c.edit); });
  add(list, {.name = "Show the tour", .synonyms = "tutorial, introduction, guide, getting started"},
      [](const Context& c) { c.panels.tour = {.open = true, .card = 0}; });
  add(list, {.name = "Watch it shake", .synonyms = "demonstration, demo, example"},
      [](const Context& c) { watch_it_shake(c.panels); });
}

/// A row that sets the address behind kWebPage, and copies a link that begins with it.
void add_web_page(const std::string& text, Rows& list) {
  const std::string begin = std::string(kWebPage) + " ";
  if (!text.starts_with(begin)) return;
  const std::string address = text.substr(begin.size(), text.find_first_of("?#") - begin.size());
  if (!is_address(address)) {
    list.push_back({.name = std::string(kWebPage) + ": expected https://…",
                    .is_named = true,
                    .refuses = true});
    return;
  }
  add(list, {.name = "Links begin with " + address, .is_named = true}, [address](const Context& c) {
    c.panels.web_page = address;
    c.edit.send(Command::kCopyView);
  });
}

void add_pictures(Rows& list) {
  constexpr const char* kOfPictures = "screenshot, image, PNG, render, high resolution, slides";
  const std::pair<int, const char*> sizes[] = {
      {1, ""}, {2, ", twice as large"}, {4, ", four times as large"}};
  for (const bool transparent : {false, true}) {
    for (const auto& [scale, words] : sizes) {
      add_sent(list,
               std::string("Save a picture of the body") + words +
                   (transparent ? ", without background" : ""),
               std::string(kOfPictures) + (transparent ? ", transparent" : ""),
               TakePicture{.scale = scale, .transparent = transparent});
    }
  }
  add_sent(list, "Copy a picture of the body", "clipboard, screenshot, image",
           TakePicture{.copies = true});
  add(list, {.name = "Copy a picture of the plots", .synonyms = "clipboard, figure, image"},
      [](const Context& c) {
        c.edit.send(
            CopyPlots{visible_plots(c.shown.timeline, c.shown.seen.histories, c.panels.plots),
                      CopyPlots::As::kPicture});
      });
  add(list, {.name = "Other pictures of the body", .synonyms = kOfPictures},
      [](const Context& c) { c.panels.palette = {.open = true, .text = "a picture of the body"}; });
}

/// Adds to the body, and opens its page.
void add_building(const ik::Multibody& body, Rows& list) {
  const auto row = [&list](const char* name, BuildStep step, const char* synonyms) {
    add(list, {.name = name, .synonyms = synonyms}, [step](const Context& c) {
      open_page(c.panels, page_named("Body"));
      build(step, c.shown.tracker(), c.panels.build, c.edit);
    });
  };
  row("Add a joint to the body", BuildStep::kAddJoint, "build, hinge, slide, link, extend");
  row("Add an effector to the body", BuildStep::kAddEffector, "build, end effector, hand, goal");
  row("Add an obstacle", BuildStep::kAddObstacle, "build, ball, capsule, collision");
  add(list,
      {.name = "New body: a hinge with a link",
       .synonyms = "start a new body, build, new scene, from scratch"},
      [](const Context& c) {
        open_page(c.panels, page_named("Body"));
        c.edit.send(Command::kNewBody);
      });
  for (int i = 0; i < body.effector_count(); ++i) {
    for (std::size_t kind = 0; kind < std::size(kAimWords); ++kind) {
      add(list,
          {.name = "Aim of effector " + body.effector(i).name + ": " + kAimWords[kind],
           .synonyms = "rotation, attitude, point at, look at, goal of orientation"},
          [i, kind](const Context& c) {
            open_page(c.panels, page_named("Body"));
            set_aim(i, static_cast<ik::AimKind>(kind), c.shown.tracker().pose(), c.panels.build,
                    c.edit);
          });
    }
  }
}

/// Poses solved to the end; each row opens the page.
void add_reach(const LabView& shown, Rows& list) {
  const auto row = [&list](std::string name, const char* synonyms,
                           std::function<void(const Context&)> act) {
    add(list, {.name = std::move(name), .synonyms = synonyms}, [act](const Context& c) {
      open_page(c.panels, page_named("Reach"));
      act(c);
    });
  };
  row("Show or hide the solutions in the picture", "ghosts, elbow up, elbow down, inverse",
      [](const Context& c) { c.panels.reach.ghosts = !c.panels.reach.ghosts; });
  row("Show or hide the shape of the reach", "workspace, capability map, reachability, cloud",
      [](const Context& c) { c.panels.reach.cloud = !c.panels.reach.cloud; });
  row("Solve from anywhere", "search, attempts, inverse kinematics, global", [](const Context& c) {
    if (!c.shown.timeline.setup().frozen) stand(c.shown.tracker(), true, c.edit);
    c.edit.send(Command::kSolve);
  });
  if (shown.reach.map != nullptr) {
    row("Save the map of start poses", "basins, fractal, figure, export, SVG, PNG",
        [](const Context& c) { c.edit.send(Command::kSaveBasins); });
  }
  for (const ShownSolution& solution : shown.reach.solutions) {
    row("Take the solution " + solution.name, "pose, go to, posture",
        [theta = solution.theta, name = solution.name](const Context& c) {
          start_at(theta, "take " + name, c.edit);
        });
  }
}

void add_crowd(Rows& list) {
  const std::pair<const char*, lab::CrowdTone> tones[] = {{"method", lab::CrowdTone::kMethod},
                                                          {"error", lab::CrowdTone::kError},
                                                          {"status", lab::CrowdTone::kStatus}};
  for (const auto& [what, tone] : tones) {
    add(list, {.name = std::string("Colour the crowd by ") + what, .synonyms = "color, tone"},
        [chosen = tone](const Context& c) {
          c.panels.crowd.on = true;
          c.panels.crowd.wish.tone = chosen;
        });
  }
}

void add_targets(const LabView& shown, Rows& list) {
  const ik::Multibody& body = shown.tracker().multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    const std::string& name = body.effector(i).name;
    add(list,
        {.name = "Show the curve of target " + name,
         .synonyms = "handles, select, edit the curve, amplitude, centre, center, path, course"},
        [i](const Context& c) { c.panels.targets.selected = i; });
    for (std::size_t fit = 0; fit < std::size(kCurveFitWords); ++fit) {
      add(list,
          {.name = "Curve of target " + name + ": " + kCurveFitWords[fit],
           .synonyms = "new curve, made to measure, path, course"},
          [i, fit](const Context& c) {
            fit_curve(i, static_cast<lab::CurveFit>(fit), c.shown.timeline.setup(), c.edit);
          });
    }
    add(list,
        {.name = "Let the target of " + name + " jump aside",
         .synonyms = "leap, disturbance, step response"},
        [i](const Context& c) {
          const lab::Timeline& timeline = c.shown.timeline;
          set_target(i, lab::jumped(timeline.setup(), i, timeline.now()), c.edit);
        });
  }
  add(list, {.name = "Show or hide the trails", .synonyms = "trace, path, track, tail, history"},
      [](const Context& c) { c.panels.targets.trails = !c.panels.targets.trails; });
}

/// The groups of joints that can move alone, and the lanes.
void add_parts(const lab::Setup& setup, Rows& list) {
  const auto& groups = setup.scene->groups;
  const auto row = [&list](const std::string& what, std::optional<std::size_t> group) {
    add(list,
        {.name = "Group of joints: " + what,
         .synonyms = "move alone, freeze the other joints, limb, arm, leg, chain"},
        [group](const Context& c) { choose_group(group, c.edit); });
  };
  if (!groups.empty()) row("every joint", std::nullopt);
  for (std::size_t i = 0; i < groups.size(); ++i) row(groups[i].name, i);
  if (setup.lanes.size() < 2) return;
  add(list,
      {.name = "Remove other lanes",
       .synonyms = "keep only this lane, front lane alone, single method, end the comparison"},
      [](const Context& c) { remove_other_lanes(c.edit); });
}

void add_views(const ik::Multibody& body, Rows& list) {
  const auto follow = [&list](const std::string& what, const std::optional<Followed>& followed) {
    add(list, {.name = "Follow " + what, .synonyms = "camera, track"},
        [followed](const Context& c) { c.panels.followed = followed; });
  };
  follow("nothing", std::nullopt);
  for (int i = 0; i < body.effector_count(); ++i) {
    follow("effector " + body.effector(i).name, Followed{i, false});
    follow("target " + body.effector(i).name, Followed{i, true});
  }
  add_sent(list, "Look from the left", "camera, left view, side view",
           LookFrom{LookFrom::Side::kLeft});
  add_sent(list, "Look from the back", "camera, back view, rear view",
           LookFrom{LookFrom::Side::kBack});
}

void add_looks(Rows& list) {
  const std::pair<const char*, LaneLook> looks[] = {{"Other lanes as ghosts", LaneLook::kGhosts},
                                                    {"Other lanes solid", LaneLook::kSolid},
                                                    {"Other lanes hidden", LaneLook::kHidden}};
  for (const auto& [name, look] : looks) {
    add(list, {.name = name, .synonyms = "overlay, transparent, companions"},
        [chosen = look](const Context& c) {
          c.panels.lanes.look = chosen;
          c.panels.lanes.apart = false;  // only overlaid lanes have looks
        });
  }
  add(list, {.name = "Lanes side by side or overlaid", .synonyms = "grid, tiles, split view"},
      [](const Context& c) { c.panels.lanes.apart = !c.panels.lanes.apart; });
}

void add_themes(const Platform& platform, Rows& list) {
  for (const bool dark : {false, true}) {
    add(list,
        {.name = dark ? "Theme: dark" : "Theme: light",
         .synonyms = dark ? "dark mode, night mode, black" : "light mode, day, white"},
        [dark](const Context& c) { c.panels.dark.chosen = dark; });
  }
  add(list,
      {.name = "More contrast on or off", .synonyms = "high contrast, readable, accessibility"},
      [](const Context& c) { c.panels.contrast.toggle(); });
  if (!platform.browser) {  // a browser has its own frames, and a theme that it asks for
    add(list,
        {.name = "Calm: 30 frames a second, on or off",
         .synonyms = "battery, power, laptop, frame rate, fps, slow computer"},
        [](const Context& c) { c.panels.calm.toggle(); });
    return;
  }
  add(list, {.name = "Theme: as the system", .synonyms = "automatic, dark mode, contrast"},
      [](const Context& c) { c.panels.dark.chosen = c.panels.contrast.chosen = std::nullopt; });
}

void add_text_sizes(Rows& list) {
  constexpr const char* kOfSize = "font size, scale of the window, zoom, readable";
  for (const bool larger : {true, false}) {
    add(list, {.name = larger ? "Larger text" : "Smaller text", .synonyms = kOfSize},
        [larger](const Context& c) {
          c.panels.text_size = next_text_size(c.panels.text_size, larger);
        });
  }
  add(list, {.name = "Text of the usual size", .synonyms = kOfSize},
      [](const Context& c) { c.panels.text_size = 1.0; });
}

void add_plots(const LabView& shown, Rows& list) {
  const lab::Runs runs{shown.timeline.setup(), shown.seen.histories};
  for (const lab::SignalInfo& signal : lab::signals()) {
    if (!lab::has(runs, signal.signal)) continue;
    add(list,
        {.name = std::string("Plot: ") + signal.label,
         .keys = signal.id,
         .synonyms = signal.synonyms},
        [&signal](const Context& c) { c.panels.plots.views[0].choice.signal = signal.signal; });
  }
}

}  // namespace

std::vector<PaletteRow> commands(const LabView& shown, const std::string& text) {
  Rows list;
  if (is_address(text)) {
    add(list, {.name = "Open this link", .is_named = true},
        [text](const Context& c) { c.edit.send(OpenLink{text}); });
    return list;
  }
  add_web_page(text, list);
  add_values(shown, text, list);
  for (const Shortcut& shortcut : shortcuts()) {
    // a range of keys is not one command
    if (shortcut.last != Key::kNone) continue;
    if (!shown.platform.quits && shortcut.action == ShortcutAction(Command::kQuit)) continue;
    std::string synonyms = shortcut.synonyms;
    if (shortcut.action == ShortcutAction(Command::kOpenFile) && !shown.scenes.formats.empty()) {
      synonyms.append(", ") += shown.scenes.formats;
    }
    add(list,
        {.name = shortcut.help,
         .keys = keys_on(shown.platform, shortcut),
         .synonyms = std::move(synonyms)},
        [&shortcut](const Context& c) { act(shortcut, c); });
  }
  add_methods(list);
  for (std::size_t i = 0; i < shown.scenes.items.size(); ++i) {
    const SceneItem& scene = shown.scenes.items[i];
    add(list, {.name = "Scene: " + scene.name, .keys = scene.id, .description = scene.description},
        [i](const Context& c) { c.edit.send(LoadScene{i}); });
  }
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    const SidePage& page = side_pages()[i];
    add(list, {.name = std::string("Page: ") + page.name, .synonyms = page.synonyms},
        [i](const Context& c) { open_page(c.panels, i); });
  }
  add_settings(shown, list);
  add_other_params(shown, list);
  add_themes(shown.platform, list);
  add_text_sizes(list);
  add_plots(shown, list);
  add_targets(shown, list);
  add_views(shown.tracker().multibody(), list);
  add_looks(list);
  add_parts(shown.timeline.setup(), list);
  add_reach(shown, list);
  add_crowd(list);
  add_building(shown.tracker().multibody(), list);
  add_files(shown, list);
  add_pictures(list);
  // a command that has a shortcut is already in the list
  std::set<std::string> names;
  std::erase_if(list, [&names](const PaletteRow& c) { return !names.insert(c.name).second; });
  return list;
}

}  // namespace ui
