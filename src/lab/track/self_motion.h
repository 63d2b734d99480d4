#pragma once

#include <vector>

#include "iklab/problem.h"

namespace lab {

/// Moves a body without moving its effectors, by what its joints have to spare.
///
/// A joint leads: the first direction is its own motion as far as it lies in the nullspace of J,
///
///   d ~ (I - J^+ J) phi,   phi the leader's unit vector,
///
/// and every step goes on in the direction before, projected anew, so that the way is as straight
/// as effectors that stand still allow, passes the places where the leader turns back, and is the
/// same both ways. After each step Newton's method brings the effectors back, dtheta = J^+ e, to
/// kStill of where they were; aims count as well. A joint that comes to a limit stays there and the
/// others go on, until the way back passes the place. A step that cannot be brought back is halved,
/// and where halving does not help the way ends.
///
/// A value; remembers how far the body is along each leader's way.
class SelfMotion {
 public:
  static constexpr double kStill = 1e-10;  ///< m and rad, of every goal, a move
  /// Singular values below this share of the largest count as none.
  static constexpr double kRank = 1e-7;

  /// What a move has to know of the joints.
  struct Joints {
    std::vector<double> mobility;  ///< (n) 1, or 0 for joints that are frozen
    bool limited = true;           ///< whether limits count
  };

  /// Moves the pose until it is `travel` along the leader's way, or as far as the way goes that
  /// way: a travel beyond that end is remembered, and coming back first uses it up.
  /// \param travel |dtheta| along the way from where it began, to first order in steps of 0.02;
  /// rad (or m), signed
  /// \returns whether the pose moved
  bool move_to(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, int leader,
               double travel);

  /// How far along the leader's way the body is, |dtheta|; as far as it was asked, unless the way
  /// ended before.
  double travel(int leader) const;

  void forget() { ways_.clear(); }

 private:
  /// Where a joint came to a limit.
  struct Bend {
    double travel;
    bool outward;               // of growing travel
    Eigen::VectorXd direction;  // (n) before
  };
  struct Way {
    int leader;
    double travel;              // so far
    Eigen::VectorXd direction;  // (n) of growing travel; empty until the first step
    std::vector<Bend> bends;    // the last one is the next on the way back
  };
  /// Finds direction_ for the next step, and takes the joints that it would carry beyond a limit
  /// out of `joints`. \returns false where there is none
  bool aim(const ik::Multibody& multibody, const ik::Pose& pose, bool outward, Way& way,
           Joints& joints);
  Way& way_of(int leader);
  double step(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints, double length);
  bool bring_back(const ik::Multibody& multibody, const Joints& joints);
  const ik::Svd& decompose(const ik::Multibody& multibody, const ik::Pose& pose,
                           const Joints& joints);

  std::vector<Way> ways_;  // in the order of their first use
  // scratch, and what the effectors are held at
  std::vector<Eigen::Vector3d> points_;
  std::vector<ik::Aim> aims_;
  ik::Workspace w_;
  ik::Pose trial_;
  Eigen::VectorXd direction_;
};

/// The joints that can lead: those that move while the effectors stand still, each with how much of
/// its own motion lies in the nullspace, |(I - J^+ J) phi|, 0 to 1.
struct Leaders {
  int dimension = 0;          ///< of the nullspace
  std::vector<double> share;  ///< (n)
};

/// \param mobility (n) 0 for frozen joints, as in SelfMotion::Joints
Leaders find_leaders(const ik::Multibody& multibody, const ik::Pose& pose,
                     const std::vector<double>& mobility);

/// A share below this makes no leader.
inline constexpr double kLeastShare = 0.02;

}  // namespace lab
