#include <algorithm>
#include <array>

#include "fuzz.h"
#include "io/saved/result_files.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

namespace {

/// The sweep stored in two parts in fuzz/seeds/sweep:
///   iklab sweep --scene two-link-arm --method dls --vary lambda=0.1:0.4:4 --steps 3
const lab::Sweep& sweep() {
  static const lab::Sweep sweep = [] {
    const ik::MethodInfo& dls = *ik::find_method("dls");
    lab::SweepAxis axis = *lab::find_axis(dls, "lambda");
    axis.low = 0.1, axis.high = 0.4, axis.count = 4;
    lab::Scene scene = io::find_scene("two-link-arm");
    const lab::Settings settings = scene.settings;
    return lab::Sweep({std::move(scene), &dls, settings, 3, 0}, {axis});
  }();
  return sweep;
}

}  // namespace

// The input is two parts of a sweep, separated by a form feed. If they merge, the merged file
// merges with itself to the same text, and can be read.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const support::TemporaryFolder folder;
  const std::array<std::filesystem::path, 2> parts = {folder / "1.csv", folder / "2.csv"};
  const std::string_view text = fuzz::text_of(bytes, size);
  const std::size_t end = text.find('\f');
  const bool both = end != std::string_view::npos;
  support::put(parts[0], std::string(text.substr(0, end)));
  if (both) support::put(parts[1], std::string(text.substr(end + 1)));
  try {
    const std::string merged = io::merged_csv(std::span(parts).first(both ? 2 : 1));
    support::put(parts[0], merged);
    const auto whole = std::span(parts).first(1);
    fuzz::expect(io::merged_csv(whole) == merged, "what was merged merges to itself");
    const lab::SweepResults results = io::read_results(sweep(), whole);
    fuzz::expect(results.done() == sweep().cell_count(), "all cells are read");
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  return 0;
}
