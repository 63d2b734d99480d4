#include "app/session/files.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <vector>

#include "app/session/session.h"
#include "io/body/body_file.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/files/zip.h"
#include "io/report/report.h"
#include "io/saved/preparation_files.h"
#include "io/saved/result_files.h"
#include "io/scene/scene_writer.h"
#include "lab/scene/number_text.h"
#include "lab/track/cost.h"
#include "ui/kit/text.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArchive = ".zip";

constexpr int kMaxEntries = 20000;  // per folder: more would delay the frame
constexpr std::size_t kMaxFound = 200;

bool can_be_opened(const fs::path& path) {
  const std::string extension = io::extension_of(path);
  return extension == ".json" || extension == kArchive || io::is_body_file(path);
}

// Times of a frame, ns: its computing above which it is heavy, and the picture of a lane and of a
// joint in it. Sixty frames a second leave each 17 ms, and a page takes twice the time.
constexpr double kHeavyFrame = 15e6, kLanePicture = 3e5, kJointPicture = 5e3;
constexpr int kHeavyBodies = 5000;

}  // namespace

std::string at_home(const std::string& path) {
  const char* const home = std::getenv("HOME");
  if (home == nullptr || !path.starts_with("~/")) return path;
  return home + path.substr(1);
}

std::span<const std::string> Completions::of(const std::string& typed) {
  if (typed_ == typed) return found_;
  typed_ = typed;
  found_.clear();
  const std::string path = at_home(typed);
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begin = ui::lower(path.substr(folder.size()));
  std::error_code trouble;
  fs::directory_iterator entry(folder.empty() ? "." : folder, trouble);
  for (int i = 0; !trouble && entry != fs::directory_iterator() && i < kMaxEntries; ++i) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    const bool is_folder = entry->is_directory(ignored);
    const bool hidden = name.starts_with('.') && !begin.starts_with('.');
    if (!hidden && ui::lower(name).starts_with(begin) && (is_folder || can_be_opened(name))) {
      found_.push_back(folder + name + (is_folder ? "/" : ""));
    }
    entry.increment(trouble);
  }
  std::ranges::sort(found_);
  found_.resize(std::min(found_.size(), kMaxFound));
  return found_;
}

std::string heavy_load(const lab::Setup& setup, int crowd) {
  const long updates = lab::updates_in_step(setup);
  const auto lanes = static_cast<long>(setup.lanes.size());
  const int joints = setup.scene->multibody.joint_count();
  const double frame = lab::estimated_step_ns(setup) +
                       static_cast<double>(lanes) * (kLanePicture + joints * kJointPicture);
  std::vector<std::string> reasons;
  if (frame > kHeavyFrame) {
    reasons.push_back(
        (lanes > 1 ? lab::counted(setup.lanes.size(), "lane") + " of " : "") +
        lab::counted(static_cast<std::size_t>(joints), "joint") +
        (updates > lanes
             ? " with " + lab::counted(static_cast<std::size_t>(updates), "update") + " a step"
             : "") +
        ", about " + lab::number_text(1e-9 * frame, 1) + " s of computing a frame");
  }
  if (crowd > kHeavyBodies) reasons.push_back("a crowd of " + std::to_string(crowd) + " bodies");
  return ui::listed(reasons);
}

