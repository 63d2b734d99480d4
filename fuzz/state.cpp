#include <array>

#include "fuzz.h"
#include "io/saved/preparation_files.h"
#include "io/saved/recording_files.h"
#include "support/temporary_folder.h"

// State files that one run of a program leaves for a later one. The first letter is the kind:
//   p  the file of a trained network
//   c  the table of an interrupted recording
//   n  the note about an interrupted recording
namespace {

constexpr std::array kInputs = {1.0, -0.0, 0.1};
constexpr std::array kResult = {3.0, 1.0 / 3.0};

/// The cache returns a whole result or nothing. What it returns is what the file holds.
void read_network(const support::TemporaryFolder& folder, const std::string& file) {
  static io::PreparationFiles store(folder / "cache");
  store.keep(kInputs, kResult);
  const auto path = std::filesystem::directory_iterator(folder / "cache")->path();
  const std::string kept = support::text_of(path);
  support::put(path, file);
  const std::vector<double> found = store.find(kInputs, kResult.size());
  fuzz::expect(found.empty() || found.size() == kResult.size(), "all of a result, or nothing");
  if (found.empty()) return;
  store.keep(kInputs, found);
  fuzz::expect(support::text_of(path) == file, "what was found is what the file holds");
}

/// All whole lines of a table are kept, a partial last line is removed.
void read_table(const support::TemporaryFolder& folder, const std::string& text) {
  const std::filesystem::path path = folder / "y-dls-001.unfinished.csv";
  support::put(path, text);
  support::put(folder / "notes/1.note", path.string());
  const auto files = io::take_unfinished(folder / "notes");
  fuzz::expect(files == std::vector{path}, "a note names a recording");
  const std::size_t end = text.rfind('\n');
  fuzz::expect(support::text_of(path) == (end == text.npos ? text : text.substr(0, end + 1)),
               "whole lines stay, and no others");
  fuzz::expect(io::take_unfinished(folder / "notes").empty(), "a note is taken once");
}

/// A note with any text leaves files that are not recordings unchanged.
void read_note(const support::TemporaryFolder& folder, const std::string& text) {
  const std::filesystem::path other = folder / "other.csv";
  support::put(other, "a\nb");
  support::put(folder / "notes/1.note", text);
  support::put(folder / "notes/2.note", other.string() + text);
  support::put(folder / "notes/3.note", other.string());
  for (const auto& file : io::take_unfinished(folder / "notes")) {
    fuzz::expect(file.native().ends_with(".unfinished.csv"), "only recordings are taken");
  }
  fuzz::expect(support::text_of(other) == "a\nb", "other files stay as they are");
}

}  // namespace

int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "notes");
  if (size == 0) return 0;
  const std::string rest(fuzz::text_of(bytes, size).substr(1));
  if (*bytes == 'p') read_network(folder, rest);
  if (*bytes == 'c') read_table(folder, rest);
  if (*bytes == 'n') read_note(folder, rest);
  return 0;
}
