#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "ik/clamp.h"
#include "ik/limits.h"
#include "ik/second_statements/question.h"
#include "support/aiming.h"
#include "support/step.h"

// Every registered method takes the step that docs/methods.md describes: it is compared with a
// second statement of it, written from that page.
namespace {

constexpr int kSteps = 40;
constexpr double kTolerance = 1e-12;

/// What is asked of a method on a body besides its targets.
struct Circumstance {
  const char* name;
  double distance = 1.0;  ///< of the targets from the root, m
  double d_max = 0.0;     ///< 0: off
  bool columns_at_target = false;
  bool joint_weights = false;  ///< one joint in four is frozen
  bool goal_weights = false;   ///< the last goal is given up
};

constexpr Circumstance kCircumstances[] = {
    {.name = "plain"},
    {.name = "far", .distance = 4.0},
    {.name = "D_max", .distance = 2.0, .d_max = 0.3},
    {.name = "columns at the target", .columns_at_target = true},
    {.name = "weights", .joint_weights = true, .goal_weights = true},
    {.name = "weights and D_max", .d_max = 0.2, .joint_weights = true, .goal_weights = true}};

/// Hinges in a tree: parent, origin, axis.
struct Hinge {
  int parent;
  Eigen::Vector3d origin, axis;
};

ik::Multibody hinges(const std::vector<Hinge>& rows, std::vector<ik::Effector> effectors) {
  std::vector<ik::Joint> joints;
  for (const Hinge& row : rows) {
    ik::Joint joint;
    joint.name = "hinge" + std::to_string(joints.size());
    joint.parent = row.parent;
    joint.parent_from_joint.translation() = row.origin;
    joint.axis = row.axis;
    joint.initial = 0.1;
    joints.push_back(joint);
  }
  return ik::Multibody(std::move(joints), std::move(effectors));
}

const Eigen::Vector3d kSkew(0.4677, 0.125, 0.875);

/// The report's Y.
ik::Multibody y() {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  return hinges({{-1, {0.0, -0.5, 0.0}, z},
                 {0, {0.0, 0.9, 0.0}, z},
                 {0, {0.0, 0.9, 0.0}, z},
                 {1, {0.5, 0.6, 0.0}, x},
                 {2, {-0.5, 0.6, 0.0}, x},
                 {3, {0.2, 0.3, 0.0}, kSkew},
                 {4, {-0.3, 0.5, 0.0}, kSkew}},
                {{"right", 5, {0.0, 0.7, 0.0}}, {"left", 6, {0.0, 0.4, 0.0}}});
}

/// A trunk of two hinges that parts twice, into four arms of three: the shape of the double-Y.
ik::Multibody double_y() {
  const Eigen::Vector3d up(0.0, 0.5, 0.0);
  std::vector<Hinge> rows = {{-1, {0.0, -1.5, 0.0}, kSkew}, {0, up, Eigen::Vector3d::UnitX()}};
  std::vector<ik::Effector> effectors;
  for (const double side : {1.0, -1.0}) {
    rows.push_back({1, up, Eigen::Vector3d::UnitZ()});
    const int fork = static_cast<int>(rows.size()) - 1;
    for (const double high : {0.25, 0.43}) {
      const Eigen::Vector3d link(0.43 * side, high, 0.0);
      rows.push_back({fork, {0.35 * side, 0.35, 0.0}, Eigen::Vector3d::UnitY()});
      rows.push_back({static_cast<int>(rows.size()) - 1, link, Eigen::Vector3d::UnitZ()});
      rows.push_back({static_cast<int>(rows.size()) - 1, link, Eigen::Vector3d::UnitX()});
      effectors.push_back({"hand", static_cast<int>(rows.size()) - 1, link});
    }
  }
  return hinges(rows, std::move(effectors));
}

/// A chain of hinges, slides and screws, more of them than rows.
ik::Multibody sliding_arm() {
  std::vector<ik::Joint> joints(7);
  bodies::Numbers numbers(12);
  for (int i = 0; i < 7; ++i) {
    ik::Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.name = "joint" + std::to_string(i);
    joint.parent = i - 1;
    joint.type = static_cast<ik::JointType>(i % 3);
    joint.axis = i % 2 == 0 ? Eigen::Vector3d(Eigen::Vector3d::Unit(i % 3)) : numbers.vector();
    joint.pitch = 0.15;
    joint.parent_from_joint.translation() = 0.4 * numbers.vector();
    joint.lower = -2.0;
    joint.upper = 1.5 + 0.1 * i;
  }
  return ik::Multibody(std::move(joints), {{"hand", 6, Eigen::Vector3d(0.3, 0.2, 0.1)}});
}

std::vector<bodies::Named> asked() {
  using enum ik::AimKind;
  return {{"Y", y()},
          {"DoubleY", double_y()},
          {"SlidingArm", sliding_arm()},
          {"LimitedArm", bodies::limited_arm()},
          {"RandomTree", bodies::random_tree(1, 9, 3)},
          {"WideTree", bodies::random_tree(2, 5, 6)},
          {"TurningFork", bodies::with_aims(bodies::forked_tree(), {kOrientation, kDirection})},
          {"HalfAimingTree",
           bodies::with_aims(bodies::random_tree(1, 9, 3), {kNone, kOrientation, kDirection})}};
}

second::Question question(const ik::Multibody& body, const Circumstance& c) {
  bodies::Numbers numbers(31);
  second::Question q{.body = body, .theta = body.initial_theta(), .targets = {}};
  q.theta += 0.5 * numbers.vector(body.joint_count());
  for (int i = 0; i < body.effector_count(); ++i) {
    q.targets.push_back(c.distance * numbers.vector());
  }
  q.columns_at_target = c.columns_at_target;
  if (c.d_max > 0.0) {
    for (int i = 0; i < body.effector_count(); ++i) q.d_max.push_back(c.d_max * (1.0 + i));
  }
  if (c.joint_weights) {
    for (int j = 0; j < body.joint_count(); ++j) {
      q.mobility.push_back(j % 4 == 1 ? 0.0 : std::sqrt(0.3 + 0.4 * j));
    }
  }
  if (c.goal_weights) {
    for (int g = 0; g < body.goal_count(); ++g) {
      const bool last = g > 0 && g + 1 == body.goal_count();
      q.weights.push_back(last ? 0.0 : 2.0 - 0.3 * g);
    }
  }
  q.aims = bodies::random_aims(body, numbers);
  q.obstacles = {{"post", {0.3, -1.0, 0.2}, {0.4, 1.0, 0.3}, 0.05},
                 {"ball", {-0.2, 0.5, 0.3}, {-0.2, 0.5, 0.3}, 0.1}};
  return q;
}

/// The registered method's step, in joints.
Eigen::VectorXd step_of(const ik::AnyMethod& method, const second::Question& q, ik::Workspace& w) {
  const ik::Pose pose = ik::pose_at(q.body, q.theta);
  ik::Problem problem{q.body, pose, q.targets};
  if (q.columns_at_target) problem.jacobian = ik::JacobianKind::kTarget;
  problem.d_max = q.d_max;
  problem.mobility = q.mobility;
  problem.obstacles = q.obstacles;
  problem.aims = q.aims;
  problem.weights = q.weights;
  EXPECT_NE(method.step(problem, w), ik::Outcome::kNotFinite);
  return w.dtheta;
}

/// The question with every joint and target moved by about the rounding of a sum of their numbers.
second::Question shaken(second::Question q, int seed) {
  constexpr double kRounding = 4e-15;
  bodies::Numbers numbers(seed);
  q.theta += kRounding * numbers.vector(static_cast<int>(q.theta.size()));
  for (Eigen::Vector3d& target : q.targets) target += kRounding * numbers.vector();
  return q;
}

/// Takes some steps towards targets that move by the registered method and by its second statement,
/// and expects that they are the same to 1e-12 rad or m, or of a step's size where that is above 1;
/// or, where the step is that sensitive, to ten times what rounding of the question does to the
/// statement. \returns the number of steps that were
int sensitive_steps(const ik::MethodInfo& info, const second::Statement& statement,
                    const second::Parameters& parameters, second::Question q) {
  constexpr int kShaken = 3;
  ik::AnyMethod method = info.make();
  for (const auto& [name, value] : parameters) {
    EXPECT_TRUE(ik::set_param(method, name, value)) << info.id << " " << name;
  }
  method.prepare(q.body, ik::kAllPortions);
  second::Method stated = statement.begin(parameters);
  std::vector<second::Method> others(kShaken, stated);
  ik::Workspace w;
  int sensitive = 0;
  for (int i = 0; i < kSteps; ++i) {
    Eigen::VectorXd dtheta = step_of(method, q, w);
    const auto step = [&](second::Method& by, const second::Question& asked) {
      Eigen::VectorXd x = by(asked);
      for (std::size_t j = 0; j < q.mobility.size(); ++j) {
        x[static_cast<Eigen::Index>(j)] *= q.mobility[j];
      }
      return x;
    };
    const Eigen::VectorXd expected = step(stated, q);
    double rounding = 0.0;
    for (int other = 0; other < kShaken; ++other) {
      const auto at = static_cast<std::size_t>(other);
      const Eigen::VectorXd moved = step(others[at], shaken(q, kShaken * i + other)) - expected;
      rounding = std::max(rounding, moved.lpNorm<Eigen::Infinity>());
    }
    const double size = std::max(1.0, expected.lpNorm<Eigen::Infinity>());
    const double apart = (dtheta - expected).lpNorm<Eigen::Infinity>();
    if (!(apart <= kTolerance * size)) ++sensitive;
    EXPECT_LE(apart, std::max(kTolerance * size, 10.0 * rounding)) << "step " << i;
    if (!(apart <= std::max(kTolerance * size, 10.0 * rounding))) break;
    ik::clamp_max_angle(q.body, info.max_angle, dtheta);
    ik::clamp_to_limits(q.body, q.theta, dtheta);
    q.theta += dtheta;
    for (Eigen::Vector3d& target : q.targets) {
      target += Eigen::Vector3d(0.03, -0.02 * (i % 2), 0.02);
    }
  }
  return sensitive;
}

/// The defaults, but that a network learns briefly: rounding grows while it learns.
second::Parameters tried(const second::Statement& statement) {
  second::Parameters parameters = statement.defaults;
  if (parameters.count("training") > 0) parameters["training"] = 3.0;
  return parameters;
}

/// Another value of a parameter: a switch turned, or less of a number.
double another(const ik::MethodInfo& info, const std::string& name, double value) {
  bool is_switch = false;
  info.make().visit([&](const ik::ParamInfo& row, const ik::ParamValue& param) {
    if (name == row.name) is_switch = std::holds_alternative<bool*>(param);
  });
  if (is_switch) return 1.0 - value;
  if (name == "training") return 20.0;
  return value > 0.0 ? 0.4 * value : 1.0;
}

class MethodsPage : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  const second::Statement* statement() const {
    for (const second::Statement& row : second::statements()) {
      if (std::string_view(row.id) == GetParam().id) return &row;
    }
    return nullptr;
  }
};

