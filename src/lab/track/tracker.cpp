#include "lab/track/tracker.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "ik/body/clamp.h"
#include "ik/check.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"

namespace lab {
namespace {

bool all_one(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 1.0; });
}

}  // namespace

Tracker::Tracker(Scene scene, const ik::MethodInfo& method, const Settings& settings)
    : scene_(std::move(scene)),
      info_(&method),
      settings_(settings),
      method_(make_method(method, settings)),
      limited_body_(ik::has_limits(scene_.multibody)) {
  ik::require(scene_.targets.size() == scene_.multibody.effectors().size(),
              "scene '" + scene_.id + "': every effector needs one target");
  ik::require(static_cast<int>(scene_.aims.size()) == multibody().aim_count(),
              "scene '" + scene_.id + "': every effector that aims needs one aim");
  ik::require(
      scene_.weights.empty() || static_cast<int>(scene_.weights.size()) == multibody().goal_count(),
      "scene '" + scene_.id + "': every goal needs one weight");
  goal_weights_ = scene_.weights;
  goal_weights_.resize(static_cast<std::size_t>(multibody().goal_count()), 1.0);
  held_targets_.resize(scene_.targets.size());
  for (const ik::Joint& joint : multibody().joints()) joint_weights_.push_back(joint.weight);
  own_lambda_ = ik::get_param(method_, "lambda");
  group_ = scene_.group;
  weigh_goals();
  weigh_joints();
  reset();
}

Tracker::Tracker(Scene scene, const ik::MethodInfo& method)
    : Tracker(std::move(scene), method, Settings(scene.settings)) {}

void Tracker::reset() {
  const auto k = static_cast<std::size_t>(multibody().effector_count());
  step_ = origin_step_ = 0;
  time_ = origin_time_ = frozen_for_ = 0.0;
  if (frozen_at_) frozen_at_ = 0.0;
  pose_.theta = multibody().initial_theta();
  ik::forward_kinematics(multibody(), pose_);
  draw_by_hand();
  pose_before_ = pose_;
  theta_before_ = pose_.theta;
  last_step_.setZero(pose_.theta.size());
  step_before_.setZero(pose_.theta.size());
  self_motion_.forget();
  targets_.resize(k);
  for (std::size_t i = 0; i < k; ++i) targets_[i] = target_now(i);
  leading_ = targets_;
  aims_.clear();
  for (const AimCurve& curve : scene_.aims) aims_.push_back(curve.at(0.0));
  measure_aims();
  errors_.resize(k);
  measure(errors_);
  errors_before_ = errors_;
  // nothing is known yet of how fast an effector can follow
  d_max_.assign(k, settings_.adaptive_d_max ? kOff : settings_.d_max);
  workspace_ = ik::Workspace();  // its SVD remembers, and a run must repeat to the bit
  workspace_.begin(problem());
  outcome_ = ik::Outcome::kReached;
  capped_ = false;
  joints_at_limits_ = updates_ = 0;
}

void Tracker::step() {
  advance();
  update();
}

void Tracker::advance() {
  ++step_;
  const double before = target_time();
  time_ = origin_time_ + static_cast<double>(step_ - origin_step_) * settings_.time_step;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Eigen::Vector3d was = targets_[i];
    const bool jumps = !held_targets_[i] && scene_.targets[i].jumps_between(before, target_time());
    targets_[i] = target_now(i);
    leading_[i] = targets_[i];
    if (settings_.lead > 0.0 && !jumps) leading_[i] += settings_.lead * (targets_[i] - was);
    if (settings_.adaptive_d_max && jumps) d_max_[i] = kOff;
  }
  for (std::size_t i = 0; i < aims_.size(); ++i) aims_[i] = scene_.aims[i].at(target_time());
}

Eigen::Vector3d Tracker::target_now(std::size_t i) const {
  return held_targets_[i] ? *held_targets_[i] : scene_.targets[i].at(target_time());
}

void Tracker::update() {
  theta_before_ = pose_.theta;
  updates_ = 0;
  while (updates_ < settings_.iterations) {
    update_once();
    ++updates_;
    measure(errors_);
    if (settings_.tolerance < kOff &&
        *std::max_element(errors_.begin(), errors_.end()) < settings_.tolerance)
      break;
  }
  if (draw_by_hand()) measure(errors_);
  measure_aims();
  step_before_.swap(last_step_);
  last_step_ = pose_.theta - theta_before_;
}

