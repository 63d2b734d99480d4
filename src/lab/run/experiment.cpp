#include "lab/run/experiment.h"

#include <algorithm>

namespace lab {
namespace {

constexpr long kChunk = 32;                // steps: some tens of microseconds with a fast method
constexpr std::size_t kMostChunks = 4096;  // then pairs of chunks are merged

}  // namespace

UpdateTime::UpdateTime(Clock wall, Clock cpu)
    : wall_(std::move(wall)), cpu_(std::move(cpu)), chunk_steps_(kChunk) {
  begin_chunk();
}

void UpdateTime::begin_chunk() {
  steps_ = updates_ = 0;
  ns_ = 0.0;
  if (!cpu_) return;
  wall_start_ = wall_();
  cpu_start_ = cpu_();
}

double UpdateTime::chunk() const {
  double ns = ns_ / static_cast<double>(std::max(updates_, 1L));
  if (!cpu_) return ns;
  const double wall = wall_() - wall_start_, cpu = cpu_() - cpu_start_;
  // the clocks differ in the last digits: without an interruption the wall clock's time holds
  return wall > 0.0 && cpu < wall ? ns * cpu / wall : ns;
}

void UpdateTime::add(double ns, int updates) {
  ns_ += ns;
  updates_ += updates;
  if (++steps_ < chunk_steps_) return;
  chunks_.push_back(chunk());
  if (chunks_.size() == kMostChunks) {
    for (std::size_t i = 0; i < kMostChunks / 2; ++i) {
      chunks_[i] = 0.5 * (chunks_[2 * i] + chunks_[2 * i + 1]);
    }
    chunks_.resize(kMostChunks / 2);
    chunk_steps_ *= 2;
  }
  begin_chunk();
}

std::optional<double> UpdateTime::median() const {
  std::vector<double> chunks = chunks_;
  if (chunks.empty() && updates_ > 0) chunks.push_back(chunk());
  if (chunks.empty()) return std::nullopt;
  std::ranges::sort(chunks);
  const std::size_t middle = chunks.size() / 2;
  return chunks.size() % 2 == 1 ? chunks[middle] : 0.5 * (chunks[middle - 1] + chunks[middle]);
}

double Run::advance(long steps) {
  if (tracker_.prepare(1, plan_.store) < 1.0) return 0.0;
  if (!std::exchange(begun_, true) && plan_.on_row) plan_.on_row(tracker_);
  for (; steps > 0 && made_ < plan_.steps; --steps) step();
  return made_ < plan_.steps ? static_cast<double>(made_) / static_cast<double>(plan_.steps) : 1.0;
}

void Run::step() {
  const bool measured = ++made_ > plan_.warmup;
  if (measured && !time_ && plan_.clock) time_.emplace(plan_.clock, plan_.cpu);
  tracker_.advance();
  const double start = plan_.clock ? plan_.clock() : 0.0;
  tracker_.update();
  if (measured && time_) time_->add(plan_.clock() - start, tracker_.updates());
  metrics_.add(tracker_);
  if (plan_.on_row) plan_.on_row(tracker_);
  if (measured && plan_.on_measured) plan_.on_measured(tracker_);
}

Summary Run::summary() const {
  Summary summary = metrics_.summary();
  if (time_) summary.ns_per_update = time_->median();
  return summary;
}

Summary run(Tracker& tracker, const RunPlan& plan) {
  Run run(tracker, plan);
  while (run.advance(plan.steps) < 1.0) {
  }
  return run.summary();
}

}  // namespace lab
