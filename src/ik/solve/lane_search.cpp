#include "ik/solve/lane_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/simd/largest.h"
#include "ik/task/attempt.h"
#include "ik/task/jacobian.h"
#include "ik/tree/elimination.h"

namespace ik {
namespace {

/// Bodies on their way: in both blocks of lanes, and as many that wait for steps within limits.
constexpr int kTrips = 3 * LaneSearch::kWidth;

}  // namespace

AttemptKernel attempt_kernel([[maybe_unused]] const InstructionSet& set) {
#if defined(IK_WIDER_LANES)
  if (&set == &kAvx512) return kAvx512Attempt;
  if (&set == &kAvx2) return kAvx2Attempt;
#endif
  return kBaselineAttempt;
}

LaneSearch::LaneSearch(Batch& batch)
    : batch_(batch),
      multibody_(batch.multibody()),
      unit_(length_of_body(multibody_)),
      slides_far_(slides_far(multibody_)),
      weights_(static_cast<std::size_t>(multibody_.goal_count()), 1.0),
      trips_(kTrips),
      pose_(pose_at(multibody_, multibody_.initial_theta())),
      targets_(static_cast<std::size_t>(multibody_.effector_count())),
      aims_(static_cast<std::size_t>(multibody_.aim_count())) {
  choose_columns();
  make(free_, false);
  make(held_, true);
  reach_.reserve(multibody_);
  for (Trip& trip : trips_) {
    trip.theta = pose_.theta;
    trip.closest.reserve(multibody_.joint_count());
    trip.ranges.reserve(multibody_);
    spare_.push_back(&trip);
  }
  ready_.reserve(kTrips);
  waiting_.reserve(kTrips);
}

/// As GoalRows: a column for every joint that moves a goal.
void LaneSearch::choose_columns() {
  const int n = multibody_.joint_count();
  for (int j = 0; j < n; ++j) {
    const Joint& joint = multibody_.joint(j);
    const double mobility = std::sqrt(joint.weight);
    mobility_.push_back(mobility);
    factors_.push_back(joint.type == JointType::kPrismatic ? mobility * unit_ : mobility);
    columns_of_.push_back(-1);
    if (mobility == 0.0 || multibody_.goals_of(j).empty()) continue;
    columns_of_.back() = static_cast<int>(joints_.size());
    joints_.push_back(j);
  }
  if (all_one(mobility_)) mobility_.clear();
  const bool redundant = static_cast<int>(joints_.size()) > multibody_.row_count();
  steps_within_limits_ = redundant ? kRedundantSteps : kSingleSteps;
}

void LaneSearch::make(Block& block, bool within_limits) {
  const int n = multibody_.joint_count(), k = multibody_.effector_count();
  const int r = multibody_.aim_count(), rows = multibody_.row_count();
  const int columns = static_cast<int>(joints_.size());
  AttemptTask& task = block.task;
  BlockTask& body = task.body;
  body = batch_.body_task();
  struct Part {
    double** rows;
    int count;
  };
  const Part parts[] = {
      {&body.theta, n},
      {&body.axis, 3 * n},
      {&body.origin, 3 * n},
      {&body.placed, 3 * k},
      {&body.aimed, 9 * r},
      {&block.targets, 3 * k},
      {&block.wanted, 9 * r},
      {&task.mark, 1},
      {&task.idle, 1},
      {&task.left, 1},
      {&task.updates, 1},
      {&task.farthest, 1},
      {&task.widest, 1},
      {&task.objective, 1},
      {&task.x, columns},
      {&task.scratch, rows + dense_scratch(rows, columns)},
      {&body.scratch, 2 * n + 12 * body.kept_count + 6 * k + rows + refinement_scratch(n, k)}};
  int count = 0;
  for (const Part& part : parts) count += part.count;
  block.numbers.resize(static_cast<std::size_t>(count));
  double* next = block.numbers.front().values;
  for (const Part& part : parts) {
    *part.rows = next;
    next += static_cast<std::ptrdiff_t>(part.count) * kWidth;
  }
  body.targets = block.targets;
  body.wanted = block.wanted;
  task.rows = rows;
  task.columns = columns;
  task.joints = joints_.data();
  task.columns_of = columns_of_.data();
  task.factors = factors_.data();
  task.unit = unit_;
  task.lower = multibody_.lower_limits().data();
  task.upper = multibody_.upper_limits().data();
  task.within_limits = within_limits;
  task.active = block.active;
  task.ends = block.ends;
  for (int lane = 0; lane < kWidth; ++lane) task.updates[lane] = kUnlimited;  // idle lanes rest
}

void LaneSearch::run(int first, int last, const Stop& stop, std::span<Report> reports) {
  stop_ = stop;
  reports_ = reports;
  first_ = next_ = first;
  last_ = last;
  restarts_ = joints_.empty() ? 0 : stop.restarts;
  looked_at_equations_ = false;
  for (Block* block : {&free_, &held_}) {
    block->task.error = kWithin * stop.error;
    block->task.aim_error = kWithin * stop.aim_error;
    block->task.most_updates = stop.updates - std::min(kDescentSteps, stop.updates / 4);
  }
  const AttemptKernel attempt = attempt_kernel(batch_.instructions());
  for (;;) {
    fill();
    if (held_.count == kWidth || (free_.count == 0 && held_.count > 0)) {
      attempt(held_.task);
      for (int lane = 0; lane < kWidth; ++lane) {
        if (held_.active[lane] != 0 && held_.ends[lane] != kGoesOn) end_held(lane);
      }
    } else if (free_.count > 0) {
      attempt(free_.task);
      for (int lane = 0; lane < kWidth; ++lane) {
        if (free_.active[lane] != 0 && free_.ends[lane] != kGoesOn) end_free(lane);
      }
    } else {
      break;
    }
  }
}

/// Puts bodies into idle lanes.
void LaneSearch::fill() {
  for (int lane = 0; lane < kWidth && !waiting_.empty(); ++lane) {
    if (held_.active[lane] != 0) continue;
    put(*waiting_.back(), held_, lane);
    waiting_.pop_back();
  }
  for (int lane = 0; lane < kWidth && free_.count < kWidth; ++lane) {
    if (free_.active[lane] != 0) continue;
    Trip* trip = nullptr;
    if (!ready_.empty()) {
      trip = ready_.back();
      ready_.pop_back();
    } else {
      trip = next_body();
    }
    if (trip == nullptr) return;
    put(*trip, free_, lane);
  }
}

/// Begins with the next body; null if there is none.
LaneSearch::Trip* LaneSearch::next_body() {
  while (next_ < last_) {
    Trip& trip = *spare_.back();
    double sum = 0.0;  // 0 times every number: NaN if one is not finite
    const auto theta = std::as_const(batch_).theta();
    for (int j = 0; j < theta.rows(); ++j) {
      trip.theta[j] = theta(j, next_);
      sum += 0.0 * trip.theta[j];
    }
    const auto targets = std::as_const(batch_).targets(), wanted = batch_.wanted();
    for (int i = 0; i < targets.rows(); ++i) sum += 0.0 * targets(i, next_);
    for (int i = 0; i < wanted.rows(); ++i) sum += 0.0 * wanted(i, next_);
    const bool invalid = batch_.has_invalid_aim(next_);
    if (sum != 0.0 || std::isnan(sum) || invalid) {
      Report& lost = report(next_);
      lost = {.outcome = invalid ? Outcome::kInvalidAim : Outcome::kNotFinite};
      pose_.theta = trip.theta;
      forward_kinematics(multibody_, pose_);
      goals_of(next_);
      measure_body(lost);
      ++next_;
      continue;
    }
    spare_.pop_back();
    trip.body = next_;
    trip.attempts = 1;
    ++next_;
    if (!looked_at_equations_) {
      looked_at_equations_ = true;
      equations_ = restarts_ > 0 && reach_.solves_equations(goals_of(trip.body), pose_);
    }
    if (equations_ || batch_.has_weights(trip.body)) {  // the lanes' goals all weigh 1
      finish(trip, true);
      continue;
    }
    if (slides_far_) {
      pose_.theta = trip.theta;
      forward_kinematics(multibody_, pose_);
      if (farthest_target(goals_of(trip.body), pose_) > unit_) {  // the lanes' unit is too short
        finish(trip, true);
        continue;
      }
    }
    trip.updates = 0.0;
    trip.stopped = trip.scores = false;
    trip.closest.clear();
    trip.ranges.begin(multibody_, joints_, trip.theta, unit_, stop_.seed);
    return &trip;
  }
  return nullptr;
}

/// Puts a body into a lane.
void LaneSearch::put(Trip& trip, Block& block, int lane) const {
  AttemptTask& task = block.task;
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    task.body.theta[j * kWidth + lane] = trip.theta[j];
  }
  const auto targets = std::as_const(batch_).targets(), wanted = batch_.wanted();
  for (int i = 0; i < targets.rows(); ++i) {
    block.targets[i * kWidth + lane] = targets(i, trip.body);
  }
  for (int i = 0; i < wanted.rows(); ++i) block.wanted[i * kWidth + lane] = wanted(i, trip.body);
  // the first look gains, except in a lane that scores: it fails there
  task.mark[lane] = trip.scores ? 0.0 : kUnlimited;
  task.idle[lane] = kPatience;
  task.left[lane] = steps_within_limits_;
  task.updates[lane] = trip.updates;
  block.count += block.active[lane] == 0 ? 1 : 0;
  block.active[lane] = 0xff;
  block.trips[lane] = &trip;
}

