#include <functional>
#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/measurement.h"
#include "cli/output/progress.h"
#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/text.h"
#include "io/report/json_output.h"
#include "io/saved/preparation_files.h"
#include "io/setup/provenance.h"
#include "lab/plot/plot.h"
#include "lab/plot/recording_plots.h"
#include "lab/run/run.h"
#include "work/platform.h"

namespace cli {
namespace {

/// Contents of the files: the run of one method, or a comparison of one or more methods.
enum class Report { kRun, kComparison };

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
  return io::summary_json(m.results.front(), m.diagnoses.empty() ? nullptr : &m.diagnoses.front());
}

std::vector<lab::Plot> plots_of(const Measurement& m, Report report) {
  if (report == Report::kComparison) return {lab::comparison_plot(m.recordings)};
  return {lab::error_plot(m.recordings.front()), lab::jitter_plot(m.recordings.front())};
}

/// Wraps a text into lines, each indented by this number of spaces.
std::string indented(const std::string& text, std::size_t columns) {
  std::string result(columns, ' ');
  for (const char c : wrapped(io::printable(text), kTextColumns - columns)) {
    result += c;
    if (c == '\n') result += std::string(columns, ' ');
  }
  return result + '\n';
}

/// Prints the causes of shaking, strongest first, each with the remedies that helped and their
/// jitter and mean error.
void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed) {
  const std::vector<lab::Cause>& causes = diagnosed.diagnosis.causes;
  out << (lab::is_still(causes.front().id) ? "\nit does not shake:\n" : "\nwhy it shakes:\n");
  for (const lab::Cause& cause : causes) {
    const std::string presence = lab::presence(cause);
    out << "  " << lab::name(cause.id) << (presence.empty() ? "" : " (" + presence + ")") << '\n';
    out << indented(cause.sentence + " " + cause.source + ".", 4);
    for (const lab::Symptom& symptom : cause.symptoms) out << indented(text(symptom), 6);
    if (!cause.above.empty()) out << indented(cause.above, 4);
    const auto name_of = [&](int j) { return diagnosed.multibody.joint(j).name; };
    const std::string joints = io::joined(cause.joints, ", ", name_of);
    if (!joints.empty()) out << indented("joints: " + joints, 4);
    if (cause.remedies.empty()) continue;
    out << "    try, the calmest first:\n";
    for (const lab::Remedy& remedy : cause.remedies) {
      out << indented(fmt::format("{} ({})", remedy.label, effect(remedy)), 6);
    }
  }
}

/// The methods that keep the loops of a body closed, all of them without loops. The others are
/// told. \throws io::Error if none is left
std::vector<const ik::MethodInfo*> methods_for(const lab::Scene& scene,
                                               std::vector<const ik::MethodInfo*> methods) {
  if (scene.multibody.loops().empty()) return methods;
  std::vector<std::string> others;
  std::erase_if(methods, [&others](const ik::MethodInfo* method) {
    const bool opens = method->create().traits().opens_loops;
    if (opens) others.emplace_back(method->id);
    return opens;
  });
  if (others.empty()) return methods;
  const std::string told =
      fmt::format("{} cannot keep the loops of '{}' closed", io::joined(others, ", "), scene.id);
  if (methods.empty()) throw io::Error(told);
  tell_note(told);
  return methods;
}

/// Runs the methods one after the other and writes the files. A table goes to standard output
/// unless a file goes there. Checks the input and opens the files before the first step.
void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& wished,
             Report report) {
  const MeasurementOptions::Length length = options.length();
  const lab::Scene scene = options.setup.scene();
  const std::vector<const ik::MethodInfo*> methods = methods_for(scene, wished);
  const lab::Settings settings = options.setup.settings(scene);
  const lab::Params params = options.setup.params(methods);
  Outputs outputs = options.open(Inputs(scene));
  tell_unused(options.setup.given_settings(), io::tracking_uses(scene, settings, methods));
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
    outputs.plot.stream() << io::draw_plots(plots_of(measurement, report),
                                            plot_format_of(options.plot),
                                            io::provenance(experiment, methods));
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) {
    print_results(std::cout, scene, measurement.results);
    for (const io::Diagnosed& run : measurement.diagnoses) print_diagnosis(std::cout, run);
  }
  tell_written(outputs.file_names());
}

struct RunOptions {
  MeasurementOptions measurement;
  std::string methods;  ///< one, or a list of several
};

void run(const RunOptions& options) {
  measure(options.measurement, {&method_of("--method", options.methods)}, Report::kRun);
}

void compare(const RunOptions& options) {
  measure(options.measurement, methods_of(options.methods), Report::kComparison);
}

}  // namespace

void add_run(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "run", "Runs one method on a scene and measures it", run);
  options.measurement.add_to(app, {});
  add_no_times({app, "Measurement"}, options.measurement.no_times);
  add_method_option(app, options.methods)->required();
  app.add_flag("--diagnose", options.measurement.diagnose,
               "Diagnose shaking after the warm-up, and try remedies")
      ->group("Measurement");
  app.footer(
      "Example: iklab run --scene double-y --method dls --lambda 1.1 --steps 2400 \\\n"
      "           --warmup 400 --csv run.csv --plot run.svg");
}

void add_compare(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "compare", "Runs several methods on a scene and compares them", compare);
  options.measurement.add_to(app, {});
  add_no_times({app, "Measurement"}, options.measurement.no_times);
  add_methods_option(app, options.methods)->required();
  app.footer("Example: iklab compare --scene y --methods dls,sdls --steps 2400 --warmup 400");
}

}  // namespace cli
