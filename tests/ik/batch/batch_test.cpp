#include "ik/batch/batch.h"

#include <thread>

#include <gtest/gtest.h>

#include "ik/body/layout.h"
#include "ik/methods/dls.h"
#include "support/batches.h"
#include "support/count_allocations.h"
#include "support/step.h"

namespace {

using namespace batches;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class EveryBatch : public testing::TestWithParam<const char*> {};

TEST_P(EveryBatch, StepsAsTheSingleBodyDoesWithEitherJacobian) {
  for (const bodies::Named& named : bodies::all()) {
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      EXPECT_LT(largest_difference(named.body, GetParam(), kind), 1e-12) << named.name;
    }
  }
}

TEST_P(EveryBatch, KnowsHowEasilyJointsMove) {
  const ik::Multibody plain = bodies::forked_tree();
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].weight = 0.25;
  joints[3].weight = 0.0;
  joints[5].weight = 2.0;
  const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
  EXPECT_LT(largest_difference(body, GetParam(), ik::JacobianKind::kEffector), 1e-12);
}

TEST_P(EveryBatch, GivesABodyTheSameBitsInAnyCompany) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  constexpr int kMax = 37;
  const auto run = [&](int count) {
    ik::Batch batch = crowd(body, GetParam(), count);
    ik::Batch::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch all = run(kMax);
  for (const int count : {1, 2, 7, 8, 9, 20}) {
    const ik::Batch some = run(count);
    for (int b = 0; b < count; ++b) {
      EXPECT_EQ(column(some.theta(), b), column(all.theta(), b)) << b << " of " << count;
      EXPECT_EQ(column(some.effectors(), b), column(all.effectors(), b)) << b << " of " << count;
    }
  }
}

TEST_P(EveryBatch, GivesTheSameBitsInEveryLane) {
  const ik::Multibody body = bodies::forked_tree();
  constexpr int kBodies = 11;
  const auto run = [&](int shift) {
    ik::Batch batch(body, kBodies, ik::known_method(GetParam()));
    for (int b = 0; b < kBodies; ++b) {
      const int at = (b + shift) % kBodies;
      batch.set_settings(at, settings_of(GetParam(), b));
      set_theta(batch, at, theta_of(body, b, 0));
      aim(batch, at, targets_of(body, b, 0));
    }
    ik::Batch::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch straight = run(0);
  const ik::Batch shifted = run(4);
  for (int b = 0; b < kBodies; ++b) {
    EXPECT_EQ(column(straight.theta(), b), column(shifted.theta(), (b + 4) % kBodies)) << b;
  }
}

TEST_P(EveryBatch, GivesTheSameBitsHoweverItsBlocksAreDivided) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  ik::Batch at_once = crowd(body, GetParam(), 30);
  ik::Batch divided = at_once, on_its_own = at_once;
  ik::Batch::Scratch scratch(at_once), front(divided), back(divided), third(on_its_own);
  for (int step = 0; step < 6; ++step) {
    at_once.step(0, at_once.blocks(), scratch);
    std::thread thread([&] { divided.step(0, 2, front); });
    divided.step(2, divided.blocks(), back);
    thread.join();
  }
  for (int block = on_its_own.blocks(); block-- > 0;) {
    for (int step = 0; step < 6; ++step) on_its_own.step(block, block + 1, third);
  }
  for (int b = 0; b < 30; ++b) {
    EXPECT_EQ(column(at_once.theta(), b), column(divided.theta(), b)) << b;
    EXPECT_EQ(column(at_once.theta(), b), column(on_its_own.theta(), b)) << b;
    EXPECT_EQ(column(at_once.effectors(), b), column(on_its_own.effectors(), b)) << b;
  }
}

