#include "cli/commands/reach.h"

#include <memory>
#include <string>

#include "cli/options/measurement.h"
#include "cli/options/reach_options.h"
#include "cli/options/shard_options.h"
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
  bool no_times = false;
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
  }
};

void merge(const ReachCommand& options) {
  options.shards.expect_merge_alone(*options.command);
  Output csv("--csv", options.csv.empty() ? "-" : options.csv, options.shards.with_parts({}));
  csv.stream() << io::merged_reach_csv(options.shards.parts());
  csv.commit();
  tell_written({csv.file_name()});
}

void reach(const ReachCommand& options) {
  if (options.shards.merges() && !options.reach.setup.has_scene()) return merge(options);
  lab::ReachPlan plan = options.reach.plan();
  options.shards.check();
  if (!options.plot.empty()) plot_format_of(options.plot);
  Outputs outputs({.csv = options.csv, .json = options.json, .plot = options.plot},
                  options.shards.with_parts(options.reach.inputs(plan)));
  options.reach.warn_of_unused(plan);

  const bool timed = !options.no_times && !options.shards.merges();
  lab::ReachStudy study(std::move(plan), timed ? work::nanoseconds : lab::Clock(),
                        timed ? work::thread_nanoseconds : lab::Clock());
  if (options.shards.merges()) {
    write_reach(outputs, study, io::read_reach_results(study, options.shards.parts()), timed,
                false);
  } else {
    std::vector<int> poses = all_poses(study);
    options.shards.keep_own(poses);
    const int threads = options.shards.threads(poses.size());
    io::PreparationFiles store(options.reach.setup.cache.folder());
    write_reach(outputs, study, solve_poses(study, std::move(poses), threads, store), timed,
                options.shards.has_shard());
  }
  tell_written(outputs.file_names());
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
