#pragma once

#include <iklab/kinds.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

// This header initialises matrices with braces and spans with pointer and size: Eigen expressions
// and std::ranges would add 5 % to the compile time of every program that includes it.
namespace ik {

/// A limit that is none.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Alignment of the types below. Eigen::DontAlign if malloc aligns to 16 bytes, which SSE2 and NEON
/// need; otherwise (WebAssembly) Eigen::AutoAlign: Eigen aligns the memory.
inline constexpr int kStorage =
    alignof(std::max_align_t) >= 16 ? int{Eigen::DontAlign} : int{Eigen::AutoAlign};

/// Vectors, matrices and transforms of the public interface. Eigen's VectorXd, MatrixXd and
/// Isometry3d are aligned, allocated and freed differently for different instruction sets. The
/// types here have the same layout and allocation with and without -mavx or -march=native, so a
/// program and the library may be compiled with different flags. They convert from and to Eigen's
/// types. Vector3d and Matrix3d are never aligned.
using VectorX = Eigen::Matrix<double, Eigen::Dynamic, 1, kStorage>;
/// A matrix, see VectorX.
using MatrixX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, kStorage>;
/// A matrix of three rows, see VectorX.
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic, kStorage>;
/// A matrix of four rows, see VectorX.
using Matrix4X = Eigen::Matrix<double, 4, Eigen::Dynamic, kStorage>;
/// A rotation and a translation, see VectorX.
using Isometry = Eigen::Transform<double, 3, Eigen::Isometry, Eigen::DontAlign>;
/// A rotation, see VectorX.
using Quaternion = Eigen::Quaternion<double, Eigen::DontAlign>;

/// The target aim of an effector. The effector's AimKind selects the member in use.
struct Aim {
  Eigen::Vector3d direction{1.0, 0.0, 0.0};  ///< world axes, any length but 0
  /// world_from_effector, a rotation.
  Eigen::Matrix3d orientation{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
};

/// A joint with one degree of freedom: one column of J. Model a joint with several degrees of
/// freedom as several joints at one point, with zero offset between them.
struct Joint {
  std::string name;  ///< unique among the joints, or empty
  int parent = -1;   ///< index of the parent joint in the same list, -1 for the world
  JointType type = JointType::kRevolute;  ///< how theta moves it
  /// Transform from the joint's frame to its parent's frame at theta = 0.
  Isometry parent_from_joint = Isometry::Identity();
  Eigen::Vector3d axis{0.0, 0.0, 1.0};  ///< in the joint's frame; any length but 0
  double pitch = 0.0;                   ///< m / rad, screw joints only
  double lower = -kUnlimited;           ///< rad or m
  double upper = kUnlimited;            ///< rad or m
  double initial = 0.0;                 ///< theta at time 0, rad or m; clamped to the limits
  double rest = 0.0;                    ///< preferred theta, rad or m
  double weight = 1.0;  ///< mobility relative to the other joints; 0 freezes the joint
  /// Follower (URDF: mimic joint): theta = ratio theta_leader + shift. `leader` is an index in the
  /// same list; -1: the joint is no follower. A leader must not be a follower.
  int leader = -1;
  double ratio = 1.0;  ///< followers only, not 0
  double shift = 0.0;  ///< followers only, rad or m
  /// Largest |d theta / dt|, rad/s or m/s, above 0: steps keep it from Solver::set_time_step on.
  double max_velocity = kUnlimited;
  double max_acceleration = kUnlimited;  ///< largest change of it, rad/s^2 or m/s^2, above 0
};

/// End effector: a frame on a multibody. Its origin has to reach a target; it may also have an aim.
///
///   world_from_effector = world_from_joint * [rotation, offset]
struct Effector {
  std::string name;                        ///< unique among the effectors, or empty
  int joint = -1;                          ///< the joint that moves it
  Eigen::Vector3d offset{0.0, 0.0, 0.0};   ///< m, in the frame that the joint moves
  AimKind aim = AimKind::kNone;            ///< what it has to show, beside its position
  Eigen::Vector3d pointer{1.0, 0.0, 0.0};  ///< axis that aims, in the effector's frame
  double lever = 0.5;  ///< scale of the aim error, m / rad: metres of error per radian
  /// Rotation from the effector's axes to the frame that the joint moves, for example from a tool
  /// to its flange. Affects aims and Solver::frame, not positions.
  Eigen::Matrix3d rotation{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
};

/// A loop: equations between joints that every pose of the body keeps, c(theta) = 0.
///
///   connect   s_a - s_b                                    3 equations, m
///   weld      s_a - s_b, lever log(R_a R_b^T)              6 equations, m
///   joint     theta_a - sum_i coefficients[i] theta_b^i    1 equation, rad or m
///
/// with (R, s) = world_from_end of each side, log the rotation vector. Loops close what a tree
/// leaves open: four-bars, platforms on legs, two hands on one object.
struct Loop {
  std::string name;                    ///< unique among the loops, or empty
  LoopKind kind = LoopKind::kConnect;  ///< what meets
  int joint_a = -1;  ///< joint that carries end a, or theta_a; -1: the world, not for a joint
  int joint_b = -1;  ///< the same for b; -1: the world, or theta_b = 0
  /// World_from_end = world_from_joint a_from_end, where the joint is the carrier. A connect reads
  /// the translation alone.
  Isometry a_from_end = Isometry::Identity();
  Isometry b_from_end = Isometry::Identity();  ///< as a_from_end
  double lever = 0.5;                          ///< welds: metres of error per radian
  /// Joints: the coefficients of theta_b^0, theta_b^1, ...
  std::array<double, 5> coefficients{0.0, 1.0, 0.0, 0.0, 0.0};

