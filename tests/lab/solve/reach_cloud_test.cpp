#include "lab/solve/reach_cloud.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "support/basins.h"
#include "support/changes.h"
#include "support/robot_arms.h"

namespace {

lab::StandingLane lane_of(const ik::Multibody& body) {
  lab::Scene scene = basins::standing(body, bodies::effectors_at(body, body.initial_theta()));
  scene.aims.resize(static_cast<std::size_t>(body.aim_count()));
  return basins::lane(scene, "dls");
}

lab::ReachCloud computed(const ik::Multibody& body, const lab::ReachCloud::Plan& plan) {
  lab::ReachCloud cloud(lane_of(body), plan);
  while (cloud.advance(997) < 1.0) {
  }
  return cloud;
}

TEST(ReachCloud, OfTwoLinksIsTheRingBetweenDifferenceAndSum) {
  const lab::ReachCloud cloud = computed(ik::chain({1.0, 0.6}), {.count = 40000, .cubes = 40});
  ASSERT_EQ(cloud.points().size(), 40000U);
  EXPECT_TRUE(cloud.planar());
  std::set<int> squares;
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    const double distance = point.place.cast<double>().norm();
    ASSERT_GE(distance, 0.4 - 1e-6);
    ASSERT_LE(distance, 1.6 + 1e-6);
    squares.insert(point.cube);
  }
  // the squares that the ring meets: its area, and about half a square along both borders
  const double ring = std::numbers::pi * (1.6 * 1.6 - 0.4 * 0.4),
               border = 2.0 * std::numbers::pi * (1.6 + 0.4);
  const double side = 2.0 * 1.6 / 40, area = static_cast<double>(squares.size()) * side * side;
  EXPECT_GT(area, ring);
  EXPECT_LT(area, ring + border * side);
}

TEST(ReachCloud, SharesGrowToAllDirectionsWhereTheHandMayTurn) {
  // a hand of 0.1 m on two links: in the middle of the ring it points anywhere
  const lab::ReachCloud cloud =
      computed(ik::chain({1.0, 0.6, 0.1}), {.count = 200000, .cubes = 16});
  double inner = 0.0, inner_points = 0.0, edge = 0.0, edge_points = 0.0;
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    const double distance = point.place.cast<double>().norm(), share = cloud.share(point);
    ASSERT_GT(share, 0.0);
    ASSERT_LE(share, 1.0);
    if (distance > 0.7 && distance < 1.3) inner += share, inner_points += 1.0;
    if (distance > 1.69) edge += share, edge_points += 1.0;
  }
  ASSERT_GT(inner_points, 1000.0);
  EXPECT_GT(inner / inner_points, 0.99);
  // the straight arm has one direction; a cube holds places where the hand turns a little
  EXPECT_LT(edge / edge_points, 0.7);
}

TEST(ReachCloud, SmoothSharesLieBetweenThoseOfTheCubesAround) {
  lab::ReachCloud cloud(lane_of(ik::chain({1.0, 0.6, 0.1})), {.count = 20000, .cubes = 16});
  cloud.advance(100);
  EXPECT_TRUE(cloud.smooth_shares().empty()) << "before all poses are there";
  while (cloud.advance(997) < 1.0) {
  }
  ASSERT_EQ(cloud.smooth_shares().size(), cloud.points().size());
  double steps = 0.0, smooth_steps = 0.0;
  for (std::size_t i = 0; i < cloud.points().size(); ++i) {
    const double smooth = cloud.smooth_shares()[i];
    ASSERT_GT(smooth, 0.0);
    ASSERT_LE(smooth, cloud.largest_share() + 1e-6);
    // places on both sides of a border of cubes differ less than their cubes
    for (std::size_t k = i + 1; k < std::min(i + 40, cloud.points().size()); ++k) {
      const lab::ReachCloud::Point &a = cloud.points()[i], &b = cloud.points()[k];
      if (a.cube == b.cube || (a.place - b.place).norm() > 0.02F) continue;
      steps += std::abs(cloud.share(a) - cloud.share(b));
      smooth_steps += std::abs(cloud.smooth_shares()[i] - cloud.smooth_shares()[k]);
    }
  }
  ASSERT_GT(steps, 0.0);
  EXPECT_LT(smooth_steps, 0.5 * steps);
}

TEST(ReachCloud, OfOneHingeHasOneDirectionAPlace) {
  const lab::ReachCloud cloud = computed(bodies::planar_arm(1), {.count = 5000, .cubes = 400});
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    ASSERT_LE(cloud.share(point), 2.0 / cloud.bins());  // a cube may lie on a border of bins
  }
}

TEST(ReachCloud, KeepsLimitsAndFrozenJoints) {
  std::vector<ik::Joint> joints(2);
  joints[0].lower = 0.0;
  joints[0].upper = 0.5 * std::numbers::pi;
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
  joints[1].weight = 0.0;
  joints[1].initial = 0.0;
  const lab::ReachCloud cloud =
      computed(ik::Multibody(joints, {{"hand", 1, Eigen::Vector3d::UnitX()}}), {.count = 500});
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    EXPECT_NEAR(point.place.norm(), 2.0, 1e-5);
    EXPECT_GE(point.place.minCoeff(), -1e-6);
  }
  EXPECT_GT(cloud.box().max().x(), 1.98);
  EXPECT_GT(cloud.box().max().y(), 1.98);
}

