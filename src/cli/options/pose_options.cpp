#include "cli/options/pose_options.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "io/files/text.h"
#include "lab/scene/number_text.h"
#include "work/platform.h"

namespace cli {
namespace {

constexpr const char* kWeightForm = "EFFECTOR=POSITION or EFFECTOR=POSITION,AIM";
constexpr const char* kToleranceForm = "EFFECTOR=AXIS:TOLERANCE,...";
/// The axes of a tolerance: three of the position, three of the aim.
constexpr const char* kAxes[] = {"x", "y", "z", "rx", "ry", "rz"};
constexpr const char* kFree = "free";

PoseGoal parse_direction(const ik::Multibody& multibody, const std::string& text) {
  const std::string what = "--direction " + text;
  const EffectorOption option = effector_option(multibody, "--direction", text, "EFFECTOR=x,y,z");
  const std::vector<double> numbers = numbers_of(option.value, what);
  if (numbers.size() != 3) {
    throw io::Error(fmt::format("{}: expected 3 numbers, not {}", what, numbers.size()));
  }
  const Eigen::Vector3d direction(numbers[0], numbers[1], numbers[2]);
  const double length = direction.stableNorm();
  if (!(length > 0.0)) throw io::Error(what + ": the direction has length 0");
  PoseGoal goal{.effector = option.effector};
  goal.direction = (direction / length).normalized();
  return goal;
}

/// \throws io::Error if an effector appears twice
void expect_once(std::set<int>& given, int effector, const std::string& what, const char* thing) {
  if (given.insert(effector).second) return;
  throw io::Error(fmt::format("{}: a second {} for this effector", what, thing));
}

/// One tolerance, "rz:free", of an effector. \param[in,out] given the axes before
void take_axis(const ik::Effector& effector, const std::string& part, const std::string& what,
               std::set<std::string>& given, ik::AxisTolerance& tolerance) {
  const std::size_t colon = part.find(':');
  const std::string name = part.substr(0, colon);
  if (!given.insert(name).second) {
    throw io::Error(fmt::format("{}: {} is given twice", what, name));
  }
  const auto axis = std::ranges::find(kAxes, name);
  if (colon == std::string::npos || axis == std::end(kAxes)) {
    throw io::Error(fmt::format("{}: '{}': expected AXIS:TOLERANCE, an axis being {}", what, part,
                                io::joined(kAxes, ", ")));
  }
  const auto at = axis - std::begin(kAxes);
  const bool turns = at >= 3;
  if (turns && effector.aim != ik::AimKind::kOrientation) {
    throw io::Error(fmt::format("{}: {}: the effector has no goal of an orientation", what, name));
  }
  double& value = turns ? tolerance.aim[at - 3] : tolerance.position[at];
  const std::string text = part.substr(colon + 1);
  if (text == kFree) {
    value = std::numeric_limits<double>::infinity();
    return;
  }
  value = turns ? angle_of(text, what) : number_of(text, what);
  if (!(value > 0.0)) {
    throw io::Error(fmt::format("{}: {}: expected a number above 0, or free", what, name));
  }
}

constexpr long kMaxRestarts = 1'000'000, kMaxUpdates = 1'000'000'000;

}  // namespace

double positive_option(const char* option, const std::string& text, double usual) {
  if (text.empty()) return usual;
  const std::optional<double> value = lab::parse_number(text);
  if (!value || !(*value > 0.0)) {
    throw io::Error(fmt::format("{}: expected a number above 0", option));
  }
  return *value;
}

Eigen::Isometry3d parse_frame(const std::string& text, const std::string& what, bool* turned) {
  const std::vector<std::string> parts = io::parts_of(text);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    numbers.push_back(i < 3 ? number_of(parts[i], what) : angle_of(parts[i], what));
  }
  if (numbers.size() != 3 && numbers.size() != 6) {
    throw io::Error(fmt::format("{}: expected 3 or 6 numbers, not {}", what, numbers.size()));
  }
  const bool turns = numbers.size() == 6;
  if (turned != nullptr) *turned = turns;
  Eigen::Isometry3d frame(Eigen::Translation3d(numbers[0], numbers[1], numbers[2]));
  if (!turns) return frame;
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const std::span<const double> angles(numbers.data() + 3, 3);
  ask_for_degrees(
      what, *std::ranges::max_element(angles, {}, [](double angle) { return std::abs(angle); }));
  frame.linear() =
      (AngleAxisd(numbers[5], Vector3d::UnitZ()) * AngleAxisd(numbers[4], Vector3d::UnitY()) *
       AngleAxisd(numbers[3], Vector3d::UnitX()))
          .toRotationMatrix();
  return frame;
}

