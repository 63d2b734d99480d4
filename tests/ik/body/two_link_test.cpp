#include "ik/body/two_link.h"

#include <gtest/gtest.h>

#include "support/step.h"

// The closed-form solution of the two-link arm, against forward kinematics and a dense search.
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// An arm at a random place with turned axes, antiparallel for odd seeds, and links with different
/// offsets along the axis.
ik::Multibody skew_arm(int seed) {
  bodies::Numbers numbers(seed);
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[0].axis = numbers.vector();
  joints[0].parent_from_joint.translation() = numbers.vector();
  joints[0].parent_from_joint.linear() = numbers.rotation(2.0);
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = numbers.vector();
  const Eigen::Matrix3d turn = numbers.rotation(2.0);
  joints[1].parent_from_joint.linear() = turn;
  joints[1].axis = (seed % 2 == 0 ? 1.5 : -0.7) * (turn.transpose() * joints[0].axis);
  return ik::Multibody(joints, {{"hand", 1, numbers.vector()}});
}

/// Component of a vector perpendicular to the arm's axis.
Vector3d across(const ik::Multibody& body, const Vector3d& w) {
  const Vector3d v = ik::pose_at(body, Vector2d::Zero()).axis.col(0);
  return w - v.dot(w) * v;
}

double miss(const ik::Multibody& body, const Vector2d& theta, const Vector3d& target) {
  return across(body, target - bodies::effectors_at(body, theta)[0]).norm();
}

TEST(TwoLink, BothSolutionsReachATargetInReach) {
  for (int seed = 0; seed < 40; ++seed) {
    const ik::Multibody body = skew_arm(seed);
    const auto arm = ik::TwoLink::of(body);
    ASSERT_TRUE(arm) << seed;
    const Vector2d goal = 3.0 * bodies::Numbers(seed + 60).vector(2);
    const Vector3d target = bodies::effectors_at(body, goal)[0];
    const ik::TwoLink::Solution solution = arm->solve(target);
    EXPECT_EQ(solution.reach, ik::TwoLink::Reach::kInReach) << seed;
    EXPECT_LT(miss(body, solution.positive, target), 1e-12) << seed;
    EXPECT_LT(miss(body, solution.negative, target), 1e-12) << seed;
    // one of the two solutions is the pose that gave the target
    const auto off = [&](const Vector2d& theta) {
      return std::hypot(std::remainder(theta[0] - goal[0], 2.0 * M_PI),
                        std::remainder(theta[1] - goal[1], 2.0 * M_PI));
    };
    EXPECT_LT(std::min(off(solution.positive), off(solution.negative)), 1e-7) << seed;
    for (const Vector2d& theta : {solution.positive, solution.negative}) {
      EXPECT_LE(theta.cwiseAbs().maxCoeff(), M_PI + 1e-15);
    }
  }
}

TEST(TwoLink, ComesAsNearAsAnyPoseOfADenseSearch) {
  for (int seed = 0; seed < 12; ++seed) {
    const ik::Multibody body = skew_arm(seed);
    const ik::TwoLink arm = *ik::TwoLink::of(body);
    const ik::Pose straight = ik::pose_at(body, Vector2d::Zero());
    const Vector3d way = across(body, bodies::Numbers(seed).vector()).normalized();
    const Vector3d elbow = straight.origin.col(1), hand = straight.effector.col(0);
    const double upper_arm = across(body, straight.origin.col(0) - elbow).norm();
    const double forearm = across(body, hand - elbow).norm();
    for (const double far :
         {0.0, 0.4 * std::abs(upper_arm - forearm), 1.3 * (upper_arm + forearm)}) {
      const Vector3d target = straight.origin.col(0) + far * way;
      const ik::TwoLink::Solution solution = arm.solve(target);
      double least = 1e300;
      for (int i = 0; i < 200; ++i) {
        for (int j = 0; j < 200; ++j) {
          least = std::min(least, miss(body, M_PI / 100.0 * Vector2d(i, j), target));
        }
      }
      EXPECT_LE(miss(body, solution.positive, target), least + 1e-12) << seed << " " << far;
      EXPECT_LE(miss(body, solution.negative, target), least + 1e-12) << seed << " " << far;
      // a grid of 1.8 degrees misses the optimum by less than this
      EXPECT_GT(miss(body, solution.positive, target), least - 0.1) << seed << " " << far;
    }
  }
}

