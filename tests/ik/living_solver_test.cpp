#include "iklab/iklab.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/count_allocations.h"
#include "support/refusal.h"

// Settings of a solver that change while it runs, and steps in time.

namespace {

constexpr double kTick = 1e-3;  // s
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// An arm of seven hinges with the lengths, limits and velocities of a KUKA LBR iiwa 7.
ik::Multibody seven_axes(ik::AimKind aim, double acceleration) {
  const Eigen::Vector3d y = Eigen::Vector3d::UnitY(), z = Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d axes[] = {z, y, z, -y, z, y, z};
  const double heights[] = {0.15, 0.19, 0.21, 0.19, 0.21, 0.19, 0.08};
  const double ends[] = {2.96, 2.09, 2.96, 2.09, 2.96, 2.09, 3.05};
  const double velocities[] = {1.71, 1.71, 1.74, 2.26, 2.44, 3.14, 3.14};
  const double initial[] = {0.1, 0.5, 0.1, -1.3, 0.1, 1.2, 0.1};
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 7; ++j) {
    ik::Joint joint;
    joint.name = "a" + std::to_string(j + 1);
    joint.parent = j - 1;
    joint.parent_from_joint.translation() = heights[j] * z;
    joint.axis = axes[j];
    joint.lower = -ends[j];
    joint.upper = ends[j];
    joint.initial = initial[j];
    joint.max_velocity = velocities[j];
    joint.max_acceleration = acceleration;
    joints.push_back(joint);
  }
  return ik::Multibody(std::move(joints), {{"tool", 6, 0.1 * z, aim}});
}

/// One hinge about z with a hand at 1 m.
ik::Multibody hinge(double velocity, double acceleration, double upper = ik::kUnlimited) {
  ik::Joint joint;
  joint.name = "hinge";
  joint.upper = upper;
  joint.max_velocity = velocity;
  joint.max_acceleration = acceleration;
  return ik::Multibody({joint}, {{"hand", 0, Eigen::Vector3d::UnitX()}});
}

Eigen::Vector3d on_circle(double angle) { return {std::cos(angle), std::sin(angle), 0.0}; }

/// What steps broke most, beyond the limits, measured from theta alone.
struct Watch {
  double velocity = 0.0;      // rad/s
  double acceleration = 0.0;  // rad in a step and from step to step: theta has its rounding
  double reported = 0.0;      // rad/s^2, of Solver::velocity
  double range = 0.0;         // rad
  ik::VectorX theta, step, velocities;

  explicit Watch(const ik::Solver& solver)
      : theta(solver.theta()),
        step(ik::VectorX::Zero(solver.theta().size())),
        velocities(solver.velocity()) {}

  void look(const ik::Solver& solver, double tick) {
    const ik::Multibody& body = solver.multibody();
    for (Eigen::Index i = 0; i < theta.size(); ++i) {
      const ik::Joint& joint = body.joint(body.solver_index(static_cast<int>(i)));
      const double moved = solver.theta()[i] - theta[i];
      velocity = std::max(velocity, std::abs(moved) / tick - joint.max_velocity);
      acceleration =
          std::max(acceleration, std::abs(moved - step[i]) - joint.max_acceleration * tick * tick);
      reported = std::max(
          reported, std::abs(solver.velocity()[i] - velocities[i]) / tick - joint.max_acceleration);
      range = std::max({range, solver.theta()[i] - joint.upper, joint.lower - solver.theta()[i]});
      step[i] = moved;
    }
    theta = solver.theta();
    velocities = solver.velocity();
  }
  void expect_kept() const {
    EXPECT_LE(velocity, 1e-12);
    EXPECT_LE(acceleration, 1e-12);
    EXPECT_LE(reported, 1e-12);
  }
};

