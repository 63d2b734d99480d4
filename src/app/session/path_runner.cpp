#include "app/session/path_runner.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "app/session/solve_runner.h"
#include "io/files/text.h"
#include "lab/path/waypoints.h"

namespace app {
namespace {

constexpr int kWaypointsOfPortion = 8;

/// The part of a set-up on which a path and its ways depend.
lab::Setup asked_of(lab::Setup setup) {
  lab::Lane& front = setup.lanes[setup.front];
  const auto limits = front.settings.limits;
  front.settings = {};
  front.settings.limits = limits;
  front.pushes.clear();
  front.method = &ik::methods().front();
  front.id = 0;
  setup.lanes = {front};
  setup.front = 0;
  setup.frozen = false;
  setup.pull.reset();
  setup.nudge.reset();
  setup.start.clear();
  return setup;
}

lab::PathShape path_of(const lab::Setup& setup) {
  return setup.path ? *setup.path : lab::first_path(setup);
}

}  // namespace

/// Lets a job end by itself: its last portion may take a while.
void PathRunner::leave(work::Job& job) {
  if (!job) return;
  job.stop();
  leaving_.push_back(std::exchange(job, {}));
}

void PathRunner::drop() {
  if (latest_) latest_->given_up = true;
  for (work::Job* job : {&look_job_, &way_job_, &graph_job_}) leave(*job);
}

void PathRunner::stop() {
  begins_ = false;
  if (latest_) latest_->given_up = true;
}

void PathRunner::want(const std::optional<ui::PathWish>& wish, const lab::Bench& bench) {
  wish_ = wish;
  if (!wish_) return;
  if (setup_ && *setup_ == bench.setup() && asked_) {
    present_ = bench.front().pose().theta;
    return;
  }
  setup_ = bench.setup();
  present_ = bench.front().pose().theta;
  lab::Setup asked = asked_of(*setup_);
  if (asked_ && *asked_ == asked) return;
  asked_ = std::move(asked);
  drop();
  trouble_ = lab::path_trouble(path_of(*setup_), *setup_);
  begins_ = trouble_.empty();
}

/// Begins the search, once the jobs of the last one have ended.
void PathRunner::begin() {
  begins_ = false;
  latest_ = std::make_shared<Run>(lab::path_question(path_of(*setup_), *setup_, present_));
  latest_->question.plan.options.give_up = give_up(latest_->given_up);
  const auto conditioned = [](const Run& run, ik::Followed way) {
    lab::Conditioning conditioning = lab::conditioning_of(run.question, way);
    return Way{std::move(way), std::move(conditioning)};
  };
  look_job_ = pool_->start([run = latest_, conditioned] {
    run->looks.put(conditioned(*run, lab::first_way(run->question)));
    return 1.0;
  });
  way_job_ = pool_->start([run = latest_, conditioned] {
    const lab::PathQuestion& q = run->question;
    run->ways.put(conditioned(*run, ik::follow(q.body(), q.waypoints(), q.options())));
    return 1.0;
  });
  graph_job_ = pool_->start([run = latest_] {
    const lab::PathQuestion& q = run->question;
    run->graphs.put(ik::branches(q.body(), q.waypoints(), q.options()));
    return 1.0;
  });
}

void PathRunner::adopt(std::shared_ptr<Run> run, Way way, bool first_look) {
  // a search that was stopped, or that knows no equations of the body, may find less
  if (run == run_ && way_ && way.way.poses.size() < way_->way.poses.size()) return;
  if (run != run_) {
    run_ = std::move(run);
    graph_.reset();
    ladder_.reset();
  }
  way_ = std::move(way);
  first_look_ = first_look;
  color_way();
}

/// Finds the branches of the way, and draws the plots in their colours.
void PathRunner::color_way() {
  lines_.clear();
  std::vector<int> hues;
  if (graph_) {
    lines_ = lab::lines_of_way(run_->question, *graph_, way_->way);
    for (const int line : lines_) {
      hues.push_back(line < 0 ? -1 : ladder_->lines[static_cast<std::size_t>(line)].hue);
    }
  }
  plots_ = lab::conditioning_plots(way_->conditioning, hues);
}

/// Takes what a job has found once it has ended; what it throws is the page's trouble.
template <class Take>
void PathRunner::take(work::Job& job, const Take& take_news) {
  try {
    if (job.take_end()) take_news();
  } catch (const std::exception& problem) {
    trouble_ = io::reason_of(problem);
    job = {};
  }
}

void PathRunner::advance() {
  std::erase_if(leaving_, [](const work::Job& job) { return job.done(); });
  if (!wish_) return;
  if (begins_ && leaving_.empty()) begin();
  take(look_job_, [this] {
    for (Way& look : latest_->looks.take()) {
      const bool better_known = run_ == latest_ && way_ && !first_look_;
      if (!better_known) adopt(latest_, std::move(look), true);
    }
  });
  take(way_job_, [this] {
    for (Way& way : latest_->ways.take()) adopt(latest_, std::move(way), false);
  });
  // the branches belong to a way: they wait for it
  if (run_ == latest_) {
    take(graph_job_, [this] {
      for (ik::BranchGraph& graph : latest_->graphs.take()) {
        graph_ = std::move(graph);
        ladder_ = lab::ladder_of(run_->question, *graph_);
        color_way();
      }
    });
  }
  begin_trials();
  take(trial_job_, [this] {
    trials_.clear();
    for (auto& news : *trial_news_) {
      for (lab::PathTrial& trial : news.take()) trials_.push_back(trial);
    }
  });
}

/// Lets the wanted methods try the path from the way's first pose, unless they have done so.
void PathRunner::begin_trials() {
  if (!way_ || way_->way.poses.empty() || run_ != latest_) return;
  TrialKey key{*wish_, setup_->front_lane(), way_->way.poses.front().theta, run_.get()};
  if (tried_ && *tried_ == key) return;
  leave(trial_job_);
  tried_ = std::move(key);
  const std::size_t count = wish_->methods.size();
  if (count == 0) return trials_.clear();
  trial_news_ = std::make_shared<std::vector<work::Mailbox<lab::PathTrial>>>(count);
  const auto setup =
      std::make_shared<const lab::Setup>(lab::setup_on_path(path_of(*setup_), *setup_));
  const auto begin = [run = run_, news = trial_news_, setup, wish = *wish_, start = tried_->start](
                         int part, int) -> work::Part {
    const auto at = static_cast<std::size_t>(part);
    const auto tracking =
        std::make_shared<lab::PathTracking>(lab::lane_on_path(*setup, *wish.methods[at]),
                                            run->question.waypoints(), start, wish.updates);
    return [tracking, news, at] {
      const double share = tracking->advance(kWaypointsOfPortion);
      if (share >= 1.0) (*news)[at].put(tracking->trial());
      return share;
    };
  };
  trial_job_ = pool_->start(static_cast<int>(count), begin);
}

ui::PathShown PathRunner::shown() const {
  ui::PathShown shown;
  if (!wish_) return shown;
  if (!trouble_.empty()) shown.trouble = &trouble_;
  shown.searching = begins_ || look_job_ || way_job_ || graph_job_;
  if (run_ == nullptr || !trouble_.empty()) return shown;
  shown.question = &run_->question;
  shown.way = &way_->way;
  shown.first_look = first_look_;
  shown.stale = run_ != latest_ || begins_;
  if (ladder_) {
    shown.graph = &*graph_;
    shown.ladder = &*ladder_;
    shown.lines = lines_;
  }
  shown.plots = plots_;
  shown.trials = trials_;
  shown.tracking = static_cast<bool>(trial_job_);
  return shown;
}

}  // namespace app
