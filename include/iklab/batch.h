#pragma once

#include <iklab/body.h>

#include <memory>
#include <string_view>

namespace ik {

/// Batch solver: many copies ("bodies") of one multibody, each with its own targets and pose. Each
/// SIMD lane carries one body, so a body costs a fraction of a Solver's step; the steps are the
/// same up to rounding.
///
/// Bodies are numbered from 0, joints and effectors in the order given. Methods: dls,
/// jacobian-transpose, pseudoinverse, sdls. Joint limits hold. Aims, obstacles and goal weights
/// need a Solver. The result for a body depends only on its own targets, settings and steps, to the
/// bit. A step allocates nothing.
class BatchSolver {
 public:
  /// \param threads number of threads that step at the same time, see step(first, last, thread)
  /// \throws std::invalid_argument for a method without a SIMD form, count < 1, threads < 1, or an
  ///   effector that aims
  BatchSolver(Multibody multibody, int count, std::string_view method = "dls", int threads = 1);
  BatchSolver(BatchSolver&& other) noexcept;
  BatchSolver& operator=(BatchSolver&& other) noexcept;
  ~BatchSolver();

  const Multibody& multibody() const;
  int count() const;

  /// Target of an effector, world axes, m. Initially the effector's position.
  void set_target(int body, int effector, const Eigen::Vector3d& target);
  Eigen::Vector3d target(int body, int effector) const;

  /// Sets a parameter of the method, or "angle-cap" (rad), "slide-cap" (m), "d-max" (m), for all
  /// bodies or for one. \throws std::invalid_argument that names the unknown parameter or body
  void set(std::string_view name, double value);
  void set(int body, std::string_view name, double value);

  /// Updates every body once.
  void step();
  /// Updates the bodies in the blocks [first, last) once. Blocks are independent and may be divided
  /// among threads in any way.
  /// \param thread index from 0; no two threads may use the same index at the same time
  void step(int first, int last, int thread);
  int blocks() const;  ///< number of blocks of bodies

  double theta(int body, int joint) const;  ///< rad or m
  /// Places a body. \param theta (n) rad or m, in the order given
  /// \returns the number of joints clamped to a limit
  int set_theta(int body, const VectorX& theta);
  Eigen::Vector3d position(int body, int effector) const;     ///< s_i, world axes, m
  Eigen::Vector3d joint_position(int body, int joint) const;  ///< a point on its axis, m
  double error(int body) const;                               ///< the largest |t_i - s_i|, m
  Outcome outcome(int body) const;                            ///< of its last step

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
