#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "io/saved/recording_files.h"
#include "io/saved/session_file.h"
#include "lab/claims/claims.h"
#include "lab/run/history.h"
#include "lab/run/recording.h"
#include "lab/sweep/sweep.h"
#include "ui/panels/run_panel.h"
#include "work/pool.h"

namespace app {

/// The path from the root on; as it is where that cannot be said.
std::string absolute(const std::string& path);

// Each saves in a folder and says in one sentence where. They throw io::Error or io::WriteError.
std::string save(const std::string& folder, const lab::Recording& recording);
std::string save(const std::string& folder, const lab::Timeline& run);
std::string save(const std::string& folder, const lab::Sweep& sweep,
                 const lab::SweepResults& results);
std::string save(const std::string& folder, std::span<const lab::Finding> findings);
/// \param run that the plots are of
std::string save(const std::string& folder, std::span<const lab::Plot> plots,
                 const lab::Timeline& run);

/// What is in a file; a scene goes by the whole path then. \throws io::Error naming file and place
std::variant<io::SavedSession, lab::Scene> read_run_or_scene(const std::string& path);

/// The recording that a session makes: its rows in memory, for the figure, and on disk, where all
/// but the last second of them is at any time.
class Recorder {
 public:
  /// \param notes see io::RecordingLog. \returns why it is in memory alone, or an empty text
  std::string start(const lab::Tracker& tracker, const std::string& folder,
                    const std::filesystem::path& notes);
  void add(const lab::Tracker& tracker);
  /// Real time passes. \returns why the file has ended, where it has, or an empty text
  std::string pass(double wall_seconds);
  /// Ends it and saves it. Where that cannot be, what is on disk stays there. \pre running()
  ui::Message stop(const std::string& folder);

  bool running() const { return recording_.has_value(); }
  std::size_t rows() const { return recording_ ? recording_->rows() : 0; }

 private:
  std::optional<lab::Recording> recording_;
  std::shared_ptr<io::RecordingLog> log_;
  double unwritten_s_ = 0.0;
};

/// A run that was gone through, at its end, with what its plots show.
struct OpenedRun {
  lab::Timeline timeline;
  std::map<int, lab::History> histories;  ///< by the lane's id
};

/// A saved run that is gone through, in portions.
class Replay {
 public:
  explicit Replay(io::SavedSession session);
  /// Makes so many steps, or those that are left.
  /// \returns the share that is done; 1 ends it
  double advance(long steps);
  OpenedRun take() { return std::move(run_); }

 private:
  void take_in_row();

  io::SavedSession session_;
  OpenedRun run_;
  std::size_t changed_ = 0;  // of the session's changes, those that are in
  long step_ = 0;
};

/// Opens files in the background, one at a time: a run may take minutes to go through.
class Opener {
 public:
  using Read = std::function<std::variant<io::SavedSession, lab::Scene>()>;
  using Opened = std::variant<std::monostate, OpenedRun, lab::Scene>;

  /// \param threads 0: none, a file is opened within collect()
  explicit Opener(int threads = 1) : pool_(std::make_unique<work::Pool>(threads)) {}

  /// Gives up what is being opened, and begins. \param read is called on the thread and may throw
  /// \param name of the file, to be shown
  void start(std::string name, Read read);
  void stop() { job_ = {}; }
  bool busy() const { return static_cast<bool>(job_); }
  const std::string& name() const { return name_; }

  /// What is ready; nothing while there is none. \throws what reading threw
  Opened collect();
  std::optional<ui::Opening> shown() const;

 private:
  std::unique_ptr<work::Pool> pool_;
  std::string name_;
  std::shared_ptr<Opened> opened_;  // the job's, until it is done
  work::Job job_;
};

}  // namespace app
