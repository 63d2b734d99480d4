#include "app/session/sweep_runner.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "io/files/text.h"
#include "lab/sweep/sweep_figures.h"

namespace app {

SweepJob::SweepJob(work::Pool& pool, const lab::Sweep& sweep, std::vector<int> cells,
                   ik::PreparationStore* store, work::Priority priority)
    : parts_(sweep, std::move(cells), store),
      job_(work::start_runs(pool, parts_, ready_, priority)) {}

std::vector<lab::SweepCell> SweepJob::take() {
  job_.check();
  std::vector<lab::SweepCell> cells;
  for (const auto& some : ready_.take()) cells.insert(cells.end(), some.begin(), some.end());
  return cells;
}

SweepRunner::Plan SweepRunner::plan_of(const ui::SweepWish& wish, const lab::Setup& setup) {
  lab::Setup own = setup;
  own.lanes = {setup.front_lane()};
  own.front = 0;
  own.frozen = false;
  own.pull.reset();
  lab::Lane& lane = own.lanes.front();
  lane.id = 0;
  lane.pushes.clear();
  for (const lab::SweepAxis& axis : wish.axes) axis.set(lane.settings, std::nullopt);
  return {std::move(own), wish.axes, wish.steps, wish.warmup};
}

void SweepRunner::want(const std::optional<ui::SweepWish>& wish, const lab::Setup& setup) {
  waiting_.reset();
  if (!wish) return;
  const Plan plan = plan_of(*wish, setup);
  if (wanted_ != plan) {
    waited_ = 0.0;
    refused_.reset();
  }
  wanted_ = plan;
  // a plan that was stopped half-way in favour of another one counts as not begun
  const bool begun = latest_ && latest_->plan == plan &&
                     (job_ || latest_->results.done() == latest_->results.cell_count());
  if (wish->live && !begun && !refused_) waiting_ = plan;
}

void SweepRunner::start() {
  if (wanted_) begin(Plan(*wanted_));
}

void SweepRunner::cancel() {
  trouble_.clear();
  refused_ = wanted_;
  waiting_.reset();
  job_.reset();
}

void SweepRunner::begin(const Plan& plan) {
  job_.reset();
  waiting_.reset();
  refused_.reset();
  trouble_.clear();
  try {
    const bool goes_on = latest_ && latest_->plan == plan;
    if (!goes_on) {
      lab::Sweep sweep(lab::experiment_of(plan.setup, plan.steps, plan.warmup), plan.axes);
      const lab::SweepResults none(sweep);
      latest_ = std::make_shared<Run>(Run{plan, std::move(sweep), none});
    }
    const lab::SweepResults& known = latest_->results;
    std::vector<int> cells = latest_->sweep.order();
    std::erase_if(cells, [&known](int cell) { return known.at(cell) != nullptr; });
    job_ = std::make_unique<SweepJob>(*pool_, latest_->sweep, std::move(cells), store_,
                                      work::Priority::kBackground);
    latest_->in_lanes = job_->in_lanes();
  } catch (const std::exception& problem) {
    trouble_ = io::reason_of(problem);
    refused_ = plan;
  }
}

void SweepRunner::take() {
  // read before take(): the next call takes later cells
  const bool finished = job_->done();
  bool news = false;
  try {
    for (const auto& [cell, summary] : job_->take()) {
      latest_->results.set(cell, summary);
      news = true;
    }
    // all cells are there, even if the last portion has not returned yet
    if (finished || latest_->results.done() == latest_->results.cell_count()) job_.reset();
  } catch (const std::exception& problem) {
    trouble_ = io::reason_of(problem);
    refused_ = latest_->plan;
    job_.reset();
  }
  const int enough = std::min(kFirstPicture, latest_->results.cell_count());
  if (latest_->results.done() >= enough || !shown_) shown_ = latest_;
  if (news && shown_ == latest_) {
    maps_ = lab::sweep_maps(shown_->sweep, shown_->results, lab::Holes::kFilled);
  }
}

void SweepRunner::advance(double wall_seconds) {
  if (job_) take();
  if (!waiting_) return;
  const bool in_lanes = ik::has_simd_form(*waiting_->setup.front_lane().method);
  const bool follows = latest_ && latest_->in_lanes && !job_ && in_lanes;
  if (job_ && !latest_->in_lanes && !(latest_->plan == *waiting_)) job_.reset();
  if (wall_seconds > 0.0) waited_ += wall_seconds;
  // the first sweep begins at once, and a sweep in lanes follows the sliders
  if (!latest_ || follows || waited_ >= kPatience) begin(Plan(*waiting_));
}

ui::SweepShown SweepRunner::shown() const {
  ui::SweepShown result;
  result.trouble = refused_ && !trouble_.empty() ? &trouble_ : nullptr;
  const bool wants_latest = latest_ && wanted_ && latest_->plan == *wanted_;
  result.running = job_ != nullptr && wants_latest;
  if (wants_latest) {
    result.done = static_cast<double>(latest_->results.done()) / latest_->results.cell_count();
  }
  if (shown_ && shown_->results.done() > 0) {
    result.sweep = &shown_->sweep;
    result.results = &shown_->results;
    result.maps = &maps_;
    result.stale = !(wanted_ && shown_->plan == *wanted_);
  }
  return result;
}

}  // namespace app
