#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/sweep_options.h"
#include "cli/sweep_table.h"
#include "io/file.h"
#include "io/sweep_csv.h"
#include "io/sweep_files.h"
#include "io/sweep_workers.h"

namespace cli {
namespace {

void merge(const SweepOptions& options) {
  options.expect_merge_alone();
  Output csv(options.measurement.csv.empty() ? "-" : options.measurement.csv);
  const std::vector<std::filesystem::path> parts(options.merge.begin(), options.merge.end());
  csv.stream() << io::merged_csv(parts);
  csv.finish();
  csv.commit();
}

lab::SweepResults computed(const lab::Sweep& sweep, std::vector<int> cells, int threads) {
  lab::SweepResults results(sweep);
  io::SweepWorkers workers(sweep, std::move(cells), threads);
  for (auto ready = workers.wait(); !ready.empty(); ready = workers.wait()) {
    for (const auto& [cell, summary] : ready) results.set(cell, summary);
  }
  return results;
}

void sweep(const SweepOptions& options) {
  if (!options.merge.empty()) return merge(options);
  const lab::Sweep sweep = options.sweep();
  std::vector<int> cells = options.cells(sweep);
  const int threads = options.thread_count();
  options.measurement.check_outputs();
  Outputs outputs(options.measurement);

  const lab::SweepResults results = computed(sweep, std::move(cells), threads);
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), sweep, results);
  if (outputs.json.wanted()) outputs.json.stream() << io::sweep_json(sweep, results);
  if (outputs.plot.wanted()) {
    outputs.plot.stream() << io::draw_sweep(sweep, results, options.measurement.plot_format());
  }
  outputs.commit();
  if (outputs.leave_standard_output()) print_sweep(std::cout, sweep, results);
}

}  // namespace

void add_sweep(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "sweep",
      "Runs one method over ranges of one or two settings: where it is best, where it shakes");
  const auto options = std::make_shared<SweepOptions>();
  options->add_to(*command);
  command->footer(
      "Example: iklab sweep --scene double-y --method dls --vary lambda=0.1:3:30 \\\n"
      "           --vary d-max=0.05:2:30 --steps 800 --warmup 200 --plot map.svg");
  command->callback([options] { sweep(*options); });
}

}  // namespace cli
