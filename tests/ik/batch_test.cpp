#include "ik/batch.h"

#include <thread>

#include <gtest/gtest.h>

#include "ik/clamp.h"
#include "ik/limits.h"
#include "ik/methods/dls.h"
#include "ik/methods/jacobian_transpose.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"
#include "support/count_allocations.h"
#include "support/step.h"

namespace {

constexpr ik::BatchMethod kMethods[] = {ik::BatchMethod::kJacobianTranspose,
                                        ik::BatchMethod::kPseudoinverse, ik::BatchMethod::kDls,
                                        ik::BatchMethod::kSdls};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The settings of body b: all differ, some clamps are off.
ik::BatchSettings settings_of(ik::BatchMethod method, int b) {
  ik::BatchSettings settings(method);
  settings.lambda = 0.2 + 0.15 * b;
  settings.gain = 0.5 + 0.1 * b;
  settings.cutoff = 0.002 * (b + 1);
  settings.gamma_max = 0.3 + 0.05 * b;
  if (b % 3 != 0) settings.d_max = 0.1 + 0.07 * b;
  if (b % 2 != 0) settings.max_angle = 0.05 + 0.01 * b;
  if (b % 4 == 1) settings.max_slide = 0.02 + 0.01 * b;
  return settings;
}

ik::AnyMethod single(ik::BatchMethod method, const ik::BatchSettings& settings, bool hard) {
  switch (method) {
    case ik::BatchMethod::kJacobianTranspose:
      return ik::AnyMethod(ik::JacobianTranspose{settings.gain});
    case ik::BatchMethod::kPseudoinverse:
      return ik::AnyMethod(ik::Pseudoinverse{settings.cutoff});
    case ik::BatchMethod::kDls:
      return ik::AnyMethod(ik::Dls{settings.lambda});
    case ik::BatchMethod::kSdls:
      break;
  }
  return ik::AnyMethod(ik::Sdls{settings.gamma_max, hard});
}

Eigen::VectorXd theta_of(const ik::Multibody& body, int b, int step) {
  return body.initial_theta() + bodies::Numbers(17 * b + step).vector(body.joint_count());
}

std::vector<Eigen::Vector3d> targets_of(const ik::Multibody& body, int b, int step) {
  bodies::Numbers numbers(1000 + 13 * b + step);
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
  return targets;
}

template <class Real>
void aim(ik::Batch<Real>& batch, int b, const std::vector<Eigen::Vector3d>& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      batch.targets()(3 * static_cast<int>(i) + c, b) = static_cast<Real>(targets[i][c]);
    }
  }
}

template <class Real>
void set_theta(ik::Batch<Real>& batch, int b, const Eigen::VectorXd& theta) {
  batch.set_theta(b, {theta.data(), static_cast<std::size_t>(theta.size())});
}

template <class Rows>
Eigen::VectorXd column(const Rows& rows, int b) {
  Eigen::VectorXd result(rows.rows());
  for (int r = 0; r < rows.rows(); ++r) result[r] = static_cast<double>(rows(r, b));
  return result;
}

/// `count` bodies at poses and with targets and settings of their own.
template <class Real>
ik::Batch<Real> crowd(const ik::Multibody& body, ik::BatchMethod method, int count,
                      ik::JacobianKind kind = ik::JacobianKind::kEffector) {
  ik::Batch<Real> batch(body, count, method, kind);
  for (int b = 0; b < count; ++b) {
    batch.set_settings(b, settings_of(method, b % 20));
    set_theta(batch, b, theta_of(body, b, 0));
    aim(batch, b, targets_of(body, b, 0));
  }
  return batch;
}