std::string absolute(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

namespace {

using Files = std::vector<std::filesystem::path>;

/// "Saved y-001.csv, .svg, .png in FOLDER": the first file's name and the other suffixes.
std::string saved(const Files& files, const std::string& more = {}) {
  std::string others;
  for (std::size_t i = 1; i < files.size(); ++i) others += ", " + files[i].extension().string();
  return "Saved " + files.front().filename().string() + others + more + " in " +
         absolute(files.front().parent_path().string());
}

}  // namespace

std::string save(const std::string& folder, const lab::RunRecording& recording) {
  const io::RecordingFiles files = io::save_recording(folder, recording);
  return saved({files.csv, files.svg, files.png});
}

std::string save(const std::string& folder, const lab::Timeline& run) {
  return "Saved " + absolute(io::save_session(folder, run).string());
}

std::string save(const std::string& folder, const lab::Scene& scene) {
  return saved(
      {io::write_numbered(folder, io::plain_name(scene.id), ".json", io::write_scene(scene))});
}

std::string save(const std::string& folder, const lab::Sweep& sweep,
                 const lab::SweepResults& results) {
  return saved(io::save_sweep(folder, sweep, results));
}

std::string save(const std::string& folder, std::span<const lab::Finding> findings) {
  return saved({io::save_report(folder, findings)});
}

std::string save(const std::string& folder, const lab::Advised& advised) {
  return saved(io::save_advice(folder, advised));
}

std::string save(const std::string& folder, const lab::BasinFigure& map, const lab::Setup& setup) {
  return saved(io::save_basins(folder, map, setup));
}

std::string save(const std::string& folder, const io::PathRecord& path, const lab::Setup& setup) {
  return saved(io::save_path(folder, path, setup));
}

std::string save(const std::string& folder, std::span<const lab::Plot> plots,
                 const lab::Timeline& run) {
  Files files = io::save_plots(folder, plots, run);
  files.resize(files.size() - plots.size());
  return saved(files, plots.size() > 1 ? " and " + std::to_string(plots.size()) + " tables"
                                       : std::string(" and a table"));
}

namespace {

lab::Scene open_with_effectors(const std::string& path, io::BodyOptions options) {
  options.wish.words = &lab::kWindowWords;
  try {
    return io::open_scene(path, options);
  } catch (const io::Error&) {
    if (options.wish.effectors.empty()) throw;
    options.wish.effectors.clear();
    return io::open_scene(path, options);
  }
}

/// Removes the oldest folders in a folder until fewer than `most` are left.
void keep_fewer_folders(const fs::path& parent, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> folders;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    if (entry.is_directory(ignored)) folders.emplace_back(entry.last_write_time(ignored), entry);
  }
  std::ranges::sort(folders);
  for (std::size_t i = 0; i + most <= folders.size(); ++i) {
    fs::remove_all(folders[i].second, ignored);
  }
}

/// Unpacks an archive into a new folder of the program's cache, which has the last ones only.
/// \returns the folder
fs::path unzipped(const fs::path& archive) {
  constexpr std::size_t kMostFolders = 8;
  const fs::path cache = io::cache_folder();
  const fs::path parent = (cache.empty() ? fs::temp_directory_path() : cache) / "unzipped";
  io::make_folder(parent);
  keep_fewer_folders(parent, kMostFolders);
  fs::path folder;
  for (int number = 1; folder.empty() || !fs::create_directory(folder); ++number) {
    folder = parent / (archive.stem().string() + "-" + std::to_string(number));
  }
  try {
    io::unzip(archive, folder);
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    throw;
  }
  return folder;
}

RunOrScene read_archive(const std::string& path, const lab::BodyRequest& wish) {
  const fs::path folder = unzipped(path);
  const std::vector<std::string> names{folder.string()};
  auto files = std::make_shared<const io::FileSet>(names);
  const std::vector<fs::path> found = files->to_open();
  if (found.size() == 1) return read_run_or_scene(found.front().string(), wish, std::move(files));
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> shown;
  for (const fs::path& file : found) shown.push_back(file.lexically_relative(folder).string());
  if (shown.size() > kMostNamed) {
    shown.resize(kMostNamed);
    shown.push_back(std::to_string(found.size() - kMostNamed) + " more");
  }
  throw io::Error(io::printable(path + ": unzip it and open one of " + ui::listed(shown)));
}

}  // namespace

RunOrScene read_run_or_scene(const std::string& path, const lab::BodyRequest& wish,
                             std::shared_ptr<const io::FileSet> given) {
  if (io::extension_of(path) == kArchive) return read_archive(path, wish);
  if (!io::is_body_file(path)) {
    if (auto session = io::SessionReader::find(io::read_file(path), path)) return *session;
  }
  lab::Scene scene = open_with_effectors(path, {.wish = wish, .given = std::move(given)});
  scene.id = absolute(path);
  return scene;
}

void Recorder::start(const lab::Timeline& run, const std::string& folder,
                     const std::filesystem::path& notes) {
  lab::RunRecording recording(run);
  log_ = std::make_shared<io::RecordingLog>(folder, notes, recording);
  log_->add(recording, run.bench());
  log_->flush();
  recording_.emplace(std::move(recording));
  unwritten_s_ = 0.0;
}

void Recorder::add(const lab::Timeline& run) {
  recording_->add(run);
  if (!log_) return;
  log_->add(*recording_, run.bench());
  log_->follow(*recording_);
}

void Recorder::follow(const lab::Timeline& run) {
  recording_->follow(run);
  if (log_) log_->follow(*recording_);
}

std::string Recorder::pass(double wall_seconds) {
  constexpr double kPause = 0.5;  // s: even with slow frames at most a second is not on disk
  if (!log_ || (unwritten_s_ += wall_seconds) < kPause) return {};
  unwritten_s_ = 0.0;
  if (log_->flush()) return {};
  const std::string path = log_->path().string();
  log_.reset();
  return "The recording continues only in memory: " + path + " cannot be written";
}

void Recorder::stop() {
  if (log_) log_->flush();
  unsaved_.push_back({std::move(*recording_), std::move(log_)});
  recording_.reset();
  log_.reset();
}

