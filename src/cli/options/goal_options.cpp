#include "cli/options/goal_options.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "cli/options/quantities.h"
#include "io/files/text.h"

namespace cli {
namespace {

constexpr const char* kGoalForm = "EFFECTOR=x,y,z or EFFECTOR=x,y,z,roll,pitch,yaw";
constexpr const char* kDirectionForm = "EFFECTOR=x,y,z";
constexpr const char* kWeightForm = "EFFECTOR=POSITION or EFFECTOR=POSITION,AIM";
constexpr const char* kToleranceForm = "EFFECTOR=AXIS:TOLERANCE,...";
/// The axes of a tolerance: three of the position, three of the aim.
constexpr const char* kAxes[] = {"x", "y", "z", "rx", "ry", "rz"};
constexpr const char* kFree = "free";

PoseGoal parse_direction(const ik::Multibody& multibody, const std::string& text) {
  const std::string what = "--direction " + text;
  const EffectorOption option = effector_option(multibody, "--direction", text, kDirectionForm);
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

/// One tolerance, "rz:free", of an effector.
void take_axis(const ik::Effector& effector, const std::string& part, const std::string& what,
               ik::AxisTolerance& tolerance) {
  const std::size_t colon = part.find(':');
  const std::string name = part.substr(0, colon);
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

}  // namespace

PoseGoal parse_goal(const ik::Multibody& multibody, const std::string& text) {
  const std::string what = "--goal " + text;
  const EffectorOption option = effector_option(multibody, "--goal", text, kGoalForm);
  const std::vector<std::string> parts = io::parts_of(option.value);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    numbers.push_back(i < 3 ? number_of(parts[i], what) : angle_of(parts[i], what));
  }
  if (numbers.size() != 3 && numbers.size() != 6) {
    throw io::Error(fmt::format("{}: expected 3 or 6 numbers, not {}", what, numbers.size()));
  }
  PoseGoal goal{.effector = option.effector};
  goal.position = Eigen::Vector3d(numbers[0], numbers[1], numbers[2]);
  if (numbers.size() == 6) {
    using Eigen::AngleAxisd, Eigen::Vector3d;
    const std::span<const double> angles(numbers.data() + 3, 3);
    ask_for_degrees(
        what, *std::ranges::max_element(angles, {}, [](double angle) { return std::abs(angle); }));
    goal.orientation =
        (AngleAxisd(numbers[5], Vector3d::UnitZ()) * AngleAxisd(numbers[4], Vector3d::UnitY()) *
         AngleAxisd(numbers[3], Vector3d::UnitX()))
            .toRotationMatrix();
  }
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
      const std::string axis = part.substr(0, part.find(':'));
      if (!axes.insert(axis).second) {
        throw io::Error(fmt::format("{}: {} is given twice", what, axis));
      }
      take_axis(body.effector(option.effector), part, what,
                tolerances[static_cast<std::size_t>(option.effector)]);
    }
  }
  return tolerances;
}

}  // namespace cli
