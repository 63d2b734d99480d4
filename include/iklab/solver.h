#pragma once

#include <iklab/method.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ik {

/// Result of Solver::step or Solver::solve.
struct Report {
  /// Of a step: as the method gave it, for the pose at the beginning of the step. Of solve:
  ///   kReached    every error is within the tolerance
  ///   kStalled    no pose reaches, or no start did: see verdict
  ///   kMoved      Stop::updates steps did not suffice, or Stop::give_up
  ///   kNotFinite  a target, a weight, a parameter or the pose is not finite: theta is unchanged
  ///   kInvalidAim a wanted orientation is no rotation, or a direction has length 0: the same
  Outcome outcome = Outcome::kReached;
  /// Largest |t_i - s_i| at the pose after the step, m; goals of weight 0 do not count. So a step
  /// may end at its targets with Outcome::kMoved: the next one answers kReached.
  double error = 0.0;
  /// Largest angle between an aim and the wanted aim after the step, rad. NaN for an invalid aim.
  double aim_error = 0.0;
  int updates = 0;           ///< number of steps made
  bool capped = false;       ///< a cap shortened the last step
  int joints_at_limits = 0;  ///< joints that limits held or stopped in the last step
  int attempts = 0;          ///< number of starts that solve tried; 0 if it began at a solution
  Verdict verdict = Verdict::kUnfinished;  ///< what a solve knows of the goals
  Proof proof = Proof::kNone;              ///< for Verdict::kProven
  int starts = 0;         ///< for Verdict::kUnfinished: the largest number of starts, see attempts
  bool given_up = false;  ///< Stop::give_up ended solve
  /// For Verdict::kSearched and Proof::kPoses: the joint, in the order given, whose limit holds the
  /// closest pose back most, if it is worth 1 % of the error; else -1.
  int joint = -1;
  double gain = 0.0;  ///< share by which the error falls without the limit of that joint
  // Steps in time, see Solver::set_time_step; joints in the order given.
  int cut_joint = -1;  ///< the joint whose step lost most, rad or m, to its limits; -1: none
  MotionLimit cut_by = MotionLimit::kNone;  ///< the limit that cut it
  int broken_joint = -1;  ///< the first joint that cannot keep all its limits; -1: none
  MotionLimit broken = MotionLimit::kNone;  ///< the limit that it breaks
};

/// Tolerances of an effector along single axes, in place of Stop::error and Stop::aim_error. The
/// axes are the axes of the wanted orientation for an effector with AimKind::kOrientation, else the
/// world's. Infinity frees an axis: a tool that may spin about its z has aim.z = infinity.
struct AxisTolerance {
  Eigen::Vector3d position{1e-6, 1e-6, 1e-6};  ///< m
  Eigen::Vector3d aim{1e-6, 1e-6, 1e-6};       ///< rad, about the axes; orientations only
};

/// When Solver::solve stops, and what it looks for. Errors and tolerances below 0 or NaN, and
/// negative counts, are refused: std::invalid_argument names the number.
struct Stop {
  double error = 1e-6;      ///< m, for every position
  double aim_error = 1e-6;  ///< rad, for every direction and orientation
  /// Largest number of steps, of all attempts together. As shipped it is more than all starts of an
  /// arm or a leg take.
  int updates = 10'000;
  /// Largest number of starts after the first. 0: one attempt by the method alone.
  int restarts = 200;
  std::uint64_t seed = 1;          ///< the same seed draws the same starts on every machine
  Choice choice = Choice::kFirst;  ///< the solution that is preferred
  /// (k) tolerances by axis, one for each effector. Empty: `error` and `aim_error` count.
  std::span<const AxisTolerance> tolerances = {};
  /// Asked before every step: true ends the search, for a program's clock or button.
  std::function<bool()> give_up = {};
};

/// A number that Solver::set changes: a parameter of the method or a cap of the solver.
struct Parameter {
  Knob knob;     ///< its name, range and help
  double value;  ///< a switch is 0 or 1
};

