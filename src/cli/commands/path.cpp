#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "cli/commands/commands.h"
#include "cli/options/measurement.h"
#include "cli/options/option.h"
#include "cli/options/pose_options.h"
#include "cli/options/setup_options.h"
#include "cli/output/progress.h"
#include "io/files/text.h"
#include "io/saved/path_files.h"
#include "io/saved/reach_files.h"
#include "lab/body/goals.h"
#include "work/platform.h"

namespace cli {
namespace {

/// The options of `path`. The functions throw io::Error naming the option.
struct PathCommand {
  SetupOptions setup;
  TimeoutOption timeout;
  std::string waypoints, at, start = "any", tolerance, aim_tolerance, stray, velocity;
  std::string csv, json, plot;
  bool closed = false, ignores_columns = false, no_times = false;

  void add_to(CLI::App& app);
  lab::PathPlan plan() const;
  ik::FollowOptions options(const lab::Scene& scene, bool timed) const;
};

void PathCommand::add_to(CLI::App& app) {
  setup.add_to(app, true, "--scene", SettingOptions::kLimits);
  const OptionGroup group{app, "Path"};
  group
      .add_file("--waypoints", waypoints,
                wrapped_help("The goals of the path, one after the other: a CSV as for the --goals "
                             "of reach, with a column time [s] if --velocity is given"))
      ->required();
  group.add("--at", at, "x,y,z[,roll,pitch,yaw]",
            wrapped_help("Where the file's frame is in the world [m], and how it is turned [rad, "
                         "or 90deg]: roll about x, then pitch about y, then yaw about z, fixed "
                         "axes (default: at the world's)"));
  group.add("--start", start, "any|middle|X1,X2,...",
            wrapped_help("The pose with which the path begins: the best of all (default), the one "
                         "nearest to the middle of the limits, or the one nearest to these joints: "
                         "rad (or 90deg) or m, in the order of the scene"));
  group.add_flag("--closed", closed,
                 wrapped_help("The last waypoint is the first one, and the joints come back to "
                              "their first pose; joints without limits may end whole turns away"));
  const ik::FollowOptions usual;
  group.add("--tolerance", tolerance, "M",
            fmt::format("Largest error of a position [m] (default: {:g})", usual.error));
  group.add("--aim-tolerance", aim_tolerance, "RAD",
            wrapped_help(fmt::format("Largest error of a direction or orientation [rad] (default: "
                                     "{:g})",
                                     usual.aim_error)));
  group.add("--stray", stray, "M",
            wrapped_help("How far effectors may stray between two waypoints where the arm passes a "
                         "singular pose [m and rad] (default: the tolerances, or the second "
                         "difference of the waypoints)"));
  group.add("--velocity", velocity, "V1,V2,...|V",
            wrapped_help("Largest speed of each joint [rad/s, or m/s], in the order of the scene, "
                         "or one for all (default: none)"));
  group.add_flag("--ignore-columns", ignores_columns,
                 wrapped_help("Skip columns of other names in --waypoints"));
  group.add_file("--csv", csv, "A row of joints for every waypoint; - is standard output");
  group.add_file("--json", json, "The summary; - is standard output");
  group.add_file("--plot", plot,
                 wrapped_help("The joints over the waypoints, with changes of branch, drawn to "
                              ".svg, .png or .pdf"));
  add_no_times(group, no_times);
  timeout.add_to(group, "the best way so far is written");
}

ik::FollowOptions PathCommand::options(const lab::Scene& scene, bool timed) const {
  ik::FollowOptions options;
  options.error = positive_option("--tolerance", tolerance, options.error);
  options.aim_error = positive_option("--aim-tolerance", aim_tolerance, options.aim_error);
  if (!stray.empty()) options.stray = positive_option("--stray", stray, 0.0);
  options.closed = closed;
  options.obstacles = scene.obstacles;
  options.keeps_limits = setup.settings(scene).limits != lab::LimitRule::kIgnore;
  if (start == "middle") {
    options.start = ik::PathStart::kMiddle;
  } else if (start != "any") {
    options.start = ik::PathStart::kGiven;
    options.theta = theta_of(scene.multibody, start, "--start");
  }
  if (velocity.empty()) return options;
  if (!timed) throw io::Error("--velocity: the file of --waypoints has no column time");
  const std::vector<double> speeds = numbers_of(velocity, "--velocity");
  const auto n = static_cast<std::size_t>(scene.multibody.joint_count());
  if (speeds.size() != 1 && speeds.size() != n) {
    throw io::Error(fmt::format("--velocity: expected 1 or {} numbers, not {}", n, speeds.size()));
  }
  options.velocity.resize(static_cast<Eigen::Index>(n));
  for (std::size_t j = 0; j < n; ++j) {
    const double speed = speeds[speeds.size() == 1 ? 0 : j];
    if (!(speed > 0.0)) throw io::Error("--velocity: expected numbers above 0");
    options.velocity[static_cast<Eigen::Index>(j)] = speed;
  }
  return options;
}

lab::PathPlan PathCommand::plan() const {
  const lab::Scene scene = setup.scene();
  io::GoalFile file = io::read_goals(waypoints, scene.multibody, ignores_columns);
  const bool timed = file.rows.front().time.has_value();
  lab::PathPlan plan{lab::with_aims(scene, file.aims), {}, options(scene, timed)};
  plan.scene.multibody = lab::moving_body(plan.scene);
  const std::optional<Eigen::Isometry3d> frame =
      at.empty() ? std::nullopt : std::optional(parse_frame(at, "--at " + at));
  for (lab::ReachGoal& row : file.rows) {
    if (frame) lab::place(*frame, row);
    ik::Waypoint goal{std::move(row.targets), std::move(row.aims)};
    goal.time = row.time.value_or(static_cast<double>(plan.waypoints.size()));
    plan.waypoints.push_back(std::move(goal));
  }
  return plan;
}

/// The unit of the joints that may move. \param both a word between two units
std::string joint_unit(const ik::Multibody& body, const char* both) {
  bool angles = false, slides = false;
  for (const ik::Joint& joint : body.joints()) {
    if (joint.weight == 0.0) continue;
    (ik::is_angular(joint.type) ? angles : slides) = true;
  }
  return angles && slides ? fmt::format("rad {} m", both) : slides ? "m" : "rad";
}

/// "0.00031 m, 2e-05 rad", without the angle for a body that aims nowhere.
std::string in_units(const ik::Multibody& body, const lab::PathError& error) {
  const std::string place = fmt::format("{:.2g} m", error.place);
  return body.aim_count() == 0 ? place : place + fmt::format(", {:.2g} rad", error.aim);
}

void print_path(std::ostream& out, const lab::PathPlan& plan, const ik::Followed& followed,
                double milliseconds) {
  const ik::Multibody& body = plan.scene.multibody;
  out << io::printable(fmt::format("{} ({}), {} of {} waypoints", plan.scene.id, plan.scene.name,
                                   followed.poses.size(), plan.waypoints.size()))
      << '\n';
  Table table({""});
  table.add_column("");
  table.add_row({"reconfigurations", fmt::format("{}{}", followed.reconfigurations,
                                                 followed.least ? ", no way has fewer" : "")});
  table.add_row({"singular poses passed", std::to_string(followed.passages)});
  table.add_row({"travel", fmt::format("{:.4g} {}", followed.travel, joint_unit(body, "and"))});
  table.add_row(
      {"largest step", fmt::format("{:.4g} {}", followed.max_step, joint_unit(body, "or"))});
  table.add_row({"largest error", in_units(body, lab::largest_error(plan, followed))});
  table.add_row({"strays between", in_units(body, lab::largest_stray(plan, followed))});
  if (milliseconds >= 0.0) table.add_row({"time", fmt::format("{:.3g} ms", milliseconds)});
  table.print(out);
}

void path(const PathCommand& options) {
  const Deadline deadline = options.timeout.start();
  lab::PathPlan plan = options.plan();
  if (!options.plot.empty()) plot_format_of(options.plot);
  Inputs inputs(plan.scene);
  inputs.add("--waypoints", options.waypoints);
  Outputs outputs({.csv = options.csv, .json = options.json, .plot = options.plot}, inputs);
  plan.options.give_up = [&deadline] { return deadline.passed() || InterruptGuard::pending(); };
  ik::Followed followed;
  const double before = work::nanoseconds();
  try {
    followed = ik::follow(plan.scene.multibody, plan.waypoints, plan.options);
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    const std::string closed = "FollowOptions::closed";
    if (text.starts_with(closed)) throw io::Error("--closed" + text.substr(closed.size()));
    throw io::Error(fmt::format("--waypoints {}: {}", options.waypoints, text));
  }
  const double milliseconds = options.no_times ? -1.0 : 1e-6 * (work::nanoseconds() - before);
  if (outputs.csv.wanted()) io::write_csv(outputs.csv.stream(), plan, followed);
  if (outputs.json.wanted()) {
    outputs.json.stream() << io::path_json(plan, followed, milliseconds);
  }
  if (outputs.plot.wanted()) {
    outputs.plot.stream() << io::draw_path(plan, followed,
                                           io::plot_format(outputs.plot.file_name()));
  }
  outputs.commit();
  if (outputs.standard_output_is_free()) print_path(std::cout, plan, followed, milliseconds);
  tell_written(outputs.file_names());
  const std::string why = lab::why_not_followed(plan, followed);
  if (why.empty()) return;
  flush_standard_output();
  throw NotReached{(deadline.passed() ? "ended by --timeout: " : "") + why};
}

}  // namespace

void add_path(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "path", "Finds joints along a path, without a jump", path);
  options.add_to(app);
  app.footer("Example: iklab path --scene six-axis-arm --waypoints line.csv --csv joints.csv");
}

}  // namespace cli