/// The largest difference between a step in the batch and the single body's, of its size.
template <class Real>
double largest_difference(const ik::Multibody& body, ik::BatchMethod method, ik::JacobianKind kind,
                          bool hard) {
  constexpr int kBodies = 19;
  ik::Batch<Real> batch = crowd<Real>(body, method, kBodies, kind);
  batch.hard_clamp(hard);
  typename ik::Batch<Real>::Scratch scratch(batch);
  std::vector<double> mobility;
  for (const ik::Joint& joint : body.joints()) mobility.push_back(std::sqrt(joint.weight));
  double largest = 0.0;
  for (int step = 0; step < 5; ++step) {
    for (int b = 0; b < kBodies; ++b) {
      set_theta(batch, b, theta_of(body, b, step));
      aim(batch, b, targets_of(body, b, step));
    }
    batch.step(0, batch.blocks(), scratch);
    for (int b = 0; b < kBodies; ++b) {
      const ik::BatchSettings settings = settings_of(method, b);
      const ik::Pose pose = ik::pose_at(body, theta_of(body, b, step));
      const std::vector<Eigen::Vector3d> targets = targets_of(body, b, step);
      const std::vector<double> d_max(targets.size(), settings.d_max);
      ik::Problem problem{body, pose, targets, kind, d_max};
      problem.mobility = mobility;
      ik::Workspace w;
      const ik::Outcome outcome = single(method, settings, hard).step(problem, w);
      EXPECT_EQ(batch.outcome(b), outcome) << b;
      bool capped = ik::clamp_max_angle(body, settings.max_angle, w.dtheta);
      capped |= ik::clamp_max_slide(body, settings.max_slide, w.dtheta);
      EXPECT_EQ(batch.capped(b), capped) << b;
      ik::clamp_to_limits(body, pose.theta, w.dtheta);
      const Eigen::VectorXd taken = column(batch.dtheta(), b);
      largest = std::max(largest, (taken - w.dtheta).norm() / std::max(w.dtheta.norm(), 1e-3));
      const Eigen::VectorXd theta = column(batch.theta(), b);
      largest = std::max(largest, (theta - pose.theta - taken).norm());
      const ik::Pose moved = ik::pose_at(body, theta);
      const Eigen::VectorXd s = moved.effector.reshaped();
      largest = std::max(largest, (column(batch.effectors(), b) - s).norm() / (1.0 + s.norm()));
    }
  }
  return largest;
}

class EveryBatch : public testing::TestWithParam<ik::BatchMethod> {};

TEST_P(EveryBatch, StepsAsTheSingleBodyDoesWithEitherJacobian) {
  for (const bodies::Named& named : bodies::all()) {
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      EXPECT_LT(largest_difference<double>(named.body, GetParam(), kind, false), 1e-12)
          << named.name;
    }
  }
}

TEST(SdlsBatch, KnowsTheClampsOfThePaper) {
  EXPECT_LT(largest_difference<double>(bodies::forked_tree(), ik::BatchMethod::kSdls,
                                       ik::JacobianKind::kEffector, true),
            1e-12);
}

TEST(DlsBatch, WorksInFloatToSixDigits) {
  for (const bodies::Named& named : bodies::all()) {
    EXPECT_LT(largest_difference<float>(named.body, ik::BatchMethod::kDls,
                                        ik::JacobianKind::kEffector, false),
              1e-4)
        << named.name;
  }
}

TEST_P(EveryBatch, KnowsHowEasilyJointsMove) {
  const ik::Multibody plain = bodies::forked_tree();
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].weight = 0.25;
  joints[3].weight = 0.0;
  joints[5].weight = 2.0;
  const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
  EXPECT_LT(largest_difference<double>(body, GetParam(), ik::JacobianKind::kEffector, false),
            1e-12);
}

