#include "io/recording_files.h"

#include <array>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "io/csv.h"
#include "io/file.h"
#include "io/plot_file.h"
#include "io/provenance.h"

namespace io {
namespace {

namespace fs = std::filesystem;

/// The scene's name without folders, suffix and signs that a shell or a system might mind.
std::string plain_name(const std::string& scene) {
  std::string name = fs::path(scene).stem().string();
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return name.empty() ? "scene" : name;
}

RecordingFiles names(const fs::path& folder, const std::string& stem, int number) {
  const fs::path base = folder / fmt::format("{}-{:03}", stem, number);
  const auto with = [&base](const char* suffix) { return fs::path(base) += suffix; };
  return {with(".csv"), with(".svg"), with(".png")};
}

/// Takes a name of which no file is there, by making its table, empty: another program that saves
/// at the same time gets the next name.
RecordingFiles take_name(const fs::path& folder, const std::string& stem) {
  for (int number = 1;; ++number) {
    RecordingFiles files = names(folder, stem, number);
    std::error_code ignored;
    if (fs::exists(files.svg, ignored) || fs::exists(files.png, ignored)) continue;
    if (create_file(files.csv)) return files;
  }
}

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
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error(folder.string() + ": cannot be made: " + problem.message());

  const std::string stem = plain_name(recording.scene()) + "-" + recording.method().id;
  RecordingFiles files = take_name(folder, stem);
  try {
    write(files, recording);
  } catch (...) {
    for (const fs::path& file : {files.csv, files.svg, files.png}) fs::remove(file, problem);
    throw;
  }
  return files;
}

}  // namespace io
