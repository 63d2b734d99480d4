#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "iklab/solver.h"
#include "support/aiming.h"
#include "support/step.h"

// Disabled limits, and starts outside the limits.
namespace {

using ik::VectorX;

/// The body with its joints modified by `change`.
template <class Change>
ik::Multibody changed(const ik::Multibody& body, const Change& change) {
  std::vector<ik::Joint> joints;
  for (int given = 0; given < body.joint_count(); ++given) {
    ik::Joint joint = body.joint(body.solver_index(given));
    if (joint.parent >= 0) joint.parent = body.given_index(joint.parent);
    if (joint.leader >= 0) joint.leader = body.given_index(joint.leader);
    change(joint);
    joints.push_back(std::move(joint));
  }
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  for (ik::Effector& effector : effectors) effector.joint = body.given_index(effector.joint);
  return {std::move(joints), std::move(effectors)};
}

ik::Multibody limited_to(const ik::Multibody& body, double most) {
  return changed(body, [most](ik::Joint& joint) {
    joint.lower = joint.initial - most;
    joint.upper = joint.initial + most;
  });
}

ik::Multibody freed(const ik::Multibody& body) {
  return changed(body, [](ik::Joint& joint) {
    joint.lower = -ik::kUnlimited;
    joint.upper = ik::kUnlimited;
  });
}

/// Trees of all joint types in narrow limits, with and without aims, and one with follower joints.
std::vector<ik::Multibody> limited_bodies() {
  std::vector<ik::Multibody> bodies = {limited_to(bodies::slider_arm(), 0.1),
                                       limited_to(bodies::random_tree(1, 9, 3), 0.05),
                                       limited_to(bodies::aiming()[1].body, 0.05)};
  int count = 0;
  bodies.push_back(changed(bodies[2], [&count](ik::Joint& joint) {
    if (count++ != 7) return;
    joint.leader = 6;
    joint.ratio = -0.5;
    joint.lower = -ik::kUnlimited;
    joint.upper = ik::kUnlimited;
  }));
  return bodies;
}

/// Moves the goals of a solver to a reachable pose, farther with every step.
void move_goals(ik::Solver& solver, int step) {
  const ik::Multibody& body = solver.multibody();
  const ik::Pose pose = ik::pose_at(
      body, body.initial_theta() + 0.02 * step * bodies::Numbers(5).vector(body.joint_count()));
  for (int i = 0; i < body.effector_count(); ++i) solver.target(i) = pose.effector.col(i);
  bodies::want_aims_of(pose, solver);
}

class LimitsOff : public testing::TestWithParam<ik::MethodInfo> {};

TEST_P(LimitsOff, MakeTheStepsOfABodyWithoutLimits) {
  int bound = 0;  // cases in which limits would change the step
  for (const ik::Multibody& body : limited_bodies()) {
    ik::Solver off(body, brief(GetParam()));
    ik::Solver free(freed(body), brief(GetParam()));
    ik::Solver limited = off;
    off.set_limits(ik::LimitRule::kIgnore);
    for (ik::Solver* solver : {&off, &free, &limited}) {
      solver->set("angle-cap", GetParam().max_angle);
      for (int k = 0; k < 60; ++k) {
        move_goals(*solver, k);
        solver->step();
      }
    }
    EXPECT_EQ(off.theta(), free.theta());
    if (limited.theta() != free.theta()) ++bound;
  }
  EXPECT_EQ(bound, 4);
}

TEST_P(LimitsOff, AreOffForAPreparationToo) {
  ik::Solver off(limited_to(bodies::planar_arm(3), 0.1), brief(GetParam()));
  off.set_limits(ik::LimitRule::kIgnore);
  EXPECT_EQ(off.prepare(), 1.0);
  ik::Solver copy = off;
  EXPECT_EQ(copy.prepare(0), 1.0) << "the body in force is another one";
}

INSTANTIATE_TEST_SUITE_P(Registry, LimitsOff, testing::ValuesIn(ik::methods()), method_test_name);

TEST(WithoutLimits, IsTheBodyOfTheSameJointsThatHaveNone) {
  for (const ik::Multibody& body : limited_bodies()) {
    const ik::Multibody off = body.without_limits(), free = freed(body);
    ASSERT_EQ(off.joint_count(), free.joint_count());
    for (int j = 0; j < off.joint_count(); ++j) {
      EXPECT_EQ(off.joint(j).lower, -ik::kUnlimited);
      EXPECT_EQ(off.joint(j).upper, ik::kUnlimited);
      EXPECT_EQ(off.joint(j).name, free.joint(j).name);
      EXPECT_EQ(off.given_index(j), free.given_index(j));
    }
    EXPECT_LT(body.joint(0).upper, ik::kUnlimited) << "a copy";
  }
}

/// A hinge between -0.5 and 0.25, and a hinge that follows it in the opposite direction.
ik::Multibody pair_of_hinges(double initial) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "leader";
  joints[0].lower = -0.5;
  joints[0].upper = 0.25;
  joints[0].initial = initial;
  joints[1].name = "follower";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation().x() = 1.0;
  joints[1].leader = 0;
  joints[1].ratio = -2.0;
  joints[1].initial = 7.0;  // ignored: the leader's counts
  return {joints, {{"hand", 1, Eigen::Vector3d::UnitX()}}};
}

