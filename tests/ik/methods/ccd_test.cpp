#include "ik/methods/ccd.h"

#include <gtest/gtest.h>

#include "support/step.h"

// Cyclic coordinate descent and its one-joint problem, against forward kinematics.
namespace {

using ik::VectorX;

/// Half the sum of squared errors at theta.
double half_squares(const ik::Multibody& body, const VectorX& theta,
                    std::span<const Eigen::Vector3d> targets) {
  const auto reached = bodies::effectors_at(body, theta);
  double sum = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i) sum += (targets[i] - reached[i]).squaredNorm();
  return 0.5 * sum;
}

/// Smallest half_squares while joint j moves between two values, on a fine grid.
double scanned(const ik::Multibody& body, VectorX theta, int j, double lower, double upper,
               std::span<const Eigen::Vector3d> targets) {
  const double from = theta[j];
  double least = 1e300;
  for (int i = 0; i <= 2000; ++i) {
    theta[j] = from + lower + (upper - lower) * i / 2000.0;
    least = std::min(least, half_squares(body, theta, targets));
  }
  return least;
}

/// A tree of all joint types. Every third seed has steep screws, which have two local minima.
ik::Multibody tree(int seed) {
  const ik::Multibody plain = bodies::random_tree(seed, 7, 3);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  for (ik::Joint& joint : joints) {
    if (seed % 3 == 0) joint.pitch *= 0.4;
  }
  return ik::Multibody(joints, {plain.effectors().begin(), plain.effectors().end()});
}

ik::GoalFrames bearings_of(const ik::Problem& problem) {
  ik::GoalFrames bearings;
  ik::compute_goal_frames(problem, problem.pose, bearings);
  return bearings;
}

TEST(Displacement, OfADirectionHasTheSineAndVersineOfItsAngle) {
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  for (const long double x : {1e-12L, -3e-9L, 1e-5L, 0.02L, -0.7L, 1.5L, 1.6L, -2.4L, 3.1L}) {
    for (const long double size : {1e-200L, 1e-3L, 1.0L, 7e200L}) {
      const auto a = static_cast<double>(size * std::cos(x));
      const auto b = static_cast<double>(size * std::sin(x));
      const ik::Displacement turn(static_cast<double>(x), a, b);
      const long double half = std::sin(0.5L * x);
      EXPECT_NEAR(turn.sine, static_cast<double>(std::sin(x)), kRounding * std::abs(turn.sine));
      // relative to a small versine too
      EXPECT_NEAR(turn.versine, static_cast<double>(2.0L * half * half), kRounding * turn.versine);
      EXPECT_NEAR(ik::Displacement(turn.x).versine, turn.versine, kRounding * turn.versine);
    }
  }
}

Eigen::Vector3d turn_change(const Eigen::Vector3d& v, double x, const Eigen::Vector3d& r) {
  const ik::AxisTurn turn(ik::get_vec<double>(v.data(), 0), x);
  Eigen::Vector3d change;
  ik::put_vec<double>(turn.change(ik::get_vec<double>(r.data(), 0)), change.data(), 0);
  return change;
}

TEST(AxisTurn, ChangesAVectorAsAQuaternionDoes) {
  for (int seed = 0; seed < 20; ++seed) {
    bodies::Numbers numbers(seed);
    const Eigen::Vector3d v = numbers.vector().normalized();
    const Eigen::Vector3d r = numbers.vector();
    const double x = 3.0 * numbers.next();
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(x, v));
    EXPECT_LT((turn_change(v, x, r) - (turned * r - r)).norm(), 1e-15) << seed;
  }
  // a tiny turn has all its digits
  const Eigen::Vector3d tiny = turn_change(Eigen::Vector3d::UnitZ(), 1e-12, {1.0, 0.0, 0.0});
  EXPECT_NEAR(tiny.y(), 1e-12, 1e-27);
  EXPECT_NEAR(tiny.x(), -0.5e-24, 1e-39);
}

