#include "lab/track/bench.h"

#include <algorithm>

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
  for (std::size_t i = 0; i < trackers_.size(); ++i) {
    Tracker& tracker = trackers_[i];
    tracker.advance();
    const double start = clock ? clock() : 0.0;
    tracker.update();
    if (clock) update_time_[i].add((clock() - start) / std::max(1, tracker.updates()));
  }
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
