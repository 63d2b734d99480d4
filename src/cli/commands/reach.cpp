#include "cli/commands/reach.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/options/measurement.h"
#include "cli/options/reach_options.h"
#include "cli/options/stop_options.h"
#include "cli/output/progress.h"
#include "cli/output/reach_output.h"
#include "io/saved/preparation_files.h"
#include "io/saved/reach_files.h"
#include "work/platform.h"

namespace cli {
namespace {

struct ReachCommand {
  ReachOptions reach;
  ShardOptions shards;
  std::string csv, json, plot;
  bool no_times = false, continues = false;
  TimeoutOption timeout;
  const CLI::App* command = nullptr;

  void add_to(CLI::App& app) {
    command = &app;
    reach.add_to(app);
    const OptionGroup group{app, "Poses"};
    group.add_file("--csv", csv, "A row for every pose and method; - is standard output");
    group.add_file("--json", json, "The summaries of the methods; - is standard output");
    group.add_file("--plot", plot,
                   wrapped_help("The share of poses reached within a time, and within a number of "
                                "updates, drawn to .svg, .png or .pdf"));
    add_no_times(group, no_times);
    shards.add_to(group, "pose", "study");
    timeout.add_to(group, "what is solved is written");
    group.add_flag("--continue", continues,
                   wrapped_help("Keeps the poses that the file of --csv already has, from a call "
                                "that --timeout or a signal ended, and solves the others; without "
                                "such a file it begins"));
  }
  /// Whether a call before has left a part.
  bool goes_on() const { return continues && std::filesystem::exists(csv); }
  void check_continue() const {
    if (!continues) return;
    if (csv.empty() || csv == "-") throw io::Error("--continue: needs the file of --csv");
    if (shards.merges()) throw io::Error("--continue: not together with --merge");
  }
};

void merge(const ReachCommand& options) {
  options.shards.expect_merge_alone(*options.command);
  Output csv("--csv", options.csv.empty() ? "-" : options.csv, options.shards.with_parts({}));
  csv.stream() << io::merged_reach_csv(options.shards.parts());
  csv.commit();
  tell_written({csv.file_name()});
}

/// Writes the results of poses; a part where some are missing.
/// \param poses all that this call or the one before it should solve
void solve_and_write(const ReachCommand& options, lab::ReachStudy& study, std::vector<int> poses,
                     Outputs& outputs, bool timed) {
  lab::ReachResults results(study.plan());
  if (options.goes_on()) io::read_reach_part(study, options.csv, results);
  std::vector<int> missing = poses;
  std::erase_if(missing, [&results](int pose) { return results.has(pose); });
  const int threads = options.shards.threads(missing.size());
  io::PreparationFiles store(options.reach.setup.cache.folder());
  solve_poses(study, std::move(missing), threads, store, results);
  const int solved = solved_poses(results, poses);
  const bool is_cut = solved < static_cast<int>(poses.size());
  const int signal = is_cut ? InterruptGuard::take() : 0;
  if (solved == 0 && is_cut) fail_unfinished(signal, 0, poses.size(), "");
  write_reach(outputs, study, results, timed && !options.goes_on(),
              is_cut || options.shards.has_shard());
  tell_written(outputs.file_names());
  if (!is_cut) return;
  flush_standard_output();
  fail_unfinished(signal, solved, poses.size(),
                  outputs.csv.file_name().empty() ? "" : "--continue solves the others");
}

void reach(const ReachCommand& options) {
  if (options.shards.merges() && !options.reach.setup.has_scene()) return merge(options);
  const Deadline deadline = options.timeout.start();
  lab::ReachPlan plan = options.reach.plan();
  end_at(deadline, plan);
  options.shards.check();
  options.check_continue();
  if (!options.plot.empty()) plot_format_of(options.plot);
  Outputs outputs({.csv = options.csv, .json = options.json, .plot = options.plot},
                  options.shards.with_parts(options.reach.inputs(plan)));
  options.reach.warn_of_unused(plan);
  tell_if_slow(lab::alone_of(plan.methods), plan.scene.multibody);

  const bool timed = !options.no_times && !options.shards.merges();
  lab::ReachStudy study(std::move(plan), timed ? work::nanoseconds : lab::Clock(),
                        timed ? work::thread_nanoseconds : lab::Clock());
  if (options.shards.merges()) {
    write_reach(outputs, study, io::read_reach_results(study, options.shards.parts()), timed,
                false);
    return tell_written(outputs.file_names());
  }
  std::vector<int> poses = all_poses(study);
  options.shards.keep_own(poses);
  solve_and_write(options, study, std::move(poses), outputs, timed);
}

}  // namespace

void add_reach(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "reach", "Solves many poses to the end: how many are reached, and how soon");
  const auto options = std::make_shared<ReachCommand>();
  options->add_to(*command);
  command->footer(
      "Example: iklab reach --scene arm.urdf --aim orientation --method all --poses 1000 \\\n"
      "           --plot profile.svg");
  command->callback([options] { reach(*options); });
}

}  // namespace cli
