#include "lab/track/status_trial.h"

#include <algorithm>

#include "ik/task/limits.h"

namespace lab {
namespace {

/// A body has come to rest once this many updates leave every angle bit for bit. Methods with
/// memory pause: where limits cut the steps of bfgs to nothing, it moves on when H restarts.
constexpr int kStill = 100;  // H restarts after 30 unless `memory` is set

/// The setup with targets that stand still and one update a step; the updates compute the same bits
/// as in steps of several.
Tracker standing(const Tracker& tracker) {
  Tracker copy = tracker;
  copy.change([](Setup& setup) {
    setup.frozen = true;
    setup.front_lane().settings.iterations = 1;
  });
  return copy;
}

bool some_joint_is_held(const Tracker& tracker) {
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (!tracker.may_move(j)) return true;
  }
  return ik::has_limits(tracker.multibody());
}

Tracker freed(Tracker tracker) {
  tracker.change([](Setup& setup) {
    setup.front_lane().settings.limits = LimitRule::kIgnore;
    setup.group.reset();
    std::ranges::replace(setup.joint_weights, 0.0, 1.0);
  });
  return tracker;
}

double error_of(const Tracker& tracker, int effector, int aim) {
  if (aim < 0) return tracker.errors()[static_cast<std::size_t>(effector)];
  return tracker.multibody().effector(effector).lever *
         tracker.aim_errors()[static_cast<std::size_t>(aim)];
}

}  // namespace

StatusTrial::StatusTrial(const Tracker& tracker) : start_(standing(tracker)), copy_(start_) {
  const ik::Multibody& body = tracker.multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    statuses_.push_back(status_by_place(tracker, i));
    if (statuses_.back()) continue;
    const double tolerance = reached_tolerance(tracker, i);
    const auto add = [&](int aim) {
      const double error = error_of(tracker, i, aim);
      if (error > tolerance) parts_.push_back({i, aim, error});
    };
    add(-1);
    if (const int aim = aim_of(body, i); aim >= 0) add(aim);
  }
  running_ = !parts_.empty();
}

bool StatusTrial::advance(int updates) {
  for (; running_ && updates > 0; --updates) {
    copy_.step();
    ++updates_;
    note_nearer();
    still_ = copy_.last_step().isZero(0.0) ? still_ + 1 : 0;
    if (parts_.empty() || updates_ == kTrialUpdates || still_ == kStill) end_phase();
  }
  return done();
}

/// Settles the status of effectors that have just come nearer.
void StatusTrial::note_nearer() {
  for (const Part& part : parts_) {
    if (error_of(copy_, part.effector, part.aim) >= kNearerShare * part.first) continue;
    const bool far = error_share(start_, part.effector) > kFarShare;
    statuses_[static_cast<std::size_t>(part.effector)] = freed_ ? EffectorStatus::kAtLimit
                                                         : far  ? EffectorStatus::kBehind
                                                                : EffectorStatus::kFollowing;
  }
  std::erase_if(parts_, [this](const Part& part) {
    return statuses_[static_cast<std::size_t>(part.effector)].has_value();
  });
}

void StatusTrial::end_phase() {
  if (!parts_.empty() && !freed_ && some_joint_is_held(start_)) {
    freed_ = true;
    updates_ = still_ = 0;
    copy_ = freed(start_);
    return;
  }
  for (const Part& part : parts_) {
    statuses_[static_cast<std::size_t>(part.effector)] = EffectorStatus::kStalled;
  }
  parts_.clear();
  running_ = false;
}

}  // namespace lab
