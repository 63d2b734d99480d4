#include "cli/options/reach_options.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include <fmt/format.h>

#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/saved/reach_files.h"
#include "lab/scene/knob_text.h"
#include "lab/track/setup.h"
#include "work/pool.h"

namespace cli {
namespace {

/// Why a setting has no effect on a method; empty if it has one.
std::string why_unused(const lab::Knob& knob, const lab::ReachMethod& method,
                       const lab::ReachPlan& plan) {
  const bool of_solve = knob.given(lab::solve_settings(plan.settings)) == knob.given(plan.settings);
  if (of_solve) return {};
  const lab::SolverCall call = knob.solver_call(plan.settings);
  const bool is_tracking = std::holds_alternative<std::monostate>(call) ||
                           std::holds_alternative<lab::LeftToProgram>(call);
  if (is_tracking) return "poses are solved to the end, without time steps.";
  if (method.alone == nullptr) return "Solver::solve has steps of its own.";
  return knob.why_unused({*method.alone, plan.settings, plan.scene.multibody});
}

lab::ReachMethod reach_method_of(const char* option, const std::string& id) {
  return id == lab::ReachMethod().id() ? lab::ReachMethod()
                                       : lab::ReachMethod{&method_of(option, id)};
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

void ReachOptions::add_to(CLI::App& command) {
  setup.add_to(command, false, "--scene", SettingOptions::kWithoutTolerance);
  const OptionGroup group{command, "Poses"};
  group.add(
      "--method", methods, kReachMethodsType,
      wrapped_help("Methods separated by commas, each alone; report is the four of Buss (2009), "
                   "solve is Solver::solve as it ships (default), all is solve and every "
                   "method"));
  group.add("--poses", poses, "N|F.csv",
            wrapped_help("How many poses to draw, each joint uniformly between its limits; or a "
                         "CSV with columns theta_JOINT (default: 1000)"));
  group.add("--start", start, io::joined(lab::kReachStarts, "|").c_str(),
            wrapped_help("Where solving begins: in the middle of the joints' limits (default), at "
                         "a random pose, or near the drawn one, each joint within 0.1 rad or m"));
  stop.add_to(group, "Seed of the poses, and of the starts after the first",
              "; a method alone has none");
}

lab::ReachPlan ReachOptions::plan() const {
  if (!setup.has_scene()) throw io::Error("--scene is required");
  lab::Scene scene = setup.scene();
  lab::Settings settings = setup.settings(scene);
  const std::vector<lab::ReachMethod> chosen = reach_methods_of("--method", methods);
  settings.set_params(setup.params(lab::alone_of(chosen)));

  lab::ReachPlan plan{std::move(scene), std::move(settings), chosen};
  const long most = lab::kMaxReachResults / static_cast<long>(chosen.size());
  if (io::parse_count(poses)) {
    plan.drawn = static_cast<int>(count_option("--poses", poses, 1, most));
  } else {
    plan.given = io::read_poses(poses, plan.scene.multibody);
    if (static_cast<long>(plan.given.size()) > most) {
      throw io::Error(fmt::format("--poses {}: {} poses; at most {} by {} methods", poses,
                                  plan.given.size(), most, chosen.size()));
    }
  }
  plan.start = static_cast<lab::ReachStart>(choice_of("--start", start, lab::kReachStarts));
  const ik::Stop wanted = stop.stop();
  plan.tolerance = wanted.error;
  plan.aim_tolerance = wanted.aim_error;
  plan.updates = wanted.updates;
  plan.seed = wanted.seed;
  if (!stop.restarts.empty()) plan.restarts = wanted.restarts;
  return plan;
}

Inputs ReachOptions::inputs(const lab::ReachPlan& plan) const {
  Inputs inputs(plan.scene);
  if (!plan.given.empty()) inputs.add("--poses", poses);
  return inputs;
}

void ReachOptions::warn_of_unused(const lab::ReachPlan& plan) const {
  for (const auto& [knob, value] : setup.given_settings()) {
    if (value == (knob->kind == ik::KnobKind::kSwitch ? 0.0 : lab::kOff)) continue;
    std::string reason;
    const bool unused = std::ranges::all_of(plan.methods, [&, knob = knob](const auto& method) {
      reason = why_unused(*knob, method, plan);
      return !reason.empty();
    });
    if (unused) tell_note(fmt::format("--{} has no effect: {}", knob->name, reason));
  }
}

std::vector<int> all_poses(const lab::ReachStudy& study) {
  std::vector<int> poses(static_cast<std::size_t>(study.plan().pose_count()));
  std::iota(poses.begin(), poses.end(), 0);
  return poses;
}

lab::ReachResults solve_poses(lab::ReachStudy& study, std::vector<int> poses, int threads,
                              ik::PreparationStore& store) {
  ProgressLine line("reach");
  prepare(study, store, line);
  lab::ReachResults results(study.plan());
  const lab::ReachParts parts(study, std::move(poses));
  work::Mailbox<std::vector<lab::ReachResult>> ready;
  work::Pool pool(threads);
  work::Job job = work::start_runs(pool, parts, ready, work::Priority::kUsual);
  while (!job.wait_for(ProgressLine::kPause)) line.show(job.progress());
  job.check();
  for (const auto& some : ready.take()) {
    for (const lab::ReachResult& result : some) results.set(result);
  }
  return results;
}

}  // namespace cli
