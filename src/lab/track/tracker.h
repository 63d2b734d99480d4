#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/track/self_motion.h"
#include "lab/track/setup.h"

namespace lab {

/// The tracking experiment of Buss (2009), section 8: targets move on their curves, and the method
/// makes `iterations` updates in every time step, so that the effectors follow.
///
/// Row 0 is the initial pose at time 0. In step k the time is k time_step, the targets move there,
/// and every update computes e = clamped (t - s), asks the method for dtheta, clamps it, keeps it
/// within the joints' limits, adds it to theta and redoes the kinematics. Deterministic; a step
/// allocates nothing once warm.
class Tracker {
 public:
  /// That lane of the setup. \pre there is one, and every value is one that its setting takes
  explicit Tracker(const Setup& setup, std::size_t lane = 0);
  Tracker(Scene scene, const ik::MethodInfo& method, const Settings& settings);
  Tracker(Scene scene, const ik::MethodInfo& method);  ///< with the scene's settings

  /// That lane of another setup from here on; what differs from setup() is taken over, the pose and
  /// the time stay. Another curve, to hold a target and to let go of it are jumps; a held target
  /// that is moved is not. Pushes move the body by what they differ, a hand draws its link at once.
  /// \pre as the constructor's, and the scene is the same one
  void apply(const Setup& setup, std::size_t lane = 0);
  /// apply() of a changed copy of setup(). \param edit  takes a Setup&
  template <class Change>
  void change(const Change& edit) {
    Setup next = setup_;
    edit(next);
    apply(next);
  }

  /// Back to row 0.
  void reset();

  /// One time step: advance, then `iterations` updates.
  void step();

  /// The two halves of a step, for those who time them: moves time and targets on, and ...
  void advance();
  /// ... makes the step's updates. Does nothing but what a user of the solver would do each frame.
  void update();

  /// Does so many portions of what the method needs before its first step on this body, such as
  /// training; see ik::AnyMethod. \returns the share that is done
  double prepare(int portions) { return method_.prepare(multibody(), portions); }
  /// The share of that which is done, 1 for most methods. Updates before take the time for it.
  double prepared() const { return method_.prepared(multibody()); }

  /// What is in force, with this lane alone.
  const Setup& setup() const { return setup_; }
  const Lane& lane() const { return setup_.lanes.front(); }
  const Scene& scene() const { return *setup_.scene; }
  const ik::Multibody& multibody() const { return scene().multibody; }
  const ik::MethodInfo& method_info() const { return *lane().method; }
  const ik::AnyMethod& method() const { return method_; }
  const Settings& settings() const { return lane().settings; }
  /// The angle cap in force, rad: the settings' or the method's own; infinity is off.
  double max_angle() const { return max_angle_; }

  long step_count() const { return step_; }  ///< k
  double time() const { return time_; }      ///< s
  /// The time at which the targets are, behind time() by as long as they were frozen, s.
  double target_time() const { return frozen_at_ ? *frozen_at_ : time_ - frozen_for_; }
  bool targets_frozen() const { return frozen_at_.has_value(); }
  const ik::Pose& pose() const { return pose_; }
  std::span<const Eigen::Vector3d> targets() const { return targets_; }  ///< (k) t_i, m
  std::span<const double> errors() const { return errors_; }             ///< (k) |t_i - s_i| now, m
  std::span<const ik::Aim> aims() const { return aims_; }                ///< (r)
  std::span<const double> aim_errors() const { return aim_errors_; }     ///< (r) angles now, rad
  /// The present weights, as the scene or the user set them.
  double goal_weight(int g) const { return setup_.goal_weights[static_cast<std::size_t>(g)]; }
  double joint_weight(int j) const { return setup_.joint_weights[static_cast<std::size_t>(j)]; }
  std::optional<std::size_t> group() const { return setup_.group; }
  /// False where joint j's weight is 0 or a group without it moves alone.
  bool may_move(int j) const { return weight_in_force(j) > 0.0; }
  /// How far along that leader's way pushes have brought the body, rad or m: as little as it takes
  /// where the way is shorter.
  double pushed(int leader) const { return self_motion_.travel(leader); }
  std::span<const double> d_max() const { return d_max_; }  ///< (k) D_max,i in force, m
  /// theta_k - theta_{k-1} and theta_{k-1} - theta_{k-2} (n); zero where there is no such step.
  const Eigen::VectorXd& last_step() const { return last_step_; }
  const Eigen::VectorXd& step_before() const { return step_before_; }

  /// The damping that the last update used, where the method chooses it or has one.
  std::optional<double> lambda() const;
  /// How the last update went, and whether a cap shortened it.
  ik::Outcome outcome() const { return outcome_; }
  bool capped() const { return capped_; }
  /// How many joints the limits stopped in the last update.
  int joints_at_limits() const { return joints_at_limits_; }
  /// How many updates the last step made: fewer than asked for where the tolerance was met.
  int updates() const { return updates_; }
  /// What the next update will be computed from, as things stand.
  ik::Problem problem() const;
  /// The same at the pose that the last update began with: what it was computed from, but for D_max
  /// where that adapts.
  ik::Problem last_problem() const { return problem().at(pose_before_); }
  ik::Workspace& workspace() { return workspace_; }
  const ik::Workspace& workspace() const { return workspace_; }

 private:
  Eigen::Vector3d target_now(std::size_t i) const;
  void update_once();
  void measure(std::vector<double>& errors) const;
  void measure_aims();
  bool draw_by_hand();
  void look_at_moved_body();
  bool keeps_limits() const { return limited_body_ && settings().limits != LimitRule::kIgnore; }
  void take_settings(const Settings& before);
  void take_method(const Lane& before);
  void look_up_numbers();
  void take_targets(const std::vector<TargetSetup>& before);
  void freeze(bool frozen);
  void take_pull();
  void take_pushes(const Lane& before);
  void push(int leader, double travel);
  void weigh_goals();
  void weigh_joints();
  double weight_in_force(int j) const;

  Setup setup_;  // with one lane
  ik::AnyMethod method_;
  std::optional<double> own_lambda_;  // the method's, where it has one
  double max_angle_;                  // rad

  long step_ = 0;
  double time_ = 0.0;
  // time_ = origin_time_ + (step_ - origin_step_) time_step, so that a change of it bends nothing
  long origin_step_ = 0;
  double origin_time_ = 0.0;
  std::optional<double> frozen_at_;  // the targets' time while they are frozen, s
  double frozen_for_ = 0.0;          // s in all, until they last went on

  ik::Pose pose_;
  ik::Pose pose_before_;  // the last update's
  Eigen::VectorXd theta_before_;
  Eigen::VectorXd last_step_, step_before_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<Eigen::Vector3d> leading_;  // the targets that methods are shown
  std::vector<ik::Aim> aims_;
  std::vector<double> aim_errors_;
  std::vector<double> goal_weights_in_force_;  // empty where all are 1
  std::vector<double> errors_, errors_before_;
  std::vector<double> d_max_;
  bool limited_body_;
  std::vector<double> mobility_;  // the square roots of the joints' weights, empty where all are 1
  ik::LimitedStep limited_step_;
  SelfMotion self_motion_;
  std::optional<Hand> hand_;
  ik::Workspace workspace_;
  ik::Outcome outcome_ = ik::Outcome::kReached;
  bool capped_ = false;
  int joints_at_limits_ = 0, updates_ = 0;
};

}  // namespace lab
