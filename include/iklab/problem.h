#pragma once

#include <iklab/body.h>

#include <any>
#include <array>
#include <cmath>
#include <memory>
#include <span>

namespace ik {

/// Vectors in space side by side, each with a 4th coordinate that fills a set of lanes: 1 for
/// points and 0 for directions.
class PaddedVectors {
 public:
  void resize(Eigen::Index count) { lanes_.resize(4, count); }
  Eigen::Index cols() const { return lanes_.cols(); }
  Eigen::Map<const Eigen::Vector3d> col(Eigen::Index i) const {
    return Eigen::Map<const Eigen::Vector3d>(data() + 4 * i);
  }
  const double* data() const { return lanes_.data(); }
  double* data() { return lanes_.data(); }

 private:
  Eigen::Matrix4Xd lanes_;
};

/// Where a multibody is: theta, and what follows from it. All in the solver's order, world axes.
struct Pose {
  Eigen::VectorXd theta;      ///< (n) rad or m
  PaddedVectors origin;       ///< (n) p_j, a point on joint j's axis, m
  PaddedVectors axis;         ///< (n) v_j, unit
  Eigen::Matrix3Xd effector;  ///< (3 x k) s_i, m

  /// The frame that joint j moves.
  Eigen::Isometry3d world_from_joint(int j) const;

  Eigen::Matrix4Xd frames;       ///< (4 x 4n) world_from_joint, homogeneous, side by side
  Eigen::VectorXd sine, cosine;  ///< (n) of theta
};

/// Fills everything of `pose` but theta from theta.
///
///   world_from_joint = world_from_parent * parent_from_joint * motion(axis, theta)
///
/// A second call allocates nothing. Angles of any size are right; not-finite theta gives
/// not-finite positions, and nothing else.
/// \pre pose.theta has n entries
void forward_kinematics(const Multibody& multibody, Pose& pose);

/// The pose at theta (n), solver's order.
Pose pose_at(const Multibody& multibody, const Eigen::VectorXd& theta);

/// What a method is asked: bring the effectors of this pose closer to these targets.
/// Refers to what the caller keeps alive for the step.
struct Problem {
  const Multibody& multibody;
  const Pose& pose;
  std::span<const Eigen::Vector3d> targets;  ///< (k) t_i in world axes, m
  JacobianKind jacobian = JacobianKind::kEffector;
  /// (k) D_max,i: no e_i is taken longer than this, m, and no aim's error. Empty: no clamp.
  std::span<const double> d_max = {};
  /// (n) how easily each joint moves, the square root of its weight: methods see J diag(mobility)
  /// and propose a step for joints scaled so. 1 as usual, 0 frozen. Empty: all 1.
  std::span<const double> mobility = {};
  /// (n) a motion that is settled already, of joints whose mobility is 0, rad or m: the error that
  /// methods see is what it leaves. Empty: none.
  std::span<const double> held = {};
  /// What the links are to keep clear of, for methods that look at it. Empty: nothing.
  std::span<const Obstacle> obstacles = {};
  /// (r) where the effectors that aim should, in the order of the goals.
  std::span<const Aim> aims = {};
  /// (k + r) how much each goal's squared error counts beside the others'; the rows of J and e
  /// carry its square root. 0 gives the goal up. Empty: all 1.
  std::span<const double> weights = {};
  /// Whether poses that a method tries are put within the joints' limits, as its step will be.
  bool keeps_limits = false;
  /// Whether this update has asked before, with fewer joints held: what a method learns from update
  /// to update it has learnt.
  bool asked_again = false;

  /// The same question at another pose.
  Problem at(const Pose& other) const {
    return {multibody, other,     targets, jacobian, d_max,        mobility,
            held,      obstacles, aims,    weights,  keeps_limits, asked_again};
  }
  /// How easily joint j moves, 1 as usual.
  double mobility_of(int j) const {
    return mobility.empty() ? 1.0 : mobility[static_cast<std::size_t>(j)];
  }
  /// The square root of goal g's weight.
  double root_weight(int g) const {
    return weights.empty() ? 1.0 : std::sqrt(weights[static_cast<std::size_t>(g)]);
  }
  /// D_max of goal g: that of its effector, m.
  double limit_of(int g) const {
    return d_max.empty() ? kUnlimited : d_max[static_cast<std::size_t>(multibody.effector_of(g))];
  }
};

/// The thin singular value decomposition J = sum sigma_i u_i v_i^T of an (m x n) matrix, with
/// r = min(m, n) singular values in falling order.
///
/// One-sided Jacobi rotations (Hestenes 1958) in the round-robin order of Brent and Luk (1985):
/// the shorter side's vectors are turned in pairs until all are orthogonal. Small singular values
/// come out as exactly as large ones, which forming J J^T would lose, and a singular value whose
/// vector is rounding alone (below 1e-14 of the largest) is exactly 0.
///
/// A matrix of the same shape as the last is expected to be near it: the rotations start from
/// those that the last one needed, which halves the work of a tracking step. The result then
/// depends on the matrices before in its last bits; `forget` starts afresh.
class Svd {
 public:
  Svd();
  Svd(const Svd& other);
  Svd(Svd&& other) noexcept;
  Svd& operator=(const Svd& other);
  Svd& operator=(Svd&& other) noexcept;
  ~Svd();

