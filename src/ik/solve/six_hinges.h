#pragma once

#include <array>
#include <string_view>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/solve/hinge_elimination.h"
#include "iklab/body.h"
#include "iklab/kinds.h"

namespace ik {

/// An arm of six hinges or slides, one after the other, with an effector that has an orientation:
/// all its poses for a goal, with a proof that there are no others. Or an arm of three for a goal
/// of the position alone.
///
/// The arm is given by its axes at theta = 0, and theta moves about or along them one after the
/// other,
///
///   world_from_effector(theta) = exp(theta_1) ... exp(theta_6) world_from_effector(0)
///
/// (Brockett 1984; Murray, Li and Sastry 1994, section 3.2). With the goal's motion H = goal
/// world_from_effector(0)^-1 a pose solves exp(theta_1) ... exp(theta_6) = H. What is left of the
/// unknowns at the end is one angle, as a root of a trigonometric polynomial, all of whose roots
/// are found (roots_of). From each follow the other angles; Newton's method makes them exact, and
/// Kantorovich's theorem shows that a pose is there.
class SixHinges {
 public:
  static constexpr int kJoints = 6;
  static constexpr int kMost = 16;  ///< poses of such an arm (Lee and Liang 1988)
  using Angles = std::array<double, kJoints>;

  /// How an arm is solved: by which of its axes meet or are parallel, up to kMeet.
  enum class Geometry {
    kWrist,            ///< the last three meet in a point: at most 8 poses (Pieper 1968)
    kShoulder,         ///< the first three do: the same from the other end
    kParallel,         ///< the second to the fourth are parallel, the last two meet: at most 8
    kParallelFromTip,  ///< the third to the fifth are, the first two meet
    kGeneral,          ///< any other of hinges: at most 16, by elimination
    kPosition,         ///< three joints, for the effector's position
    kUnknown,          ///< any other with slides: no poses are found
  };
  /// Axes meet that pass each other by less, as a share of L, and are parallel up to this, rad.
  static constexpr double kMeet = 1e-9;

  using Axis = HingeAxis;

  /// Takes an arm. \param axes at theta = 0 \param effector world_from_effector there, in shares of
  /// L
  void take(const std::array<Axis, kJoints>& axes, const Isometry& effector);
  /// The same for three joints and the effector's position.
  void take_position(const std::array<Axis, 3>& axes, const Eigen::Vector3d& effector);
  Geometry geometry() const { return geometry_; }
  bool has_closed_form() const { return geometry_ != Geometry::kGeneral; }
  /// The arm as its closed form takes it: from the tip if it is reversed().
  const std::array<Axis, kJoints>& axes() const { return axes_; }
  bool reversed() const { return reversed_; }
  const Isometry& effector() const { return effector_; }
  /// Where the wrist's axes meet, or the last two; of a closed form.
  const Eigen::Vector3d& meeting() const { return meeting_; }
  /// The most poses that an arm of this geometry has, complex ones too; -1: not known.
  int bound() const;
  /// Why, in words; empty: not known.
  std::string_view reason() const;

  /// Finds the poses of a goal. Allocates nothing.
  /// \param goal  world_from_effector, in shares of L
  /// \param slack the goal may be off by so much, in shares of L and rad
  /// \returns true if it is proven that there are no others for any such goal, angles modulo whole
  ///   turns. False near a goal with a singular pose, where poses meet or are not single
  bool solve(const Isometry& goal, double slack = 0.0);
  int count() const { return count_; }
  /// How the joints move at a pose while the effector stands: the singular vector of J that belongs
  /// to its least singular value, 0 at a singular pose.
  struct SelfMotion {
    double singular_value;
    std::array<bool, kJoints> moves;
    Singularity kind;
  };
  SelfMotion self_motion(const Angles& pose) const;
  /// Where two poses meet within rounding or tolerances, the least singular value is below this.
  static constexpr double kSingularPose = 1e-2;
  /// Angles in [-pi, pi], and ways of slides in shares of L. With kPosition the first three count.
  const Angles& pose(int i) const { return poses_[static_cast<std::size_t>(i)]; }
  /// |J^-1| at a pose, rad for a share of L or rad: how far its angles move with its goal.
  double sensitivity(int i) const { return sensitivities_[static_cast<std::size_t>(i)]; }
  /// A bound of how far the angles of a pose move while the goal is off by no more than the slack,
  /// rad, if solve() returned true.
  double margin(int i) const { return 2.0 * goal_slack_ * sensitivity(i); }

 private:
  /// A hinge with which elimination begins, and whether the others follow towards the base.
  struct Loop {
    int first;
    bool backward;
    int determinants = 0;  ///< of choose_loops()
  };

  Isometry turn(int j, double angle) const;
  /// The point that J moves.
  const Eigen::Vector3d& tip() const { return has_closed_form() ? meeting_ : axes_.back().point; }
  const Axis& given_axis(std::size_t j) const { return axes_[reversed_ ? kJoints - 1 - j : j]; }
  void choose_loops();
  bool is_exact() const;
  bool by_wrist();
  bool by_parallel();
  bool by_elimination(const Loop& loop);
  bool places(const Eigen::Vector3d& point, const Eigen::Vector3d& goal);
  bool places_by_hinge(const Eigen::Vector3d& point, const Eigen::Vector3d& goal);
  bool places_by_slide(const Eigen::Vector3d& point, const Eigen::Vector3d& goal);
  bool keep_place(double t2, double t3, const Eigen::Vector3d& point, const Eigen::Vector3d& goal);
  bool by_position();
  struct Bend;
  struct Placed;
  bool wrist(const Placed& placed);
  struct Turned;
  bool keep_planar(const Turned& turned, const Angles& t);
  struct Linearised;
  Linearised linearised(const Angles& t) const;
  bool keep(const Angles& angles);
  bool certify(Angles t, double step, double inverse, double bend);
  bool is_near(const Angles& a, const Angles& b, double within) const;

  std::array<Axis, kJoints> given_{};
  std::array<Axis, kJoints> axes_;  // from the tip if reversed_
  Isometry effector_ = Isometry::Identity();
  Geometry geometry_ = Geometry::kGeneral;
  bool reversed_ = false;
  bool exact_ = false;  // axes of a closed form meet or are parallel up to rounding
  Eigen::Vector3d meeting_{0.0, 0.0, 0.0};  // of the wrist's axes, or of the last two
  Isometry motion_;                         // H, its inverse if reversed_
  std::array<Loop, 2 * kJoints> loops_{};   // that elimination tries, the quickest first
  int loop_count_ = 0;
  int determinants_ = 0;               // of the last elimination
  std::array<Angles, 4> first_three_;  // for places()
  int places_ = 0;
  double slack_ = 0.0;
  double tip_slack_ = 0.0,
         goal_slack_ = 0.0;  // how far it moves tip(), and it with its orientation
  std::array<Angles, kMost> poses_;
  std::array<double, kMost> sensitivities_{};
  int count_ = 0;
};

/// True if neighbours of three axes meet, all in one point, up to SixHinges::kMeet.
bool meet(const HingeAxis& a, const HingeAxis& b, const HingeAxis& c, Eigen::Vector3d& point);

}  // namespace ik
