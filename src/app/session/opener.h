#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "io/saved/session_file.h"
#include "lab/run/history.h"
#include "ui/shell/laboratory.h"

namespace app {

/// A run that was gone through, at its end, with what its plots show.
struct OpenedRun {
  lab::Timeline timeline;
  std::map<int, lab::History> histories;  ///< by the lane's id
};

/// Goes through a saved run. \param watch is told the share that is done; false gives it up
/// \returns nothing where it was given up
std::optional<OpenedRun> go_through(const io::SavedSession& session,
                                    const std::function<bool(double share)>& watch);

/// Opens files on a thread of its own, one at a time: a run may take minutes to go through.
class Opener {
 public:
  using Read = std::function<std::variant<io::SavedSession, lab::Scene>()>;
  using Opened = std::variant<std::monostate, OpenedRun, lab::Scene>;

  /// Gives up what is being opened, and begins. \param read is called on the thread and may throw
  /// \param name of the file, to be shown
  void start(std::string name, Read read);
  void stop() { job_.reset(); }
  bool busy() const { return job_ != nullptr; }
  const std::string& name() const { return name_; }

  /// What is ready; nothing while there is none. \throws what reading threw
  Opened collect();
  void wait() const;  ///< until something is ready, or nothing is to come
  std::optional<ui::Opening> shown() const;

 private:
  struct Job {
    ~Job() { given_up = true; }
    std::atomic<bool> given_up = false;
    std::atomic<double> share = 0.0;
    std::future<Opened> result;  // the last member: goes first, and waits for the thread
  };
  std::string name_;
  std::unique_ptr<Job> job_;
};

}  // namespace app
