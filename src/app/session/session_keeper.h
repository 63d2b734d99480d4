#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "io/saved/kept_session.h"
#include "lab/run/timeline.h"
#include "work/pool.h"

namespace app {

/// Keeps the run of a window on disk against a crash, with its set-ups, bodies and branches: once
/// the user has changed something, and not later than about kPause after each change. Writes in
/// the background, and seldom enough that it takes little of the machine: a frame costs the
/// comparison of a few numbers, and a copy of the changes where a new writing begins.
class SessionKeeper {
 public:
  static constexpr double kPause = 1.0;        ///< least time between two writings, s
  static constexpr double kStepsPause = 10.0;  ///< the same where only steps were made, s
  static constexpr double kShare = 0.05;       ///< largest share of a processor for writing

  /// \param pool   writes, outlives this
  /// \param folder of io::KeptSession; empty keeps nothing
  SessionKeeper(work::Pool& pool, std::filesystem::path folder);

  /// Looks whether the run has to be written. Call it every frame.
  /// \param number  another one for every other run
  /// \param seconds since the last call
  void look(const lab::Timeline& run, int number, double seconds);
  /// Writes the run now if anything has changed since the last writing, for a program that is told
  /// to end by others than its user.
  void finish(const lab::Timeline& run, int number);
  /// Removes the file, and writes no other: the user ended the window.
  void discard();

  /// Why the run cannot be kept, once; otherwise empty.
  std::string take_problem() { return std::exchange(problem_, {}); }

 private:
  /// What tells runs apart without a look at their changes.
  struct Mark {
    int number = 0;
    long revision = 0;
    long steps = 0;
  };
  static Mark mark_of(const lab::Timeline& run, int number);
  /// Whether the run has changed since the last writing; a run as it began is no loss.
  bool is_other(const Mark& now) const;
  bool is_longer(const Mark& now) const { return wrote_ && now.steps != written_.steps; }
  void collect();

  work::Pool* pool_;
  std::shared_ptr<io::KeptSession> kept_;
  bool begun_ = false;   // the first run is known
  bool wrote_ = false;   // there is a file
  bool broken_ = false;  // nothing can be written
  Mark written_, writing_;
  double since_ = 0.0;  // s since the last writing began
  // processor's time of the last writing, s; its job's while it runs
  std::shared_ptr<double> took_ = std::make_shared<double>(0.0);
  std::string problem_;
  work::Job job_;
};

}  // namespace app