TEST_P(EveryBatch, ShowsWhatIsNoNumberAndKeepsItFromTheNeighbours) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
    ik::Batch sound = crowd(body, GetParam(), 12);
    ik::Batch sick = sound;
    ik::Batch::Scratch scratch(sound), other(sick);
    sick.targets()(1, 3) = bad;
    sick.targets()(5, 4) = bad;
    ik::VectorX lost = theta_of(body, 9, 0);
    lost[2] = bad;
    set_theta(sick, 9, lost);
    const ik::VectorX before = column(sick.theta(), 3);
    for (int step = 0; step < 4; ++step) {
      sound.step(0, sound.blocks(), scratch);
      sick.step(0, sick.blocks(), other);
    }
    for (int b = 0; b < 12; ++b) {
      const bool ill = b == 3 || b == 4 || b == 9;
      EXPECT_EQ(sick.outcome(b) == ik::Outcome::kNotFinite, ill) << b;
      if (ill) {
        EXPECT_EQ(column(sick.dtheta(), b).norm(), 0.0) << b;
      } else {
        EXPECT_EQ(column(sick.theta(), b), column(sound.theta(), b)) << b;
      }
    }
    EXPECT_EQ(column(sick.theta(), 3), before);
    // a body recovers when its targets are valid again
    sick.targets()(1, 3) = 0.5;
    sick.step(0, sick.blocks(), other);
    EXPECT_EQ(sick.outcome(3), ik::Outcome::kMoved);
  }
}

TEST_P(EveryBatch, TakesFarTargetsForDirections) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double far : {1e8, 1e150, 1e300}) {
    ik::Batch batch = crowd(body, GetParam(), 3);
    ik::Batch::Scratch scratch(batch);
    aim(batch, 1, {{far, -far, 0.0}, {0.0, far, far}});
    batch.step(0, 1, scratch);
    EXPECT_EQ(batch.outcome(1), ik::Outcome::kMoved) << far;
    EXPECT_TRUE(column(batch.theta(), 1).allFinite()) << far;
    EXPECT_LE(column(batch.dtheta(), 1).lpNorm<Eigen::Infinity>(),
              settings_of(GetParam(), 1).max_angle * (1.0 + 1e-15))
        << far;
  }
}

TEST_P(EveryBatch, StandsStillAtASolution) {
  for (const bodies::Named& named : bodies::all()) {
    ik::Batch batch(named.body, 3, ik::known_method(GetParam()));
    ik::Batch::Scratch scratch(batch);
    batch.step(0, 1, scratch);
    EXPECT_EQ(batch.outcome(2), ik::Outcome::kReached) << named.name;
    EXPECT_LT(column(batch.dtheta(), 2).norm(), 1e-12) << named.name;
  }
}

TEST_P(EveryBatch, SaysWhereItIsStuck) {
  // a straight arm pulled along itself
  const ik::Multibody body = bodies::planar_arm(3);
  ik::Batch batch(body, 2, ik::known_method(GetParam()));
  ik::Batch::Scratch scratch(batch);
  aim(batch, 1, {{5.0, 0.0, 0.0}});
  batch.step(0, 1, scratch);
  EXPECT_EQ(batch.outcome(0), ik::Outcome::kReached);
  EXPECT_EQ(batch.outcome(1), ik::Outcome::kStalled);
}

TEST_P(EveryBatch, KeepsWithinLimitsUnlessToldOtherwise) {
  const ik::Multibody body = bodies::limited_arm();
  for (const bool hold : {true, false}) {
    ik::Batch batch(body, 9, ik::known_method(GetParam()));
    ik::Batch::Scratch scratch(batch);
    batch.keep_limits(hold ? ik::LimitRule::kClamp : ik::LimitRule::kIgnore);
    for (int b = 0; b < 9; ++b) aim(batch, b, {4.0 * bodies::Numbers(b).vector()});
    for (int step = 0; step < 200; ++step) batch.step(0, batch.blocks(), scratch);
    int beyond = 0;
    for (int at = 0; at < 9 * body.joint_count(); ++at) {
      const ik::Joint& joint = body.joint(at / 9);
      const double theta = batch.theta()(at / 9, at % 9);
      if (theta < joint.lower || theta > joint.upper) ++beyond;
    }
    EXPECT_EQ(beyond == 0, hold);
  }
}

