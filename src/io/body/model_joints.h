#pragma once

#include <string>
#include <vector>

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

}  // namespace io
