#include "io/saved/recording_files.h"

#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/numbered_files.h"
#include "io/saved/preferences.h"
#include "io/setup/provenance.h"
#include "lab/plot/recording_plots.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = ".unfinished.csv";
constexpr std::size_t kLongestNote = 64 << 10;  // bytes; a note is a path

/// SCENE-METHOD, the stem of the recording's file names, from the front lane at the start.
std::string stem_of(const lab::Setup& setup) {
  return plain_name(setup.scene->id) + "-" + setup.front_lane().method->id;
}

/// Creates the file with its origin.
fs::path begin_file(const fs::path& folder, const lab::Setup& setup) {
  std::ostringstream text;
  write_comment(text, provenance(setup));
  return fs::absolute(write_numbered(folder, stem_of(setup), kUnfinished, text.str()));
}

/// Cuts off an incomplete last line.
void keep_whole_lines(const fs::path& path) {
  constexpr std::streamoff kLongestLine = 1 << 20;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0) return;
  const std::streamoff from = std::max<std::streamoff>(0, size - kLongestLine);
  std::string end(static_cast<std::size_t>(size - from), '\0');
  file.seekg(from);
  if (!file.read(end.data(), size - from)) return;
  const std::size_t last = end.rfind('\n');
  std::error_code ignored;
  if (last == std::string::npos || last + 1 == end.size()) return;
  fs::resize_file(path, static_cast<std::uintmax_t>(from) + last + 1, ignored);
}

/// Removes the note of an ended program and returns its recording; empty if there is none.
fs::path take_note(const fs::path& note) {
  fs::path path;
  take_lock(note, [&] { path = read_file(note, kLongestNote); });
  // only recordings may be shortened later; for the system a name ends at a NUL
  const bool recording = path.is_absolute() && path.native().ends_with(kUnfinished) &&
                         path.native().find('\0') == std::string::npos;
  std::error_code ignored;
  return recording && fs::is_regular_file(path, ignored) ? path : fs::path();
}

}  // namespace

fs::path state_folder() { return program_folder("XDG_STATE_HOME", ".local/state"); }

RecordingLog::RecordingLog(const fs::path& folder, const fs::path& notes,
                           const lab::RunRecording& recording)
    : path_(begin_file(folder, recording.initial())) {
  file_.open(path_, std::ios::binary | std::ios::app);
  csv_.emplace(file_, CsvStream::Columns::kMethodAndLane);
  if (!notes.empty()) write_note(notes);
}

void RecordingLog::add(const lab::RunRecording& recording, const lab::Bench& bench) {
  int number = 0;
  for (const lab::LaneRecording& lane : recording.lanes()) {
    ++number;
    const auto& lanes = bench.setup().lanes;
    const auto at = std::ranges::find(lanes, lane.id, &lab::Lane::id);
    if (at == lanes.end()) continue;
    const lab::Tracker& tracker = bench.tracker(static_cast<std::size_t>(at - lanes.begin()));
    csv_->add(tracker, lane.method_of(lane.rows.rows() - 1), number);
  }
}

void RecordingLog::follow(const lab::RunRecording& recording) {
  for (; changes_ < recording.changes().size(); ++changes_) {
    const lab::SetupChange& change = recording.changes()[changes_];
    const lab::Setup& before =
        changes_ == 0 ? recording.initial() : recording.changes()[changes_ - 1].setup;
    csv_->flush();
    for (const lab::ChangeNote& note :
         lab::change_notes(before, {&change, 1}, {change.step, recording.time()})) {
      write_comment(file_, printable("changed at " + note.text()));
    }
  }
}

/// Writes the note. Errors are ignored: the note only helps to find the file.
void RecordingLog::write_note(const fs::path& notes) {
  std::error_code ignored;
  fs::create_directories(notes, ignored);
  try {
    note_.emplace(notes, ".note");
    if (!note_->write(path_.native())) note_->remove();
  } catch (const Error&) {
    // the recording goes on without a note
  }
}

RecordingLog::~RecordingLog() {
  flush();
  if (note_ && !left_) note_->remove();
}

bool RecordingLog::flush() {
  csv_->flush();
  file_.flush();
  return file_.good();
}

void RecordingLog::discard() {
  file_.close();
  std::error_code ignored;
  fs::remove(path_, ignored);
}

std::vector<fs::path> take_unfinished(const fs::path& notes) {
  std::vector<fs::path> files;
  for (const fs::path& note : entries_of(notes)) {
    if (note.extension() != ".note") continue;
    fs::path file = take_note(note);
    if (file.empty()) continue;
    keep_whole_lines(file);
    files.push_back(std::move(file));
  }
  std::ranges::sort(files);
  return files;
}

RecordingFiles save_recording(const fs::path& folder, const lab::RunRecording& recording) {
  const std::vector<lab::Plot> plots = lab::plots_of(recording);
  const Origin origin = origin_of(provenance(recording), recording.notes());
  const std::string foot = foot_of(origin);
  const auto figure = [&](PlotFormat format) {
    return [&, format](std::ostream& out) { out << draw_plots(plots, format, foot); };
  };
  const auto table = [&](std::ostream& out) {
    write_origin(out, origin);
    write_csv(out, recording);
  };
  const std::vector<fs::path> names = write_numbered(
      folder, stem_of(recording.initial()),
      {{".csv", table}, {".svg", figure(PlotFormat::kSvg)}, {".png", figure(PlotFormat::kPng)}});
  return {names[0], names[1], names[2]};
}

}  // namespace io
