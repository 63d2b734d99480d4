#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ik/task/limits.h"
#include "iklab/problem.h"
#include "lab/diagnosis/observer.h"
#include "lab/track/reach.h"

namespace lab {

// The effect of the Jacobian at the target: a run is tried with the Jacobian at the effector.

/// Steps of the trial from a moment: a few periods of the slowest shaking.
inline constexpr int kTried = 30;

/// The ratio of two sums of |bend|^2 over kTried steps from a moment: with the Jacobian at the
/// effector over with the Jacobian at the target. The targets move on their curves, the method
/// starts without memory, and an adaptive D_max keeps its state. 1 if the second sum is 0.
double bends_at_effector(const Tracker& tracker, const ObservedMoment& moment);

/// A run with each Jacobian, over the observed steps.
struct AlternateRun {
  struct Measured {
    double jitter_deg = 0.0, roughness = 0.0;
    double bends = 0.0;  ///< sum of |bend|^2
  };
  Measured at_target, at_effector;
};

/// Longest run that is repeated, steps: about ten milliseconds.
inline constexpr long kMaxRepeatedSteps = 5000;

/// Repeats the tracker's run from its start with each Jacobian.
/// \returns nothing if the run is too long, or if the repeated run does not end in the present pose
/// bit for bit because the setup changed during the run
std::optional<AlternateRun> run_at_effector(const Tracker& tracker,
                                            const DiagnosisObserver& observer);

/// Finds where a body rests with fixed targets, to answer whether the targets can be reached.
///
/// A rest is a local minimum of the error, found by Levenberg-Marquardt. A target that is reached
/// from one start can be reached. A target that is missed from all starts may still be reachable.
/// best() therefore tries several starts and returns their number: the moment's pose, the initial
/// pose, the best pose of the last question of the same kind, and random poses within the limits.
/// Only the first kSearches questions of a kind try random poses, which are the same in every run.
class Rest {
 public:
  static constexpr int kStarts = 24;   ///< most starts of a question with random poses
  static constexpr int kSearches = 3;  ///< questions of a kind that try random poses

  /// The goals that count, and whether the joint limits apply.
  struct Question {
    int goal = -1;  ///< the only goal that counts; -1: all goals
    bool limited = true;

    auto operator<=>(const Question&) const = default;
  };
  struct Answer {
    std::vector<double> errors;  ///< (k) at rest, m
    int starts = 1;
  };

  Rest();

  /// The errors at the rest that is found from the moment's pose.
  std::vector<double> here(const ik::Problem& moment, const Question& question);
  /// The rest that the last start found.
  const ik::Pose& pose() const { return pose_; }
  /// The smallest errors found: of the goal, or with the smallest sum of squares. Stops at the
  /// first start from which no goal that counts is missed (unreached).
  Answer best(const ik::Problem& moment, const Question& question);

 private:
  std::vector<double> from(const ik::Problem& moment, const Question& question,
                           const ik::VectorX& start);
  ik::VectorX random_start(const ik::Problem& moment, bool limited, int start_index) const;

  struct Memory {
    ik::VectorX best;  // (n) of the last question
    int searches = 0;
  };

  ik::AnyMethod method_;
  ik::LimitedStep limited_step_;
  ik::Workspace workspace_;
  ik::Pose pose_, before_;
  std::vector<double> weights_;
  std::map<Question, Memory> memory_;
};

/// The error above which an effector misses its target, m: a hundredth of its reach, more than
/// rounding and lag.
double unreached(const ik::Multibody& multibody, int effector);
/// The effectors with errors above unreached().
/// \param errors (k) m
std::vector<int> missing_effectors(const ik::Multibody& multibody,
                                   const std::vector<double>& errors);

/// Analysis of a shaky moment: the linear model of its step, and the accuracy of that model.
struct Evidence {
  double share = 0.0;  ///< its part in the sum of |bend|^2 over the analysed moments

  double sigma_max = 0.0;  ///< J's largest at the effectors, m / rad
  double sigma_min = 0.0;  ///< J's smallest one above rounding, m / rad
  /// The share of |bend|^2 in weak directions: right singular vectors with sigma < kWeak sigma_max.
  double weak_share = 0.0;
  double weak_sigma = 0.0;  ///< singular value of the weak direction with the largest bend, m / rad
  ik::VectorX weak_u, weak_v;  ///< unit singular vectors of that direction, u (m) and v (n)

  /// The smallest lambda at which damped least squares comes to rest here, m / rad.
  ///
  /// Near rest, an update theta + (J^T J + lambda^2 I)^-1 J^T e moves a small deviation x to
  ///
  ///   x - (J^T J + lambda^2 I)^-1 H x
  ///
  /// with H the exact Hessian of 1/2 |e|^2. Deviations shrink if all eigenvalues of the product lie
  /// between 0 and 2. As H is symmetric, this means
  ///
  ///   H <= 2 (J^T J + lambda^2 I)
  ///   lambda^2 >= 1/2 largest eigenvalue of H - 2 J^T J
  ///
  /// With a smaller lambda every step overshoots the minimum by more than its distance: the
  /// cliff of Buss (2009), section 8. H - J^T J grows with e; therefore D_max lowers the cliff.
  double cliff = 0.0;
  double cliff_with_d_max = 0.0;  ///< with every e_i clamped to half a link
  double cliff_at_rest = 0.0;     ///< in the pose in which the body rests with these targets
  /// The largest eigenvalue of H, m^2 / rad^2: steps r J^T e come to rest if r < 2 / curvature.
  double curvature = 0.0;
  ik::VectorX steep;  ///< (n) unit vector of the motion that overshoots

  std::vector<double> error;   ///< (k) |e_i| before any clamp, m
  std::vector<double> beyond;  ///< (k) distance of the target from the links' reach (reach_of), m
  /// (k) The smallest errors found at rest, m: with all goals, with the goal alone, and with the
  /// goal alone and without limits. An error up to unreached() proves that a pose exists. A larger
  /// one only says that none was found from the number of starts below (Rest).
  std::vector<double> together, alone, unlimited;
  int starts_together = 1;        ///< more than 1 only if each goal can be reached alone
  std::vector<int> starts_alone;  ///< (k)
  /// |J at the target - J at the effector| / |J at the effector|; 0 if the method uses the latter.
  double alternate = 0.0;
  /// bends_at_effector() if the method uses J at the target, otherwise 1.
  double bends_at_effector = 1.0;
  bool capped = false;  ///< a cap shortened the step
  /// The method's step, before any cap, does not reduce the error: it overshoots, and a cap only
  /// bounds the oscillation. Measured with a method and a workspace without history.
  bool overshoots = false;
};

/// A singular value below this share of the largest one is weak.
inline constexpr double kWeak = 0.2;

/// The largest eigenvalue of a symmetric matrix.
/// \param[out] direction its unit eigenvector; may be null
double largest_eigenvalue(const ik::MatrixX& A, ik::VectorX* direction = nullptr);

/// Analyses the shakiest of the observer's moments with the tracker's method and settings. These
/// moments hold most of the shaking. Takes milliseconds.
std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
