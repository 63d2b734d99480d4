#include <cmath>
#include <string_view>

#include <gtest/gtest.h>

#include "ik/methods/newton.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "support/step.h"

// Newton's method with moving targets: properties of its plans.
namespace {

using Eigen::Vector3d;
using ik::VectorX;
using Points = std::vector<Vector3d>;

/// A body that follows targets step by step and owns everything it refers to.
struct Following {
  explicit Following(const ik::Multibody& of) : body(of), theta(of.initial_theta()) {}

  ik::Problem problem() {
    pose = ik::pose_at(body, theta);
    ik::Problem problem{body, pose, targets};
    problem.d_max = d_max;
    problem.mobility = mobility;
    problem.held = held;
    problem.weights = weights;
    problem.asked_again = asked_again;
    return problem;
  }
  VectorX ask() {
    ik::AnyMethod(method).step(problem(), workspace);
    return workspace.dtheta;
  }
  void go(Points to) {
    targets = std::move(to);
    limited_step.propose(ik::AnyMethod(method), problem(), {}, ik::LimitRule::kProject, workspace);
    theta += workspace.dtheta;
  }

  const ik::Multibody& body;
  VectorX theta;
  ik::Newton method;
  Points targets;
  std::vector<double> d_max, mobility, held, weights;
  bool asked_again = false;
  ik::LimitedStep limited_step;
  ik::Workspace workspace;
  ik::Pose pose;
};

ik::Joint slide(int parent, double upper = ik::kUnlimited) {
  ik::Joint joint;
  joint.type = ik::JointType::kPrismatic;
  joint.axis = Vector3d::UnitX();
  joint.parent = parent;
  joint.upper = upper;
  return joint;
}

/// A chain of slides along x, with a hand at the end.
ik::Multibody slides(std::vector<ik::Joint> joints) {
  const int last = static_cast<int>(joints.size()) - 1;
  return ik::Multibody(std::move(joints), {{"hand", last, Vector3d::Zero()}});
}

/// Slides along x on the root, with one hand each.
ik::Multibody rails(int n) {
  std::vector<ik::Effector> hands;
  for (int j = 0; j < n; ++j) hands.push_back({"hand" + std::to_string(j), j, Vector3d::Zero()});
  return ik::Multibody(std::vector<ik::Joint>(static_cast<std::size_t>(n), slide(-1)), hands);
}

TEST(MotionPlan, IsMadeAnewForABodyWithAsManyJointsAndRows) {
  std::vector<ik::Joint> joints(6);
  for (int j = 0; j < 6; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = "joint" + std::to_string(j);
    joint.parent = j - 1;
    joint.axis = Vector3d::Unit(j % 3);
    joint.parent_from_joint.translation() = Vector3d(0.1, 0.4, 0.2);
  }
  std::vector<ik::Joint> fork = joints;
  fork[3].parent = 0;
  ik::Effector turned{"tip", 5, {0.0, 0.3, 0.1}};
  turned.aim = ik::AimKind::kOrientation;
  const ik::Effector middle{"middle", 2, {0.1, 0.3, 0.0}}, tip{"tip", 5, {0.0, 0.3, 0.1}};
  const ik::Multibody bodies[] = {
      {joints, {turned}}, {joints, {middle, tip}}, {fork, {middle, tip}}};
  const auto follow = [](const ik::Multibody& body, ik::Workspace& w, VectorX& theta) {
    ik::Pose pose = ik::pose_at(body, body.initial_theta());
    Points targets;
    for (int i = 0; i < body.effector_count(); ++i) targets.emplace_back(pose.effector.col(i));
    const std::vector<ik::Aim> aims(static_cast<std::size_t>(body.aim_count()));
    const std::vector<double> weights = {1.0, 0.3};
    for (int step = 0; step < 5; ++step) {
      for (Vector3d& target : targets) target += Vector3d(0.02, -0.03, 0.01);
      ik::Problem problem{body, pose, targets};
      problem.aims = aims;
      problem.weights = weights;
      ik::AnyMethod(ik::Newton{}).step(problem, w);
      pose.theta += w.dtheta;
      ik::forward_kinematics(body, pose);
    }
    theta = pose.theta;
  };
  for (const ik::Multibody& first : bodies) {
    ASSERT_EQ(first.row_count(), 6);
    for (const ik::Multibody& second : bodies) {
      if (&first == &second) continue;
      ik::Workspace used, fresh;
      VectorX before, after, expected;
      follow(first, used, before);
      follow(second, used, after);
      follow(second, fresh, expected);
      EXPECT_LT((after - expected).norm(), 1e-9);
    }
  }
}

TEST(NewtonPlan, EndsWithinTheLimitsWhereItsFirstPartIsAStep) {
  // with trembling targets a plan has four steps and its first part has one: that part is the step,
  // and the clamp has nothing to cut
  int cut = 0;
  for (int seed = 0; seed < 12; ++seed) {
    bodies::Numbers numbers(seed);
    const ik::Multibody free = bodies::random_tree(seed, 6, 2);
    std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
    for (ik::Joint& joint : joints) {
      joint.lower = joint.initial - 0.2;
      joint.upper = joint.initial + 0.1;
    }
    const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()});
    Following arm(body);
    // out of reach only the plan determines the step
    const Vector3d away(60.0, 0.0, 0.0);
    const Points far = {away + 4.0 * numbers.vector(), away + 4.0 * numbers.vector()};
    for (int k = 0; k < 200; ++k) {
      Points to = far;
      for (Vector3d& target : to) target += 0.3 * numbers.vector();
      arm.targets = to;
      arm.ask();
      arm.theta += arm.workspace.dtheta;
      for (int j = 0; j < body.joint_count(); ++j) {
        ASSERT_GE(arm.theta[j], body.joint(j).lower - 1e-12) << seed << ": " << k;
        ASSERT_LE(arm.theta[j], body.joint(j).upper + 1e-12) << seed << ": " << k;
        cut += arm.theta[j] > body.joint(j).upper - 1e-9;
      }
    }
  }
  EXPECT_GT(cut, 1000);
}

