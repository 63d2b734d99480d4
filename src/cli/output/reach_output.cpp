#include "cli/output/reach_output.h"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "io/report/json_output.h"
#include "io/saved/reach_files.h"
#include "lab/scene/knobs.h"
#include "lab/solve/reach_summary.h"

namespace cli {
namespace {

std::string source_of(const lab::ReachPlan& plan) {
  if (!plan.given.empty() || !plan.goals.empty()) return " of a file";
  return plan.draw == lab::ReachDraw::kUniform ? "" : fmt::format(", drawn {}", name(plan.draw));
}

/// "1000", or "10000 (a method alone: 1000)" where both are measured.
std::string updates_of(const lab::ReachPlan& plan) {
  std::string text = std::to_string(plan.updates_of(plan.methods.front()));
  const auto alone = std::ranges::find_if(plan.methods, &lab::ReachMethod::alone);
  const auto whole = std::ranges::find(plan.methods, lab::ReachMethod());
  if (plan.updates || alone == plan.methods.end() || whole == plan.methods.end()) return text;
  return fmt::format("{} (a method alone: {})", plan.updates_of(*whole), plan.updates_of(*alone));
}

void print_head(std::ostream& out, const lab::ReachPlan& plan, int solved) {
  const int poses = plan.pose_count();
  out << io::printable(fmt::format("{} ({}), {} pose{}{}, start {}, seed {}", plan.scene.id,
                                   plan.scene.name, poses, poses == 1 ? "" : "s", source_of(plan),
                                   lab::name(plan.start), plan.seed))
      << fmt::format("\n  to {:g} m and {:g} rad in at most {} updates{}\n", plan.tolerance,
                     plan.aim_tolerance, updates_of(plan),
                     plan.settings.limits == lab::LimitRule::kIgnore ? ", without limits" : "");
  if (solved < poses) out << fmt::format("  {} of {} poses\n", solved, poses);
  const std::vector<lab::KnobUse> uses = lab::uses_of(plan);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const lab::ReachMethod& method = plan.methods[i];
    if (method.alone == nullptr) continue;
    const std::string words = lab::describe(*method.alone, lab::settings_with_effect(uses[i]));
    if (words != method.alone->label) out << "  " << words << '\n';
  }
  out << '\n';
}

}  // namespace

void print_reach(std::ostream& out, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed) {
  const std::vector<lab::ReachSummary> rows = lab::summaries(study, results);
  print_head(out, study.plan(), rows.front().poses);
  Table table({"method"});
  for (const char* heading :
       {"restarts", "reached", "reached [%]", "mean updates", "median", "max", "mean attempts"}) {
    table.add_column(heading, Table::Align::kRight);
  }
  if (timed) {
    for (const char* heading : {"mean [µs]", "median [µs]", "p99 [µs]"}) {
      table.add_column(heading, Table::Align::kRight);
    }
  }
  for (const lab::ReachSummary& row : rows) {
    std::vector<std::string> cells = {row.method.id(),
                                      std::to_string(row.restarts),
                                      std::to_string(row.reached),
                                      fmt::format("{:.2f}", 100.0 * row.reached_share()),
                                      fmt::format("{:.2f}", row.mean_updates),
                                      fmt::format("{:g}", row.median_updates),
                                      std::to_string(row.max_updates),
                                      fmt::format("{:.2f}", row.mean_attempts)};
    for (const auto& time : {row.mean_us, row.median_us, row.p99_us}) {
      if (timed) cells.push_back(time ? fmt::format("{:.3g}", *time) : "-");
    }
    table.add_row(std::move(cells));
  }
  table.print(out);
}

void write_reach_files(Outputs& outputs, const lab::ReachStudy& study,
                       const lab::ReachResults& results, bool is_part) {
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), study, results, is_part);
  if (outputs.plot.wanted()) {
    const io::PlotFormat format = io::plot_format(outputs.plot.file_name());
    outputs.plot.stream() << io::draw_reach(study, results, format);
  }
}

void write_reach(Outputs& outputs, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed, bool is_part) {
  if (outputs.json.wanted()) outputs.json.stream() << io::reach_json(study, results, timed);
  write_reach_files(outputs, study, results, is_part);
  outputs.commit();
  if (outputs.standard_output_is_free()) print_reach(std::cout, study, results, timed);
}

}  // namespace cli