  int row_count() const {  ///< number of equations
    return kind == LoopKind::kConnect ? 3 : kind == LoopKind::kWeld ? 6 : 1;
  }
};

/// An obstacle for the links: a capsule, the points within `radius` of the segment from a to b,
/// world axes, m. A sphere if a = b.
struct Obstacle {
  std::string name;                  ///< for messages and lists; may be empty
  Eigen::Vector3d a{0.0, 0.0, 0.0};  ///< first end of the axis, m
  Eigen::Vector3d b{0.0, 0.0, 0.0};  ///< second end of the axis, m
  double radius = 0.0;               ///< m
};

struct Layout;

/// The goals that a joint affects: the positions of effectors, then aims, see Multibody::goals_of.
class JointGoals {
 public:
  /// \param effectors the positions \param aims the aims, as numbers of goals
  JointGoals(std::span<const int> effectors, std::span<const int> aims)
      : effectors_(effectors), aims_(aims) {}

  std::size_t size() const { return effectors_.size() + aims_.size(); }  ///< number of goals
  bool empty() const { return effectors_.empty(); }  ///< an aim comes with a position
  /// The i-th goal.
  int operator[](std::size_t i) const {
    return i < effectors_.size() ? effectors_[i] : aims_[i - effectors_.size()];
  }

  /// Goes through the goals in order.
  class Iterator {
   public:
    /// The goal at `at`.
    Iterator(const JointGoals& goals, std::size_t at) : goals_(&goals), at_(at) {}
    /// The goal.
    int operator*() const { return (*goals_)[at_]; }
    /// Goes to the next goal.
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    /// True for another place.
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const JointGoals* goals_;
    std::size_t at_;
  };
  Iterator begin() const { return {*this, 0}; }     ///< the first goal
  Iterator end() const { return {*this, size()}; }  ///< after the last goal

 private:
  std::span<const int> effectors_, aims_;
};

/// A tree of links with one-degree-of-freedom joints, and the effectors on it.
///
/// The joints may be given in any order. The multibody stores them in the solver's order, depth
/// first: parents come before children and every subtree is a contiguous range. `given_index` maps
/// back. Links and effectors never change; limits, weights and rest poses of a copy may. Pose holds
/// the variable state.
///
/// Indices of joints (j), effectors (i) and goals (g) must lie in [0, joint_count()), [0,
/// effector_count()) and [0, goal_count()): programs compiled without NDEBUG assert it. Solver
/// throws for an index out of range.
class Multibody {
 public:
  /// A follower's limits become limits of its leader. An initial theta beyond a limit is clamped.
  /// \throws std::invalid_argument that names the joint or effector, for: a parent or leader out of
  ///   range, a cycle, a zero or non-finite axis, a non-finite number, lower > upper, a negative
  ///   weight, an effector's `rotation` that is not a rotation matrix, a parent_from_joint that
  ///   scales, shears or mirrors (beyond 1e-5), two joints or two effectors with the same nonempty
  ///   name; also if there is no joint or no effector
  /// With loops, the initial theta moves to a nearby pose that closes them.
  /// \throws std::invalid_argument that names the loop, for: an end without a joint, a number that
  ///   is not finite, two loops of one name, loops that do not close from the initial pose
  Multibody(std::vector<Joint> joints, std::vector<Effector> effectors,
            std::vector<Loop> loops = {});

