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
#include "io/files/text.h"
#include "io/scene/built_in.h"
#include "ui/shell/laboratory.h"

namespace app {
namespace {

constexpr double kSecondsBetweenLooks = 0.25;  ///< at the preferences

/// Where running windows note the recordings that they make. Empty where there is no home.
std::filesystem::path notes_folder() {
  const std::filesystem::path folder = io::state_folder();
  return folder.empty() ? folder : folder / "recording";
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

SceneLibrary scene_library() {
  SceneLibrary library{.items = {},
                       .load = [](const std::string& id) { return io::find_scene(id); }};
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    library.items.push_back({id, scene.name, scene.description});
  }
  return library;
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
      make_session(io::nanoseconds, scene_library(), preferences, with_whole_path(options));
  session.set_notes(notes_folder());
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
