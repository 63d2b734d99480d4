#pragma once

#include <optional>
#include <string>
#include <vector>

#include "iklab/solver.h"
#include "lab/plot/plot.h"
#include "lab/solve/reach_study.h"

namespace lab {

/// How a method did on the poses of a study. Means, medians and percentiles are over all poses,
/// reached or not.
struct ReachSummary {
  ReachMethod method;
  int restarts = 0;
  int poses = 0, reached = 0;
  double mean_updates = 0.0, median_updates = 0.0;
  int max_updates = 0;
  double mean_attempts = 0.0;
  std::optional<double> mean_us, median_us, p99_us;  ///< empty without times

  double reached_share() const { return poses > 0 ? static_cast<double>(reached) / poses : 0.0; }
};

/// The summaries of the results so far, one for each method.
std::vector<ReachSummary> summaries(const ReachStudy& study, const ReachResults& results);

/// The value that a share of sorted numbers does not exceed: the smallest one with at least
/// `share` of all at or below it. \pre not empty
double percentile(const std::vector<double>& sorted, double share);

/// The performance profiles of the methods, a line each in the method's colour: the share of the
/// poses that are reached within a time, and within a number of updates,
///
///   rho(tau) = |{poses: reached in at most tau}| / |poses|      Dolan and Moré (2002)
///
/// with times and updates themselves instead of ratios to the best method. A line ends at the share
/// that is reached at all. Without times the first plot is missing.
std::vector<Plot> reach_profiles(const ReachStudy& study, const ReachResults& results);

/// What ik::Solver::solve says of goals that it did not reach, in a clause: 'none of 201 starts
/// reaches; without the limit of joint "elbow", 2.1 rad, the error is 12 % smaller'. Empty if they
/// are reached. \param solver in the pose that solve left
std::string why_not_reached(const ik::Report& report, const ik::Solver& solver);

/// The same without the limit that holds the closest pose back.
std::string why_not_reached(const ik::Report& report);

/// "not reached: ...; 0.0123 m and 0.4 rad are left": why_not_reached(), and the errors of the
/// report. Empty if the goals are reached.
std::string not_reached_in_words(const ik::Report& report, const ik::Solver& solver);

/// The singularity that keeps an arm's poses from being proven, and the joints that move there:
/// "singular: wrist, where two poses meet, j4, j6 move without moving the effector". Empty if there
/// is none. \param body of the solver that found them
std::string singularity_in_words(const ik::Solutions& solutions, const ik::Multibody& body);

}  // namespace lab
