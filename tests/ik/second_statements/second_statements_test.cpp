#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/second_statements/question.h"
#include "ik/task/limits.h"
#include "support/aiming.h"
#include "support/large_bodies.h"
#include "support/step.h"

// Every registered method takes the step that docs/methods/definitions-of-steps.md describes: it is
// compared with a second statement of it, written from that page.
namespace {

constexpr int kSteps = 40;
constexpr double kStatementTolerance = 1e-12;

/// What is asked of a method on a body besides its targets.
struct Circumstance {
  const char* name;
  double distance = 1.0;  ///< of the targets from the root, m
  double d_max = 0.0;     ///< 0: off
  bool columns_at_target = false;
  bool joint_weights = false;  ///< one joint in four is frozen, later another
  bool goal_weights = false;   ///< the last goal is given up
  bool beyond_limit = false;   ///< the first joint that has a limit starts 0.2 beyond it
};

const Circumstance kPlain = {.name = "plain"};
const Circumstance kWeighted = {
    .name = "weights and D_max", .d_max = 0.2, .joint_weights = true, .goal_weights = true};

const Circumstance kCircumstances[] = {
    kPlain,
    {.name = "far", .distance = 4.0},
    {.name = "very far, a joint beyond its limit", .distance = 600.0, .beyond_limit = true},
    {.name = "D_max", .distance = 2.0, .d_max = 0.3},
    {.name = "columns at the target", .columns_at_target = true},
    {.name = "weights", .joint_weights = true, .goal_weights = true},
    kWeighted};

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
      effectors.push_back(
          {"hand" + std::to_string(effectors.size()), static_cast<int>(rows.size()) - 1, link});
    }
  }
  return hinges(rows, std::move(effectors));
}

/// A chain of hinges, slides and screws; its last joint has little room.
std::vector<ik::Joint> mixed_chain(int n) {
  std::vector<ik::Joint> joints(static_cast<std::size_t>(n));
  bodies::Numbers numbers(12);
  for (int i = 0; i < n; ++i) {
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
  joints.back().lower = -0.4;
  joints.back().upper = 0.7;
  return joints;
}

/// One effector, with joints to spare.
ik::Multibody sliding_arm() {
  return ik::Multibody(mixed_chain(7), {{"hand", 6, Eigen::Vector3d(0.3, 0.2, 0.1)}});
}
ik::Multibody turning_arm() {
  return bodies::with_aims(
      ik::Multibody(mixed_chain(9), {{"hand", 8, Eigen::Vector3d(0.3, 0.2, 0.1)}}),
      {ik::AimKind::kOrientation});
}

/// Hinges at one point, and hinges whose axes lead through the points behind them.
ik::Multibody wrist_arm() {
  const Eigen::Vector3d along(0.3, 0.5, 0.4), none = Eigen::Vector3d::Zero();
  return hinges({{-1, none, Eigen::Vector3d::UnitZ()},
                 {0, none, Eigen::Vector3d::UnitX()},
                 {1, none, along},
                 {2, along, kSkew},
                 {3, along, Eigen::Vector3d::UnitY()},
                 {4, none, along}},
                {{"hand", 5, along}});
}

const std::vector<bodies::Named>& asked() {
  using enum ik::AimKind;
  static const std::vector<bodies::Named> all = {
      {"Y", y()},
      {"DoubleY", double_y()},
      {"SlidingArm", sliding_arm()},
      {"TurningArm", turning_arm()},
      {"WristArm", wrist_arm()},
      {"LimitedArm", bodies::limited_arm()},
      {"RandomTree", bodies::random_tree(1, 9, 3)},
      {"WideTree", bodies::random_tree(2, 5, 6)},
      {"TurningFork", bodies::with_aims(bodies::forked_tree(), {kOrientation, kDirection})},
      {"HalfAimingTree",
       bodies::with_aims(bodies::random_tree(1, 9, 3), {kNone, kOrientation, kDirection})}};
  return all;
}

/// Every fourth joint is frozen, from this one on.
std::vector<double> mobilities(const ik::Multibody& body, int frozen) {
  std::vector<double> result;
  for (int j = 0; j < body.joint_count(); ++j) {
    result.push_back(j % 4 == frozen ? 0.0 : std::sqrt(0.3 + 0.4 * j));
  }
  return result;
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
    q.mobility = mobilities(body, 1);
  }
  if (c.goal_weights) {
    for (int g = 0; g < body.goal_count(); ++g) {
      const bool last = g > 0 && g + 1 == body.goal_count();
      q.weights.push_back(last ? 0.0 : 2.0 - 0.3 * (g % 6));
    }
  }
  for (int j = 0; c.beyond_limit && j < body.joint_count(); ++j) {
    if (body.joint(j).upper == ik::kUnlimited) continue;
    q.theta[j] = body.joint(j).upper + 0.2;
    break;
  }
  q.aims = bodies::random_aims(body, numbers);
  q.obstacles = {{"post", {0.3, -1.0, 0.2}, {0.4, 1.0, 0.3}, 0.05},
                 {"ball", {-0.2, 0.5, 0.3}, {-0.2, 0.5, 0.3}, 0.4}};
  return q;
}

