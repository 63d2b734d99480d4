#pragma once

#include <memory>
#include <span>

#include "iklab/problem.h"

namespace lab {

/// A hand on a link: a point of it that is drawn to a place.
struct Pull {
  int joint;              ///< that carries the link, in the solver's order
  Eigen::Vector3d point;  ///< in the frame that the joint moves, m
  Eigen::Vector3d to;     ///< world axes, m

  bool operator==(const Pull&) const = default;
};

/// Where the point is in a pose, world axes, m.
Eigen::Vector3d pulled_point(const ik::Pose& pose, const Pull& pull);

/// Brings a link to where a hand draws it, with little motion of the joints below it: damped least
/// squares, Buss (2009), eq. 11, on the body with that point as its only effector, update after
/// update until it is there or comes no closer. Out of reach it is drawn near.
///
/// A value, without memory of earlier poses: the same pose and pull give the same bits.
class Hand {
 public:
  static constexpr int kUpdates = 60;  ///< at most, a move

  explicit Hand(const ik::Multibody& multibody, const Pull& pull);

  const Pull& pull() const { return pull_; }
  /// Another place, or another point altogether.
  void take(const ik::Multibody& multibody, const Pull& pull);

  /// Moves the pose, of that multibody.
  /// \param mobility (n) as Problem::mobility: 0 for joints that are frozen
  /// \param limited  whether limits count
  /// \returns whether it moved
  bool draw(const ik::Multibody& multibody, ik::Pose& pose, std::span<const double> mobility,
            bool limited) const;

 private:
  Pull pull_;
  std::shared_ptr<const ik::Multibody> held_;  // the same joints; the point is its effector
};

}  // namespace lab
