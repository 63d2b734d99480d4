#include "cli/commands/commands.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include "cli/options/measurement.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/files/csv.h"
#include "io/files/text.h"
#include "io/report/json_output.h"
#include "io/saved/preparation_files.h"
#include "io/saved/session_file.h"
#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/run/timeline.h"
#include "lab/scene/knobs.h"
#include "work/platform.h"

namespace cli {
namespace {

struct ReplayOptions {
  std::string file;
  std::string warmup = "0";
  std::string csv, json;
  bool no_times = false;
  CacheOption cache;
};

/// A lane as text: "Damped least squares, λ 0.6, angle cap 45°". Unset settings show the
/// method's own values.
std::string text_of(const lab::Lane& lane) {
  return lab::describe(*lane.method, lab::settings_in_force(lane.settings, *lane.method));
}

/// Measurements of a lane since it was added.
struct Measured {
  explicit Measured(long warmup) : metrics(warmup) {}
  lab::Metrics metrics;
  lab::UpdateTime time{work::nanoseconds, work::thread_nanoseconds};
};

using Lanes = std::map<int, Measured>;

/// CSV rows of one lane: the front lane at the end of the session.
struct Rows {
  int lane;
  io::CsvStream csv;
};

void take_in_new_lanes(const lab::Bench& bench, long warmup, Lanes& lanes,
                       std::optional<Rows>& rows) {
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const int id = bench.setup().lanes[i].id;
    const bool is_new = lanes.try_emplace(id, warmup).second;
    if (is_new && rows && rows->lane == id) rows->csv.add(bench.tracker(i));
  }
}

void measure_step(const lab::Bench& bench, Lanes& lanes, std::optional<Rows>& rows) {
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const int id = bench.setup().lanes[i].id;
    const lab::Tracker& tracker = bench.tracker(i);
    Measured& lane = lanes.at(id);
    lane.metrics.add(tracker);
    lane.time.add(bench.update_ns(i) * tracker.updates(), tracker.updates());
    if (rows && rows->lane == id) rows->csv.add(tracker);
  }
}

std::vector<io::Result> results_of(const lab::Bench& bench, const Lanes& lanes, bool timed) {
  std::vector<io::Result> results;
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const Measured& lane = lanes.at(bench.setup().lanes[i].id);
    lab::Summary summary = lane.metrics.summary();
    if (timed) summary.ns_per_update = lane.time.median();
    results.push_back(io::Result::of(bench.tracker(i), summary));
  }
  return results;
}

/// Prints the changes during the session: the results cover all steps.
void print_changes(const io::SavedSession& session, const std::vector<lab::ChangeNote>& notes) {
  if (notes.empty()) return;
  std::cout << '\n';
  for (const lab::Lane& lane : session.start.lanes) {
    std::cout << "at the start: " << text_of(lane) << '\n';
  }
  for (const std::string& other : lab::differences_from_scene(session.start)) {
    std::cout << "at the start: " << io::printable(other) << '\n';
  }
  std::cout << "changed on the way, at\n";
  for (const lab::ChangeNote& note : notes) {
    std::cout << "  " << io::printable(note.text()) << '\n';
  }
}

/// Whether a lane changes its method: then each row of its CSV names the method.
bool switches_method(const io::SavedSession& session, int lane) {
  const ik::MethodInfo* method = nullptr;
  const auto is_other = [&](const lab::Setup& setup) {
    const auto found = std::ranges::find(setup.lanes, lane, &lab::Lane::id);
    if (found == setup.lanes.end()) return false;
    const ik::MethodInfo* const before = std::exchange(method, found->method);
    return before != nullptr && before != method;
  };
  bool switches = is_other(session.start);
  for (const lab::SetupChange& change : session.changes) switches |= is_other(change.setup);
  return switches;
}

/// Refuses --csv if the body changes: another body has other columns.
void expect_one_body(const io::SavedSession& session, const ReplayOptions& options) {
  if (options.csv.empty()) return;
  for (const lab::SetupChange& change : session.changes) {
    if (change.setup.scene == session.start.scene) continue;
    throw io::Error("--csv: the body changes after step " + std::to_string(change.step) + " of " +
                    options.file + ", and its rows have other columns from there on");
  }
}

void replay(const ReplayOptions& options) {
  const long warmup = count_option("--warmup", options.warmup, 0);
  const bool from_input = options.file == "-";
  const std::string source = from_input ? "standard input" : options.file;
  const io::SavedSession session =
      from_input ? io::parse_session(standard_input(), source) : io::read_session(source);
  if (session.steps == 0) throw io::Error(source + ": steps: the run has none");
  if (warmup >= session.steps) throw io::Error("--warmup: must be less than the number of steps");
  expect_one_body(session, options);
  Inputs inputs(*session.start.scene, "the scene");
  inputs.add("FILE", options.file);
  Outputs outputs({.csv = options.csv, .json = options.json}, inputs);

  lab::Bench bench(session.start);
  io::PreparationFiles store(options.cache.folder());
  std::optional<ProgressLine> line("replay");
  Lanes lanes;
  const lab::Setup& end = session.changes.empty() ? session.start : session.changes.back().setup;
  std::optional<Rows> rows;
  if (outputs.csv.wanted()) {
    const int lane = end.front_lane().id;
    const bool named = switches_method(session, lane);
    rows = Rows{lane, io::CsvStream(outputs.csv.stream(), named ? io::CsvStream::Columns::kMethod
                                                                : io::CsvStream::Columns::kPlain)};
  }
  take_in_new_lanes(bench, warmup, lanes, rows);
  auto change = session.changes.begin();
  for (long step = 0; step <= session.steps; ++step) {
    if (step > 0) {
      const double share = static_cast<double>(step) / static_cast<double>(session.steps);
      prepare(bench, store, *line, share);
      if (step % kShownSteps == 0) line->show(share);
      bench.step(work::nanoseconds);
      measure_step(bench, lanes, rows);
    }
    for (; change != session.changes.end() && change->step == step; ++change) {
      bench.apply(change->setup);
      take_in_new_lanes(bench, warmup, lanes, rows);
    }
  }

  line.reset();
  const std::vector<io::Result> results = results_of(bench, lanes, !options.no_times);
  if (rows) rows->csv.flush();
  const std::vector<lab::ChangeNote> notes = lab::change_notes(session.start, session.changes);
  if (outputs.json.wanted()) outputs.json.stream() << io::summary_json(results, notes);
  outputs.commit();
  if (outputs.standard_output_is_free()) {
    print_results(std::cout, *bench.setup().scene, results, notes.empty() ? "" : "at the end: ");
    print_changes(session, notes);
  }
  tell_written(outputs.file_names());
}

}  // namespace

void add_replay(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "replay",
                  "Repeats a session saved in the window, bit for bit, and measures it", replay);
  app.add_option("FILE", options.file, "A session file; - is standard input")
      ->type_name("FILE")
      ->required();
  const OptionGroup group{app, "Measurement"};
  group.add("--warmup", options.warmup, "N", "First steps left out of the summary (default: 0)");
  group.add("--csv", options.csv, "FILE",
            "Every step of the last front lane; a first column names the "
            "method where it changes");
  group.add("--json", options.json, "FILE", "A summary of every lane at the end");
  add_no_times(group, options.no_times);
  options.cache.add_to(app);
  app.footer("Example: iklab replay recordings/session-001.json --csv run.csv");
}

}  // namespace cli
