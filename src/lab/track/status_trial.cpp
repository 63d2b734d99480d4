#include "lab/track/status_trial.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "lab/scene/scene_solver.h"

namespace lab {
namespace {

/// Starts that one call of advance() tries.
constexpr int kStartsAtOnce = 8;
/// Calls of a search. For effectors for which another solver with 200 starts finds a pose, it finds
/// one in 99 of 100 cases (tests/statuses.cpp). An aim has more local minima.
constexpr int kCalls = 4, kAimingCalls = 12;
/// Bound on the minimum of a search that gives up, as a share of the |e| that it reached.
constexpr double kBoundShare = 0.8;

/// The joints that move the effector, and their leaders; solver's order.
std::vector<int> chain_of(const ik::Multibody& body, int effector) {
  std::vector<int> joints;
  for (int j = body.effector(effector).joint; j >= 0; j = body.joint(j).parent) {
    joints.push_back(j);
    if (body.joint(j).leader >= 0) joints.push_back(body.joint(j).leader);
  }
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  return joints;
}

bool is_frozen(const Tracker& tracker, int j) {
  return tracker.multibody().joint(j).leader < 0 && !tracker.may_move(j);
}
bool is_cut(const ik::Joint& joint) {
  return joint.leader < 0 && (std::isfinite(joint.lower) || std::isfinite(joint.upper));
}

/// A body of only these joints, as free as said.
ik::Multibody body_of(const Tracker& tracker, const std::vector<int>& joints, int effector,
                      Freedom freedom) {
  const ik::Multibody& whole = tracker.multibody();
  const auto place = [&joints](int j) {
    const auto at = std::lower_bound(joints.begin(), joints.end(), j);
    return at != joints.end() && *at == j ? static_cast<int>(at - joints.begin()) : -1;
  };
  std::vector<ik::Joint> kept;
  for (const int j : joints) {
    ik::Joint& joint = kept.emplace_back(whole.joint(j));
    if (freedom != Freedom::kAsSet || !is_cut(joint)) {
      joint.lower = -ik::kUnlimited;
      joint.upper = ik::kUnlimited;
    }
    joint.parent = place(joint.parent);
    joint.leader = place(joint.leader);
    joint.weight = is_frozen(tracker, j) && freedom != Freedom::kAll ? 0.0 : 1.0;
  }
  ik::Effector hand = whole.effector(effector);
  hand.joint = place(hand.joint);
  return ik::Multibody(std::move(kept), {std::move(hand)});
}

/// A body is at rest after this many updates that leave every angle unchanged bit for bit. Methods
/// with memory may pause: bfgs with steps cut by limits moves again when H restarts.
constexpr int kUpdatesAtRest = 100;  // H restarts after 30 unless `memory` is set

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

PoseSearch::PoseSearch(const Tracker& tracker, int effector, Freedom freedom)
    : whole_(chain_of(tracker.multibody(), effector)),
      effector_(effector),
      solver_(body_of(tracker, whole_, effector, freedom)) {
  for (const int j : whole_) {
    const bool frozen = is_frozen(tracker, j), cut = is_cut(tracker.multibody().joint(j));
    held_.push_back(frozen && freedom != Freedom::kAll);
    freer_ |=
        (cut && !frozen && freedom != Freedom::kAsSet) || (frozen && freedom == Freedom::kAll);
  }
  now_.setZero(static_cast<Eigen::Index>(whole_.size()));
  // the body stands at its goals: this reserves what later searches need
  solver_.set_theta(solver_.theta());
  solver_.solve();
}

void PoseSearch::begin(const Tracker& tracker) {
  const int aim = aim_of(tracker.multibody(), effector_);
  if (aim >= 0) aim_ = tracker.aims()[static_cast<std::size_t>(aim)];
  set_goals(tracker.targets().subspan(static_cast<std::size_t>(effector_), 1), {&aim_, 1}, solver_);
  tolerance_ = reached_tolerance(tracker, effector_);
  for (std::size_t j = 0; j < whole_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(j);
    const double theta = tracker.pose().theta[whole_[j]];
    // the last failure was with another pose of held joints
    if (held_[j] && theta != now_[at]) failed_error_.reset();
    now_[at] = theta;
  }
  found_.reset();
  if (last_failure_applies()) found_ = false;
  calls_ = 0;
  closest_ = ik::kUnlimited;
}

/// Whether the last failure also applies to this goal: max(distance, lever angle) >= |e| / sqrt(2).
bool PoseSearch::last_failure_applies() const {
  if (!failed_error_) return false;
  const double moved = (solver_.target(0) - failed_target_).norm();
  double parts = 1.0;
  if (const ik::AimKind aim = solver_.multibody().effector(0).aim; aim != ik::AimKind::kNone) {
    const double turn = aim == ik::AimKind::kDirection
                            ? (aim_.direction - failed_aim_.direction).norm()
                            : (aim_.orientation - failed_aim_.orientation).norm();
    if (turn > 0.0) return false;
    parts = std::numbers::sqrt2;
  }
  return kBoundShare * *failed_error_ - moved > parts * tolerance_;
}

bool PoseSearch::advance() {
  if (done()) return true;
  const ik::Effector& hand = solver_.multibody().effector(0);
  const bool aims = hand.aim != ik::AimKind::kNone;
  // poses and targets contain rounding errors
  const double error = tolerance_ + 1e-12 * (1.0 + solver_.target(0).norm());
  solver_.set_theta(now_);
  const ik::Report report = solver_.solve({.error = error,
                                           .aim_error = error / hand.lever,
                                           .restarts = kStartsAtOnce - 1,
                                           .seed = static_cast<std::uint64_t>(++calls_)});
  if (report.verdict == ik::Verdict::kReached) {
    failed_error_.reset();
    found_ = true;
    return true;
  }
  closest_ = std::min(
      closest_, aims ? std::hypot(report.error, hand.lever * report.aim_error) : report.error);
  if (report.verdict == ik::Verdict::kProven || calls_ == (aims ? kAimingCalls : kCalls)) {
    failed_error_ = closest_;
    failed_target_ = solver_.target(0);
    failed_aim_ = aim_;
    found_ = false;
  }
  return done();
}

ObstructionTrial::ObstructionTrial(const Tracker& tracker) {
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    Question& question = questions_.emplace_back();
    const auto add = [&](Freedom freedom, Obstruction passed) {
      PoseSearch search(tracker, i, freedom);
      if (freedom == Freedom::kAsSet || search.is_freer_than_set())
        question.searches.push_back({std::move(search), passed});
    };
    add(Freedom::kAsSet, Obstruction::kNone);
    add(Freedom::kNoLimits, Obstruction::kLimits);
    add(Freedom::kAll, Obstruction::kFrozen);
  }
  begin(tracker);
}

void ObstructionTrial::begin(const Tracker& tracker) {
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    Question& question = questions_[i];
    question.place = status_by_place(tracker, static_cast<int>(i));
    if (question.place) continue;
    for (Search& search : question.searches) search.poses.begin(tracker);
  }
  now_ = search_ = 0;
  pass_answered();
}

