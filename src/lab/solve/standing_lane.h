#pragma once

#include <memory>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A lane with goals at rest: everything that its updates depend on, as a value. Basins of
/// attraction and orders of convergence are properties of it.
///
/// An update is the tracker's: e clamped to D_max, the method's step, caps, limits, theta +=
/// dtheta. Pulls and pushes are left out; lead, tolerance, updates per step and the time step have
/// no effect.
struct StandingLane {
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const ik::Multibody> multibody;  ///< in force: without limits while they are off
  const ik::MethodInfo* info = nullptr;
  ik::AnyMethod method;  ///< with its parameters and preparation
  Settings settings;
  ik::StepCaps caps;                     ///< in force
  std::vector<Eigen::Vector3d> targets;  ///< (k) m
  std::vector<ik::Aim> aims;             ///< (r)
  std::vector<double> weights;           ///< (k + r) of goals; empty if all are 1
  std::vector<double> mobility;          ///< (n) square roots of joints' weights; empty: all 1
  ik::VectorX theta;                     ///< (n) the present pose, rad or m

  /// The tracker's lane, with its goals and its pose as they are now.
  explicit StandingLane(const Tracker& tracker);

  /// The settings that have an effect on an update; the others are as by default.
  Settings settings_of_update() const;
  /// True if updates from any pose are the same for both: all but theta agrees.
  bool same_updates(const StandingLane& other) const;
  bool same_goals(const StandingLane& other) const;
  /// True unless joint j is frozen or follows another.
  bool may_move(int j) const {
    return multibody->joint(j).leader < 0 &&
           (mobility.empty() || mobility[static_cast<std::size_t>(j)] > 0.0);
  }
  /// The joints that may move, in the solver's order.
  std::vector<int> moving_joints() const;
  bool keeps_limits() const { return rule() != LimitRule::kIgnore; }
  /// The rule for limits in force: kIgnore for a body without limits.
  LimitRule rule() const;
  /// The body in the solver's order, with the weights of joints as they are now. Joints begin in
  /// the present pose: frozen ones stay there.
  ik::Multibody weighted_body() const;
  /// The problem at a pose.
  /// \param d_max (k) m
  ik::Problem problem(const ik::Pose& pose, std::span<const double> d_max) const;
};

/// The length of a body that tolerances are shares of: the largest reach of an effector, m.
double body_length(const ik::Multibody& multibody);

/// |e| of a lane's goals in a pose, m: root of the sum of the squares of |t_i - s_i|, and of lever
/// times the angle of an aim. Neither clamped nor weighted.
double error_in(const StandingLane& lane, const ik::Pose& pose);
/// Whether the goals count as reached in theta (n): |e| is at most kReachedShare of body_length().
bool is_solved(const StandingLane& lane, const ik::VectorX& theta);
/// A pose (n) in which the goals are not reached: the lane's, or else its body's initial pose, or a
/// pose drawn from the ranges of its joints.
ik::VectorX unsolved_start(const StandingLane& lane);
/// The lane's pose with the joints that may move in the middle of their ranges (n).
ik::VectorX middle_pose(const StandingLane& lane);

/// Updates from one start pose after another. Update for update the same bits as a Tracker with
/// these goals that begins in the start pose. Allocates only at the first start.
class StandingRun {
 public:
  /// \param lane outlives this
  explicit StandingRun(const StandingLane& lane);

  /// Moves the body to theta (n), within the limits in force, and forgets all earlier updates.
  void start(const ik::VectorX& theta);
  void update();

  const ik::Pose& pose() const { return pose_; }
  /// The largest error of a goal, m: |t_i - s_i|, or lever times the angle of an aim. Neither
  /// clamped nor weighted; infinite if one is not a number.
  double largest_error() const;
  /// error_in() the pose.
  double error() const { return error_in(lane_, pose_); }

 private:
  void measure(std::vector<double>& errors) const;

  const StandingLane& lane_;
  ik::Pose pose_, before_;
  ik::Workspace workspace_;
  ik::LimitedStep limited_step_;
  std::vector<double> d_max_, errors_before_, errors_;
};

}  // namespace lab
