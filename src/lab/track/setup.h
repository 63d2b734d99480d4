#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/scene/colors.h"
#include "lab/scene/scene.h"
#include "lab/track/pull.h"

namespace lab {

/// The body moved without its effectors, see SelfMotion.
struct Push {
  int leader;     ///< a joint, in the solver's order
  double travel;  ///< along its way, rad or m; signed

  bool operator==(const Push&) const = default;
};

/// A method with its numbers: one of those that run side by side on the same targets.
struct Lane {
  int id = 0;  ///< tells lanes apart while others come and go
  const ik::MethodInfo* method = nullptr;
  Settings settings;
  /// How far the body was moved along each leader's way, from row 0 on; a change of it moves the
  /// body by the difference, before the next step.
  std::vector<Push> pushes = {};

  bool operator==(const Lane&) const = default;
};

/// Where a target comes from.
struct TargetSetup {
  TargetCurve curve;
  std::optional<Eigen::Vector3d> held = {};  ///< stands here whatever the curve says, m

  bool operator==(const TargetSetup&) const = default;
};

/// All that a user can set of an experiment, as one value: to undo a change is to go back to the
/// value before it, and a run is what it began with and the values that came in later.
struct Setup {
  std::shared_ptr<const Scene> scene;  ///< as it was loaded
  std::vector<TargetSetup> targets;    ///< (k)
  bool frozen = false;                 ///< the targets' time stands still
  std::vector<double> goal_weights;    ///< (k + r)
  std::vector<double> joint_weights;   ///< (n) in the solver's order
  std::optional<std::size_t> group;    ///< that moves alone
  std::optional<Pull> pull;            ///< a link of every lane's body that is held
  std::vector<Lane> lanes;             ///< at least one; they share one time step
  std::size_t front = 0;               ///< the lane that the panels show and change

  Lane& front_lane() { return lanes[front]; }
  const Lane& front_lane() const { return lanes[front]; }

  bool operator==(const Setup&) const = default;
};

/// The scene as it is, with one lane.
Setup setup_of(std::shared_ptr<const Scene> scene, const ik::MethodInfo& method,
               const Settings& settings);

/// Sets it on the front lane; the time step is one for all lanes. A value (outside's unit) that the
/// setting does not accept is left out; NaN is the method's own.
void set_setting(Setup& setup, const SettingInfo& setting, double value);

/// Another method with its defaults, unless it is that one already; the damping and the angle cap
/// stay as they are set.
void set_method(Lane& lane, const ik::MethodInfo& method);

/// The lane's push along that leader's way, 0 where there is none.
double travel_of(const Lane& lane, int leader);
void set_push(Lane& lane, int leader, double travel);

/// A jump of target i: its curve shifted by half the effector's reach, in a direction that is
/// another one for every `turn`.
TargetSetup jumped(const Setup& setup, int i, long turn);

/// Adds a lane like the front one, behind all others. \returns its index
std::size_t add_lane(Setup& setup);

/// Takes a lane out; the front stays, or is its neighbour. \pre there is another one
void remove_lane(Setup& setup, std::size_t lane);

/// What tells each lane from the others: its method, and with which settings where it runs more
/// than once: "Damped least squares, λ 0.4".
std::vector<std::string> lane_labels(const Setup& setup);

/// The method's colour, and a shade of it where a method runs more than once.
Color lane_color(const Setup& setup, std::size_t lane);

}  // namespace lab
