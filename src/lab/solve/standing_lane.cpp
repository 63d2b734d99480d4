#include "lab/solve/standing_lane.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/solve/joint_ranges.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "lab/scene/knobs.h"
#include "lab/scene/scene.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

/// The error of a goal: |t_i - s_i|, or lever times the angle of an aim, m.
double goal_error(const StandingLane& lane, const ik::Pose& pose, int goal) {
  const ik::Multibody& body = *lane.multibody;
  if (goal < body.effector_count()) {
    return ik::length(lane.targets[static_cast<std::size_t>(goal)] - pose.effector.col(goal));
  }
  const ik::Effector& effector = body.goal_effector(goal);
  const auto aim = static_cast<std::size_t>(goal - body.effector_count());
  return effector.lever * aim_angle(effector.aim, ik::effector_axes(pose, effector),
                                    effector.pointer, lane.aims[aim]);
}

/// Replaces a method's memory between updates; no method has this one.
struct NoMemory {};

bool same_aim(const ik::Aim& a, const ik::Aim& b) {
  return a.direction == b.direction && a.orientation == b.orientation;
}

}  // namespace

StandingLane::StandingLane(const Tracker& tracker)
    : scene(tracker.setup().scene),
      info(&tracker.method_info()),
      method(tracker.method()),
      settings(tracker.settings()),
      caps{tracker.max_angle(), tracker.settings().max_slide},
      targets(tracker.targets().begin(), tracker.targets().end()),
      aims(tracker.aims().begin(), tracker.aims().end()),
      theta(tracker.pose().theta) {
  const ik::Multibody& body = tracker.multibody();
  multibody = &body == &scene->multibody
                  ? std::shared_ptr<const ik::Multibody>(scene, &scene->multibody)
                  : std::make_shared<const ik::Multibody>(body);
  const ik::Problem problem = tracker.problem();
  weights.assign(problem.weights.begin(), problem.weights.end());
  mobility.assign(problem.mobility.begin(), problem.mobility.end());
}

std::vector<int> StandingLane::moving_joints() const {
  std::vector<int> joints;
  for (int j = 0; j < multibody->joint_count(); ++j) {
    if (may_move(j)) joints.push_back(j);
  }
  return joints;
}

ik::Multibody StandingLane::weighted_body() const {
  std::vector<ik::Joint> joints(multibody->joints().begin(), multibody->joints().end());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].initial = theta[static_cast<Eigen::Index>(j)];
    if (!mobility.empty()) joints[j].weight = mobility[j] * mobility[j];
  }
  return {std::move(joints), {multibody->effectors().begin(), multibody->effectors().end()}};
}

LimitRule StandingLane::rule() const {
  return ik::has_limits(*multibody) ? settings.limits : LimitRule::kIgnore;
}

Settings StandingLane::settings_of_update() const {
  Settings result = settings;
  for (const Knob& knob : shared_knobs()) {
    if (!knob.standing) knob.set(result, std::nullopt);
  }
  return result;
}

bool StandingLane::same_updates(const StandingLane& other) const {
  return scene == other.scene && info == other.info &&
         settings_of_update() == other.settings_of_update() && same_goals(other) &&
         mobility == other.mobility;
}

bool StandingLane::same_goals(const StandingLane& other) const {
  return targets == other.targets && std::ranges::equal(aims, other.aims, same_aim) &&
         weights == other.weights;
}

ik::Problem StandingLane::problem(const ik::Pose& pose, std::span<const double> d_max) const {
  ik::Problem problem{*multibody, pose, targets};
  problem.jacobian = settings.jacobian;
  problem.d_max = d_max;
  problem.mobility = mobility;
  problem.obstacles = scene->obstacles;
  problem.aims = aims;
  problem.weights = weights;
  return problem;
}

double body_length(const ik::Multibody& multibody) {
  double length = 0.0;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    length = std::max(length, outer_radius(reach_of(multibody, i)));
  }
  return length;
}

double error_in(const StandingLane& lane, const ik::Pose& pose) {
  double sum = 0.0;
  for (int g = 0; g < lane.multibody->goal_count(); ++g) {
    const double error = goal_error(lane, pose, g);
    sum += error * error;
  }
  return std::sqrt(sum);
}

bool is_solved(const StandingLane& lane, const ik::VectorX& theta) {
  const double error = error_in(lane, ik::pose_at(*lane.multibody, theta));
  return error <= kReachedShare * body_length(*lane.multibody);
}

ik::VectorX unsolved_start(const StandingLane& lane) {
  constexpr int kMostDrawn = 8;
  constexpr std::uint64_t kDrawSeed = 1;
  const std::vector<int> joints = lane.moving_joints();
  ik::VectorX theta = lane.theta;
  if (!is_solved(lane, theta)) return theta;
  const ik::VectorX initial = lane.multibody->initial_theta();
  for (const int j : joints) theta[j] = initial[j];
  ik::JointRanges ranges;
  ranges.reserve(*lane.multibody);
  ranges.begin(*lane.multibody, joints, lane.theta, body_length(*lane.multibody), kDrawSeed);
  for (int i = 1; i <= kMostDrawn && is_solved(lane, theta); ++i) ranges.draw(i, theta);
  return theta;
}

ik::VectorX middle_pose(const StandingLane& lane) {
  ik::VectorX theta = lane.theta;
  for (const int j : lane.moving_joints()) {
    const auto [from, to] = joint_range(lane.multibody->joint(j));
    theta[j] = 0.5 * (from + to);
  }
  return theta;
}

StandingRun::StandingRun(const StandingLane& lane)
    : lane_(lane),
      d_max_(lane.targets.size()),
      errors_before_(lane.targets.size()),
      errors_(lane.targets.size()) {
  pose_.theta = lane.theta;
}

void StandingRun::start(const ik::VectorX& theta) {
  pose_.theta = theta;
  if (lane_.keeps_limits()) ik::put_within_limits(*lane_.multibody, pose_.theta);
  ik::forward_kinematics(*lane_.multibody, pose_);
  const bool adapts = lane_.settings.adaptive_d_max;
  std::fill(d_max_.begin(), d_max_.end(), adapts ? kOff : lane_.settings.d_max);
  workspace_.memory<NoMemory>();
  workspace_.forget();
}

void StandingRun::measure(std::vector<double>& errors) const {
  for (std::size_t i = 0; i < errors.size(); ++i)
    errors[i] = goal_error(lane_, pose_, static_cast<int>(i));
}

void StandingRun::update() {
  if (lane_.settings.adaptive_d_max) measure(errors_before_);
  limited_step_.propose(lane_.method, lane_.problem(pose_, d_max_), lane_.caps, lane_.rule(),
                        workspace_);
  ik::take_step(*lane_.multibody, workspace_.dtheta, lane_.keeps_limits(), pose_, before_);
  if (!lane_.settings.adaptive_d_max) return;
  measure(errors_);
  adapt_d_max(lane_.settings.d_max, errors_before_, errors_, d_max_);
}

double StandingRun::largest_error() const {
  double largest = 0.0;
  for (int g = 0; g < lane_.multibody->goal_count(); ++g) {
    const double error = goal_error(lane_, pose_, g);
    if (!(error <= largest)) largest = error;  // also if it is not a number
    if (std::isnan(largest)) return kOff;
  }
  return largest;
}

}  // namespace lab
