#include "app/window/preferences.h"

#include <algorithm>
#include <exception>

#include "app/window/platform.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "io/setup/setup_json.h"

namespace app {
namespace {

constexpr double kStillFor = 1.0;              ///< s without a change before a save
constexpr const char* kOwnBody = "body.json";  ///< file beside the preferences

const ik::MethodInfo* method_for(const std::string& asked, const std::string& kept) {
  for (const std::string& id : {asked, kept, io::Preferences().method}) {
    if (const ik::MethodInfo* method = ik::find_method(id)) return method;
  }
  return &ik::methods().front();
}

/// The choices of the live plots; empty if they are the default.
std::vector<io::PlotPreference> plots_of(const ui::PlotsPanel& panel) {
  const auto choices = [](const ui::PlotsPanel& plots) {
    std::vector<io::PlotPreference> result;
    for (const ui::PlotView& view : plots.views) {
      // the errors that come back with a single lane, see ui::plots_panel()
      const bool replaced = plots.compares && view.choice.signal == lab::Signal::kMeanError;
      const lab::Signal signal = replaced ? lab::Signal::kErrors : view.choice.signal;
      result.push_back({lab::info(signal).id, view.choice.logarithmic});
    }
    return result;
  };
  std::vector<io::PlotPreference> result = choices(panel);
  return result == choices({}) ? std::vector<io::PlotPreference>() : result;
}

/// The crowd; 0 for numbers that are the default.
io::CrowdPreference crowd_of(const ui::CrowdWish& wish) {
  const ui::CrowdWish usual;
  return {.kind = static_cast<std::size_t>(wish.kind),
          .tone = static_cast<std::size_t>(wish.tone),
          .count = wish.count == usual.count ? 0 : wish.count,
          .spacing = wish.spacing == usual.spacing ? 0.0 : wish.spacing,
          .method = wish.method == nullptr ? "" : wish.method->id};
}

ui::CrowdWish crowd_wish(const io::CrowdPreference& kept) {
  ui::CrowdWish wish{.kind = static_cast<ui::CrowdKind>(kept.kind),
                     .tone = static_cast<lab::CrowdTone>(kept.tone)};
  if (kept.count > 0) wish.count = kept.count;
  if (kept.spacing > 0.0) wish.spacing = kept.spacing;
  const ik::MethodInfo* method = ik::find_method(kept.method);
  if (method != nullptr && ik::has_simd_form(*method)) wish.method = method;
  return wish;
}

/// The set-up as JSON that names its scene only; empty if the front lane says it all.
std::string setup_beside_scene(const lab::Setup& setup) {
  const lab::Lane& front = setup.front_lane();
  lab::Setup plain = lab::setup_of(setup.scene, *front.method, front.settings);
  plain.opened = setup.opened;
  plain.lanes[0].id = front.id;
  if (plain == setup) return {};
  const nlohmann::json scene = io::valid_utf8(setup.scene->id);
  return io::setup_json(setup, &scene)
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The set-up of setup_beside_scene(); none if there is none, or if its front lane has another
/// method than the preferences: options have chosen that.
/// \throws io::Error where it does not fit the scene
std::optional<lab::Setup> kept_setup(const io::Preferences& kept,
                                     const std::shared_ptr<const lab::Scene>& scene) {
  if (kept.setup.empty()) return std::nullopt;
  const std::string source = "preferences: setup";
  const nlohmann::json document = io::parse_json(kept.setup, source);
  lab::Setup setup = io::read_setup(io::JsonNode(document, source), scene);
  if (setup.front_lane().method->id != kept.method) return std::nullopt;
  return setup;
}

/// Sets the parameters that the lane's method has.
void set_params(const lab::Params& params, lab::Lane& lane) {
  for (const auto& [name, value] : params) {
    const auto knob = lab::find_param(*lane.method, name);
    if (knob && knob->accepts(value)) knob->set(lane.settings, value);
  }
}

}  // namespace

io::Preferences preferences_of(const Session& session, const ui::Panels& panels,
                               const io::Preferences& before) {
  const lab::Tracker& tracker = session.tracker();
  io::Preferences result = before;
  result.dark = panels.dark.chosen;
  result.contrast = panels.contrast.chosen;
  result.calm = panels.calm.chosen;
  result.text_size = panels.text_size;
  result.web_page = panels.web_page;
  result.side_by_side = panels.lanes.apart;
  result.page = panels.page == 0 ? "" : ui::side_pages()[panels.page].name;
  result.page_open = panels.arrangement.page.open;
  result.column_open = panels.arrangement.column.open;
  result.page_width = panels.arrangement.page.width;
  result.column_width = panels.arrangement.column.width;
  result.plots_height = panels.arrangement.strip_height;
  result.plots = plots_of(panels.plots);
  result.crowd = crowd_of(panels.crowd.wish);
  result.speed = session.speed();
  result.scene = tracker.scene().id;
  result.method = tracker.method_info().id;
  result.setup = setup_beside_scene(session.setup());
  result.settings.reset();
  if (const lab::Settings shared = lab::shared_settings(tracker.settings());
      !(shared == tracker.scene().settings)) {
    result.settings = shared;
  } else if (session.standing_in()) {
    // the missing scene file may be back at the next start
    result.scene = before.scene;
    result.settings = before.settings;
    result.setup = before.setup;
  }
  if (platform().browser && !io::is_built_in(result.scene)) {
    result.scene = io::is_built_in(before.scene) ? before.scene : io::Preferences().scene;
    result.settings = before.settings;
    result.setup = before.setup;
  }
  result.params.clear();
  for (const lab::Knob& knob : lab::knobs(tracker.method_info())) {
    if (knob.is_own && knob.is_set(tracker.settings())) {
      result.params[knob.name] = knob.in_force(tracker.settings());
    }
  }
  result.recordings = session.folder();
  if (!platform().browser) result.recent = session.recent();
  return result;
}

std::string set_panels(const io::Preferences& preferences, ui::Panels& panels) {
  panels.dark.chosen = preferences.dark;
  panels.contrast.chosen = preferences.contrast;
  panels.calm.chosen = preferences.calm;
  panels.text_size = preferences.text_size;
  panels.web_page = preferences.web_page;
  panels.lanes.apart = preferences.side_by_side;
  ui::Arrangement& arrangement = panels.arrangement;
  arrangement.page.open = preferences.page_open;
  arrangement.column.open = preferences.column_open;
  arrangement.page.width = static_cast<float>(preferences.page_width);
  arrangement.column.width = static_cast<float>(preferences.column_width);
  arrangement.strip_height = static_cast<float>(preferences.plots_height);
  const std::size_t plots = std::min(preferences.plots.size(), panels.plots.views.size());
  for (std::size_t i = 0; i < plots; ++i) {
    for (const lab::SignalInfo& signal : lab::signals()) {
      if (preferences.plots[i].signal != signal.id) continue;
      panels.plots.views[i].choice.signal = signal.signal;
    }
    panels.plots.views[i].choice.logarithmic = preferences.plots[i].logarithmic;
  }
  panels.crowd.wish = crowd_wish(preferences.crowd);
  if (preferences.page.empty()) return {};
  const std::size_t page = ui::page_named(preferences.page);
  if (page == ui::side_pages().size()) return "preferences: no page " + preferences.page;
  panels.page = page;
  return {};
}

io::Preferences without_options(io::Preferences now, const io::Preferences& at_start,
                                const io::Preferences& remembered) {
  if (now.dark == at_start.dark) now.dark = remembered.dark;
  if (now.calm == at_start.calm) now.calm = remembered.calm;
  if (now.side_by_side == at_start.side_by_side) now.side_by_side = remembered.side_by_side;
  if (now.page == at_start.page) now.page = remembered.page;
  if (now.plots == at_start.plots) now.plots = remembered.plots;
  if (now.crowd.count == at_start.crowd.count) now.crowd.count = remembered.crowd.count;
  if (now.page_open == at_start.page_open) now.page_open = remembered.page_open;
  return now;
}

io::Preferences with_run_of(const io::Preferences& other, io::Preferences now) {
  now.scene = other.scene;
  now.method = other.method;
  now.settings = other.settings;
  now.params = other.params;
  now.setup = other.setup;
  now.speed = other.speed;
  return now;
}

io::Preferences without_link(io::Preferences now, const io::Preferences& remembered) {
  now = with_run_of(remembered, std::move(now));
  now.window_width = remembered.window_width;
  now.window_height = remembered.window_height;
  now.page = remembered.page;
  now.page_open = remembered.page_open;
  now.plots = remembered.plots;
  now.crowd = remembered.crowd;
  now.side_by_side = remembered.side_by_side;
  return now;
}

void take_settings(const WindowOptions& options, ui::Edit& edit) {
  for (const auto& [knob, value] : options.settings) ui::set(*knob, value, edit);
  set_params(options.params, edit.setup.front_lane());
  for (const ik::MethodInfo* other : options.further_lanes) {
    ui::add_lane(*other, edit);
    set_params(options.params, edit.setup.lanes.back());
  }
}

lab::Setup setup_of(const WindowOptions& options, const lab::Setup& present) {
  if (options.run) return options.run->start;
  if (options.setup) return *options.setup;
  const ik::MethodInfo& method = *method_for(options.method, present.front_lane().method->id);
  ui::Edit edit(options.scene
                    ? lab::setup_of(std::make_shared<const lab::Scene>(*options.scene), method)
                    : present);
  if (!options.method.empty()) {
    edit.setup.lanes = {edit.setup.front_lane()};
    edit.setup.front = 0;
  }
  if (options.group) edit.setup.group = *options.group;
  lab::set_method(edit.setup.front_lane(), method);
  take_settings(options, edit);
  return std::move(edit.setup);
}

std::optional<io::SavedSession> run_of(const WindowOptions& options, const lab::Setup& setup) {
  if (options.run || !options.step) return options.run;
  return io::SavedSession{setup, {}, *options.step, *options.step, {}};
}

void set_view(const WindowOptions& options, ui::Panels& panels) {
  if (options.dark) panels.dark.chosen = *options.dark;
  if (options.calm) panels.calm.chosen = true;
  if (!options.further_lanes.empty()) panels.lanes.apart = true;
  if (options.apart) panels.lanes.apart = *options.apart;
  if (options.crowd) panels.crowd.on = *options.crowd > 0;
  if (panels.crowd.on && options.crowd) {
    panels.crowd.wish.count = *options.crowd;
    ui::open_page(panels, ui::page_named("Crowd"));
  }
  // before the first frame nobody knows whether the page has room beside the picture
  ui::SideColumn& column = panels.arrangement.page;
  if (options.page) {
    ui::open_page(panels, *options.page);
    column.open = column.over = true;
  }
  if (options.fold_page) column.open = column.over = false;
  for (std::size_t i = 0; i < options.signals.size(); ++i) {
    panels.plots.views.at(i).choice.signal = options.signals[i];
  }
}

std::shared_ptr<const lab::Scene> own_body(const Session& session) {
  const lab::Setup& setup = session.setup();
  const bool in_file = setup.scene == setup.opened && setup.scene->source_options.empty();
  return in_file || platform().browser ? nullptr : setup.scene;
}

Session make_session(lab::Clock clock, SceneLibrary scenes, const io::Preferences& preferences,
                     const WindowOptions& options, ik::PreparationStore* store) {
  const ik::MethodInfo& method = *method_for(options.method, preferences.method);
  std::string trouble;
  std::optional<lab::Scene> scene = options.scene;
  if (!scene) {
    try {
      scene = scenes.scene(preferences.scene);
    } catch (const std::exception& problem) {
      trouble = problem.what();
      scene = scenes.load(io::Preferences().scene);
    }
  }
  const bool stands_in = !trouble.empty();
  const bool as_before = !stands_in && scene->id == preferences.scene;

  Session session(std::move(clock), std::move(scenes), std::move(*scene), method, store);
  ui::Edit edit(session.setup());
  if (as_before && options.further_lanes.empty()) {
    try {
      if (auto kept = kept_setup(preferences, edit.setup.scene)) edit.setup = std::move(*kept);
    } catch (const io::Error& problem) {
      trouble = problem.what();
    }
    lab::set_method(edit.setup.front_lane(), method);
  }
  if (as_before && preferences.settings) {
    for (const lab::Knob& knob : lab::shared_knobs()) {
      ui::set(knob, knob.given(*preferences.settings), edit);
    }
  }
  lab::Settings& first = edit.setup.front_lane().settings;
  // parameters, too, may have the scale of the body
  if (as_before && preferences.method == method.id) {
    for (const auto& [name, value] : preferences.params) first.set_param(name, value);
  }
  take_settings(options, edit);
  session.apply(edit);
  // the settings are part of row 0, not changes after it
  session.begin_here();
  session.set_recent(preferences.recent);
  if (options.scene && !io::is_built_in(options.scene->id)) session.add_recent(options.scene->id);
  session.set_folder(preferences.recordings.string());
  session.set_speed(preferences.speed);
  session.set_playing(!options.paused);
  session.warn(trouble);
  if (stands_in) session.stand_in();
  return session;
}

void PreferencesKeeper::look(const io::Preferences& now,
                             const std::shared_ptr<const lab::Scene>& body, double seconds) {
  const Kept kept{now, body};
  if (seen_ == kept) {
    still_for_ += seconds;
  } else {
    seen_ = kept;
    still_for_ = 0.0;
  }
  if (still_for_ >= kStillFor) save(now, body);
}

void PreferencesKeeper::save(const io::Preferences& now,
                             const std::shared_ptr<const lab::Scene>& body) {
  if (path_.empty() || saved_ == Kept{now, body} || !problem_.empty()) return;
  try {
    io::Preferences next = now;
    if (body) {
      const std::filesystem::path file = path_.parent_path() / kOwnBody;
      // first the body: preferences never name a file that is not there
      if (!saved_ || body != saved_->body) {
        io::make_folder(path_.parent_path());
        io::write_file(file, io::write_scene(*body), io::OutputFile::Devices::kRefused);
      }
      next.scene = file.string();
    }
    io::write_preferences(path_, next);
    saved_ = Kept{now, body};
  } catch (const std::exception& problem) {
    problem_ = problem.what();
  }
}

}  // namespace app
