#include "cli/options/reach_study.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/saved/preparation_files.h"
#include "io/saved/reach_files.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/solve/reach_summary.h"
#include "work/platform.h"
#include "work/pool.h"

namespace cli {
namespace {

lab::ReachMethod reach_method_of(const char* option, const std::string& id) {
  if (id == lab::ReachMethod().id()) return {};
  if (const ik::MethodInfo* method = ik::find_method(id)) return {method};
  std::vector<std::string> known = {lab::ReachMethod().id()};
  for (std::string& name : method_ids()) known.push_back(std::move(name));
  throw io::Error(fmt::format("{}: no method '{}'{}: there are {}, and alone report and all",
                              option, id, io::did_you_mean(id, known), io::joined(known, ", ")));
}

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
  out << io::printable(fmt::format("{} ({}), {}{}, start {}, seed {}", plan.scene.id,
                                   plan.scene.name,
                                   lab::counted(static_cast<std::size_t>(poses), "pose"),
                                   source_of(plan), lab::name(plan.start), plan.seed))
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

/// Solves poses until the plan gives up.
void solve_missing(lab::ReachStudy& study, std::vector<int> poses, int threads,
                   ik::PreparationStore& store, lab::ReachResults& results) {
  const auto ends = [&give_up = study.plan().give_up] { return give_up(); };
  ProgressLine line("reach");
  for (double done = study.prepared(); done < 1.0 && !ends(); done = study.prepare(1, &store)) {
    line.show(0.0, text_of_training(done));
  }
  if (study.prepared() < 1.0) return;
  const lab::ReachParts parts(study, std::move(poses));
  work::Mailbox<std::vector<lab::ReachResult>> ready;
  work::Pool pool(threads);
  work::Job job = work::start_runs(pool, parts, ready, work::Priority::kUsual);
  while (!job.wait_for(ProgressLine::kPause)) {
    if (!ends()) line.show(job.progress());
  }
  job.check();
  for (const auto& some : ready.take()) {
    for (const lab::ReachResult& result : some) results.set(result);
  }
}

}  // namespace

std::vector<lab::ReachMethod> reach_methods_of(const char* option, const std::string& list) {
  std::vector<lab::ReachMethod> methods;
  if (list == "all") methods.emplace_back();
  for (const ik::MethodInfo* method : lab::methods_of_group(list)) methods.push_back({method});
  if (!methods.empty()) return methods;
  for (const std::string& id : io::parts_of(list)) {
    const lab::ReachMethod method = reach_method_of(option, id);
    if (std::ranges::find(methods, method) != methods.end()) {
      throw io::Error(fmt::format("{}: '{}' appears twice", option, id));
    }
    methods.push_back(method);
  }
  if (methods.empty()) methods.emplace_back();
  return methods;
}

lab::ReachStudy reach_study(lab::ReachPlan plan, const Deadline& deadline, bool timed) {
  plan.give_up = [&deadline] { return deadline.passed() || InterruptGuard::pending(); };
  return lab::ReachStudy(std::move(plan), timed ? work::nanoseconds : lab::Clock(),
                         timed ? work::thread_nanoseconds : lab::Clock());
}

std::vector<int> all_poses(const lab::ReachStudy& study) {
  std::vector<int> poses(static_cast<std::size_t>(study.plan().pose_count()));
  std::iota(poses.begin(), poses.end(), 0);
  return poses;
}

void SolvedPoses::expect_all(const char* advice) const {
  if (!is_part()) return;
  flush_standard_output();
  if (signal != 0) throw Interrupted{signal};
  throw NotReached{fmt::format("ended by --timeout: {} of {} poses are solved{}{}", solved, wanted,
                               *advice != '\0' ? "; " : "", advice)};
}

SolvedPoses solve_poses(lab::ReachStudy& study, const std::vector<int>& poses, int threads,
                        const CacheOption& cache, lab::ReachResults& results) {
  const auto has = [&results](int pose) { return results.has(pose); };
  std::vector<int> missing = poses;
  std::erase_if(missing, has);
  io::PreparationFiles store(cache.folder());
  solve_missing(study, std::move(missing), threads, store, results);
  SolvedPoses end{static_cast<std::size_t>(std::ranges::count_if(poses, has)), poses.size()};
  if (end.is_part()) end.signal = InterruptGuard::take();
  if (end.solved == 0) end.expect_all();
  return end;
}

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
    outputs.plot.stream() << io::draw_reach(study, results,
                                            io::plot_format(outputs.plot.file_name()));
  }
}

}  // namespace cli
