#include "ik/methods/learned.h"

#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "support/step.h"

// The learned step as a method: how it uses the network's output.
namespace {

using Eigen::Vector3d;
using ik::VectorX;

/// Trains quickly; these tests do not depend on the network's quality.
ik::Learned quick() { return {.lesson = {.batches = 100.0}}; }

TEST(Learned, TakesTheSameStepPreparedOrNot) {
  for (const bodies::Named& named : bodies::all()) {
    ik::AnyMethod method(quick());
    Step step = random_step(named.body, 3);
    const VectorX unprepared = step.take(method);
    EXPECT_EQ(method.prepared(named.body), 0.0);
    double before = 0.0;
    while (before < 1.0) {
      const double share = method.prepare(named.body, 40);
      EXPECT_GT(share, before);
      EXPECT_EQ(method.prepared(named.body), share);
      before = share;
      // the step completes partial training
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
  // parameters outside the lesson keep the training
  ik::set_param(method, "reach", 1.0);
  ik::set_param(method, "guard", 0.0);
  EXPECT_EQ(method.prepared(body), 1.0);
}

/// A store in memory that counts its calls.
struct MemoryStore final : ik::PreparationStore {
  std::vector<double> find(std::span<const double> inputs, std::size_t size) override {
    ++asked;
    const auto found = results.find({inputs.begin(), inputs.end()});
    return found != results.end() && found->second.size() == size ? found->second
                                                                  : std::vector<double>();
  }
  void keep(std::span<const double> inputs, std::span<const double> result) override {
    ++kept;
    results[{inputs.begin(), inputs.end()}] = {result.begin(), result.end()};
  }
  std::map<std::vector<double>, std::vector<double>> results;
  int asked = 0, kept = 0;
};

TEST(Learned, TakesTheSameStepWithATrainingFromAStore) {
  for (const bodies::Named& named : bodies::all()) {
    MemoryStore store;
    ik::AnyMethod alone(quick()), first(quick()), second(quick());
    alone.prepare(named.body, ik::kAllPortions);
    while (first.prepare(named.body, 30, &store) < 1.0) {
    }
    EXPECT_EQ(store.asked, 1) << "once, however many portions there are";
    EXPECT_EQ(store.kept, 1);
    EXPECT_EQ(second.prepare(named.body, 1, &store), 1.0) << "nothing is left to learn";
    EXPECT_EQ(store.kept, 1);
    Step step = random_step(named.body, 3);
    const VectorX expected = step.take(alone);
    EXPECT_EQ(step.take(first), expected) << named.name;
    EXPECT_EQ(step.take(second), expected) << named.name;
  }
}

TEST(Learned, AsksAStoreForItsOwnBodyAndLesson) {
  MemoryStore store;
  const auto keeps = [&store](const ik::Multibody& body, const ik::Lesson& lesson) {
    const int before = store.kept;
    ik::AnyMethod(ik::Learned{.lesson = lesson}).prepare(body, ik::kAllPortions, &store);
    return store.kept > before;
  };
  const ik::Multibody arm = bodies::planar_arm(3);
  EXPECT_TRUE(keeps(arm, {.batches = 60.0}));
  EXPECT_FALSE(keeps(arm, {.batches = 60.0}));
  EXPECT_TRUE(keeps(arm, {.batches = 61.0}));
  EXPECT_TRUE(keeps(arm, {.seed = 2.0, .batches = 60.0}));
  EXPECT_TRUE(keeps(arm, {.batches = 60.0, .noise = 0.3}));
  EXPECT_TRUE(keeps(arm, {.batches = 60.0, .spread = 1.0}));
  EXPECT_TRUE(keeps(arm, {.batches = 60.0, .see_pose = false}));
  // each of these changes alters one number of the body
  const auto changed = [&arm](const std::function<void(ik::Joint&, ik::Effector&)>& change) {
    std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
    std::vector<ik::Effector> effectors(arm.effectors().begin(), arm.effectors().end());
    change(joints[1], effectors[0]);
    return ik::Multibody(std::move(joints), std::move(effectors));
  };
  const std::function<void(ik::Joint&, ik::Effector&)> changes[] = {
      [](ik::Joint& j, ik::Effector&) { j.parent_from_joint.translation().x() += 1e-9; },
      [](ik::Joint& j, ik::Effector&) { j.lower = -3.0; },
      [](ik::Joint& j, ik::Effector&) { j.upper = 3.0; },
      [](ik::Joint& j, ik::Effector&) { j.initial += 1e-9; },
      [](ik::Joint& j, ik::Effector&) { j.axis = -j.axis; },
      [](ik::Joint& j, ik::Effector&) { j.type = ik::JointType::kPrismatic; },
      [](ik::Joint&, ik::Effector& e) { e.offset.z() = 0.1; },
      [](ik::Joint&, ik::Effector& e) { e.aim = ik::AimKind::kDirection; },
      [](ik::Joint&, ik::Effector& e) { e.joint = 1; },
  };
  for (const auto& change : changes) {
    EXPECT_TRUE(keeps(changed(change), {.batches = 60.0}));
    EXPECT_FALSE(keeps(changed(change), {.batches = 60.0}));
  }
  // names, and parameters that training does not use, do not enter the key
  EXPECT_FALSE(keeps(changed([](ik::Joint& j, ik::Effector& e) {
                       j.name = "other", e.name = "one", j.rest = 0.5, j.weight = 2.0;
                     }),
                     {.batches = 60.0}));
}

TEST(Learned, LearnsWhatAStoreHasWrong) {
  const ik::Multibody arm = bodies::planar_arm(3);
  MemoryStore store;
  ik::AnyMethod expected(quick());
  expected.prepare(arm, ik::kAllPortions, &store);
  const auto good = store.results.begin()->second;
  std::vector<double> shorter = good, endless = good;
  shorter.pop_back();
  endless.back() = std::nan("");
  struct Careless final : ik::PreparationStore {
    std::vector<double> find(std::span<const double>, std::size_t) override { return answer; }
    void keep(std::span<const double>, std::span<const double>) override {}
    std::vector<double> answer;
  } careless;
  Step step = random_step(arm, 3);
  for (const auto& answer : {shorter, endless, std::vector<double>()}) {
    careless.answer = answer;
    ik::AnyMethod method(quick());
    EXPECT_LT(method.prepare(arm, 1, &careless), 1.0);
    method.prepare(arm, ik::kAllPortions, &careless);
    EXPECT_EQ(step.take(method), step.take(expected));
  }
}

TEST(Learned, SharesItsWeightsAmongCopies) {
  ik::Learned method = quick();
  method.prepare(bodies::planar_arm(3), ik::kAllPortions);
  const ik::Learned copy = method;
  EXPECT_EQ(copy.training, method.training);
}

TEST(OtherMethods, NeedNoPreparation) {
  ik::AnyMethod dls = ik::find_method("dls")->create();
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
        const VectorX theta = step.problem().pose.theta + step.take(which);
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
      const VectorX free = step.take(blind);
      const VectorX guarded = step.take(method);
      const VectorX downhill = step.J().transpose() * step.e();
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
  // the same number of joints and rows: only the bodies' contents differ
  const ik::Multibody arm = bodies::planar_arm(3);
  const ik::Multibody other({arm.joints().begin(), arm.joints().end()},
                            {{"hand", 2, Vector3d(0.3, 2.0, 0.0)}});
  const ik::AnyMethod method(quick());
  Step fresh = random_step(other, 4);
  const VectorX expected = fresh.take(method);
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
  const VectorX theta = body.initial_theta();
  const double size = ik::body_size(body);
  const auto at = [&](double far) {
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    targets[0] += far * size * Vector3d(0.6, 0.0, 0.0);
    targets[1] += far * size * Vector3d(0.0, 0.8, 0.0);
    return Step(body, theta, targets).take(method);
  };
  EXPECT_LT((at(0.4) - 4.0 * at(0.1)).norm(), 1e-12);
  // reach is half of the body size
  EXPECT_LT((at(3.0) - 5.0 * at(0.1)).norm(), 1e-12);
  EXPECT_GT(at(0.1).norm(), 1e-3);
}

TEST(Learned, LeavesFrozenJointsAndMovesOthersAShareOfTheirWay) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Learned method = quick();
  method.guard = false;
  method.prepare(body, ik::kAllPortions);
  Step step = random_step(body, 2);
  const VectorX free = step.take(method);
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
