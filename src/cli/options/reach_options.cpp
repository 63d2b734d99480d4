#include "cli/options/reach_options.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "cli/options/measurement.h"
#include "cli/options/quantities.h"
#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/saved/pose_files.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"
#include "work/pool.h"

namespace cli {
namespace {

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

lab::ReachMethod reach_method_of(const char* option, const std::string& id) {
  if (id == lab::ReachMethod().id()) return {};
  if (const ik::MethodInfo* method = ik::find_method(id)) return {method};
  std::vector<std::string> known = {lab::ReachMethod().id()};
  for (std::string& name : method_ids()) known.push_back(std::move(name));
  throw io::Error(fmt::format("{}: no method '{}'{}: there are {}, and alone report and all",
                              option, id, io::did_you_mean(id, known), io::joined(known, ", ")));
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::vector<std::string> parts = io::parts_of(text, '/');
  const auto number = [&parts](std::size_t i) {
    return i < parts.size() ? io::parse_count(parts[i]) : std::nullopt;
  };
  const std::optional<long> part = number(0), of = number(1);
  if (parts.size() != 2 || !part || !of || *part < 1 || *part > *of) {
    throw io::Error(fmt::format("--shard {}: expected I/N with I from 1 to N", text));
  }
  return {*part, *of};
}

void ShardOptions::add_to(const OptionGroup& group, const char* item, const char* whole) {
  whole_ = whole;
  group.add("--shard", shard_, "I/N",
            wrapped_help(fmt::format("Compute only every N-th {}, from the I-th on, I from 1 to N; "
                                     "write with --csv",
                                     item)));
  group.add("--merge", merge_, "F1 F2 ...",
            wrapped_help(fmt::format(
                "Merge the CSVs of all shards instead of computing: to --csv, else to standard "
                "output. Together with the options of the {} it also makes --plot and --json from "
                "them",
                whole)));
  group.add("--threads", threads_, "N",
            wrapped_help("Number of threads (default: all of the machine); results do not depend "
                         "on it"));
}

void ShardOptions::check() const {
  if (has_shard()) (void)parse_shard(shard_);
  (void)thread_count(threads_);
  if (merges() && has_shard()) {
    throw io::Error("--shard: not together with --merge, which needs all parts");
  }
}

int ShardOptions::threads(std::size_t parts) const {
  return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(thread_count(threads_)),
                                                std::max<std::size_t>(parts, 1)));
}

void ShardOptions::keep_own(std::vector<int>& numbers) const {
  if (!has_shard()) return;
  const Shard wanted = parse_shard(shard_);
  std::erase_if(numbers, [&](int number) { return number % wanted.parts != wanted.part - 1; });
}

Inputs ShardOptions::with_parts(Inputs inputs) const {
  for (const std::string& part : merge_) inputs.add("--merge", part);
  return inputs;
}

void ShardOptions::expect_merge_alone(const CLI::App& command) const {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    constexpr const char* kHarmless[] = {"--merge", "--csv", "--quiet", "--strict"};
    if (option->count() == 0 || std::ranges::find(kHarmless, name) != std::end(kHarmless)) continue;
    throw io::Error(
        fmt::format("{}: with --merge give only --csv, or all options of the {}", name, whole_));
  }
}

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
  group.add_file("--goals", goals,
                 wrapped_help("Goals of any origin in place of poses: a CSV with columns "
                              "EFFECTOR_x, _y, _z [m], and _qw, _qx, _qy, _qz for an orientation "
                              "or _dx, _dy, _dz for a direction; a single effector needs no name. "
                              "A column time is passed on"));
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
}

lab::ReachPlan ReachOptions::plan() const {
  if (!setup.has_scene()) throw io::Error("--scene is required");
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

void ReachOptions::take_poses(lab::ReachPlan& plan) const {
  const long most = lab::kMaxReachResults / static_cast<long>(plan.methods.size());
  const auto expect_at_most = [&](const std::string& option, std::size_t count) {
    if (static_cast<long>(count) <= most) return;
    throw io::Error(fmt::format("{}: {} poses; at most {} by {} method{}", option, count, most,
                                plan.methods.size(), plan.methods.size() == 1 ? "" : "s"));
  };
  if (!goals.empty()) {
    if (!poses.empty()) throw io::Error("--goals: not together with --poses");
    if (plan.start == lab::ReachStart::kNear) {
      throw io::Error("--start near: no joints are known for --goals; give middle or random");
    }
    io::GoalFile file = io::read_goals(goals, plan.scene.multibody, ignores_columns);
    expect_at_most("--goals " + goals, file.rows.size());
    plan.goals = std::move(file.rows);
    plan.scene = lab::with_aims(std::move(plan.scene), file.aims);
    return;
  }
  if (ignores_columns) throw io::Error("--ignore-columns: only with --goals");
  if (poses.empty()) return;
  if (lab::parse_number(poses)) {
    plan.drawn = static_cast<int>(count_option("--poses", poses, 1, most));
    return;
  }
  plan.given = io::read_poses(poses, plan.scene.multibody);
  expect_at_most("--poses " + poses, plan.given.size());
}

Inputs ReachOptions::inputs(const lab::ReachPlan& plan) const {
  Inputs inputs(plan.scene);
  if (!plan.given.empty()) inputs.add("--poses", poses);
  if (!plan.goals.empty()) inputs.add("--goals", goals);
  return inputs;
}

void ReachOptions::warn_of_unused(const lab::ReachPlan& plan) const {
  tell_unusual_poses(poses, plan);
  tell_unused(setup.given_settings(), lab::uses_of(plan));
  if (setup.has_curve()) tell_no_effect("--curve", "Poses are solved, and no target moves.");
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

void ReachOptions::tell_unused_weights(const lab::ReachPlan& plan) const {
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

std::vector<int> all_poses(const lab::ReachStudy& study) {
  std::vector<int> poses(static_cast<std::size_t>(study.plan().pose_count()));
  std::iota(poses.begin(), poses.end(), 0);
  return poses;
}

void end_at(const Deadline& deadline, lab::ReachPlan& plan) {
  plan.give_up = [&deadline] { return deadline.passed() || InterruptGuard::pending(); };
}

void solve_poses(lab::ReachStudy& study, std::vector<int> poses, int threads,
                 ik::PreparationStore& store, lab::ReachResults& results) {
  const auto ends = [&give_up = study.plan().give_up] { return give_up && give_up(); };
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

int solved_poses(const lab::ReachResults& results, const std::vector<int>& poses) {
  return static_cast<int>(
      std::ranges::count_if(poses, [&results](int pose) { return results.has(pose); }));
}

void fail_unfinished(int signal, int solved, std::size_t poses, const char* advice) {
  if (signal != 0) throw Interrupted{signal};
  throw NotReached{fmt::format("ended by --timeout: {} of {} poses are solved{}{}", solved, poses,
                               *advice != '\0' ? "; " : "", advice)};
}

}  // namespace cli
