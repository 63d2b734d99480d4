#include "lab/track/pose_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Cholesky>

#include "ik/methods/learned.h"
#include "ik/task/jacobian.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

constexpr int kMaxSteps = 60;     // per start
constexpr int kMaxRejected = 12;  // in a row
constexpr int kProbe = 6;         // steps between two checks of progress
constexpr double kSlow = 0.98;    // a start ends if more of |e| than this remains between checks
constexpr double kStationary = 1e-4;     // |J^T e| / (|J| |e|) of a pose that no joint improves
constexpr double kMaxTurn = 1.0;         // rad, per step
constexpr double kFarthestStart = 1e12;  // rad or m, from the tracker's pose to a start
/// Bound on the minimum of a start that gives up, as a share of the |e| that it reached.
constexpr double kBoundShare = 0.8;

bool is_limited(const ik::Joint& joint) {
  return std::isfinite(joint.lower) || std::isfinite(joint.upper);
}

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

/// A body of only these joints, without limits.
ik::Multibody body_of(const ik::Multibody& whole, const std::vector<int>& joints, int effector) {
  const auto place = [&joints](int j) {
    const auto at = std::lower_bound(joints.begin(), joints.end(), j);
    return at != joints.end() && *at == j ? static_cast<int>(at - joints.begin()) : -1;
  };
  std::vector<ik::Joint> kept;
  for (const int j : joints) {
    ik::Joint& joint = kept.emplace_back(whole.joint(j));
    joint.parent = place(joint.parent);
    joint.leader = place(joint.leader);
    joint.lower = -ik::kUnlimited;
    joint.upper = ik::kUnlimited;
    joint.weight = 1.0;
  }
  ik::Effector hand = whole.effector(effector);
  hand.joint = place(hand.joint);
  return ik::Multibody(std::move(kept), {std::move(hand)});
}

}  // namespace

PoseSearch::PoseSearch(const Tracker& tracker, int effector, Freedom freedom)
    : effector_(effector), target_(1) {
  const ik::Multibody& body = tracker.multibody();
  const std::vector<int> joints = chain_of(body, effector);
  chain_ = std::make_shared<ik::Multibody>(body_of(body, joints, effector));
  for (int j = 0; j < chain_->joint_count(); ++j) {
    const int there = joints[static_cast<std::size_t>(chain_->given_index(j))];
    const ik::Joint& joint = body.joint(there);
    const bool follows = joint.leader >= 0;
    const bool frozen = !follows && !tracker.may_move(there);
    const bool cut = !follows && is_limited(joint);
    whole_.push_back(there);
    held_.push_back(frozen && freedom != Freedom::kAll);
    ranges_.push_back(cut && freedom == Freedom::kAsSet ? Range{joint.lower, joint.upper}
                                                        : Range{-ik::kUnlimited, ik::kUnlimited});
    freer_ |=
        (cut && !frozen && freedom != Freedom::kAsSet) || (frozen && freedom == Freedom::kAll);
  }
  const auto n = static_cast<Eigen::Index>(whole_.size());
  const Eigen::Index m = chain_->row_count();
  aim_.resize(static_cast<std::size_t>(chain_->aim_count()));
  now_.setZero(n);
  step_.setZero(n);
  best_.setZero(n);
  last_best_.setZero(n);
  for (ik::VectorX* e : {&e_, &trial_e_, &y_}) e->setZero(m);
  J_.setZero(m, n);
  pose_ = trial_ = ik::pose_at(*chain_, now_);
}

/// Reads target, aim and pose. A change of a held joint invalidates the last failure.
void PoseSearch::take_goal(const Tracker& tracker) {
  target_[0] = tracker.targets()[static_cast<std::size_t>(effector_)];
  if (!aim_.empty()) {
    aim_[0] = tracker.aims()[static_cast<std::size_t>(aim_of(tracker.multibody(), effector_))];
  }
  tolerance_ = reached_tolerance(tracker, effector_);
  away_ = tracker.errors()[static_cast<std::size_t>(effector_)];
  for (std::size_t j = 0; j < whole_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(j);
    const double theta = tracker.pose().theta[whole_[j]];
    if (held_[j] && theta != now_[at]) failed_error_.reset();
    now_[at] = std::clamp(theta, ranges_[j].lower, ranges_[j].upper);
  }
}

