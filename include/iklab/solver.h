#pragma once

#include <iklab/method.h>

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ik {

/// Where a body has come to by Solver::step or Solver::solve.
struct Report {
  /// Of a step: as the method gave it, about the pose that the step began with. Of solve:
  ///   kReached    every error is within the tolerance
  ///   kStalled    no further progress, see Solver::solve
  ///   kMoved      the bound of updates was met on the way
  ///   kNotFinite  a target, a weight, a parameter or the pose is no number: theta is as it was
  Outcome outcome = Outcome::kReached;
  double error = 0.0;        ///< the largest |t_i - s_i| now, m; goals of weight 0 do not count
  double aim_error = 0.0;    ///< the largest angle between an aim and what it should be, rad
  int updates = 0;           ///< steps that were made
  bool capped = false;       ///< a cap shortened the last of them
  int joints_at_limits = 0;  ///< joints that limits held or stopped in it
};

/// When Solver::solve is done.
struct Stop {
  double error = 1e-6;      ///< m, for every position
  double aim_error = 1e-6;  ///< rad, for every direction and orientation
  int updates = 1000;       ///< no more steps than these
};

/// One number that a solver can be set by: of its method, or a cap of its own.
struct Parameter {
  ParamInfo info;
  double value;  ///< a switch is 0 or 1
};

/// A body, a method, goals, and the steps from one to the other: everything that belongs to inverse
/// kinematics in a program's loop.
///
///   ik::Solver solver(ik::chain({1.0, 0.8}), "dls");
///   solver.target("tip") = {0.9, 0.9, 0.0};
///   solver.step();  // once a frame, or solver.solve() once and for all
///
/// At first every goal is where the body has it, so that it stands still. Joints keep their limits.
/// theta and J's columns are in the order in which the joints were given. A step allocates nothing
/// after the first ones. Nothing here knows a file, a clock or a thread; two solvers may run on two
/// threads. A copy goes its own way.
///
/// Trouble: a name that there is not and a number out of a setting's range are
/// std::invalid_argument, which names the culprit and what there is. What is no number (NaN, an
/// infinite target) is Outcome::kNotFinite, and the body stays.
class Solver {
 public:
  /// \param method id of a registered method, see methods()
  explicit Solver(Multibody multibody, std::string_view method = "dls");
  /// A method of one's own, without a cap on angles.
  Solver(Multibody multibody, AnyMethod method);
  template <IkMethod M>
  Solver(Multibody multibody, M method) : Solver(std::move(multibody), AnyMethod(method)) {}
  Solver(const Solver& other);
  Solver(Solver&& other) noexcept;
  Solver& operator=(const Solver& other);
  Solver& operator=(Solver&& other) noexcept;
  ~Solver();

  // --- the goals: references, to be written at any time
  // -------------------------------------------

  /// t_i, where effector i is to be, world axes, m.
  Eigen::Vector3d& target(int effector);
  Eigen::Vector3d& target(std::string_view effector) { return target(effector_index(effector)); }
  /// Where the pointer of an effector with AimKind::kDirection is to show, world axes, any length
  /// but 0.
  Eigen::Vector3d& direction(std::string_view effector);
  /// How the frame of an effector with AimKind::kOrientation is to stand: world_from_effector, a
  /// rotation.
  Eigen::Matrix3d& orientation(std::string_view effector);
  /// How much the effector's squared errors count beside the others'; 0 gives one up.
  void set_weight(std::string_view effector, double position, double aim = 1.0);
  /// What the links are to keep clear of; `constrained` and `nullspace` look at it.
  std::vector<Obstacle>& obstacles();

  // --- the way there
  // ------------------------------------------------------------------------------

  /// One update: e, the method's step within caps and limits, theta += dtheta, forward kinematics.
  Report step();
  /// Steps until every error is within the tolerance, or the body stalls: the method proposes to
  /// stay, or the least sum of the weighted squared errors so far fell by less than a thousandth in
  /// 32 steps. Where joints move nevertheless, the method shakes, as several do at targets out of
  /// reach: it goes on from the best pose with errors shortened to a quarter of the largest, five
  /// times at most, before that counts as stalled. Where the goals are not reached, the body is
  /// left at the best pose that was met.
  Report solve(const Stop& stop = {});
  /// Does so many portions of what the method does once for a body, such as training; a step before
  /// does all of it. \returns the share that is done, 1 for most methods
  double prepare(int portions = kAllPortions);

  // --- the body
  // -----------------------------------------------------------------------------------

  const Multibody& multibody() const;
  const Pose& pose() const;              ///< in the solver's order, see Multibody::given_index
  const Eigen::VectorXd& theta() const;  ///< (n) rad or m, in the order given
  /// Puts the body there; the goals stay. \param theta (n), in the order given
  void set_theta(const Eigen::VectorXd& theta);
  int joint_index(std::string_view joint) const;        ///< in the order given
  int effector_index(std::string_view effector) const;  ///< in the order given
  Eigen::Vector3d position(int effector) const;         ///< s_i, world axes, m
  Eigen::Vector3d position(std::string_view effector) const {
    return position(effector_index(effector));
  }
  Eigen::Isometry3d frame(std::string_view effector) const;  ///< world_from_effector
  Eigen::Isometry3d joint_frame(int joint) const;  ///< world_from_joint, by the order given

  // --- settings
  // -----------------------------------------------------------------------------------

  /// Another method from here on; the pose stays, angle-cap becomes the method's.
  void set_method(std::string_view id);
  /// Sets a parameter of the method, or one of the solver's: "angle-cap" (rad in a step),
  /// "slide-cap" (m in a step), "d-max" (m, no e_i is taken longer); infinity is off.
  void set(std::string_view name, double value);
  double get(std::string_view name) const;
  /// All of them, the method's first.
  std::vector<Parameter> parameters() const;
  void set_limits(LimitRule rule);  ///< at first kProject
  void set_jacobian(JacobianKind kind);

  // --- the numbers of the last step, for those who want to look
  // ------------------------------------- As the method saw them but for limits: weights of goals
  // and joints and D_max count. Looking changes nothing; J and singular values are computed when
  // they are asked for.

  const Eigen::VectorXd& last_step() const;   ///< (n) dtheta that was added, rad or m
  const Eigen::VectorXd& error_vector();      ///< e (m)
  const Eigen::MatrixXd& jacobian();          ///< J (m x n)
  const Eigen::VectorXd& singular_values();   ///< of J, falling; none of what is no number
  std::span<const Reading> readings() const;  ///< what the method showed, such as its damping

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
