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

// Numbers in braces, and spans of pointer and size: Eigen's expressions and the ranges of the
// standard library would make every program that includes this compile longer by a twentieth.
namespace ik {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Alignment of the types below. Eigen::DontAlign where malloc aligns to 16 bytes, as SSE2 and NEON
/// need; else (WebAssembly) Eigen::AutoAlign, where Eigen aligns itself.
inline constexpr int kStorage =
    alignof(std::max_align_t) >= 16 ? int{Eigen::DontAlign} : int{Eigen::AutoAlign};

/// Vectors, matrices and placements of the interface. Eigen's own types VectorXd, MatrixXd and
/// Isometry3d are aligned, allocated and freed as the instruction set demands that a program is
/// compiled for; of these types layout and memory are the same with and without -mavx or
/// -march=native, so a program need not be compiled as the library was. They convert from and to
/// Eigen's types. Vector3d and Matrix3d are never aligned.
using VectorX = Eigen::Matrix<double, Eigen::Dynamic, 1, kStorage>;
using MatrixX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, kStorage>;
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic, kStorage>;
using Matrix4X = Eigen::Matrix<double, 4, Eigen::Dynamic, kStorage>;
using Isometry = Eigen::Transform<double, 3, Eigen::Isometry, Eigen::DontAlign>;

/// The wanted aim of an effector. Its AimKind says which of the two counts.
struct Aim {
  Eigen::Vector3d direction{1.0, 0.0, 0.0};  ///< world axes, any length but 0
  /// world_from_effector, a rotation.
  Eigen::Matrix3d orientation{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
};

/// A joint with one degree of freedom: one column of J. A joint with several is written as several
/// joints at one point, with zero offset between them.
struct Joint {
  std::string name;
  int parent = -1;  ///< index of the parent joint in the same list, -1 for the world
  JointType type = JointType::kRevolute;
  /// Placement of the joint's frame in its parent's frame at theta = 0.
  Isometry parent_from_joint = Isometry::Identity();
  Eigen::Vector3d axis{0.0, 0.0, 1.0};  ///< in the joint's frame; any length but 0
  double pitch = 0.0;                   ///< m / rad, screw joints only
  double lower = -kUnlimited;           ///< rad or m
  double upper = kUnlimited;            ///< rad or m
  double initial = 0.0;                 ///< theta at time 0, rad or m; cut at the limits
  double rest = 0.0;                    ///< preferred theta, rad or m
  double weight = 1.0;  ///< mobility relative to the other joints; 0 freezes the joint
  /// Index of the joint that this one follows, in the same list: theta = ratio theta_leader +
  /// shift, as `mimic` in URDF. -1: it follows none. A leader follows none.
  int leader = -1;
  double ratio = 1.0;  ///< of a follower, not 0
  double shift = 0.0;  ///< of a follower, rad or m
};

/// A frame on a multibody whose origin has to reach a target, and which may have to aim.
///
///   world_from_effector = world_from_joint * [rotation, offset]
struct Effector {
  std::string name;
  int joint = -1;                         ///< the joint that carries it
  Eigen::Vector3d offset{0.0, 0.0, 0.0};  ///< m, in the frame that the joint moves
  AimKind aim = AimKind::kNone;
  Eigen::Vector3d pointer{1.0, 0.0, 0.0};  ///< axis that aims, in the effector's frame
  double lever = 0.5;                      ///< metres of error per radian of aim error, m / rad
  /// The effector's axes in the frame that the joint moves: a rotation, such as that of a tool on
  /// its flange. Aims and Solver::frame read it; positions do not depend on it.
  Eigen::Matrix3d rotation{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
};

/// An obstacle for the links: a capsule, all points within `radius` of the segment from a to b,
/// world axes, m. A ball if a = b.
struct Obstacle {
  std::string name;
  Eigen::Vector3d a{0.0, 0.0, 0.0};
  Eigen::Vector3d b{0.0, 0.0, 0.0};
  double radius = 0.0;
};

struct Layout;

/// A tree of links with one-degree-of-freedom joints, and the effectors on it.
///
/// The joints may be given in any order. The multibody stores them in the solver's order: depth
/// first, so that parents come before children and every subtree is a contiguous range.
/// `given_index` maps back. Immutable: all that changes is in Pose.
class Multibody {
 public:
  /// A follower's limits become limits of its leader. An initial theta beyond a limit is put onto
  /// it.
  /// \throws std::invalid_argument that names the joint or effector with a parent or leader out of
  ///   range, a cycle, a zero or non-finite axis, a non-finite number, lower > upper, a negative
  ///   weight, an effector's rotation that is none, a placement that scales, shears or mirrors
  ///   (beyond 1e-5), or the name of another one of its kind, unless it is empty; also if there is
  ///   no joint or no effector
  Multibody(std::vector<Joint> joints, std::vector<Effector> effectors);

