#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/pose_options.h"
#include "cli/options/setup_options.h"
#include "lab/solve/reach_study.h"

// Solving many poses to the end, for `reach` and for `advise --goal reach`.
namespace cli {

/// The methods of a list: "solve", ids of methods, or "all" for both; empty: Solver::solve.
/// \throws io::Error where one is unknown or appears twice
std::vector<lab::ReachMethod> reach_methods_of(const char* option, const std::string& list);

/// Placeholder of such a list, by which the completion knows it.
inline constexpr const char* kReachMethodsType = "M1,M2,...|all";

/// The study of a plan, which ends at a deadline, and after a signal.
/// \param deadline outlives the study
lab::ReachStudy reach_study(lab::ReachPlan plan, const Deadline& deadline, bool timed);

/// The numbers of all poses of a study.
std::vector<int> all_poses(const lab::ReachStudy& study);

/// How far solve_poses() came.
struct SolvedPoses {
  std::size_t solved, wanted;
  int signal = 0;  ///< the signal that ended the work; 0 if --timeout did, or nothing

  bool is_part() const { return solved < wanted; }
  /// Ends a command that has not solved all its poses, after all output.
  /// \param advice what the line says at its end: "--continue solves the others"
  /// \throws Interrupted, NotReached
  void expect_all(const char* advice = "") const;
};

/// Solves the poses that have no results yet on a pool's threads, with a progress line, until the
/// study's plan gives up.
/// \param poses   their numbers
/// \param results receives the results
/// \throws Interrupted, NotReached where no pose is solved
SolvedPoses solve_poses(lab::ReachStudy& study, const std::vector<int>& poses, int threads,
                        const CacheOption& cache, lab::ReachResults& results);

/// Writes the CSV and the figure, if they are wanted.
/// \param is_part whether the CSV is a part for a merge
void write_reach_files(Outputs& outputs, const lab::ReachStudy& study,
                       const lab::ReachResults& results, bool is_part);

/// Prints what was solved, and the table of the methods.
/// \param timed whether the poses were timed
void print_reach(std::ostream& out, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed);

}  // namespace cli
