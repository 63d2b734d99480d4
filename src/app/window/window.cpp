#include "app/window/window.h"

#include <csignal>
#include <cstdio>
#include <memory>

#include "app/session/files.h"
#include "app/session/session_keeper.h"
#include "app/window/loop.h"
#include "app/window/platform.h"
#include "app/window/preferences.h"
#include "io/body/body_file.h"
#include "io/figure/image_file.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/saved/preferences.h"
#include "io/saved/preparation_files.h"
#include "io/saved/recording_files.h"
#include "io/scene/scene_file.h"
#include "ui/shell/laboratory.h"
#include "work/platform.h"

namespace app {
namespace {

constexpr double kSecondsBetweenLooks = 0.25;  ///< between two checks for changed preferences

/// A folder in the program's state; empty without a home folder.
std::filesystem::path state_folder(const char* name) {
  const std::filesystem::path folder = io::state_folder();
  return folder.empty() ? folder : folder / name;
}

/// Folder for the notes of running recordings, see io::RecordingLog.
std::filesystem::path notes_folder() { return state_folder("recording"); }

/// "A recording was cut off: its rows are in ...", or an empty text.
std::string news_of_unfinished() {
  const auto files = io::take_unfinished(notes_folder());
  if (files.empty()) return {};
  std::string text = "A recording was cut off; its rows are in " + files.back().string();
  if (files.size() > 1) text += ", and of " + std::to_string(files.size() - 1) + " more beside it";
  return text;
}

/// Folder for the sessions of running windows, see io::KeptSession. On a page, which keeps it for a
/// reload, it is empty for a figure, too.
std::filesystem::path sessions_folder(const WindowOptions& options) {
  const bool keeps = !platform().browser || options.keep_preferences;
  return keeps ? state_folder("session") : std::filesystem::path();
}

/// Whether the options do not tell what the window starts with.
bool begin_as_last_time(const WindowOptions& options) {
  return options.keep_preferences && options.keep_run && !options.scene && !options.run &&
         !options.setup && options.method.empty() && options.settings.empty() &&
         options.params.empty();
}

/// Where recordings can go if their folder cannot be written.
std::vector<std::string> spare_folders() {
  std::vector<std::string> folders;
  const auto offer = [&folders](const std::filesystem::path& parent) {
    if (!parent.empty()) folders.push_back((parent / "iklab-recordings").string());
  };
  offer(io::home_folder());
  std::error_code ignored;
  offer(std::filesystem::temp_directory_path(ignored));
  return folders;
}

/// The signal that asks the program to end; 0: none.
volatile std::sig_atomic_t ending = 0;

/// A first signal closes the window and saves recordings; a second one ends the program at once.
void end_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { ending = signal; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGXCPU, SIGUSR1, SIGALRM}) {
    struct sigaction before {};
    sigaction(signal, &action, &before);
    // nohup and shells start programs with some signals ignored: these stay ignored
    if (before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
  }
}

/// Makes the path of a scene file absolute, so that it is valid from any folder.
WindowOptions with_whole_path(WindowOptions options) {
  if (options.scene && !io::is_built_in(options.scene->id)) {
    options.scene->id = absolute(options.scene->id);
  }
  return options;
}

/// The running program, which owns everything that its frames use.
class Program {
 public:
  explicit Program(const WindowOptions& options)
      : options_(with_whole_path(options)),
        path_(options.keep_preferences ? io::preferences_path() : std::filesystem::path()),
        kept_(io::read_preferences(path_)),
        store_(options.cache),
        session_(
            make_session(work::nanoseconds, built_in_library(),
                         // a run that is not to be kept does not depend on the last one
                         options_.keep_run ? kept_.preferences : with_run_of({}, kept_.preferences),
                         options_, &store_)),
        window_(kept_.preferences.window_width, kept_.preferences.window_height, "iklab"),
        // preferences that cannot work are put right in the file, too
        keeper_(path_, kept_.warning.empty() ? std::optional(kept_.preferences) : std::nullopt),
        session_keeper_(session_.pool(), sessions_folder(options)) {
    make_loop();
    session_.set_spare_folders(spare_folders());
    tell_news();
    begin();
  }

  /// \returns false at the end
  bool frame() {
    if (ending != 0) return false;
    if (window_.take_context_loss()) {
      if (loop_) camera_ = loop_->camera();
      loop_.reset();
    }
    if (!window_.can_draw()) return true;
    if (!loop_) {
      make_loop();
      if (camera_) loop_->set_camera(*camera_);
    }
    if (!loop_->frame()) return false;
    if (!std::exchange(ready_, true)) announce_ready();
    // frames count once the run of the options has been opened
    if (!options_.run || !session_.opening()) ++frames_;
    if (frames_ > 0 && frames_ == options_.frames) return false;
    look_at_preferences();
    return true;
  }

  /// Saves recording, preferences and screenshot.
  void end() {
    const std::string elsewhere = session_.end_recordings();
    if (!elsewhere.empty()) std::fprintf(stderr, "iklab: %s\n", io::printable(elsewhere).c_str());
    keeper_.save(present(), body_to_keep());
    // a signal is not the user's wish to end the run
    if (ending != 0 && ending != SIGINT) {
      session_keeper_.finish(session_);
      const std::string problem = session_keeper_.take_problem();
      if (!problem.empty()) std::fprintf(stderr, "iklab: %s\n", io::printable(problem).c_str());
    } else {
      session_keeper_.discard();
    }
    if (options_.screenshot.empty()) return;
    const gfx::Image image = loop_->screenshot();
    io::write_file(options_.screenshot, io::png_bytes(image.width, image.height, image.rgba));
  }

