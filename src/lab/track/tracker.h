#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/track/hand.h"
#include "lab/track/setup.h"

namespace lab {

/// The tracking experiment of Buss (2009), section 8: targets move on their curves, the method
/// makes `iterations` updates in every time step, and the effectors follow.
///
/// Row 0 is the initial pose at time 0. In step k the time is k time_step and the targets move to
/// it. Every update computes e = clamped (t - s), asks the method for dtheta, clamps it, keeps it
/// within the joints' limits, adds it to theta and recomputes the kinematics. Deterministic; a step
/// allocates nothing after the first steps. Unless limits are off, the body is always within them:
/// if a limit is tightened, or limits are switched on, its joints move at once.
class Tracker {
 public:
  /// Runs a lane of the setup.
  /// \pre the lane exists, and its settings accept its values
  explicit Tracker(const Setup& setup, std::size_t lane = 0);
  Tracker(Scene scene, const ik::MethodInfo& method, const Settings& settings);
  Tracker(Scene scene, const ik::MethodInfo& method);  ///< with the scene's settings

  /// Applies a lane of another setup from this step; pose and time stay. A new curve, and holding
  /// or releasing a target, count as jumps of the target; moving a held target does not. Pushes
  /// move the body by their difference; a pull moves its link at once; a nudge is an update. A new
  /// start puts the body there, as at row 0.
  ///
  /// Another scene changes the body: remaining joints (joints_before) keep their values, within
  /// their limits; new ones start from their initial values. The memories of the method, D_max and
  /// pushes are cleared.
  /// \pre as for the constructor
  void apply(const Setup& setup, std::size_t lane = 0);
  /// Applies a changed copy of setup().
  /// \param edit  called with a Setup&
  template <class Change>
  void change(const Change& edit) {
    Setup next = setup_;
    edit(next);
    apply(next);
  }

  void reset();

  /// One time step: advance(), then `iterations` updates.
  void step();

  /// First half of a step, separate for timing: advances time and targets.
  void advance();
  /// Second half: the step's updates, exactly the work of a user of the solver in each frame.
  void update();
  /// A part of the second half, for long steps: at most `most` updates. Until the step is complete,
  /// nothing else may change the tracker.
  /// \returns whether the step is complete
  bool update(int most);

  /// Does portions of the work that the method needs before its first step on this body, such as
  /// training; see ik::AnyMethod.
  /// \returns the share done
  double prepare(int portions, ik::PreparationStore* store = nullptr) {
    return method_.prepare(multibody(), portions, store);
  }
  /// The share of that work that is done, 1 for most methods. An update does what is left of it.
  double prepared() const { return method_.prepared(multibody()); }
  /// Takes over the preparation of a copy of method(). The parameters here do not change; if they
  /// differ in what the preparation depends on, prepared() is 0.
  void take_preparation(const ik::AnyMethod& copy);

  /// The present setup, with only this lane.
  const Setup& setup() const { return setup_; }
  const Lane& lane() const { return setup_.lanes.front(); }
  const Scene& scene() const { return *setup_.scene; }
  /// The body in force: the scene's body, without limits while they are off.
  const ik::Multibody& multibody() const { return unlimited_ ? *unlimited_ : scene().multibody; }
  const ik::MethodInfo& method_info() const { return *lane().method; }
  const ik::AnyMethod& method() const { return method_; }
  const Settings& settings() const { return lane().settings; }
  /// The angle cap in force, rad: as set, or the method's own; infinity is off.
  double max_angle() const { return max_angle_; }

  long step_count() const { return step_; }  ///< k
  double time() const { return time_; }      ///< s
  /// The targets' time, s: time() minus the total time frozen.
  double target_time() const { return frozen_at_ ? *frozen_at_ : time_ - frozen_for_; }
  bool targets_frozen() const { return frozen_at_.has_value(); }
  const ik::Pose& pose() const { return pose_; }
  std::span<const Eigen::Vector3d> targets() const { return targets_; }  ///< (k) t_i, m
  std::span<const double> errors() const { return errors_; }             ///< (k) |t_i - s_i| now, m
  std::span<const ik::Aim> aims() const { return aims_; }                ///< (r)
  std::span<const double> aim_errors() const { return aim_errors_; }     ///< (r) angles now, rad
  /// How far loop i is open now, m; rad for a joint that turns, see ik::Loop.
  double loop_gap(int i) const;
  /// The present weights, from the scene or the user.
  double goal_weight(int g) const { return setup_.goal_weights[static_cast<std::size_t>(g)]; }
  double joint_weight(int j) const { return setup_.joint_weights[static_cast<std::size_t>(j)]; }
  std::optional<std::size_t> group() const { return setup_.group; }
  /// False if joint j is frozen: its weight is 0, or another group moves alone.
  bool may_move(int j) const { return weight_in_force(j) > 0.0; }
  /// The travel of pushes along a leader's path, rad or m: less than requested where it ends.
  double pushed(int leader) const { return self_motion_.travel(leader); }
  std::span<const double> d_max() const { return d_max_; }  ///< (k) D_max,i in force, m
  /// theta_k - theta_{k-1} and theta_{k-1} - theta_{k-2} (n); zero before the first steps.
  const ik::VectorX& last_step() const { return last_step_; }
  const ik::VectorX& step_before() const { return step_before_; }

