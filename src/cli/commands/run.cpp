#include "cli/commands/run.h"

#include "cli/options/measurement.h"

#include <memory>

namespace cli {
namespace {

struct RunOptions {
  MeasurementOptions measurement;
  std::string methods;  ///< one, or a list of several
};

}  // namespace

void add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "Runs one method on a scene and measures it");
  const auto options = std::make_shared<RunOptions>();
  options->measurement.add_to(*command, {});
  add_no_times({*command, "Measurement"}, options->measurement.no_times);
  add_method_option(*command, options->methods)->required();
  command
      ->add_flag("--diagnose", options->measurement.diagnose,
                 "Diagnose shaking after the warm-up, and try remedies")
      ->group("Measurement");
  command->footer(
      "Example: iklab run --scene double-y --method dls --lambda 1.1 --steps 2400 \\\n"
      "           --warmup 400 --csv run.csv --plot run.svg");
  command->callback([options] {
    measure(options->measurement, {&method_of("--method", options->methods)}, Report::kRun);
  });
}

void add_compare(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("compare", "Runs several methods on a scene and compares them");
  const auto options = std::make_shared<RunOptions>();
  options->measurement.add_to(*command, {});
  add_no_times({*command, "Measurement"}, options->measurement.no_times);
  command
      ->add_option("--methods", options->methods, wrapped_help(std::string("The ") + kMethodsHelp))
      ->type_name("M1,M2,...")
      ->required();
  command->footer("Example: iklab compare --scene y --methods dls,sdls --steps 2400 --warmup 400");
  command->callback([options] {
    measure(options->measurement, methods_of(options->methods), Report::kComparison);
  });
}

}  // namespace cli
