#include "app/window/window.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "app/window/loop.h"
#include "app/window/preferences.h"
#include "io/figure/image_file.h"
#include "io/files/clock.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/report/plot_files.h"
#include "io/report/report.h"
#include "io/saved/recording_files.h"
#include "io/saved/session_file.h"
#include "io/saved/sweep_files.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "ui/shell/side_panel.h"

namespace app {
namespace {

constexpr double kSecondsBetweenLooks = 0.25;  ///< at the preferences

std::string absolute(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

/// Where running windows note the recordings that they make. Empty where there is no home.
std::filesystem::path notes_folder() {
  const std::filesystem::path folder = io::state_folder();
  return folder.empty() ? folder : folder / "recording";
}

std::string save(const lab::Recording& recording, const std::string& folder) {
  const io::RecordingFiles files = io::save_recording(folder, recording);
  return "Saved " + files.csv.filename().string() + ", " + files.svg.extension().string() + ", " +
         files.png.extension().string() + " in " + absolute(files.csv.parent_path().string());
}

/// A recording on disk, with a note for the next start.
std::shared_ptr<io::RecordingLog> keep(const lab::Tracker& tracker, const std::string& folder) {
  return std::make_shared<io::RecordingLog>(folder, notes_folder(), tracker);
}

/// "A recording was cut off: its rows are in ...", or an empty text.
std::string news_of_unfinished() {
  const auto files = io::take_unfinished(notes_folder());
  if (files.empty()) return {};
  std::string text = "A recording was cut off; its rows are in " + files.back().string();
  if (files.size() > 1) text += ", and of " + std::to_string(files.size() - 1) + " more beside it";
  return text;
}

/// Set by a signal that asks the program to end.
volatile std::sig_atomic_t ending = 0;

/// The window ends as if it had been closed: what is being made is saved. A second signal ends it
/// at once.
void end_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { ending = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
    struct sigaction before {};
    sigaction(signal, &action, &before);
    // nohup and shells have what they start ignore some
    if (before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
  }
}

std::variant<io::SavedSession, lab::Scene> open_file(const std::string& path) {
  if (const auto& scenes = io::built_in_scenes();
      std::find(scenes.begin(), scenes.end(), path) == scenes.end()) {
    const std::string text = io::read_file(path);
    if (io::is_session(text)) return io::parse_session(text, path);
  }
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
          .keep = keep,
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
  if (const std::string news = news_of_unfinished(); !news.empty()) {
    std::fprintf(stderr, "iklab: %s\n", io::printable(news).c_str());
    const std::string warning = session.message();
    warning.empty() ? session.say(news) : session.warn(warning + ". " + news);
  }
  if (options.run) {
    session.open_run(*options.run, options.run_name);
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
  bool ready = false;
  end_on_signals();
  while (ending == 0 && loop.frame()) {
    if (!std::exchange(ready, true)) {
      std::puts("iklab: ready");
      std::fflush(stdout);
    }
    // frames count from the run that was asked for
    if (!options.run || !session.opening()) ++frame;
    if (frame > 0 && frame == options.frames) break;
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
