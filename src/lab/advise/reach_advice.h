#pragma once

#include <string>
#include <vector>

#include "lab/solve/reach_summary.h"

namespace lab {

/// The method that suits a body for poses solved to the end, by a study of drawn poses.
struct ReachAdvice {
  std::vector<ReachSummary> summaries;  ///< in the order of the study's methods
  std::size_t best = 0;                 ///< index of the recommended method
  std::string sentence;  ///< "Solver::solve: 100 % of 200 poses reached, 12.3 updates, 14 µs."
  std::string reason;    ///< which method is quicker and reaches less, and which one comes next
};

/// A method is sure if its share of reached poses is at most kLess below the largest share. Of the
/// sure methods the quickest is recommended: by the mean time of a pose, or, without times, by the
/// mean number of updates. Costs within kSameTime of the least are equal; of methods of equal cost
/// the surest is taken, and of equally sure ones the first.
ReachAdvice reach_advice(const ReachStudy& study, const ReachResults& results);
inline constexpr double kLess = 0.005;

/// The shell command that measures a method of the study: "iklab reach --scene ur5.json --method
/// solve --poses 200".
std::string reach_command_of(const ReachPlan& plan, const ReachMethod& method);

/// C++ for the library: a function `make_solver` for any body, and a function `reach` that solves
/// the goals of a solver. The first line is `#include <iklab/iklab.h>`.
std::string reach_code(const ReachStudy& study, const ReachAdvice& advice);

}  // namespace lab