TEST(JointObjective, IsWhatMovingTheJointDoesToTheErrors) {
  for (int seed = 0; seed < 30; ++seed) {
    const ik::Multibody body = tree(seed);
    Step step = random_step(body, seed);
    const ik::Problem problem = step.problem();
    const std::vector<Eigen::Vector3d> targets(problem.targets.begin(), problem.targets.end());
    const double before = half_squares(body, problem.pose.theta, targets);
    for (int j = 0; j < 7; ++j) {
      const ik::JointObjective f = ik::joint_objective(body, j, problem.pose, bearings_of(problem));
      for (const double x : {-3.0, -0.4, 1e-3, 0.7, 2.5}) {
        VectorX moved = problem.pose.theta;
        moved[j] += x;
        EXPECT_NEAR(f(x), half_squares(body, moved, targets) - before, 1e-12) << seed << " " << j;
        ik::GoalFrames bearings = bearings_of(problem);
        ik::move_goal_frames(body, j, problem.pose, x, bearings);
        EXPECT_LT((bearings.effectors - ik::pose_at(body, moved).effector).norm(), 1e-13);
      }
    }
  }
}

TEST(JointObjective, MinimumIsAsGoodAsAnyPlaceOfADenseScan) {
  int inside = 0, at_an_end = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const ik::Multibody body = tree(seed);
    Step step = random_step(body, seed);
    const ik::Problem problem = step.problem();
    const std::vector<Eigen::Vector3d> targets(problem.targets.begin(), problem.targets.end());
    bodies::Numbers numbers(seed);
    for (int j = 0; j < 7; ++j) {
      const double lower = -M_PI * (0.5 + 0.5 * numbers.next());
      const double upper = M_PI * (0.5 + 0.5 * numbers.next());
      const ik::JointObjective f = ik::joint_objective(body, j, problem.pose, bearings_of(problem));
      const double x = f.minimum(lower, upper).x;
      ASSERT_GE(x, lower);
      ASSERT_LE(x, upper);
      ++(x == lower || x == upper ? at_an_end : inside);
      VectorX moved = problem.pose.theta;
      moved[j] += x;
      EXPECT_LE(half_squares(body, moved, targets),
                scanned(body, problem.pose.theta, j, lower, upper, targets) + 1e-12)
          << seed << " " << j;
    }
  }
  EXPECT_GT(inside, 50);
  EXPECT_GT(at_an_end, 50);
}

TEST(JointObjective, MinimumFindsTheLowerOfTwoValleys) {
  int two = 0;
  for (int seed = 0; seed < 300; ++seed) {
    bodies::Numbers numbers(seed);
    const double K = 0.01 + 0.3 * (0.5 + 0.5 * numbers.next());
    const double c = 0.5 * numbers.next();
    const ik::JointObjective f{K, c, numbers.next(), numbers.next()};
    double least = 0.0;
    int valleys = 0;
    constexpr int kCount = 4000;
    const auto at = [](int i) { return -M_PI + 2.0 * M_PI * i / kCount; };
    for (int i = 0; i <= kCount; ++i) {
      least = std::min(least, f(at(i)));
      if (i > 0 && i < kCount && f(at(i)) < f(at(i - 1)) && f(at(i)) <= f(at(i + 1))) ++valleys;
    }
    if (valleys > 1) ++two;
    EXPECT_LE(f(f.minimum(-M_PI, M_PI)), least + 1e-14) << seed;
  }
  EXPECT_GT(two, 5);
}

TEST(JointMoves, CallsATurnLateOnlyIfItsArctangentIsInRange) {
  bodies::Numbers numbers(8);
  int late = 0;
  for (int i = 0; i < 2000; ++i) {
    const ik::JointObjective f{.a = numbers.next(), .b = std::pow(numbers.next(), 3)};
    const double moved = 0.2 * numbers.next();
    const ik::JointMoves::Range range{-0.4 - 0.3 * numbers.next(), 0.4 + 0.3 * numbers.next(), 1.0};
    if (!ik::JointMoves::is_late(f, range, moved)) continue;
    ++late;
    const double turn = std::atan2(f.b, f.a);
    EXPECT_GE(moved + turn, range.least);
    EXPECT_LE(moved + turn, range.most);
    EXPECT_NEAR(ik::JointMoves::best(f, range, moved).x, turn, 1e-15);
  }
  EXPECT_GT(late, 400);
  const ik::JointMoves::Range wide{-0.5, 0.5, 1.0};
  EXPECT_FALSE(ik::JointMoves::is_late({.K = 1.0, .a = 1.0, .b = 0.1}, wide, 0.0));  // a screw
  EXPECT_FALSE(ik::JointMoves::is_late({.a = 1.0, .b = 0.1}, {-0.5, 0.5, 0.7}, 0.0));
}