TEST_P(EveryBatch, GivesTheSameBitsByEverySetOfInstructions) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  const auto run = [&](const ik::InstructionSet& set) {
    ik::Batch batch = crowd(body, GetParam(), 13);
    batch.use(set);
    set_theta(batch, 2, 1e7 * theta_of(body, 2, 0));  // angles that lanes hand over to the library
    ik::Batch::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch first = run(*ik::machine_instructions().front());
  for (const ik::InstructionSet* set : ik::machine_instructions()) {
    const ik::Batch other = run(*set);
    for (int b = 0; b < 13; ++b) {
      EXPECT_EQ(column(first.theta(), b), column(other.theta(), b)) << set->name << " " << b;
      EXPECT_EQ(column(first.effectors(), b), column(other.effectors(), b)) << set->name;
      EXPECT_EQ(first.outcome(b), other.outcome(b)) << set->name;
    }
  }
}

TEST_P(EveryBatch, AllocatesNothing) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Batch batch = crowd(body, GetParam(), 20);
  ik::Batch::Scratch scratch(batch);
  batch.step(0, batch.blocks(), scratch);
  const std::size_t before = allocation_count();
  for (int step = 0; step < 10; ++step) batch.step(0, batch.blocks(), scratch);
  EXPECT_EQ(allocation_count(), before);
}

TEST_P(EveryBatch, StepsDeepTreesAsTheSingleBodyDoes) {
  const ik::Multibody bare = bodies::random_tree(3, 6, 1);
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < 30; ++j) {
    joints.push_back(bare.joint(j % 6));
    joints.back().name.clear();
    joints.back().parent = j - 1;
    if (j % 2 == 1) effectors.push_back({"", j, {0.1, 0.2, 0.0}});
  }
  const ik::Multibody body(joints, effectors);
  EXPECT_TRUE(body.layout().plan.recursive);
  EXPECT_LT(largest_difference(body, GetParam(), ik::JacobianKind::kEffector), 1e-12);
}

/// One step of 24 bodies with different poses and targets. Every third body has lambda
/// `odd_lambda`.
ik::MatrixX steps_with(const ik::Multibody& body, double odd_lambda) {
  ik::Batch batch = crowd(body, "dls", 24);
  batch.keep_limits(ik::LimitRule::kIgnore);
  ik::Batch::Scratch scratch(batch);
  ik::MatrixX steps(body.joint_count(), batch.count());
  ik::BatchSettings settings = settings_of("dls");
  settings.max_angle = ik::kUnlimited;
  for (int b = 0; b < batch.count(); ++b) {
    ik::set_param(settings.method, "lambda", b % 3 == 0 ? odd_lambda : 1.0);
    batch.set_settings(b, settings);
  }
  batch.step(0, batch.blocks(), scratch);
  for (int b = 0; b < batch.count(); ++b) steps.col(b) = column(batch.dtheta(), b);
  return steps;
}

TEST(DlsBatch, MendsStepsOfASmallLambdaAndNoOthers) {
  for (const bodies::Named& named : bodies::all()) {
    const ik::MatrixX plain = steps_with(named.body, 1.0);
    for (const double lambda : {0.03, 0.005}) {
      const ik::MatrixX mended = steps_with(named.body, lambda);
      for (int b = 0; b < plain.cols(); ++b) {
        if (b % 3 != 0) {
          EXPECT_EQ(mended.col(b), plain.col(b)) << named.name;
          continue;
        }
        Step step(named.body, theta_of(named.body, b, 0), targets_of(named.body, b, 0));
        const ik::VectorX alone = step.take(ik::Dls{lambda});
        EXPECT_LT((mended.col(b) - alone).norm(), 1e-11 * alone.norm()) << named.name << lambda;
      }
    }
  }
}

