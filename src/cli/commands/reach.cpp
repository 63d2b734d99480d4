#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/measurement.h"
#include "cli/options/option.h"
#include "cli/options/pose_options.h"
#include "cli/options/reach_study.h"
#include "cli/options/setup_options.h"
#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/report/json_output.h"
#include "io/saved/reach_files.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"

namespace cli {
namespace {

/// The options of `reach`: which poses are solved, how, and where the results go. The functions
/// throw io::Error naming the option.
struct ReachCommand {
  SetupOptions setup;
  StopOptions stop;
  GoalOptions how;
  ShardOptions shards;
  TimeoutOption timeout;
  std::string methods, poses, goals, at, start = "middle", draw, csv, json, plot;
  bool ignores_columns = false, no_times = false, continues = false;
  const CLI::App* command = nullptr;

  void add_to(CLI::App& app);
  lab::ReachPlan plan() const;
  void take_poses(lab::ReachPlan& plan) const;
  /// The scene's files, --poses and --goals.
  Inputs inputs(const lab::ReachPlan& plan) const;
  /// Notes poses beyond limits, and each given option that has no effect.
  void warn_of_unused(const lab::ReachPlan& plan) const;
  void tell_unused_weights(const lab::ReachPlan& plan) const;

  /// Whether a call before has left a part.
  bool goes_on() const { return continues && std::filesystem::exists(csv); }
  void check_continue() const {
    if (!continues) return;
    if (csv.empty() || csv == "-") throw io::Error("--continue: needs the file of --csv");
    if (shards.merges()) throw io::Error("--continue: not together with --merge");
  }
};

/// Says how many given values are beyond limits, with the first of them, and whether degrees may be
/// meant.
void tell_unusual_poses(const std::string& file, const lab::ReachPlan& plan) {
  const ik::Multibody& body = plan.scene.multibody;
  const bool keeps_limits = plan.settings.limits != lab::LimitRule::kIgnore;
  long beyond = 0;
  std::string first;
  double largest = 0.0;  // rad
  for (std::size_t i = 0; i < plan.given.size(); ++i) {
    for (int given = 0; given < body.joint_count(); ++given) {
      const ik::Joint& joint = body.joint(body.solver_index(given));
      const double theta = plan.given[i][given];
      const bool turns = ik::is_angular(joint.type);
      if (turns && std::abs(theta) > std::abs(largest)) largest = theta;
      if (!keeps_limits || (theta >= joint.lower && theta <= joint.upper)) continue;
      if (++beyond > 1) continue;
      first = fmt::format("theta_{} = {} {} of pose {}", joint.name, lab::short_number(theta),
                          turns ? "rad" : "m", i);
    }
  }
  if (beyond > 0) {
    tell_note(fmt::format("--poses {}: {} {} beyond a limit, the first {}", file, beyond,
                          beyond == 1 ? "value is" : "values are", first));
  }
  ask_for_degrees("--poses " + file, largest);
}

void ReachCommand::add_to(CLI::App& app) {
  command = &app;
  setup.add_to(app, false, "--scene", SettingOptions::kWithoutTolerance);
  const OptionGroup group{app, "Poses"};
  group.add(
      "--method", methods, kReachMethodsType,
      wrapped_help("Methods separated by commas, each alone; report is the four of Buss (2009), "
                   "solve is Solver::solve as it ships (default), all is solve and every "
                   "method"));
  group.add("--poses", poses, "N|F.csv",
            wrapped_help("How many poses to draw, each joint uniformly between its limits; or a "
                         "CSV with columns theta_JOINT (default: 1000)"));
  group.add_file("--goals", goals,
                 wrapped_help("Goals of any origin in place of poses: a CSV with columns "
                              "EFFECTOR_x, _y, _z [m], and _qw, _qx, _qy, _qz for an orientation "
                              "or _dx, _dy, _dz for a direction; a single effector needs no name. "
                              "A column time is passed on"));
  group.add("--at", at, "x,y,z[,roll,pitch,yaw]",
            wrapped_help("Where the frame of --goals is in the axes of the scene, as in --goal of "
                         "solve; 0,0,0,-90deg,0,0 for goals in the axes of a URDF"));
  group.add_flag("--ignore-columns", ignores_columns,
                 wrapped_help("Skip columns of other names in --goals"));
  how.add_to(group);
  group.add("--draw", draw, io::joined(lab::kReachDraws, "|").c_str(),
            wrapped_help("How poses are drawn: each joint uniformly (default), all joints bent "
                         "alike, each joint at or near one of its limits, poses at which the "
                         "Jacobian of most arms is singular, or poses near the edge of reach"));
  group.add("--start", start, io::joined(lab::kReachStarts, "|").c_str(),
            wrapped_help("Where solving begins: in the middle of the joints' limits (default), at "
                         "a random pose, or near the drawn one, each joint within 0.1 rad or m"));
  stop.add_to(group, "Seed of the poses, and of the starts after the first",
              "; a method alone has none",
              fmt::format("; {} for a method alone", lab::ReachPlan::kUpdatesAlone));
  group.add_file("--csv", csv, "A row for every pose and method; - is standard output");
  group.add_file("--json", json, "The summaries of the methods; - is standard output");
  group.add_file("--plot", plot,
                 wrapped_help("The share of poses reached within a time, and within a number of "
                              "updates, drawn to .svg, .png or .pdf"));
  add_no_times(group, no_times);
  shards.add_to(group, "pose", "study");
  timeout.add_to(group, "what is solved is written");
  group.add_flag("--continue", continues,
                 wrapped_help("Keeps the poses that the file of --csv already has, from a call "
                              "that --timeout or a signal ended, and solves the others; without "
                              "such a file it begins"));
}

lab::ReachPlan ReachCommand::plan() const {
  if (setup.scene_name.empty()) throw io::Error("--scene is required");
  lab::Scene scene = setup.scene();
  lab::Settings settings = setup.settings(scene);
  const std::vector<lab::ReachMethod> chosen = reach_methods_of("--method", methods);
  settings.set_params(setup.params(lab::alone_of(chosen)));

  lab::ReachPlan plan{std::move(scene), std::move(settings), chosen};
  if (!draw.empty() && (!goals.empty() || !(poses.empty() || io::parse_count(poses)))) {
    throw io::Error("--draw: not together with a file of poses or goals");
  }
  if (!draw.empty()) {
    plan.draw = static_cast<lab::ReachDraw>(choice_of("--draw", draw, lab::kReachDraws));
  }
  plan.start = static_cast<lab::ReachStart>(choice_of("--start", start, lab::kReachStarts));
  take_poses(plan);
  const ik::Stop wanted = stop.stop();
  plan.tolerance = wanted.error;
  plan.aim_tolerance = wanted.aim_error;
  if (!stop.updates.empty()) plan.updates = wanted.updates;
  plan.seed = wanted.seed;
  if (!stop.restarts.empty()) plan.restarts = wanted.restarts;
  how.weigh(plan.scene.multibody, plan.scene.weights);
  plan.axis_tolerances = how.tolerances(plan.scene.multibody, wanted);
  const auto heeds_axes = [&plan](const lab::ReachMethod& method) {
    return method.alone == nullptr && plan.restarts_of(method) > 0;
  };
  if (!plan.axis_tolerances.empty() && !std::ranges::all_of(plan.methods, heeds_axes)) {
    throw io::Error(
        "--axis-tolerance: only the method solve has it, with --restarts of at least 1");
  }
  return plan;
}

void ReachCommand::take_poses(lab::ReachPlan& plan) const {
  const long most = lab::kMaxReachResults / static_cast<long>(plan.methods.size());
  const auto expect_at_most = [&](const std::string& option, std::size_t count) {
    if (static_cast<long>(count) <= most) return;
    throw io::Error(fmt::format("{}: {} poses; at most {} by {}", option, count, most,
                                lab::counted(plan.methods.size(), "method")));
  };
  if (!goals.empty()) {
    if (!poses.empty()) throw io::Error("--goals: not together with --poses");
    if (plan.start == lab::ReachStart::kNear) {
      throw io::Error("--start near: no joints are known for --goals; give middle or random");
    }
    io::GoalFile file = io::read_goals(goals, plan.scene.multibody, ignores_columns);
    expect_at_most("--goals " + goals, file.rows.size());
    plan.goals = std::move(file.rows);
    if (!at.empty()) {
      const Eigen::Isometry3d frame = parse_frame(at, "--at " + at);
      for (lab::ReachGoal& goal : plan.goals) lab::place(frame, goal);
    }
    plan.scene = lab::with_aims(std::move(plan.scene), file.aims);
    return;
  }
  if (ignores_columns) throw io::Error("--ignore-columns: only with --goals");
  if (!at.empty()) throw io::Error("--at: only with --goals");
  if (poses.empty()) return;
  if (lab::parse_number(poses)) {
    plan.drawn = static_cast<int>(count_option("--poses", poses, 1, most));
    return;
  }
  plan.given = io::read_poses(poses, plan.scene.multibody);
  expect_at_most("--poses " + poses, plan.given.size());
}

Inputs ReachCommand::inputs(const lab::ReachPlan& plan) const {
  Inputs inputs(plan.scene);
  if (!plan.given.empty()) inputs.add("--poses", poses);
  if (!plan.goals.empty()) inputs.add("--goals", goals);
  return inputs;
}

void ReachCommand::warn_of_unused(const lab::ReachPlan& plan) const {
  tell_unusual_poses(poses, plan);
  tell_unused(setup.given_settings(), lab::uses_of(plan));
  if (!setup.body.curve.empty())
    tell_no_effect("--curve", "Poses are solved, and no target moves.");
  if (!stop.aim_tolerance.empty() && plan.scene.multibody.aim_count() == 0) {
    tell_no_effect("--aim-tolerance", "No goal has an orientation or a direction.");
  }
  tell_unused_weights(plan);
  const bool draws_starts =
      plan.start == lab::ReachStart::kRandom ||
      std::ranges::any_of(plan.methods, [&plan](const lab::ReachMethod& method) {
        return plan.restarts_of(method) > 0;
      });
  if (!stop.seed.empty() && !draws_starts && !(plan.given.empty() && plan.goals.empty())) {
    tell_no_effect("--seed", "Neither poses nor starts are drawn.");
  }
}

void ReachCommand::tell_unused_weights(const lab::ReachPlan& plan) const {
  const bool only_solve = lab::alone_of(plan.methods).empty();
  const bool drops = std::ranges::any_of(plan.scene.weights, [](double w) { return w == 0.0; });
  if (!plan.goals.empty() || !only_solve || drops || plan.settings.aim_weight == 0.0) return;
  constexpr const char* kWhy =
      "Solver::solve needs weights only where goals cannot all be reached, and a pose reaches "
      "these.";
  if (!how.weights.empty()) tell_no_effect("--weight", kWhy);
  const bool aims = plan.scene.multibody.aim_count() > 0;
  for (const auto& [knob, value] : setup.given_settings()) {
    if (aims && value != 1.0 && knob->is_named("aim-weight")) {
      tell_no_effect("--aim-weight", kWhy);
    }
  }
}

void merge(const ReachCommand& options) {
  options.shards.expect_merge_alone(*options.command);
  Output csv("--csv", options.csv.empty() ? "-" : options.csv, options.shards.with_parts({}));
  csv.stream() << io::merged_reach_csv(options.shards.parts());
  csv.commit();
  tell_written({csv.file_name()});
}

/// Writes all output: the files that are wanted, and a table on standard output unless a file goes
/// there.
void write_reach(Outputs& outputs, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed, bool is_part) {
  if (outputs.json.wanted()) outputs.json.stream() << io::reach_json(study, results, timed);
  write_reach_files(outputs, study, results, is_part);
  outputs.commit();
  if (outputs.standard_output_is_free()) print_reach(std::cout, study, results, timed);
  tell_written(outputs.file_names());
}

void reach(const ReachCommand& options) {
  const ShardOptions& shards = options.shards;
  if (shards.merges() && options.setup.scene_name.empty()) return merge(options);
  const Deadline deadline = options.timeout.start();
  lab::ReachPlan plan = options.plan();
  if (!plan.scene.multibody.loops().empty()) {
    throw io::Error(
        fmt::format("'{}' has loops, which a study of reach does not know", plan.scene.id));
  }
  shards.check();
  options.check_continue();
  if (!options.plot.empty()) plot_format_of(options.plot);
  Outputs outputs({.csv = options.csv, .json = options.json, .plot = options.plot},
                  shards.with_parts(options.inputs(plan)));
  options.warn_of_unused(plan);
  tell_if_slow(lab::alone_of(plan.methods), plan.scene.multibody);

  bool timed = !options.no_times && !shards.merges();
  lab::ReachStudy study = reach_study(std::move(plan), deadline, timed);
  if (shards.merges()) {
    return write_reach(outputs, study, io::read_reach_results(study, shards.parts()), false, false);
  }
  std::vector<int> poses = all_poses(study);
  shards.keep_own(poses);
  lab::ReachResults results(study.plan());
  if (options.goes_on()) {
    io::read_reach_part(study, options.csv, results);
    timed = false;
  }
  const SolvedPoses end =
      solve_poses(study, poses, shards.threads(poses.size()), options.setup.cache, results);
  write_reach(outputs, study, results, timed, end.is_part() || shards.has_shard());
  end.expect_all(outputs.csv.file_name().empty() ? "" : "--continue solves the others");
}

}  // namespace

void add_reach(CLI::App& program) {
  const auto [app, options] = add_command(
      program, "reach", "Solves many poses to the end: how many are reached, and how soon", reach);
  options.add_to(app);
  app.footer(
      "Example: iklab reach --scene arm.urdf --aim orientation --method all --poses 1000 \\\n"
      "           --plot profile.svg");
}

}  // namespace cli
