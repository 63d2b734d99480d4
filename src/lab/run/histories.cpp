#include "lab/run/histories.h"

#include <algorithm>

namespace lab {
namespace {

/// Whether histories of both bodies have the same columns.
bool same_columns(const Scene& a, const Scene& b) {
  if (&a == &b) return true;
  const ik::Multibody &one = a.multibody, &other = b.multibody;
  return one.effector_count() == other.effector_count() && one.aim_count() == other.aim_count() &&
         std::min(one.row_count(), one.joint_count()) ==
             std::min(other.row_count(), other.joint_count());
}

/// The step since which the bodies have the present number of effectors, aims and singular values.
long body_begin(const Timeline& timeline) {
  const Scene& present = *timeline.setup().scene;
  const auto& changes = timeline.changes();
  long begin = 0, seen = timeline.now() + 1;
  // from the present body back to the change that introduced it; of several changes at one step the
  // last counts
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (change->step >= seen) continue;
    seen = change->step;
    if (!same_columns(*change->setup.scene, present)) return begin;
    begin = change->step;
  }
  return same_columns(*timeline.initial().scene, present) ? 0 : begin;
}

}  // namespace

void Histories::add(const Timeline& timeline) {
  const Scene* scene = timeline.setup().scene.get();
  if (scene != scene_ || timeline.now() != step_ + 1) begin_ = body_begin(timeline);
  scene_ = scene;
  step_ = timeline.now();
  const Bench& bench = timeline.bench();
  shown_.clear();
  for (std::size_t i = 0; i < bench.size(); ++i) {
    History& history = histories_[{begin_, bench.setup().lanes[i].id}];
    history.add(bench.tracker(i), bench.update_ns(i));
    shown_.push_back(&history);
  }
}

void Histories::set_sigmas(std::size_t lane, std::span<const double> sigmas) {
  if (lane < shown_.size()) shown_[lane]->set_sigmas(sigmas);
}

void Histories::cut(long step) {
  for (auto& [key, history] : histories_) history.cut(step);
}

void Histories::drop(long step) {
  shown_.clear();
  std::erase_if(histories_, [step](const auto& entry) { return entry.first.first >= step; });
}

void Histories::clear() {
  histories_.clear();
  shown_.clear();
  scene_ = nullptr;
}

}  // namespace lab