TEST(LivingSolver, KeepsLimitsOfMotionThroughWhateverHappens) {
  ik::Solver solver(seven_axes(ik::AimKind::kOrientation, 8.0), "dls");
  solver.set("lambda", 0.02);
  solver.set_limits(3, -2.09, -0.1);  // the elbow keeps its side when the arm is stretched
  solver.set_time_step(kTick);
  const ik::Isometry start = solver.frame("tool");
  Watch watch(solver);
  std::size_t before = 0;
  double late = 0.0;
  bool brakes = false, stands = false;
  for (int tick = 0; tick < 15'000; ++tick) {
    const double t = tick * kTick;
    ik::Isometry goal = start;
    // a line, then a circle
    goal.translation().y() += 0.15 * (t < 3.0 ? std::sin(1.5 * t) : std::cos(1.5 * t));
    if (t >= 3.0) goal.translation().z() += 0.15 * std::sin(1.5 * t);
    if (t > 5.0 && t < 5.6) goal.translation().x() = kUndefined;
    if (t > 9.0 && t < 10.0) goal.translation() *= 3.0;  // out of reach
    solver.set_goal("tool", goal);
    if (tick == 6'500) solver.set_frozen(2, true);
    if (tick == 7'000) solver.set_limits(0, -0.3, 0.3);
    if (tick == 7'500) solver.set_motion_limits(3, 1.0, 5.0);
    if (tick == 7'600) solver.set_joint_weight(4, 0.25);
    if (tick == 8'500) solver.set_frozen(2, false);
    if (tick == 1) before = allocation_count();
    const ik::Report report = solver.step();
    EXPECT_TRUE(solver.theta().allFinite());
    if (t > 5.0 && t < 5.6) {
      EXPECT_EQ(report.outcome, ik::Outcome::kNotFinite);
      brakes = brakes || (t < 5.1 && solver.velocity().cwiseAbs().maxCoeff() > 0.01);
      stands = t > 5.5;
      if (stands) {
        EXPECT_EQ(solver.velocity().cwiseAbs().maxCoeff(), 0.0);
      }
    }
    if (tick > 6'700 && tick < 8'500) {
      EXPECT_EQ(solver.velocity()[2], 0.0);
    }
    if ((t > 1.5 && t < 3.0) || t > 14.0) late = std::max(late, report.error);
    watch.look(solver, kTick);
  }
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(brakes && stands);
  EXPECT_LT(late, 1e-3);
  watch.expect_kept();
}

TEST(LivingSolver, KeepsLimitsOfMotionWithEveryMethod) {
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string_view(info.id) == "learned") continue;  // its training takes long
    SCOPED_TRACE(info.id);
    ik::Solver solver(seven_axes(ik::AimKind::kNone, 20.0), info.id);
    solver.set_time_step(0.01);
    Watch watch(solver);
    for (int tick = 0; tick < 400; ++tick) {
      // a new place every 80 steps, some of them out of reach
      const int place = tick / 80;
      solver.target(0) = {0.9 * std::cos(2.0 * place), 0.9 * std::sin(3.0 * place),
                          0.3 + 0.2 * place};
      solver.step();
      watch.look(solver, 0.01);
    }
    watch.expect_kept();
    EXPECT_EQ(watch.range, 0.0);
  }
}

TEST(LivingSolver, AlwaysLeavesRoomToBrakeBeforeALimit) {
  constexpr double kAcceleration = 3.0, kUpper = 1.0;
  for (const double tick : {1e-3, 0.02, 0.3}) {
    SCOPED_TRACE(tick);
    ik::Solver solver(hinge(ik::kUnlimited, kAcceleration, kUpper), "pseudoinverse");
    solver.set_time_step(tick);
    solver.target(0) = on_circle(1.5);
    double fastest = 0.0;
    for (int i = 0; i * tick < 6.0; ++i) {
      solver.step();
      // braking from here on, step by step, ends before the limit
      double theta = solver.theta()[0], v = solver.velocity()[0];
      fastest = std::max(fastest, v);
      while (v > 0.0) {
        v = std::max(0.0, v - kAcceleration * tick);
        theta += v * tick;
      }
      ASSERT_LE(theta, kUpper + 1e-12);
    }
    EXPECT_EQ(solver.theta()[0], kUpper);
    EXPECT_EQ(solver.velocity()[0], 0.0);
    if (tick < 0.1) {
      // speeding up and braking take half of the way each: v^2 / a = way
      EXPECT_NEAR(fastest, std::sqrt(kAcceleration * kUpper), 4.0 * kAcceleration * tick);
    }
  }
}

TEST(LivingSolver, AChangingTimeStepLeavesRoomToBrakeToo) {
  ik::Solver solver(hinge(ik::kUnlimited, 3.0, 1.0), "dls");
  solver.target(0) = on_circle(2.5);
  for (int i = 0; i < 2000; ++i) {
    solver.set_time_step(i % 3 == 0 ? 0.02 : i % 3 == 1 ? 0.001 : 0.007);
    const ik::Report report = solver.step();
    ASSERT_LE(solver.theta()[0], 1.0);
    ASSERT_EQ(report.broken_joint, -1) << i;
  }
  EXPECT_EQ(solver.theta()[0], 1.0);
}

TEST(LivingSolver, StopsAtAGoalNearlyAsSoonAsAnythingCan) {
  constexpr double kAcceleration = 4.0, kWay = 0.5;
  ik::Solver solver(hinge(ik::kUnlimited, kAcceleration), "pseudoinverse");
  solver.set_time_step(kTick);
  solver.target(0) = on_circle(kWay);
  double arrived = 0.0;
  for (int i = 0; i < 3000; ++i) {
    solver.step();
    ASSERT_LE(solver.theta()[0], kWay + 1e-9);
    if (arrived == 0.0 && solver.theta()[0] > kWay - 1e-3) arrived = (i + 1) * kTick;
  }
  EXPECT_NEAR(solver.theta()[0], kWay, 1e-9);
  // the first half of the way speeds up, the other half brakes
  const double least = 2.0 * std::sqrt(kWay / kAcceleration);
  EXPECT_GT(arrived, 0.9 * least);
  EXPECT_LT(arrived, 1.15 * least);
}

TEST(LivingSolver, DoesNotLagBehindAGoalThatMoves) {
  constexpr double kVelocity = 0.8;  // rad/s
  ik::Solver solver(hinge(1.0, 2.0), "pseudoinverse");
  solver.set_time_step(kTick);
  double late = 0.0;
  for (int i = 1; i < 4000; ++i) {
    solver.target(0) = on_circle(kVelocity * kTick * i);
    const ik::Report report = solver.step();
    if (i > 2000) late = std::max(late, report.error);
  }
  EXPECT_LT(late, 1e-6);  // to stop at each goal by itself would take v^2 / (2 a) = 0.16 m
}

TEST(LivingSolver, OtherJointsDoTheWorkOfACutOne) {
  // a slow first hinge: the next two carry the tip along the line
  ik::Multibody arm = ik::chain({0.4, 0.4, 0.4});
  arm.set_motion_limits(0, 0.05);
  ik::Solver solver(arm, "dls");
  solver.set("lambda", 0.01);
  solver.set_theta(Eigen::Vector3d(0.3, 0.9, 0.9));
  solver.set_time_step(kTick);
  const Eigen::Vector3d start = solver.position(0);
  double late = 0.0;
  int cut = 0;
  for (int i = 1; i <= 500; ++i) {
    solver.target(0) = start + Eigen::Vector3d(2e-4 * i, -6e-4 * i, 0.0);
    const ik::Report report = solver.step();
    if (report.cut_joint == 0 && report.cut_by == ik::MotionLimit::kVelocity) ++cut;
    late = std::max(late, report.error);
  }
  EXPECT_GT(cut, 250);
  EXPECT_LT(late, 1e-4);
  EXPECT_LE(std::abs(solver.theta()[0] - 0.3), 0.025 + 1e-12);
}

TEST(LivingSolver, NamesTheLimitThatCannotBeKept) {
  ik::Solver solver(hinge(2.0, 4.0), "dls");
  solver.set_time_step(0.01);
  for (int i = 0; i < 100; ++i) {
    solver.target(0) = on_circle(solver.theta()[0] + 0.5);
    const ik::Report report = solver.step();
    EXPECT_EQ(report.broken_joint, -1);
    EXPECT_EQ(report.cut_joint, 0);
    const bool speeds_up = solver.velocity()[0] < 2.0;
    if (speeds_up) {
      EXPECT_EQ(report.cut_by, ik::MotionLimit::kAcceleration);
    }
  }
  EXPECT_DOUBLE_EQ(solver.velocity()[0], 2.0);

  // it moves with 2 rad/s: 1 rad/s takes 0.25 s of braking
  solver.set_motion_limits(0, 1.0, 4.0);
  for (int i = 1; i <= 25; ++i) {
    const double v = solver.velocity()[0];
    const ik::Report report = solver.step();
    EXPECT_NEAR(solver.velocity()[0], v - 0.04, 1e-12);
    EXPECT_EQ(report.broken, i < 25 ? ik::MotionLimit::kVelocity : report.broken) << i;
  }
  EXPECT_NEAR(solver.velocity()[0], 1.0, 1e-12);

  // a limit of the range right before it: it passes by v^2 / (2 a) and comes back
  const double limit = solver.theta()[0] + 0.01;
  EXPECT_FALSE(solver.set_limits(0, -10.0, limit));
  solver.target(0) = on_circle(limit - 0.5);
  EXPECT_EQ(solver.step().broken, ik::MotionLimit::kRange);
  double farthest = 0.0;
  for (int i = 0; i < 300; ++i) {
    solver.step();
    farthest = std::max(farthest, solver.theta()[0] - limit);
  }
  EXPECT_NEAR(farthest, 0.125 - 0.01, 0.01);
  EXPECT_LE(solver.theta()[0], limit);
}

TEST(LivingSolver, ReturnsIntoANarrowerRangeInSteps) {
  ik::Solver solver(hinge(0.5, ik::kUnlimited), "dls");
  solver.set_time_step(0.1);
  EXPECT_FALSE(solver.set_limits(0, -2.0, -0.12));
  solver.step();
  EXPECT_DOUBLE_EQ(solver.theta()[0], -0.05);
  const ik::Report report = solver.step();
  EXPECT_DOUBLE_EQ(solver.theta()[0], -0.1);
  EXPECT_EQ(report.broken, ik::MotionLimit::kRange);
  solver.step();
  EXPECT_DOUBLE_EQ(solver.theta()[0], -0.12);
  EXPECT_EQ(solver.step().broken, ik::MotionLimit::kNone);
}

TEST(LivingSolver, LimitsOfMotionChangeNothingWithoutATimeStep) {
  ik::Multibody free = seven_axes(ik::AimKind::kOrientation, 8.0);
  for (int j = 0; j < 7; ++j) free.set_motion_limits(j, ik::kUnlimited);
  ik::Solver limited(seven_axes(ik::AimKind::kOrientation, 8.0), "dls"), other(free, "dls");
  other.set_time_step(kTick);  // a time without limits
  for (int i = 0; i < 50; ++i) {
    limited.target(0) = other.target(0) = {0.5, 0.1 * i, 0.3};
    const ik::Report a = limited.step(), b = other.step();
    ASSERT_EQ(limited.theta(), other.theta());
    EXPECT_EQ(a.error, b.error);
    EXPECT_EQ(limited.velocity().norm(), 0.0);
    EXPECT_EQ(other.velocity(), ik::VectorX(other.last_step() / kTick));
  }
}

TEST(LivingSolver, AFollowersLimitsOfMotionAreItsLeaders) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "leader";
  joints[1].name = "follower";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(0.5, 0.0, 0.0);
  joints[1].leader = 0;
  joints[1].ratio = -2.0;
  joints[1].max_velocity = 0.4;
  joints[1].max_acceleration = 1.0;
  ik::Solver solver(ik::Multibody(joints, {{"tip", 1, {0.3, 0.0, 0.0}}}), "dls");
  solver.set_time_step(0.01);
  Watch watch(solver);
  solver.target(0) = {0.0, 0.4, 0.0};
  for (int i = 0; i < 200; ++i) {
    solver.step();
    watch.look(solver, 0.01);
    EXPECT_DOUBLE_EQ(solver.theta()[1], -2.0 * solver.theta()[0]);
  }
  EXPECT_GT(std::abs(solver.theta()[0]), 0.1);
  watch.expect_kept();
}

// --- the body's settings ---

/// A joint of every kind: a slide with limits, hinges and a follower.
ik::Multibody mixed_body() {
  std::vector<ik::Joint> joints(5);
  for (int j = 0; j < 5; ++j) {
    joints[static_cast<std::size_t>(j)].name = "j" + std::to_string(j);
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].parent_from_joint.translation().x() = 0.3;
    joints[static_cast<std::size_t>(j)].axis = Eigen::Vector3d::Unit(j % 3);
    joints[static_cast<std::size_t>(j)].initial = 0.1;
  }
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].lower = -0.5;
  joints[0].upper = 0.5;
  joints[4].leader = 3;
  joints[4].ratio = 0.5;
  return ik::Multibody(std::move(joints), {{"tip", 4, {0.2, 0.1, 0.0}}});
}

