#include "lab/track/bench.h"

#include <algorithm>

namespace lab {
namespace {

void set_params(const Params& params, Tracker& tracker) {
  for (const auto& [name, value] : params) tracker.set_method_param(name, value);
}

/// True if every parameter that was set is still set, so that none has to go back to its default.
bool keeps_all(const Params& before, const Params& after) {
  return std::all_of(before.begin(), before.end(), [&after](const auto& param) {
    return std::any_of(after.begin(), after.end(),
                       [&param](const auto& other) { return other.first == param.first; });
  });
}

/// Moves the body by what the pushes differ; those that are gone are taken back, the latest first.
void change_pushes(const Lane& from, const Lane& to, Tracker& tracker) {
  for (auto push = from.pushes.rbegin(); push != from.pushes.rend(); ++push) {
    const bool gone = std::none_of(to.pushes.begin(), to.pushes.end(), [push](const Push& other) {
      return other.leader == push->leader;
    });
    if (gone) tracker.push(push->leader, 0.0);
  }
  for (const Push& push : to.pushes) {
    if (travel_of(from, push.leader) != push.travel) tracker.push(push.leader, push.travel);
  }
}

void change_lane(const Lane& from, const Lane& to, Tracker& tracker) {
  // a lambda that is not set any more is the method's own again
  const bool loses_lambda = from.settings.lambda && !to.settings.lambda;
  if (from.settings != to.settings) tracker.set_settings(to.settings);
  if (from.method != to.method || loses_lambda || !keeps_all(from.params, to.params)) {
    tracker.set_method(*to.method);
    set_params(to.params, tracker);
  } else if (from.params != to.params) {
    for (const auto& param : to.params) {
      const bool same =
          std::find(from.params.begin(), from.params.end(), param) != from.params.end();
      if (!same) tracker.set_method_param(param.first, param.second);
    }
  }
}

/// What all lanes share.
void change_scene(const Setup& from, const Setup& to, Tracker& tracker) {
  for (std::size_t i = 0; i < to.targets.size(); ++i) {
    if (from.targets[i] == to.targets[i]) continue;
    tracker.set_target(static_cast<int>(i), to.targets[i].curve, to.targets[i].held);
  }
  if (from.frozen != to.frozen) tracker.set_targets_frozen(to.frozen);
  for (std::size_t g = 0; g < to.goal_weights.size(); ++g) {
    if (from.goal_weights[g] == to.goal_weights[g]) continue;
    tracker.set_goal_weight(static_cast<int>(g), to.goal_weights[g]);
  }
  for (std::size_t j = 0; j < to.joint_weights.size(); ++j) {
    if (from.joint_weights[j] == to.joint_weights[j]) continue;
    tracker.set_joint_weight(static_cast<int>(j), to.joint_weights[j]);
  }
  if (from.group != to.group) tracker.set_group(to.group);
  if (from.pull != to.pull) tracker.set_pull(to.pull);
}

}  // namespace

Bench::Bench(Setup setup) : setup_(std::move(setup)), update_ns_(setup_.lanes.size(), 0.0) {
  const Scene& scene = *setup_.scene;
  for (const Lane& lane : setup_.lanes) {
    trackers_.emplace_back(scene, *lane.method, lane.settings);
    set_params(lane.params, trackers_.back());
    change_scene(setup_of(setup_.scene, *lane.method, lane.settings), setup_, trackers_.back());
  }
  reset();
}

void Bench::apply(const Setup& setup) {
  std::vector<Tracker> trackers;
  std::vector<double> update_ns;
  for (const Lane& lane : setup.lanes) {
    const auto known = std::find_if(setup_.lanes.begin(), setup_.lanes.end(),
                                    [&lane](const Lane& other) { return other.id == lane.id; });
    const bool is_new = known == setup_.lanes.end();
    const auto from =
        is_new ? setup_.front : static_cast<std::size_t>(known - setup_.lanes.begin());
    // the front one may be asked for by more than one
    Tracker tracker =
        is_new || from == setup_.front ? Tracker(trackers_[from]) : std::move(trackers_[from]);
    change_lane(setup_.lanes[from], lane, tracker);
    change_scene(setup_, setup, tracker);
    change_pushes(setup_.lanes[from], lane, tracker);
    trackers.push_back(std::move(tracker));
    update_ns.push_back(is_new ? 0.0 : update_ns_[from]);
  }
  trackers_ = std::move(trackers);
  update_ns_ = std::move(update_ns);
  setup_ = setup;
}

void Bench::step(const Clock& clock) {
  for (std::size_t i = 0; i < trackers_.size(); ++i) {
    Tracker& tracker = trackers_[i];
    tracker.advance();
    const double start = clock ? clock() : 0.0;
    tracker.update();
    if (clock) update_ns_[i] = (clock() - start) / std::max(1, tracker.updates());
  }
}

void Bench::reset() {
  for (std::size_t i = 0; i < trackers_.size(); ++i) {
    trackers_[i].reset();
    change_pushes(Lane{}, setup_.lanes[i], trackers_[i]);
  }
}

double Bench::prepare(int portions) {
  for (Tracker& tracker : trackers_) {
    if (tracker.prepared() < 1.0) return tracker.prepare(portions);
  }
  return 1.0;
}

double Bench::prepared() const {
  double least = 1.0;
  for (const Tracker& tracker : trackers_) least = std::min(least, tracker.prepared());
  return least;
}

}  // namespace lab
