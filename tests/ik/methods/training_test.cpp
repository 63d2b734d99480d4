#include "ik/methods/learned.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "ik/task/method.h"
#include "support/aiming.h"
#include "support/difference_jacobian.h"
#include "support/step.h"

// The network, its gradient and its training, against differences and damped least squares.
namespace {

using ik::MatrixX;
using ik::VectorX;

TEST(Numbers, HaveTheMeanAndTheVarianceThatTheySay) {
  constexpr int kCount = 100000;
  double even = 0.0, even_square = 0.0, bell = 0.0, bell_square = 0.0, neighbours = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const auto at = static_cast<std::uint64_t>(i);
    const double e = ik::uniform_number(3, at), b = ik::normal_number(3, at);
    ASSERT_LT(std::abs(e), 1.0);
    ASSERT_LT(std::abs(b), 3.4642);
    even += e, even_square += e * e, bell += b, bell_square += b * b;
    neighbours += b * ik::normal_number(3, at + 1);
  }
  // five standard deviations of the sample mean
  const double five = 5.0 / std::sqrt(kCount);
  EXPECT_NEAR(even / kCount, 0.0, five * std::sqrt(1.0 / 3.0));
  EXPECT_NEAR(even_square / kCount, 1.0 / 3.0, five * 0.3);
  EXPECT_NEAR(bell / kCount, 0.0, five);
  EXPECT_NEAR(bell_square / kCount, 1.0, five * 1.3);
  EXPECT_NEAR(neighbours / kCount, 0.0, five);
  EXPECT_NE(ik::normal_number(3, 0), ik::normal_number(4, 0));
}

TEST(Network, IsItsFormula) {
  ik::Network network(2, 3, 1, 5);
  for (double& w : network.weights) w += 0.1;
  const MatrixX x = Eigen::Vector2d(0.7, -1.3);
  ik::Network::Pass pass;
  network.evaluate(x, pass);
  const double* w = network.weights.data();
  const auto phi = [](double z) { return z / std::sqrt(1.0 + z * z); };
  double first[3], second[3];
  for (int i = 0; i < 3; ++i) first[i] = phi(w[i] * 0.7 + w[3 + i] * -1.3 + w[6 + i]);
  for (int i = 0; i < 3; ++i) {
    second[i] = phi(w[9 + i] * first[0] + w[12 + i] * first[1] + w[15 + i] * first[2] + w[18 + i]);
  }
  const double y = w[21] * second[0] + w[22] * second[1] + w[23] * second[2] + w[24];
  EXPECT_EQ(network.weights.size(), 25);
  EXPECT_NEAR(pass.output(0, 0), y, 1e-15);
}

TEST(Network, HasTheGradientThatDifferencesShow) {
  ik::Network network(3, 5, 2, 1);
  bodies::Numbers numbers(1);
  network.weights = numbers.vector(static_cast<int>(network.weights.size()));
  const MatrixX x = numbers.vector(12).reshaped(3, 4), wanted = numbers.vector(8).reshaped(2, 4);
  ik::Network::Pass pass;
  const auto loss = [&] {
    network.evaluate(x, pass);
    return 0.5 * (pass.output - wanted).squaredNorm();
  };
  loss();
  VectorX gradient;
  network.gradient(x, pass.output - wanted, pass, gradient);
  for (Eigen::Index i = 0; i < network.weights.size(); ++i) {
    constexpr double h = 1e-5;
    const double at = network.weights[i];
    network.weights[i] = at + h;
    const double above = loss();
    network.weights[i] = at - h;
    const double difference = (above - loss()) / (2.0 * h);
    network.weights[i] = at;
    EXPECT_NEAR(gradient[i], difference, 1e-9) << i;
  }
}

TEST(Adam, TakesFullStepsAlongASteadyGradientAndSmallOnesWhereItTurns) {
  ik::Adam steady, turning;
  VectorX a = VectorX::Zero(2), b = VectorX::Zero(2);
  const Eigen::Vector2d g(0.02, -3.0);
  for (int t = 1; t <= 5; ++t) {
    steady.step(g, 0.1, a);
    // the mean is g and the root mean square |g| after any number of steps
    EXPECT_LT((a - Eigen::Vector2d(-0.1 * t, 0.1 * t)).norm(), 1e-6);
  }
  turning.step(g, 0.1, b);
  turning.step(-g, 0.1, b);
  // mean (0.1 - 0.09) / (1 - 0.81) of the second gradient's size
  EXPECT_NEAR(b[1], 0.1 * (1.0 - 0.01 / 0.19), 1e-6);
}

