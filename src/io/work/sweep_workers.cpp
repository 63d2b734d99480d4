#include "io/work/sweep_workers.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace io {
namespace {

void step_back() {
#ifdef __linux__
  constexpr int kNiceness = 15;
  setpriority(PRIO_PROCESS, 0, kNiceness);  // of this thread alone
#endif
}

}  // namespace

SweepWorkers::SweepWorkers(lab::Sweep sweep, std::vector<int> cells, int threads, Priority priority)
    : sweep_(std::move(sweep)), cells_(std::move(cells)), lanes_(lab::BatchSweep::of(sweep_)) {
  if (threads < 1) throw std::invalid_argument("a sweep needs a thread to run on");
  const auto useful = std::min(static_cast<std::size_t>(threads), cells_.size());
  threads_.reserve(useful);
  while (threads_.size() < useful) {
    {
      const std::lock_guard lock(mutex_);
      ++working_;
    }
    try {
      threads_.emplace_back([this, priority] { work(priority); });
    } catch (const std::system_error&) {
      const std::lock_guard lock(mutex_);
      --working_;
      if (threads_.empty()) throw;
      break;  // the system has no more threads to give; those that run do it all
    }
  }
}

SweepWorkers::~SweepWorkers() {
  cancel();
  for (std::thread& thread : threads_) thread.join();
}

/// \returns false if it was cancelled
bool SweepWorkers::compute(std::span<const int> cells) {
  std::vector<lab::Summary> summaries;
  if (lanes_) {
    auto together = lanes_->compute(cells, cancelled_);
    if (!together) return false;
    summaries = std::move(*together);
  } else {
    const std::optional<lab::Summary> summary = sweep_.compute(cells.front(), cancelled_);
    if (!summary) return false;
    summaries = {*summary};
  }
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < cells.size(); ++i) ready_.push_back({cells[i], summaries[i]});
  changed_.notify_all();
  return true;
}

void SweepWorkers::work(Priority priority) {
  if (priority == Priority::kBackground) step_back();
  try {
    const std::span<const int> all(cells_);
    const std::size_t width = lanes_ ? lab::BatchSweep::kWidth : 1;
    while (!cancelled_) {
      const std::size_t turn = next_.fetch_add(width);
      if (turn >= all.size()) break;
      if (!compute(all.subspan(turn, std::min(width, all.size() - turn)))) break;
    }
  } catch (...) {
    cancel();
    const std::lock_guard lock(mutex_);
    if (!trouble_) trouble_ = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  --working_;
  changed_.notify_all();
}

std::vector<SweepWorkers::Cell> SweepWorkers::taken() {
  if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
  return std::exchange(ready_, {});
}

std::vector<SweepWorkers::Cell> SweepWorkers::take() {
  const std::lock_guard lock(mutex_);
  return taken();
}

std::vector<SweepWorkers::Cell> SweepWorkers::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty() || working_ == 0; });
  return taken();
}

bool SweepWorkers::finished() const {
  const std::lock_guard lock(mutex_);
  return working_ == 0;
}

}  // namespace io