TEST_P(EveryBatch, GivesABodyTheSameBitsInAnyCompany) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  constexpr int kMost = 37;
  const auto run = [&](int count) {
    ik::Batch<double> batch = crowd<double>(body, GetParam(), count);
    ik::Batch<double>::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch<double> all = run(kMost);
  for (const int count : {1, 2, 7, 8, 9, 20}) {
    const ik::Batch<double> some = run(count);
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
    ik::Batch<double> batch(body, kBodies, GetParam());
    for (int b = 0; b < kBodies; ++b) {
      const int at = (b + shift) % kBodies;
      batch.set_settings(at, settings_of(GetParam(), b));
      set_theta(batch, at, theta_of(body, b, 0));
      aim(batch, at, targets_of(body, b, 0));
    }
    ik::Batch<double>::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch<double> straight = run(0);
  const ik::Batch<double> shifted = run(4);
  for (int b = 0; b < kBodies; ++b) {
    EXPECT_EQ(column(straight.theta(), b), column(shifted.theta(), (b + 4) % kBodies)) << b;
  }
}

TEST_P(EveryBatch, GivesTheSameBitsHoweverItsBlocksAreDivided) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  ik::Batch<double> at_once = crowd<double>(body, GetParam(), 30);
  ik::Batch<double> divided = at_once, on_its_own = at_once;
  ik::Batch<double>::Scratch scratch(at_once), front(divided), back(divided), third(on_its_own);
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
    ik::Batch<double> sound = crowd<double>(body, GetParam(), 12);
    ik::Batch<double> sick = sound;
    ik::Batch<double>::Scratch scratch(sound), other(sick);
    sick.targets()(1, 3) = bad;
    sick.targets()(5, 4) = bad;
    Eigen::VectorXd lost = theta_of(body, 9, 0);
    lost[2] = bad;
    set_theta(sick, 9, lost);
    const Eigen::VectorXd before = column(sick.theta(), 3);
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
    // and they come back with their targets
    sick.targets()(1, 3) = 0.5;
    sick.step(0, sick.blocks(), other);
    EXPECT_EQ(sick.outcome(3), ik::Outcome::kMoved);
  }
}

TEST_P(EveryBatch, TakesFarTargetsForDirections) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double far : {1e8, 1e150, 1e300}) {
    ik::Batch<double> batch = crowd<double>(body, GetParam(), 3);
    ik::Batch<double>::Scratch scratch(batch);
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
    ik::Batch<double> batch(named.body, 3, GetParam());
    ik::Batch<double>::Scratch scratch(batch);
    batch.step(0, 1, scratch);
    EXPECT_EQ(batch.outcome(2), ik::Outcome::kReached) << named.name;
    EXPECT_LT(column(batch.dtheta(), 2).norm(), 1e-12) << named.name;
  }
}

TEST_P(EveryBatch, SaysWhereItIsStuck) {
  // a straight arm that is pulled straight along itself
  const ik::Multibody body = bodies::planar_arm(3);
  ik::Batch<double> batch(body, 2, GetParam());
  ik::Batch<double>::Scratch scratch(batch);
  aim(batch, 1, {{5.0, 0.0, 0.0}});
  batch.step(0, 1, scratch);
  EXPECT_EQ(batch.outcome(0), ik::Outcome::kReached);
  EXPECT_EQ(batch.outcome(1), ik::Outcome::kStalled);
}

TEST_P(EveryBatch, KeepsWithinLimitsUnlessToldOtherwise) {
  const ik::Multibody body = bodies::limited_arm();
  for (const bool hold : {true, false}) {
    ik::Batch<double> batch(body, 9, GetParam());
    ik::Batch<double>::Scratch scratch(batch);
    batch.clamp_limits(hold);
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
    ik::Batch<double> batch = crowd<double>(body, GetParam(), 13);
    batch.use(set);
    set_theta(batch, 2, 1e7 * theta_of(body, 2, 0));  // angles that lanes leave to the library
    ik::Batch<double>::Scratch scratch(batch);
    for (int step = 0; step < 6; ++step) batch.step(0, batch.blocks(), scratch);
    return batch;
  };
  const ik::Batch<double> first = run(*ik::machine_instructions().front());
  for (const ik::InstructionSet* set : ik::machine_instructions()) {
    const ik::Batch<double> other = run(*set);
    for (int b = 0; b < 13; ++b) {
      EXPECT_EQ(column(first.theta(), b), column(other.theta(), b)) << set->name << " " << b;
      EXPECT_EQ(column(first.effectors(), b), column(other.effectors(), b)) << set->name;
      EXPECT_EQ(first.outcome(b), other.outcome(b)) << set->name;
    }
  }
}

TEST_P(EveryBatch, AllocatesNothing) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer allocates for itself";
#endif
  const ik::Multibody body = bodies::forked_tree();
  ik::Batch<double> batch = crowd<double>(body, GetParam(), 20);
  ik::Batch<double>::Scratch scratch(batch);
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
    joints.back().parent = j - 1;
    if (j % 2 == 1) effectors.push_back({"effector", j, {0.1, 0.2, 0.0}});
  }
  const ik::Multibody body(joints, effectors);
  EXPECT_TRUE(body.plan().recursive);
  EXPECT_LT(largest_difference<double>(body, GetParam(), ik::JacobianKind::kEffector, false),
            1e-12);
}

