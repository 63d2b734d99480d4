#pragma once

#include <vector>

#include "ik/problem.h"

namespace ik {

/// How the targets move from step to step, and where they will be.
///
/// v is how far a goal has moved since the last step and a what v has changed by, both 0 where
/// nothing is known; s steps from now it stands at t + s v + s (s + 1) / 2 a. An aim turns so.
/// v is no longer than the goal's D_max.
class GoalMotion {
 public:
  /// Takes in the targets of a step.
  /// \param goes_on false: what was seen before says nothing of this step
  void observe(const Problem& problem, bool goes_on);

  /// True if a target has moved since the last step.
  bool moving() const { return way_ > 0.0; }
  /// sqrt(mean |v|^2) over goals, weighted, and over the last steps in which they moved, m.
  double speed() const;
  /// sqrt(sum |v|^2 / sum |a|^2) over the same, in steps: 1 / omega for a wave of angular frequency
  /// omega. 1 right after all targets began to move or jumped; at most 1000.
  double timescale() const;

  /// Where targets (k) and aims (r) will be in so many steps.
  void look_ahead(const Problem& problem, double steps, std::vector<Eigen::Vector3d>& targets,
                  std::vector<Aim>& aims) const;

 private:
  std::vector<Eigen::Vector3d> targets_;  // (k) of the last step, m
  std::vector<Aim> aims_;                 // (r)
  Eigen::Matrix3Xd v_, a_;                // (3 x (k + r)) of goals, an aim's times its lever, m
  double way_ = 0.0, turn_ = 0.0;         // means of sum |v|^2 and sum |a|^2, m^2
  double count_ = 1.0;                    // k + r
};

}  // namespace ik