/// The body with other settings, made anew.
ik::Multibody changed_body() {
  const ik::Multibody body = mixed_body();
  std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  joints[0].lower = -0.2;
  joints[0].upper = 1.5;
  joints[1].lower = -0.3;
  joints[1].upper = 0.4;
  joints[2].weight = 0.3;
  joints[2].rest = 0.7;
  joints[4].lower = -0.1;
  joints[4].upper = 0.1;
  return ik::Multibody(std::move(joints), {body.effector(0)});
}

void change(ik::Solver& solver) {
  solver.set_limits(0, -0.2, 1.5);
  solver.set_limits(1, -0.3, 0.4);
  solver.set_limits(4, -0.1, 0.1);
  solver.set_joint_weight(2, 0.3);
  solver.set_rest(2, 0.7);
}

TEST(LivingSolver, GoesOnAsASolverOfTheChangedBody) {
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string_view(info.id) == "learned") continue;  // its training takes long
    SCOPED_TRACE(info.id);
    ik::Solver living(mixed_body(), info.id), made(changed_body(), info.id);
    change(living);
    living.set_theta(made.theta());
    for (int i = 0; i < 40; ++i) {
      living.target(0) = made.target(0) = {1.0 - 0.01 * i, 0.02 * i, 0.3};
      living.step();
      made.step();
      ASSERT_EQ(living.theta(), made.theta()) << i;
    }
    living.target(0) = made.target(0) = {0.9, 0.5, 0.2};
    const ik::Report a = living.solve(), b = made.solve();
    EXPECT_EQ(living.theta(), made.theta());
    EXPECT_EQ(a.updates, b.updates);
  }
}

