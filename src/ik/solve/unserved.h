#pragma once

#include <vector>

#include "ik/solve/goal_rows.h"

namespace ik {

/// Finds directions of place and of turn that the joints of a body never serve, at any pose.
///
/// With c_j(theta) the columns of an effector's position and a_j(theta) the axes of its hinges,
///
///   P = sum over poses and j of c_j c_j^T      Q = sum over poses and j of a_j a_j^T
///
/// For d with P d = 0 the product d^T s is the same at every pose, since d/dt d^T s = d^T J
/// thetadot is 0. If Q has rank 1, every rotation of the effector is about its one axis a, so that
/// R_t R^T must leave a alone. The columns are analytic in theta: a direction that is 0 at several
/// drawn poses is 0 at all, except by a coincidence of probability 0. Limits do not matter; joints
/// that are frozen count as links.
class Unserved {
 public:
  /// Drawn poses that are looked at.
  static constexpr int kPoses = 4;

  /// Allocates for a body.
  void reserve(const Multibody& multibody);
  void begin();
  /// Takes the columns of a pose. \param rows after GoalRows::linearise at that pose
  void add(const Goals& goals, const GoalRows& rows, const Pose& pose);
  /// What proves that no pose reaches the goals. \param pose any pose, with forward kinematics
  /// \pre no AxisTolerance: an axis may be free
  Proof proof(const Goals& goals, const GoalRows& rows, const Pose& pose) const;

 private:
  struct Span {
    Eigen::Matrix3d places, turns;  // P and Q of an effector
  };
  std::vector<Span> spans_;  // (k)
};

/// The least distance, m, that some target keeps from its effector at every pose because it is
/// outside the shell that the effector can reach at all: the links from the first joint that moves,
/// laid straight, are too short, or the longest of them is too long for all others. 0 if all
/// targets are inside or within the tolerance. Knows no aims and no limits of hinges: a target
/// inside may be out of reach, too. \param pose any pose of the body
double shell_gap(const Goals& goals, const Pose& pose);

}  // namespace ik
