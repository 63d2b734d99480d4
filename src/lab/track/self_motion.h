#pragma once

#include <vector>

#include "iklab/problem.h"

namespace lab {

/// Moves a redundant body along its self-motion manifold: the joints move, the effectors stand
/// still.
///
/// One joint leads. The first direction is its motion, projected to the nullspace of J:
///
///   d ~ (I - J^+ J) phi,   phi the leader's unit vector
///
/// Each further step projects the direction of the step before. The path is therefore smooth, it
/// goes on where the leader turns back, and it is the same in both directions. After each step
/// Newton's method, dtheta = J^+ e, moves the effectors and their aims back to within kStill of
/// their places. A joint that reaches a limit stays there while the others go on, until the path
/// leads back past that place. A step that Newton's method cannot correct is halved; the path ends
/// where halving does not help.
///
/// A value; it remembers how far along each leader's path the body is.
class SelfMotion {
 public:
  static constexpr double kStill = 1e-10;  ///< largest motion of a goal in a move, m or rad
  /// Singular values below this share of the largest count as 0.
  static constexpr double kRank = 1e-7;

  /// Which joints may move, and how far.
  struct Joints {
    std::vector<double> mobility;  ///< (n) 1, or 0 for joints that are frozen
    bool limited = true;           ///< whether limits count
  };

  /// Moves the pose to `travel` along the leader's path, or to the path's end. A travel beyond the
  /// end is remembered: on the way back the pose moves once the travel is within the path again.
  /// \param travel length of the path from its start, the sum of |dtheta| over steps of at most
  /// 0.02, rad or m; signed
  /// \returns whether the pose moved
  bool move_to(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, int leader,
               double travel);

  /// The position along the leader's path, rad or m: the travel that was asked for, or the path's
  /// end.
  double travel(int leader) const;

  void forget() { ways_.clear(); }

 private:
  /// A place on a path where a joint reached a limit.
  struct Bend {
    double travel;
    bool outward;           // reached while the travel grew
    ik::VectorX direction;  // (n) before that place
  };
  struct Way {
    int leader;
    double travel;            // so far
    ik::VectorX direction;    // (n) towards growing travel; empty until the first step
    std::vector<Bend> bends;  // the last one is the next on the way back
  };
  /// Computes direction_ for the next step; joints that it would move beyond a limit are frozen in
  /// `joints`. \returns false if no direction is left
  bool aim(const ik::Multibody& multibody, const ik::Pose& pose, bool outward, Way& way,
           Joints& joints);
  Way& way_of(int leader);
  double step(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, double length);
  bool bring_back(const ik::Multibody& multibody, const Joints& joints);
  ik::Problem begin(const ik::Multibody& multibody, const ik::Pose& pose, const Joints& joints);

  std::vector<Way> ways_;  // in the order of their first use
  // scratch, and what the effectors are held at
  std::vector<Eigen::Vector3d> points_;
  std::vector<ik::Aim> aims_;
  ik::Workspace w_;
  ik::Pose trial_;
  ik::VectorX direction_;
};

/// The joints that can lead a self-motion: for each the share of its motion that lies in the
/// nullspace, |(I - J^+ J) phi|, 0 to 1.
struct Leaders {
  int dimension = 0;          ///< of the nullspace
  std::vector<double> share;  ///< (n)
};

/// \param mobility (n) 0 for frozen joints, as in SelfMotion::Joints
Leaders find_leaders(const ik::Multibody& multibody, const ik::Pose& pose,
                     const std::vector<double>& mobility);

/// A joint with a smaller share cannot lead.
inline constexpr double kLeastShare = 0.02;

}  // namespace lab
