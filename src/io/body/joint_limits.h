#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/body/body_model.h"

namespace io {

/// Drops limits of followers, theta_f = ratio theta_l + shift, that would fix the leader theta_l at
/// one position or leave none, although its own limits let it move. A note names these followers.
/// Such limits are often left over: ROS does not use the limits of followers.
/// \pre no cycle of followers
void drop_conflicting_limits(lab::BodyModel& model, std::vector<std::string>& notes);

/// Remarks on joint limits of a robot file that are not used, or not as written.
struct LimitRemarks {
  /// The lowest velocity limit, with the joint's name.
  struct Slowest {
    std::string joint;
    double velocity = 0.0;  ///< rad/s or m/s
  };

  std::vector<std::string> unlimited;  ///< the joint's type needs limits, but the file has none
  std::vector<std::string> exchanged;  ///< the lower limit is above the upper
  std::vector<std::string> held;       ///< both limits are equal
  int with_velocity = 0;               ///< number of joints with a velocity limit
  std::optional<Slowest> hinge = {}, slide = {};

  void add_velocity(const std::string& joint, bool slides, double velocity);
  /// Appends one line per kind. \param words name the caps that keep to the velocity limits
  void tell(const lab::OptionWords& words, std::vector<std::string>& notes) const;
};

/// Gives a joint its limits, rad or m, exchanged if they are in the wrong order.
void set_limits(double lower, double upper, lab::ModelJoint& joint, LimitRemarks& remarks);

}  // namespace io