TEST_P(MethodsPage, HasBeenStatedASecondTime) {
  const bool exempt = std::string_view(GetParam().id) == "newton";
  EXPECT_EQ(statement() == nullptr, exempt);
}

TEST_P(MethodsPage, StatesTheStep) {
  if (statement() == nullptr) return;
  int sensitive = 0, all = 0;
  for (const bodies::Named& named : asked()) {
    for (const Circumstance& c : kCircumstances) {
      all += kSteps;
      SCOPED_TRACE(std::string(named.name) + ", " + c.name);
      sensitive +=
          sensitive_steps(GetParam(), *statement(), tried(*statement()), question(named.body, c));
    }
  }
  EXPECT_LT(sensitive, all / 10);
}

TEST_P(MethodsPage, StatesWhatEveryParameterDoes) {
  if (statement() == nullptr) return;
  for (const auto& [name, value] : tried(*statement())) {
    second::Parameters changed = tried(*statement());
    changed[name] = another(GetParam(), name, value);
    for (const bodies::Named& named : asked()) {
      for (const Circumstance& c : {kCircumstances[0], kCircumstances[5]}) {
        SCOPED_TRACE(name + ", " + named.name + ", " + c.name);
        sensitive_steps(GetParam(), *statement(), changed, question(named.body, c));
      }
    }
  }
}

