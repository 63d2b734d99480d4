#pragma once

#include <memory>
#include <span>

#include "iklab/problem.h"

namespace lab {

/// A point of a link that the user drags to a place.
struct Pull {
  int joint;              ///< that moves the link, in the solver's order
  Eigen::Vector3d point;  ///< in the frame that the joint moves, m
  Eigen::Vector3d to;     ///< world axes, m

  bool operator==(const Pull&) const = default;
};

/// The point in a pose, world axes, m.
Eigen::Vector3d pulled_point(const ik::Pose& pose, const Pull& pull);

/// Moves a dragged link to its place, with little motion of the joints below it: damped least
/// squares, Buss (2009), eq. 11, on the body with that point as its only effector, repeated until
/// the point arrives or comes no closer. Out of reach it comes as close as it can.
///
/// A value without memory: the same pose and pull give the same bits.
class Hand {
 public:
  static constexpr int kUpdates = 60;  ///< in a move, at most

  explicit Hand(const ik::Multibody& multibody, const Pull& pull);

  /// Takes another place or another point.
  void take(const ik::Multibody& multibody, const Pull& pull);

  /// Moves a pose of that multibody.
  /// \param mobility (n) as Problem::mobility: 0 for joints that are frozen
  /// \param limited  whether limits count
  /// \returns whether it moved
  bool draw(const ik::Multibody& multibody, ik::Pose& pose, std::span<const double> mobility,
            bool limited) const;

 private:
  Pull pull_;
  std::shared_ptr<const ik::Multibody> held_;  // the same joints with the point as effector
};

}  // namespace lab