 private:
  void make_loop() {
    loop_.emplace(
        window_, session_, panels_,
        options_.content_scale > 0.0 ? options_.content_scale : kept_.preferences.ui_scale);
    if (options_.frames > 0) loop_->never_rest();
  }

  void tell_news() {
    session_.set_notes(notes_folder());
    const std::string trouble = set_panels(kept_.preferences, panels_);
    const std::string cut = window_.is_cut()
                                ? "preferences: the displays have no room for a window of " +
                                      std::to_string(kept_.preferences.window_width) + " × " +
                                      std::to_string(kept_.preferences.window_height)
                                : "";
    for (const std::string& warning : {kept_.warning, trouble, cut}) {
      if (warning.empty()) continue;
      session_.warn(warning);
      break;
    }
    tell(news_of_unfinished());
    bring_back_lost_session();
  }

  /// Shows a message in the window and on standard error.
  void tell(const std::string& news) {
    if (news.empty()) return;
    std::fprintf(stderr, "iklab: %s\n", io::printable(news).c_str());
    const std::string before = session_.message();
    before.empty() ? session_.say(news) : session_.warn(before + ". " + news);
  }

  void bring_back_lost_session() {
    const auto lost = io::take_lost_sessions(sessions_folder(options_));
    if (lost.empty()) return;
    const std::string path = lost.back().string();
    const bool back = begin_as_last_time(options_);
    const std::string more = lost.size() > 1
                                 ? ", and " + std::to_string(lost.size() - 1) + " more beside it" +
                                       (back ? ", which the list of runs has again" : "")
                                 : "";
    tell("A window ended unexpectedly; its run is " + (back ? "here again, and " : std::string()) +
         "in " + path + more);
    if (!back) return;
    std::vector<std::string> left;
    for (const auto& file : std::span(lost).first(lost.size() - 1)) left.push_back(file.string());
    session_.bring_back(path, session_.message(), std::move(left));
  }

  /// Opens the run or setup of the options and sets the panels.
  void begin() {
    if (options_.setup || (options_.run && !options_.keep_run)) {
      session_.change(setup_of(options_, session_.setup()), "set-up");
      session_.begin_here();
    }
    // a link's author does not know the reader's computer
    const std::string load =
        options_.keep_run ? "" : heavy_load(session_.setup(), options_.crowd.value_or(0));
    if (load.empty()) {
      begin_run();
    } else {
      session_.set_playing(false);
      session_.warn("This link asks for " + load + ": it begins paused. Play starts it");
    }
    ask_system(panels_);
    if (panels_.still && session_.playing()) {
      session_.set_playing(false);
      if (session_.message().empty()) {
        session_.say("Paused, because your system asks for less motion. Space plays.");
      }
    }
    std::error_code ignored;
    panels_.tour.open = !path_.empty() && !std::filesystem::exists(path_, ignored);
    panels_.hidden = options_.no_panels;
    panels_.arrangement.kept = options_.kept;
    set_view(options_, panels_);
    if (options_.camera) loop_->set_camera(*options_.camera);
    at_start_ = preferences_of(session_, panels_, kept_.preferences);
    // all later changes are the user's
    session_keeper_.look(session_, 0.0);
  }

  /// Repeats the options' run.
  void begin_run() {
    auto run = run_of(options_, session_.setup());
    if (!run) return;
    session_.open_run(*std::move(run), options_.run_name);
    session_.set_playing(!options_.paused);
  }

  io::Preferences present() const {
    io::Preferences now = without_options(preferences_of(session_, panels_, kept_.preferences),
                                          at_start_, kept_.preferences);
    // lanes of options hold for one run
    if (!options_.further_lanes.empty() && now.setup == at_start_.setup) now.setup.clear();
    const GlfwWindow::Size size = window_.size();
    if (!size.empty()) now.window_width = size.width, now.window_height = size.height;
    return options_.keep_run ? now : without_link(std::move(now), kept_.preferences);
  }

  std::shared_ptr<const lab::Scene> body_to_keep() const {
    return options_.keep_run ? own_body(session_) : nullptr;
  }

  void look_at_preferences() {
    const double seconds = 1e-9 * (work::nanoseconds() - looked_);
    if (seconds < kSecondsBetweenLooks) return;
    looked_ = work::nanoseconds();
    keeper_.look(present(), body_to_keep(), seconds);
    session_keeper_.look(session_, seconds);
    if (const std::string problem = session_keeper_.take_problem(); !problem.empty()) {
      session_.warn(problem);
    }
    if (!keeper_.problem().empty() && session_.message().empty()) session_.warn(keeper_.problem());
  }

  const WindowOptions options_;
  const std::filesystem::path path_;  // the file of the preferences; empty: saves none
  const io::ReadPreferences kept_;
  io::PreparationFiles store_;
  Session session_;
  ui::Panels panels_;
  GlfwWindow window_;
  std::optional<Loop> loop_;          // none while there is no context to draw in
  std::optional<CameraView> camera_;  // of the last loop
  io::Preferences at_start_;          // preferences with the options applied
  PreferencesKeeper keeper_;
  SessionKeeper session_keeper_;
  double looked_ = work::nanoseconds();  // at the last check of the preferences
  long frames_ = 0;
  bool ready_ = false;
};

}  // namespace

void run_window(const WindowOptions& options) {
  const auto program = std::make_shared<Program>(options);
  end_on_signals();
  work::run_loop([program] { return program->frame(); }, [program] { program->end(); });
}

}  // namespace app