  int joint_count() const { return static_cast<int>(joints_.size()); }        ///< n
  int effector_count() const { return static_cast<int>(effectors_.size()); }  ///< k
  int aim_count() const { return static_cast<int>(aiming_.size()); }          ///< r
  int goal_count() const { return effector_count() + aim_count(); }           ///< k + r
  int row_count() const { return 3 * goal_count(); }                          ///< m = 3(k + r)

  /// In the solver's order; `parent` and `leader` count in that order, `axis` has unit length.
  const Joint& joint(int j) const { return joints_[static_cast<std::size_t>(j)]; }
  std::span<const Joint> joints() const { return {joints_.data(), joints_.size()}; }

  /// In the order given; `joint` counts in the solver's order.
  const Effector& effector(int i) const { return effectors_[static_cast<std::size_t>(i)]; }
  std::span<const Effector> effectors() const { return {effectors_.data(), effectors_.size()}; }

  /// The effector of goal g. Goals have three rows of J each: first the positions of all effectors,
  /// then the aims of those that have one.
  int effector_of(int g) const {
    return g < effector_count() ? g : aiming_[static_cast<std::size_t>(g - effector_count())];
  }

  const Effector& goal_effector(int g) const { return effector(effector_of(g)); }
  /// The aim of goal g; kNone for a position.
  AimKind aim_of(int g) const {
    return g < effector_count() ? AimKind::kNone : goal_effector(g).aim;
  }

  /// From the solver's index of a joint to its index in the given list, and back.
  int given_index(int j) const { return given_index_[static_cast<std::size_t>(j)]; }
  int solver_index(int given) const { return solver_index_[static_cast<std::size_t>(given)]; }

  /// True if joint j moves effector i: it lies on the path from the root to the effector.
  bool moves(int j, int i) const {
    const int carrier = effector(i).joint;
    return j <= carrier && carrier < subtree_end_[static_cast<std::size_t>(j)];
  }

  /// The effectors that joint j moves, ascending.
  std::span<const int> effectors_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.effectors};
  }

  /// The goals that joint j affects, ascending: its effectors and their aims.
  std::span<const int> goals_of(int j) const {
    const Moved& moved = moved_[static_cast<std::size_t>(j)];
    return {moved_goals_.data() + moved.from, moved.goals};
  }

  /// The joints that follow another, ascending. Kinematics sets their theta; the Jacobian has their
  /// columns added to those of their leaders, and zero in their place.
  std::span<const int> followers() const { return {followers_.data(), followers_.size()}; }
  /// True if another joint follows joint j.
  bool leads(int j) const {
    for (const int follower : followers_) {
      if (joint(follower).leader == j) return true;
    }
    return false;
  }

  /// theta at time 0 (n), solver's order, rad or m; within the limits.
  VectorX initial_theta() const;

  /// The same body with every limit at infinity.
  Multibody without_limits() const;

  /// The body as compact arrays for the library's inner loops. Copies share it.
  const Layout& layout() const { return *layout_; }

 private:
  void follow_leaders(int count);

  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> given_index_;
  std::vector<int> solver_index_;
  std::vector<int> subtree_end_;  // one past the last joint below j
  std::vector<int> aiming_;       // the effectors that aim
  std::vector<int> followers_;
  // what one joint moves: a range of moved_goals_, effectors first
  struct Moved {
    std::size_t from, effectors, goals;
  };
  std::vector<Moved> moved_;
  std::vector<int> moved_goals_;
  std::shared_ptr<const Layout> layout_;
};

/// A planar arm of hinges about z, one at the start of each link; the links lie along x at
/// theta = 0. Its joints are "joint 0", "joint 1", ..., its effector at the end is "tip". It starts
/// slightly bent, because a straight arm is singular.
/// \param lengths of the links, m, at least one
/// \param aim     of the tip; its pointer is x
/// \throws std::invalid_argument that names a length that is not finite or not above 0
Multibody chain(const std::vector<double>& lengths, AimKind aim = AimKind::kNone);

}  // namespace ik
