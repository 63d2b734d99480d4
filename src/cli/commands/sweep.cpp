#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/session/sweep_runner.h"
#include "cli/commands/commands.h"
#include "cli/options/sweep_options.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/files/file.h"
#include "io/saved/preparation_files.h"
#include "io/saved/result_files.h"

namespace cli {
namespace {

std::vector<std::filesystem::path> parts_of(const SweepOptions& options) {
  return {options.merge.begin(), options.merge.end()};
}

Inputs with_parts(Inputs inputs, const SweepOptions& options) {
  for (const std::string& part : options.merge) inputs.add("--merge", part);
  return inputs;
}

void merge(const SweepOptions& options) {
  options.expect_merge_alone();
  Output csv("--csv", options.measurement.csv.empty() ? "-" : options.measurement.csv,
             with_parts({}, options));
  std::vector<std::string> notes;
  csv.stream() << io::merged_csv(parts_of(options), &notes);
  csv.commit();
  for (const std::string& note : notes) tell_note(note);
  tell_written({csv.file_name()});
}

lab::SweepResults computed(const SweepOptions& options, const lab::Sweep& sweep) {
  std::vector<int> cells = options.cells(sweep);
  lab::SweepResults results(sweep);
  io::PreparationFiles store(options.measurement.setup.cache.folder());
  work::Pool pool(std::min(thread_count(options.threads), static_cast<int>(cells.size())));
  app::SweepJob job(pool, sweep, std::move(cells), &store);
  ProgressLine line("sweep");
  while (!job.wait_for(ProgressLine::kPause)) line.show(job.progress());
  for (const auto& [cell, summary] : job.take()) results.set(cell, summary);
  return results;
}

lab::SweepResults results_of(const SweepOptions& options, const lab::Sweep& sweep) {
  if (options.merge.empty()) return computed(options, sweep);
  std::vector<std::string> notes;
  lab::SweepResults results = io::read_results(sweep, parts_of(options), &notes);
  for (const std::string& note : notes) tell_note(note);
  return results;
}

void sweep(const SweepOptions& options) {
  if (options.only_merges()) return merge(options);
  const lab::Sweep sweep = options.sweep();
  options.check_parts(sweep);
  Outputs outputs = options.measurement.open(with_parts(Inputs(sweep.experiment().scene), options));

  const lab::SweepResults results = results_of(options, sweep);
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), sweep, results);
  if (outputs.json.wanted()) outputs.json.stream() << io::sweep_json(sweep, results);
  if (outputs.plot.wanted()) {
    outputs.plot.stream() << io::draw_sweep(sweep, results, options.measurement.plot_format());
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) print_sweep(std::cout, sweep, results);
  tell_written(outputs.file_names());
}

}  // namespace

void add_sweep(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "sweep", "Runs one method over ranges of one or two settings and finds the best values");
  const auto options = std::make_shared<SweepOptions>();
  options->add_to(*command);
  command->footer(
      "Example: iklab sweep --scene double-y --method dls --vary lambda=0.1:3:30 \\\n"
      "           --vary d-max=0.05:2:30 --steps 800 --warmup 200 --plot map.svg");
  command->callback([options] { sweep(*options); });
}

}  // namespace cli
