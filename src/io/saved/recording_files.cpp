#include "io/saved/recording_files.h"

#include <array>
#include <string>
#include <vector>

#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/numbered_files.h"
#include "io/setup/provenance.h"

namespace io {
namespace {

namespace fs = std::filesystem;

void write(std::span<std::ostream* const> files, const lab::Recording& recording) {
  const std::array plots = {lab::error_plot(recording), lab::jitter_plot(recording)};
  write_csv(*files[0], recording);
  *files[1] << draw_plots(plots, PlotFormat::kSvg, provenance(recording));
  *files[2] << draw_plots(plots, PlotFormat::kPng, provenance(recording));
}

}  // namespace

RecordingFiles save_recording(const fs::path& folder, const lab::Recording& recording) {
  const std::string stem = plain_name(recording.scene()) + "-" + recording.method().id;
  const std::vector<fs::path> names = write_numbered(
      folder, stem, {".csv", ".svg", ".png"},
      [&recording](std::span<std::ostream* const> files) { write(files, recording); });
  return {names[0], names[1], names[2]};
}

}  // namespace io