TEST(DlsBatch, TakesLambdasOfAnySize) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double lambda : {0.0, 1e-6, 1e-3, 0.01, 0.1}) {
    ik::Batch batch(body, 3, ik::known_method("dls"));
    ik::Batch::Scratch scratch(batch);
    ik::BatchSettings settings = settings_of("dls");
    ik::set_param(settings.method, "lambda", lambda);
    settings.max_angle = ik::kUnlimited;
    batch.set_settings(1, settings);
    const ik::VectorX theta = theta_of(body, 1, 0);
    const std::vector<Eigen::Vector3d> targets = targets_of(body, 1, 0);
    set_theta(batch, 1, theta);
    aim(batch, 1, targets);
    batch.step(0, 1, scratch);
    Step step(body, theta, targets);
    const ik::VectorX alone = step.take(ik::Dls{lambda});
    EXPECT_LT((column(batch.dtheta(), 1) - alone).norm(), 1e-12 * alone.norm()) << lambda;
    EXPECT_EQ(batch.outcome(0), ik::Outcome::kReached);
  }
}

TEST(Batch, HandsOutWhereItsBodiesAre) {
  const ik::Multibody body = bodies::random_tree(3, 7, 2);
  ik::Batch batch = crowd(body, "dls", 10);
  ik::Batch::Scratch scratch(batch);
  batch.place(0, batch.blocks(), scratch);
  for (int step = 0; step < 2; ++step) {
    if (step > 0) batch.step(0, batch.blocks(), scratch);
    for (int b = 0; b < 10; ++b) {
      const ik::Pose pose = ik::pose_at(body, column(batch.theta(), b));
      EXPECT_LT((column(batch.origins(), b) - bodies::three_rows(pose.origin).reshaped()).norm(),
                1e-14)
          << b;
      EXPECT_LT((column(batch.effectors(), b) - pose.effector.reshaped()).norm(), 1e-14) << b;
    }
  }
}

TEST(Batch, TakesDMaxFromStepToStep) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Batch batch(body, 2, ik::known_method("dls"));
  ik::Batch::Scratch scratch(batch);
  for (int b = 0; b < 2; ++b) aim(batch, b, targets_of(body, 0, 0));
  for (int i = 0; i < 2; ++i) batch.d_max()(i, 1) = 0.0;
  batch.step(0, 1, scratch);
  EXPECT_GT(column(batch.dtheta(), 0).norm(), 0.0);
  EXPECT_EQ(column(batch.dtheta(), 1).norm(), 0.0);
}

TEST(Batch, RefusesWhatItCannotDo) {
  const ik::Multibody body = bodies::forked_tree();
  EXPECT_THROW(ik::Batch(body, 0, ik::known_method("dls")), std::invalid_argument);
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  effectors[0].aim = ik::AimKind::kDirection;
  const ik::Multibody aiming({body.joints().begin(), body.joints().end()}, effectors);
  for (const char* method : methods()) {
    if (std::string_view(method) == "dls") {
      EXPECT_NO_THROW(ik::Batch(aiming, 1, ik::known_method(method)));
    } else {
      EXPECT_THROW(ik::Batch(aiming, 1, ik::known_method(method)), std::invalid_argument);
    }
  }
}

TEST(Batch, IsOfAMethodThatSaysItHasLanes) {
  const ik::Multibody body = bodies::forked_tree();
  EXPECT_GE(methods().size(), 4U);
  for (const ik::MethodInfo& info : ik::methods()) {
    if (!ik::has_simd_form(info)) {
      EXPECT_THROW(ik::Batch(body, 1, info), std::invalid_argument) << info.id;
      continue;
    }
    // every instruction set has its own kernel for the method
    for (const ik::InstructionSet* set : ik::machine_instructions()) {
      EXPECT_NO_THROW(ik::Batch(body, 1, info).use(*set)) << info.id << set->name;
    }
    EXPECT_EQ(ik::BatchSettings(info).max_angle, info.max_angle);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryBatch, testing::ValuesIn(methods()), test_name);

}  // namespace
