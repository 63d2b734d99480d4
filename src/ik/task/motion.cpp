#include "ik/task/motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ik {

MotionStep::MotionStep(const Multibody& multibody) {
  const auto n = static_cast<std::size_t>(multibody.joint_count());
  most_velocity_.resize(n);
  most_acceleration_.resize(n);
  ranges_.resize(n);
  mobility_.resize(n);
  held_.resize(n);
  for (VectorX* const one : {&velocity_, &wanted_, &goal_motion_}) {
    one->setZero(multibody.joint_count());
  }
  targets_.resize(static_cast<std::size_t>(multibody.effector_count()));
  aims_.resize(static_cast<std::size_t>(multibody.aim_count()));
  look_at(multibody);
}

void MotionStep::look_at(const Multibody& multibody) {
  const auto joints = multibody.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    most_velocity_[j] = joints[j].leader < 0 ? joints[j].max_velocity : kUnlimited;
    most_acceleration_[j] = joints[j].leader < 0 ? joints[j].max_acceleration : kUnlimited;
  }
  for (const int f : multibody.followers()) {
    const Joint& follower = multibody.joint(f);
    const auto leader = static_cast<std::size_t>(follower.leader);
    const double ratio = std::abs(follower.ratio);
    most_velocity_[leader] = std::min(most_velocity_[leader], follower.max_velocity / ratio);
    most_acceleration_[leader] =
        std::min(most_acceleration_[leader], follower.max_acceleration / ratio);
  }
  const auto finite = [](double limit) { return limit < kUnlimited; };
  accelerates_ = std::any_of(most_acceleration_.begin(), most_acceleration_.end(), finite);
  limited_ = accelerates_ || std::any_of(most_velocity_.begin(), most_velocity_.end(), finite);
}

void MotionStep::stand() {
  velocity_.setZero();
  knows_goals_ = false;
}

void MotionStep::take(const VectorX& dtheta) {
  if (time_step > 0.0) velocity_ = dtheta / time_step;
}

/// The largest velocity with which joint j moves a way at most, this step and braking from then on;
/// with the sign of the way.
double MotionStep::braking(double way, int j) const {
  const double a = most_acceleration_[static_cast<std::size_t>(j)];
  const double h = time_step;
  return 2.0 * way / (h + std::sqrt(h * h + 2.0 * std::abs(way) / a));
}

/// Takes the velocities beyond [low, high] away; where that leaves none, the nearest one stays.
void MotionStep::Range::narrow(double low, double high, MotionLimit limit) {
  if (low > most || high < least) broken = limit;
  if (low > least) {
    least = std::min(low, most);
    below = limit;
  }
  if (high < most) {
    most = std::max(high, least);
    above = limit;
  }
}

MotionStep::Range MotionStep::range_of(const Problem& problem, int j) const {
  const auto at = static_cast<std::size_t>(j);
  const double v = velocity_[j], change = most_acceleration_[at] * time_step;
  const double theta = problem.pose.theta[j];
  Range range;
  range.narrow(v - change, v + change, MotionLimit::kAcceleration);
  range.narrow(-most_velocity_[at], most_velocity_[at], MotionLimit::kVelocity);

  const double up = problem.multibody.upper_limits()[at] - theta;
  const double down = problem.multibody.lower_limits()[at] - theta;
  const bool frozen = problem.mobility_of(j) == 0.0;
  double most = up < kUnlimited ? braking(std::max(up, 0.0), j) : kUnlimited;
  double least = down > -kUnlimited ? braking(std::min(down, 0.0), j) : -kUnlimited;
  // back to a limit, but not so fast that it breaks the other one
  if (up < 0.0 && !frozen) most = std::max(up / time_step, least);
  if (down > 0.0 && !frozen) least = std::min(down / time_step, most);
  range.narrow(least, most, MotionLimit::kRange);
  return range;
}

void MotionStep::remember_goals(const Problem& problem) {
  std::copy(problem.targets.begin(), problem.targets.end(), targets_.begin());
  std::copy(problem.aims.begin(), problem.aims.end(), aims_.begin());
  knows_goals_ = true;
}

bool MotionStep::goals_moved(const Problem& problem) const {
  return !std::equal(targets_.begin(), targets_.end(), problem.targets.begin()) ||
         !std::equal(aims_.begin(), aims_.end(), problem.aims.begin(),
                     [](const Aim& a, const Aim& b) {
                       return a.direction == b.direction && a.orientation == b.orientation;
                     });
}

/// dtheta := g + f(dtheta - g), for joints that are not held and have a largest acceleration.
void MotionStep::brake_before_goals(VectorX& dtheta) const {
  for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (mobility_[at] == 0.0 || !(most_acceleration_[at] < kUnlimited)) continue;
    const double g = goal_motion_[j];
    dtheta[j] = g + braking(dtheta[j] - g, static_cast<int>(j)) * time_step;
  }
}

