#include <memory>

#include "cli/commands/commands.h"
#include "cli/options/measurement.h"

namespace cli {
namespace {

struct RunOptions {
  MeasurementOptions measurement;
  std::string method;
};

const Report& run_report() {
  static const Report report{
      io::CsvStream::MethodColumn::kNo,
      [](const Measurement& m) {
        return m.diagnoses.empty() ? io::summary_json(m.results.front())
                                   : io::summary_json(m.results.front(), m.diagnoses.front());
      },
      [](const Measurement& m) {
        const lab::Recording& recording = m.recordings.front();
        return std::vector<lab::Plot>{lab::error_plot(recording), lab::jitter_plot(recording)};
      }};
  return report;
}

}  // namespace

void add_run(CLI::App& program) {
  CLI::App* command = program.add_subcommand("run", "Runs one method on a scene and measures it");
  const auto options = std::make_shared<RunOptions>();
  options->measurement.add_to(*command, {});
  add_method_option(*command, options->method)->required();
  command
      ->add_flag("--diagnose", options->measurement.diagnose,
                 "Say why it shakes after the warm-up, and what would help")
      ->group("Measurement");
  command->footer(
      "Example: iklab run --scene double-y --method dls --lambda 1.1 --steps 2400 \\\n"
      "           --warmup 400 --csv run.csv --plot run.svg");
  command->callback([options] {
    measure(options->measurement, {&method_of("--method", options->method)}, run_report());
  });
}

}  // namespace cli
