#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/sweep/batch_sweep.h"
#include "lab/track/setup.h"
#include "ui/panels/sweep_panel.h"
#include "work/platform.h"
#include "work/pool.h"

namespace app {

/// Cells of a sweep that a pool computes, the same whoever does it.
class SweepJob {
 public:
  /// \param cells which to compute, in that order
  SweepJob(work::Pool& pool, const lab::Sweep& sweep, std::vector<int> cells);

  bool in_lanes() const { return parts_.in_lanes(); }  ///< many cells at a time
  /// Whether all is over, be it done or failed. Cells may be left to take.
  bool done() const { return job_.done(); }
  void wait() { job_.wait(); }
  /// The cells that became ready since the last call. \throws what a cell threw, once
  std::vector<lab::SweepCell> take();

 private:
  const lab::SweepParts parts_;
  work::Mailbox<std::vector<lab::SweepCell>> ready_;
  work::Job job_;
};

/// Computes the sweep that the user looks at, in the background and from coarse to fine.
///
/// A sweep is of the front lane as it stands, without what is varied: to move a slider of one of
/// its axes leaves it as it is. Everything else makes it stale, and where it is live, a new one
/// begins once nothing has changed for a while. Never waits for longer than a step takes.
class SweepRunner {
 public:
  /// Until something has not changed for so long, nothing is begun, s.
  static constexpr double kPatience = 0.3;
  /// So many cells are needed before they take the place of a picture that is there.
  static constexpr int kFirstPicture = 9;

  /// \param threads 0: none, it computes within advance(). As many as the machine has by default
  explicit SweepRunner(int threads = work::machine_threads())
      : pool_(std::make_unique<work::Pool>(threads, work::Pool::Priority::kBackground)) {}

  /// What is wanted in this frame, of the experiment that the setup holds.
  void want(const ui::SweepWish& wish, const lab::Setup& setup);
  /// Nothing is; what is under way goes on.
  void rest() { waiting_.reset(); }
  /// Lets real time pass: takes in what became ready, and begins what has waited for long enough.
  void advance(double wall_seconds);

  /// Valid until the next call of another function.
  ui::SweepShown shown() const;

 private:
  /// What a sweep depends on.
  struct Plan {
    lab::Setup setup;  // the front lane alone, without what is varied
    std::vector<lab::SweepAxis> axes;
    long steps, warmup;

    bool operator==(const Plan& other) const;
  };
  struct Run {
    Plan plan;
    lab::Sweep sweep;
    lab::SweepResults results;
    bool in_lanes = false;  // many cells at a time
  };

  static Plan plan_of(const ui::SweepWish& wish, const lab::Setup& setup);
  void start(const Plan& plan);
  void work();
  void take();

  std::unique_ptr<work::Pool> pool_;
  std::optional<Plan> wanted_;   // in the last frame that wanted one
  std::optional<Plan> waiting_;  // to begin
  double waited_ = 0.0;          // s
  std::optional<Plan> refused_;  // does not begin by itself
  std::shared_ptr<Run> latest_;  // that was begun
  std::shared_ptr<Run> shown_;   // it, or the one before until there is something of it
  std::vector<lab::HeatMap> maps_;
  std::string trouble_;
  std::unique_ptr<SweepJob> job_;
};

}  // namespace app