/// Holds each joint whose step is longer than its limits allow. \returns true if that changes
/// the step of a joint that stays free
bool MotionStep::hold_cut_joints(const Problem& problem, const VectorX& dtheta) {
  bool holds = false, leaves = false;
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (problem.multibody.joint(j).leader >= 0) continue;
    const bool decided = mobility_[at] == 0.0 && held_[at] != 0.0;
    const double v = dtheta[j] / time_step;
    if (decided || (v >= ranges_[at].least && v <= ranges_[at].most)) {
      leaves = leaves || mobility_[at] > 0.0;
      continue;
    }
    const double way = std::clamp(v, ranges_[at].least, ranges_[at].most) * time_step;
    // a joint that is held at rest already changes nothing for the others
    holds = holds || mobility_[at] > 0.0 || way != 0.0;
    mobility_[at] = 0.0;
    held_[at] = way;
  }
  return holds && leaves;
}

/// Starts a step at the problem's pose.
void MotionStep::begin(const Problem& problem) {
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    ranges_[at] = range_of(problem, j);
    mobility_[at] = problem.mobility_of(j);
    held_[at] = 0.0;
  }
}

StepReport MotionStep::propose(const AnyMethod& method, const Problem& problem,
                               const StepCaps& caps, LimitRule rule, LimitedStep& limited,
                               Workspace& w, Cut& cut) {
  if (!std::exchange(reserved_, true)) {  // memory that later steps may need
    Problem with_held = problem;
    with_held.held = held_;
    w.begin(with_held);
    w.error(with_held);
  }
  // a cap would hide how far away the goals are, and where to brake: it cuts the step afterwards
  const StepCaps asked = accelerates_ ? StepCaps{} : caps;
  StepReport report = limited.propose(method, problem, asked, rule, w);
  // not finite, or an invalid aim: the body brakes
  const bool moves =
      report.outcome != Outcome::kNotFinite && report.outcome != Outcome::kInvalidAim;

  begin(problem);
  if (accelerates_) {
    goal_motion_.setZero();
    if (!knows_goals_) {
      lag_step_.propose(method, problem, asked, rule, lag_);  // allocates its memory
    } else if (moves && goals_moved(problem)) {
      Problem before = problem;
      before.targets = targets_;
      before.aims = aims_;
      const Outcome lags = lag_step_.propose(method, before, asked, rule, lag_).outcome;
      const bool known = lags != Outcome::kNotFinite && lags != Outcome::kInvalidAim;
      if (known) goal_motion_ = w.dtheta - lag_.dtheta;
    }
    remember_goals(problem);
    brake_before_goals(w.dtheta);
    report.capped = clamp_to_caps(problem.multibody, caps, w.dtheta);
  }
  wanted_ = w.dtheta;
  Problem again = problem;
  again.mobility = mobility_;
  again.held = held_;
  again.asked_again = true;
  for (int i = 0;
       moves && i < problem.multibody.joint_count() && hold_cut_joints(problem, w.dtheta); ++i) {
    const bool capped = limited.propose(method, again, asked, rule, w).capped;
    if (accelerates_) brake_before_goals(w.dtheta);
    report.capped = accelerates_ ? clamp_to_caps(problem.multibody, caps, w.dtheta) : capped;
  }

  finish(problem, w.dtheta, cut);
  return report;
}

void MotionStep::brake(const Problem& problem, Workspace& w, Cut& cut) {
  begin(problem);
  w.begin(problem);
  w.dtheta.setZero(problem.multibody.joint_count());
  wanted_ = w.dtheta;
  knows_goals_ = false;
  finish(problem, w.dtheta, cut);
}

/// Puts dtheta within the velocities, and keeps them.
void MotionStep::finish(const Problem& problem, VectorX& dtheta, Cut& cut) {
  const Multibody& multibody = problem.multibody;
  double lost = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Range& range = ranges_[static_cast<std::size_t>(j)];
    if (multibody.joint(j).leader >= 0) continue;
    if (!std::isfinite(problem.pose.theta[j])) {
      dtheta[j] = velocity_[j] = 0.0;
      continue;
    }
    if (mobility_[static_cast<std::size_t>(j)] == 0.0) {  // a cap may have cut it
      dtheta[j] = held_[static_cast<std::size_t>(j)];
    }
    const double v = dtheta[j] / time_step, kept = std::clamp(v, range.least, range.most);
    if (kept != v) dtheta[j] = kept * time_step;
    velocity_[j] = kept;
    if (range.broken ==
        MotionLimit::kNone) {  // by rounding a joint may come a bit beyond its limit
      dtheta[j] = allowed_step(multibody.joint(j), problem.pose.theta[j], dtheta[j]);
    } else if (cut.broken_joint < 0) {
      cut.broken_joint = j;
      cut.broken = range.broken;
    }
    const double first = wanted_[j] / time_step;
    const double loss = std::max(range.least - first, first - range.most) * time_step;
    if (loss > lost) {
      lost = loss;
      cut.joint = j;
      cut.by = first < range.least ? range.below : range.above;
    }
  }
  for (const int j : multibody.followers()) {
    const Joint& follower = multibody.joint(j);
    dtheta[j] = follower.ratio * dtheta[follower.leader];
    velocity_[j] = follower.ratio * velocity_[follower.leader];
  }
}

}  // namespace ik
