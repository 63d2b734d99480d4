#pragma once

#include <iklab/body.h>

#include <memory>
#include <string_view>

namespace ik {

/// Many bodies of one multibody at once, each with targets and a pose of its own: a crowd. A set of
/// lanes of the processor carries a body in each lane, so that a body costs a fraction of a
/// Solver's step; it takes the same steps but for rounding.
///
/// Bodies are numbered from 0, joints and effectors in the order given. Methods: dls,
/// jacobian-transpose, pseudoinverse, sdls. Joints keep their limits; aims, obstacles and weights
/// of goals are a Solver's business. A body's bits depend on its own targets, settings and steps
/// alone. A step allocates nothing.
class BatchSolver {
 public:
  /// \param threads that will step at the same time, see step(first, last, thread)
  /// \throws std::invalid_argument for a method that there is not in lanes, count < 1, threads < 1,
  ///   or an effector that aims
  BatchSolver(Multibody multibody, int count, std::string_view method = "dls", int threads = 1);
  BatchSolver(BatchSolver&& other) noexcept;
  BatchSolver& operator=(BatchSolver&& other) noexcept;
  ~BatchSolver();

  const Multibody& multibody() const;
  int count() const;

  /// Where an effector of a body is to be, world axes, m; at first where it is.
  void set_target(int body, int effector, const Eigen::Vector3d& target);
  Eigen::Vector3d target(int body, int effector) const;

  /// A parameter of the method, or "angle-cap" (rad), "slide-cap" (m), "d-max" (m): of all bodies,
  /// or of one. \throws std::invalid_argument naming what there is not
  void set(std::string_view name, double value);
  void set(int body, std::string_view name, double value);

  /// One update of every body.
  void step();
  /// One update of the bodies of blocks [first, last) of blocks(), which are independent: threads
  /// divide them as they like. \param thread from 0, no two at a time alike
  void step(int first, int last, int thread);
  int blocks() const;

  double theta(int body, int joint) const;  ///< rad or m
  void set_theta(int body, const Eigen::VectorXd& theta);
  Eigen::Vector3d position(int body, int effector) const;     ///< s_i, world axes, m
  Eigen::Vector3d joint_position(int body, int joint) const;  ///< a point on its axis, m
  double error(int body) const;                               ///< the largest |t_i - s_i|, m
  Outcome outcome(int body) const;                            ///< of its last step

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
