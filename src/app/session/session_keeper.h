#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "io/saved/session_file.h"

namespace app {

/// Keeps the runs of a window on disk against a crash, the present one and those in the list of
/// left runs, each in a file of its own, with its set-ups, bodies and branches. Keeping begins with
/// the user's first change; each change is written within about kPause. Writes in the background,
/// rarely enough to load the machine little. A frame costs the comparison of a few numbers, and a
/// copy of the changes when a write begins.
class SessionKeeper {
 public:
  static constexpr double kPause = 1.0;        ///< least time between two writes, s
  static constexpr double kStepsPause = 10.0;  ///< least time if only steps were made, s
  static constexpr double kShare = 0.05;       ///< largest share of a processor for writing

  /// \param pool   writes, outlives this
  /// \param folder of io::KeptSession; empty keeps nothing
  SessionKeeper(work::Pool& pool, std::filesystem::path folder);

  /// Starts a write if one is due. Call it every frame.
  /// \param seconds since the last call
  void look(const Session& session, double seconds);
  /// Writes the runs now that have changed since their last write: for a program that ends without
  /// its user's wish.
  void finish(const Session& session);
  /// Removes the files and writes no more: the user closed the window.
  void discard();

  /// Why a run cannot be kept, once; otherwise empty.
  std::string take_problem() { return std::exchange(problem_, {}); }

 private:
  /// Tells states of a run apart without a comparison of their changes.
  struct Mark {
    int number = 0;
    long revision = 0;
    long steps = 0;
  };
  /// A run's file, which the first write makes.
  struct File {
    Mark written;
    std::shared_ptr<io::KeptSession> kept;
    bool wrote = false;  // there is a file
  };
  struct Run {
    const lab::Timeline* timeline;
    Mark mark;
  };
  static std::vector<Run> runs_of(const Session& session);
  void forget_gone(const std::vector<Run>& runs);
  bool is_other(const Run& run, int present) const;
  bool has_more_steps(const Run& run) const;
  std::shared_ptr<io::KeptSession> file_of(int number);
  void note_written(const Mark& mark, bool present);
  void collect();

  work::Pool* pool_;
  std::filesystem::path folder_;  // empty: nothing is kept any more
  std::map<int, File> files_;     // by the runs' numbers
  bool begun_ = false;            // the first runs are known
  bool broken_ = false;           // nothing can be written
  static constexpr int kNone = -1;
  int newest_ = kNone;  // number of the present run if no other was written after it
  Mark writing_;
  bool writes_present_ = false;
  double since_ = 0.0;  // s since the last write began
  // processor time of the last write, s, or of the running one so far
  std::shared_ptr<double> took_ = std::make_shared<double>(0.0);
  std::string problem_;
  work::Job job_;
};

}  // namespace app
