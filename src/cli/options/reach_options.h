#pragma once

#include <string>
#include <vector>

#include "cli/options/goal_options.h"
#include "cli/options/setup_options.h"
#include "cli/options/stop_options.h"
#include "lab/solve/reach_study.h"

namespace cli {

/// Which poses are solved, and how: the options of `reach`. The functions throw io::Error naming
/// the option.
struct ReachOptions {
  SetupOptions setup;
  StopOptions stop;
  GoalOptions how;
  std::string methods, poses, goals, start = "middle", draw;
  bool ignores_columns = false;

  void add_to(CLI::App& command);
  lab::ReachPlan plan() const;
  /// The scene's files, --poses and --goals.
  Inputs inputs(const lab::ReachPlan& plan) const;
  /// Prints one line about poses beyond limits, and one for each given setting that affects no
  /// method of the plan.
  void warn_of_unused(const lab::ReachPlan& plan) const;

 private:
  void take_poses(lab::ReachPlan& plan) const;
};

/// The methods of a list: "solve", ids of methods, or "all" for both; empty: Solver::solve.
/// \throws io::Error where one is unknown or appears twice
std::vector<lab::ReachMethod> reach_methods_of(const char* option, const std::string& list);

/// Placeholder of such a list, by which the completion knows it.
inline constexpr const char* kReachMethodsType = "M1,M2,...|all";

/// The numbers of all poses of a study.
std::vector<int> all_poses(const lab::ReachStudy& study);

/// Solves poses of a study on a pool's threads, with a progress line.
/// \param poses their numbers
lab::ReachResults solve_poses(lab::ReachStudy& study, std::vector<int> poses, int threads,
                              ik::PreparationStore& store);

}  // namespace cli