TEST(NewtonPlan, LetsASlideTakeOverFromOneAtItsLimit) {
  const ik::Multibody body = slides({slide(-1, 0.5), slide(0)});
  Following arm(body);
  for (int k = 1; k <= 1500; ++k) {
    arm.go({{0.02 * k, 0.0, 0.0}});
    ASSERT_LE(arm.theta[0], 0.5 + 1e-12) << k;
    if (k > 300) {
      ASSERT_NEAR(arm.theta.sum(), 0.02 * k, 1e-9) << k;
    }
  }
}

TEST(NewtonPlan, FreezesAJointInMidMotionAsIfItHadNeverMoved) {
  // the second rail is at rest until then, so only the freeze distinguishes the two runs
  const ik::Multibody body = rails(2);
  const auto targets = [](int k) {
    const double left = k < 50 ? 0.0 : 0.03 * (k - 50);
    // the first target is far beside its rail, out of reach
    return Points{{0.02 * k, 50.0, 0.0}, {left, 0.0, 0.0}};
  };
  Following moved(body), never(body);
  never.mobility = {0.0, 1.0};
  for (int k = 1; k < 70; ++k) {
    if (k == 51) moved.mobility = {0.0, 1.0};
    moved.go(targets(k));
    never.go(targets(k));
    EXPECT_NEAR(moved.theta[1], never.theta[1], 1e-12) << k;
  }
  EXPECT_GT(moved.theta[0], 0.5);
  EXPECT_GT(moved.theta[1], 0.3);
}

TEST(NewtonPlan, StopsAJointThatMovesNoEffectorAnyMore) {
  std::vector<ik::Joint> joints = {slide(-1), ik::Joint()};
  const ik::Multibody body(joints, {{"a", 0, Vector3d::Zero()}, {"b", 1, Vector3d::UnitX()}});
  Following arm(body);
  arm.weights = {1.0, 1.0};
  for (int k = 1; k < 60; ++k) {
    if (k == 50) arm.weights = {0.0, 1.0};
    const double before = arm.theta[0];
    arm.go({{0.02 * k, 0.0, 0.0}, {std::cos(0.01 * k), std::sin(0.01 * k), 0.0}});
    EXPECT_EQ(arm.theta[0] > before, k < 50) << k;
  }
}

TEST(NewtonPlan, RestsWhereTheSumOfRoundedDistancesIsLeast) {
  // a hinge at the root with two hands of length 1; targets tremble very little, so that the plan
  // has four steps and delta is a tenth of the motion allowed by `radius`
  std::vector<ik::Joint> joints(1);
  const ik::Multibody body(joints, {{"a", 0, Vector3d::UnitX()}, {"b", 0, Vector3d::UnitX()}});
  for (const double weight : {1.0, 2.0, 0.3}) {
    Following arm(body);
    arm.method.radius = 0.5;
    arm.method.calm = 1e-4;
    arm.weights = {weight, 1.0};
    const Points at = {{1.1, 0.0, 0.0}, {1.0, 1.0, 0.0}};
    for (int k = 0; k < 3000; ++k) {
      const Vector3d tremble(0.0, 0.0, k % 2 == 0 ? 0.0 : 1e-9);
      arm.go({at[0] + tremble, at[1] + tremble});
    }
    const double rho = std::sqrt(weight + 1.0);
    const double delta = 0.1 * 0.5 * rho / std::sqrt(2.0);
    const auto cost = [&](double theta) {
      const Vector3d hand(std::cos(theta), std::sin(theta), 0.0);
      return std::sqrt(weight * (at[0] - hand).squaredNorm() + delta * delta) +
             std::sqrt((at[1] - hand).squaredNorm() + delta * delta);
    };
    double best = 0.0;
    for (double theta = -0.5; theta < 1.5; theta += 1e-4) {
      if (cost(theta) < cost(best)) best = theta;
    }
    EXPECT_NEAR(arm.theta[0], best, 2e-4) << weight;
  }
}