void LaneSearch::take(const Block& block, int lane, Trip& trip) const {
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    trip.theta[j] = block.task.body.theta[j * kWidth + lane];
  }
  trip.updates = block.task.updates[lane];
  trip.stopped = block.ends[lane] == kAttemptStopped;
}

void LaneSearch::release(Block& block, int lane) {
  block.active[lane] = 0;
  block.task.updates[lane] = kUnlimited;
  --block.count;
}

/// The end of an attempt that ignores limits.
void LaneSearch::end_free(int lane) {
  Trip& trip = *free_.trips[lane];
  const bool scored = trip.scores, reached = free_.ends[lane] == kAttemptReached;
  const bool stopped = trip.stopped;
  take(free_, lane, trip);
  if (scored) trip.stopped = stopped;
  trip.scores = false;
  if (!scored || reached) {
    const bool turned = trip.ranges.unwind(trip.theta), fits = trip.ranges.holds(trip.theta);
    if (reached && !fits) trip.closest.take_limit(trip.ranges.only_one_beyond(trip.theta));
    if (!fits) trip.ranges.clamp(trip.theta);
    if (reached && fits) {
      settle(free_, lane, trip);
      return release(free_, lane);
    }
    if (reached) {
      waiting_.push_back(&trip);
      return release(free_, lane);
    }
    if (turned || !fits) {
      trip.scores = true;
      return put(trip, free_, lane);
    }
  }
  next_attempt(trip, free_.task.objective[lane]);
  release(free_, lane);
}

