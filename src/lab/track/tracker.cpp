#include "lab/track/tracker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/body/loops.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "lab/scene/scene_solver.h"

namespace lab {
namespace {

Setup of_lane(const Setup& setup, std::size_t lane) {
  Setup own = setup;
  own.lanes = {setup.lanes[lane]};
  own.front = 0;
  return own;
}

/// True unless a parameter of the method goes back to its default.
bool keeps_all(const ik::AnyMethod& method, const Settings& before, const Settings& after) {
  return std::ranges::all_of(before.params, [&](const auto& param) {
    return after.param(param.first) || !ik::get_param(method, param.first);
  });
}

}  // namespace

Tracker::Tracker(const Setup& setup, std::size_t lane)
    : setup_(of_lane(setup, lane)),
      method_(make_method(method_info(), settings())),
      limited_body_(ik::has_limits(setup.scene->multibody)) {
  check_scene();
  take_limits();
  max_angle_ = angle_cap(settings(), method_info());
  weigh();
  if (setup_.frozen) frozen_at_ = 0.0;
  if (setup_.pull) hand_.emplace(scene().multibody, *setup_.pull);
  reset();
}

void Tracker::check_scene() const {
  const auto expect = [this](std::size_t given, int needed, const char* what) {
    ik::require(static_cast<int>(given) == needed, "scene '" + scene().id + "': every " + what);
  };
  expect(scene().targets.size(), multibody().effector_count(), "effector needs one target");
  expect(scene().aims.size(), multibody().aim_count(), "effector that aims needs one aim");
  if (scene().weights.empty()) return;
  expect(scene().weights.size(), multibody().goal_count(), "goal needs one weight");
}

Tracker::Tracker(Scene scene, const ik::MethodInfo& method, const Settings& settings)
    : Tracker(setup_of(std::make_shared<const Scene>(std::move(scene)), method, settings)) {}

Tracker::Tracker(Scene scene, const ik::MethodInfo& method)
    : Tracker(setup_of(std::make_shared<const Scene>(std::move(scene)), method)) {}

void Tracker::apply(const Setup& setup, std::size_t lane) {
  const Setup before = std::exchange(setup_, of_lane(setup, lane));
  keep_nudged(before.nudge);
  if (setup_.scene != before.scene) {
    take_body(before);
    return take_nudge(before.nudge);
  }
  take_limits();
  // limits that were off need not hold in the present pose
  if (keeps_limits() && ik::put_within_limits(multibody(), pose_.theta) > 0) {
    ik::forward_kinematics(multibody(), pose_);
    close_loops();
    refresh_after_pull();
  }
  take_settings(before.lanes.front().settings);
  take_method(before.lanes.front());
  take_targets(before.targets);
  take_frozen();
  weigh();
  if (setup_.start != before.start && !setup_.start.empty()) begin_at_start();
  if (setup_.pull != before.pull) take_pull();
  take_pushes(before.lanes.front());
  take_nudge(before.nudge);
}

/// Goes on with another body at the present time.
void Tracker::take_body(const Setup& before) {
  check_scene();
  method_ = make_method(method_info(), settings());
  limited_body_ = ik::has_limits(scene().multibody);
  unlimited_.reset();
  take_limits();
  max_angle_ = angle_cap(settings(), method_info());
  weigh();
  take_settings(before.lanes.front().settings);
  take_frozen();
  hand_ = setup_.pull ? std::optional(Hand(scene().multibody, *setup_.pull)) : std::nullopt;
  limited_step_ = {};
  take_pose_of(before.scene->multibody);
  begin_in_pose();
}

/// Before the pose is another's: keeps the values of joints that `same` has no more.
void Tracker::store_removed_joints(const ik::Multibody& before, std::span<const int> same) {
  for (int old = 0; old < before.joint_count(); ++old) {
    if (std::ranges::find(same, old) != same.end()) continue;
    std::erase_if(left_,
                  [&](const LeftJoint& left) { return left.joint.name == before.joint(old).name; });
    left_.push_back({before.joint(old), pose_.theta[old]});
  }
}

/// The value with which a joint left, if it did.
std::optional<double> Tracker::removed_value(const ik::Joint& joint) const {
  constexpr double kSame = 1e-12;
  const auto found = std::ranges::find_if(left_, [&](const LeftJoint& left) {
    return left.joint.name == joint.name && left.joint.type == joint.type &&
           left.joint.initial == joint.initial &&
           left.joint.parent_from_joint.isApprox(joint.parent_from_joint, kSame);
  });
  return found == left_.end() ? std::nullopt : std::optional(found->theta);
}

/// Each joint that stays keeps its value and its last steps; one that comes back, its value.
void Tracker::take_pose_of(const ik::Multibody& before) {
  const std::vector<int> same = joints_before(before, multibody());
  store_removed_joints(before, same);
  const ik::VectorX theta = pose_.theta, last = last_step_, before_last = step_before_;
  pose_ = {};
  pose_.theta = multibody().initial_theta();
  last_step_.setZero(pose_.theta.size());
  step_before_.setZero(pose_.theta.size());
  for (int j = 0; j < multibody().joint_count(); ++j) {
    const int old = same[static_cast<std::size_t>(j)];
    const ik::Joint& joint = multibody().joint(j);
    if (old < 0 && step_ > 0) pose_.theta[j] = removed_value(joint).value_or(pose_.theta[j]);
    if (old < 0 || ik::is_angular(before.joint(old).type) != ik::is_angular(joint.type)) continue;
    // before the first step the body shows where it starts
    if (step_ == 0 && before.joint(old).initial != joint.initial) continue;
    pose_.theta[j] = theta[old];
    last_step_[j] = last[old];
    step_before_[j] = before_last[old];
  }
  if (keeps_limits()) ik::put_within_limits(multibody(), pose_.theta);
  ik::forward_kinematics(multibody(), pose_);
  close_loops();
}

/// Makes multibody() the body that the limits' rule asks for.
void Tracker::take_limits() {
  if (!limited_body_ || keeps_limits()) {
    unlimited_.reset();
  } else if (!unlimited_) {
    unlimited_ = std::make_shared<const ik::Multibody>(scene().multibody.without_limits());
  }
}

/// Goes on from a pose that no update has made; targets, aims and errors are new to the tracker.
void Tracker::begin_in_pose() {
  self_motion_.forget();
  apply_pull();
  pose_before_ = pose_;
  theta_before_ = pose_.theta;
  const auto k = static_cast<std::size_t>(multibody().effector_count());
  targets_.resize(k);
  for (std::size_t i = 0; i < k; ++i) targets_[i] = target_now(i);
  leading_ = targets_;
  aims_.clear();
  for (const AimCurve& curve : scene().aims) aims_.push_back(curve.at(target_time()));
  measure_aims();
  errors_.resize(k);
  measure(errors_);
  errors_before_ = errors_;
  // no step has shown yet how fast the effectors follow
  d_max_.assign(k, settings().adaptive_d_max ? kOff : settings().d_max);
  workspace_ = ik::Workspace();  // its SVD starts from the last one; runs must repeat to the bit
  workspace_.begin(problem());
  report_ = {};
  updates_ = 0;
}

void Tracker::reset() {
  step_ = origin_step_ = 0;
  time_ = origin_time_ = frozen_for_ = 0.0;
  left_.clear();
  nudged_.clear();
  if (frozen_at_) frozen_at_ = 0.0;
  begin_at_start();
  take_pushes(Lane{});
}

ik::VectorX Tracker::first_theta() const {
  ik::VectorX theta = multibody().initial_theta();
  if (setup_.start.size() == static_cast<std::size_t>(theta.size())) {
    std::copy(setup_.start.begin(), setup_.start.end(), theta.begin());
    if (keeps_limits()) ik::put_within_limits(multibody(), theta);
  }
  return theta;
}

void Tracker::begin_at_start() {
  pose_.theta = first_theta();
  ik::forward_kinematics(multibody(), pose_);
  close_loops();
  last_step_.setZero(pose_.theta.size());
  step_before_.setZero(pose_.theta.size());
  begin_in_pose();
}

void Tracker::step() {
  advance();
  update();
}

void Tracker::advance() {
  ++step_;
  nudged_.clear();
  const double before = target_time();
  time_ = origin_time_ + static_cast<double>(step_ - origin_step_) * settings().time_step;
  const double lead = settings().number(knob::kLead.name);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Eigen::Vector3d was = targets_[i];
    const bool jumps =
        !setup_.targets[i].held && setup_.targets[i].curve.jumps_between(before, target_time());
    targets_[i] = target_now(i);
    leading_[i] = targets_[i];
    if (lead > 0.0 && !jumps) leading_[i] += lead * (targets_[i] - was);
    if (settings().adaptive_d_max && jumps) d_max_[i] = kOff;
  }
  for (std::size_t i = 0; i < aims_.size(); ++i) aims_[i] = scene().aims[i].at(target_time());
}

