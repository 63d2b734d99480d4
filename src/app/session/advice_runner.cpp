#include "app/session/advice_runner.h"

#include <utility>

#include "lab/advise/conclusion.h"
#include "lab/scene/number_text.h"

namespace app {
namespace {

/// Share of the work for the candidates; the rest is the conclusion.
constexpr double kTrials = 0.97;

/// The parts of the setup that affect the candidates. Of the lanes, these are only the settings
/// that no candidate varies.
lab::Setup advice_inputs(lab::Setup setup) {
  lab::Settings settings = lab::shared_settings(setup.front_lane().settings);
  settings.d_max = lab::kOff;
  lab::knob::kDamping.set(settings, std::nullopt);
  setup.lanes = {lab::Lane{.id = 0, .method = &ik::methods().front(), .settings = settings}};
  setup.front = 0;
  setup.frozen = false;
  setup.pull.reset();
  return setup;
}

}  // namespace

AdviceJob::AdviceJob(work::Pool& pool, lab::AdvicePlan plan, lab::AdviceClocks clocks,
                     ik::PreparationStore* store, work::Priority priority)
    : pool_(pool),
      store_(store),
      priority_(priority),
      advised_{std::move(plan), {}, {}},
      parts_(advised_.plan, std::move(clocks), store) {
  advised_.results.resize(advised_.plan.candidates.size());
  job_ = work::start_runs(pool_, parts_, ready_, priority_);
}

bool AdviceJob::collect() {
  if (done_) return false;
  // read before take(): the next call takes later results
  const bool ended = job_.done();
  job_.check();
  bool news = false;
  for (const auto& some : ready_.take()) {
    for (const auto& [candidate, summary] : some) advised_.results[candidate] = summary;
    news = true;
  }
  if (news) advised_.advice = lab::advice_so_far(advised_.plan, advised_.results);
  if (!ended) return news;
  if (conclusion_) {
    advised_.advice = conclusion_->advice();
    done_ = true;
    return true;
  }
  conclusion_ = std::make_shared<lab::Conclusion>(advised_.plan, advised_.results, store_);
  const auto portion = [conclusion = conclusion_] { return conclusion->advance(work::kPortion); };
  job_ = pool_.start(portion, priority_);
  return news;
}

bool AdviceJob::wait_for(double seconds) {
  job_.wait_for(seconds);
  collect();
  return done_;
}

double AdviceJob::progress() const {
  if (done_) return 1.0;
  return conclusion_ ? kTrials + (1.0 - kTrials) * job_.progress() : kTrials * job_.progress();
}

void AdviceRunner::start(const lab::Setup& setup, long steps, lab::AdviceClocks clocks) {
  running_ = false;
  latest_.reset();
  setup_ = advice_inputs(setup);
  clock_ = clocks.wall;
  if (clock_) started_ = clock_();
  lab::Experiment experiment = lab::experiment_of(setup, steps, 0);
  experiment.warmup = lab::usual_warmup(experiment.scene.targets, steps);
  latest_ = std::make_unique<AdviceJob>(*pool_, lab::plan_advice(std::move(experiment)),
                                        std::move(clocks), store_, work::Priority::kBackground);
  running_ = true;
  figure_ = lab::advice_figure(latest_->advised());
}

void AdviceRunner::stop() {
  if (!running_) return;
  running_ = false;
  latest_->stop();
}

void AdviceRunner::advance() {
  if (!running_) return;
  try {
    if (latest_->collect()) figure_ = lab::advice_figure(latest_->advised());
  } catch (...) {
    stop();
    throw;
  }
  running_ = !latest_->done();
}

ui::AdviceShown AdviceRunner::shown(const lab::Setup& setup) const {
  ui::AdviceShown result;
  if (!latest_) return result;
  result.advised = &latest_->advised();
  result.figure = &figure_;
  result.running = running_;
  result.progress = running_ ? latest_->progress() : 0.0;
  if (running_ && clock_) {
    result.left = lab::time_left(1e-9 * (clock_() - started_), result.progress);
  }
  result.stale = !(advice_inputs(setup) == *setup_);
  return result;
}

}  // namespace app
