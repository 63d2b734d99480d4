#pragma once

#include <iklab/solver.h>

#include <memory>
#include <span>
#include <string_view>

namespace ik {

/// Batch solver: many copies ("bodies") of one multibody, each with its own goals and pose. Each
/// SIMD lane carries one body, so a body costs a fraction of a Solver's step or solve.
///
///   ik::BatchSolver batch(arm, 10000);
///   batch.set_target(body, 0, place);  // and set_orientation, for every body
///   batch.solve();  // or batch.step()
///
/// Bodies are numbered from 0, joints and effectors in the order given. Methods of steps: dls,
/// jacobian-transpose, pseudoinverse, sdls; effectors may aim with dls. Joint limits hold.
/// Obstacles and joints that follow others need a Solver. The result for a body
/// depends only on its own goals, settings and steps, to the bit. After the first call neither a
/// step nor solve allocates.
class BatchSolver {
 public:
  /// \param threads number of threads that step at the same time, see step(first, last, thread)
  /// \throws std::invalid_argument for a method without a SIMD form, or without one for effectors
  ///   that aim; for count < 1, threads < 1 or a joint that follows another
  BatchSolver(Multibody multibody, int count, std::string_view method = "dls", int threads = 1);
  BatchSolver(BatchSolver&& other) noexcept;  ///< `other` may then only be assigned or destroyed
  BatchSolver& operator=(BatchSolver&& other) noexcept;  ///< as the constructor
  ~BatchSolver();

  const Multibody& multibody() const;  ///< the body that all bodies copy
  int count() const;                   ///< number of bodies

  /// Target of an effector, world axes, m. Initially the effector's position.
  void set_target(int body, int effector, const Eigen::Vector3d& target);
  Eigen::Vector3d target(int body, int effector) const;  ///< as set, world axes, m
  /// Wanted direction of the pointer of an effector with AimKind::kDirection, world axes, of any
  /// length but 0: steps answer Outcome::kInvalidAim to that. Initially the pointer's direction.
  void set_direction(int body, int effector, const Eigen::Vector3d& direction);
  /// Wanted world_from_effector of an effector with AimKind::kOrientation, a rotation: otherwise
  /// steps answer Outcome::kInvalidAim. Initially the effector's.
  void set_orientation(int body, int effector, const Eigen::Matrix3d& orientation);
  /// Sets all goals of an effector at once, see Solver::set_goal.
  void set_goal(int body, int effector, const Isometry& world_from_effector);
  /// Weights of the effector's squared position and aim errors, 1 at first; 0 drops the goal: an
  /// effector with AimKind::kDirection and the position weight 0 looks at something. Bodies with
  /// weights run in lanes if an effector aims. The first call allocates.
  /// \throws std::invalid_argument for a weight that is negative or not finite
  void set_weight(int body, int effector, double position, double aim = 1.0);
  /// Where the elbow or knee of a limb shall point, in the axes of the link that carries it; see
  /// Solver::set_pole. The first call allocates, as keep_frames. \throws std::invalid_argument for
  /// an effector without a limb of a ball joint that may move, or a pole that is not finite
  void set_pole(int body, int effector, const Eigen::Vector3d& pole);

  /// Sets a parameter of the method, or "angle-cap" (rad), "slide-cap" (m), "d-max" (m), for all
  /// bodies. \throws std::invalid_argument that names the unknown parameter
  void set(std::string_view name, double value);
  /// The same for one body. \throws std::invalid_argument also for an unknown body
  void set(int body, std::string_view name, double value);

  /// Updates every body once.
  void step();
  /// Updates the bodies in the blocks [first, last) once. Blocks are independent and may be divided
  /// among threads in any way.
  /// \param thread index from 0; no two threads may use the same index at the same time
  void step(int first, int last, int thread);
  int blocks() const;  ///< number of blocks of bodies

  /// Reaches every body's goals from its pose, as Solver::solve does: the same
  /// attempts, starts and closest poses, up to rounding. A body that does not reach its goals does
  /// not delay others. Ignores the method, its parameters and the caps.
  /// \throws std::invalid_argument for what needs a Solver: a choice other than Choice::kFirst,
  ///   tolerances by axis, give_up, or no restarts
  void solve(const Stop& stop = {});
  /// Solves the bodies in the blocks [first, last), see step(first, last, thread). Many blocks at a
  /// time are fastest: the lanes take bodies from all of them.
  void solve(int first, int last, int thread, const Stop& stop = {});
  /// How the body's last solve ended; its `capped` and `joints_at_limits` are 0. A default Report
  /// before.
  const Report& report(int body) const;

  double theta(int body, int joint) const;  ///< rad or m
  /// Places a body. \param theta (n) rad or m, in the order given
  /// \returns the number of joints clamped to a limit
  int set_theta(int body, const Eigen::Ref<const VectorX>& theta);
  Eigen::Vector3d position(int body, int effector) const;     ///< s_i, world axes, m
  Eigen::Vector3d joint_position(int body, int joint) const;  ///< a point on its axis, m
  /// From now on steps keep the frames of all joints, for joint_frame and copy_frames. Allocates.
  void keep_frames();
  /// World_from_joint: the frame that the joint moves. \throws std::invalid_argument before
  /// keep_frames
  Isometry joint_frame(int body, int joint) const;
  /// The frames of all joints for a renderer's skinning, in the order given: 16 numbers each, a
  /// homogeneous matrix by columns. \param[out] to (16n)
  /// \throws std::invalid_argument before keep_frames, or for another size
  void copy_frames(int body, std::span<float> to) const;
  /// The largest |t_i - s_i|, m; goals of weight 0 do not count.
  double error(int body) const;
  double aim_error(int body) const;  ///< the largest angle to a wanted aim, rad; the same
  Outcome outcome(int body) const;   ///< how the body's last step ended

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