TEST(JointObjective, OfASlideIsLeastAtTheMeanOfWhatTheEffectorsLack) {
  std::vector<ik::Joint> joints(1);
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitY();
  const ik::Multibody body(joints, {{"a", 0}, {"b", 0, {1.0, 0.5, 0.0}}});
  const ik::Pose pose = ik::pose_at(body, VectorX::Zero(1));
  const std::vector<Eigen::Vector3d> targets = {{9.0, 0.2, 1.0}, {-3.0, 1.5, 0.0}};
  const auto f = ik::joint_objective(body, 0, pose, bearings_of({body, pose, targets}));
  EXPECT_NEAR(f.minimum(-9.0, 9.0).x, 0.5 * (0.2 + 1.0), 1e-15);
  EXPECT_EQ(f.minimum(-0.1, 0.1).x, 0.1);
}

TEST(JointObjective, OfEffectorsOnTheAxisIsLeastWhereTheJointStands) {
  // a skew axis, so that rounding moves the effector off it
  ik::Joint joint;
  joint.axis = Eigen::Vector3d(0.2, 0.3, 1.0).normalized();
  joint.parent_from_joint.translation() = Eigen::Vector3d(0.3, -1.7, 0.9);
  const ik::Multibody body({joint}, {{"on the axis", 0, 0.7 * joint.axis}});
  const std::vector<Eigen::Vector3d> targets = {{1.0, 2.0, 3.0}};
  for (int i = 0; i < 50; ++i) {
    const ik::Pose pose = ik::pose_at(body, VectorX::Constant(1, 0.1 * i));
    const auto f = ik::joint_objective(body, 0, pose, bearings_of({body, pose, targets}));
    EXPECT_EQ(f.minimum(-1.0, 1.0).x, 0.0);
  }
}

TEST(Ccd, EveryMoveOfASweepIsTheBestOfItsJoint) {
  const double max_turn = 0.4, max_translation = 0.3;
  for (int seed = 0; seed < 20; ++seed) {
    const ik::Multibody body = tree(seed);
    Step step = random_step(body, seed);
    const VectorX dtheta = step.take(ik::Ccd{max_turn, max_translation});
    VectorX theta = step.problem().pose.theta;
    for (int j = 6; j >= 0; --j) {
      const bool angular = ik::is_angular(body.joint(j).type);
      const double cap = angular ? max_turn : max_translation;
      ASSERT_LE(std::abs(dtheta[j]), cap);
      const double least = scanned(body, theta, j, -cap, cap, step.problem().targets);
      theta[j] += dtheta[j];
      EXPECT_LE(half_squares(body, theta, step.problem().targets), least + 1e-12)
          << seed << " " << j;
    }
  }
}

TEST(Ccd, SweepsNeverRaiseTheError) {
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 4; ++seed) {
      Step start = random_step(named.body, seed);
      const std::vector<Eigen::Vector3d> targets(start.problem().targets.begin(),
                                                 start.problem().targets.end());
      VectorX theta = start.problem().pose.theta;
      double before = half_squares(named.body, theta, targets);
      for (int i = 0; i < 50; ++i) {
        theta += Step(named.body, theta, targets).take(ik::Ccd{});
        const double after = half_squares(named.body, theta, targets);
        EXPECT_LE(after, before * (1.0 + 1e-14)) << named.name;
        before = after;
      }
    }
  }
}

TEST(Ccd, ReachesTheClosedFormOfATwoLinkArm) {
  const ik::Multibody arm = bodies::planar_arm(2);
  for (const double elbow : {0.7, -1.4, 2.0}) {
    const double distance = 2.0 * std::cos(elbow / 2.0);
    VectorX theta = Eigen::Vector2d(0.3, 0.5 * elbow);
    for (int i = 0; i < 2000; ++i) {
      theta += Step(arm, theta, {Eigen::Vector3d(distance, 0.0, 0.0)}).take(ik::Ccd{});
    }
    // law of cosines in an isosceles triangle with two sides of 1; both elbow signs are right
    EXPECT_NEAR(std::abs(theta[1]), std::abs(elbow), 1e-9);
    EXPECT_NEAR(theta[0], -theta[1] / 2.0, 1e-9);
  }
}