TEST(NewtonPlan, FarTargetPullsAsOneAtItsDMax) {
  // two hands on a rail, pulled apart with equal weights: they rest where both distances count
  // equally, with the nearer target at the distance that d_max gives the other
  const ik::Multibody body(std::vector<ik::Joint>{slide(-1)},
                           {{"a", 0, Vector3d::Zero()}, {"b", 0, Vector3d::Zero()}});
  for (const double d : {0.005, 0.02}) {
    for (const double start : {0.5, -0.5}) {
      Following arm(body);
      arm.theta[0] = start;
      arm.d_max = {d, 1.0};
      for (int k = 1; k <= 3000; ++k) {
        arm.go({{0.001 * k - 5.0, 0.0, 0.0}, {0.001 * k, 0.0, 0.0}});
      }
      EXPECT_NEAR(arm.theta[0], 3.0 - d, 1e-4) << d << " from " << start;
    }
  }
}

TEST(NewtonPlan, LearnsNothingFromAStepThatIsAskedForAgain) {
  const ik::Multibody body = bodies::forked_tree();
  bodies::Numbers numbers(3);
  const Points near = {2.0 * numbers.vector(), 2.0 * numbers.vector()};
  Following arm(body);
  for (int k = 1; k < 40; ++k) {
    const Vector3d way(std::cos(0.05 * k), std::sin(0.04 * k), 0.3);
    arm.targets = {near[0] + 0.5 * way, near[1] - 0.7 * way};
    const VectorX once = arm.ask();
    arm.held.assign(8, 0.0);
    arm.asked_again = true;
    EXPECT_EQ(arm.ask(), once) << k;
    arm.held.clear();
    arm.asked_again = false;
    arm.theta += once;
  }
}

/// Point on a circle of 2 cm around a center, one turn in 40 steps.
Vector3d on_circle(const Vector3d& middle, int k) {
  const double angle = 2.0 * 3.14159265358979 / 40.0 * k;
  return middle + 0.02 * Vector3d(std::cos(angle), std::sin(angle), 0.0);
}

TEST(NewtonHome, IsThePoseInWhichABodyIsPlaced) {
  // an arm and its mirror image about the line to the target reach the same point: home is the pose
  // set last
  const ik::Multibody body = bodies::planar_arm(3);
  const Vector3d one(0.9, -0.6, -0.8);
  const Vector3d middle = bodies::effectors_at(body, one)[0];
  const double along = std::atan2(middle.y(), middle.x());
  const Vector3d mirrored(2.0 * along - one[0], -one[1], -one[2]);
  ASSERT_LT((bodies::effectors_at(body, mirrored)[0] - middle).norm(), 1e-12);
  Following arm(body);
  arm.theta = one;
  for (int k = 0; k < 120; ++k) arm.go({on_circle(middle, k)});
  EXPECT_LT((arm.theta - one).norm(), 0.1);
  arm.theta = mirrored;
  for (int k = 120; k < 920; ++k) arm.go({on_circle(middle, k)});
  EXPECT_LT((arm.theta - mirrored).norm(), 0.1);
}

TEST(NewtonHome, MovesOnceHoweverOftenAStepIsAskedFor) {
  // the targets move in and out of reach: home moves by fractions at times
  const ik::Multibody body = bodies::planar_arm(3);
  Following once(body), twice(body);
  once.theta = twice.theta = Vector3d(0.4, 0.3, 0.5);
  int shares = 0;
  for (int k = 1; k < 300; ++k) {
    const double far = 2.4 + 0.8 * std::sin(0.04 * k);
    once.targets = twice.targets = {far * Vector3d(std::cos(0.02 * k), std::sin(0.02 * k), 0.0)};
    const VectorX step = once.ask();
    ASSERT_EQ(twice.ask(), step) << k;
    twice.asked_again = true;
    ASSERT_EQ(twice.ask(), step) << k;
    twice.asked_again = false;
    once.theta += step;
    twice.theta += step;
    for (const ik::Reading& reading : once.workspace.readings()) {
      if (std::string_view(reading.name) == "in reach") {
        shares += reading.value > 0.01 && reading.value < 0.99 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(shares, 5) << "no test of a home that moves";
}

TEST(NewtonPlan, ReckonsWithTheMotionOfHeldJoints) {
  // moving the hand forward by d brings its target nearer by d
  const ik::Multibody body = slides({slide(-1), slide(0)});
  const double d = 0.3;
  const auto after = [&](double held, double shift) {
    Following arm(body);
    for (int k = 1; k < 30; ++k) arm.go({{0.02 * k + 1e-4 * k * k, 0.0, 0.0}});
    arm.targets = {{0.8, 0.0, 0.0}};
    arm.ask();
    arm.mobility = {0.0, 1.0};
    arm.held = {held, 0.0};
    arm.asked_again = true;
    arm.targets[0].x() += shift;
    return arm.ask()[1];
  };
  EXPECT_NEAR(after(d, 0.0), after(0.0, -d), 1e-12);
  EXPECT_GT(std::abs(after(d, 0.0) - after(0.0, 0.0)), 1e-4);
}

}  // namespace
