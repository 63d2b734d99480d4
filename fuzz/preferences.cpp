#include "io/saved/preferences.h"
#include "fuzz.h"
#include "support/temporary_folder.h"

// Reading preferences never fails. Preferences read without a warning survive a round trip.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  const std::filesystem::path path = folder / "settings.json";
  support::put(path, std::string(fuzz::text_of(bytes, size)));
  const io::ReadPreferences read = io::read_preferences(path);
  if (!read.warning.empty()) {
    fuzz::expect(read.preferences == io::Preferences(), "a broken file gives the defaults");
    return 0;
  }
  io::write_preferences(path, read.preferences);
  const io::ReadPreferences again = io::read_preferences(path);
  fuzz::expect(again.warning.empty() && again.preferences == read.preferences,
               "preferences that were written read back the same");
  return 0;
}
