#pragma once

#include <iklab/body.h>

#include <any>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

namespace ik {

struct Poles;

/// The input of a step: a body, its pose and goals. Holds references: the caller keeps the data
/// alive during the step.
struct Problem {
  const Multibody& multibody;                       ///< the body
  const Pose& pose;                                 ///< where the step begins
  std::span<const Eigen::Vector3d> targets;         ///< (k) t_i in world axes, m
  JacobianKind jacobian = JacobianKind::kEffector;  ///< where J is computed
  /// (k) D_max,i: maximum length of e_i and of the effector's aim error, m. Empty: no clamp.
  std::span<const double> d_max = {};
  /// (n) mobility of each joint, the square root of its weight: methods see J diag(mobility) and
  /// propose a step in the scaled joints. 1 is normal, 0 frozen. Empty: all 1.
  std::span<const double> mobility = {};
  /// (n) fixed motion of joints held at limits, rad or m; their mobility is 0. Methods see the
  /// error that remains after this motion. Empty: none.
  std::span<const double> held = {};
  /// Obstacles for the links; some methods avoid them. Empty: none.
  std::span<const Obstacle> obstacles = {};
  /// (r) target aims, in the order of the goals.
  std::span<const Aim> aims = {};
  /// (k + r) weight of each goal's squared error; the rows of J and e are multiplied by its square
  /// root. 0 drops the goal. Empty: all 1.
  std::span<const double> weights = {};
  /// Directions in which the elbows of limbs shall point, see Solver::set_pole. Null: none.
  const Poles* poles = nullptr;
  /// True if a method must clamp its trial poses to the limits; its step will be clamped too.
  bool keeps_limits = false;
  /// True if the same update is solved again with more joints held. The method then leaves its
  /// memory between updates unchanged.
  bool asked_again = false;

  /// The same problem at another pose.
  Problem at(const Pose& other) const {
    return {.multibody = multibody,
            .pose = other,
            .targets = targets,
            .jacobian = jacobian,
            .d_max = d_max,
            .mobility = mobility,
            .held = held,
            .obstacles = obstacles,
            .aims = aims,
            .weights = weights,
            .poles = poles,
            .keeps_limits = keeps_limits,
            .asked_again = asked_again};
  }
  /// Mobility of joint j.
  double mobility_of(int j) const {
    return mobility.empty() ? 1.0 : mobility[static_cast<std::size_t>(j)];
  }
  /// The square root of goal g's weight.
  double root_weight(int g) const {
    return weights.empty() ? 1.0 : std::sqrt(weights[static_cast<std::size_t>(g)]);
  }
  /// D_max of goal g's effector, m.
  double limit_of(int g) const {
    return d_max.empty() ? kUnlimited : d_max[static_cast<std::size_t>(multibody.effector_of(g))];
  }
};

/// The thin singular value decomposition J = sum sigma_i u_i v_i^T of an (m x n) matrix, with
/// r = min(m, n) singular values in falling order.
///
/// One-sided Jacobi rotations (Hestenes 1958) in the round-robin order of Brent and Luk (1985): the
/// rows of a wide J, or the columns of a tall one, are rotated in pairs until all are orthogonal.
/// Small singular values are as exact as large ones; forming J J^T would lose this. A singular
/// value that is only rounding (below 1e-14 of the largest) is exactly 0.
///
/// Warm start: if the shape has not changed, the rotations start from the last result, which halves
/// the work of a tracking step. The last bits of the result then depend on the earlier matrices;
/// `forget` makes a cold start.
class Svd {
 public:
  Svd();                                 ///< empty, until compute
  Svd(const Svd& other);                 ///< with its warm start
  Svd(Svd&& other) noexcept;             ///< `other` may then only be assigned or destroyed
  Svd& operator=(const Svd& other);      ///< with its warm start
  Svd& operator=(Svd&& other) noexcept;  ///< as the constructor
  ~Svd();

  /// \pre J is finite. A second call of the same shape allocates nothing.
  void compute(const MatrixX& J);

  /// Makes the next call a cold start.
  void forget() { ages_ = 0; }

  /// Number of calls since the cold start.
  int age() const { return ages_; }
  /// (r x r) the rotations from which the next call starts.
  const MatrixX& rotation() const { return U_.rows() <= V_.rows() ? U_ : V_; }
  /// Restores the state of the warm start for an (m x n) matrix. \returns the rotations, which the
  /// caller fills
  MatrixX& resume(Eigen::Index m, Eigen::Index n, int age);

  int count() const { return static_cast<int>(sigma_.size()); }  ///< r
  const VectorX& sigma() const { return sigma_; }                ///< (r) descending, >= 0
  /// (m x r), orthonormal columns. In the larger of U and V, columns with sigma = 0 are zero.
  const MatrixX& U() const { return U_; }
  const MatrixX& V() const { return V_; }  ///< (n x r), as U

  /// Number of singular values above `cutoff` times the largest.
  int rank(double cutoff) const;