TEST(StartOutsideLimits, IsPutOntoTheLimitByABody) {
  EXPECT_EQ(pair_of_hinges(3.0).initial_theta(), Eigen::Vector2d(0.25, -0.5));
  EXPECT_EQ(pair_of_hinges(-3.0).initial_theta(), Eigen::Vector2d(-0.5, 1.0));
  EXPECT_EQ(pair_of_hinges(0.1).initial_theta(), Eigen::Vector2d(0.1, -0.2));
}

TEST(StartOutsideLimits, IsPutOntoTheLimitThatAFollowerGivesItsLeader) {
  const ik::Multibody body = changed(pair_of_hinges(0.2), [](ik::Joint& joint) {
    if (joint.leader >= 0) joint.lower = -0.25;  // gives -2 theta >= -0.25
  });
  EXPECT_EQ(body.initial_theta(), Eigen::Vector2d(0.125, -0.25));
}

TEST(StartOutsideLimits, IsPutInsideByASolverThatSaysHowManyJointsMoved) {
  ik::Solver solver(bodies::limited_arm(), "dls");
  VectorX theta = VectorX::Zero(5);
  EXPECT_EQ(solver.set_theta(theta), 0);
  EXPECT_EQ(solver.theta(), theta);
  theta << 5.0, 0.0, -5.0, 0.0, 50.0;
  EXPECT_EQ(solver.set_theta(theta), 2) << "the last is open above";
  VectorX inside = theta;
  inside[0] = solver.multibody().joint(0).upper;
  inside[2] = solver.multibody().joint(2).lower;
  EXPECT_EQ(solver.theta(), inside);
  EXPECT_EQ(solver.position(0), bodies::effectors_at(solver.multibody(), inside)[0]);
}

TEST(StartOutsideLimits, IsLeftAloneWhileLimitsAreOffAndPutInsideWhenTheyAreSwitchedOn) {
  ik::Solver solver(bodies::limited_arm(), "dls");
  EXPECT_EQ(solver.set_limits(ik::LimitRule::kIgnore), 0);
  const VectorX outside = VectorX::Constant(5, 5.0);
  EXPECT_EQ(solver.set_theta(outside), 0);
  EXPECT_EQ(solver.theta(), outside);
  EXPECT_EQ(solver.set_limits(ik::LimitRule::kClamp), 4);
  for (int j = 0; j < 5; ++j) EXPECT_LE(solver.theta()[j], solver.multibody().joint(j).upper);
  EXPECT_EQ(solver.position(0), bodies::effectors_at(solver.multibody(), solver.theta())[0]);
  EXPECT_EQ(solver.set_limits(ik::LimitRule::kProject), 0) << "it is inside";
}

TEST(StartOutsideLimits, IsPutInsideByABatch) {
  ik::BatchSolver batch(bodies::limited_arm(), 2);
  EXPECT_EQ(batch.set_theta(1, VectorX::Constant(5, 5.0)), 4);
  for (int j = 0; j < 4; ++j) {
    EXPECT_EQ(batch.theta(1, j), batch.multibody().joint(j).upper);
    EXPECT_EQ(batch.theta(0, j), 0.0) << "the other body";
  }
  EXPECT_EQ(batch.theta(1, 4), 5.0) << "open above";
  EXPECT_EQ(batch.set_theta(1, VectorX::Constant(5, 0.1)), 0);
}

}  // namespace