void PoseSearch::begin(const Tracker& tracker) {
  take_goal(tracker);
  found_.reset();
  if (last_failure_applies()) {
    found_ = false;
    return;
  }
  std::swap(best_, last_best_);
  best_error_ = ik::kUnlimited;
  start_ = -1;
}

/// Whether the last failure also applies to this goal: the smallest |e| falls at most by the motion
/// of the goal, and max(distance, lever angle) >= |e| / sqrt(2).
bool PoseSearch::last_failure_applies() const {
  if (!failed_error_) return false;
  double moved = (target_[0] - failed_target_).norm();
  double parts = 1.0;
  if (!aim_.empty()) {
    const ik::Effector& hand = chain_->effector(0);
    const double turn = hand.aim == ik::AimKind::kDirection
                            ? (aim_[0].direction - failed_aim_.direction).norm()
                            : (aim_[0].orientation - failed_aim_.orientation).norm();
    if (turn > 0.0) return false;
    parts = std::numbers::sqrt2;
  }
  return kBoundShare * *failed_error_ - moved > parts * tolerance_;
}

/// A random initial value of joint j.
double PoseSearch::drawn(Eigen::Index j) const {
  const auto n = static_cast<std::uint64_t>(now_.size());
  const double even =
      ik::uniform_number(1, n * static_cast<std::uint64_t>(start_) + static_cast<std::uint64_t>(j));
  const auto& [lower, upper] = ranges_[static_cast<std::size_t>(j)];
  if (std::isfinite(upper - lower)) return 0.5 * (lower + upper) + 0.5 * (upper - lower) * even;
  return std::clamp(now_[j] + span_of(chain_->joint(static_cast<int>(j))) * even, lower, upper);
}

/// The range around the tracker's pose for a joint without limits. A hinge covers half a turn to
/// either side, a slide twice the distance of the target. A screw covers half a turn or, in every
/// other start, the turns for that distance.
double PoseSearch::span_of(const ik::Joint& joint) const {
  const double way = std::min(2.0 * away_, kFarthestStart);
  switch (joint.type) {
    case ik::JointType::kPrismatic:
      return way;
    case ik::JointType::kScrew:
      if (start_ % 2 == 1 && joint.pitch != 0.0)
        return std::max(std::numbers::pi, std::min(way / std::abs(joint.pitch), kFarthestStart));
      return std::numbers::pi;
    case ik::JointType::kRevolute:
      break;
  }
  return std::numbers::pi;
}

void PoseSearch::begin_start() {
  // the tracker's pose, then the best pose of the previous search
  if (start_ == 1) {
    pose_.theta = last_best_;
  } else if (start_ == 0) {
    pose_.theta = now_;
  } else {
    for (Eigen::Index j = 0; j < now_.size(); ++j) pose_.theta[j] = drawn(j);
  }
  for (std::size_t j = 0; j < held_.size(); ++j) {
    if (held_[j]) pose_.theta[static_cast<Eigen::Index>(j)] = now_[static_cast<Eigen::Index>(j)];
  }
  ik::forward_kinematics(*chain_, pose_);
  steps_ = rejected_ = 0;
  error_ = error_then_ = error_at(pose_, e_);
  flat_ = false;
  if (meets_tolerance()) return end_start();
  differentiate();
  damping_ = 1e-3 * J_.squaredNorm();
}

double PoseSearch::error_at(const ik::Pose& pose, ik::VectorX& e) const {
  const ik::Problem problem{.multibody = *chain_, .pose = pose, .targets = target_, .aims = aim_};
  return ik::task_error(problem, e) ? e.norm() : ik::kUnlimited;
}