TEST(LivingSolver, ASolveKnowsLimitsThatChangedAfterOne) {
  ik::Solver living(mixed_body(), "dls"), made(changed_body(), "dls");
  living.target(0) = {0.9, 0.4, 0.3};
  living.solve();
  change(living);
  living.set_theta(made.theta());
  living.target(0) = made.target(0) = {0.7, 0.5, 0.2};
  living.solve();
  made.solve();
  EXPECT_EQ(living.theta(), made.theta());
}

TEST(LivingSolver, ChangesAllocateNothing) {
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string_view(info.id) == "learned") continue;  // it trains anew
    SCOPED_TRACE(info.id);
    ik::Solver solver(seven_axes(ik::AimKind::kNone, 8.0), info.id);
    solver.target(0) = {0.4, 0.3, 0.5};
    solver.step();
    const std::size_t before = allocation_count();
    for (int i = 0; i < 60; ++i) {
      solver.set_limits(i % 7, -1.0 - 0.01 * i, 1.5);
      solver.set_joint_weight(3, i % 3 == 0 ? 1.0 : 0.5);
      solver.set_rest(3, 0.01 * i);
      solver.set_frozen(4, i % 2 == 0);
      solver.set_weight(0, i % 5 == 0 ? 2.0 : 1.0);
      solver.set_goal(0, Eigen::Vector3d(0.4, 0.3 - 0.01 * i, 0.5), Eigen::Quaterniond::Identity());
      solver.step();
    }
    EXPECT_EQ(allocation_count(), before);
  }
}

