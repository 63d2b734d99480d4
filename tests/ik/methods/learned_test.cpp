#include "ik/methods/learned.h"

#include <gtest/gtest.h>

#include "support/step.h"

// The learned step as a method: what it does with what the network says.
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Quick to train; what is tested here does not depend on how well.
ik::Learned quick() { return {.lesson = {.batches = 100.0}}; }

TEST(Learned, TakesTheSameStepPreparedOrNot) {
  for (const bodies::Named& named : bodies::all()) {
    ik::AnyMethod method(quick());
    Step step = random_step(named.body, 3);
    const VectorXd unprepared = step.take(method);
    EXPECT_EQ(method.prepared(named.body), 0.0);
    double before = 0.0;
    while (before < 1.0) {
      const double share = method.prepare(named.body, 40);
      EXPECT_GT(share, before);
      EXPECT_EQ(method.prepared(named.body), share);
      before = share;
      // half prepared, the step does the rest
      EXPECT_EQ(step.take(method), unprepared) << named.name;
    }
    EXPECT_EQ(step.workspace.memory<ik::Learned::Memory>().training, nullptr) << "learnt again";
    EXPECT_EQ(method.prepare(named.body, 1), 1.0);
  }
}

TEST(Learned, StartsAnewForAnotherBodyOrAnotherLesson) {
  const ik::Multibody body = bodies::forked_tree();
  ik::AnyMethod method(quick());
  method.prepare(body, ik::kAllPortions);
  ik::AnyMethod copy = method;
  EXPECT_EQ(copy.prepared(body), 1.0);
  EXPECT_EQ(method.prepared(bodies::planar_arm(8)), 0.0);
  ik::set_param(copy, "seed", 7.0);
  EXPECT_EQ(copy.prepared(body), 0.0);
  EXPECT_EQ(method.prepared(body), 1.0);
  // what is no part of the lesson leaves it done
  ik::set_param(method, "reach", 1.0);
  ik::set_param(method, "guard", 0.0);
  EXPECT_EQ(method.prepared(body), 1.0);
}

TEST(Learned, SharesItsWeightsAmongCopies) {
  ik::Learned method = quick();
  method.prepare(bodies::planar_arm(3), ik::kAllPortions);
  const ik::Learned copy = method;
  EXPECT_EQ(copy.training, method.training);
}

TEST(OtherMethods, NeedNoPreparation) {
  ik::AnyMethod dls = ik::find_method("dls")->make();
  EXPECT_EQ(dls.prepared(bodies::planar_arm(2)), 1.0);
  EXPECT_EQ(dls.prepare(bodies::planar_arm(2), 1), 1.0);
}

TEST(Learned, NeverRaisesTheErrorWithItsGuardAndMayWithout) {
  int rose = 0;
  for (const bodies::Named& named : bodies::all()) {
    ik::Learned method = quick();
    method.prepare(named.body, ik::kAllPortions);
    ik::Learned blind = method;
    blind.guard = false;
    for (int seed = 0; seed < 20; ++seed) {
      Step step = random_step(named.body, seed);
      const double before = step.e().squaredNorm();
      const auto after = [&](const ik::Learned& which) {
        const VectorXd theta = step.problem().pose.theta + step.take(which);
        const auto reached = bodies::effectors_at(named.body, theta);
        double sum = 0.0;
        for (std::size_t i = 0; i < reached.size(); ++i) {
          sum += (step.problem().targets[i] - reached[i]).squaredNorm();
        }
        return sum;
      };
      EXPECT_LE(after(method), before * (1.0 + 1e-12)) << named.name;
      if (after(blind) > before) ++rose;
    }
  }
  EXPECT_GT(rose, 5);
}

TEST(Learned, HoldsBackTheJointsThatItsGuardSeesGoUphill) {
  int held_back = 0;
  for (const bodies::Named& named : bodies::all()) {
    ik::Learned method = quick();
    method.prepare(named.body, ik::kAllPortions);
    ik::Learned blind = method;
    blind.guard = false;
    for (int seed = 0; seed < 20; ++seed) {
      Step step = random_step(named.body, seed);
      const VectorXd free = step.take(blind);
      const VectorXd guarded = step.take(method);
      const VectorXd downhill = step.J().transpose() * step.e();
      for (Eigen::Index j = 0; j < free.size(); ++j) {
        EXPECT_GE(downhill[j] * guarded[j], 0.0) << named.name << j;
        if (downhill[j] * free[j] < 0.0) ++held_back;
      }
    }
  }
  EXPECT_GT(held_back, 20);
}

TEST(Learned, TurnsNoJointByMoreThan45DegreesWithItsGuard) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Learned method = quick();
  method.reach = 100.0;
  method.prepare(body, ik::kAllPortions);
  ik::Learned blind = method;
  blind.guard = false;
  for (int seed = 0; seed < 20; ++seed) {
    std::vector<Vector3d> targets;
    for (int i = 0; i < 2; ++i) targets.push_back(50.0 * bodies::Numbers(seed + i).vector());
    Step step(body, body.initial_theta(), targets);
    EXPECT_GT(step.take(blind).lpNorm<Eigen::Infinity>(), 1.0);
    EXPECT_LE(step.take(method).lpNorm<Eigen::Infinity>(), M_PI / 4.0 + 1e-12);
  }
}

TEST(Learned, LearnsAnewInAWorkspaceThatKnowsAnotherBody) {
  // of as many joints and rows, so that nothing but a look at the body tells
  const ik::Multibody arm = bodies::planar_arm(3);
  const ik::Multibody other({arm.joints().begin(), arm.joints().end()},
                            {{"hand", 2, Vector3d(0.3, 2.0, 0.0)}});
  const ik::AnyMethod method(quick());
  Step fresh = random_step(other, 4);
  const VectorXd expected = fresh.take(method);
  ik::Workspace w;
  method.step(random_step(arm, 4).problem(), w);
  method.step(fresh.problem(), w);
  EXPECT_EQ(w.dtheta, expected);
}

TEST(Learned, IsLinearInTheErrorUpToItsReach) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Learned method = quick();
  method.guard = false;
  method.prepare(body, ik::kAllPortions);
  const VectorXd theta = body.initial_theta();
  const double size = ik::body_size(body);
  const auto at = [&](double far) {
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    targets[0] += far * size * Vector3d(0.6, 0.0, 0.0);
    targets[1] += far * size * Vector3d(0.0, 0.8, 0.0);
    return Step(body, theta, targets).take(method);
  };
  EXPECT_LT((at(0.4) - 4.0 * at(0.1)).norm(), 1e-12);
  // reach is half a size
  EXPECT_LT((at(3.0) - 5.0 * at(0.1)).norm(), 1e-12);
  EXPECT_GT(at(0.1).norm(), 1e-3);
}

TEST(Learned, LeavesFrozenJointsAndMovesOthersAShareOfTheirWay) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Learned method = quick();
  method.guard = false;
  method.prepare(body, ik::kAllPortions);
  Step step = random_step(body, 2);
  const VectorXd free = step.take(method);
  const std::vector<double> mobility = {2.0, 1.0, 0.0, 2.0, 2.0, 0.5, 2.0, 2.0};
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  ik::Workspace w;
  ik::AnyMethod(method).step(problem, w);
  for (int j = 0; j < 8; ++j) {
    const double share = mobility[static_cast<std::size_t>(j)] / 2.0;
    EXPECT_NEAR(w.dtheta[j], share * share * free[j], 1e-14) << j;
  }
}

}  // namespace