/// Poses of an arm of seven hinges between which it moves while its effector stands still: a
/// self-motion (Burdick 1989), by one parameter.
struct Family {
  /// What the parameter is, rad.
  enum class Parameter {
    /// Angle of the elbow about the line from shoulder to wrist, for arms with a spherical shoulder
    /// and a spherical wrist; 0 where it is on the side to which the first axis points.
    kElbow,
    kWay,  ///< length of the way through the joints from the solution, for any other arm
  };
  /// An interval of the parameter.
  struct Arc {
    double from;  ///< its lower end, rad
    double to;    ///< its upper end, rad
  };
  Parameter parameter = Parameter::kElbow;  ///< of the arcs
  double here = 0.0;                        ///< the parameter of the solution
  double period = 0.0;  ///< after which a closed self-motion repeats; 0: it does not close
  /// Where all joints are within their limits. At the ends a joint is at a limit, or the family has
  /// its end. An arc may end beyond a period, a whole self-motion is one arc of a period.
  std::vector<Arc> arcs;
  /// The pose (n) at a parameter within an arc, rad or m in the order given, with joints within
  /// their limits: hinges by whole turns where they are nearest to the pose that the solver had.
  std::function<VectorX(double)> pose;

  /// The parameter, within an arc, of the pose nearest to a pose. \param theta (n) in the order
  /// given
  double nearest(const VectorX& theta) const;
};

/// What Solver::solutions found: poses theta (n) in the order given, nearest to the present pose
/// first. A body with more freedom than its goals bind has families of solutions, the branches of
/// its self-motion: the first poses are of different branches, the nearest of each. Of an arm of
/// seven hinges these are all, with their families; of other bodies neighbours on the same branches
/// follow, 0.1 rad from each other at least. Without such freedom each solution is a branch. What
/// no start leads to is not found.
struct Solutions {
  std::vector<VectorX> theta;  ///< each solution (n), rad or m
  int branches = 0;            ///< how many of the first poses are of different branches
  /// Of an arm of seven hinges whose one effector has an orientation as a goal: the family of each
  /// solution. Else empty.
  std::vector<Family> families = {};
  int attempts = 0;   ///< starts that were used: fewer than `starts` if updates ended
  int starts = 0;     ///< that were wanted: Stop::restarts and the present pose
  int fruitless = 0;  ///< the last starts, which led to no other pose
  /// No other pose within the limits, or of no other family, reaches the goals exactly. Then there
  /// were no starts: the arm's equations were solved, see Solver::solutions.
  bool proven = false;
  /// The most poses or families, complex ones too, that an arm of this geometry has for a goal; -1:
  /// not known.
  int bound = -1;
  /// Why there are at most `bound`: "the last three axes meet in a point". Empty: not known.
  std::string_view reason = {};
  /// Why an arm with equations has no proof: the goal is near one where two of its poses meet.
  Singularity singularity = Singularity::kNone;
  /// The joints that move there without the effector, in the order given.
  std::vector<int> singular_joints = {};
};

/// A body, a method and goals: the whole of inverse kinematics for a program's loop.
///
///   ik::Solver solver(ik::chain({1.0, 0.8}), "dls");
///   solver.target("tip") = {0.9, 0.9, 0.0};
///   solver.step();  // once a frame, or solver.solve() to the end
///
/// At first every goal is where the body already is, so that it does not move. Joints keep their
/// limits, also at the start: a theta beyond a limit is put onto it, unless limits are off. theta
/// and the columns of J are in the order in which the joints were given. After the first ones a
/// step allocates nothing. A solver uses no file, clock or thread; two solvers may run on two
/// threads. Copies are independent.
///
/// Errors: an unknown name or a number out of range throws std::invalid_argument, which names it
/// and lists the known names. A target or a number that is not finite gives Outcome::kNotFinite, an
/// orientation that is no rotation gives kInvalidAim, and the body does not move.
class Solver {
 public:
  /// \param method id of a registered method, see methods()
  explicit Solver(Multibody multibody, std::string_view method = "dls");
  /// With the caller's own method, without a cap on angles.
  Solver(Multibody multibody, AnyMethod method);
  /// The same, from the method's own type.
  template <IkMethod M>
  Solver(Multibody multibody, M method) : Solver(std::move(multibody), AnyMethod(method)) {}
  Solver(const Solver& other);                 ///< an independent copy
  Solver(Solver&& other) noexcept;             ///< `other` may then only be assigned or destroyed
  Solver& operator=(const Solver& other);      ///< an independent copy
  Solver& operator=(Solver&& other) noexcept;  ///< as the constructor
  ~Solver();

  // --- goals: references that may be written at any time; a const Solver's can be read ---