ui::Message Recorder::save(const std::string& folder) {
  std::string done;
  while (!unsaved_.empty()) {
    const Ended& first = unsaved_.front();
    try {
      done += (done.empty() ? "" : ". ") + app::save(folder, first.recording);
    } catch (const std::exception& problem) {
      const std::size_t rows = unsaved_rows();
      return {"Not saved: " + std::string(problem.what()) + ". " + std::to_string(rows) +
                  (rows == 1 ? " row is" : " rows are") + " kept in memory",
              true};
    }
    if (first.log) first.log->discard();
    unsaved_.erase(unsaved_.begin());
  }
  return {done};
}

std::size_t Recorder::unsaved_rows() const {
  std::size_t rows = 0;
  for (const Ended& ended : unsaved_) rows += ended.recording.rows();
  return rows;
}

void Recorder::drop() {
  for (const Ended& ended : unsaved_) {
    if (ended.log) ended.log->discard();
  }
  unsaved_.clear();
}

std::string Recorder::leave() {
  std::string where;
  for (const Ended& ended : unsaved_) {
    std::error_code ignored;
    const bool is_there =
        ended.log && ended.log->flush() && std::filesystem::exists(ended.log->path(), ignored);
    if (!is_there) continue;
    ended.log->leave();
    where += (where.empty() ? "" : ", ") + ended.log->path().string();
  }
  unsaved_.clear();
  return where.empty() ? "lost" : "in " + where;
}

Replay::Replay(io::SavedSession session, ik::PreparationStore* store)
    : session_(std::move(session)),
      store_(store),
      run_{lab::Timeline(session_.start), {}, session_.now.value_or(0)} {
  take_in_row();
}

OpenedRun Replay::take() {
  run_.timeline.add_branches(std::move(session_.branches));
  return std::move(run_);
}

/// Applies the changes before the next step and adds the row to the histories.
void Replay::take_in_row() {
  const auto& changes = session_.changes;
  for (; changed_ < changes.size() && changes[changed_].step == step_; ++changed_) {
    run_.timeline.apply(changes[changed_].setup, changes[changed_].gesture);
  }
  run_.histories.add(run_.timeline);
}

double Replay::advance(long steps) {
  for (; steps > 0 && step_ < session_.steps; --steps) {
    lab::Bench& bench = run_.timeline.bench();
    if (bench.prepared() < 1.0 && bench.prepare(1, store_) < 1.0) break;
    const int updates = std::min(Session::kUpdates, bench.updates_in(Session::kPartNs));
    if (!run_.timeline.step_part(updates)) continue;
    ++step_;
    take_in_row();
  }
  return step_ < session_.steps ? static_cast<double>(step_) / static_cast<double>(session_.steps)
                                : 1.0;
}

namespace {

/// Opens a file in portions.
class Opening {
 public:
  Opening(Opener::Read read, ik::PreparationStore* store, std::shared_ptr<Opener::Opened> opened)
      : read_(std::move(read)), store_(store), opened_(std::move(opened)) {}

  /// \returns the finished share
  double advance() {
    if (replay_) {
      const double share = replay_->advance(work::kPortion);
      if (share < 1.0) return begin_ + (1.0 - begin_) * share;
      *opened_ = replay_->take();
      return 1.0;
    }
    if (reader_) {
      const double share = reader_->advance(1);
      if (share < 1.0) return kReading * share;
      begin_ = kReading;
      replay_.emplace(reader_->take(), store_);
      reader_.reset();
      return kReading;
    }
    RunOrScene file = read_();
    if (auto* scene = std::get_if<lab::Scene>(&file)) {
      *opened_ = std::move(*scene);
      return 1.0;
    }
    if (auto* reader = std::get_if<io::SessionReader>(&file)) {
      reader_.emplace(std::move(*reader));
    } else {
      replay_.emplace(std::move(std::get<io::SavedSession>(file)), store_);
    }
    return 0.0;
  }

 private:
  static constexpr double kReading = 0.2;  // share of the progress bar

  Opener::Read read_;
  ik::PreparationStore* store_;
  std::shared_ptr<Opener::Opened> opened_;
  std::optional<io::SessionReader> reader_;
  std::optional<Replay> replay_;
  double begin_ = 0.0;  // progress at which the replay begins
};

}  // namespace

void Opener::start(std::string name, Read read, ik::PreparationStore* store) {
  stop();
  name_ = std::move(name);
  opened_ = std::make_shared<Opened>();
  const auto opening = std::make_shared<Opening>(std::move(read), store, opened_);
  job_ = pool_->start([opening] { return opening->advance(); });
}

void Opener::stop() {
  if (!job_) return;
  job_.stop();
  stopped_.push_back(std::move(job_));
}

Opener::Opened Opener::collect() {
  std::erase_if(stopped_, [](const work::Job& job) { return job.done(); });
  if (!job_ || !job_.done()) return {};
  work::Job done = std::move(job_);
  done.check();
  return std::move(*opened_);
}

std::optional<ui::Opening> Opener::shown() const {
  if (!job_) return std::nullopt;
  return ui::Opening{name_, job_.progress()};
}

}  // namespace app