TEST(TwoLink, SaysWhereTheTargetIs) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation().x() = 1.0;
  const auto arm_of = [&joints](double forearm) {
    return *ik::TwoLink::of(ik::Multibody(joints, {{"hand", 1, {forearm, 0.0, 0.0}}}));
  };
  const ik::TwoLink arm = arm_of(0.6);
  const ik::TwoLink long_forearm = arm_of(1.7);
  using Reach = ik::TwoLink::Reach;
  const auto at = [&](double x) { return arm.solve({0.0, x, 0.3}); };
  EXPECT_EQ(at(1.61).reach, Reach::kTooFar);
  EXPECT_EQ(at(1.59).reach, Reach::kInReach);
  EXPECT_EQ(at(0.41).reach, Reach::kInReach);
  EXPECT_EQ(at(0.39).reach, Reach::kTooNear);
  EXPECT_EQ(long_forearm.solve({0.69, 0.0, 0.0}).reach, Reach::kTooNear);
  EXPECT_EQ(long_forearm.solve({0.71, 0.0, 0.0}).reach, Reach::kInReach);
  EXPECT_EQ(at(1e300).reach, Reach::kTooFar);
  // out of reach: twice the straight arm towards the target; too near: twice the folded arm
  EXPECT_LT((at(5.0).positive - Vector2d(M_PI / 2.0, 0.0)).norm(), 1e-15);
  EXPECT_LT((at(5.0).negative - Vector2d(M_PI / 2.0, 0.0)).norm(), 1e-15);
  EXPECT_NEAR(std::abs(at(0.1).positive[1]), M_PI, 1e-15);
  EXPECT_NEAR(at(0.1).positive[0], M_PI / 2.0, 1e-15);
  EXPECT_TRUE(at(0.0).positive.allFinite());
}

TEST(TwoLink, IsPythagorasWhereTheElbowIsSquare) {
  const ik::TwoLink arm = *ik::TwoLink::of(bodies::planar_arm(2));
  const ik::TwoLink::Solution solution = arm.solve({1.0, 1.0, 0.0});
  EXPECT_LT((solution.positive - Vector2d(0.0, M_PI / 2.0)).norm(), 1e-14);
  EXPECT_LT((solution.negative - Vector2d(M_PI / 2.0, -M_PI / 2.0)).norm(), 1e-14);
}

TEST(TwoLink, KeepsItsDigitsNearTheStraightArm) {
  const ik::TwoLink arm = *ik::TwoLink::of(bodies::planar_arm(2));
  // d = 2 cos(elbow / 2), so 2 - d = elbow^2 / 4 up to fourth order
  const double elbow = 1e-5;
  const ik::TwoLink::Solution solution = arm.solve({2.0 - 0.25 * elbow * elbow, 0.0, 0.0});
  // 2 - d = 2.5e-11 has an ulp of 4e-16
  EXPECT_NEAR(solution.positive[1] / elbow, 1.0, 2e-5);
}

TEST(TwoLink, IsNoOtherBody) {
  for (const bodies::Named& named : bodies::all()) {
    const bool two = std::string(named.name) == "TwoLinks";
    EXPECT_EQ(ik::TwoLink::of(named.body).has_value(), two) << named.name;
  }
  const ik::Multibody arm = bodies::planar_arm(2);
  const auto variant = [&arm](const auto& change) {
    std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
    std::vector<ik::Effector> effectors(arm.effectors().begin(), arm.effectors().end());
    change(joints, effectors);
    return ik::TwoLink::of(ik::Multibody(joints, effectors)).has_value();
  };
  EXPECT_TRUE(variant([](auto&, auto&) {}));
  EXPECT_FALSE(variant([](auto& joints, auto&) { joints[1].axis.x() = 1e-3; }));
  EXPECT_FALSE(variant([](auto& joints, auto&) { joints[0].type = ik::JointType::kScrew; }));
  EXPECT_FALSE(variant([](auto& joints, auto&) { joints[1].type = ik::JointType::kPrismatic; }));
  EXPECT_FALSE(variant([](auto& joints, auto&) { joints[1].parent = -1; }));
  EXPECT_FALSE(variant([](auto&, auto& effectors) { effectors[0].joint = 0; }));
  EXPECT_FALSE(variant([](auto&, auto& effectors) {
    effectors.push_back(effectors[0]);
    effectors.back().name = "other";
  }));
  EXPECT_FALSE(variant([](auto&, auto& effectors) { effectors[0].offset = {0.0, 0.0, 1.0}; }));
}

}  // namespace
