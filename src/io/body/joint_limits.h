#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/body/body_model.h"

namespace io {

/// Drops the limits of followers that would hold the joint that they follow, theta_f = ratio
/// theta_l + shift, in one place or none, though it may move by its own limits; a line names them.
/// In files such limits are left over: ROS does not use the limits of followers at all.
/// \pre no ring of followers
void release_leaders(lab::BodyModel& model, std::vector<std::string>& notes);

/// What a robot file says of the limits of joints and is not done, or not as it is written.
struct LimitRemarks {
  /// The lowest limit of velocity, and the joint's name.
  struct Slowest {
    std::string joint;
    double velocity = 0.0;  ///< rad/s or m/s
  };

  std::vector<std::string> unlimited;  ///< the file gives no limits where the type asks for some
  std::vector<std::string> exchanged;  ///< the lower limit is above the upper one
  std::vector<std::string> held;       ///< both limits are the same
  int with_velocity = 0;               ///< joints with a limit of their velocity
  std::optional<Slowest> hinge = {}, slide = {};

  void add_velocity(const std::string& joint, bool slides, double velocity);
  /// A line for each kind. \param time_step of the scene, s
  void tell(double time_step, std::vector<std::string>& notes) const;
};

/// Gives a joint its limits, rad or m, exchanged if they are in the wrong order.
void set_limits(double lower, double upper, lab::ModelJoint& joint, LimitRemarks& remarks);

}  // namespace io
