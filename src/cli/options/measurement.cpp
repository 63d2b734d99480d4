#include "cli/options/measurement.h"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "cli/output/progress.h"
#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/report/json_output.h"
#include "io/saved/preparation_files.h"
#include "io/setup/setup_json.h"
#include "lab/plot/recording_plots.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "work/platform.h"

namespace cli {
namespace {

/// Checks that the rows fit in memory: a plot keeps all of them.
void expect_room(const lab::Tracker& tracker, MeasurementOptions::Length length,
                 std::size_t methods) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
  const std::size_t rows = kMaxBytes / lab::Recording(tracker).row_bytes() / methods;
  if (static_cast<std::size_t>(length.steps) < rows) return;
  throw io::Error(
      fmt::format("--plot: keeps every step in memory: at most {} --steps of this scene with {} "
                  "{}; --csv takes more",
                  rows - 1, methods, methods == 1 ? "method" : "methods"));
}

/// lab::run with a progress line.
/// \param done  finished fraction of the whole work
/// \param share fraction of the whole work that this run makes up
lab::Summary run_shown(lab::Tracker& tracker, const lab::RunPlan& plan, ProgressLine& line,
                       double done, double share) {
  prepare(tracker, *plan.store, line, done);
  const char* const method = tracker.method_info().id;
  lab::Run run(tracker, plan);
  for (double own = 0.0; (own = run.advance(kShownSteps)) < 1.0;) {
    line.show(done + own * share, method);
  }
  return run.summary();
}

/// Results, one entry per method.
struct Measurement {
  std::vector<io::Result> results;
  std::vector<lab::Recording> recordings;  // empty unless there is a plot
  std::vector<io::Diagnosed> diagnoses;    // empty unless diagnosed
};

std::string json_of(const Measurement& m, Report report) {
  if (report == Report::kComparison) return io::summary_json(m.results);
  return m.diagnoses.empty() ? io::summary_json(m.results.front())
                             : io::summary_json(m.results.front(), m.diagnoses.front());
}

std::vector<lab::Plot> plots_of(const Measurement& m, Report report) {
  if (report == Report::kComparison) return {lab::comparison_plot(m.recordings)};
  return {lab::error_plot(m.recordings.front()), lab::jitter_plot(m.recordings.front())};
}

}  // namespace

void MeasurementOptions::add_to(CLI::App& command, const Help& texts) {
  setup.add_to(command, texts.scene_required);
  const OptionGroup group{command, "Measurement"};
  group.add("--steps", steps, "N", fmt::format("Time steps to make (default: {})", steps));
  group.add("--warmup", warmup, "N",
            fmt::format("First steps left out of the summary (default: {})", warmup));
  group.add_file("--csv", csv, texts.csv);
  group.add_file("--json", json, texts.json);
  group.add_file("--plot", plot, texts.plot);
}

void add_no_times(const OptionGroup& group, bool& no_times, const char* besides) {
  group.add_flag(
      "--no-times", no_times,
      wrapped_help(fmt::format("Time nothing: {}output that depends on the input alone", besides)));
}

MeasurementOptions::Length MeasurementOptions::length() const {
  const Length length{count_option("--steps", steps, 1, lab::kMaxRunSteps),
                      count_option("--warmup", warmup, 0)};
  if (length.warmup >= length.steps) {
    throw io::Error("--warmup: leaves none of the --steps to measure");
  }
  return length;
}

Outputs MeasurementOptions::open(const Inputs& inputs, const std::string& report) const {
  if (!plot.empty()) plot_format();
  return {{.csv = csv, .json = json, .plot = plot, .report = report}, inputs};
}

io::PlotFormat MeasurementOptions::plot_format() const { return plot_format_of(plot); }

io::PlotFormat plot_format_of(const std::string& plot) {
  try {
    return io::plot_format(plot);
  } catch (const io::Error& error) {
    throw io::Error(std::string("--plot: ") + error.what());
  }
}

int thread_count(const std::string& threads) {
  constexpr long kMaxThreads = 1024;
  if (threads.empty()) return work::machine_threads();
  return static_cast<int>(count_option("--threads", threads, 1, kMaxThreads));
}

void tell_if_slow(const std::vector<const ik::MethodInfo*>& methods, const ik::Multibody& body) {
  for (const ik::MethodInfo* method : methods) {
    const std::string words = lab::slow_in_words(*method, body);
    if (!words.empty()) tell_note(words);
  }
}

void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& methods,
             Report report) {
  const MeasurementOptions::Length length = options.length();
  const lab::Scene scene = options.setup.scene();
  const lab::Settings settings = options.setup.settings(scene);
  const lab::Params params = options.setup.params(methods);
  Outputs outputs = options.open(Inputs(scene));
  tell_unused(options.setup.given_settings(), tracking_uses(scene, settings, methods));
  tell_if_slow(methods, scene.multibody);

  Measurement measurement;
  io::PreparationFiles store(options.setup.cache.folder());
  const double share = 1.0 / static_cast<double>(methods.size());
  std::optional<ProgressLine> line(methods.size() > 1 ? "compare" : "run");
  std::optional<io::CsvStream> csv;
  if (outputs.csv.wanted()) {
    const bool compares = report == Report::kComparison;
    csv.emplace(outputs.csv.stream(),
                compares ? io::CsvStream::Columns::kMethod : io::CsvStream::Columns::kPlain);
  }
  const bool keeps_rows = outputs.plot.wanted();
  if (keeps_rows) {
    expect_room(lab::Tracker(scene, *methods.front(), settings), length, methods.size());
  }
  for (const ik::MethodInfo* method : methods) {
    lab::Tracker tracker(scene, *method, settings);
    set_params(tracker, params);
    lab::Recording recording(tracker);
    lab::DiagnosisObserver observer(lab::kOff, length.warmup);
    lab::RunPlan plan{.steps = length.steps,
                      .warmup = length.warmup,
                      .clock = options.no_times ? lab::Clock() : work::nanoseconds,
                      .cpu = options.no_times ? lab::Clock() : work::thread_nanoseconds,
                      .on_measured = options.diagnose
                                         ? [&observer](const lab::Tracker& t) { observer.add(t); }
                                         : std::function<void(const lab::Tracker&)>(),
                      .store = &store};
    if (keeps_rows || csv) {
      plan.on_row = [&](const lab::Tracker& row) {
        if (keeps_rows) recording.add(row);
        if (csv) csv->add(row);
        // report a full disk now instead of after the last step
        if (csv && !outputs.csv.stream()) outputs.csv.finish();
      };
    }
    const double done = static_cast<double>(measurement.results.size()) * share;
    const lab::Summary summary = run_shown(tracker, plan, *line, done, share);
    measurement.results.push_back(io::Result::of(tracker, summary));
    if (keeps_rows) measurement.recordings.push_back(std::move(recording));
    if (options.diagnose) {
      measurement.diagnoses.push_back({tracker.multibody(), lab::diagnose(tracker, observer)});
    }
  }

  line.reset();
  if (csv) csv->flush();
  if (outputs.json.wanted()) outputs.json.stream() << json_of(measurement, report);
  if (outputs.plot.wanted()) {
    lab::Experiment experiment{scene, methods.front(), settings, length.steps, length.warmup};
    experiment.settings.set_params(params);
    outputs.plot.stream() << io::draw_plots(plots_of(measurement, report), options.plot_format(),
                                            io::provenance(experiment, methods));
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) {
    print_results(std::cout, scene, measurement.results);
    for (const io::Diagnosed& run : measurement.diagnoses) print_diagnosis(std::cout, run);
  }
  tell_written(outputs.file_names());
}

}  // namespace cli