void Tracker::update_once() {
  if (settings_.adaptive_d_max) measure(errors_before_);
  const ik::StepReport report =
      limited_step_.propose(method_, problem(), {max_angle(), settings_.max_slide},
                            limited_body_ ? settings_.limits : LimitRule::kIgnore, workspace_);
  outcome_ = report.outcome;
  capped_ = report.capped;
  joints_at_limits_ = report.joints_at_limits;
  std::swap(pose_, pose_before_);
  pose_.theta = pose_before_.theta + workspace_.dtheta;
  if (keeps_limits()) {
    ik::land_on_limits(multibody(), pose_before_.theta, workspace_.dtheta, pose_.theta);
  }
  ik::forward_kinematics(multibody(), pose_);

  if (!settings_.adaptive_d_max) return;
  measure(errors_);
  for (std::size_t i = 0; i < d_max_.size(); ++i) {
    // Buss (2009), section 2: d_i is how much closer the step came. Where it went away, or out of
    // the numbers, it counts as nothing
    const double gain = errors_before_[i] - errors_[i];
    d_max_[i] = settings_.d_max + (gain > 0.0 ? gain : 0.0);
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
  problem.jacobian = settings_.jacobian;
  problem.d_max = d_max_;
  problem.mobility = mobility_;
  problem.obstacles = scene_.obstacles;
  problem.aims = aims_;
  problem.weights = goal_weights_in_force_;
  return problem;
}

void Tracker::set_method(const ik::MethodInfo& method) {
  info_ = &method;
  method_ = make_method(method, settings_);
  own_lambda_ = ik::get_param(method_, "lambda");
}

std::optional<double> Tracker::lambda() const {
  for (const ik::Reading& reading : workspace_.readings()) {
    if (std::string_view(reading.name) == "λ") return reading.value;
  }
  return own_lambda_;
}

void Tracker::set_settings(const Settings& settings) {
  if (settings.time_step != settings_.time_step) {
    origin_step_ = step_;
    origin_time_ = time_;
  }
  const bool adapts = settings.adaptive_d_max && settings_.adaptive_d_max;
  if (!adapts || settings.d_max != settings_.d_max) d_max_.assign(d_max_.size(), settings.d_max);
  if (settings.lambda && settings.lambda != settings_.lambda) {
    ik::set_param(method_, "lambda", *settings.lambda);
    own_lambda_ = ik::get_param(method_, "lambda");
  }
  settings_ = settings;
  weigh_goals();
}

void Tracker::set_goal_weight(int g, double weight) {
  goal_weights_[static_cast<std::size_t>(g)] = weight;
  weigh_goals();
}

void Tracker::set_joint_weight(int j, double weight) {
  joint_weights_[static_cast<std::size_t>(j)] = weight;
  weigh_joints();
}

void Tracker::set_group(std::optional<std::size_t> group) {
  group_ = group;
  weigh_joints();
}

void Tracker::set_target(int i, const TargetCurve& curve,
                         const std::optional<Eigen::Vector3d>& held) {
  const auto at = static_cast<std::size_t>(i);
  const bool moved_by_hand = held && held_targets_[at];
  if (settings_.adaptive_d_max && !moved_by_hand) d_max_[at] = kOff;
  scene_.targets[at] = curve;
  held_targets_[at] = held;
  targets_[at] = leading_[at] = target_now(at);
  measure(errors_);
}

void Tracker::push(int leader, double travel) {
  SelfMotion::Joints joints;
  for (int j = 0; j < multibody().joint_count(); ++j) {
    joints.mobility.push_back(may_move(j) ? 1.0 : 0.0);
  }
  joints.limited = keeps_limits();
  if (self_motion_.move_to(multibody(), pose_, joints, leader, travel)) look_at_moved_body();
}

void Tracker::set_pull(const std::optional<Pull>& pull) {
  if (!pull) {
    hand_.reset();
    return;
  }
  if (hand_) {
    hand_->take(multibody(), *pull);
  } else {
    hand_.emplace(multibody(), *pull);
  }
  if (draw_by_hand()) look_at_moved_body();
}

bool Tracker::draw_by_hand() {
  return hand_ && hand_->draw(multibody(), pose_, mobility_, keeps_limits());
}

/// After it was moved by something else than an update.
void Tracker::look_at_moved_body() {
  workspace_.begin(problem());  // what it holds is of the pose before
  measure(errors_);
  measure_aims();
}

void Tracker::set_targets_frozen(bool frozen) {
  if (frozen == targets_frozen()) return;
  if (frozen) {
    frozen_at_ = target_time();
  } else {
    frozen_for_ = time_ - *frozen_at_;
    frozen_at_.reset();
  }
}

double Tracker::weight_in_force(int j) const {
  if (group_) {
    const std::vector<int>& joints = scene_.groups[*group_].joints;
    if (std::find(joints.begin(), joints.end(), j) == joints.end()) return 0.0;
  }
  return joint_weight(j);
}

/// Weights of 1 are none: methods then multiply by nothing.
void Tracker::weigh_goals() {
  goal_weights_in_force_ = goal_weights_;
  for (auto g = static_cast<std::size_t>(multibody().effector_count()); g < goal_weights_.size();
       ++g) {
    goal_weights_in_force_[g] *= settings_.aim_weight;
  }
  if (all_one(goal_weights_in_force_)) goal_weights_in_force_.clear();
}

void Tracker::weigh_joints() {
  mobility_.clear();
  for (int j = 0; j < multibody().joint_count(); ++j) {
    mobility_.push_back(std::sqrt(weight_in_force(j)));
  }
  if (all_one(mobility_)) mobility_.clear();
}

void Tracker::set_method_param(std::string_view name, double value) {
  if (name == "lambda") settings_.lambda = value;
  if (ik::set_param(method_, name, value) && name == "lambda") own_lambda_ = value;
}

}  // namespace lab