 private:
  struct Scratch;

  int ages_ = 0;  // calls since the cold start; 0: the next call is a cold start
  VectorX sigma_;
  MatrixX U_, V_;
  std::unique_ptr<Scratch> scratch_;  // sized for the last shape; null before the first call
};

/// A diagnostic number that a method shows to the user, such as its damping.
struct Reading {
  const char* name;         ///< "λ"
  double value;             ///< in its unit
  const char* unit;         ///< "" for a pure number
  bool is_damping = false;  ///< true for the damping in use, see Workspace::damping
};

class LoopSpace;

/// Working memory for loops, made when a body with loops needs it. A copy starts empty.
class LoopMemory {
 public:
  LoopMemory() = default;
  LoopMemory(const LoopMemory& /*other*/) {}                            ///< empty
  LoopMemory(LoopMemory&&) noexcept = default;                          ///< the other is then empty
  LoopMemory& operator=(const LoopMemory& /*other*/) { return *this; }  ///< keeps its own
  LoopMemory& operator=(LoopMemory&&) noexcept = default;               ///< takes the other's
  ~LoopMemory() = default;
  LoopSpace& get();  ///< the memory

 private:
  std::shared_ptr<LoopSpace> space_;  // shared with nobody
};

/// Working memory of a step: J, e and the SVD (each computed on demand, at most once a step), the
/// proposed step, scratch, and the method's memory. The caller owns it: a warm step allocates
/// nothing, and the results can be read afterwards.
class Workspace {
 public:
  /// Starts a step: results of the last one become invalid.
  void begin(const Problem& problem);

  /// Makes the next SVD a cold start. memory() stays.
  void forget() { svd_.forget(); }

  /// e (3(k + r)), m, clamped to D_max and weighted, minus the motion of the held joints; zero for
  /// a target that is not finite.
  const VectorX& error(const Problem& problem);
  /// J (3(k + r) x n) of the problem's kind, times diag(mobility). For a body with loops its
  /// columns are the motions that keep the loops closed, see LoopSpace.
  const MatrixX& jacobian(const Problem& problem);
  /// The motions that keep the loops closed at this step's pose. \pre the body has loops
  LoopSpace& loops(const Problem& problem);
  /// The same memory for another pose, such as a trial.
  LoopSpace& other_loops() { return other_loops_.get(); }
  /// The SVD of jacobian(problem).
  const Svd& svd(const Problem& problem);
  /// The SVD with its warm start, between steps.
  Svd& carried_svd() { return svd_; }

  /// True if this step used J, as a matrix or, after uses_jacobian(), without forming it.
  bool has_jacobian() const { return has_jacobian_ || uses_jacobian_; }
  /// For a method that computes products with J: J then counts as used.
  void uses_jacobian() { uses_jacobian_ = true; }
  /// True if this step used the SVD.
  bool has_svd() const { return has_svd_; }

  /// False if a target or the pose of this step is not finite.
  bool finite(const Problem& problem) { return error(problem), finite_; }

  /// The method's memory between steps, such as a trust region. Starts as T{} in a new workspace,
  /// or if another method used the workspace last. Copied with the workspace.
  template <class T>
  T& memory() {
    T* known = std::any_cast<T>(&memory_);
    return known != nullptr ? *known : memory_.emplace<T>();
  }

  /// Shows a number of this step; replaces a number with the same name. Numbers beyond kReadings
  /// are dropped.
  void show(const char* name, double value, const char* unit = "") {
    show({.name = name, .value = value, .unit = unit});
  }
  /// Shows the damping λ of this step, m / rad: λ² is added to JJᵀ. If each direction has its own
  /// damping, the largest. \param name name of the reading
  void show_damping(double lambda, const char* name = "λ") {
    show({.name = name, .value = lambda, .unit = "m/rad", .is_damping = true});
  }
  /// The damping shown since begin(); empty if there is none.
  std::optional<double> damping() const;
  /// The numbers shown since begin().
  std::span<const Reading> readings() const { return {readings_.data(), reading_count_}; }
  static constexpr std::size_t kReadings = 6;  ///< the most numbers that a step shows

  VectorX dtheta;  ///< (n) the step that the method proposes, rad or m

  MatrixX A;       ///< scratch of methods
  VectorX f;       ///< scratch of methods
  VectorX g;       ///< scratch of methods
  VectorX column;  ///< scratch of methods
  VectorX tree;    ///< scratch of steps and products along the tree
  Pose trial;      ///< scratch of methods: a trial pose

 private:
  void show(const Reading& reading);

  bool has_error_ = false, has_jacobian_ = false, has_svd_ = false;
  bool uses_jacobian_ = false, has_loops_ = false;
  bool finite_ = true;
  VectorX e_, held_motion_;
  MatrixX J_;
  Svd svd_;
  LoopMemory loops_, other_loops_;
  std::any memory_;
  std::array<Reading, kReadings> readings_{};
  std::size_t reading_count_ = 0;
};

}  // namespace ik
