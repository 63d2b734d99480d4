// The window in a browser. The page calls main() with the parts of its address as NAME=VALUE.

#include <emscripten/eventloop.h>

#include <exception>
#include <filesystem>
#include <map>
#include <string>

#include "app/window/address.h"
#include "io/files/text.h"
#include "io/saved/preferences.h"
#include "io/saved/recording_files.h"
#include "io/saved/session_file.h"

extern "C" void page_tell(const char* trouble);
extern "C" void page_fail(const char* reason);
extern "C" void page_offer(const char* path);
extern "C" void page_keep(const char* path);
extern "C" void page_keep_run(const char* path);

namespace {

namespace fs = std::filesystem;

constexpr double kEvery = 250.0;  // ms, between two looks

/// Unfinished files still have a temporary name.
bool is_finished(const std::string& name) {
  return name.front() != '.' && name.find(".unfinished.") == std::string::npos;
}

/// The file of io::KeptSession, which is finished at any time.
bool is_run(const std::string& name) { return name.ends_with(".kept.json"); }

/// Finds the files of a folder that are new or have changed since the last look.
class Watch {
 public:
  /// \param takes the names of the files to find
  explicit Watch(fs::path folder, bool (*takes)(const std::string& name) = is_finished)
      : folder_(std::move(folder)), takes_(takes) {}

  template <class Act>
  void look(const Act& act) {
    std::error_code problem;
    for (fs::directory_iterator entry(folder_, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      const std::string name = entry->path().filename().string();
      if (!takes_(name) || !entry->is_regular_file(problem)) continue;
      const auto time = entry->last_write_time(problem);
      const auto [known, fresh] = seen_.try_emplace(name, time);
      if (!fresh && known->second == time) continue;
      known->second = time;
      act(entry->path());
    }
  }

 private:
  fs::path folder_;
  bool (*takes_)(const std::string& name);
  std::map<std::string, fs::file_time_type> seen_;
};

/// Starts a timer that offers every file saved in the window's folder as a download, keeps the
/// preferences in the browser's local storage, and the run for a reload of this tab.
void start_downloads() {
  emscripten_set_interval(
      [](void*) {
        static Watch saved(fs::current_path() / "recordings"),
            preferences(io::preferences_path().parent_path()),
            runs(io::state_folder() / "session", is_run);
        saved.look([](const fs::path& path) { page_offer(path.c_str()); });
        preferences.look([](const fs::path& path) { page_keep(path.c_str()); });
        runs.look([](const fs::path& path) { page_keep_run(path.c_str()); });
      },
      kEvery, nullptr);
}

/// The run that was shown before the tab was loaded anew takes the place of the address's.
void go_on(app::WindowOptions& options) {
  const fs::path kept = "/run.json";
  std::error_code ignored;
  if (!fs::exists(kept, ignored)) return;
  try {
    options.run = io::read_session(kept);
    options.run_name = "the run from before the page was loaded anew";
    options.paused = true;
  } catch (const io::Error&) {
    // the page begins as its address says
  }
}

}  // namespace

int main(int count, char** words) {
  app::Query query;
  for (int i = 1; i < count; ++i) query.push_back(app::name_and_value(words[i]));
  try {
    app::Asked asked = app::options_from_address(query);
    go_on(asked.options);
    if (!asked.trouble.empty()) page_tell(asked.trouble.c_str());
    start_downloads();
    app::run_window(asked.options);
  } catch (const std::exception& problem) {
    page_fail(io::reason_of(problem).c_str());
    return 1;
  }
  return 0;
}