  /// t_i, the target of effector i, world axes, m.
  Eigen::Vector3d& target(int effector);
  const Eigen::Vector3d& target(int effector) const;  ///< as set
  /// The same by the effector's name. \throws std::invalid_argument that lists the known names
  Eigen::Vector3d& target(std::string_view effector) { return target(effector_index(effector)); }
  /// As set, by the effector's name.
  const Eigen::Vector3d& target(std::string_view effector) const {
    return target(effector_index(effector));
  }
  /// The wanted direction of the pointer of an effector with AimKind::kDirection, world axes, any
  /// length but 0: steps answer Outcome::kInvalidAim to that.
  Eigen::Vector3d& direction(int effector);
  const Eigen::Vector3d& direction(int effector) const;  ///< as set
  /// The same by the effector's name.
  Eigen::Vector3d& direction(std::string_view effector) {
    return direction(effector_index(effector));
  }
  /// As set, by the effector's name.
  const Eigen::Vector3d& direction(std::string_view effector) const {
    return direction(effector_index(effector));
  }
  /// The wanted world_from_effector of an effector with AimKind::kOrientation: the axes of the
  /// effector's own frame, with Effector::rotation. Steps answer Outcome::kInvalidAim to a matrix
  /// that is no rotation, such as one made from a quaternion that is not normalised.
  Eigen::Matrix3d& orientation(int effector);
  const Eigen::Matrix3d& orientation(int effector) const;  ///< as set
  /// The same by the effector's name.
  Eigen::Matrix3d& orientation(std::string_view effector) {
    return orientation(effector_index(effector));
  }
  /// As set, by the effector's name.
  const Eigen::Matrix3d& orientation(std::string_view effector) const {
    return orientation(effector_index(effector));
  }
  /// Weight of the effector's squared position error, 1 unless set; 0 drops the goal. The aim's
  /// weight stays.
  void set_weight(int effector, double position);
  /// The same by the effector's name.
  void set_weight(std::string_view effector, double position) {
    set_weight(effector_index(effector), position);
  }
  /// Weights of the effector's squared position and aim errors; 0 drops the goal.
  void set_weight(int effector, double position, double aim);
  /// The same by the effector's name.
  void set_weight(std::string_view effector, double position, double aim) {
    set_weight(effector_index(effector), position, aim);
  }
  /// Sets all goals of an effector at once: its target, and by its AimKind the orientation, or the
  /// direction in which its pointer points in that frame. Takes an Eigen::Isometry3d, too.
  void set_goal(int effector, const Isometry& world_from_effector);
  /// The same by the effector's name.
  void set_goal(std::string_view effector, const Isometry& world_from_effector) {
    set_goal(effector_index(effector), world_from_effector);
  }
  /// The same by a position, m, and a quaternion of any length but 0.
  void set_goal(int effector, const Eigen::Vector3d& position, const Quaternion& orientation);
  /// The same by the effector's name.
  void set_goal(std::string_view effector, const Eigen::Vector3d& position,
                const Quaternion& orientation) {
    set_goal(effector_index(effector), position, orientation);
  }
  /// Where the elbow or knee of a limb shall point, in the axes of the link that carries the limb
  /// (the world's without one): steps turn the limb about the line from shoulder to effector, which
  /// moves no effector. A limb ends in the effector: a ball joint of three hinges at one point, a
  /// hinge as the elbow, and no aim. 0, 0, 0 is no pole. Errors, outcomes and the searches of solve
  /// know no poles. With a hinge as the shoulder, the method `two-bone` alone chooses the elbow's
  /// side by it. \throws std::invalid_argument for an effector without a limb, or a pole that is
  /// not finite
  void set_pole(int effector, const Eigen::Vector3d& pole);
  /// The same by the effector's name.
  void set_pole(std::string_view effector, const Eigen::Vector3d& pole) {
    set_pole(effector_index(effector), pole);
  }
  /// Obstacles for the links; the methods `constrained` and `nullspace` avoid them.
  std::vector<Obstacle>& obstacles();
  const std::vector<Obstacle>& obstacles() const;  ///< as set

  // --- steps ---

