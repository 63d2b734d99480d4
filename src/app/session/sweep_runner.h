#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/sweep/batch_sweep.h"
#include "lab/track/setup.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// Computes cells of a sweep on a thread pool. The results do not depend on the threads.
class SweepJob {
 public:
  /// \param cells to compute, in this order
  /// \param store cache of the methods' preparations, outlives this; null: no cache
  SweepJob(work::Pool& pool, const lab::Sweep& sweep, std::vector<int> cells,
           ik::PreparationStore* store = nullptr, work::Priority priority = work::Priority::kUsual);

  /// Whether it computes many cells at a time.
  bool in_lanes() const { return parts_.in_blocks(); }
  /// Whether the job has finished or failed. take() may still have cells.
  bool done() const { return job_.done(); }
  /// Waits for at most `seconds`. \returns done()
  bool wait_for(double seconds) { return job_.wait_for(seconds); }
  double progress() const { return job_.progress(); }  ///< the finished share, 0 to 1
  /// The cells computed since the last call. \throws the exception of a cell, once
  std::vector<lab::SweepCell> take();

 private:
  const lab::SweepParts parts_;
  work::Mailbox<std::vector<lab::SweepCell>> ready_;
  work::Job job_;
};

/// Computes the sweep of the panel in the background, from coarse to fine.
///
/// A sweep depends on the front lane, except for the varied settings: a slider of an axis changes
/// nothing. Any other change makes the sweep stale. A live sweep then restarts once nothing has
/// changed for kPatience. No call waits longer than one step.
class SweepRunner {
 public:
  /// Time without a change before a new sweep begins, s.
  static constexpr double kPatience = 0.3;
  /// Least number of cells before the maps of an older sweep are replaced.
  static constexpr int kFirstPicture = 9;

  /// \param pool computes, outlives this
  /// \param store see SweepJob
  explicit SweepRunner(work::Pool& pool, ik::PreparationStore* store = nullptr)
      : pool_(&pool), store_(store) {}

  /// Sets the sweep that is wanted in this frame, for the setup's experiment. None: no sweep is
  /// wanted; a running one continues.
  void want(const std::optional<ui::SweepWish>& wish, const lab::Setup& setup);
  /// Starts the wanted sweep now, or continues it after cancel().
  void start();
  /// Stops. No sweep starts by itself until the wanted one changes.
  void cancel();
  /// Lets real time pass: takes finished cells, and starts a sweep that has waited long enough.
  void advance(double wall_seconds);

  /// Valid until the next call of another function.
  ui::SweepShown shown() const;

 private:
  /// Everything that a sweep depends on.
  struct Plan {
    lab::Setup setup;  // the front lane alone, with defaults for the varied settings
    std::vector<lab::SweepAxis> axes;
    long steps, warmup;

    bool operator==(const Plan&) const = default;
  };
  struct Run {
    Plan plan;
    lab::Sweep sweep;
    lab::SweepResults results;
    bool in_lanes = false;  // computes many cells at a time
  };

  static Plan plan_of(const ui::SweepWish& wish, const lab::Setup& setup);
  void begin(const Plan& plan);
  void take();

  work::Pool* pool_;
  ik::PreparationStore* store_;
  std::optional<Plan> wanted_;   // plan of the last wish
  std::optional<Plan> waiting_;  // will begin after kPatience
  double waited_ = 0.0;          // s
  std::optional<Plan> refused_;  // cancelled or failed: does not begin by itself
  std::shared_ptr<Run> latest_;  // the last run begun
  std::shared_ptr<Run> shown_;   // latest_, or the previous run until latest_ has enough cells
  std::vector<lab::HeatMap> maps_;
  std::string trouble_;
  std::unique_ptr<SweepJob> job_;
};

}  // namespace app
