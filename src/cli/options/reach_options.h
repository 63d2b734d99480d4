#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/goal_options.h"
#include "cli/options/option_group.h"
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
  /// Notes poses beyond limits, and each given option that has no effect.
  void warn_of_unused(const lab::ReachPlan& plan) const;

 private:
  void take_poses(lab::ReachPlan& plan) const;
  void tell_unused_weights(const lab::ReachPlan& plan) const;
};

/// The methods of a list: "solve", ids of methods, or "all" for both; empty: Solver::solve.
/// \throws io::Error where one is unknown or appears twice
std::vector<lab::ReachMethod> reach_methods_of(const char* option, const std::string& list);

/// Placeholder of such a list, by which the completion knows it.
inline constexpr const char* kReachMethodsType = "M1,M2,...|all";

/// The numbers of all poses of a study.
std::vector<int> all_poses(const lab::ReachStudy& study);

/// Makes a plan end at a deadline, and after a signal. \param deadline outlives its study
void end_at(const Deadline& deadline, lab::ReachPlan& plan);

/// Solves poses of a study on a pool's threads, with a progress line, until its plan gives up.
/// \param poses   their numbers
/// \param results receives the results
void solve_poses(lab::ReachStudy& study, std::vector<int> poses, int threads,
                 ik::PreparationStore& store, lab::ReachResults& results);

/// The number of poses that have results.
int solved_poses(const lab::ReachResults& results, const std::vector<int>& poses);
/// Ends a command whose plan gave up before all poses were solved, after all output.
/// \param signal the signal that ended them, or 0: --timeout did
/// \param advice what the line says at its end: "--continue solves the others"
/// \throws Interrupted, NotReached
[[noreturn]] void fail_unfinished(int signal, int solved, std::size_t poses, const char* advice);

/// Part I of N of the work; I counts from 1.
struct Shard {
  long part, parts;
};
/// Parses `--shard`. \throws io::Error naming the option
Shard parse_shard(const std::string& text);

/// The options --shard, --merge and --threads of work that threads and machines share. The
/// functions throw io::Error naming the option.
class ShardOptions {
 public:
  /// \param item  what the work consists of, "cell"
  /// \param whole what a merge puts together, with table, --plot and --json: "sweep"
  void add_to(const OptionGroup& group, const char* item, const char* whole);

  /// Checks --shard and --threads, and that --shard and --merge are not given together.
  void check() const;
  bool has_shard() const { return !shard_.empty(); }
  bool merges() const { return !merge_.empty(); }
  /// Number of threads for that many parts.
  int threads(std::size_t parts) const;
  /// Leaves the shard's numbers: every N-th, from the I-th on.
  void keep_own(std::vector<int>& numbers) const;

  /// The files to merge.
  std::vector<std::filesystem::path> parts() const { return {merge_.begin(), merge_.end()}; }
  /// The inputs of the command and the files to merge.
  Inputs with_parts(Inputs inputs) const;
  /// Checks that no option is given that a merge alone would ignore.
  void expect_merge_alone(const CLI::App& command) const;

 private:
  const char* whole_ = "";
  std::string shard_, threads_;
  std::vector<std::string> merge_;
};

}  // namespace cli
