#include "cli/measurement.h"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <span>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/table.h"
#include "cli/words.h"
#include "io/plot_file.h"
#include "lab/experiment.h"

namespace cli {
namespace {

double nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::nano>(now).count();
}

struct Length {
  long steps, warmup;
};

Length length_of(const MeasurementOptions& options) {
  const Length length{count_option("--steps", options.steps, 1),
                      count_option("--warmup", options.warmup, 0)};
  if (length.warmup >= length.steps) {
    throw io::Error("--warmup: leaves none of the --steps to measure");
  }
  return length;
}

io::PlotFormat plot_format_of(const MeasurementOptions& options) {
  try {
    return io::plot_format(options.plot);
  } catch (const io::Error& error) {
    throw io::Error(std::string("--plot: ") + error.what());
  }
}

void expect_different_targets(const MeasurementOptions& options) {
  const auto place = [](const std::string& target) {
    // a path that does not exist yet stays relative unless it is made absolute first
    return target == "-" ? std::filesystem::path(target)
                         : std::filesystem::weakly_canonical(std::filesystem::absolute(target));
  };
  const auto same = [&place](const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && place(a) == place(b);
  };
  if (same(options.csv, options.json)) throw io::Error("--csv and --json: the same output");
  if (same(options.csv, options.plot)) throw io::Error("--csv and --plot: the same output");
  if (same(options.json, options.plot)) throw io::Error("--json and --plot: the same output");
}

}  // namespace

void MeasurementOptions::add_to(CLI::App& command) {
  const auto add = [&command](const char* name, std::string& value, const char* type,
                              const char* help) {
    command.add_option(name, value, help)->type_name(type)->group("Measurement");
  };
  setup.add_to(command);
  add("--steps", steps, "N", "Time steps to make (default: 400)");
  add("--warmup", warmup, "N", "First steps that the summary leaves out (default: 0)");
  const auto add_file = [&](const char* name, std::string& value, const char* help) {
    command.add_option(name, value, help)
        ->type_name("FILE")
        ->group("Measurement")
        ->check([](const std::string& path) {
          return path.empty() ? "expected a file's name" : std::string();
        });
  };
  add_file("--csv", csv, "Every step: angles, positions, errors; - is standard output");
  add_file("--json", json, "The summary; - is standard output");
  add_file("--plot", plot, "Error and jitter over time, drawn to .svg or .png");
}

void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& methods,
             const Report& report) {
  const Length length = length_of(options);
  const lab::Scene scene = options.setup.scene();
  const lab::Settings settings = options.setup.settings(scene);
  const SetupOptions::Params params = options.setup.params(methods);
  expect_different_targets(options);
  if (!options.plot.empty()) plot_format_of(options);
  Output csv(options.csv), json(options.json), plot(options.plot);

  Measurement measurement;
  const bool wants_rows = csv.wanted() || plot.wanted();
  for (const ik::MethodInfo* method : methods) {
    lab::Tracker tracker(scene, *method, settings);
    set_params(tracker, params);
    lab::Recording recording(tracker);
    const lab::Summary summary = lab::run(tracker, length.steps, length.warmup,
                                          wants_rows ? &recording : nullptr, nanoseconds);
    measurement.results.push_back(io::Result::of(tracker, summary));
    if (wants_rows) measurement.recordings.push_back(std::move(recording));
  }

  if (csv.wanted()) report.write_csv(csv.stream(), measurement);
  if (json.wanted()) json.stream() << report.json(measurement);
  if (plot.wanted()) {
    plot.stream() << io::draw_plots(report.plots(measurement), plot_format_of(options));
  }
  // all or none: no file takes its place before every one of them is complete
  for (Output* output : {&csv, &json, &plot}) output->finish();
  for (Output* output : {&csv, &json, &plot}) output->commit();
  if (!csv.to_standard_output() && !json.to_standard_output()) {
    print_results(std::cout, scene, measurement.results);
  }
}

}  // namespace cli
