#pragma once

#include <numbers>
#include <vector>

#include "iklab/solver.h"

#include "lab/scene/scene.h"

namespace lab {

/// Effort of the search for curves.
struct TrialEffort {
  int search_steps = 200;  ///< toward a far target
  int sample_steps = 60;   ///< from one point of a curve to the next
  int samples = 24;        ///< points of a curve
  int halvings = 6;        ///< steps of a bisection
  int seeds = 6;           ///< initial poses
};

/// \param joints of all chains together: more joints, less effort
TrialEffort effort_for(long joints);

/// Moves effectors toward positions by damped steps (ik::Solver) to find which ones they reach. The
/// base is held, see base_joints().
class ReachTrial {
 public:
  /// Tolerance of a reached position, as a share of the chain's length.
  static constexpr double kReached = 5e-3;
  /// Error of a position that is missed by far, as a share of the chain's length.
  static constexpr double kFar = 0.02;
  static constexpr double kPeriod = 2.0 * std::numbers::pi;  ///< period of integer frequencies, s

  /// \param sizes lengths of the chains (k), m
  ReachTrial(const ik::Multibody& multibody, std::vector<double> sizes, const TrialEffort& effort);

  /// Steps until every effector is at its position.
  /// \returns true if all positions and aims are reached
  bool go(const std::vector<Eigen::Vector3d>& places, int steps);
  /// As go(). If the body cannot reach the positions, it gives up positions for aims and stops
  /// where it can.
  /// \returns true if the aims are kept; the effectors are then at their positions after the call
  bool settle(std::vector<Eigen::Vector3d> places);
  /// True if effector i did not reach its position in the last go(), or missed its aim.
  /// \param share of the chain's length
  bool missed(int i, double share = kReached) const;
  /// The number of missed points of each effector's curve, starting from a pose.
  /// \param theta        (n) rad or m, in the given order
  /// \param stop_at_miss stops at the first missed point
  std::vector<int> count_missed(const std::vector<TargetCurve>& curves, const ik::VectorX& theta,
                                bool stop_at_miss);

  ik::Solver& solver() { return solver_; }
  const TrialEffort& effort() const { return effort_; }
  double size(int i) const { return sizes_[static_cast<std::size_t>(i)]; }

 private:
  ik::Solver solver_;
  std::vector<double> sizes_;
  TrialEffort effort_;
  std::vector<Eigen::Vector3d> places_;
  double aim_error_ = 0.0;  // rad
};

/// The number of joints of the base: slides without limits at the root, with the hinges of a base
/// that is free in space (three slides, three hinges) or in a plane (two slides, one hinge). Of a
/// body with several effectors also ball joints without limits at the root that carry all limbs, as
/// a character's root bone and hips do.
int base_joints(const ik::Multibody& multibody);
/// The multibody with weight 0 for the joints of its base.
ik::Multibody with_held_base(const ik::Multibody& multibody);

/// The joints that move an effector and their leaders, ascending, in the given order.
std::vector<int> chain_joints(const ik::Multibody& multibody, int effector);

/// The body of these joints, from chain_joints(), with only that effector.
ik::Multibody chain_of(const ik::Multibody& multibody, int effector,
                       const std::vector<int>& joints);

/// The length of the links from the first joint to the effector, plus the travel of slides with
/// limits, m. A base that is free in space or in a plane does not count.
double chain_length(const ik::Multibody& multibody, int effector);
/// The same from the first joint after the base on, see base_joints().
double limb_length(const ik::Multibody& multibody, int effector);

}  // namespace lab
