#include "lab/track/status_trial.h"

#include <algorithm>

namespace lab {
namespace {

/// A body is at rest after this many updates that leave every angle unchanged bit for bit. Methods
/// with memory may pause: if limits cut the steps of bfgs to nothing, it moves again when H
/// restarts.
constexpr int kUpdatesAtRest = 100;  // H restarts after 30 unless `memory` is set

/// The setup with fixed targets and one update per step. The updates compute the same bits as steps
/// with several updates.
Tracker standing(const Tracker& tracker) {
  Tracker copy = tracker;
  copy.change([](Setup& setup) {
    setup.frozen = true;
    setup.front_lane().settings.iterations = 1;
  });
  return copy;
}

/// The same tracker without joint limits.
Tracker unlimited(Tracker tracker) {
  tracker.change([](Setup& setup) { setup.front_lane().settings.limits = LimitRule::kIgnore; });
  return tracker;
}

/// Whether joint j, or one that follows it, moves the effector.
bool moves(const ik::Multibody& body, int j, int effector) {
  if (body.moves(j, effector)) return true;
  return std::ranges::any_of(body.followers(), [&](int follower) {
    return body.joint(follower).leader == j && body.moves(follower, effector);
  });
}

double error_of(const Tracker& tracker, int effector, int aim) {
  if (aim < 0) return tracker.errors()[static_cast<std::size_t>(effector)];
  return tracker.multibody().effector(effector).lever *
         tracker.aim_errors()[static_cast<std::size_t>(aim)];
}

}  // namespace

StatusTrial::StatusTrial(const Tracker& tracker)
    : start_(tracker), copy_(tracker), reach_(tracker) {
  begin(tracker);
}

void StatusTrial::begin(const Tracker& tracker) {
  start_ = standing(tracker);
  copy_ = start_;
  reach_.begin(tracker);
  phase_ = Phase::kReach;
  updates_ = still_ = 0;
  const ik::Multibody& body = tracker.multibody();
  parts_.clear();
  statuses_.clear();
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
  if (parts_.empty()) phase_ = Phase::kDone;
}

bool StatusTrial::advance(int updates) {
  for (; !done() && updates > 0; --updates) {
    if (phase_ == Phase::kReach) {
      if (reach_.advance(1)) end_reach();
      continue;
    }
    copy_.step();
    ++updates_;
    note_nearer();
    still_ = copy_.last_step().isZero(0.0) ? still_ + 1 : 0;
    if (parts_.empty() || updates_ == kTrialUpdates || still_ == kUpdatesAtRest) end_phase();
  }
  return done();
}

void StatusTrial::settle(int effector, EffectorStatus status) {
  statuses_[static_cast<std::size_t>(effector)] = status;
}

/// Effectors with a target that no pose reaches are out of reach.
void StatusTrial::end_reach() {
  for (const Part& part : parts_) {
    if (reach_.obstruction(part.effector) == Obstruction::kLinks)
      settle(part.effector, EffectorStatus::kOutOfReach);
  }
  drop_settled();
  phase_ = parts_.empty() ? Phase::kDone : Phase::kAsSet;
}

void StatusTrial::drop_settled() {
  std::erase_if(parts_, [this](const Part& part) {
    return statuses_[static_cast<std::size_t>(part.effector)].has_value();
  });
}

/// Settles the status of effectors that have just come nearer.
void StatusTrial::note_nearer() {
  for (const Part& part : parts_) {
    if (error_of(copy_, part.effector, part.aim) >= kNearerShare * part.first) continue;
    const bool far = error_share(start_, part.effector) > kFarShare;
    const bool reachable = reach_.obstruction(part.effector) == Obstruction::kNone;
    settle(part.effector, phase_ == Phase::kNoLimits ? EffectorStatus::kAtLimit
                          : !reachable               ? EffectorStatus::kOutOfReach
                          : far                      ? EffectorStatus::kBehind
                                                     : EffectorStatus::kFollowing);
  }
  drop_settled();
}

/// Whether a joint that moves the effector is at a limit.
bool StatusTrial::is_at_limit(int effector) const {
  constexpr double kNear = 1e-6;  // rad or m
  const ik::Multibody& body = start_.multibody();
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint& joint = body.joint(j);
    const double theta = copy_.pose().theta[j];
    const bool at_end = theta <= joint.lower + kNear || theta >= joint.upper - kNear;
    const bool free = joint.leader < 0 && start_.may_move(j) && joint.lower < joint.upper;
    if (free && at_end && moves(body, j, effector)) return true;
  }
  return false;
}

/// Settles the status of an effector that comes no nearer, unless the copy without limits will
/// decide.
void StatusTrial::judge_at_rest(int effector) {
  const bool seen = error_share(start_, effector) > kSeenShare;
  switch (reach_.obstruction(effector).value_or(Obstruction::kLinks)) {
    case Obstruction::kNone:
      if (phase_ == Phase::kAsSet && is_at_limit(effector)) return;
      return settle(effector, seen ? EffectorStatus::kStalled : EffectorStatus::kFollowing);
    case Obstruction::kLimits:
      return settle(effector,
                    is_at_limit(effector) ? EffectorStatus::kAtLimit : EffectorStatus::kOutOfReach);
    case Obstruction::kFrozen:
      return settle(effector, EffectorStatus::kHeld);
    case Obstruction::kLinks:
      return settle(effector, EffectorStatus::kOutOfReach);
  }
}

void StatusTrial::end_phase() {
  for (const Part& part : parts_) judge_at_rest(part.effector);
  drop_settled();
  if (parts_.empty()) {
    phase_ = Phase::kDone;
    return;
  }
  phase_ = Phase::kNoLimits;
  updates_ = still_ = 0;
  copy_ = unlimited(start_);
}

}  // namespace lab