/// The lines of docs/methods.md from a method's headline to the next.
std::string section_of(std::string_view id) {
  std::ifstream page(IKLAB_SOURCE_DIR "/docs/methods.md");
  std::string text, line;
  bool inside = false;
  while (std::getline(page, line)) {
    if (line.starts_with("#")) inside = line.starts_with("## `" + std::string(id) + "`");
    if (inside) text += line + '\n';
  }
  return text;
}

/// What stands behind `name`: a number, or on and off as 1 and 0.
std::optional<double> stated_default(const std::string& section, const std::string& name) {
  const std::size_t letter = section.find("**To the letter**");
  const std::size_t at = section.find('`' + name + "` ", letter);
  if (letter == std::string::npos || at == std::string::npos) return std::nullopt;
  std::istringstream text(section.substr(at + name.size() + 3));
  double number = 0.0;
  if (text >> number) return number;
  return section.compare(at + name.size() + 3, 2, "on") == 0 ? 1.0 : 0.0;
}

TEST_P(MethodsPage, NamesEveryParameterWithItsDefault) {
  if (statement() == nullptr) return;
  const std::string section = section_of(GetParam().id);
  std::size_t shown = 0;
  ik::AnyMethod method = GetParam().make();
  method.visit([&](const ik::ParamInfo& info, const ik::ParamValue&) {
    ++shown;
    const double value = *ik::get_param(GetParam().make(), info.name);
    const auto known = statement()->defaults.find(info.name);
    ASSERT_NE(known, statement()->defaults.end()) << info.name;
    EXPECT_EQ(known->second, value) << info.name;
    const std::optional<double> stated = stated_default(section, info.name);
    ASSERT_TRUE(stated) << info.name;
    EXPECT_NEAR(*stated, value, 1e-6 * value) << info.name;
  });
  EXPECT_EQ(shown, statement()->defaults.size());
}

INSTANTIATE_TEST_SUITE_P(Ik, MethodsPage,
                         testing::ValuesIn(ik::methods().begin(), ik::methods().end()),
                         method_test_name);

}  // namespace