TEST(ReachCloud, OfAnArmInSpaceCountsDirectionsOfTheSphere) {
  const bodies::Arm& arm = bodies::arms()[0];
  const lab::ReachCloud cloud = computed(arm.body(), {.count = 3000, .cubes = 10});
  EXPECT_FALSE(cloud.planar());
  EXPECT_EQ(cloud.bins(), lab::ReachCloud::kSphereBins);
}

TEST(ReachCloud, OfAnArmWhoseHandRisesIsNotPlanar) {
  // axes along one direction, as of a SCARA: the slide along them leaves the plane
  std::vector<ik::Joint> joints(3);
  for (int j = 1; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].parent_from_joint.translation().x() = 0.5;
  }
  joints[2].type = ik::JointType::kPrismatic;
  joints[2].lower = -0.3;
  joints[2].upper = 0.1;
  const auto planar = [&] {
    return computed(ik::Multibody(joints, {{"hand", 2, {0.2, 0.0, 0.0}}}), {.count = 10}).planar();
  };
  EXPECT_FALSE(planar());
  joints[2].weight = 0.0;
  EXPECT_TRUE(planar());
  joints[2].weight = 1.0;
  joints[2].axis = Eigen::Vector3d(0.6, 0.8, 0.0);
  EXPECT_TRUE(planar()) << "a slide in the plane";
}

TEST(ReachCloud, OfACrookedBodyHasThePlacesOfPosesDrawnOneByOne) {
  const ik::Multibody body = bodies::crooked();
  for (int effector = 0; effector < 2; ++effector) {
    const lab::ReachCloud cloud = computed(body, {.effector = effector, .count = 20000});
    EXPECT_FALSE(cloud.planar());
    const auto count = static_cast<Eigen::Index>(cloud.points().size());
    Eigen::Matrix3Xd places(3, count), drawn(3, count);
    constexpr int kPrimes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
    for (Eigen::Index i = 0; i < count; ++i) {
      places.col(i) = cloud.points()[static_cast<std::size_t>(i)].place.cast<double>();
      ik::VectorX theta = body.initial_theta();
      for (int j = 0; j < body.joint_count(); ++j) {
        const ik::Joint& joint = body.joint(j);
        const double share = bodies::halton(static_cast<int>(i), kPrimes[j]);
        if (joint.weight > 0.0) theta[j] = joint.lower + share * (joint.upper - joint.lower);
      }
      drawn.col(i) = bodies::effectors_at(body, theta)[static_cast<std::size_t>(effector)];
    }
    const Eigen::Vector3d mean = places.rowwise().mean(), other = drawn.rowwise().mean();
    EXPECT_LT((mean - other).norm(), 0.04) << mean.transpose() << " beside " << other.transpose();
    const auto spread = [](const Eigen::Matrix3Xd& of) -> Eigen::Vector3d {
      return (of.colwise() - of.rowwise().mean().eval()).rowwise().norm();
    };
    EXPECT_LT((spread(places) - spread(drawn)).norm(), 0.03 * spread(drawn).norm());
  }
}

// A ball joint with a hand of 1 m, and one cube around all its places.
TEST(ReachCloud, OfABallJointMeetsAllDirections) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].axis = Eigen::Vector3d::Unit(2 - j);
  }
  const ik::Multibody ball(joints, {{"hand", 2, Eigen::Vector3d(0.0, 0.0, 1.0)}});
  const lab::ReachCloud cloud = computed(ball, {.count = 20000, .cubes = 1});
  double most = 0.0;
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    most = std::max(most, cloud.share(point));
  }
  EXPECT_EQ(most, 1.0);
}

TEST(ReachCloud, IsTheSameInPortions) {
  const ik::Multibody arm = bodies::arms()[2].body();
  lab::ReachCloud once(lane_of(arm), {.count = 500}), twice = once;
  EXPECT_EQ(once.advance(500), 1.0);
  EXPECT_EQ(twice.advance(125), 0.25);
  EXPECT_EQ(twice.advance(1000), 1.0);
  ASSERT_EQ(once.points().size(), twice.points().size());
  for (std::size_t i = 0; i < once.points().size(); ++i) {
    ASSERT_EQ(once.points()[i].place, twice.points()[i].place);
    ASSERT_EQ(once.share(once.points()[i]), twice.share(twice.points()[i]));
  }
}

TEST(ReachCloud, RefusesWhatIsNotThere) {
  EXPECT_THROW(lab::ReachCloud(lane_of(bodies::planar_arm(2)), {.effector = 1}),
               std::invalid_argument);
  EXPECT_THROW(lab::ReachCloud(lane_of(bodies::planar_arm(2)), {.count = 0}),
               std::invalid_argument);
}

}  // namespace