Eigen::Vector3d Tracker::target_now(std::size_t i) const {
  return setup_.targets[i].held ? *setup_.targets[i].held
                                : setup_.targets[i].curve.at(target_time());
}

void Tracker::update() { update(settings().iterations); }

bool Tracker::update(int most) {
  if (!std::exchange(updating_, true)) {
    // after a single update pose_before_ has it
    if (settings().iterations > 1) theta_before_ = pose_.theta;
    updates_ = 0;
  }
  bool met = false;  // the tolerance
  for (; most > 0 && updates_ < settings().iterations && !met; --most) {
    update_once();
    ++updates_;
    measure(errors_);
    met = settings().tolerance < kOff && *std::ranges::max_element(errors_) < settings().tolerance;
  }
  if (updates_ < settings().iterations && !met) return false;
  updating_ = false;
  if (apply_pull()) measure(errors_);
  if (!aims_.empty()) measure_aims();
  step_before_.swap(last_step_);
  last_step_ = pose_.theta - (updates_ > 1 ? theta_before_ : pose_before_.theta);
  return true;
}

void Tracker::update_once() {
  if (settings().adaptive_d_max) measure(errors_before_);
  report_ =
      limited_step_.propose(method_, problem(), {max_angle(), settings().max_slide},
                            limited_body_ ? settings().limits : LimitRule::kIgnore, workspace_);
  ik::take_step(multibody(), workspace_.dtheta, keeps_limits(), pose_, pose_before_);

  if (!settings().adaptive_d_max) return;
  measure(errors_);
  adapt_d_max(settings().d_max, errors_before_, errors_, d_max_);
}

