#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option.h"
#include "iklab/solver.h"
#include "lab/scene/scene.h"

namespace cli {

/// The wanted position of an effector, or its direction, or its position and orientation.
struct PoseGoal {
  int effector = -1;
  std::optional<Eigen::Vector3d> position;  ///< m
  std::optional<Eigen::Vector3d>
      direction;  ///< where the effector's pointer is to point, world axes, length 1
  /// world_from_effector: Rz(yaw) Ry(pitch) Rx(roll), about fixed axes as in URDF.
  std::optional<Eigen::Matrix3d> orientation;

  ik::AimKind aim() const {
    if (orientation) return ik::AimKind::kOrientation;
    return direction ? ik::AimKind::kDirection : ik::AimKind::kNone;
  }
};
/// The number above 0 that is given to an option; `usual` without one.
/// \throws io::Error naming the option
double positive_option(const char* option, const std::string& text, double usual);
/// Parses `x,y,z[,roll,pitch,yaw]` as a frame, with angles in rad or as `90deg`.
/// \param what  names the option \param turned set to whether there are angles
/// \throws io::Error naming the option
Eigen::Isometry3d parse_frame(const std::string& text, const std::string& what,
                              bool* turned = nullptr);
/// Parses `--goal EFFECTOR=x,y,z[,roll,pitch,yaw]`, with angles in rad or as `90deg`.
/// \throws io::Error naming the option
PoseGoal parse_goal(const ik::Multibody& multibody, const std::string& text);
/// The goals of `--goal` and `--direction`, one for each effector that has any.
/// \throws io::Error naming the option
std::vector<PoseGoal> parse_goals(const ik::Multibody& multibody,
                                  const std::vector<std::string>& goals,
                                  const std::vector<std::string>& directions);

/// How much goals count, and how exactly they have to be reached: the options of `solve` and
/// `reach`. The functions throw io::Error naming the option.
struct GoalOptions {
  std::vector<std::string> weights, axis_tolerances;

  void add_to(const OptionGroup& group);
  /// Sets the weights of the given effectors. \param body has all goals that are wanted
  void weigh(const ik::Multibody& body, std::vector<double>& goal_weights) const;
  /// (k) as Stop::tolerances; empty without the option. \param stop the tolerances of other axes
  std::vector<ik::AxisTolerance> tolerances(const ik::Multibody& body, const ik::Stop& stop) const;
};

/// When solving a pose ends: tolerances, restarts, updates and the seed, the options of `reach` and
/// `solve`.
struct StopOptions {
  std::string tolerance, aim_tolerance, restarts, updates, seed;

  /// \param seed_help     what the seed is of
  /// \param restarts_help added to the default of --restarts
  /// \param updates_help  added to the default of --updates
  void add_to(const OptionGroup& group, const char* seed_help,
              const std::string& restarts_help = "", const std::string& updates_help = "");
  /// \throws io::Error naming the option
  ik::Stop stop() const;
};

/// When work ends, finished or not.
struct Deadline {
  double at = std::numeric_limits<double>::infinity();  ///< by work::nanoseconds(), ns

  bool passed() const;
  /// The time that is left, s, at most `most`.
  double pause(double most) const;
};

/// The option --timeout.
class TimeoutOption {
 public:
  /// \param then what follows: "the candidates so far are compared"
  void add_to(const OptionGroup& group, const char* then);
  /// The time from now on; infinite if the option is not given.
  /// \throws io::Error naming the option
  Deadline start() const;

 private:
  std::string seconds_;
};

}  // namespace cli