TEST(Ccd, LeavesNoLimit) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody plain = bodies::random_tree(seed, 7, 3);
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    Step start = random_step(plain, seed);
    VectorX theta = start.problem().pose.theta;
    for (int j = 0; j < 7; ++j) {
      ik::Joint& joint = joints[static_cast<std::size_t>(j)];
      joint.lower = theta[j] - 0.05;
      joint.upper = theta[j] + 0.08;
    }
    const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
    const std::vector<Eigen::Vector3d> targets(start.problem().targets.begin(),
                                               start.problem().targets.end());
    for (int i = 0; i < 20; ++i) theta += Step(body, theta, targets).take(ik::Ccd{});
    int at_a_limit = 0;
    for (int j = 0; j < 7; ++j) {
      EXPECT_GE(theta[j], body.joint(j).lower - 1e-15);
      EXPECT_LE(theta[j], body.joint(j).upper + 1e-15);
      const double room = std::min(theta[j] - body.joint(j).lower, body.joint(j).upper - theta[j]);
      if (room < 1e-9) ++at_a_limit;
    }
    EXPECT_GT(at_a_limit, 0);
  }
}

TEST(Ccd, GivesAJointOfLessWeightLessOfItsWay) {
  const ik::Multibody hinge = bodies::planar_arm(1);
  std::vector<ik::Joint> joints = {hinge.joint(0), hinge.joint(0)};
  joints[1].name = "other";
  const ik::Multibody body(
      joints, {{"a", 0, Eigen::Vector3d::UnitX()}, {"b", 1, Eigen::Vector3d::UnitX()}});
  const Eigen::Vector3d target(std::cos(0.1), std::sin(0.1), 0.0);
  Step step(body, VectorX::Zero(2), {target, target});
  const double mobility[] = {1.0, 0.5};  // weights 1 and 1/4
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  ik::AnyMethod(ik::Ccd{}).step(problem, step.workspace);
  EXPECT_NEAR(step.workspace.dtheta[0], 0.1, 1e-15);
  EXPECT_NEAR(step.workspace.dtheta[1], 0.025, 1e-15);
}

TEST(Ccd, StaysWhereAShareOfTheWayWouldBeWorseThanNone) {
  // the limit blocks the short way to 170 degrees; the long way first increases the error
  ik::Joint joint;
  joint.upper = 0.0;
  ik::Joint free;
  free.name = "free";
  const ik::Multibody body(
      {joint, free}, {{"a", 0, Eigen::Vector3d::UnitX()}, {"b", 1, Eigen::Vector3d::UnitX()}});
  const double angle = 170.0 * M_PI / 180.0;
  const Eigen::Vector3d target(std::cos(angle), std::sin(angle), 0.0);
  Step step(body, VectorX::Zero(2), {target, target});
  const double mobility[] = {0.2, 1.0};
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  ik::AnyMethod(ik::Ccd{.max_turn = 3.14}).step(problem, step.workspace);
  EXPECT_EQ(step.workspace.dtheta[0], 0.0);
  EXPECT_NEAR(step.workspace.dtheta[1], angle, 1e-14);
}

TEST(Ccd, StartsFromWhereHeldJointsWillBe) {
  const ik::Multibody arm = bodies::planar_arm(2);
  Step step(arm, Eigen::Vector2d(0.0, 0.5), {Eigen::Vector3d(1.2, 1.0, 0.0)});
  const double mobility[] = {1.0, 0.0};
  const double held[] = {0.0, 0.05};
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  problem.held = held;
  ik::AnyMethod(ik::Ccd{0.5, 0.5}).step(problem, step.workspace);
  const VectorX theta = problem.pose.theta + step.workspace.dtheta;
  EXPECT_EQ(step.workspace.dtheta[1], 0.05);
  EXPECT_LE(half_squares(arm, theta, problem.targets),
            scanned(arm, Eigen::Vector2d(0.0, 0.55), 0, -0.5, 0.5, problem.targets) + 1e-12);
}

TEST(Ccd, TakesAClampedErrorForATargetThatIsNear) {
  const ik::Multibody hinge = bodies::planar_arm(1);
  Step step(hinge, VectorX::Zero(1), {Eigen::Vector3d(1.0, 60.0, 0.0)});
  step.clamp(0.1);
  EXPECT_NEAR(step.take(ik::Ccd{})[0], std::atan(0.1), 1e-15);
}

}  // namespace
