#include "cli/output/sweep_output.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "io/report/json_output.h"
#include "io/saved/result_files.h"
#include "io/setup/setup_json.h"
#include "lab/scene/knobs.h"
#include "lab/sweep/sweep_figures.h"

namespace cli {
namespace {

void print_head(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
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
  print_head(out, sweep, results);
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

}  // namespace

void write_sweep(Outputs& outputs, const lab::Sweep& sweep, const lab::SweepResults& results) {
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), sweep, results);
  if (outputs.json.wanted()) outputs.json.stream() << io::sweep_json(sweep, results);
  if (outputs.plot.wanted()) {
    const io::PlotFormat format = io::plot_format(outputs.plot.file_name());
    outputs.plot.stream() << io::draw_sweep(sweep, results, format);
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) print_sweep(std::cout, sweep, results);
}

}  // namespace cli