PoseGoal parse_goal(const ik::Multibody& multibody, const std::string& text) {
  const EffectorOption option =
      effector_option(multibody, "--goal", text, "EFFECTOR=x,y,z or EFFECTOR=x,y,z,roll,pitch,yaw");
  bool turned = false;
  const Eigen::Isometry3d frame = parse_frame(option.value, "--goal " + text, &turned);
  PoseGoal goal{.effector = option.effector};
  goal.position = frame.translation();
  if (turned) goal.orientation = frame.linear();
  return goal;
}

std::vector<PoseGoal> parse_goals(const ik::Multibody& multibody,
                                  const std::vector<std::string>& goals,
                                  const std::vector<std::string>& directions) {
  std::vector<PoseGoal> all;
  std::set<int> placed, pointed;
  for (const std::string& text : goals) {
    all.push_back(parse_goal(multibody, text));
    expect_once(placed, all.back().effector, "--goal " + text, "goal");
  }
  for (const std::string& text : directions) {
    const PoseGoal wanted = parse_direction(multibody, text);
    expect_once(pointed, wanted.effector, "--direction " + text, "direction");
    const auto same = std::ranges::find(all, wanted.effector, &PoseGoal::effector);
    if (same == all.end()) {
      all.push_back(wanted);
      continue;
    }
    if (same->orientation) {
      throw io::Error(
          fmt::format("--direction {}: the effector's --goal has roll, pitch and yaw", text));
    }
    same->direction = wanted.direction;
  }
  return all;
}

void GoalOptions::add_to(const OptionGroup& group) {
  group
      .add("--weight", weights, "EFFECTOR=W[,AIM]",
           wrapped_help("Weight of an effector's squared position error, and of its aim's, where "
                        "goals cannot all be reached (default: 1, in reach the scene's; 0 drops "
                        "the goal); may be given once for each effector"))
      ->allow_extra_args(false);
  group
      .add("--axis-tolerance", axis_tolerances, "EFFECTOR=AXIS:T,...",
           wrapped_help("Tolerance along single axes x, y, z [m] and about rx, ry, rz [rad, or "
                        "5deg], or free: tool=rz:free,x:0.001. The axes are those of the wanted "
                        "orientation, without one the world's; other axes keep --tolerance and "
                        "--aim-tolerance"))
      ->allow_extra_args(false);
}

void GoalOptions::weigh(const ik::Multibody& body, std::vector<double>& goal_weights) const {
  std::set<int> given;
  for (const std::string& text : weights) {
    const std::string what = "--weight " + text;
    const EffectorOption option = effector_option(body, "--weight", text, kWeightForm);
    expect_once(given, option.effector, what, "weight");
    const std::vector<double> numbers = numbers_of(option.value, what);
    const int aim = lab::aim_of(body, option.effector);
    if (numbers.empty() || numbers.size() > 2) {
      throw io::Error(fmt::format("{}: expected {}", what, kWeightForm));
    }
    if (numbers.size() == 2 && aim < 0) {
      throw io::Error(what + ": the effector has no goal of a direction or orientation");
    }
    if (std::ranges::min(numbers) < 0.0) {
      throw io::Error(what + ": expected numbers of at least 0");
    }
    goal_weights.resize(static_cast<std::size_t>(body.goal_count()), 1.0);
    goal_weights[static_cast<std::size_t>(option.effector)] = numbers[0];
    if (numbers.size() == 2) {
      goal_weights[static_cast<std::size_t>(body.effector_count() + aim)] = numbers[1];
    }
    if (std::ranges::all_of(goal_weights, [](double weight) { return weight == 0.0; })) {
      throw io::Error(what + ": no goal is left");
    }
  }
}