TEST(LivingSolver, OtherCopiesOfTheBodyKeepTheirLimits) {
  const ik::Multibody body = mixed_body();
  ik::Solver solver(body, "dls"), copy(solver);
  solver.set_limits(1, -0.3, 0.4);
  EXPECT_EQ(body.joint(1).upper, ik::kUnlimited);
  EXPECT_EQ(copy.multibody().joint(1).upper, ik::kUnlimited);
  EXPECT_EQ(solver.multibody().joint(1).upper, 0.4);
}

TEST(LivingSolver, PutsAJointOntoALimitThatPassesIt) {
  ik::Solver solver(mixed_body(), "dls");
  EXPECT_TRUE(solver.set_limits(1, -1.0, 0.05));
  EXPECT_EQ(solver.theta()[1], 0.05);
  EXPECT_EQ(solver.frame(0).matrix(), [&] {
    ik::Solver fresh(mixed_body(), "dls");
    fresh.set_theta(solver.theta());
    return fresh.frame(0).matrix();
  }());
  EXPECT_FALSE(solver.set_limits(1, -1.0, 2.0));
}

TEST(LivingSolver, AFrozenJointKeepsItsWeight) {
  ik::Solver solver(mixed_body(), "dls");
  solver.set_joint_weight(2, 0.5);
  solver.set_frozen(2, true);
  EXPECT_TRUE(solver.is_frozen(2));
  solver.target(0) = {0.9, 0.4, 0.3};
  solver.step();
  EXPECT_EQ(solver.theta()[2], 0.1);
  solver.set_frozen(2, false);
  EXPECT_EQ(solver.multibody().joint(2).weight, 0.5);
  solver.step();
  EXPECT_NE(solver.theta()[2], 0.1);
}