void adapt_d_max(double least, std::span<const double> before, std::span<const double> after,
                 std::span<double> d_max) {
  for (std::size_t i = 0; i < d_max.size(); ++i) {
    const double gain = before[i] - after[i];
    d_max[i] = least + (gain > 0.0 ? gain : 0.0);
  }
}

void Tracker::measure(std::vector<double>& errors) const {
  for (std::size_t i = 0; i < errors.size(); ++i) {
    errors[i] = ik::length(targets_[i] - pose_.effector.col(static_cast<Eigen::Index>(i)));
  }
}

void Tracker::measure_aims() {
  aim_errors_.resize(aims_.size());
  for (std::size_t i = 0; i < aims_.size(); ++i) {
    const int goal = multibody().effector_count() + static_cast<int>(i);
    const ik::Effector& effector = multibody().effector(multibody().effector_of(goal));
    aim_errors_[i] =
        aim_angle(effector.aim, ik::effector_axes(pose_, effector), effector.pointer, aims_[i]);
  }
}

ik::Problem Tracker::problem() const {
  ik::Problem problem{multibody(), pose_, leading_};
  problem.jacobian = settings().jacobian;
  problem.d_max = d_max_;
  problem.mobility = mobility_;
  problem.obstacles = scene().obstacles;
  problem.aims = aims_;
  problem.weights = goal_weights_in_force_;
  return problem;
}

void Tracker::take_settings(const Settings& before) {
  const Settings& now = settings();
  if (now.time_step != before.time_step) {
    origin_step_ = step_;
    origin_time_ = time_;
  }
  const bool adapts = now.adaptive_d_max && before.adaptive_d_max;
  if (!adapts || now.d_max != before.d_max) d_max_.assign(d_max_.size(), now.d_max);
}

void Tracker::take_method(const Lane& before) {
  if (before.method != lane().method || !keeps_all(method_, before.settings, settings())) {
    method_ = make_method(method_info(), settings());
  } else {
    for (const auto& [name, value] : settings().params) {
      if (before.settings.param(name) != value) ik::set_param(method_, name, value);
    }
  }
  max_angle_ = angle_cap(settings(), method_info());
}

void Tracker::take_preparation(const ik::AnyMethod& copy) {
  ik::AnyMethod here = std::exchange(method_, copy);
  here.visit([this, &here](const ik::Knob& knob, ik::KnobValue) {
    ik::set_param(method_, knob.name, *ik::get_param(here, knob.name));
  });
}

void Tracker::take_targets(const std::vector<TargetSetup>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const TargetSetup& now = setup_.targets[i];
    if (now == before[i]) continue;
    const bool moved_by_hand = now.held && before[i].held;
    if (settings().adaptive_d_max && !moved_by_hand) d_max_[i] = kOff;
    targets_[i] = leading_[i] = target_now(i);
    measure(errors_);
  }
}

