#pragma once

#include <memory>
#include <span>

#include "iklab/problem.h"

namespace lab {

/// A point of a link that the user drags.
struct Pull {
  int joint;              ///< the joint that moves the link, in the solver's order
  Eigen::Vector3d point;  ///< in the frame that the joint moves, m
  Eigen::Vector3d to;     ///< destination in world axes, m

  bool operator==(const Pull&) const = default;
};

/// The point in a pose, world axes, m.
Eigen::Vector3d pulled_point(const ik::Pose& pose, const Pull& pull);

/// Moves a dragged link to its destination with little motion of the joints below it: damped least
/// squares, Buss (2009), eq. 11, on the body with the point as its only effector, repeated until
/// the point arrives or comes no closer. A point out of reach comes as close as it can.
///
/// Stateless: the same pose and pull give the same bits.
class Hand {
 public:
  static constexpr int kUpdates = 60;  ///< maximum per move

  explicit Hand(const ik::Multibody& multibody, const Pull& pull);

  /// Sets another destination or another point.
  void take(const ik::Multibody& multibody, const Pull& pull);

  /// Moves a pose of the multibody.
  /// \param mobility (n) see Problem::mobility: 0 for frozen joints
  /// \param limited  whether limits apply
  /// \returns whether the pose moved
  bool draw(const ik::Multibody& multibody, ik::Pose& pose, std::span<const double> mobility,
            bool limited) const;

 private:
  Pull pull_;
  std::shared_ptr<const ik::Multibody> held_;  // the same joints with the point as effector
};

}  // namespace lab
