#include "cli/commands/commands.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "cli/options/option.h"
#include "cli/options/pose_options.h"
#include "cli/options/setup_options.h"
#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/report/json_output.h"
#include "lab/body/goals.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene_solver.h"
#include "lab/solve/reach_summary.h"
#include "lab/solve/solution_names.h"

namespace cli {
namespace {

/// By value of ik::Choice.
constexpr const char* kChoices[] = {"first", "nearest", "from-limits", "manipulable"};
/// The most solutions of a body that has finitely many: of six joints, Raghavan and Roth (1990).
constexpr int kMaxSolutions = 16;
/// Updates to find them all, if --updates does not say.
constexpr int kAllUpdates = 20'000;
/// The most poses that --turns lists.
constexpr int kMaxTurns = 1024;

struct SolveOptions {
  SetupOptions setup;
  StopOptions stop;
  GoalOptions how;
  std::vector<std::string> goals, directions;
  std::string start, choice, json;
  TimeoutOption timeout;
  bool all = false, turns = false;

  void add_to(CLI::App& command);
  /// A solver with the goals, at the start.
  ik::Solver solver(const lab::Scene& scene) const;
  /// The weights of the goals of a body, as in Problem::weights: 0 for one that is not wanted.
  std::vector<double> weights(const ik::Multibody& body, const std::vector<PoseGoal>& wanted) const;
  ik::Stop wanted() const;
};

void SolveOptions::add_to(CLI::App& command) {
  setup.add_to(command, true, "--scene", SettingOptions::kLimits);
  const OptionGroup group{command, "Pose"};
  group
      .add("--goal", goals, "EFFECTOR=x,y,z[,roll,pitch,yaw]",
           wrapped_help(
               "Where an effector has to be [m], and how it has to be turned [rad, or 90deg]: roll "
               "about x, then pitch about y, then yaw about z, fixed axes, as in URDF; "
               "may be given once for each effector. Effectors without a goal are free"))
      ->allow_extra_args(false);
  group
      .add("--direction", directions, "EFFECTOR=x,y,z",
           wrapped_help(
               "Where the pointer of an effector has to point, in world axes, in place of an "
               "orientation; alone or beside the --goal of its position"))
      ->allow_extra_args(false);
  how.add_to(group);
  group.add(
      "--start", start, "X1,X2,...",
      wrapped_help("Where solving begins: rad (or 90deg) or m of every joint, in the order of the "
                   "scene (default: the scene's initial pose)"));
  group.add_flag("--all", all,
                 wrapped_help(fmt::format("List up to {} different solutions, a column each: one "
                                          "of each branch, the nearest to the start first, then "
                                          "neighbours, or for an arm of seven hinges what its "
                                          "self-motion reaches from each",
                                          kMaxSolutions)));
  group.add_flag("--turns", turns,
                 wrapped_help(fmt::format("List each solution with all whole turns of its hinges "
                                          "that lie within their limits, at most {} poses",
                                          kMaxTurns)));
  group.add("--choice", choice, io::joined(kChoices, "|").c_str(),
            wrapped_help("Which solution: the first one found (default), the nearest to the start, "
                         "the farthest from limits, or the most manipulable"));
  group.add_file("--json", json, "The solution with its errors; - is standard output");
  stop.add_to(group, "Seed of the starts after the first", "",
              fmt::format("; {} with --all", kAllUpdates));
  timeout.add_to(group, "the closest pose found is printed, as unfinished");
}

ik::Stop SolveOptions::wanted() const {
  ik::Stop wanted = stop.stop();
  if (!choice.empty()) {
    const std::size_t known = choice_of("--choice", choice, kChoices);
    if (all) throw io::Error("--choice: not together with --all, which lists the nearest first");
    wanted.choice = static_cast<ik::Choice>(known);
  }
  if (all && stop.updates.empty()) wanted.updates = kAllUpdates;
  return wanted;
}

std::vector<double> SolveOptions::weights(const ik::Multibody& body,
                                          const std::vector<PoseGoal>& wanted) const {
  std::vector<double> weights(static_cast<std::size_t>(body.goal_count()), 0.0);
  for (const PoseGoal& goal : wanted) {
    weights[static_cast<std::size_t>(goal.effector)] = goal.position ? 1.0 : 0.0;
    const int aim = lab::aim_of(body, goal.effector);
    if (aim >= 0) weights[static_cast<std::size_t>(body.effector_count() + aim)] = 1.0;
  }
  const std::vector<double> before = weights;
  how.weigh(body, weights);
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (before[at] > 0.0 || !(weights[at] > 0.0)) continue;
    throw io::Error(
        fmt::format("--weight {}: it has no --goal of a position", body.effector(i).name));
  }
  return weights;
}

ik::Solver SolveOptions::solver(const lab::Scene& scene) const {
  if (goals.empty() && directions.empty()) throw io::Error("--goal is required, or --direction");
  const std::vector<PoseGoal> wanted = parse_goals(scene.multibody, goals, directions);
  const ik::Multibody body = lab::moving_body(scene);
  std::vector<ik::Effector> effectors = lab::given_effectors(body);
  for (ik::Effector& effector : effectors) effector.aim = ik::AimKind::kNone;
  for (const PoseGoal& goal : wanted) {
    effectors[static_cast<std::size_t>(goal.effector)].aim = goal.aim();
  }
  ik::Solver solver(
      ik::Multibody(lab::given_joints(body), std::move(effectors), lab::given_loops(body)));
  solver.set_limits(setup.settings(scene).limits);
  lab::set_goal_weights(weights(solver.multibody(), wanted), solver);
  for (const PoseGoal& goal : wanted) {
    if (goal.position) solver.target(goal.effector) = *goal.position;
    if (goal.orientation) solver.orientation(goal.effector) = *goal.orientation;
    if (goal.direction) solver.direction(goal.effector) = *goal.direction;
  }
  if (start.empty()) return solver;
  const ik::VectorX theta = theta_of(body, start, "--start");
  if (const int moved = solver.set_theta(theta); moved > 0) {
    tell_note(fmt::format("--start: {} {} beyond a limit and put onto it", moved,
                          moved == 1 ? "joint was" : "joints were"));
  }
  return solver;
}

/// Prints one line for each joint: its name, theta of every solution, and the unit.
void print_joints(std::ostream& out, const ik::Multibody& body,
                  std::span<const ik::VectorX> solutions) {
  Table table({""});
  for (std::size_t i = 0; i < solutions.size(); ++i) table.add_column("", Table::Align::kRight);
  table.add_column("");
  for (int given = 0; given < body.joint_count(); ++given) {
    const ik::Joint& joint = body.joint(body.solver_index(given));
    std::vector<std::string> cells = {io::printable(joint.name)};
    for (const ik::VectorX& theta : solutions) {
      cells.push_back(solutions.size() == 1 ? lab::exact_number(theta[given])
                                            : fmt::format("{:.6f}", theta[given]));
    }
    cells.emplace_back(ik::is_angular(joint.type) ? "rad" : "m");
    table.add_row(std::move(cells));
  }
  table.print(out);
}

/// Replaces each solution by all its whole turns within the limits, nearest to `start` first.
void list_turns(const ik::VectorX& start, const ik::Solver& solved_by, io::SolvedPose& solved) {
  ik::Solver solver = solved_by;
  solver.set_theta(start);
  double count = 0.0;
  ik::Solutions listed;
  for (std::size_t i = 0; i < solved.solutions.theta.size(); ++i) {
    count += solved.turns[i];
    const int left = kMaxTurns - static_cast<int>(listed.theta.size());
    if (left == 0) continue;
    for (ik::VectorX& theta : solver.turns(solved.solutions.theta[i], left)) {
      listed.theta.push_back(std::move(theta));
    }
  }
  listed.branches = static_cast<int>(listed.theta.size());
  listed.proven = solved.solutions.proven;
  listed.bound = solved.solutions.bound;
  listed.singularity = solved.solutions.singularity;
  listed.singular_joints = solved.solutions.singular_joints;
  listed.attempts = solved.solutions.attempts;
  listed.fruitless = solved.solutions.fruitless;
  if (!listed.theta.empty() && listed.theta.size() == solved.solutions.theta.size()) {
    tell_no_effect("--turns", "No hinge has another turn within its limits.");
  }
  if (count > kMaxTurns) {
    tell_note(fmt::format("--turns: {} of {} poses are listed", kMaxTurns, count));
  }
  solved.solutions = std::move(listed);
  solved.turns.clear();
}

/// Names for solutions in the order given of the joints.
std::vector<std::string> names_of(const lab::Scene& scene, const ik::Multibody& body,
                                  std::span<const ik::VectorX> solutions) {
  std::vector<ik::VectorX> in_solver_order;
  for (const ik::VectorX& theta : solutions) {
    ik::VectorX& own = in_solver_order.emplace_back(theta.size());
    for (int given = 0; given < body.joint_count(); ++given) {
      own[body.solver_index(given)] = theta[given];
    }
  }
  return lab::solution_names(body, in_solver_order, lab::up_axis(scene));
}

/// What is known of solutions that are not listed.
std::string completeness_in_words(const ik::Solutions& solutions) {
  const bool families = !solutions.families.empty();
  if (solutions.proven) {
    return fmt::format(
        "complete: proven, all {} within the limits; such an arm has at most {} for a goal\n",
        families ? "families" : "poses", solutions.bound);
  }
  if (families && solutions.attempts > 0) {
    return fmt::format(
        "complete: searched, by all poses at {} angles of a hinge; a self-motion between two of "
        "these is missed\n",
        solutions.attempts);
  }
  if (solutions.fruitless == 0) return {};
  // it was missed so often in a row with the probability (1 - share)^fruitless
  constexpr double kMissed = 0.05;
  const double share = 1.0 - std::pow(kMissed, 1.0 / solutions.fruitless);
  return fmt::format(
      "complete: searched, the last {} of {} starts found nothing new; a solution to which {:.1f} "
      "% "
      "of them lead would have been found with 95 % probability\n",
      solutions.fruitless, solutions.attempts, 100.0 * share);
}

/// "elbow at -0.512 in [-1.204, 0.913] [2.000, 2.400] rad".
std::string family_in_words(const ik::Family& family) {
  const bool elbow = family.parameter == ik::Family::Parameter::kElbow;
  std::string text = elbow ? fmt::format("elbow at {:.3f} in", family.here) : "self-motion in";
  for (const ik::Family::Arc& arc : family.arcs) {
    text += fmt::format(" [{:.3f}, {:.3f}]", arc.from, arc.to);
  }
  return text + " rad";
}

/// Prints the joints of all solutions, or of the pose that was found, and what --all adds.
/// \param named whether the names are more than numbers
void print_solved(std::ostream& out, const io::SolvedPose& solved, const ik::Solver& solver,
                  bool named) {
  const std::vector<ik::VectorX>& all = solved.solutions.theta;
  print_joints(out, solver.multibody(), all.empty() ? std::span(&solver.theta(), 1) : all);
  const std::vector<ik::Family>& families = solved.solutions.families;
  for (std::size_t i = 0; i < solved.names.size(); ++i) {
    std::string line = named ? solved.names[i] : "";
    if (!families.empty()) line += (named ? "; " : "") + family_in_words(families[i]);
    if (!line.empty()) out << fmt::format("{}: {}\n", i + 1, line);
  }
  const int found = static_cast<int>(all.size());
  if (solved.solutions.branches < found) {
    out << fmt::format("branches: {}, the nearest solution of each; neighbours on them: {}\n",
                       solved.solutions.branches, found - solved.solutions.branches);
  }
  if (solved.all && found > 0) {
    out << completeness_in_words(solved.solutions);
    const std::string singular = lab::singularity_in_words(solved.solutions, solver.multibody());
    if (!singular.empty()) out << io::printable(singular) << '\n';
  }
  if (std::ranges::any_of(solved.turns, [](double count) { return count > 1.0; })) {
    out << fmt::format("whole turns within the limits: {} (--turns lists them)\n",
                       fmt::join(solved.turns, ", "));
  }
}

/// Notes the options without effect. \param body with the wanted aims
void tell_without_effect(const SolveOptions& options, const lab::Scene& scene,
                         const ik::Multibody& body, const ik::Stop& stop) {
  const lab::Settings settings = options.setup.settings(scene);
  const lab::KnobUse use{ik::methods().front(), settings, &scene.multibody, lab::KnobTask::kSolve};
  tell_unused(options.setup.given_settings(), std::span(&use, 1));
  const auto tell = [](const std::string& given, bool unused, const char* option, const char* why) {
    if (!given.empty() && unused) tell_no_effect(option, why);
  };
  tell(options.stop.aim_tolerance, body.aim_count() == 0, "--aim-tolerance",
       "No goal has an orientation or a direction.");
  tell(options.stop.tolerance, options.goals.empty(), "--tolerance", "No goal has a position.");
  tell(options.stop.seed, stop.restarts == 0, "--seed", "Without --restarts no start is drawn.");
  if (!options.setup.body.curve.empty())
    tell_no_effect("--curve", "The goals say where targets are.");
  if (!options.setup.body.aim.empty())
    tell_no_effect("--aim", "The goals say what effectors aim at.");
  const std::size_t wanted = options.goals.size() + options.directions.size();
  const bool turns = body.aim_count() > static_cast<int>(options.directions.size());
  tell(options.choice, stop.restarts == 0, "--choice", "Without --restarts there is one attempt.");
  if (!options.how.weights.empty() && wanted == 1 && !turns) {
    tell_no_effect("--weight", "There is one goal, and nothing to weigh it against.");
  }
}

void solve(const SolveOptions& options) {
  const lab::Scene scene = options.setup.scene();
  ik::Stop stop = options.wanted();
  ik::Solver solver = options.solver(scene);
  const std::vector<ik::AxisTolerance> tolerances =
      options.how.tolerances(solver.multibody(), stop);
  if (!tolerances.empty() && stop.restarts == 0) {
    throw io::Error("--axis-tolerance: needs --restarts of at least 1");
  }
  stop.tolerances = tolerances;
  Output json("--json", options.json, Inputs(scene));
  const Deadline deadline = options.timeout.start();
  stop.give_up = [&deadline] { return deadline.passed() || InterruptGuard::pending(); };
  tell_without_effect(options, scene, solver.multibody(), stop);
  const ik::VectorX start = solver.theta();
  io::SolvedPose solved{.scene = scene.id};
  solved.all = options.all;
  if (options.all) solved.solutions = solver.solutions(kMaxSolutions, stop);
  const ik::Report report = solved.report = solver.solve(stop);
  const std::string why = solved.why = lab::why_not_reached(report, solver);
  if (options.turns && why.empty() && !options.all) solved.solutions = {{solver.theta()}, 1};
  for (const ik::VectorX& theta : solved.solutions.theta) {
    solved.turns.push_back(solver.turn_count(theta));
  }
  if (options.all && solved.solutions.attempts < solved.solutions.starts && why.empty()) {
    tell_note(
        fmt::format("--all: {} of {} starts were used before the updates or the time ended; "
                    "there may be more solutions",
                    solved.solutions.attempts, solved.solutions.starts));
  }
  if (options.turns) list_turns(start, solver, solved);
  solved.names = names_of(scene, solver.multibody(), solved.solutions.theta);
  if (json.wanted()) json.stream() << io::solution_json(solved, solver);
  json.commit();
  if (!json.to_standard_output()) {
    const lab::Postures postures(solver.multibody(), lab::up_axis(scene));
    print_solved(std::cout, solved, solver, postures.has_words());
  }
  tell_written({json.file_name()});
  if (why.empty()) return;
  flush_standard_output();
  const bool timed_out = report.given_up && deadline.passed();
  throw NotReached{(timed_out ? "ended by --timeout: " : "") +
                   lab::not_reached_in_words(report, solver)};
}

}  // namespace

void add_solve(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "solve", "Solves one pose: prints the joints that reach it", solve);
  options.add_to(app);
  app.footer(
      "The exit status is 3 where the pose is not reached; the closest pose found is printed.\n"
      "Example: iklab solve --scene six-axis-arm --goal tool=0.5,0.9,0.3 --all");
}

}  // namespace cli