  /// One update: e, the method's step within caps and limits, theta += dtheta, forward kinematics.
  Report step();
  /// Reaches the goals: steps until every error is within the tolerance, from as many starts as it
  /// takes. A pose that stands costs one look, by Choice::kFirst and kNearest.
  ///
  /// One attempt is damped least squares,
  ///   dtheta = J^T (J J^T + mu I)^-1 e,    mu = 1e-10 + 5e-3 min(1, |e|^2)
  /// with lengths in shares of the body's and every error cut to a part of a step. Damping that
  /// vanishes with |e|^2 converges quadratically (Yamashita and Fukushima 2001; Sugihara 2011). The
  /// attempt ignores limits first; then hinges are turned by whole turns into their ranges; if some
  /// joint has no place in its range, it is clamped, and steps go on with joints held at limits. An
  /// attempt ends after 8 steps that gain less than a tenth. The first start is the present pose,
  /// later ones are drawn from the joints' ranges by a low-discrepancy sequence; in every fourth
  /// all joints bend alike, as a chain that curls, and in another fourth all are near limits. If
  /// nothing reaches, Newton's method in a trust region descends from the best poses, and the
  /// closest end is kept.
  ///
  /// An arm of six hinges with a closed form, whose goal has an orientation, needs no attempts: its
  /// equations give the nearest pose within the limits, as one update. Attempts follow only near
  /// singular poses, where two poses meet.
  ///
  /// A method that chooses its solution by a rule of its own (MethodTraits: limits, nullspace,
  /// order of goals) and a method of the caller's make the first attempt. With obstacles, and for
  /// Stop::restarts = 0, solve is such a method alone. It then stalls when the method proposes no
  /// motion, or when the least weighted sum of squared errors falls by less than a thousandth in 32
  /// steps. If joints still move then, the method shakes, as several do at targets out of reach:
  /// solve continues from the best pose with errors cut to a quarter of the largest, at most five
  /// times, before it reports a stall.
  ///
  /// If the goals are not reached, the body is left in the best pose found. After the first call it
  /// allocates nothing.
  Report solve(const Stop& stop = {});
  /// Solutions of the goals; see Solutions for their order. For an arm of six hinges with the
  /// orientation of its one effector as a goal they are the roots of its equations: all of them,
  /// with a proof, but for goals near singular poses. An arm of seven hinges has the families of
  /// ElbowCircles, with a proof, or those through all its poses for 36 angles of one hinge; such
  /// angles are then the starts, and Stop::updates of 0 leaves them out. Otherwise solutions come
  /// from many starts. Two are the same if they agree to 1e-4, angles modulo whole turns; also
  /// where they are close and the pose halfway meets the goals no worse, as within the tolerance of
  /// a stretched arm. Uses all of Stop::updates and Stop::restarts to find them. The body stays.
  /// None if a goal is not finite or an aim is invalid. \param count the largest number of
  /// solutions
  Solutions solutions(int count, const Stop& stop = {});
  /// The poses that differ from a solution by whole turns of hinges within their two limits,
  /// nearest to the present pose first, the solution itself among them.
  /// \param theta (n) in the order given
  /// \param most the largest number of poses
  std::vector<VectorX> turns(const VectorX& theta, int most);
  /// How many such poses there are; beyond 2^53 to the nearest double.
  double turn_count(const VectorX& theta);
  /// True if two solutions of the goals are of one branch: they are the same, or a self-motion that
  /// keeps all goals reached was found from one to the other, limits aside. Where the goals leave
  /// one freedom the motion is followed all round; where they leave more it is sought by steps that
  /// come nearer, so that a motion which first leads away is missed.
  /// \param a, b (n) in the order given
  bool same_branch(const VectorX& a, const VectorX& b, const Stop& stop = {});
  /// Does `portions` portions of the method's preparation for this body, such as training. A step
  /// does all that is left of it. \returns the finished share, 1 for most methods
  double prepare(int portions = kAllPortions);

  // --- the body ---

  const Multibody& multibody() const;  ///< the body
  const Pose& pose() const;            ///< in the solver's order, see Multibody::given_index
  const VectorX& theta() const;        ///< (n) rad or m, in the order given
  /// Places the body; the goals stay. Vectors of any Eigen type are read without a copy. \param
  /// theta (n) rad or m, in the order given. With loops the body goes to a nearby pose that closes
  /// them; where there is none, it stays. \returns how many joints were beyond a limit and put
  /// onto it
  int set_theta(const Eigen::Ref<const VectorX>& theta);
  int joint_index(std::string_view joint) const;        ///< in the order given
  int effector_index(std::string_view effector) const;  ///< in the order given
  /// The same for a name that may be unknown: then empty.
  std::optional<int> find_joint(std::string_view joint) const {
    return multibody().find_joint(joint);
  }
  /// The same for an effector.
  std::optional<int> find_effector(std::string_view effector) const {
    return multibody().find_effector(effector);
  }
  Eigen::Vector3d position(int effector) const;  ///< s_i, world axes, m
  /// The same by the effector's name.
  Eigen::Vector3d position(std::string_view effector) const {
    return position(effector_index(effector));
  }
  Isometry frame(int effector) const;  ///< world_from_effector, with its rotation
  /// How far the loops are open: the largest gap over all of them, see Loop, m (rad for a joint
  /// that turns). 0 without loops.
  double loop_gap() const;
  /// The same by the effector's name.
  Isometry frame(std::string_view effector) const { return frame(effector_index(effector)); }
  Isometry joint_frame(int joint) const;  ///< world_from_joint, in the order given

