#include "app/window.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/loop.h"
#include "app/preferences.h"
#include "io/built_in_scenes.h"
#include "io/clock.h"
#include "io/image_file.h"
#include "io/plot_files.h"
#include "io/recording_files.h"
#include "io/report.h"
#include "io/session_file.h"
#include "io/setup_json.h"
#include "io/sweep_files.h"
#include "ui/side_panel.h"

namespace app {
namespace {

constexpr double kSecondsBetweenLooks = 0.25;  ///< at the preferences

std::string absolute(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

std::string save(const lab::Recording& recording, const std::string& folder) {
  const io::RecordingFiles files = io::save_recording(folder, recording);
  return "Saved " + files.csv.filename().string() + ", " + files.svg.extension().string() + ", " +
         files.png.extension().string() + " in " + absolute(files.csv.parent_path().string());
}

std::variant<lab::Timeline, lab::Scene> open_file(const std::string& path) {
  if (io::is_session(path)) return io::replay(io::read_session(path));
  lab::Scene scene = io::find_scene(path);
  scene.id = absolute(path);
  return scene;
}

std::string save_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       const std::string& folder) {
  const auto files = io::save_sweep(folder, sweep, results);
  return "Saved " + files.front().filename().string() + ", .svg, .png, .pdf in " +
         absolute(files.front().parent_path().string());
}

std::string save_report(std::span<const lab::Finding> findings, const std::string& folder) {
  const std::filesystem::path path = io::save_report(folder, findings);
  return "Saved " + path.filename().string() + " in " + absolute(path.parent_path().string());
}

std::string save_plots(std::span<const lab::Plot> plots, const lab::Timeline& run,
                       const std::string& folder) {
  const std::vector<std::filesystem::path> paths = io::save_plots(folder, plots, run);
  const std::filesystem::path& figure = paths.front();
  return "Saved " + figure.filename().string() + ", .png, .pdf and " +
         (plots.size() > 1 ? std::to_string(plots.size()) + " tables" : "a table") + " in " +
         absolute(figure.parent_path().string());
}

World real_world() {
  return {.clock = io::nanoseconds,
          .load_scene = [](const std::string& id) { return io::find_scene(id); },
          .absolute = absolute,
          .save = save,
          .save_session =
              [](const lab::Timeline& timeline, const std::string& folder) {
                return "Saved " + absolute(io::save_session(folder, timeline).string());
              },
          .setup_text = io::setup_text,
          .read_setup =
              [](const std::string& text, const lab::Setup& present) {
                return io::parse_setup(text, "clipboard", present.scene);
              },
          .open = open_file,
          .save_sweep = save_sweep,
          .save_report = save_report,
          .save_plots = save_plots};
}

std::vector<ui::SceneItem> scene_items() {
  std::vector<ui::SceneItem> items;
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    items.push_back({id, scene.name, scene.description});
  }
  return items;
}

/// A scene from a file goes by the whole path, under which it is found again from anywhere.
WindowOptions with_whole_path(WindowOptions options) {
  if (!options.scene) return options;
  const auto& built_in = io::built_in_scenes();
  std::string& id = options.scene->id;
  if (std::find(built_in.begin(), built_in.end(), id) == built_in.end()) id = absolute(id);
  return options;
}

io::Preferences first_preferences(const WindowOptions& options) {
  io::Preferences preferences;
  preferences.window_width = options.width;
  preferences.window_height = options.height;
  preferences.dark = options.dark;
  return preferences;
}

}  // namespace

int run_window(const WindowOptions& options) {
  const std::filesystem::path path =
      options.keep_preferences ? io::preferences_path() : std::filesystem::path();
  io::ReadPreferences kept{first_preferences(options), ""};
  if (!path.empty()) kept = io::read_preferences(path);
  io::Preferences& preferences = kept.preferences;

  Session session =
      make_session(real_world(), scene_items(), preferences, with_whole_path(options));
  if (!kept.warning.empty()) session.warn(kept.warning);
  if (options.run) {
    session.open_run(*options.run);
    session.set_playing(!options.paused);
  } else if (options.setup) {
    session.change(*options.setup, "set-up");
    session.reset();
    session.forget_changes();
  }
  ui::Panels panels;
  std::error_code ignored;
  panels.tour.open = !path.empty() && !std::filesystem::exists(path, ignored);
  panels.dark = preferences.dark || options.dark;
  if (options.crowd) {
    panels.crowd.on = true;
    panels.crowd.wish.count = *options.crowd;
    panels.page = ui::page_named("Crowd");
  }
  GlfwWindow window(preferences.window_width, preferences.window_height, "iklab");
  const double scale = options.content_scale > 0.0 ? options.content_scale : preferences.ui_scale;
  Loop loop(window, session, panels, scale);

  PreferencesKeeper keeper(path, preferences);
  const auto present = [&] {
    io::Preferences now = preferences_of(session, panels, preferences);
    const GlfwWindow::Size size = window.size();
    if (!size.empty()) now.window_width = size.width, now.window_height = size.height;
    return now;
  };
  double looked = io::nanoseconds();
  long frame = 0;
  while (loop.frame()) {
    if (++frame == 1) {
      std::puts("iklab: ready");
      std::fflush(stdout);
    }
    if (frame == options.frames) break;
    const double seconds = 1e-9 * (io::nanoseconds() - looked);
    if (seconds < kSecondsBetweenLooks) continue;
    looked = io::nanoseconds();
    keeper.look(present(), seconds);
    if (!keeper.problem().empty() && session.message().empty()) session.warn(keeper.problem());
  }
  session.stop_recording();
  keeper.save(present());
  if (!options.screenshot.empty()) {
    const gfx::Image image = loop.screenshot();
    io::write_png(options.screenshot, image.width, image.height, image.rgba);
  }
  return 0;
}

}  // namespace app
