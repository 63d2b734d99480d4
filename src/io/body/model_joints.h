#pragma once

#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "lab/body/body_model.h"

namespace io {

/// A slide along an axis of a link, 0 to 2, or a hinge about it. Its name ends in x, y or z.
inline lab::ModelJoint axis_joint(const std::string& begin, ik::JointType type, Eigen::Index axis) {
  return {.name = begin + "xyz"[axis], .type = type, .axis = Eigen::Vector3d::Unit(axis)};
}

/// Three hinges through a point: "wrist x", "wrist y", "wrist z".
/// \param anchor in the link's frame, m
std::vector<lab::ModelJoint> ball_joints(const std::string& name,
                                         const Eigen::Vector3d& anchor = Eigen::Vector3d::Zero());

/// Three slides, then three turns: "base x", ..., "base turn z".
std::vector<lab::ModelJoint> floating_joints(const std::string& name);

/// Sorts the links so that every parent comes first. `parent` is an index in the given order.
/// \returns the new index of each link; -1 for a link that is not connected to a root: it is left
///   out
std::vector<int> put_parents_first(std::vector<lab::ModelLink>& links);

/// Angles a, b, c of three hinges, in rad, about axes in cyclic order i = first, j, k, with product
///   R = R_i(a) R_j(b) R_k(c)
///   R(i,k) = sin b,  R(j,k) = -sin a cos b,  R(k,k) = cos a cos b
/// Of the two solutions, each up to multiples of 2 pi, this is the nearest to `before`.
Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before);

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