  // --- settings ---

  /// Changes the method; the pose stays, angle-cap becomes the new method's.
  void set_method(std::string_view id);
  /// Sets a parameter of the method or of the solver: "angle-cap" (rad per step), "slide-cap" (m
  /// per step), "d-max" (m, the largest length of an e_i); infinity is off. Steps answer kNotFinite
  /// where a parameter of the method is not finite.
  /// \throws std::invalid_argument for an unknown name, or a finite value beyond Knob's range
  void set(std::string_view name, double value);
  /// The value of a parameter, a switch as 0 or 1. \throws std::invalid_argument for an unknown
  /// name
  double get(std::string_view name) const;
  /// The same; empty for an unknown name.
  std::optional<double> find(std::string_view name) const;
  /// All parameters, the method's first.
  std::vector<Parameter> parameters() const;
  /// kProject unless set. With kIgnore the body has no limits, for its method either.
  /// \returns how many joints were beyond a limit and put onto it
  int set_limits(LimitRule rule);
  void set_jacobian(JacobianKind kind);  ///< where J is computed; kEffector unless set

  // --- the body's settings: at any time, joints in the order given; the solver goes on from its
  // --- pose and memory, and allocates nothing. Only the method `learned` trains anew.

  /// Sets a joint's limits, rad or m; infinity is none. A joint beyond a limit is put onto it; with
  /// a time step and limits of motion it moves there in steps.
  /// \returns true if the joint was put onto a limit
  /// \throws std::invalid_argument as Multibody::set_limits
  bool set_limits(int joint, double lower, double upper);
  /// Sets Joint::weight: mobility, 0 freezes. \throws std::invalid_argument for a negative or
  /// infinite weight
  void set_joint_weight(int joint, double weight);
  /// Sets Joint::rest, rad or m, of methods that prefer a posture. \throws std::invalid_argument
  /// for one that is not finite
  void set_rest(int joint, double rest);
  /// Freezes a joint, or frees it with its weight. A joint that moves brakes first, see
  /// set_time_step.
  void set_frozen(int joint, bool frozen);
  bool is_frozen(int joint) const;  ///< by set_frozen

  /// The time that a step takes, s; 0, at first, and infinity: none. With a time the steps keep
  /// Joint::max_velocity V and Joint::max_acceleration a. From v to v' = dtheta / h:
  ///
  ///   |v' - v| <= a h,   |v'| <= V,   v' h + v'^2 / (2 a) <= way to the limit of the range
  ///
  /// The third line leaves room to brake. Where they contradict each other, as after a change of
  /// limits, the first holds before the second before the third, and Report::broken names the
  /// broken one. A joint that is cut is held at its limit, and the step is solved again for the
  /// others (Flacco, De Luca and Khatib 2012). Joints brake before their goals. They also brake
  /// where a step would otherwise not move the body: for a goal that is not finite, or an invalid
  /// aim. The pose beyond rounding is the sum of all v' h. set_theta and solve place the body at
  /// rest; solve takes no time. Limits of motion of a body with loops have no effect. \throws
  /// std::invalid_argument for a negative time or NaN
  void set_time_step(double seconds);
  /// Sets Joint::max_velocity, rad/s or m/s, and Joint::max_acceleration, rad/s^2 or m/s^2;
  /// infinity is none. \throws std::invalid_argument for one that is not above 0
  void set_motion_limits(int joint, double max_velocity, double max_acceleration = kUnlimited);
  /// (n) v' of the last step, rad/s or m/s, in the order given; 0 without a time step.
  const VectorX& velocity() const;

  // --- numbers of the last step ---
  // As the method saw them, without limits: with the weights of goals and joints, and D_max.
  // Reading them changes nothing. J and the singular values are computed on demand.

  const VectorX& last_step() const;           ///< (n) dtheta that was added, rad or m
  const VectorX& error_vector();              ///< e (m)
  const MatrixX& jacobian();                  ///< J (m x n)
  const VectorX& singular_values();           ///< J's, descending; empty if not finite
  std::span<const Reading> readings() const;  ///< numbers that the method shows, as its damping

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ik