/// Moves the body by the difference of the pushes; removed ones are undone first, last to first.
void Tracker::take_pushes(const Lane& before) {
  const Lane& now = lane();
  for (auto push = before.pushes.rbegin(); push != before.pushes.rend(); ++push) {
    const auto kept = std::ranges::find(now.pushes, push->leader, &Push::leader);
    if (kept == now.pushes.end()) this->push(push->leader, 0.0);
  }
  for (const Push& wanted : now.pushes) {
    if (travel_of(before, wanted.leader) != wanted.travel) push(wanted.leader, wanted.travel);
  }
}

void Tracker::push(int leader, double travel) {
  if (!multibody().loops().empty()) return;  // a self-motion knows no loops
  SelfMotion::Joints joints;
  for (int j = 0; j < multibody().joint_count(); ++j) {
    joints.mobility.push_back(may_move(j) ? 1.0 : 0.0);
  }
  joints.limited = keeps_limits();
  if (self_motion_.move_to(multibody(), pose_, joints, leader, travel)) refresh_after_pull();
}

/// The number of a nudge, 0 if it is not of the present step.
long Tracker::number_of(const std::optional<Nudge>& nudge) const {
  return nudge && nudge->step == step_ ? nudge->number : 0;
}

/// Keeps the pose in which a nudge has left the body, if another nudge or none follows.
void Tracker::keep_nudged(const std::optional<Nudge>& before) {
  const long was = number_of(before);
  if (was == number_of(setup_.nudge)) return;
  std::erase_if(nudged_, [was](const NudgedPose& known) { return known.number == was; });
  nudged_.push_back({was, pose_.theta});
}

/// Makes the update that a nudge asks for, or undoes and repeats whole nudges.
void Tracker::take_nudge(const std::optional<Nudge>& before) {
  const long was = number_of(before), is = number_of(setup_.nudge);
  const auto known = std::ranges::find(nudged_, is, &NudgedPose::number);
  if (was != is && known != nudged_.end()) {
    if (known->theta.size() != pose_.theta.size()) return;
    pose_.theta = known->theta;
    ik::forward_kinematics(multibody(), pose_);
    return refresh_after_pull();
  }
  if (is == 0 || setup_.nudge->updates <= (was == is ? before->updates : 0)) return;
  update_once();
  apply_pull();
  measure(errors_);
  measure_aims();
}

void Tracker::take_pull() {
  if (!setup_.pull) {
    hand_.reset();
    return;
  }
  if (hand_) {
    hand_->take(scene().multibody, *setup_.pull);
  } else {
    hand_.emplace(scene().multibody, *setup_.pull);
  }
  if (apply_pull()) refresh_after_pull();
}

/// Closes the loops after something other than an update has moved the body; where no closed pose
/// is near, it goes back to its initial one.
void Tracker::close_loops() {
  if (multibody().loops().empty()) return;
  if (ik::close_loops(multibody(), mobility_, keeps_limits(), pose_)) return;
  pose_.theta = multibody().initial_theta();
  ik::forward_kinematics(multibody(), pose_);
}

double Tracker::loop_gap(int i) const { return ik::loop_gap(multibody(), pose_, i); }

bool Tracker::apply_pull() {
  return hand_ && hand_->draw(multibody(), pose_, mobility_, keeps_limits());
}

/// After the body was moved by something other than an update.
void Tracker::refresh_after_pull() {
  workspace_.begin(problem());  // its numbers belong to the pose before
  measure(errors_);
  measure_aims();
}

void Tracker::take_frozen() {
  if (setup_.frozen == targets_frozen()) return;
  if (setup_.frozen) {
    frozen_at_ = target_time();
  } else {
    frozen_for_ = time_ - *frozen_at_;
    frozen_at_.reset();
  }
}

double Tracker::weight_in_force(int j) const {
  if (setup_.group) {
    const std::vector<int>& joints = scene().groups[*setup_.group].joints;
    if (std::ranges::find(joints, j) == joints.end()) return 0.0;
  }
  return joint_weight(j);
}

/// Weights are left empty if all are 1, so that methods skip the multiplication.
void Tracker::weigh() {
  goal_weights_in_force_ = goal_weights(setup_.goal_weights, multibody(), settings());
  if (ik::all_one(goal_weights_in_force_)) goal_weights_in_force_.clear();
  mobility_.clear();
  for (int j = 0; j < multibody().joint_count(); ++j) {
    mobility_.push_back(std::sqrt(weight_in_force(j)));
  }
  if (ik::all_one(mobility_)) mobility_.clear();
}

}  // namespace lab
