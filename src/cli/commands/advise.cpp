#include "cli/commands/commands.h"

#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "app/session/advice_runner.h"

#include "cli/options/measurement.h"
#include "cli/options/pose_options.h"
#include "cli/options/reach_study.h"
#include "cli/output/progress.h"
#include "io/report/advice_output.h"
#include "io/report/json_output.h"
#include "io/saved/preparation_files.h"
#include "lab/advise/code.h"
#include "lab/advise/conclusion.h"
#include "lab/advise/reach_advice.h"
#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "work/platform.h"

namespace cli {
namespace {

struct AdviseOptions {
  MeasurementOptions measurement;
  std::string methods = "all", threads, report, goal = "tracking", poses = "200";
  TimeoutOption timeout;
  bool code = false;
  const CLI::Option* warmup = nullptr;
  const CLI::App* command = nullptr;

  /// Length of the runs; the default warm-up is lab::usual_warmup().
  MeasurementOptions::Length length(const lab::Scene& scene) const {
    MeasurementOptions own = measurement;
    if (warmup->count() == 0) {
      const long steps = count_option("--steps", own.steps, 1, lab::kMaxRunSteps);
      own.warmup = std::to_string(lab::usual_warmup(scene.targets, steps));
    }
    return own.length();
  }

  /// The plan: options that are given fix their settings, all others are varied.
  lab::AdvicePlan plan() const {
    lab::Scene scene = measurement.setup.scene();
    const auto [steps, left_out] = length(scene);
    lab::Settings settings = measurement.setup.settings(scene);
    const std::string why = lab::no_advice_on(lab::body_in_force(scene, settings));
    if (!why.empty()) throw io::Error(io::printable(scene.id + ": " + why));
    const std::vector<const ik::MethodInfo*> chosen = methods_of(methods);
    const lab::Params params = measurement.setup.params(chosen);
    settings.set_params(params);
    std::set<std::string, std::less<>> fixed;
    for (const auto& [setting, value] : measurement.setup.given_settings()) {
      fixed.insert(setting->name);
    }
    for (const auto& [name, value] : params) fixed.insert(name);
    return lab::plan_advice({std::move(scene), nullptr, std::move(settings), steps, left_out},
                            chosen, fixed);
  }
};

void add_advise_options(CLI::App& command, AdviseOptions& options) {
  options.command = &command;
  options.measurement.steps = "2400";
  options.measurement.add_to(
      command,
      {.csv = "A row for every candidate: its options and its summary; - is standard output",
       .json = "The candidates, the front and the advice; - is standard output",
       .plot = "Error against jitter of every candidate, drawn to .svg, .png or .pdf"});
  options.warmup =
      command.get_option("--warmup")
          ->description(wrapped_help("First steps left out of the summary (default: a sixth of the "
                                     "steps, at most 400; none where all targets stand)"));
  const OptionGroup group{command, "Advice"};
  group.add("--goal", options.goal, "tracking|reach",
            wrapped_help("What the method is for: targets that move, with one update in a time "
                         "step (default), or poses solved to the end"));
  group.add("--poses", options.poses, "N",
            wrapped_help("How many poses to draw for --goal reach (default: 200)"));
  group.add("--methods", options.methods, "M1,M2,...",
            wrapped_help(std::string("The ") + kMethodsHelp + " (default)"));
  group.add("--threads", options.threads, "N",
            wrapped_help("Number of threads (default: all of the machine); results do not "
                         "depend on it, except for times"));
  group.add_file("--report", options.report, "Figure, advice and candidates as a page, .html");
  group.add_flag("--code", options.code,
                 wrapped_help("Print the recommended set-ups as C++ for the library instead, "
                              "with the commands that measure them"));
  options.timeout.add_to(group, "what was tried is compared, without recommendations");
  add_no_times(group, options.measurement.no_times, "no quickest candidate, and ");
}

void expect_page(const std::string& path) {
  if (path.empty() || std::filesystem::path(path).extension() == ".html") return;
  throw io::Error(fmt::format("--report: {}: the report must be a .html file", path));
}

/// Prints the Pareto front and the recommended candidates, by rising error.
void print_front(std::ostream& out, const lab::Advised& advised, bool timed) {
  const lab::Advice& advice = advised.advice;
  Table table({"candidate", "advice"});
  const auto right = Table::Align::kRight;
  const bool aims = advised.plan.experiment.scene.multibody.aim_count() > 0;
  if (aims) table.add_column("error with aims [m]", right);
  for (const char* heading : {aims ? "mean error [m]" : "error [m]", "rms [m]", "max [m]",
                              "jitter [deg]", "reversals [%]", "shakes"}) {
    table.add_column(heading, right);
  }
  if (aims) table.add_column("aim error [deg]", right);
  if (timed) table.add_column("ns/update", right);
  for (const std::size_t i : advice.listed()) {
    const lab::Summary& s = *advised.results[i];
    const std::string purposes = lab::purposes_of(advice, i);
    std::vector<std::string> row = {lab::describe(advised.plan.candidates[i]),
                                    purposes.empty() ? "-" : purposes};
    if (aims) row.push_back(fmt::format("{:.5g}", advice.costs[i].error));
    row.insert(row.end(),
               {fmt::format("{:.5g}", s.mean_error), fmt::format("{:.5g}", s.rms_error),
                fmt::format("{:.5g}", s.max_error), fmt::format("{:.4g}", s.mean_jitter_deg),
                fmt::format("{:.2f}", 100.0 * s.reversal_rate), lab::is_shaking(s) ? "yes" : "no"});
    if (aims) row.push_back(fmt::format("{:.4g}", s.mean_aim_error_deg.value_or(0.0)));
    if (timed) row.push_back(fmt::format("{:.0f}", s.ns_per_update.value_or(0.0)));
    table.add_row(std::move(row));
  }
  table.print(out);
  const auto farther =
      std::count_if(advice.front.begin(), advice.front.end(), [&advice](std::size_t i) {
        return advice.costs[i].error > lab::Advice::kListed * advice.bounds->error;
      });
  if (farther > 0) {
    out << fmt::format(
        "and {} calmer {} that hardly move: the error is over {:g} times as large as "
        "close\n",
        farther, farther == 1 ? "one" : "ones", lab::Advice::kListed);
  }
}

void print_advice(std::ostream& out, const lab::Advised& advised, bool timed) {
  const lab::Advice& advice = advised.advice;
  const lab::Experiment& e = advised.plan.experiment;
  out << fmt::format("{}: {}\n", text_of_run(e.scene, e.steps, e.warmup, e.settings.time_step),
                     lab::counted(advised.plan.candidates.size(), "candidate"));
  for (const std::string& sentence : advised.plan.left_out) {
    out << wrapped("not tried: " + sentence) << '\n';
  }
  std::size_t broken = 0;
  for (std::size_t i = 0; i < advice.costs.size(); ++i) {
    broken += advised.results[i] && !advice.costs[i].finite ? 1 : 0;
  }
  if (broken > 0) out << fmt::format("not finite: {}\n", lab::counted(broken, "candidate"));
  if (!advice.bounds) return;
  out << wrapped(lab::bounds_in_words(advised))
      << "\n\nno other candidate is closer and calmer than these, or they are recommended:\n";
  print_front(out, advised, timed);
  for (const lab::Recommendation& r : advice.recommendations) {
    if (r.repeated) continue;
    out << '\n'
        << wrapped(r.sentence) << '\n'
        << wrapped(r.reason) << '\n'
        << "  " << lab::view_command_of(advised.plan.of(r.choice.candidate)) << '\n';
  }
}

/// Number of candidates that have a result.
long tried(const lab::Advised& advised) {
  return std::ranges::count_if(advised.results, [](const auto& result) { return !!result; });
}

/// The results of all candidates, or of those before the deadline.
lab::Advised advised_by(const AdviseOptions& options, lab::AdvicePlan plan,
                        const Deadline& deadline) {
  lab::AdviceClocks clocks;
  if (!options.measurement.no_times) clocks = {work::nanoseconds, work::thread_nanoseconds};
  io::PreparationFiles store(options.measurement.setup.cache.folder());
  work::Pool pool(thread_count(options.threads));
  app::AdviceJob job(pool, std::move(plan), std::move(clocks), &store);
  ProgressLine line("advise");
  while (!job.wait_for(deadline.pause(ProgressLine::kPause))) {
    line.show(job.progress());
    const lab::Advised& advised = job.advised();
    const bool is_concluding = tried(advised) == static_cast<long>(advised.results.size());
    if (is_concluding || !deadline.passed()) continue;
    job.stop();
    break;
  }
  return job.advised();
}

/// The study of `--goal reach`.
lab::ReachPlan reach_plan(const AdviseOptions& options) {
  for (const char* name : {"--steps", "--warmup", "--report"}) {
    if (options.command->get_option(name)->count() == 0) continue;
    throw io::Error(fmt::format("{}: not together with --goal reach", name));
  }
  const SetupOptions& setup = options.measurement.setup;
  lab::Scene scene = setup.scene();
  lab::Settings settings = setup.settings(scene);
  const std::vector<lab::ReachMethod> methods = reach_methods_of("--methods", options.methods);
  settings.set_params(setup.params(lab::alone_of(methods)));
  lab::ReachPlan plan{std::move(scene), std::move(settings), methods};
  for (const auto& [knob, value] : setup.given_settings()) {
    if (knob->is_named("tolerance") && value < lab::kOff) plan.tolerance = value;
  }
  const long most = lab::kMaxReachResults / static_cast<long>(methods.size());
  plan.drawn = static_cast<int>(count_option("--poses", options.poses, 1, most));
  return plan;
}

void advise_reach(const AdviseOptions& options) {
  const Deadline deadline = options.timeout.start();
  lab::ReachPlan plan = reach_plan(options);
  const int threads = thread_count(options.threads);
  Outputs outputs = options.measurement.open(Inputs(plan.scene));
  // the plan has a tolerance of its own
  SetupOptions::GivenSettings given = options.measurement.setup.given_settings();
  std::erase_if(given, [](const auto& one) { return one.first->is_named("tolerance"); });
  tell_unused(given, lab::uses_of(plan));
  tell_if_slow(lab::alone_of(plan.methods), plan.scene.multibody);
  if (!options.measurement.setup.body.curve.empty()) {
    tell_no_effect("--curve", "Poses are solved, and no target moves.");
  }
  const bool timed = !options.measurement.no_times;
  lab::ReachStudy study = reach_study(std::move(plan), deadline, timed);
  lab::ReachResults results(study.plan());
  const SolvedPoses end =
      solve_poses(study, all_poses(study), threads, options.measurement.setup.cache, results);
  if (end.signal != 0) end.expect_all();
  const lab::ReachAdvice advice = lab::reach_advice(study, results);
  if (outputs.json.wanted()) {
    outputs.json.stream() << io::reach_advice_json(study, results, advice, timed);
  }
  write_reach_files(outputs, study, results, false);
  outputs.commit();
  if (outputs.standard_output_is_free()) {
    if (options.code) {
      std::cout << lab::reach_code(study, advice);
    } else {
      print_reach(std::cout, study, results, timed);
      std::cout << '\n'
                << wrapped(advice.sentence) << '\n'
                << wrapped(advice.reason) << "\n  "
                << lab::reach_command_of(study.plan(), advice.summaries[advice.best].method)
                << '\n';
    }
  }
  tell_written(outputs.file_names());
  end.expect_all();
}

void advise(const AdviseOptions& options) {
  if (options.goal == "reach") return advise_reach(options);
  if (options.goal != "tracking") {
    throw io::Error(fmt::format("--goal: expected tracking or reach, not '{}'", options.goal));
  }
  if (options.command->get_option("--poses")->count() > 0) {
    throw io::Error("--poses: only with --goal reach");
  }
  lab::AdvicePlan plan = options.plan();
  const Deadline deadline = options.timeout.start();
  (void)thread_count(options.threads);
  expect_page(options.report);
  Outputs outputs = options.measurement.open(Inputs(plan.experiment.scene), options.report);
  const lab::Scene& scene = plan.experiment.scene;
  tell_unused(options.measurement.setup.given_settings(), io::uses_of(plan));
  tell_if_slow(methods_of(options.methods), scene.multibody);

  const lab::Advised advised = advised_by(options, std::move(plan), deadline);
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), advised);
  if (outputs.json.wanted()) outputs.json.stream() << io::advice_json(advised);
  if (outputs.plot.wanted()) {
    outputs.plot.stream() << io::draw_advice(advised, plot_format_of(options.measurement.plot));
  }
  if (outputs.report.wanted()) {
    outputs.report.stream() << io::advice_page(advised);
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) {
    if (options.code) {
      std::cout << io::advice_code(advised);
    } else {
      print_advice(std::cout, advised, !options.measurement.no_times);
    }
  }
  tell_written(outputs.file_names());
  if (tried(advised) == static_cast<long>(advised.results.size())) return;
  flush_standard_output();
  throw NotReached{fmt::format("ended by --timeout: {} of {} candidates were tried", tried(advised),
                               advised.results.size())};
}

}  // namespace

void add_advise(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "advise",
                  "Tries every method with many settings and recommends some for a scene", advise);
  add_advise_options(app, options);
  app.footer(
      "What is given, such as --d-max 0.4, keeps its value; the rest is varied. With --goal reach\n"
      "every method has its own settings, apart from those given.\n"
      "Example: iklab advise --scene double-y --plot advice.svg --report advice.html");
}

}  // namespace cli
