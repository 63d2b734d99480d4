#include "cli/output/sweep_table.h"

#include <fmt/format.h>

#include "cli/output/table.h"
#include "io/files/text.h"
#include "io/setup/provenance.h"
#include "lab/sweep/findings.h"

namespace cli {
namespace {

constexpr auto kRight = Table::Align::kRight;

void print_head(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const lab::Experiment& experiment = sweep.experiment();
  out << fmt::format("{} ({}), {} steps of {:g} s", io::printable(experiment.scene.id),
                     io::printable(experiment.scene.name), experiment.steps,
                     sweep.settings(0).time_step);
  if (experiment.warmup > 0) out << fmt::format(", the first {} left out", experiment.warmup);
  out << "\n  " << lab::describe(sweep);
  for (const lab::SweepAxis& axis : sweep.axes()) out << "; " << io::text_of_axis(axis);
  out << '\n';
  if (results.done() < results.cell_count()) {
    out << fmt::format("  {} of {} cells\n", results.done(), results.cell_count());
  }
  out << '\n';
}

/// A table of cells, with a first column of words where there are any.
class CellTable {
 public:
  CellTable(const lab::Sweep& sweep, const lab::SweepResults& results, bool named)
      : sweep_(sweep), results_(results) {
    aims_ = sweep.experiment().scene.multibody.aim_count() > 0;
    if (named) table_.add_column("", Table::Align::kLeft);
    for (const lab::SweepAxis& axis : sweep.axes()) {
      table_.add_column(axis.unit.empty() ? axis.name : axis.name + " [" + axis.unit + "]", kRight);
    }
    for (const char* heading : {"mean error [m]", "rms [m]", "max [m]", "total [m]", "jitter [deg]",
                                "reversals [%]", "max step [deg]"}) {
      table_.add_column(heading, kRight);
    }
    if (aims_) table_.add_column("aim error [deg]", kRight);
  }

  void add(int cell, std::vector<std::string> row = {}) {
    const lab::Summary& s = *results_.at(cell);
    for (std::size_t axis = 0; axis < sweep_.axes().size(); ++axis) {
      row.push_back(lab::text_of(sweep_.axes()[axis], sweep_.value(cell, axis)));
    }
    for (std::string& number :
         std::vector{fmt::format("{:.5g}", s.mean_error), fmt::format("{:.5g}", s.rms_error),
                     fmt::format("{:.5g}", s.max_error), fmt::format("{:.6g}", s.total_error),
                     fmt::format("{:.4g}", s.mean_jitter_deg),
                     fmt::format("{:.2f}", 100.0 * s.reversal_rate),
                     fmt::format("{:.4g}", s.max_step_deg)}) {
      row.push_back(std::move(number));
    }
    if (aims_) row.push_back(fmt::format("{:.4g}", s.mean_aim_error_deg.value_or(0.0)));
    table_.add_row(std::move(row));
  }
  void print(std::ostream& out) const { table_.print(out); }

 private:
  const lab::Sweep& sweep_;
  const lab::SweepResults& results_;
  bool aims_;
  Table table_;
};

void print_every_cell(std::ostream& out, const lab::Sweep& sweep,
                      const lab::SweepResults& results) {
  CellTable table(sweep, results, false);
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    if (results.at(cell) != nullptr) table.add(cell);
  }
  table.print(out);
  out << '\n';
}

void print_findings(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const lab::Findings findings = lab::find(sweep, results);
  CellTable table(sweep, results, true);
  const auto add = [&table](const std::string& words, std::optional<int> cell) {
    if (cell) table.add(*cell, {words});
  };
  add("least error", findings.least_error);
  add("least jitter", findings.least_jitter);
  add(fmt::format("calmest within {:g} % of the least error", 100.0 * lab::Findings::kSlack),
      findings.calmest);
  table.print(out);
  if (!findings.cliff) return;
  const auto [calm, shaky] = *findings.cliff;
  const std::size_t number = lab::cliff_axis(sweep);
  const lab::SweepAxis& axis = sweep.axes()[number];
  out << fmt::format(
      "\nOn the line through the least error shaking sets in between {} {} and {}: "
      "jitter goes from {:.4g} to {:.4g} deg.\n",
      axis.name, lab::text_of(axis, sweep.value(calm, number)),
      lab::text_of(axis, sweep.value(shaky, number)), results.at(calm)->mean_jitter_deg,
      results.at(shaky)->mean_jitter_deg);
}

}  // namespace

void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  print_head(out, sweep, results);
  if (sweep.axes().size() == 1) print_every_cell(out, sweep, results);
  print_findings(out, sweep, results);
}

}  // namespace cli
