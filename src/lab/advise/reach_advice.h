#pragma once

#include <string>
#include <vector>

#include "lab/solve/reach_summary.h"

namespace lab {

/// Which method suits poses solved to the end on a body, by a study of drawn poses.
struct ReachAdvice {
  std::vector<ReachSummary> summaries;  ///< in the order of the study's methods
  std::size_t best = 0;                 ///< index of the recommended method
  std::string sentence;  ///< "Solver::solve: 100 % of 200 poses reached, 12.3 updates, 14 µs."
  std::string reason;    ///< which method is quicker and reaches less, and which one comes next
};

/// A method is sure if it reaches at most kLess of the poses less than the surest one. Of the sure
/// methods the quickest is recommended, by the mean time of a pose, or by the mean number of
/// updates without times. Costs within kSameTime of the least count as equal, and the surest of
/// these methods, then the first, is taken.
ReachAdvice reach_advice(const ReachStudy& study, const ReachResults& results);
inline constexpr double kLess = 0.005;

/// The shell command that measures a method of the study: "iklab reach --scene ur5.json --method
/// solve --poses 200".
std::string reach_command_of(const ReachPlan& plan, const ReachMethod& method);

/// C++ for the library: a function `make_solver` for any body, and a function `reach` that solves
/// the goals of a solver. The first line is `#include <iklab/iklab.h>`.
std::string reach_code(const ReachStudy& study, const ReachAdvice& advice);

}  // namespace lab
