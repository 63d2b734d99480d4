#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "iklab/iklab.h"
#include "support/bodies.h"
#include "support/count_allocations.h"
#include "support/robot_arms.h"
#include "support/step.h"

// What a loop changes at a solver while it runs: after a first round of changes nothing allocates.
namespace {

class Transition : public testing::TestWithParam<ik::MethodInfo> {};

/// Steps and solves to a target, reached or not.
void step_and_solve(ik::Solver& solver, const Eigen::Vector3d& target) {
  solver.target(0) = target;
  for (int i = 0; i < 3; ++i) solver.step();
  solver.solve({.updates = 60, .restarts = 2});
  solver.solve({.updates = 60, .restarts = 0});
}

/// Reached, out of reach, limits off and on, a goal that is not finite, another target.
void change_everything(ik::Solver& solver, const ik::VectorX& start, const Eigen::Vector3d& near) {
  solver.set_theta(start);
  step_and_solve(solver, near);
  step_and_solve(solver, {40.0, 3.0, -1.0});
  for (const ik::LimitRule rule :
       {ik::LimitRule::kIgnore, ik::LimitRule::kProject, ik::LimitRule::kActiveSet,
        ik::LimitRule::kClamp, ik::LimitRule::kIgnore, ik::LimitRule::kProject}) {
    solver.set_limits(rule);
    step_and_solve(solver, {-40.0, 3.0, -1.0});
    step_and_solve(solver, near);
  }
  step_and_solve(solver, {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0});
  solver.set_theta(start);
  step_and_solve(solver, near + Eigen::Vector3d(0.1, -0.2, 0.0));
}

TEST_P(Transition, AllocatesNothingAfterTheFirstRound) {
  // learns anew for a body with other limits
  if (GetParam().id == std::string_view("learned")) return;
  const bodies::Arm& arm = bodies::arms()[0];
  for (const ik::Multibody& body :
       {arm.body(), ik::chain({0.5, 0.4, 0.3}), bodies::forked_tree()}) {
    ik::Solver solver(body, brief(GetParam()));
    const ik::VectorX start = solver.theta();
    const Eigen::Vector3d near = solver.position(0) + Eigen::Vector3d(0.05, -0.05, 0.0);
    change_everything(solver, start, near);
    const std::size_t before = allocation_count();
    change_everything(solver, start, near);
    EXPECT_EQ(allocation_count(), before) << body.joint_count() << " joints";
  }
}

TEST_P(Transition, AllocatesNothingAtTheFirstFailureOfSolve) {
  for (const bool registered : {true, false}) {
    const ik::Multibody body = bodies::arms()[0].body();
    ik::Solver solver = registered && GetParam().id != std::string_view("learned")
                            ? ik::Solver(body, GetParam().id)
                            : ik::Solver(body, brief(GetParam()));
    const Eigen::Vector3d near = solver.position(0) + Eigen::Vector3d(0.02, -0.02, 0.01);
    solver.target(0) = near;
    solver.solve();
    const std::size_t before = allocation_count();
    solver.target(0) = {40.0, 3.0, -1.0};
    solver.solve();
    EXPECT_EQ(allocation_count(), before) << registered;
  }
}

TEST(Setters, SetPlaceAndReadWithoutAllocation) {
  ik::Solver solver(bodies::arms()[0].body(), "levenberg-marquardt");
  ik::BatchSolver batch(bodies::arms()[0].body(), 2);
  const ik::VectorX theta = 0.9 * solver.theta();
  const Eigen::Matrix<double, 6, 1> fixed = 0.8 * solver.theta();
  const Eigen::VectorXd dynamic = 0.7 * solver.theta();
  const double raw[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  solver.solve();
  const std::size_t before = allocation_count();
  for (int i = 0; i < 3; ++i) {
    solver.set_theta(theta);
    EXPECT_EQ(solver.theta(), theta);
    solver.set_theta(dynamic);
    solver.set_theta(fixed);
    EXPECT_EQ(solver.theta(), fixed);
    solver.set_theta(Eigen::Map<const ik::VectorX>(raw, 6));
    EXPECT_EQ(solver.theta()[5], 0.6);
    batch.set_theta(1, fixed);
    for (const char* name : {"least", "angle-cap", "d-max"}) {
      solver.set(name, 0.25 + i);
      EXPECT_EQ(solver.get(name), 0.25 + i);
    }
    solver.set_limits(ik::LimitRule::kActiveSet);
    solver.set_limits(ik::LimitRule::kProject);
    solver.set_weight(0, 0.5);
  }
  EXPECT_EQ(allocation_count(), before);
}

TEST_P(Transition, KeepsItsBitsWhereLimitsWereOffForAWhile) {
  // the body without limits is kept from one time to the next
  const ik::Multibody body = bodies::arms()[0].body();
  ik::Solver once(body, brief(GetParam()));
  once.target(0) = {-0.4, 0.3, 0.2};
  ik::Solver often = once;
  for (int i = 0; i < 2; ++i) {
    often.set_limits(ik::LimitRule::kIgnore);
    often.set_limits(ik::LimitRule::kProject);
  }
  for (int i = 0; i < 20; ++i) {
    once.step();
    often.step();
    ASSERT_EQ(once.theta(), often.theta()) << i;
    for (int j = 0; j < body.joint_count(); ++j) {
      ASSERT_GE(often.theta()[body.given_index(j)], body.joint(j).lower);
      ASSERT_LE(often.theta()[body.given_index(j)], body.joint(j).upper);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Transition, testing::ValuesIn(ik::methods()), method_test_name);

}  // namespace