TEST(Training, IsTheSameToTheBitFromTheSameSeedWhateverThePortions) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Lesson lesson{.batches = 60.0};
  ik::Training once(body, lesson), again(body, lesson);
  ik::Training other(body, {.seed = 2.0, .batches = 60.0});
  once.advance(1000);
  other.advance(1000);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(again.done());
    again.advance(3);
    EXPECT_DOUBLE_EQ(again.progress(), (i + 1) / 20.0);
    ik::Training copy = again;  // training must continue in a copy
    again = copy;
  }
  EXPECT_TRUE(again.done());
  EXPECT_EQ(once.network().weights, again.network().weights);
  EXPECT_NE(once.network().weights, other.network().weights);
}

/// A chain of slides: J is constant, so one matrix is all there is to learn.
ik::Multibody two_slides() {
  std::vector<ik::Joint> joints(4);
  for (int j = 0; j < 4; ++j) {
    joints[static_cast<std::size_t>(j)].name = std::to_string(j);
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].type = ik::JointType::kPrismatic;
    joints[static_cast<std::size_t>(j)].axis = bodies::Numbers(j).vector();
  }
  return ik::Multibody(joints, {{"hand", 3}});
}

VectorX damped(const MatrixX& J, double lambda, const VectorX& e) {
  const MatrixX JJt = J * J.transpose() + lambda * lambda * MatrixX::Identity(J.rows(), J.rows());
  return J.transpose() * JJt.inverse() * e;
}

VectorX proposed(const ik::Training& training, const ik::Pose& pose, const VectorX& e) {
  MatrixX input;
  ik::Network::Pass pass;
  VectorX dtheta;
  training.propose(pose, e, input, pass, dtheta);
  return dtheta;
}

TEST(Training, ConvergesToDampedLeastSquaresWithTheNoiseForLambda) {
  const ik::Multibody body = two_slides();
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const MatrixX J = difference_jacobian(body, pose.theta);
  for (const double noise : {0.1, 1.0}) {
    for (const bool see_pose : {true, false}) {
      ik::Training training(body, {.batches = 3000.0, .noise = noise, .see_pose = see_pose});
      training.advance(3000);
      for (int row = 0; row < 3; ++row) {
        const VectorX e = Eigen::Vector3d::Unit(row);
        const VectorX expected = damped(J, noise, e);
        const VectorX got = proposed(training, pose, e);
        // mean over the last batches of 32 samples, with the conditional spread of dtheta given e
        EXPECT_LT((got - expected).norm(), 0.1 * expected.norm()) << noise << " row " << row;
      }
    }
  }
}

/// An arm with joint limits at a distance `room` from the initial angles.
ik::Multibody limited_arm(double room) {
  const ik::Multibody arm = bodies::planar_arm(3);
  std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
  for (ik::Joint& joint : joints) {
    joint.initial = 0.5;
    joint.lower = 0.5 - room;
    joint.upper = 0.5 + room;
  }
  return ik::Multibody(joints, {arm.effector(0)});
}

TEST(Training, SeesNoPoseBeyondTheLimits) {
  // with fixed joints there is only one J, so one matrix is all there is to learn
  const auto missed = [](const ik::Multibody& body) {
    ik::Training training(body, {.noise = 0.5, .see_pose = false});
    training.advance(ik::kAllPortions);
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    const MatrixX J = difference_jacobian(body, pose.theta);
    double most = 0.0;
    for (int row = 0; row < 2; ++row) {
      const VectorX e = Eigen::Vector3d::Unit(row);
      const VectorX expected = damped(J, 0.5 * training.size(), e);
      most = std::max(most, (proposed(training, pose, e) - expected).norm() / expected.norm());
    }
    return most;
  };
  EXPECT_LT(missed(limited_arm(0.0)), 0.15);
  EXPECT_GT(missed(limited_arm(2.0)), 0.3);
}