  /// The damping in the last update, m / rad; the largest if directions have different damping.
  /// Empty if the update used none, and before the first update.
  std::optional<double> lambda() const { return workspace_.damping(); }
  /// Outcome of the last update, and whether a cap shortened it.
  ik::Outcome outcome() const { return report_.outcome; }
  bool capped() const { return report_.capped; }
  int joints_at_limits() const { return report_.joints_at_limits; }
  /// Number of updates in the last step: fewer than set if the tolerance is met; 0 before the first
  /// step and after a change of the body.
  int updates() const { return updates_; }
  /// The problem of the next update.
  ik::Problem problem() const;
  /// The problem of the last update (but with the present D_max if that adapts).
  ik::Problem last_problem() const { return problem().at(pose_before_); }
  ik::Workspace& workspace() { return workspace_; }
  const ik::Workspace& workspace() const { return workspace_; }
  /// The pose of row 0: the set-up's start, or the initial pose; (n) in the solver's order.
  ik::VectorX first_theta() const;

 private:
  Eigen::Vector3d target_now(std::size_t i) const;
  void update_once();
  void check_scene() const;
  void take_body(const Setup& before);
  void take_pose_of(const ik::Multibody& before);
  void begin_in_pose();
  void measure(std::vector<double>& errors) const;
  void measure_aims();
  bool apply_pull();
  void close_loops();
  void refresh_after_pull();
  bool keeps_limits() const { return limited_body_ && settings().limits != LimitRule::kIgnore; }
  void take_limits();
  void take_settings(const Settings& before);
  void take_method(const Lane& before);
  void take_targets(const std::vector<TargetSetup>& before);
  void take_frozen();
  void begin_at_start();
  void take_pull();
  void take_pushes(const Lane& before);
  void push(int leader, double travel);
  long number_of(const std::optional<Nudge>& nudge) const;
  void keep_nudged(const std::optional<Nudge>& before);
  void take_nudge(const std::optional<Nudge>& before);
  void weigh();
  double weight_in_force(int j) const;

  Setup setup_;  // with one lane
  ik::AnyMethod method_;
  double max_angle_;  // rad; steps use the cap without a lookup by name

  long step_ = 0;
  double time_ = 0.0;
  // time_ = origin_time_ + (step_ - origin_step_) time_step: no jump when the time step changes
  long origin_step_ = 0;
  double origin_time_ = 0.0;
  std::optional<double> frozen_at_;  // the targets' time while frozen, s
  double frozen_for_ = 0.0;          // total time frozen so far, s

  /// A joint that a change of the body removed. If it returns, as by undo, so does its value.
  struct LeftJoint {
    ik::Joint joint;
    double theta;  // rad or m
  };
  void store_removed_joints(const ik::Multibody& before, std::span<const int> same);
  std::optional<double> removed_value(const ik::Joint& joint) const;

  ik::Pose pose_;
  ik::Pose pose_before_;  // where the last update began
  ik::VectorX theta_before_;
  ik::VectorX last_step_, step_before_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<Eigen::Vector3d> leading_;  // the targets with their lead, as passed to methods
  std::vector<ik::Aim> aims_;
  std::vector<double> aim_errors_;
  std::vector<double> goal_weights_in_force_;  // empty if all are 1
  std::vector<double> errors_, errors_before_;
  std::vector<double> d_max_;
  bool limited_body_;                               // the scene's body has limits
  std::shared_ptr<const ik::Multibody> unlimited_;  // the scene's body without limits
  std::vector<double> mobility_;  // square roots of the joints' weights, empty if all are 1
  ik::LimitedStep limited_step_;
  SelfMotion self_motion_;
  std::optional<Hand> hand_;
  std::vector<LeftJoint> left_;
  /// Where a nudge of the present step left the body.
  struct NudgedPose {
    long number;  // 0: before the first one
    ik::VectorX theta;
  };
  std::vector<NudgedPose> nudged_;
  ik::Workspace workspace_;
  ik::StepReport report_;  // what the last update did
  int updates_ = 0;
  bool updating_ = false;  // some updates of a step are made, others not
};

/// The clamps of the next update by the adaptive rule, Buss (2009), section 2: D_max + d_i, where
/// d_i is how much closer the update came to the target; 0 if it moved away or is not finite.
/// \param least D_max, m
/// \param before, after (k) errors before and after the update, m
/// \param[out] d_max (k) m
void adapt_d_max(double least, std::span<const double> before, std::span<const double> after,
                 std::span<double> d_max);

}  // namespace lab
