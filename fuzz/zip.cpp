#include "io/files/zip.h"

#include "fuzz.h"
#include "io/files/text.h"
#include "support/temporary_folder.h"

// A zip archive is unpacked into its folder or refused. Nothing appears beside the folder, and no
// link in it.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const support::TemporaryFolder folder;
  const std::filesystem::path inside = folder / "inside";
  std::filesystem::create_directory(inside);
  support::put(folder / "a.zip", std::string(fuzz::text_of(bytes, size)));
  try {
    io::unzip(folder / "a.zip", inside);
  } catch (const io::Error&) {
    // refused
  }
  fuzz::expect(folder.count() == 2, "nothing appears beside the folder");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(inside)) {
    fuzz::expect(!entry.is_symlink(), "no link");
  }
  return 0;
}
