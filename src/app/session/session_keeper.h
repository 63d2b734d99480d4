#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "io/saved/session_file.h"
#include "lab/run/timeline.h"
#include "work/pool.h"

namespace app {

/// Keeps the run of a window on disk against a crash, with its set-ups, bodies and branches.
/// Keeping begins with the user's first change; each change is written within about kPause. Writes
/// in the background, rarely enough to load the machine little. A frame costs the comparison of a
/// few numbers, and a copy of the changes when a write begins.
class SessionKeeper {
 public:
  static constexpr double kPause = 1.0;        ///< least time between two writes, s
  static constexpr double kStepsPause = 10.0;  ///< least time if only steps were made, s
  static constexpr double kShare = 0.05;       ///< largest share of a processor for writing

  /// \param pool   writes, outlives this
  /// \param folder of io::KeptSession; empty keeps nothing
  SessionKeeper(work::Pool& pool, std::filesystem::path folder);

  /// Starts a write if one is due. Call it every frame.
  /// \param number  different for every run
  /// \param seconds since the last call
  void look(const lab::Timeline& run, int number, double seconds);
  /// Writes the run now if it has changed since the last write: for a program that ends without its
  /// user's wish.
  void finish(const lab::Timeline& run, int number);
  /// Removes the file and writes no more: the user closed the window.
  void discard();

  /// Why the run cannot be kept, once; otherwise empty.
  std::string take_problem() { return std::exchange(problem_, {}); }

 private:
  /// Tells runs apart without a comparison of their changes.
  struct Mark {
    int number = 0;
    long revision = 0;
    long steps = 0;
  };
  /// Whether the run has changed since the last write; a run without changes is not worth keeping.
  bool is_other(const Mark& now) const;
  bool has_more_steps(const Mark& now) const { return wrote_ && now.steps != written_.steps; }
  void collect();

  work::Pool* pool_;
  std::shared_ptr<io::KeptSession> kept_;
  bool begun_ = false;   // the first run is known
  bool wrote_ = false;   // there is a file
  bool broken_ = false;  // nothing can be written
  Mark written_, writing_;
  double since_ = 0.0;  // s since the last write began
  // processor time of the last write, s, or of the running one so far
  std::shared_ptr<double> took_ = std::make_shared<double>(0.0);
  std::string problem_;
  work::Job job_;
};

}  // namespace app