TEST(DlsBatch, LeavesSmallLambdasToTheSingleBody) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double lambda : {0.0, 1e-6, 1e-3, 0.01, 0.1}) {
    ik::Batch<double> batch(body, 3, ik::BatchMethod::kDls);
    ik::Batch<double>::Scratch scratch(batch);
    ik::BatchSettings settings(ik::BatchMethod::kDls);
    settings.lambda = lambda;
    settings.max_angle = ik::kUnlimited;
    batch.set_settings(1, settings);
    const Eigen::VectorXd theta = theta_of(body, 1, 0);
    const std::vector<Eigen::Vector3d> targets = targets_of(body, 1, 0);
    set_theta(batch, 1, theta);
    aim(batch, 1, targets);
    batch.step(0, 1, scratch);
    Step step(body, theta, targets);
    const Eigen::VectorXd alone = step.take(ik::Dls{lambda});
    EXPECT_LT((column(batch.dtheta(), 1) - alone).norm(), 1e-12 * alone.norm()) << lambda;
    EXPECT_EQ(batch.outcome(0), ik::Outcome::kReached);
  }
}

TEST(Batch, HandsOutThePointsOfAPicture) {
  const ik::Multibody body = bodies::random_tree(3, 7, 2);
  ik::Batch<double> batch = crowd<double>(body, ik::BatchMethod::kDls, 10);
  ik::Batch<double>::Scratch scratch(batch);
  EXPECT_EQ(batch.points().rows(), 0);
  batch.keep_points(true);
  batch.place(0, batch.blocks(), scratch);
  for (int step = 0; step < 2; ++step) {
    if (step > 0) batch.step(0, batch.blocks(), scratch);
    for (int b = 0; b < 10; ++b) {
      const ik::Pose pose = ik::pose_at(body, column(batch.theta(), b));
      Eigen::VectorXd points(3 * (7 + 2));
      points << pose.origin.reshaped(), pose.effector.reshaped();
      EXPECT_LT((column(batch.points(), b) - points).norm(), 1e-6 * points.norm()) << b;
      EXPECT_LT((column(batch.effectors(), b) - pose.effector.reshaped()).norm(), 1e-14);
    }
  }
}

TEST(Batch, TakesDMaxFromStepToStep) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Batch<double> batch(body, 2, ik::BatchMethod::kDls);
  ik::Batch<double>::Scratch scratch(batch);
  for (int b = 0; b < 2; ++b) aim(batch, b, targets_of(body, 0, 0));
  for (int i = 0; i < 2; ++i) batch.d_max()(i, 1) = 0.0;
  batch.step(0, 1, scratch);
  EXPECT_GT(column(batch.dtheta(), 0).norm(), 0.0);
  EXPECT_EQ(column(batch.dtheta(), 1).norm(), 0.0);
}

TEST(Batch, RefusesWhatItCannotDo) {
  const ik::Multibody body = bodies::forked_tree();
  EXPECT_THROW(ik::Batch<double>(body, 0, ik::BatchMethod::kDls), std::invalid_argument);
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  effectors[0].aim = ik::AimKind::kDirection;
  const ik::Multibody aiming({body.joints().begin(), body.joints().end()}, effectors);
  EXPECT_THROW(ik::Batch<double>(aiming, 1, ik::BatchMethod::kDls), std::invalid_argument);
}

TEST(Batch, KnowsItsMethodsByTheirRegisteredNames) {
  for (const ik::BatchMethod method : kMethods) {
    EXPECT_NE(ik::find_method(ik::id(method)), nullptr);
    EXPECT_EQ(ik::batch_method(ik::id(method)), method);
    EXPECT_EQ(ik::BatchSettings(method).max_angle, ik::find_method(ik::id(method))->max_angle);
  }
  EXPECT_FALSE(ik::batch_method("ccd").has_value());
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryBatch, testing::ValuesIn(kMethods),
                         [](const testing::TestParamInfo<ik::BatchMethod>& method) {
                           std::string name = ik::id(method.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