/// Skips to the next effector that needs a search.
void ObstructionTrial::pass_answered() {
  for (; !done() && questions_[now_].place; ++now_) {
    std::optional<Obstruction>& answer = questions_[now_].answer;
    answer.reset();
    if (questions_[now_].place == EffectorStatus::kReached) answer = Obstruction::kNone;
    if (questions_[now_].place == EffectorStatus::kOutOfReach) answer = Obstruction::kLinks;
  }
}

bool ObstructionTrial::advance(int steps) {
  for (; !done() && steps > 0; --steps) {
    Question& question = questions_[now_];
    Search& search = question.searches[search_];
    if (!search.poses.advance()) continue;
    if (!*search.poses.found() && ++search_ < question.searches.size()) continue;
    question.answer = search_ < question.searches.size() ? search.passed : Obstruction::kLinks;
    ++now_;
    search_ = 0;
    pass_answered();
  }
  return done();
}

StatusTrial::StatusTrial(const Tracker& tracker)
    : start_(tracker), copy_(tracker), reach_(tracker) {
  begin(tracker);
}

void StatusTrial::begin(const Tracker& tracker) {
  start_ = tracker;
  start_.change([](Setup& setup) {
    setup.frozen = true;
    setup.front_lane().settings.iterations = 1;  // several updates a step give the same bits
  });
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

/// Settles an effector that comes no nearer, unless the copy without limits will decide.
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
  copy_ = start_;
  copy_.change([](Setup& setup) { setup.front_lane().settings.limits = LimitRule::kIgnore; });
}

}  // namespace lab
