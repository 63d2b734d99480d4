#include "cli/options/option.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "io/files/text.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene.h"

namespace cli {
namespace {

constexpr std::string_view kDegrees = "deg";
/// A larger angle, rad, is more likely meant in degrees.
constexpr double kFewTurns = 3.0 * 6.283185307179586;

}  // namespace

double number_of(std::string_view text, const std::string& what) {
  if (const std::optional<double> number = lab::parse_number(text)) return *number;
  throw io::Error(fmt::format("{}: '{}' is not a number", what, text));
}

double angle_of(std::string_view text, const std::string& what) {
  if (!text.ends_with(kDegrees)) return number_of(text, what);
  const std::string_view number = io::trimmed(text.substr(0, text.size() - kDegrees.size()));
  return number_of(number, what) * (std::numbers::pi / 180.0);
}

std::vector<double> numbers_of(const std::string& list, const std::string& what) {
  std::vector<double> numbers;
  for (const std::string& part : io::parts_of(list)) numbers.push_back(number_of(part, what));
  return numbers;
}

void ask_for_degrees(const std::string& what, double angle) {
  if (!(std::abs(angle) > kFewTurns)) return;
  tell_note(fmt::format(
      "{}: {} rad are {} turns; are degrees meant? Write {}deg", what, lab::short_number(angle),
      lab::brief_number(std::abs(angle) / (2.0 * std::numbers::pi)), lab::short_number(angle)));
}

ik::VectorX theta_of(const ik::Multibody& multibody, const std::string& list,
                     const std::string& what) {
  const std::vector<std::string> parts = io::parts_of(list);
  if (static_cast<int>(parts.size()) != multibody.joint_count()) {
    throw io::Error(fmt::format("{}: expected {} numbers, one for each joint, not {}", what,
                                multibody.joint_count(), parts.size()));
  }
  ik::VectorX theta(multibody.joint_count());
  double largest = 0.0;  // rad
  for (int given = 0; given < multibody.joint_count(); ++given) {
    const std::string& part = parts[static_cast<std::size_t>(given)];
    const bool turns = ik::is_angular(multibody.joint(multibody.solver_index(given)).type);
    theta[given] = turns ? angle_of(part, what) : number_of(part, what);
    if (std::abs(theta[given]) > lab::kMaxTheta) {
      throw io::Error(
          fmt::format("{}: {} is beyond {} rad or m", what, theta[given], lab::kMaxTheta));
    }
    if (turns && std::abs(theta[given]) > std::abs(largest)) largest = theta[given];
  }
  ask_for_degrees(what, largest);
  return theta;
}

EffectorOption effector_option(const ik::Multibody& multibody, const std::string& option,
                               const std::string& text, const char* expected) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    throw io::Error(fmt::format("{} {}: expected {}", option, text, expected));
  }
  const std::string name = text.substr(0, equals);
  const auto effectors = multibody.effectors();
  const auto found = std::ranges::find(effectors, name, &ik::Effector::name);
  if (found == effectors.end()) {
    std::vector<std::string> names;
    for (const ik::Effector& effector : effectors) names.push_back(effector.name);
    throw io::Error(fmt::format("{} {}: no effector '{}'{}: there are {}", option, text, name,
                                io::did_you_mean(name, names), io::joined(names, ", ")));
  }
  return {static_cast<int>(found - effectors.begin()), text.substr(equals + 1)};
}

}  // namespace cli
