#include "io/saved/preferences.h"
#include "fuzz.h"
#include "support/temporary_folder.h"

// Reading preferences never fails. What is read, with defaults for fields at fault, survives a
// round trip.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  const std::filesystem::path path = folder / "settings.json";
  support::put(path, std::string(fuzz::text_of(bytes, size)));
  const io::Preferences read = io::read_preferences(path).preferences;
  io::write_preferences(path, read);
  const io::ReadPreferences again = io::read_preferences(path);
  fuzz::expect(again.warning.empty() && again.preferences == read,
               "preferences that were written read back the same");
  return 0;
}