TEST(LivingSolver, RefusesSettingsAndChangesNothing) {
  ik::Solver solver(mixed_body(), "dls");
  EXPECT_EQ(refusal([&] { solver.set_limits(1, 1.0, 0.0); }),
            "joint 'j1': its lower limit is above its upper limit");
  EXPECT_EQ(refusal([&] { solver.set_limits(1, kUndefined, 0.0); }),
            "joint 'j1': its lower limit is above its upper limit");
  EXPECT_EQ(refusal([&] { solver.set_limits(9, 0.0, 1.0); }), "no joint with index 9");
  EXPECT_EQ(refusal([&] { solver.set_joint_weight(1, -1.0); }),
            "joint 'j1': its weight must be finite and not negative");
  EXPECT_EQ(refusal([&] { solver.set_rest(1, kUndefined); }),
            "joint 'j1': its rest must be finite");
  EXPECT_EQ(refusal([&] { solver.set_motion_limits(1, 0.0); }),
            "joint 'j1': its largest velocity and acceleration must be above 0");
  EXPECT_EQ(refusal([&] { solver.set_time_step(-1.0); }), "a time step must be at least 0 s");
  solver.set_limits(3, 1.0, 2.0);
  EXPECT_EQ(refusal([&] { solver.set_limits(4, -1.0, 0.0); }),
            "joint 'j4': its limits and those of joint 'j3', which it follows, leave no angle");
  EXPECT_EQ(solver.multibody().joint(3).lower, 1.0);
  EXPECT_EQ(solver.multibody().joint(3).upper, 2.0);
  EXPECT_EQ(solver.multibody().joint(4).lower, -ik::kUnlimited);
  solver.set_limits(4, 0.6, 0.8);
  EXPECT_EQ(solver.multibody().joint(3).lower, 1.2);
  EXPECT_EQ(solver.multibody().joint(3).upper, 1.6);
  solver.set_limits(4, -ik::kUnlimited, ik::kUnlimited);
  EXPECT_EQ(solver.multibody().joint(3).upper, 2.0);
}

TEST(LivingSolver, AGoalMayBeAFrameOrAQuaternion) {
  ik::Solver solver(seven_axes(ik::AimKind::kOrientation, 8.0), "dls");
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1.0, 2.0, 2.0) / 3.0));
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.linear() = turn.toRotationMatrix();
  frame.translation() = Eigen::Vector3d(0.3, 0.2, 0.5);
  solver.set_goal("tool", frame);
  EXPECT_EQ(solver.target(0), frame.translation());
  EXPECT_EQ(solver.orientation(0), frame.linear());
  solver.set_goal("tool", Eigen::Vector3d(0.1, 0.2, 0.3),
                  Eigen::Quaterniond(3.0 * turn.coeffs()));  // of any length
  EXPECT_EQ(solver.target(0), Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_LT((solver.orientation(0) - frame.linear()).norm(), 1e-15);
  solver.set_goal(0, Eigen::Vector3d::Zero(), Eigen::Quaterniond(0.0, 0.0, 0.0, 0.0));
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kNotFinite);

  ik::Solver pointing(ik::chain({1.0, 1.0}, ik::AimKind::kDirection), "dls");
  pointing.set_goal("tip", frame);
  EXPECT_EQ(pointing.direction(0), frame.linear().col(0));
}

TEST(LivingSolver, LooksUpNamesWithoutAnException) {
  ik::Solver solver(mixed_body(), "dls");
  EXPECT_EQ(solver.find_joint("j2"), 2);
  EXPECT_FALSE(solver.find_joint("elbow").has_value());
  EXPECT_FALSE(solver.find_joint("").has_value());
  EXPECT_EQ(solver.find_effector("tip"), 0);
  EXPECT_FALSE(solver.find_effector("j2").has_value());
  EXPECT_EQ(solver.find("lambda"), solver.get("lambda"));
  EXPECT_EQ(solver.find("d-max"), ik::kUnlimited);
  EXPECT_FALSE(solver.find("lambada").has_value());
}

}  // namespace