bool PoseSearch::meets_tolerance() const {
  double largest = e_.head<3>().norm();
  if (!aim_.empty()) largest = std::max(largest, e_.tail<3>().norm());
  // poses and targets contain rounding errors
  return largest <= tolerance_ + 1e-12 * (1.0 + target_[0].norm());
}

/// The columns of J for the joints that may move. Columns are 0 for held joints and for joints that
/// e pushes beyond a limit.
void PoseSearch::differentiate() {
  ik::task_jacobian({.multibody = *chain_, .pose = pose_, .targets = target_, .aims = aim_}, J_);
  double slope = 0.0;
  for (Eigen::Index j = 0; j < J_.cols(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const double pull = J_.col(j).dot(e_);
    const double theta = pose_.theta[j];
    const bool stopped =
        (pull > 0.0 && theta >= ranges_[at].upper) || (pull < 0.0 && theta <= ranges_[at].lower);
    if (held_[at] || stopped) {
      J_.col(j).setZero();
    } else {
      slope += pull * pull;
    }
  }
  flat_ = !(slope > kStationary * kStationary * J_.squaredNorm() * error_ * error_);
}

bool PoseSearch::advance() {
  if (done()) return true;
  if (start_ < 0) {
    start_ = 0;
    begin_start();
    return done();
  }
  if (flat_ || steps_ == kMaxSteps || rejected_ == kMaxRejected) {
    end_start();
    return done();
  }
  if (steps_ > 0 && steps_ % kProbe == 0 && rejected_ == 0) {
    const bool slow = error_ > kSlow * error_then_;
    error_then_ = error_;
    if (slow) {
      end_start();
      return done();
    }
  }
  ++steps_;
  try_step();
  return done();
}

void PoseSearch::try_step() {
  // large enough for the goals of one effector, so that nothing is allocated
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
  Square A = J_.lazyProduct(J_.transpose());
  A.diagonal().array() += damping_;
  const Eigen::LLT<Square> factor(A);
  y_ = e_;
  factor.solveInPlace(y_);
  step_.noalias() = J_.transpose() * y_;
  double turn = 0.0;
  for (Eigen::Index j = 0; j < step_.size(); ++j) {
    if (ik::is_angular(chain_->joint(static_cast<int>(j)).type))
      turn = std::max(turn, std::abs(step_[j]));
  }
  if (turn > kMaxTurn) step_ *= kMaxTurn / turn;
  for (Eigen::Index j = 0; j < step_.size(); ++j) {
    const auto& [lower, upper] = ranges_[static_cast<std::size_t>(j)];
    trial_.theta[j] = std::clamp(pose_.theta[j] + step_[j], lower, upper);
  }
  ik::forward_kinematics(*chain_, trial_);
  const double error = error_at(trial_, trial_e_);
  if (!(error < error_)) {
    ++rejected_;
    damping_ *= 8.0;
    return;
  }
  std::swap(pose_, trial_);
  std::swap(e_, trial_e_);
  error_ = error;
  rejected_ = 0;
  damping_ *= 0.125;
  if (meets_tolerance()) return end_start();
  differentiate();
  damping_ = std::max(damping_, 1e-9 * J_.squaredNorm());
}

void PoseSearch::end_start() {
  if (error_ < best_error_) {
    best_error_ = error_;
    best_ = pose_.theta;
  }
  if (meets_tolerance()) {
    failed_error_.reset();
    found_ = true;
    return;
  }
  const int random_starts = aim_.empty() ? kRandomStarts : kAimingStarts;
  if (++start_ < 2 + random_starts) return begin_start();
  failed_error_ = best_error_;
  failed_target_ = target_[0];
  if (!aim_.empty()) failed_aim_ = aim_[0];
  found_ = false;
}

}  // namespace lab
