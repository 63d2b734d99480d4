#include "io/recording_files.h"

#include <array>
#include <string>
#include <vector>

#include "io/csv.h"
#include "io/file.h"
#include "io/numbered_files.h"
#include "io/plot_file.h"
#include "io/provenance.h"

namespace io {
namespace {

namespace fs = std::filesystem;

void write(const RecordingFiles& files, const lab::Recording& recording) {
  const std::array plots = {lab::error_plot(recording), lab::jitter_plot(recording)};
  OutputFile csv(files.csv), svg(files.svg), png(files.png);
  write_csv(csv.stream(), recording);
  svg.stream() << draw_plots(plots, PlotFormat::kSvg, provenance(recording));
  png.stream() << draw_plots(plots, PlotFormat::kPng, provenance(recording));
  for (OutputFile* file : {&csv, &svg, &png}) file->commit();
}

}  // namespace

RecordingFiles save_recording(const fs::path& folder, const lab::Recording& recording) {
  const std::string stem = plain_name(recording.scene()) + "-" + recording.method().id;
  const std::vector<fs::path> names = take_names(folder, stem, {".csv", ".svg", ".png"});
  RecordingFiles files{names[0], names[1], names[2]};
  try {
    write(files, recording);
  } catch (...) {
    remove_files(names);
    throw;
  }
  return files;
}

}  // namespace io
