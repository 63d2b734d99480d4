#include <array>
#include <sstream>

#include "fuzz.h"
#include "io/files/csv.h"
#include "io/saved/reach_files.h"
#include "support/temporary_folder.h"

// The input is a table of poses, and the lines of a part of a study before its last one. Poses that
// are read are finite. If the part merges, its rows are in the merged table.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  static const ik::Multibody arm = ik::chain({1.0, 0.8});
  const std::array<std::filesystem::path, 1> file = {folder / "table.csv"};
  const std::string text(fuzz::text_of(bytes, size));
  support::put(file[0], text);
  try {
    for (const ik::VectorX& theta : io::read_poses(file[0], arm)) {
      fuzz::expect(theta.size() == arm.joint_count() && theta.allFinite(), "poses are finite");
    }
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  std::ostringstream sealed;
  io::SealedWriter writer(sealed);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) writer.write(line);
  writer.seal();
  support::put(file[0], sealed.str());
  try {
    const std::string merged = io::merged_reach_csv(file);
    fuzz::expect(merged.ends_with('\n') && merged.find('\n') + 1 < merged.size(),
                 "a merged table has rows");
  } catch (const io::Error&) {
  }
  return 0;
}
