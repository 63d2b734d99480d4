#pragma once

#include <numbers>
#include <vector>

#include "iklab/solver.h"

#include "lab/scene/scene.h"

namespace lab {

/// How much work the search for curves may cost.
struct TrialEffort {
  int search_steps = 200;  ///< toward a far target
  int sample_steps = 60;   ///< from a point of a curve to the next
  int samples = 24;        ///< points of a curve
  int halvings = 6;        ///< of a bisection
  int seeds = 6;           ///< poses to begin with
};

/// \param joints of all chains together: the more they are, the less is tried
TrialEffort effort_for(long joints);

/// Moves effectors toward places by damped steps (ik::Solver), to see which of them they reach. A
/// base that slides without end stands still.
class ReachTrial {
 public:
  /// A place counts as reached within this share of the chain's length.
  static constexpr double kReached = 5e-3;
  /// A place is missed by far beyond this share of it.
  static constexpr double kFar = 0.02;
  static constexpr double kPeriod = 2.0 * std::numbers::pi;  ///< of whole frequencies, s

  /// \param sizes lengths of the chains (k), m
  ReachTrial(const ik::Multibody& multibody, std::vector<double> sizes, const TrialEffort& effort);

  /// Steps until every effector is where it should be. \returns true if all are, aims included
  bool go(const std::vector<Eigen::Vector3d>& places, int steps);
  /// The same, and where the body cannot be, it stops where it can: places are given up for aims.
  /// \returns true if the aims are kept; the places are then those of the effectors
  bool settle(std::vector<Eigen::Vector3d> places);
  /// True if effector i did not reach its place in the last go(), or missed its aim.
  /// \param share of the chain's length
  bool missed(int i, double share = kReached) const;
  /// For each effector the number of points of its curve that it missed, from a pose on.
  /// \param theta        (n) rad or m, in the order given
  /// \param stop_at_miss ends at the first point that is missed
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

/// The number of joints at the root that slide without end, with the turns of a base that is free
/// in space (three slides, three turns) or in a plane (two slides, a turn).
int base_joints(const ik::Multibody& multibody);

/// The joints that move an effector and those that they follow, ascending, in the order given.
std::vector<int> chain_joints(const ik::Multibody& multibody, int effector);

/// The body of these joints, chain_joints(), with that effector alone.
ik::Multibody chain_of(const ik::Multibody& multibody, int effector,
                       const std::vector<int>& joints);

/// The lengths of the links between the first joint that is not of the base and the effector, with
/// the travel of slides that have an end, m.
double chain_length(const ik::Multibody& multibody, int effector);

}  // namespace lab
