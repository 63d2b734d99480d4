#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "io/saved/session_file.h"
#include "lab/run/history.h"
#include "ui/shell/laboratory.h"
#include "work/pool.h"

namespace app {

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

  /// \param threads 0: none, a file is opened within collect() and wait()
  explicit Opener(int threads = 1) : pool_(std::make_unique<work::Pool>(threads)) {}

  /// Gives up what is being opened, and begins. \param read is called on the thread and may throw
  /// \param name of the file, to be shown
  void start(std::string name, Read read);
  void stop() { job_ = {}; }
  bool busy() const { return static_cast<bool>(job_); }
  const std::string& name() const { return name_; }

  /// What is ready; nothing while there is none. \throws what reading threw
  Opened collect();
  void wait();  ///< until something is ready, or nothing is to come
  std::optional<ui::Opening> shown() const;

 private:
  std::unique_ptr<work::Pool> pool_;
  std::string name_;
  std::shared_ptr<Opened> opened_;  // the job's, until it is done
  work::Job job_;
};

}  // namespace app
