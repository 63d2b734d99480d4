#include "lab/run/recording.h"

#include <algorithm>
#include <iterator>

namespace lab {
namespace {

std::size_t changes_until(const Timeline& run, long step) {
  const auto end = std::ranges::upper_bound(run.changes(), step, {}, &SetupChange::step);
  return static_cast<std::size_t>(end - run.changes().begin());
}

}  // namespace

const ik::MethodInfo& LaneRecording::method_of(std::size_t row) const {
  const auto next = std::ranges::upper_bound(methods, row, {}, &MethodRows::first);
  return *(next == methods.begin() ? next : std::prev(next))->method;
}

RunRecording::RunRecording(const Timeline& run)
    : initial_(run.setup()),
      begin_{run.now(), run.bench().front().time()},
      last_(begin_),
      taken_(changes_until(run, run.now())) {
  take_rows(run.bench(), true);
}

void RunRecording::add(const Timeline& run) {
  last_ = {run.now(), run.bench().front().time()};
  take_rows(run.bench(), false);
  follow(run);
}

/// Adds the present row of each lane, or only of new lanes.
void RunRecording::take_rows(const Bench& bench, bool new_lanes_alone) {
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const Lane& lane = bench.setup().lanes[i];
    auto known = std::ranges::find(lanes_, lane.id, &LaneRecording::id);
    if (known != lanes_.end() && new_lanes_alone) continue;
    if (known == lanes_.end()) {
      lanes_.push_back({lane.id, Recording(bench.tracker(i)), {{0, lane.method}}});
      known = std::prev(lanes_.end());
    }
    known->rows.add(bench.tracker(i));
  }
}

void RunRecording::follow(const Timeline& run) {
  const std::size_t end = changes_until(run, run.now());
  for (; taken_ < end; ++taken_) changes_.push_back(run.changes()[taken_]);
  const Bench& bench = run.bench();
  take_rows(bench, true);
  for (const Lane& lane : bench.setup().lanes) {
    LaneRecording& known = *std::ranges::find(lanes_, lane.id, &LaneRecording::id);
    if (known.methods.back().method == lane.method) continue;
    // a method that made no row
    if (known.methods.back().first == known.rows.rows()) known.methods.pop_back();
    if (!known.methods.empty() && known.methods.back().method == lane.method) continue;
    known.methods.push_back({known.rows.rows(), lane.method});
  }
}

std::size_t RunRecording::rows() const {
  std::size_t rows = 0;
  for (const LaneRecording& lane : lanes_) rows += lane.rows.rows();
  return rows;
}

bool RunRecording::several_methods() const {
  const ik::MethodInfo* const first = lanes_.front().methods.front().method;
  return std::ranges::any_of(lanes_, [first](const LaneRecording& lane) {
    return std::ranges::any_of(lane.methods, [first](const LaneRecording::MethodRows& stretch) {
      return stretch.method != first;
    });
  });
}

Recording::Recording(const Tracker& tracker)
    : scene_(tracker.scene().id), method_(&tracker.method_info()), settings_(tracker.settings()) {
  const ik::Multibody& multibody = tracker.multibody();
  for (int given = 0; given < multibody.joint_count(); ++given) {
    joints_.push_back(multibody.joint(multibody.solver_index(given)).name);
  }
  for (const ik::Effector& effector : multibody.effectors()) effectors_.push_back(effector.name);
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    aims_.push_back(multibody.goal_effector(g).name);
  }
  for (const ik::Loop& loop : multibody.loops()) loops_.push_back(loop.name);
  width_ = 2 + joints_.size() + 7 * effectors_.size() + aims_.size() + loops_.size();
}

void Recording::clear() {
  steps_.clear();
  values_.clear();
}

void Recording::add(const Tracker& tracker) {
  const ik::Multibody& multibody = tracker.multibody();
  const auto add_points = [this](const auto& point_of) {
    for (int i = 0; i < effector_count(); ++i) {
      const Eigen::Vector3d point = point_of(i);
      values_.insert(values_.end(), point.begin(), point.end());
    }
  };

  steps_.push_back(tracker.step_count());
  values_.push_back(tracker.time());
  for (int given = 0; given < joint_count(); ++given) {
    values_.push_back(tracker.pose().theta[multibody.solver_index(given)]);
  }
  add_points([&](int i) { return tracker.pose().effector.col(i); });
  add_points([&](int i) { return tracker.targets()[static_cast<std::size_t>(i)]; });
  values_.insert(values_.end(), tracker.errors().begin(), tracker.errors().end());
  now_.add(tracker, turn_of(tracker));
  values_.push_back(now_.recent.plotted_jitter());
  values_.insert(values_.end(), tracker.aim_errors().begin(), tracker.aim_errors().end());
  for (int i = 0; i < static_cast<int>(loops_.size()); ++i) {
    values_.push_back(tracker.loop_gap(i));
  }
}

}  // namespace lab