  int joint_count() const { return static_cast<int>(joints_.size()); }        ///< n
  int effector_count() const { return static_cast<int>(effectors_.size()); }  ///< k
  int aim_count() const { return static_cast<int>(aiming_.size()); }          ///< r
  int goal_count() const { return effector_count() + aim_count(); }           ///< k + r
  int row_count() const { return 3 * goal_count(); }                          ///< m = 3(k + r)

  /// In the solver's order; `parent` and `leader` are indices in this order, `axis` is unit.
  const Joint& joint(int j) const { return joints_[in_range(j, joints_.size())]; }
  /// All joints, in the solver's order.
  std::span<const Joint> joints() const { return {joints_.data(), joints_.size()}; }

  /// In the order given; `joint` is an index in the solver's order.
  const Effector& effector(int i) const { return effectors_[in_range(i, effectors_.size())]; }
  /// All effectors, in the order given.
  std::span<const Effector> effectors() const { return {effectors_.data(), effectors_.size()}; }

  /// The effector of goal g. Each goal has three rows of J: first the positions of all effectors,
  /// then the aims of the aiming effectors.
  int effector_of(int g) const {
    const std::size_t goal = in_range(g, effectors_.size() + aiming_.size());
    return g < effector_count() ? g : aiming_[goal - effectors_.size()];
  }

  /// The effector of goal g itself, see effector_of.
  const Effector& goal_effector(int g) const { return effector(effector_of(g)); }
  /// The aim of goal g; kNone for a position.
  AimKind aim_of(int g) const {
    return g < effector_count() ? AimKind::kNone : goal_effector(g).aim;
  }

  /// From the solver's index of a joint to its index in the given list.
  int given_index(int j) const { return given_index_[in_range(j, given_index_.size())]; }
  /// From a joint's index in the given list to the solver's index.
  int solver_index(int given) const { return solver_index_[in_range(given, solver_index_.size())]; }

  /// True if joint j moves effector i: it lies on the path from the root to the effector.
  bool moves(int j, int i) const {
    const std::size_t first = in_range(j, subtree_end_.size());
    const int carrier = effector(i).joint;
    return j <= carrier && carrier < subtree_end_[first];
  }

  /// The effectors that joint j moves, in the order of the joints that carry them.
  std::span<const int> effectors_of(int j) const {
    return moved_effectors_.of(in_range(j, joints_.size()));
  }
  /// The aims that joint j affects, as goals, in the order of the joints that carry them.
  std::span<const int> aims_of(int j) const { return moved_aims_.of(in_range(j, joints_.size())); }

  /// The goals that joint j affects: positions of its effectors, then their aims.
  JointGoals goals_of(int j) const { return {effectors_of(j), aims_of(j)}; }

  /// The followers, ascending. forward_kinematics sets their theta. The Jacobian adds their columns
  /// to the leaders' columns and has zero columns for the followers.
  std::span<const int> followers() const { return {followers_.data(), followers_.size()}; }
  /// True if joint j is a leader.
  bool leads(int j) const {
    for (const int follower : followers_) {
      if (joint(follower).leader == j) return true;
    }
    return false;
  }

  /// True if a follower of joint j affects a goal: a gripper's fingers affect none of its flange's.
  bool leads_goals(int j) const {
    for (const int follower : followers_) {
      if (joint(follower).leader == j && !goals_of(follower).empty()) return true;
    }
    return false;
  }

  /// (n) the limits that steps keep, solver's order, rad or m. A leader's include its followers';
  /// a follower's are infinite.
  std::span<const double> lower_limits() const { return {lower_.data(), lower_.size()}; }
  /// (n) see lower_limits.
  std::span<const double> upper_limits() const { return {upper_.data(), upper_.size()}; }

  // Changes of this copy. Joints are in the order given; other copies, and the bodies that solvers
  // hold, stay: see Solver's setters. They allocate nothing.

  /// Sets a joint's limits, rad or m; infinity is none. Its initial theta is clamped to them.
  /// \throws std::invalid_argument, and changes nothing, for no such joint, NaN, lower > upper, or
  ///   limits that leave a leader and its followers no angle
  void set_limits(int given, double lower, double upper);
  /// Sets Joint::weight. \throws std::invalid_argument for a negative or infinite weight
  void set_weight(int given, double weight);
  /// Sets Joint::rest, rad or m. \throws std::invalid_argument for one that is not finite
  void set_rest(int given, double rest);
  /// Sets Joint::max_velocity, rad/s or m/s, and Joint::max_acceleration, rad/s^2 or m/s^2;
  /// infinity is none. \throws std::invalid_argument for one that is not above 0
  void set_motion_limits(int given, double max_velocity, double max_acceleration = kUnlimited);

