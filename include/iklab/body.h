#pragma once

#include <iklab/kinds.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace ik {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Where an effector is to aim. Which of the two counts is its AimKind's to say.
struct Aim {
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();       ///< world axes, any length but 0
  Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();  ///< world_from_effector, a rotation
};

/// One degree of freedom of a multibody. A joint with several is written as several joints at one
/// point (zero offset between them), one column of J each.
struct Joint {
  std::string name;
  int parent = -1;  ///< index of the parent joint in the same list, -1 for the world
  JointType type = JointType::kRevolute;
  /// The joint's frame in its parent's where theta = 0.
  Eigen::Isometry3d parent_from_joint = Eigen::Isometry3d::Identity();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< in the joint's frame; any length but 0
  double pitch = 0.0;                               ///< m / rad, screw joints only
  double lower = -kUnlimited;                       ///< rad or m
  double upper = kUnlimited;                        ///< rad or m
  double initial = 0.0;                             ///< theta at time 0, rad or m
  double rest = 0.0;                                ///< theta the joint likes best, rad or m
  double weight = 1.0;  ///< how easily it moves beside the others; 0 freezes it
};

/// A point of a multibody that is to reach a target, and may have to aim somewhere. Its frame has
/// the axes of the frame that its joint moves.
struct Effector {
  std::string name;
  int joint = -1;                                    ///< the joint that carries it
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< m, in the frame that the joint moves
  AimKind aim = AimKind::kNone;
  Eigen::Vector3d pointer = Eigen::Vector3d::UnitX();  ///< what aims at a direction; in its frame
  double lever = 0.5;  ///< as how many metres of error a radian of its aim counts, m / rad
};

/// What the links are to keep clear of: all points within `radius` of the segment from a to b, a
/// capsule, world axes, m. A ball where a equals b.
struct Obstacle {
  std::string name;
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  Eigen::Vector3d b = Eigen::Vector3d::Zero();
  double radius = 0.0;
};

struct Layout;

/// A tree of links joined by joints with one scalar each, and the effectors on it.
///
/// The joints may be given in any order. The multibody keeps them in an order of its own, the
/// solver's: parents before children, and every subtree in one piece, so that what a joint moves
/// is a range. `given_index` leads back. Immutable: everything that changes is a Pose.
class Multibody {
 public:
  /// \throws std::invalid_argument naming the joint or effector that has a parent out of range, is
  ///   part of a cycle, has a zero or non-finite axis, a non-finite number, lower > upper or a
  ///   negative weight; or if there is no joint or no effector
  Multibody(std::vector<Joint> joints, std::vector<Effector> effectors);

  int joint_count() const { return static_cast<int>(joints_.size()); }        ///< n
  int effector_count() const { return static_cast<int>(effectors_.size()); }  ///< k
  int aim_count() const { return static_cast<int>(aiming_.size()); }          ///< r
  int goal_count() const { return effector_count() + aim_count(); }           ///< k + r
  int row_count() const { return 3 * goal_count(); }                          ///< m = 3(k + r)

  /// In the solver's order; `parent` counts in that order, `axis` has unit length.
  const Joint& joint(int j) const { return joints_[static_cast<std::size_t>(j)]; }
  std::span<const Joint> joints() const { return joints_; }

  /// In the order given; `joint` counts in the solver's order.
  const Effector& effector(int i) const { return effectors_[static_cast<std::size_t>(i)]; }
  std::span<const Effector> effectors() const { return effectors_; }

  /// The goals, three rows of J each: first the position of every effector, then the aims of those
  /// that have one. The effector of goal g:
  int effector_of(int g) const {
    return g < effector_count() ? g : aiming_[static_cast<std::size_t>(g - effector_count())];
  }

  const Effector& goal_effector(int g) const { return effector(effector_of(g)); }
  /// What goal g asks of it: kNone for a position.
  AimKind aim_of(int g) const {
    return g < effector_count() ? AimKind::kNone : goal_effector(g).aim;
  }

  /// Where joint j of the solver stood in the list that was given, and the way back.
  int given_index(int j) const { return given_index_[static_cast<std::size_t>(j)]; }
  int solver_index(int given) const { return solver_index_[static_cast<std::size_t>(given)]; }

  /// True if joint j moves effector i, that is, stands on the way from the root to it.
  bool moves(int j, int i) const {
    const int carrier = effector(i).joint;
    return j <= carrier && carrier < subtree_end_[static_cast<std::size_t>(j)];
  }

  /// The effectors that joint j moves, in rising order.
  std::span<const int> effectors_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.effectors};
  }

  /// The goals that joint j has a part in, in rising order: its effectors and their aims.
  std::span<const int> goals_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.goals};
  }

  /// theta at time 0 (n), solver's order, rad or m.
  Eigen::VectorXd initial_theta() const;

  /// The same body as the library's own loops read it. Copies share it.
  const Layout& layout() const { return *layout_; }

 private:
  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> given_index_;
  std::vector<int> solver_index_;
  std::vector<int> subtree_end_;  // one past the last joint below j
  std::vector<int> aiming_;       // the effectors that aim
  /// What one joint moves: a piece of moved_goals_, effectors first.
  struct Moved {
    std::size_t from, effectors, goals;
  };
  std::vector<Moved> moved_;
  std::vector<int> moved_goals_;
  std::shared_ptr<const Layout> layout_;
};

/// An arm of hinges about z, one at the start of each link, with the links along x where theta = 0:
/// "joint 0", "joint 1", ..., and the effector "tip" at the end. It begins bent a little, for a
/// straight arm is singular.
/// \param lengths of the links, m, at least one
/// \param aim     what the tip is to do besides being somewhere; its pointer shows along x
/// \throws std::invalid_argument naming a length that is not finite or not above 0
Multibody chain(const std::vector<double>& lengths, AimKind aim = AimKind::kNone);

}  // namespace ik