std::vector<ik::AxisTolerance> GoalOptions::tolerances(const ik::Multibody& body,
                                                       const ik::Stop& stop) const {
  if (axis_tolerances.empty()) return {};
  std::vector<ik::AxisTolerance> tolerances(
      static_cast<std::size_t>(body.effector_count()),
      {Eigen::Vector3d::Constant(stop.error), Eigen::Vector3d::Constant(stop.aim_error)});
  std::set<int> given;
  for (const std::string& text : axis_tolerances) {
    const std::string what = "--axis-tolerance " + text;
    const EffectorOption option = effector_option(body, "--axis-tolerance", text, kToleranceForm);
    expect_once(given, option.effector, what, "list");
    const std::vector<std::string> parts = io::parts_of(option.value);
    if (parts.empty()) throw io::Error(fmt::format("{}: expected {}", what, kToleranceForm));
    std::set<std::string> axes;
    for (const std::string& part : parts) {
      take_axis(body.effector(option.effector), part, what, axes,
                tolerances[static_cast<std::size_t>(option.effector)]);
    }
  }
  return tolerances;
}

bool Deadline::passed() const {
  return at < std::numeric_limits<double>::infinity() && work::nanoseconds() >= at;
}

double Deadline::pause(double most) const {
  return std::clamp(1e-9 * (at - work::nanoseconds()), 0.0, most);
}

void TimeoutOption::add_to(const OptionGroup& group, const char* then) {
  group.add("--timeout", seconds_, "S",
            wrapped_help(fmt::format("Ends the work in order after this time [s]: {}, with the "
                                     "status 3 (default: never)",
                                     then)));
}

Deadline TimeoutOption::start() const {
  if (seconds_.empty()) return {};
  return {work::nanoseconds() + 1e9 * positive_option("--timeout", seconds_, 0.0)};
}

void StopOptions::add_to(const OptionGroup& group, const char* seed_help,
                         const std::string& restarts_help, const std::string& updates_help) {
  const ik::Stop usual;
  group.add("--tolerance", tolerance, "M",
            fmt::format("Largest error of a position [m] (default: {:g})", usual.error));
  group.add(
      "--aim-tolerance", aim_tolerance, "RAD",
      wrapped_help(fmt::format("Largest error of a direction or orientation [rad] (default: {:g})",
                               usual.aim_error)));
  group.add("--restarts", restarts, "N",
            wrapped_help(fmt::format("Largest number of starts after the first (default: {}{})",
                                     usual.restarts, restarts_help)));
  group.add("--updates", updates, "N",
            wrapped_help(fmt::format("Most updates of a pose, of all its attempts together "
                                     "(default: {}{})",
                                     usual.updates, updates_help)));
  group.add("--seed", seed, "N",
            wrapped_help(fmt::format("{} (default: {})", seed_help, usual.seed)));
}

ik::Stop StopOptions::stop() const {
  ik::Stop stop;
  stop.error = positive_option("--tolerance", tolerance, stop.error);
  stop.aim_error = positive_option("--aim-tolerance", aim_tolerance, stop.aim_error);
  if (!restarts.empty()) {
    stop.restarts = static_cast<int>(count_option("--restarts", restarts, 0, kMaxRestarts));
  }
  if (!updates.empty()) {
    stop.updates = static_cast<int>(count_option("--updates", updates, 1, kMaxUpdates));
  }
  if (!seed.empty()) stop.seed = static_cast<std::uint64_t>(count_option("--seed", seed, 0));
  return stop;
}

}  // namespace cli