  /// The joint of that name, in the order given; empty if there is none.
  std::optional<int> find_joint(std::string_view name) const;
  /// The effector of that name; empty if there is none.
  std::optional<int> find_effector(std::string_view name) const;

  /// The loops, in the order given; joint_a and joint_b are indices in the solver's order.
  std::span<const Loop> loops() const { return {loops_.data(), loops_.size()}; }
  /// Number of equations of all loops.
  int loop_row_count() const { return loop_rows_; }

  /// theta at time 0 (n), solver's order, rad or m; within the limits, with closed loops.
  VectorX initial_theta() const;

  /// The same body with every limit at infinity.
  Multibody without_limits() const;

  /// Compact arrays for the library's inner loops. Shared between copies.
  const Layout& layout() const { return *layout_; }

 private:
  static std::size_t in_range(int index, [[maybe_unused]] std::size_t count) {
    assert(index >= 0 && static_cast<std::size_t>(index) < count);
    return static_cast<std::size_t>(index);
  }
  void follow_leaders(int count);
  void gather_limits(int j);
  void clamp_initial();
  void take_loops();

  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> given_index_;
  std::vector<int> solver_index_;
  std::vector<int> subtree_end_;  // one past the last joint below j
  std::vector<int> aiming_;       // the effectors that aim
  std::vector<int> followers_;
  std::vector<double> lower_, upper_;  // see lower_limits
  // a joint's limits as given, without its followers'
  struct Limits {
    double lower, upper;
  };
  std::vector<Limits> own_limits_;  // (n)
  std::vector<Loop> loops_;
  int loop_rows_ = 0;
  // goals of one kind by their carriers, so that each joint moves a range of them
  struct Moved {
    std::span<const int> of(std::size_t j) const {
      return {goals.data() + ranges[j].from, ranges[j].count};
    }
    struct Range {
      std::size_t from, count;
    };
    std::vector<int> goals;
    std::vector<Range> ranges;  // (n)
  };
  Moved find_moved(int first, int end) const;
  Moved moved_effectors_, moved_aims_;
  std::shared_ptr<const Layout> layout_;
};

/// An array of 3-vectors in homogeneous coordinates, padded to four numbers for SIMD: the fourth is
/// 1 for points and 0 for directions.
class PaddedVectors {
 public:
  /// Sets the number of vectors; all their numbers are then undefined.
  void resize(Eigen::Index count) { lanes_.resize(4, count); }
  Eigen::Index cols() const { return lanes_.cols(); }  ///< number of vectors
  /// Vector i, without its padding.
  Eigen::Map<const Eigen::Vector3d> col(Eigen::Index i) const {
    return Eigen::Map<const Eigen::Vector3d>(data() + 4 * i);
  }
  const double* data() const { return lanes_.data(); }  ///< four numbers a vector
  double* data() { return lanes_.data(); }              ///< four numbers a vector

 private:
  Matrix4X lanes_;
};

/// The pose of a multibody: theta and the results of forward_kinematics. Solver's order, world
/// axes.
struct Pose {
  VectorX theta;         ///< (n) rad or m
  PaddedVectors origin;  ///< (n) p_j, a point on joint j's axis, m
  PaddedVectors axis;    ///< (n) v_j, unit
  Matrix3X effector;     ///< (3 x k) s_i, m

  /// The frame that joint j moves.
  Isometry world_from_joint(int j) const;

  Matrix4X frames;  ///< (4 x 4n) world_from_joint of every joint, homogeneous
  VectorX sine;     ///< (n) of theta
  VectorX cosine;   ///< (n) of theta
};

/// Computes all other members of `pose` from theta. Sets theta of the followers first.
///
///   world_from_joint = world_from_parent * parent_from_joint * motion(axis, theta)
///
/// A second call allocates nothing. Exact for angles of any size; a theta that is not finite gives
/// positions that are not finite.
/// \pre pose.theta has n entries
void forward_kinematics(const Multibody& multibody, Pose& pose);

/// The pose at theta (n) rad or m, solver's order.
Pose pose_at(const Multibody& multibody, const VectorX& theta);

/// A planar arm: revolute joints about z, one at the start of each link; the links lie along x at
/// theta = 0. The joints are named "joint 0", "joint 1", ..., the effector at the end "tip". It
/// starts slightly bent, because a straight arm is singular.
/// \param lengths link lengths, m, at least one
/// \param aim     aim of the tip; its pointer is x
/// \throws std::invalid_argument that names a length that is not finite or not above 0
Multibody chain(const std::vector<double>& lengths, AimKind aim = AimKind::kNone);

}  // namespace ik