  /// \pre J is finite. A second call of the same shape allocates nothing.
  void compute(const Eigen::MatrixXd& J);

  /// The next call starts as the first did.
  void forget() { ages_ = 0; }

  /// What a call leaves to the next one: how many there were since they started afresh, and the
  /// rotations (r x r), the shorter side's vectors.
  int age() const { return ages_; }
  const Eigen::MatrixXd& rotation() const { return U_.rows() <= V_.rows() ? U_ : V_; }
  /// The next call, for a matrix (m x n), goes on from there. \returns the rotations, to be written
  Eigen::MatrixXd& resume(Eigen::Index m, Eigen::Index n, int age);

  int count() const { return static_cast<int>(sigma_.size()); }  ///< r
  const Eigen::VectorXd& sigma() const { return sigma_; }        ///< (r) falling, not negative
  /// (m x r) and (n x r). The shorter side's vectors are orthonormal; the longer side's are, but
  /// for zero columns where sigma is 0.
  const Eigen::MatrixXd& U() const { return U_; }
  const Eigen::MatrixXd& V() const { return V_; }

  /// How many singular values exceed `cutoff` times the largest.
  int rank(double cutoff) const;

 private:
  struct Scratch;

  int ages_ = 0;  // calls since the rotations started afresh; 0: start afresh
  Eigen::VectorXd sigma_;
  Eigen::MatrixXd U_, V_;
  std::unique_ptr<Scratch> scratch_;  // of matrices of the last shape; none before the first
};

/// A number of a step that a method shows, such as the damping it chose.
struct Reading {
  const char* name;  ///< "λ"
  double value;
  const char* unit;  ///< "" for a pure number
};

/// What methods compute with and leave behind. It belongs to the caller, so that a warm step
/// allocates nothing and the panels can look at it afterwards.
///
/// A method asks for J, e and the SVD; each is computed at most once a step.
class Workspace {
 public:
  /// Starts a step: what was computed for the last one is stale.
  void begin(const Problem& problem);

  /// What the SVD remembers of the steps before is lost: the next step is as in a new workspace but
  /// for memory().
  void forget() { svd_.forget(); }

  /// e (3(k + r)), clamped as the problem asks, less what the held joints do to it; zero where the
  /// target is not finite.
  const Eigen::VectorXd& error(const Problem& problem);
  /// J (3(k + r) x n) of the kind the problem asks for, times diag(mobility).
  const Eigen::MatrixXd& jacobian(const Problem& problem);
  /// The SVD of jacobian(problem).
  const Svd& svd(const Problem& problem);
  /// The same between steps, with what it remembers.
  Svd& carried_svd() { return svd_; }

  /// True where J is part of this step: it has been asked for, or the step was taken by J's parts
  /// without forming it, as uses_jacobian() says.
  bool has_jacobian() const { return has_jacobian_ || uses_jacobian_; }
  void uses_jacobian() { uses_jacobian_ = true; }
  /// True once the SVD of this step has been asked for.
  bool has_svd() const { return has_svd_; }

  /// False if a target or the pose of this step is not finite.
  bool finite(const Problem& problem) { return error(problem), finite_; }

  /// What a method carries from step to step, such as a trust region: a T that starts as T{} when
  /// the workspace is new or another method used it last, and is copied with the workspace.
  template <class T>
  T& memory() {
    T* known = std::any_cast<T>(&memory_);
    return known != nullptr ? *known : memory_.emplace<T>();
  }

  /// Shows a number of this step; one of the same name takes its place. More than kReadings are
  /// lost.
  void show(const char* name, double value, const char* unit = "");
  /// What the method has shown since begin().
  std::span<const Reading> readings() const { return {readings_.data(), reading_count_}; }
  static constexpr std::size_t kReadings = 6;

  Eigen::VectorXd dtheta;  ///< (n) the step that the method proposes, rad or m

  Eigen::MatrixXd A;             ///< scratch of methods
  Eigen::VectorXd f, g, column;  ///< scratch of methods
  Pose trial;                    ///< scratch of methods that look before they leap

 private:
  bool has_error_ = false, has_jacobian_ = false, has_svd_ = false;
  bool uses_jacobian_ = false;
  bool finite_ = true;
  Eigen::VectorXd e_, held_motion_;
  Eigen::MatrixXd J_;
  Svd svd_;
  std::any memory_;
  std::array<Reading, kReadings> readings_{};
  std::size_t reading_count_ = 0;
};

}  // namespace ik
