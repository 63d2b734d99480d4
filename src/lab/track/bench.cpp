#include "lab/track/bench.h"

#include <limits>
#include <utility>

#include "lab/track/cost.h"

namespace lab {

Bench::Bench(Setup setup) : setup_(std::move(setup)), update_time_(setup_.lanes.size()) {
  for (std::size_t i = 0; i < setup_.lanes.size(); ++i) trackers_.emplace_back(setup_, i);
}

void Bench::apply(const Setup& setup) {
  std::vector<Tracker> trackers;
  std::vector<TickedTime> update_time;
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    const Lane& lane = setup.lanes[i];
    const auto known = std::ranges::find(setup_.lanes, lane.id, &Lane::id);
    const bool is_new = known == setup_.lanes.end();
    const auto from =
        is_new ? setup_.front : static_cast<std::size_t>(known - setup_.lanes.begin());
    // several new lanes may start from the front lane
    Tracker tracker =
        is_new || from == setup_.front ? Tracker(trackers_[from]) : std::move(trackers_[from]);
    tracker.apply(setup, i);
    trackers.push_back(std::move(tracker));
    update_time.push_back(is_new ? TickedTime() : update_time_[from]);
    if (lane.method != setup_.lanes[from].method) update_time.back().restart();
  }
  trackers_ = std::move(trackers);
  update_time_ = std::move(update_time);
  setup_ = setup;
}

void Bench::step(const Clock& clock) {
  while (!step_part(std::numeric_limits<int>::max(), clock)) {
  }
}

bool Bench::step_part(int updates, const Clock& clock) {
  for (; part_.lane < trackers_.size(); ++part_.lane) {
    if (updates <= 0) return false;
    Tracker& tracker = trackers_[part_.lane];
    if (!std::exchange(part_.advanced, true)) tracker.advance();
    const double start = clock ? clock() : 0.0;
    const bool done = tracker.update(updates);
    if (clock) part_.ns += clock() - start;
    if (!done) return false;
    updates -= tracker.updates();
    if (clock) update_time_[part_.lane].add(part_.ns / std::max(1, tracker.updates()));
    part_.advanced = false;
    part_.ns = 0.0;
  }
  part_ = {};
  return true;
}

int Bench::updates_in(double ns) const {
  double slowest = 1.0;
  for (const Tracker& lane : trackers_) {
    slowest = std::max(slowest, estimated_update_ns(lane.method_info(), lane.multibody()));
  }
  return static_cast<int>(std::clamp(ns / slowest, 1.0, 1e6));
}

void Bench::reset() {
  for (Tracker& tracker : trackers_) tracker.reset();
}

double Bench::prepare(int portions, ik::PreparationStore* store) {
  while (Tracker* const tracker = unprepared()) {
    if (tracker->prepare(portions, store) < 1.0 || portions < ik::kAllPortions) break;
  }
  return prepared();
}

Tracker* Bench::unprepared() {
  const auto first = std::ranges::find_if(
      trackers_, [](const Tracker& tracker) { return tracker.prepared() < 1.0; });
  return first == trackers_.end() ? nullptr : &*first;
}

double Bench::prepared() const {
  double least = 1.0;
  for (const Tracker& tracker : trackers_) least = std::min(least, tracker.prepared());
  return least;
}

}  // namespace lab