TEST(Training, DoesNotGuessAtJointsThatMoveNoEffector) {
  // one hinge moves the hand; e says nothing about the other seven, so their step must be 0
  std::vector<ik::Joint> joints(8);
  for (std::size_t j = 0; j < 8; ++j) joints[j].name = std::to_string(j);
  const ik::Multibody body(joints, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  ik::Training training(body, {.batches = 500.0});
  training.advance(ik::kAllPortions);
  EXPECT_LT(training.loss(), 1.0 / 8.0);
  const VectorX dtheta =
      proposed(training, ik::pose_at(body, body.initial_theta()), Eigen::Vector3d(0.0, 0.1, 0.0));
  EXPECT_GT(dtheta[0], 0.05);
  EXPECT_TRUE(dtheta.tail(7).isZero(0.0));
}

/// Mean remaining error |e - J f| / |e| for small reachable errors, at poses outside the training.
double left_over(const ik::Multibody& body, const ik::Training& training, double spread) {
  double sum = 0.0;
  constexpr int kPoses = 300;
  bodies::Numbers numbers(77);
  for (int i = 0; i < kPoses; ++i) {
    const ik::Pose pose =
        ik::pose_at(body, body.initial_theta() + spread * numbers.vector(body.joint_count()));
    const MatrixX J = difference_jacobian(body, pose.theta);
    const VectorX e = J * numbers.vector(body.joint_count());
    sum += (e - J * proposed(training, pose, e)).norm() / e.norm() / kPoses;
  }
  return sum;
}

TEST(Training, LeavesAThirdOfWhatAnUntrainedNetworkLeaves) {
  std::vector<bodies::Named> all = bodies::all();
  all.push_back(bodies::aiming()[1]);
  for (const bodies::Named& named : all) {
    ik::Training training(named.body, {});
    const double untrained = left_over(named.body, training, 1.0);
    training.advance(ik::kAllPortions);
    const double trained = left_over(named.body, training, 1.0);
    // an untrained network removes nothing
    EXPECT_NEAR(untrained, 1.0, 0.15) << named.name;
    // twelve joints have more poses than the training has samples
    EXPECT_LT(trained, untrained / (named.body.joint_count() > 10 ? 1.5 : 3.0)) << named.name;
  }
}

TEST(Training, NeedsThePoseToTellOneAnswerFromAnother) {
  for (const int n : {2, 3}) {
    const ik::Multibody arm = bodies::planar_arm(n);
    ik::Training seeing(arm, {.batches = 3000.0}),
        blind(arm, {.batches = 3000.0, .see_pose = false});
    seeing.advance(3000);
    blind.advance(3000);
    EXPECT_GT(left_over(arm, blind, 1.3), 4.0 * left_over(arm, seeing, 1.3)) << n;
  }
}

TEST(Training, DoesNotCareForTheUnitOfLength) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  const auto scaled = [](const ik::Multibody& from, double by) {
    std::vector<ik::Joint> joints(from.joints().begin(), from.joints().end());
    for (ik::Joint& joint : joints) {
      joint.parent_from_joint.translation() *= by;
      joint.pitch *= by;
      if (joint.type == ik::JointType::kPrismatic) joint.initial *= by;
    }
    std::vector<ik::Effector> effectors(from.effectors().begin(), from.effectors().end());
    for (ik::Effector& effector : effectors) effector.offset *= by;
    return ik::Multibody(joints, effectors);
  };
  // a power of two, so that scaling is exact
  const ik::Multibody large = scaled(body, 8.0);
  EXPECT_DOUBLE_EQ(ik::body_size(large), 8.0 * ik::body_size(body));
  ik::Training one(body, {.batches = 50.0}), other(large, {.batches = 50.0});
  one.advance(50);
  other.advance(50);
  const VectorX e = bodies::Numbers(2).vector(9);
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const VectorX small = proposed(one, pose, e);
  const VectorX big = proposed(other, ik::pose_at(large, large.initial_theta()), 8.0 * e);
  for (int j = 0; j < 9; ++j) {
    const double unit = ik::is_angular(body.joint(j).type) ? 1.0 : 8.0;
    EXPECT_NEAR(big[j], unit * small[j], 1e-9 * (1.0 + std::abs(small[j]))) << j;
  }
}

TEST(BodySize, IsHowFarARadianMovesAnEffector) {
  // the hinges of the straight arm are 2 and 1 from the hand; slides do not count
  EXPECT_NEAR(ik::body_size(bodies::planar_arm(2)), std::sqrt((4.0 + 1.0) / 2.0), 1e-15);
  EXPECT_NEAR(ik::body_size(bodies::slider_arm()), 1.0, 1e-15);
  EXPECT_EQ(ik::body_size(two_slides()), 1.0);
}

