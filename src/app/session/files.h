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

#include "io/saved/recording_files.h"
#include "io/saved/session_file.h"
#include "lab/advise/conclusion.h"
#include "lab/body/body_model.h"
#include "lab/claims/claims.h"
#include "lab/run/histories.h"
#include "lab/run/run_recording.h"
#include "lab/sweep/sweep.h"
#include "ui/panels/run_panel.h"
#include "work/pool.h"

namespace app {

/// The absolute path; the path itself if the system cannot tell.
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
/// \param run the run in the plots
std::string save(const std::string& folder, std::span<const lab::Plot> plots,
                 const lab::Timeline& run);

/// What a file holds: a run, also one whose changes are still to be read, or a scene.
using RunOrScene = std::variant<io::SavedSession, io::SessionReader, lab::Scene>;

/// Begins to read a session, or reads a scene; the scene's id is the absolute path.
/// \param wish for a robot or character file; if it lacks one of the effectors, they are proposed
/// \throws io::Error naming file and place
RunOrScene read_run_or_scene(const std::string& path, const lab::BodyWish& wish = {});

/// The recording that a session makes, of all lanes: all rows in memory, for the figure, and on
/// disk all rows but those of the last second. A recording that cannot be saved keeps both until it
/// is saved or dropped.
class Recorder {
 public:
  /// \param notes see io::RecordingLog
  /// \throws io::Error naming the folder or the file that cannot be written: nothing is recorded
  void start(const lab::Timeline& run, const std::string& folder,
             const std::filesystem::path& notes);
  /// Takes in the step that the run has just made. \pre running(), also for follow()
  void add(const lab::Timeline& run);
  /// Takes in the changes of the run's present step.
  void follow(const lab::Timeline& run);
  /// Lets real time pass, and writes rows to disk.
  /// \returns why the file cannot be written any more; otherwise empty
  std::string pass(double wall_seconds);
  /// Ends the recording; it is unsaved then. \pre running()
  void stop();

  /// Saves the unsaved recordings, as far as that is possible. \pre unsaved_rows() > 0
  /// \returns what was saved; or why not, and where the rows are
  ui::Message save(const std::string& folder);
  std::size_t unsaved_rows() const;
  /// Forgets the unsaved recordings, and removes their files.
  void drop();
  /// For the end of the program: leaves the files of unsaved recordings to the next program.
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

/// A replayed run, at its end, with the data of its plots.
struct OpenedRun {
  lab::Timeline timeline;
  lab::Histories histories;
  long now = 0;  ///< the step to begin at
};

/// Replays a saved run in portions.
class Replay {
 public:
  /// \param store of the methods' preparations, outlives this; null: none
  explicit Replay(io::SavedSession session, ik::PreparationStore* store = nullptr);
  /// Makes this many steps, or the remaining ones.
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

/// Opens files in the background, one at a time, in portions: to replay a run may take minutes, to
/// read one some seconds.
class Opener {
 public:
  using Read = std::function<RunOrScene()>;
  using Opened = std::variant<std::monostate, OpenedRun, lab::Scene>;

  /// \param pool opens files, outlives this
  explicit Opener(work::Pool& pool) : pool_(&pool) {}

  /// Begins to open a file and stops the present one.
  /// \param name of the file, for messages
  /// \param read is called on the pool's thread and may throw
  /// \param store see Replay
  void start(std::string name, Read read, ik::PreparationStore* store = nullptr);
  /// Gives the present file up, at once: a portion that runs ends in the background.
  void stop();
  bool busy() const { return static_cast<bool>(job_); }
  const std::string& name() const { return name_; }

  /// The opened file, once; std::monostate while there is none. \throws what reading threw
  Opened collect();
  std::optional<ui::Opening> shown() const;

 private:
  work::Pool* pool_;
  std::string name_;
  std::shared_ptr<Opened> opened_;  // used by the job until it is done
  work::Job job_;
  std::vector<work::Job> stopped_;  // given up, with a portion that may still run
};

}  // namespace app