/// The registered method's step, in joints.
ik::VectorX step_of(const ik::AnyMethod& method, const second::Question& q, ik::Workspace& w) {
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
  for (Eigen::Vector3d& target : q.targets) {
    target += kRounding * std::max(1.0, target.norm()) * numbers.vector();
  }
  return q;
}

/// Takes some steps towards targets that move, after so many at rest, by the registered method and
/// by its second statement, and expects that they are the same to 1e-12 rad or m, or of a step's
/// size where that is above 1; or, where the step is that sensitive, to a hundred times what
/// rounding of the question does to the statement, for that inside a decomposition is larger.
/// \returns how many steps were that sensitive
int sensitive_steps(const ik::MethodInfo& info, const second::Statement& statement,
                    const second::Parameters& parameters, second::Question q, int steps = kSteps,
                    int rest = 0, bool steady = false) {
  constexpr int kShaken = 3;
  constexpr double kOfDecompositions = 100.0;
  ik::AnyMethod method = info.create();
  for (const auto& [name, value] : parameters) {
    EXPECT_TRUE(ik::set_param(method, name, value)) << info.id << " " << name;
  }
  method.prepare(q.body, ik::kAllPortions);
  second::Method stated = statement.begin(parameters);
  std::vector<second::Method> others(kShaken, stated);
  ik::Workspace w;
  int sensitive = 0;
  for (int i = 0; i < steps; ++i) {
    ik::VectorX dtheta = step_of(method, q, w);
    const auto step = [&](second::Method& by, const second::Question& asked) {
      ik::VectorX x = by(asked);
      for (std::size_t j = 0; j < q.mobility.size(); ++j) {
        x[static_cast<Eigen::Index>(j)] *= q.mobility[j];
      }
      return x;
    };
    const ik::VectorX expected = step(stated, q);
    double rounding = 0.0;
    for (int other = 0; other < kShaken; ++other) {
      const auto at = static_cast<std::size_t>(other);
      const ik::VectorX moved = step(others[at], shaken(q, kShaken * i + other)) - expected;
      rounding = std::max(rounding, moved.lpNorm<Eigen::Infinity>());
    }
    const double size = std::max(1.0, expected.lpNorm<Eigen::Infinity>());
    const double apart = (dtheta - expected).lpNorm<Eigen::Infinity>();
    if (!(apart <= kStatementTolerance * size)) ++sensitive;
    const double most = std::max(kStatementTolerance * size, kOfDecompositions * rounding);
    EXPECT_LE(apart, most) << "step " << i;
    if (!(apart <= most)) break;
    ik::clamp_max_angle(q.body, info.max_angle, dtheta);
    ik::clamp_to_limits(q.body, q.theta, dtheta);
    q.theta += dtheta;
    if (i == steps / 3 && !q.mobility.empty()) q.mobility = mobilities(q.body, 2);
    if (i < rest) continue;
    for (Eigen::Vector3d& target : q.targets) {
      target += steady ? Eigen::Vector3d(0.008, 0.004, 0.0)
                       : Eigen::Vector3d(0.03, -0.02 * (i % 2), 0.02);
    }
  }
  return sensitive;
}

/// The defaults, but that a network learns briefly: plain learning takes long.
second::Parameters tried(const second::Statement& statement) {
  second::Parameters parameters = statement.defaults;
  if (parameters.count("training") > 0) parameters["training"] = 3.0;
  return parameters;
}

/// Other values of a parameter: a switch turned, or less and more of a number.
std::vector<double> others(const ik::MethodInfo& info, const std::string& name, double value) {
  bool is_switch = false;
  info.create().visit([&](const ik::Knob& row, const ik::KnobValue& param) {
    if (name == row.name) is_switch = std::holds_alternative<bool*>(param);
  });
  if (is_switch) return {1.0 - value};
  if (name == "training") return {20.0};
  if (value == 0.0) return {1.0};
  return {0.4 * value, 3.0 * value};
}

const second::Statement* statement_of(std::string_view id) {
  for (const second::Statement& row : second::statements()) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

TEST(MethodsPage, HasASecondStatementOfEveryMethodThatIsDefinedToTheLetter) {
  for (const ik::MethodInfo& info : ik::methods()) {
    EXPECT_EQ(statement_of(info.id) != nullptr, info.to_the_letter) << info.id;
  }
}

class EveryStatedMethod : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  const second::Statement& statement() const { return *statement_of(GetParam().id); }
};

TEST_P(EveryStatedMethod, TakesTheStepsOfThePage) {
  int sensitive = 0, all = 0;
  for (const bodies::Named& named : asked()) {
    for (const Circumstance& c : kCircumstances) {
      all += kSteps;
      SCOPED_TRACE(std::string(named.name) + ", " + c.name);
      sensitive +=
          sensitive_steps(GetParam(), statement(), tried(statement()), question(named.body, c));
    }
  }
  EXPECT_LT(sensitive, all / 10);
}

