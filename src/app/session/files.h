#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "io/body/file_set.h"
#include "io/saved/path_record.h"
#include "io/saved/recording_files.h"
#include "io/saved/session_file.h"
#include "lab/advise/conclusion.h"
#include "lab/body/body_model.h"
#include "lab/claims/claims.h"
#include "lab/run/history.h"
#include "lab/run/recording.h"
#include "lab/solve/basin_figure.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// The absolute path; `path` itself if the system cannot tell.
std::string absolute(const std::string& path);

// Each saves to a folder and returns one sentence that names the file. They throw io::Error or
// io::WriteError.
std::string save(const std::string& folder, const lab::RunRecording& recording);
std::string save(const std::string& folder, const lab::Timeline& run);
std::string save(const std::string& folder, const lab::Scene& scene);
std::string save(const std::string& folder, const lab::Sweep& sweep,
                 const lab::SweepResults& results);
std::string save(const std::string& folder, std::span<const lab::Finding> findings);
std::string save(const std::string& folder, const lab::Advised& advised);
std::string save(const std::string& folder, const lab::BasinFigure& map, const lab::Setup& setup);
std::string save(const std::string& folder, const io::PathRecord& path, const lab::Setup& setup);
/// \param run the run that the plots show
std::string save(const std::string& folder, std::span<const lab::Plot> plots,
                 const lab::Timeline& run);

/// Contents of a file: a run, a run with changes still to read, or a scene.
using RunOrScene = std::variant<io::SavedSession, io::SessionReader, lab::Scene>;

/// Starts to read a session, or reads a scene. The scene's id is the absolute path. A zip archive
/// is unpacked into the program's cache, and the one file in it that can be opened is read. \param
/// wish for a robot or character file. If the file lacks one of its effectors, all are
///             proposed
/// \param given with the file, see io::BodyOptions
/// \throws io::Error naming file and place
RunOrScene read_run_or_scene(const std::string& path, const lab::BodyRequest& wish = {},
                             std::shared_ptr<const io::FileSet> given = {});

/// Records all lanes of a session. All rows are in memory, for the figure. All rows but the last
/// second's are also on disk. A recording that cannot be saved keeps both until it is saved or
/// dropped.
class Recorder {
 public:
  /// \param notes see io::RecordingLog
  /// \throws io::Error naming the folder or the file that cannot be written: nothing is recorded
  void start(const lab::Timeline& run, const std::string& folder,
             const std::filesystem::path& notes);
  /// Adds the step that the run has just made. \pre running(), also for follow()
  void add(const lab::Timeline& run);
  /// Adds the changes of the run's present step.
  void follow(const lab::Timeline& run);
  /// Lets real time pass, and writes rows to disk.
  /// \returns why the file can no longer be written; otherwise empty
  std::string pass(double wall_seconds);
  /// Ends the recording, which is then unsaved. \pre running()
  void stop();

  /// Saves as many unsaved recordings as possible. \pre unsaved_rows() > 0
  /// \returns the saved files; or the reason for a failure, and where the rows are
  ui::Message save(const std::string& folder);
  std::size_t unsaved_rows() const;
  /// Forgets the unsaved recordings and removes their files.
  void drop();
  /// At the end of the program: leaves the files of unsaved recordings to the next program.
  /// \returns "in" and their paths, or "lost"
  std::string leave();

  bool running() const { return recording_.has_value(); }
  std::size_t rows() const { return recording_ ? recording_->rows() : 0; }

 private:
  struct Ended {
    lab::RunRecording recording;
    std::shared_ptr<io::RecordingLog> log;  // null: only in memory
  };

  std::optional<lab::RunRecording> recording_;
  std::shared_ptr<io::RecordingLog> log_;
  double unwritten_s_ = 0.0;
  std::vector<Ended> unsaved_;
};

/// A replayed run, at its end, with its plot data.
struct OpenedRun {
  lab::Timeline timeline;
  lab::Histories histories;
  long now = 0;  ///< first step to show
};

/// Replays a saved run in portions.
class Replay {
 public:
  /// \param store cache of the methods' preparations, outlives this; null: no cache
  explicit Replay(io::SavedSession session, ik::PreparationStore* store = nullptr);
  /// Makes `steps` steps, or the remaining ones; a step of many updates counts as several.
  /// \returns the finished share; 1 at the end
  double advance(long steps);
  OpenedRun take();

 private:
  void take_in_row();

  io::SavedSession session_;
  ik::PreparationStore* store_;
  OpenedRun run_;
  std::size_t changed_ = 0;  // number of changes applied
  long step_ = 0;
};

/// Opens files in the background, one at a time, in portions: a replay may take minutes, reading
/// some seconds.
class Opener {
 public:
  using Read = std::function<RunOrScene()>;
  using Opened = std::variant<std::monostate, OpenedRun, lab::Scene>;

  /// \param pool opens files, outlives this
  explicit Opener(work::Pool& pool) : pool_(&pool) {}

  /// Starts to open a file and gives up the one before.
  /// \param name of the file, for messages
  /// \param read called on the pool's thread; may throw
  /// \param store see Replay
  void start(std::string name, Read read, ik::PreparationStore* store = nullptr);
  /// Gives up the file at once: a running portion ends in the background.
  void stop();
  bool busy() const { return static_cast<bool>(job_); }
  const std::string& name() const { return name_; }

  /// The opened file, once; std::monostate while there is none. \throws the exception of reading
  Opened collect();
  std::optional<ui::Opening> shown() const;

 private:
  work::Pool* pool_;
  std::string name_;
  std::shared_ptr<Opened> opened_;  // used by the job until it is done
  work::Job job_;
  std::vector<work::Job> stopped_;  // given up; a portion may still run
};

/// What makes a run heavy, "32 lanes of 400 joints, about 2 s of computing a frame": its steps and
/// pictures are slower than the window's frames on a usual computer, by an estimate. Empty:
/// nothing.
/// \param crowd number of bodies; 0: none
std::string heavy_load(const lab::Setup& setup, int crowd);

/// Expands "~/arm.urdf" in the user's home; any other path stays as it is.
std::string at_home(const std::string& path);

/// Completions of a typed path, sorted: folders, with a slash at the end, and files that can be
/// opened. Case is ignored. Hidden names appear only after a typed leading dot.
class Completions {
 public:
  /// Valid until the next call. Reads a folder only when the text has changed.
  std::span<const std::string> of(const std::string& typed);

 private:
  std::optional<std::string> typed_;  // text of found_
  std::vector<std::string> found_;
};

}  // namespace app
