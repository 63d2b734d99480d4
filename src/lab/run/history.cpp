#include "lab/run/history.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace lab {
namespace {

/// Whether histories of both bodies have the same columns.
bool same_columns(const Scene& a, const Scene& b) {
  if (&a == &b) return true;
  const ik::Multibody &one = a.multibody, &other = b.multibody;
  return one.effector_count() == other.effector_count() && one.aim_count() == other.aim_count() &&
         one.loops().size() == other.loops().size() &&
         std::min(one.row_count(), one.joint_count()) ==
             std::min(other.row_count(), other.joint_count());
}

/// The step since which the bodies have the present number of effectors, aims and singular values.
long body_begin(const Timeline& timeline) {
  const Scene& present = *timeline.setup().scene;
  const auto& changes = timeline.changes();
  long begin = 0, seen = timeline.now() + 1;
  // back to the change that introduced the present body; the last change of a step counts
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (change->step >= seen) continue;
    seen = change->step;
    if (!same_columns(*change->setup.scene, present)) return begin;
    begin = change->step;
  }
  return same_columns(*timeline.initial().scene, present) ? 0 : begin;
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kTimed = 201;  // rows: enough for a steady median

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

void History::add(const Tracker& tracker, double update_ns) {
  const ik::Multibody& body = tracker.multibody();
  const int sigmas = std::min(body.row_count(), body.joint_count());
  const int loops = static_cast<int>(body.loops().size());
  if (body.effector_count() != effectors_ || body.aim_count() != aims_ || loops != loops_ ||
      sigmas != sigmas_) {
    clear();
    effectors_ = body.effector_count();
    aims_ = body.aim_count();
    loops_ = loops;
    sigmas_ = sigmas;
    const int width = kErrors + effectors_ + aims_ + loops_ + sigmas_;
    width_ = static_cast<std::size_t>(width);
  }
  const long step = tracker.step_count();
  if (size() > 0) {
    const long last = this->step(size() - 1);
    const bool known = step <= last && step >= this->step(0);
    if (known) return;
    if (step != last + 1) clear();
  }
  const Motion<double> motion = turn_of(tracker);
  RecentShaking& recent = now_.recent;
  recent = size() > 0 ? this->recent(size() - 1) : RecentShaking();
  now_.add(tracker, motion);
  // in the order of Column
  rows_.insert(rows_.end(),
               {static_cast<double>(step), tracker.time(), lab::jitter_deg(tracker),
                kDegrees * motion_of(tracker).largest, tracker.lambda().value_or(kNaN), update_ns,
                static_cast<double>(tracker.outcome()), motion.all_bends, motion.ways(),
                recent.settling, recent.weight, recent.jitter, recent.bends, recent.ways});
  rows_.insert(rows_.end(), tracker.errors().begin(), tracker.errors().end());
  rows_.insert(rows_.end(), tracker.aim_errors().begin(), tracker.aim_errors().end());
  for (int i = 0; i < loops_; ++i) rows_.push_back(tracker.loop_gap(i));
  rows_.insert(rows_.end(), static_cast<std::size_t>(sigmas_), kNaN);
  const ik::MethodInfo& method = tracker.method_info();
  if (methods_.empty() || methods_.back().method != &method) methods_.push_back({step, &method});
  if (size() > capacity_) {
    rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(width_));
    while (methods_.size() > 1 && methods_[1].first <= this->step(0)) methods_.pop_front();
  }
}

void History::set_sigmas(std::span<const double> sigmas) {
  const std::size_t count = std::min(sigmas.size(), static_cast<std::size_t>(sigmas_));
  if (size() > 0) std::copy_n(sigmas.begin(), count, rows_.end() - sigmas_);
}

void History::cut(long step) {
  for (; size() > 0 && this->step(size() - 1) > step; ++cuts_) rows_.resize(rows_.size() - width_);
  while (!methods_.empty() && methods_.back().first > step) methods_.pop_back();
}

const ik::MethodInfo& History::method_at(long step) const {
  const auto next = std::ranges::upper_bound(methods_, step, {}, &MethodStretch::first);
  return *(next == methods_.begin() ? next : std::prev(next))->method;
}

std::size_t History::row_of(long step) const {
  const long row = step - this->step(0);
  return static_cast<std::size_t>(std::clamp(row, 0L, static_cast<long>(size()) - 1));
}

std::size_t History::row_at(double time) const {
  std::size_t first = 0, last = size();
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    if (this->time(middle) < time) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

double History::total_error(std::size_t row) const {
  double sum = 0.0;
  for (int i = 0; i < effectors_; ++i) sum += error(row, i);
  return sum;
}

double History::mean_error(std::size_t row) const {
  return total_error(row) / std::max(1, effectors_);
}

RecentShaking History::recent(std::size_t row) const {
  const auto at = [&](int member) { return value(row, kRecent + member); };
  return {.settling = at(0), .weight = at(1), .jitter = at(2), .bends = at(3), .ways = at(4)};
}

Standing standing(const History& history, long first, long last) {
  Standing result;
  if (history.size() == 0) return result;
  std::vector<double> times;
  double bends = 0.0, ways = 0.0;
  const int effectors = history.effector_count();
  for (std::size_t row = history.row_of(last) + 1; row-- > 0;) {
    const long step = history.step(row);
    if (step <= first) break;
    if (step > last) continue;
    ++result.steps;
    double errors = 0.0;
    for (int i = 0; i < effectors; ++i) {
      const double error = history.error(row, i);
      errors += error;
      result.max_error = std::max(result.max_error, error);
    }
    result.mean_error += errors / std::max(1, effectors);
    result.mean_jitter_deg += history.jitter_deg(row);
    if (step > kSettling) {
      bends += history.bends(row);
      ways += history.ways(row);
    }
    if (times.size() < kTimed && history.update_ns(row) > 0.0) {
      times.push_back(history.update_ns(row));
    }
  }
  const double steps = static_cast<double>(std::max(result.steps, 1L));
  result.mean_error /= steps;
  result.mean_jitter_deg /= steps;
  if (ways > 0.0) result.roughness = bends / ways;
  if (!times.empty()) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    result.update_ns = *middle;
  }
  return result;
}

}  // namespace lab
