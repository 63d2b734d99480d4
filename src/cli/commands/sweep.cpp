#include "cli/commands/commands.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/session/sweep_runner.h"
#include "cli/options/measurement.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/report/json_output.h"
#include "io/saved/preparation_files.h"
#include "io/saved/result_files.h"
#include "io/setup/provenance.h"
#include "lab/scene/knobs.h"
#include "lab/sweep/sweep.h"
#include "lab/sweep/sweep_figures.h"

namespace cli {
namespace {

/// The options of `sweep`. The functions throw io::Error naming the option.
struct SweepOptions {
  MeasurementOptions measurement;
  std::string method;
  std::vector<std::string> vary;  ///< NAME=LO:HI:COUNT[:lin|:log]
  ShardOptions shards;
  const CLI::App* command = nullptr;

  void add_to(CLI::App& app);

  /// The whole sweep.
  lab::Sweep sweep() const;
};

constexpr const char* kVaryForm = "expected NAME=LO:HI:COUNT, or with :lin or :log behind it";

[[noreturn]] void fail(const std::string& vary, const std::string& what) {
  throw io::Error(fmt::format("--vary {}: {}", vary, what));
}

double parse_end(const lab::SweepAxis& axis, const std::string& vary, const std::string& text) {
  if (const std::optional<double> value = lab::parse_axis_value(axis, text)) return *value;
  if (text == "off") fail(vary, "off cannot be an end of a range");
  if (axis.kind == ik::KnobKind::kChoice || axis.kind == ik::KnobKind::kSwitch) {
    fail(vary, "LO and HI are each " + axis.expectation());
  }
  fail(vary, fmt::format("'{}' is not a number", text));
}

void SweepOptions::add_to(CLI::App& app) {
  command = &app;
  measurement.add_to(
      app, {.csv = "A row for every cell: its values and its summary; - is standard output",
            .json = "The whole sweep; - is standard output",
            .plot = "A map of error and jitter, or lines, drawn to .svg, .png or .pdf",
            .scene_required = false});
  add_method_option(app, method);
  const OptionGroup group{app, "Sweep"};
  group
      .add("--vary", vary, "NAME=LO:HI:COUNT",
           wrapped_help(
               "What to vary: a setting or a parameter of the method, from LO to HI in COUNT "
               "values; may be given twice. Spacing is logarithmic if the window's slider is "
               "(lambda, d-max, ...), otherwise linear; append :log or :lin to choose, as in "
               "lambda=0.1:1:10:lin. Words work, too: jacobian=effector:target:2"))
      ->allow_extra_args(false);
  shards.add_to(group, "cell", "sweep");
}

lab::Sweep SweepOptions::sweep() const {
  if (measurement.setup.scene_name.empty()) throw io::Error("--scene is required");
  if (method.empty()) throw io::Error("--method is required");
  if (vary.empty()) throw io::Error("--vary is required: what to vary, such as lambda=0.1:1:10");
  if (vary.size() > 2) throw io::Error("--vary: at most two");

  const auto [steps, warmup] = measurement.length();
  const ik::MethodInfo& info = method_of("--method", method);
  lab::Scene scene = measurement.setup.scene();
  lab::Settings settings = measurement.setup.settings(scene);
  const lab::Params params = measurement.setup.params({&info});
  settings.set_params(params);
  lab::Experiment experiment{std::move(scene), &info, std::move(settings), steps, warmup};

  std::vector<lab::SweepAxis> axes;
  for (const std::string& text : vary) {
    axes.push_back(parse_axis(info, text));
    const std::string name = axes.back().name;
    for (const auto& [knob, value] : measurement.setup.given_settings()) {
      if (name == knob->name) fail(name, fmt::format("not together with --{}", name));
    }
    if (params.contains(name)) fail(name, fmt::format("not together with --param {}", name));
  }
  if (axes.size() == 2) {
    if (axes[0].is_named(axes[1].name)) fail(axes[0].name, "appears twice");
    const long cells = static_cast<long>(axes[0].count) * axes[1].count;
    if (cells > lab::kMaxCells) {
      throw io::Error(fmt::format("--vary: {} cells; at most {}", cells, lab::kMaxCells));
    }
  }
  return {std::move(experiment), std::move(axes)};
}

void merge(const SweepOptions& options) {
  options.shards.expect_merge_alone(*options.command);
  Output csv("--csv", options.measurement.csv.empty() ? "-" : options.measurement.csv,
             options.shards.with_parts({}));
  std::vector<std::string> notes;
  csv.stream() << io::merged_csv(options.shards.parts(), &notes);
  csv.commit();
  for (const std::string& note : notes) tell_note(note);
  tell_written({csv.file_name()});
}

lab::SweepResults computed(const SweepOptions& options, const lab::Sweep& sweep) {
  std::vector<int> cells = sweep.order();  // from coarse to fine
  options.shards.keep_own(cells);
  lab::SweepResults results(sweep);
  io::PreparationFiles store(options.measurement.setup.cache.folder());
  work::Pool pool(options.shards.threads(cells.size()));
  app::SweepJob job(pool, sweep, std::move(cells), &store);
  ProgressLine line("sweep");
  while (!job.wait_for(ProgressLine::kPause)) line.show(job.progress());
  for (const auto& [cell, summary] : job.take()) results.set(cell, summary);
  return results;
}

lab::SweepResults results_of(const SweepOptions& options, const lab::Sweep& sweep) {
  if (!options.shards.merges()) return computed(options, sweep);
  std::vector<std::string> notes;
  lab::SweepResults results = io::read_results(sweep, options.shards.parts(), &notes);
  for (const std::string& note : notes) tell_note(note);
  return results;
}

/// Notes settings and axes that have no effect in any cell.
void tell_without_effect(const SweepOptions& options, const lab::Sweep& sweep) {
  const std::vector<lab::Settings> corners = sweep.corners();
  const std::vector<lab::KnobUse> uses = io::uses_of(sweep.experiment(), corners);
  tell_unused(options.measurement.setup.given_settings(), uses);
  for (const lab::SweepAxis& axis : sweep.axes()) {
    tell_no_effect(fmt::format("--vary {}", axis.name), lab::why_no_effect(axis, uses));
  }
}

void print_sweep_head(std::ostream& out, const lab::Sweep& sweep,
                      const lab::SweepResults& results) {
  const lab::Experiment& experiment = sweep.experiment();
  const bool varies = std::ranges::any_of(sweep.axes(), [](const lab::SweepAxis& axis) {
    return lab::knob::kTimeStep.is_named(axis.name);
  });
  const auto time_step = varies ? std::nullopt : std::optional(sweep.settings(0).time_step);
  out << text_of_run(experiment.scene, experiment.steps, experiment.warmup, time_step) << "\n  "
      << lab::describe(sweep);
  for (const lab::SweepAxis& axis : sweep.axes()) out << "; " << io::text_of_axis(axis);
  out << '\n';
  if (results.done() < results.cell_count()) {
    out << fmt::format("  {} of {} cells\n", results.done(), results.cell_count());
  }
  out << '\n';
}

/// Prints one row per cell.
/// \param named adds a first column with the cells' names
void print_cells(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results,
                 const std::vector<std::pair<std::string, int>>& cells, bool named) {
  Table table;
  if (named) table.add_column("");
  for (const lab::SweepAxis& axis : sweep.axes()) {
    table.add_column(*axis.unit == '\0' ? axis.name : fmt::format("{} [{}]", axis.name, axis.unit),
                     Table::Align::kRight);
  }
  const bool aims = sweep.experiment().scene.multibody.aim_count() > 0;
  const MeasureColumns measures{.timed = false, .aims = aims};
  measures.add_to(table);
  for (const auto& [words, cell] : cells) {
    std::vector<std::string> row;
    if (named) row.push_back(words);
    for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis) {
      row.push_back(lab::option_text(sweep.axes()[axis], sweep.value(cell, axis)));
    }
    measures.add_cells(*results.at(cell), row);
    table.add_row(std::move(row));
  }
  table.print(out);
}

void print_landmarks(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const lab::Landmarks landmarks = lab::find(sweep, results);
  std::vector<std::pair<std::string, int>> cells;
  const auto add = [&cells](const std::string& words, std::optional<int> cell) {
    if (cell) cells.emplace_back(words, *cell);
  };
  add("least error", landmarks.least_error);
  add("least jitter", landmarks.least_jitter);
  add(fmt::format("calmest within {:g} % of the least error", 100.0 * lab::Landmarks::kSlack),
      landmarks.calmest);
  print_cells(out, sweep, results, cells, true);
  if (!landmarks.cliff) return;
  const auto [calm, shaky] = *landmarks.cliff;
  const std::size_t number = lab::cliff_axis(sweep);
  const lab::SweepAxis& axis = sweep.axes()[number];
  out << fmt::format(
      "\nOn the line through the least error shaking sets in between {} {} and {}: "
      "jitter goes from {:.4g} to {:.4g} deg, motion that turns back from {:.2g} to {:.2g} %.\n",
      axis.name, lab::option_text(axis, sweep.value(calm, number)),
      lab::option_text(axis, sweep.value(shaky, number)), results.at(calm)->mean_jitter_deg,
      results.at(shaky)->mean_jitter_deg, 100.0 * results.at(calm)->roughness,
      100.0 * results.at(shaky)->roughness);
}

/// Every cell for one axis, and the best cells.
void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  print_sweep_head(out, sweep, results);
  if (sweep.axes().size() == 1) {
    std::vector<std::pair<std::string, int>> cells;
    for (int cell = 0; cell < results.cell_count(); ++cell) {
      if (results.at(cell) != nullptr) cells.emplace_back("", cell);
    }
    print_cells(out, sweep, results, cells, false);
    out << '\n';
  }
  print_landmarks(out, sweep, results);
}