TEST_P(EveryStatedMethod, TakesThemWhereTheGradientVanishes) {
  // a straight arm that is pulled along itself: out, and in
  for (const double x : {5.0, 1.0}) {
    const ik::Multibody arm = bodies::planar_arm(3);
    second::Question q{.body = arm, .theta = Eigen::Vector3d::Zero(), .targets = {{x, 0.0, 0.0}}};
    sensitive_steps(GetParam(), statement(), tried(statement()), q, 12, 3);
  }
}

TEST_P(EveryStatedMethod, TakesThemWhereATargetMovesSteadilyOutOfReach) {
  // so long that what is foreseen of it is as much as ever
  const ik::Multibody arm = bodies::planar_arm(3);
  second::Question q{
      .body = arm, .theta = Eigen::Vector3d(0.3, 0.4, 0.5), .targets = {{-2.0, 1.5, 0.0}}};
  sensitive_steps(GetParam(), statement(), tried(statement()), q, 500, 0, true);
}

TEST_P(EveryStatedMethod, TakesThemWithOtherParameters) {
  for (const auto& [name, value] : tried(statement())) {
    second::Parameters changed = tried(statement());
    for (const double other : others(GetParam(), name, value)) {
      changed[name] = other;
      for (const bodies::Named& named : asked()) {
        for (const Circumstance& c : {kPlain, kWeighted}) {
          SCOPED_TRACE(name + " " + std::to_string(other) + ", " + named.name + ", " + c.name);
          sensitive_steps(GetParam(), statement(), changed, question(named.body, c), kSteps / 4);
        }
      }
    }
  }
}

/// Bodies of which methods compute products with J along the tree.
const std::vector<bodies::Named>& large() {
  using enum ik::AimKind;
  static const std::vector<bodies::Named> all = {
      {"Chain", bodies::effector_chain(160, 10)},
      {"BinaryTree", bodies::binary_tree(7)},
      {"Comb", bodies::comb(64)},
      {"Thicket", bodies::random_tree(3, 160, 20)},
      {"TurningThicket", bodies::with_aims(bodies::random_tree(4, 160, 9),
                                           {kOrientation, kDirection, kNone, kDirection})}};
  return all;
}

class EveryLinearMethod : public EveryStatedMethod {};

TEST_P(EveryLinearMethod, TakesTheStepsOfThePageOnLargeBodies) {
  for (const bodies::Named& named : large()) {
    ASSERT_TRUE(named.body.layout().plan.products) << named.name;
    for (const Circumstance& c : {kPlain, kWeighted, kCircumstances[4]}) {
      SCOPED_TRACE(std::string(named.name) + ", " + c.name);
      sensitive_steps(GetParam(), statement(), tried(statement()), question(named.body, c), 4);
    }
  }
}

/// The lines of the definitions from a method's headline to the next.
std::string section_of(std::string_view id) {
  std::ifstream page(IKLAB_SOURCE_DIR "/docs/methods/definitions-of-steps.md");
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
  const std::size_t at = section.find('`' + name + "` ");
  if (at == std::string::npos) return std::nullopt;
  std::istringstream text(section.substr(at + name.size() + 3));
  double number = 0.0;
  if (text >> number) return number;
  return section.compare(at + name.size() + 3, 2, "on") == 0 ? 1.0 : 0.0;
}

TEST_P(EveryStatedMethod, HasItsParametersAndDefaultsOnThePage) {
  const std::string section = section_of(GetParam().id);
  std::size_t shown = 0;
  ik::AnyMethod method = GetParam().create();
  method.visit([&](const ik::Knob& info, const ik::KnobValue&) {
    ++shown;
    const double value = *ik::get_param(GetParam().create(), info.name);
    const auto known = statement().defaults.find(info.name);
    ASSERT_NE(known, statement().defaults.end()) << info.name;
    EXPECT_EQ(known->second, value) << info.name;
    const std::optional<double> stated = stated_default(section, info.name);
    ASSERT_TRUE(stated) << info.name;
    EXPECT_NEAR(*stated, value, 1e-6 * value) << info.name;
  });
  EXPECT_EQ(shown, statement().defaults.size());
}

std::vector<ik::MethodInfo> stated() {
  std::vector<ik::MethodInfo> methods;
  std::ranges::copy_if(ik::methods(), std::back_inserter(methods), &ik::MethodInfo::to_the_letter);
  return methods;
}

std::vector<ik::MethodInfo> linear() {
  std::vector<ik::MethodInfo> methods;
  for (const char* id : bodies::linear_methods()) {
    if (statement_of(id) != nullptr) methods.push_back(*ik::find_method(id));
  }
  return methods;
}

INSTANTIATE_TEST_SUITE_P(Ik, EveryStatedMethod, testing::ValuesIn(stated()), method_test_name);
INSTANTIATE_TEST_SUITE_P(Ik, EveryLinearMethod, testing::ValuesIn(linear()), method_test_name);

}  // namespace