TEST(Training, CountsASlideFromItsInitialPlaceAndNoFurtherThanThreeSizes) {
  const auto slider = [](double initial) {
    const ik::Multibody body = bodies::slider_arm();
    std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
    joints[0].initial = initial;
    return ik::Multibody(joints, {body.effector(0)});
  };
  const ik::Multibody near = slider(0.0), far = slider(64.0);
  ik::Training one(near, {.batches = 50.0}), other(far, {.batches = 50.0});
  one.advance(50);
  other.advance(50);
  const VectorX e = Eigen::Vector3d(0.2, 0.3, 0.0);
  const auto at = [](const ik::Multibody& body, double slid) {
    return ik::pose_at(body, Eigen::Vector2d(body.joint(0).initial + slid, 0.4));
  };
  const VectorX here = proposed(one, at(near, 0.7), e);
  EXPECT_LT((proposed(other, at(far, 0.7), e) - here).norm(), 1e-9);
  const VectorX edge = proposed(one, at(near, 3.0), e);
  EXPECT_GT((edge - here).norm(), 1e-6);
  EXPECT_EQ(proposed(one, at(near, 100.0), e), edge);
}

TEST(Training, LearnsNothingNewBeyondItsMostNoiseAndSpread) {
  const ik::Multibody body = bodies::forked_tree();
  const auto weights = [&body](const ik::Lesson& lesson) {
    ik::Training training(body, lesson);
    training.advance(20);
    EXPECT_TRUE(training.done());
    return VectorX(training.network().weights);
  };
  EXPECT_EQ(weights({.batches = 20.0, .noise = 10.0}), weights({.batches = 20.0, .noise = 1e300}));
  EXPECT_EQ(weights({.batches = 20.0, .spread = 4.0}), weights({.batches = 20.0, .spread = 1e300}));
  // at least one batch, and at most a finite number
  EXPECT_EQ(weights({.batches = 0.0}), weights({.batches = 1.0}));
  ik::Training longest(bodies::planar_arm(1), {.batches = 1e100});
  longest.advance(1);
  EXPECT_EQ(longest.progress(), 1.0 / 3000.0);
}

TEST(Training, KnowsWhatItIsFor) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Training training(body, {});
  EXPECT_TRUE(training.is_for(bodies::forked_tree(), {}));
  EXPECT_FALSE(training.is_for(body, {.seed = 3.0}));
  EXPECT_FALSE(training.is_for(body, {.see_pose = false}));
  EXPECT_FALSE(training.is_for(bodies::planar_arm(8), {}));
  const auto variant = [&body](const auto& change) {
    std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
    std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
    change(joints, effectors);
    return ik::Multibody(joints, effectors);
  };
  EXPECT_TRUE(training.is_for(variant([](auto&, auto&) {}), {}));
  const ik::Multibody others[] = {
      variant([](auto& joints, auto&) { joints[3].initial = 0.1; }),
      variant([](auto& joints, auto&) { joints[3].lower = -2.0; }),
      variant([](auto& joints, auto&) { joints[3].upper = 2.0; }),
      variant([](auto& joints, auto&) { joints[3].pitch = 2.0; }),
      variant([](auto& joints, auto&) { joints[7].parent = 5; }),
      variant([](auto& joints, auto&) { joints[3].type = ik::JointType::kScrew; }),
      variant([](auto& joints, auto&) {
        joints[3].axis = {1.0, 2.0, 3.0};
      }),
      variant([](auto& joints, auto&) { joints[3].parent_from_joint.translation().x() += 0.1; }),
      variant([](auto&, auto& effectors) { effectors[1].offset.x() = 0.1; }),
      variant([](auto&, auto& effectors) { effectors[1].joint = 6; }),
      variant([](auto&, auto& effectors) { effectors[1].aim = ik::AimKind::kDirection; }),
      variant([](auto&, auto& effectors) {
        effectors[1].pointer = {0.0, 1.0, 0.0};
      }),
      variant([](auto&, auto& effectors) { effectors[1].lever = 2.0; }),
      variant([](auto&, auto& effectors) { effectors.pop_back(); })};
  for (const ik::Multibody& other : others) EXPECT_FALSE(training.is_for(other, {}));
}

}  // namespace