/// The end of steps within limits.
void LaneSearch::end_held(int lane) {
  Trip& trip = *held_.trips[lane];
  take(held_, lane, trip);
  if (held_.ends[lane] == kAttemptReached) {
    settle(held_, lane, trip);
  } else {
    next_attempt(trip, held_.task.objective[lane]);
  }
  release(held_, lane);
}

/// Goes on after an attempt that failed at trip.theta, within the limits.
void LaneSearch::next_attempt(Trip& trip, double objective) {
  trip.closest.offer(objective, trip.theta);
  if (trip.stopped || trip.attempts > restarts_) return finish(trip, false);
  if (trip.attempts == kAttemptsBeforeProof) {
    pose_.theta = trip.theta;
    forward_kinematics(multibody_, pose_);
    if (reach_.proof(goals_of(trip.body), pose_) != Proof::kNone) return finish(trip, true);
  }
  trip.ranges.draw_start(trip.attempts++, trip.theta);
  ready_.push_back(&trip);
}

/// The body has reached its goals at trip.theta.
void LaneSearch::settle(const Block& block, int lane, Trip& trip) {
  place(trip.body, trip.theta);
  const bool stood = trip.updates == 0.0 && trip.attempts == 1;
  report(trip.body) = {.outcome = Outcome::kReached,
                       .error = std::sqrt(block.task.farthest[lane]),
                       .aim_error = block.task.widest[lane],
                       .updates = static_cast<int>(trip.updates),
                       .attempts = stood ? 0 : trip.attempts,
                       .verdict = Verdict::kReached,
                       .starts = restarts_ + 1};
  spare_.push_back(&trip);
}

/// Solves a body alone: all attempts of its lane have failed, or
/// \param anew the equations are known, or the targets are far away
void LaneSearch::finish(Trip& trip, bool anew) {
  const auto theta = std::as_const(batch_).theta();
  for (int j = 0; j < theta.rows(); ++j) pose_.theta[j] = theta(j, trip.body);
  forward_kinematics(multibody_, pose_);
  const Goals goals = goals_of(trip.body);
  Report& end = report(trip.body);
  if (anew) {
    end = reach_.run(goals, pose_, pose_.theta, 0);
  } else {
    end = {.updates = static_cast<int>(trip.updates), .attempts = trip.attempts};
    end = reach_.finish(goals, pose_, trip.closest, end, trip.stopped);
  }
  if (end.joint >= 0) end.joint = multibody_.given_index(end.joint);
  place(trip.body, reach_.pose().theta);
  spare_.push_back(&trip);
}

void LaneSearch::place(int body, const VectorX& theta) {
  batch_.set_theta(body, {theta.data(), static_cast<std::size_t>(theta.size())});
}

/// The goals of a body, which also are in targets_ and aims_.
Goals LaneSearch::goals_of(int body) {
  const auto targets = std::as_const(batch_).targets();
  for (int i = 0; i < targets.rows(); ++i) {
    targets_[static_cast<std::size_t>(i / 3)][i % 3] = targets(i, body);
  }
  for (int a = 0; a < multibody_.aim_count(); ++a) {
    aims_[static_cast<std::size_t>(a)] = batch_.wanted_aim(a, body);
  }
  for (int g = 0; g < multibody_.goal_count(); ++g) {
    weights_[static_cast<std::size_t>(g)] = batch_.weight(g, body);
  }
  return {multibody_, targets_, aims_, weights_, mobility_, stop_};
}

/// The errors of pose_ from targets_ and aims_.
void LaneSearch::measure_body(Report& report) const {
  Problem problem{multibody_, pose_, targets_};
  problem.aims = aims_;
  problem.weights = weights_;
  measure(problem, report);
}

}  // namespace ik
