#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/path/path_trial.h"
#include "lab/path/path_way.h"
#include "lab/track/bench.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// Computes what the page "Path" shows, in the background: first a way that is there at once, then
/// the best one, all branches, and what tracking methods make of the same path.
///
/// While a path changes, the last one stays until the new one has a way. No call waits for a job.
class PathRunner {
 public:
  /// \param pool computes, outlives this
  explicit PathRunner(work::Pool& pool) : pool_(&pool) {}
  PathRunner(PathRunner&&) = default;
  PathRunner& operator=(PathRunner&&) = delete;
  ~PathRunner() { drop(); }

  /// Sets what the page asks for in this frame. None: the page is closed; what is known stays.
  void want(const std::optional<ui::PathWish>& wish, const lab::Bench& bench);
  /// Takes finished work, and begins the next.
  void advance();
  /// Ends the search with what is known, until the path changes.
  void stop();

  bool busy() const {
    return wish_ && (begins_ || look_job_ || way_job_ || graph_job_ || trial_job_);
  }
  /// Valid until the next call of another function.
  ui::PathShown shown() const;
  /// The page is open and has a way along which the body plays.
  bool plays() const { return wish_ && trouble_.empty() && way_ && !way_->way.poses.empty(); }

 private:
  struct Way {
    ik::Followed way;
    lab::Conditioning conditioning;
  };
  /// A question with what its jobs find.
  struct Run {
    explicit Run(lab::PathQuestion asked) : question(std::move(asked)) {}
    lab::PathQuestion question;
    std::atomic<bool> given_up = false;
    work::Mailbox<Way> looks, ways;
    work::Mailbox<ik::BranchGraph> graphs;
  };
  void begin();
  void begin_trials();
  void drop();
  void leave(work::Job& job);
  void adopt(std::shared_ptr<Run> run, Way way, bool first_look);
  void color_way();
  template <class Take>
  void take(work::Job& job, const Take& take_news);

  work::Pool* pool_;
  std::optional<ui::PathWish> wish_;
  std::optional<lab::Setup> asked_;  // what the question depends on
  std::optional<lab::Setup> setup_;  // the present set-up
  std::string trouble_;
  bool begins_ = false;                // the next advance() begins
  ik::VectorX present_;                // (n) where the body is
  std::shared_ptr<Run> latest_, run_;  // the last one begun, and the one that is shown
  work::Job look_job_, way_job_, graph_job_, trial_job_;
  std::vector<work::Job> leaving_;  // that were dropped, until their last portion has ended

  std::optional<Way> way_;
  bool first_look_ = false;
  std::optional<ik::BranchGraph> graph_;
  std::optional<lab::Ladder> ladder_;
  std::vector<int> lines_;
  std::vector<lab::Plot> plots_;
  std::vector<lab::PathTrial> trials_;
  /// What the trials depend on beside the question.
  struct TrialKey {
    ui::PathWish wish;
    lab::Lane lane;
    ik::VectorX start;
    const Run* run;

    bool operator==(const TrialKey& other) const {
      return wish == other.wish && lane == other.lane && start == other.start && run == other.run;
    }
  };
  std::optional<TrialKey> tried_;
  std::shared_ptr<std::vector<work::Mailbox<lab::PathTrial>>> trial_news_;
};

}  // namespace app