void write_sweep(Outputs& outputs, const lab::Sweep& sweep, const lab::SweepResults& results) {
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), sweep, results);
  if (outputs.json.wanted()) outputs.json.stream() << io::sweep_json(sweep, results);
  if (outputs.plot.wanted()) {
    outputs.plot.stream() << io::draw_sweep(sweep, results,
                                            io::plot_format(outputs.plot.file_name()));
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) print_sweep(std::cout, sweep, results);
}

void sweep(const SweepOptions& options) {
  if (options.shards.merges() && options.vary.empty()) return merge(options);
  const lab::Sweep sweep = options.sweep();
  options.shards.check();
  Outputs outputs =
      options.measurement.open(options.shards.with_parts(Inputs(sweep.experiment().scene)));
  tell_without_effect(options, sweep);
  tell_if_slow({sweep.experiment().method}, sweep.experiment().scene.multibody);
  write_sweep(outputs, sweep, results_of(options, sweep));
  tell_written(outputs.file_names());
}

}  // namespace

lab::SweepAxis parse_axis(const ik::MethodInfo& method, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) fail(text, kVaryForm);
  const std::string name = text.substr(0, equals);
  std::optional<lab::SweepAxis> axis = lab::find_axis(method, name);
  if (!axis) {
    fail(name, fmt::format("no such setting or parameter; {} has {}", method.id,
                           fmt::join(lab::axis_names(method), ", ")));
  }

  const std::vector<std::string> parts = io::parts_of(text.substr(equals + 1), ':');
  if (parts.size() < 3 || parts.size() > 4) fail(text, kVaryForm);
  axis->low = parse_end(*axis, text, parts[0]);
  axis->high = parse_end(*axis, text, parts[1]);
  const std::optional<long> count = io::parse_count(parts[2]);
  if (!count) fail(text, "COUNT is a whole number of at least 2");
  axis->count = static_cast<int>(std::clamp(*count, 0L, lab::kMaxCells + 1));
  if (parts.size() == 4) {
    if (parts[3] != "lin" && parts[3] != "log") fail(text, kVaryForm);
    axis->logarithmic = parts[3] == "log";
  }
  const std::string trouble = lab::fault(*axis);
  if (!trouble.empty()) fail(text, trouble);
  return *axis;
}

void add_sweep(CLI::App& program) {
  const auto [app, options] = add_command(
      program, "sweep",
      "Runs one method over ranges of one or two settings and finds the best values", sweep);
  options.add_to(app);
  app.footer(
      "Example: iklab sweep --scene double-y --method dls --vary lambda=0.1:3:30 \\\n"
      "           --vary d-max=0.05:2:30 --steps 800 --warmup 200 --plot map.svg");
}

}  // namespace cli
