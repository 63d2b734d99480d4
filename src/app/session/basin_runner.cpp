#include "app/session/basin_runner.h"

#include <exception>
#include <utility>

namespace app {
namespace {

constexpr long kUpdates = 8;  // a portion's, for each cell that is stepped together with others

}  // namespace

void BasinRunner::want(std::optional<lab::Basins> question) {
  if (!question) {
    pause();
    wanted_.reset();
    latest_.reset();
    shown_.reset();
    trouble_.clear();
    return;
  }
  if (wanted_ && wanted_->same(*question)) return;
  trouble_.clear();
  wanted_ = std::move(question);
}

void BasinRunner::begin() {
  job_ = {};
  since_begin_ = 0.0;
  if (!answers()) {
    const bool near = shown_ && shown_->basins.lane().scene == wanted_->lane().scene &&
                      shown_->basins.plane() == wanted_->plane();
    latest_ = std::make_shared<Run>(*wanted_, near ? &shown_->map : nullptr);
  }
  const int known = latest_->map.parts_done();
  const auto first = [run = latest_, known](int part, int) -> work::Part {
    const auto cells = std::make_shared<lab::BasinRun>(run->basins.begin(known + part));
    return [run, cells] {
      const double share = cells->advance(kUpdates);
      if (!(share < 1.0)) run->ready.put(cells->results());
      return share;
    };
  };
  job_ = pool_->start(latest_->basins.count() - known, first, work::Priority::kBackground);
}

void BasinRunner::take() {
  // read before take(): the next call takes later parts
  const bool ended = job_.done();
  try {
    job_.check();
    for (lab::BasinRun::Results& results : latest_->ready.take()) {
      latest_->map.take(latest_->basins, std::move(results));
      ++revision_;
    }
  } catch (const std::exception& problem) {
    trouble_ = problem.what();
    job_ = {};
    return;
  }
  if (ended || latest_->map.complete()) job_ = {};
}

void BasinRunner::advance(double wall_seconds) {
  if (wall_seconds > 0.0) since_begin_ += wall_seconds;
  if (job_) take();
  if (latest_ && shown_ != latest_) {
    const bool hurries = !answers() || since_begin_ > kPatience;
    if (has_picture(hurries ? kCoarse : kUsual)) {
      shown_ = latest_;
      ++revision_;
    }
  }
  if (!wanted_ || !trouble_.empty()) return;
  const bool waits = job_ && !has_picture(kCoarse);
  const bool finished = answers() && (job_ || latest_->map.complete());
  if (!finished && !waits) begin();
}

}  // namespace app
