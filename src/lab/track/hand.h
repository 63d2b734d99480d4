#pragma once

#include <memory>
#include <span>
#include <vector>

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

/// Moves a redundant body along its self-motion manifold: joints move, effectors stand still.
///
/// One joint, the leader, selects the path. The first direction is the leader's motion, projected
/// to the nullspace of J:
///
///   d ~ (I - J^+ J) phi,   phi the leader's unit vector
///
/// Each further step projects the previous direction. The path is therefore smooth, continues where
/// the leader turns back, and is the same in both directions. After each step Newton's method,
/// dtheta = J^+ e, returns the effectors and their aims to their positions within kStill. A joint
/// that reaches a limit stays there while the others continue, until the path leads back past that
/// position. A step that Newton's method cannot correct is halved; the path ends if that does not
/// help.
///
/// A value; it stores the position along each leader's path.
class SelfMotion {
 public:
  static constexpr double kStill = 1e-10;  ///< largest motion of a goal in a move, m or rad
  /// Singular values below this share of the largest count as 0.
  static constexpr double kRank = 1e-7;

  /// Which joints may move, and how far.
  struct Joints {
    std::vector<double> mobility;  ///< (n) 1, or 0 for frozen joints
    bool limited = true;           ///< whether limits apply
  };

  /// Moves the pose to `travel` along the leader's path, or to the path's end. A travel beyond the
  /// end is stored: on the way back the pose moves once the travel is within the path again.
  /// \param travel length of the path from its start, the sum of |dtheta| over steps of at most
  /// 0.02, rad or m; signed
  /// \returns whether the pose moved
  bool move_to(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, int leader,
               double travel);

  /// The position along the leader's path, rad or m: the requested travel, or the path's end.
  double travel(int leader) const;

  void forget() { ways_.clear(); }

 private:
  /// A position on a path at which a joint reached a limit.
  struct Bend {
    double travel;
    bool outward;           // reached while the travel grew
    ik::VectorX direction;  // (n) before that position
  };
  struct Way {
    int leader;
    double travel;            // so far
    ik::VectorX direction;    // (n) towards larger travel; empty until the first step
    std::vector<Bend> bends;  // the last one is the next on the way back
  };
  /// Computes direction_ for the next step. Joints that it would move beyond a limit are frozen.
  /// \returns false if no direction is left
  bool aim(const ik::Multibody& multibody, const ik::Pose& pose, bool outward, Way& way,
           Joints& joints);
  Way& way_of(int leader);
  double step(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, double length);
  bool bring_back(const ik::Multibody& multibody, const Joints& joints);
  ik::Problem begin(const ik::Multibody& multibody, const ik::Pose& pose, const Joints& joints);

  std::vector<Way> ways_;  // in the order of their first use
  // scratch, and the goals that the effectors must keep
  std::vector<Eigen::Vector3d> points_;
  std::vector<ik::Aim> aims_;
  ik::Workspace w_;
  ik::Pose trial_;
  ik::VectorX direction_;
};

/// The joints that can lead a self-motion. `share` is the share of a joint's motion in the
/// nullspace, |(I - J^+ J) phi|, 0 to 1.
struct Leaders {
  int dimension = 0;          ///< the nullspace's
  std::vector<double> share;  ///< (n)
};

/// \param mobility (n) 0 for frozen joints, see SelfMotion::Joints
Leaders find_leaders(const ik::Multibody& multibody, const ik::Pose& pose,
                     const std::vector<double>& mobility);

/// A joint with a smaller share cannot lead.
inline constexpr double kMinShare = 0.02;

}  // namespace lab
