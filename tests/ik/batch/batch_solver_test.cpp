#include "iklab/batch.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "iklab/solver.h"
#include "support/aiming.h"
#include "support/count_allocations.h"

namespace {

Eigen::Vector3d crowd_goal(int body, int effector, int step) {
  const double angle = 0.1 * step + 0.7 * body + effector;
  return {0.8 * std::cos(angle), 1.0 + 0.5 * std::sin(angle), 0.1 * body};
}

/// Steps of bodies in lanes beside those of solvers, with settings of their own.
void expect_steps_of_solvers_in_lanes(const bodies::Named& named, const char* method) {
  constexpr int kCrowd = 11;  // more than one block
  const int n = named.body.joint_count();
  ik::BatchSolver batch(named.body, kCrowd, method);
  std::vector<ik::Solver> solvers(kCrowd, ik::Solver(named.body, method));
  batch.set("angle-cap", 0.2);
  batch.set(4, "d-max", 0.3);
  batch.set(6, "slide-cap", 0.01);
  for (ik::Solver& solver : solvers) {
    solver.set("angle-cap", 0.2);
    solver.set_limits(ik::LimitRule::kClamp);
  }
  solvers[4].set("d-max", 0.3);
  solvers[6].set("slide-cap", 0.01);
  for (int step = 0; step < 12; ++step) {
    for (int body = 0; body < kCrowd; ++body) {
      for (int i = 0; i < 2; ++i) {
        batch.set_target(body, i, crowd_goal(body, i, step));
        solvers[static_cast<std::size_t>(body)].target(i) = crowd_goal(body, i, step);
      }
    }
    batch.step();
    for (int body = 0; body < kCrowd; ++body) {
      ik::Solver& solver = solvers[static_cast<std::size_t>(body)];
      const ik::Report report = solver.step();
      for (int j = 0; j < n; ++j) {
        ASSERT_NEAR(batch.theta(body, j), solver.theta()[j], 1e-9) << method << body;
      }
      ASSERT_LT((batch.position(body, 1) - solver.position(1)).norm(), 1e-9);
      ASSERT_NEAR(batch.error(body), report.error, 1e-9);
      ASSERT_EQ(batch.outcome(body), report.outcome);
    }
  }
  for (int j = 0; j < n; ++j) {
    const Eigen::Vector3d origin = solvers[7].joint_frame(j).translation();
    EXPECT_LT((batch.joint_position(7, j) - origin).norm(), 1e-9);
  }
}

TEST(BatchSolver, TakesTheStepsOfSolvers) {
  const bodies::Named all[] = {
      {"RandomTree", bodies::random_tree(3, 9, 2)},
      {"Crooked", bodies::with_aims(bodies::crooked(), {ik::AimKind::kNone})}};
  for (const bodies::Named& named : all) {
    for (const char* method : {"dls", "jacobian-transpose", "pseudoinverse", "sdls"}) {
      SCOPED_TRACE(std::string(named.name) + ", " + method);
      expect_steps_of_solvers_in_lanes(named, method);
      if (HasFailure()) return;
    }
  }
}

TEST(BatchSolver, PutsABodyWhereItIsTold) {
  const ik::Multibody tree = bodies::random_tree(5, 7, 2);
  ik::BatchSolver batch(tree, 3);
  ik::Solver solver(tree);
  EXPECT_LT((batch.target(1, 0) - solver.position(0)).norm(), 1e-14);
  const ik::VectorX theta = ik::VectorX::LinSpaced(7, -1.0, 1.0);
  batch.set_theta(1, theta);
  solver.set_theta(theta);
  for (int j = 0; j < 7; ++j) EXPECT_EQ(batch.theta(1, j), theta[j]);
  EXPECT_LT((batch.position(1, 1) - solver.position(1)).norm(), 1e-14);
}

TEST(BatchSolver, GivesTheSameBitsHoweverBlocksAreDivided) {
  const ik::Multibody arm = ik::chain({0.5, 0.4, 0.3});
  ik::BatchSolver whole(arm, 40, "dls"), parts(arm, 40, "dls", 2);
  for (int step = 0; step < 5; ++step) {
    for (int body = 0; body < 40; ++body) {
      whole.set_target(body, 0, crowd_goal(body, 0, step));
      parts.set_target(body, 0, crowd_goal(body, 0, step));
    }
    whole.step();
    parts.step(2, parts.blocks(), 1);
    parts.step(0, 2, 0);
  }
  for (int body = 0; body < 40; ++body) EXPECT_EQ(whole.theta(body, 2), parts.theta(body, 2));
}

TEST(BatchSolver, GivesABodyTheSameBitsWhateverWasSolvedBeforeIt) {
  // J J^T cannot be factored with so little damping: bodies are solved one by one, by an SVD that
  // could start from the rotations of the previous body
  for (const double lambda : {0.0, 1e-6}) {
    const ik::Multibody arm = ik::chain({0.5, 0.4, 0.3, 0.2});
    ik::BatchSolver one(arm, 2, "dls"), other(arm, 2, "dls");
    other.set_theta(0, Eigen::Vector4d(-1.0, 0.7, 1.3, -0.4));
    int differ = 0;
    for (int step = 0; step < 20; ++step) {
      for (ik::BatchSolver* batch : {&one, &other}) {
        batch->set("lambda", lambda);
        batch->set_target(1, 0, {0.6 + 0.01 * step, 0.7, 0.0});
      }
      one.set_target(0, 0, {0.9, 0.3 + 0.02 * step, 0.0});
      other.set_target(0, 0, {-0.4, 0.8 - 0.03 * step, 0.0});
      one.step();
      other.step();
      for (int j = 0; j < 4; ++j) {
        ASSERT_EQ(one.theta(1, j), other.theta(1, j)) << lambda << ", step " << step;
        differ += one.theta(0, j) != other.theta(0, j) ? 1 : 0;
      }
    }
    EXPECT_GT(differ, 40);
  }
}

TEST(BatchSolver, HasNoErrorWhereATargetIsNotFinite) {
  const ik::Multibody tree = bodies::random_tree(3, 9, 2);
  ik::BatchSolver batch(tree, 2);
  for (int i = 0; i < 2; ++i) {
    const Eigen::Vector3d before = batch.target(0, i);
    batch.set_target(0, i, {0.0, std::nan(""), 0.0});
    EXPECT_TRUE(std::isnan(batch.error(0))) << "effector " << i;
    EXPECT_EQ(batch.error(1), 0.0);
    batch.set_target(0, i, before);
    EXPECT_EQ(batch.error(0), 0.0);
  }
  batch.set_target(0, 0, batch.target(0, 0) + Eigen::Vector3d(3.0, 4.0, 0.0));
  EXPECT_NEAR(batch.error(0), 5.0, 1e-12);
}

TEST(BatchSolver, NamesWhatThereIsNot) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  const auto complaint = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint([&] { ik::BatchSolver(arm, 4, "ccd"); }),
            "no method in lanes 'ccd': there are jacobian-transpose, pseudoinverse, dls, sdls");
  ik::BatchSolver batch(arm, 4, "dls");
  EXPECT_EQ(complaint([&] { batch.set("gain", 1.0); }),
            "no parameter 'gain': there are lambda, angle-cap, slide-cap, d-max");
  EXPECT_EQ(complaint([&] { batch.set(4, "lambda", 1.0); }), "no body with index 4");
  EXPECT_EQ(complaint([&] { batch.set_target(0, 1, Eigen::Vector3d::Zero()); }),
            "no effector with index 1");
  EXPECT_EQ(complaint([&] { batch.theta(0, -1); }), "no joint with index -1");
  EXPECT_EQ(complaint([&] { batch.step(0, 1, 1); }), "no thread with index 1");
  EXPECT_EQ(complaint([&] { batch.step(0, 9, 0); }), "no block with index 8");
  EXPECT_NE(complaint([&] { ik::BatchSolver(arm, 0); }), "");
}

TEST(BatchSolver, AllocatesNothingInAStep) {
  ik::BatchSolver batch(ik::chain({0.5, 0.4, 0.3}), 20, "sdls");
  batch.step();
  const std::size_t before = allocation_count();
  for (int step = 0; step < 10; ++step) {
    for (int body = 0; body < 20; ++body) batch.set_target(body, 0, crowd_goal(body, 0, step));
    batch.step();
  }
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
