#include "page/downloads.h"

#include <emscripten/eventloop.h>

#include <filesystem>
#include <map>
#include <string>

#include "io/saved/preferences.h"

extern "C" void page_offer(const char* path);
extern "C" void page_keep(const char* path);

namespace page {
namespace {

namespace fs = std::filesystem;

constexpr double kEvery = 250.0;  // ms, between two looks

/// Finds the files of a folder that are new or have changed since the last look.
class Watch {
 public:
  explicit Watch(fs::path folder) : folder_(std::move(folder)) {}

  template <class Act>
  void look(const Act& act) {
    std::error_code problem;
    for (fs::directory_iterator entry(folder_, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      const std::string name = entry->path().filename().string();
      // unfinished files, which still have a temporary name
      if (name.front() == '.' || name.find(".unfinished.") != std::string::npos) continue;
      if (!entry->is_regular_file(problem)) continue;
      const auto time = entry->last_write_time(problem);
      const auto [known, fresh] = seen_.try_emplace(name, time);
      if (!fresh && known->second == time) continue;
      known->second = time;
      act(entry->path());
    }
  }

 private:
  fs::path folder_;
  std::map<std::string, fs::file_time_type> seen_;
};

}  // namespace

void start_downloads() {
  emscripten_set_interval(
      [](void*) {
        static Watch saved(fs::current_path() / "recordings"),
            preferences(io::preferences_path().parent_path());
        saved.look([](const fs::path& path) { page_offer(path.c_str()); });
        preferences.look([](const fs::path& path) { page_keep(path.c_str()); });
      },
      kEvery, nullptr);
}

}  // namespace page
