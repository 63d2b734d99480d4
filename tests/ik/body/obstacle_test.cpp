#include <gtest/gtest.h>

#include "ik/body/obstacle.h"
#include "iklab/solver.h"
#include "support/bodies.h"
#include "support/clearance.h"

namespace {

using Eigen::Vector3d;

double distance_at(const Vector3d& p0, const Vector3d& p1, const Vector3d& q0, const Vector3d& q1,
                   double p, double q) {
  return ((1.0 - p) * p0 + p * p1 - (1.0 - q) * q0 - q * q1).norm();
}

/// Smallest distance between two segments, on a fine grid of points.
double scan(const Vector3d& p0, const Vector3d& p1, const Vector3d& q0, const Vector3d& q1) {
  constexpr int kPoints = 200;
  double least = 1e300;
  for (int i = 0; i <= kPoints; ++i) {
    for (int j = 0; j <= kPoints; ++j) {
      least =
          std::min(least, distance_at(p0, p1, q0, q1, double(i) / kPoints, double(j) / kPoints));
    }
  }
  return least;
}

void expect_closest(const Vector3d& p0, const Vector3d& p1, const Vector3d& q0,
                    const Vector3d& q1) {
  const ik::ClosestShares found = ik::closest_shares(p0, p1, q0, q1);
  EXPECT_TRUE(found.p >= 0.0 && found.p <= 1.0 && found.q >= 0.0 && found.q <= 1.0);
  const double distance = distance_at(p0, p1, q0, q1, found.p, found.q);
  const double scanned = scan(p0, p1, q0, q1);
  EXPECT_LE(distance, scanned + 1e-12);
  // the scan's error is at most half a grid step of each segment
  EXPECT_GE(distance, scanned - 0.5 / 200 * ((p1 - p0).norm() + (q1 - q0).norm()) - 1e-12);
}

TEST(ClosestPoints, OfRandomSegmentsAreThoseOfAFineScan) {
  bodies::Numbers numbers(1);
  for (int i = 0; i < 60; ++i) {
    const Vector3d q1 = numbers.vector(), q0 = numbers.vector();
    const Vector3d p1 = numbers.vector(), p0 = numbers.vector();
    expect_closest(p0, p1, q0, q1);
  }
}

TEST(ClosestPoints, OfParallelAndDegenerateSegmentsAreThoseOfAFineScan) {
  bodies::Numbers numbers(2);
  for (int i = 0; i < 20; ++i) {
    const Vector3d p0 = numbers.vector(), p1 = numbers.vector(), q0 = numbers.vector();
    const Vector3d way = p1 - p0;
    expect_closest(p0, p1, q0, q0 + way);              // parallel
    expect_closest(p0, p1, q0, q0 - 0.3 * way);        // antiparallel
    expect_closest(p0, p1, p0 + 2.0 * way, p1 + way);  // collinear, apart
    expect_closest(p0, p1, p0 + 0.5 * way, p1 + way);  // collinear, overlapping
    expect_closest(p0, p1, q0, q0);                    // a segment and a point
    expect_closest(q0, q0, p0, p1);
    expect_closest(p0, p0, q0, q0);                                  // two points
    expect_closest(p0, p1, p0, p1);                                  // identical
    expect_closest(p0, p1, q0, q0 + way + 1e-9 * numbers.vector());  // nearly parallel
  }
}

TEST(ClosestPoints, OfNearlyParallelSegmentsThatCrossMeet) {
  for (const double angle : {1e-2, 1e-5, 1e-8, 1e-11}) {
    const Vector3d p0(-1.0, -angle, 0.0), p1(1.0, angle, 0.0);
    const Vector3d q0(-1.0, angle, 0.0), q1(1.0, -angle, 0.0);
    const ik::ClosestShares found = ik::closest_shares(p0, p1, q0, q1);
    EXPECT_LT(distance_at(p0, p1, q0, q1, found.p, found.q), 1e-15);
    EXPECT_NEAR(found.p, 0.5, 1e-3);
  }
}

const std::vector<ik::Obstacle>& obstacles() {
  static const std::vector<ik::Obstacle> some = {
      {"post", {0.9, -2.0, 0.4}, {0.7, 2.0, 0.1}, 0.1},
      {"ball", {-0.4, 0.9, -0.3}, {-0.4, 0.9, -0.3}, 0.25},
      {"rod", {-1.0, 0.2, 0.3}, {1.5, 0.4, -0.7}, 0.0}};
  return some;
}

std::vector<ik::LinkSegment> links_of(const ik::Multibody& body) {
  std::vector<ik::LinkSegment> links;
  ik::for_each_link(body, [&links](const ik::LinkSegment& link) { links.push_back(link); });
  return links;
}

TEST(Clearance, IsTheLeastDistanceOfPointsOfTheLinkToTheSurface) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, bodies::Numbers(3).vector(body.joint_count()));
  double least = 1e300;
  for (const ik::LinkSegment& link : links_of(body)) {
    for (const ik::Obstacle& obstacle : obstacles()) {
      const ik::Clearance found = ik::clearance(pose, link, obstacle);
      const double scanned =
          scan(link.from(pose), link.to(pose), obstacle.a, obstacle.b) - obstacle.radius;
      EXPECT_NEAR(found.distance, scanned, 0.02);
      EXPECT_NEAR(found.normal.norm(), 1.0, 1e-14);
      // the closest point moved by -distance along the normal lies on the obstacle's surface
      const Vector3d x = link.from(pose) + found.along * (link.to(pose) - link.from(pose));
      const Vector3d surface = x - found.distance * found.normal;
      const ik::ClosestShares foot = ik::closest_shares(surface, surface, obstacle.a, obstacle.b);
      const Vector3d axis = obstacle.a + foot.q * (obstacle.b - obstacle.a);
      EXPECT_NEAR((surface - axis).norm(), obstacle.radius, 1e-12);
      least = std::min(least, found.distance);
    }
  }
  EXPECT_EQ(bodies::least_clearance(body, pose, obstacles()), least);
  EXPECT_EQ(bodies::least_clearance(body, pose, {}), ik::kUnlimited);
}

TEST(Clearance, GradientIsThatOfFiniteDifferencesForJointsOfAllTypes) {
  constexpr double kStep = 1e-6;
  int compared = 0;
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 4; ++seed) {
      const ik::VectorX theta = 2.0 * bodies::Numbers(seed).vector(named.body.joint_count());
      const ik::Pose pose = ik::pose_at(named.body, theta);
      for (const ik::LinkSegment& link : links_of(named.body)) {
        for (const ik::Obstacle& obstacle : obstacles()) {
          const ik::Clearance here = ik::clearance(pose, link, obstacle);
          // near the obstacle's axis the distance curves too strongly for finite differences
          if (here.distance + obstacle.radius < 0.05) continue;
          ik::VectorX gradient;
          ik::clearance_gradient(named.body, pose, link, here, gradient);
          for (int j = 0; j < theta.size(); ++j) {
            const ik::VectorX way = kStep * ik::VectorX::Unit(theta.size(), j);
            const double ahead =
                ik::clearance(ik::pose_at(named.body, theta + way), link, obstacle).distance;
            const double back =
                ik::clearance(ik::pose_at(named.body, theta - way), link, obstacle).distance;
            EXPECT_NEAR(gradient[j], (ahead - back) / (2.0 * kStep), 1e-7)
                << named.name << " joint " << j;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(Clearance, OfALinkThroughTheAxisHasANormalAcrossBoth) {
  const ik::Multibody body = bodies::planar_arm(2);
  const ik::Pose pose = ik::pose_at(body, Eigen::Vector2d(0.0, 0.0));
  const ik::LinkSegment link = links_of(body)[0];
  const ik::Clearance post = ik::clearance(pose, link, {"", {0.5, 0, -1}, {0.5, 0, 1}, 0.2});
  EXPECT_NEAR(post.distance, -0.2, 1e-15);
  EXPECT_NEAR(std::abs(post.normal.y()), 1.0, 1e-15);
  const ik::Clearance ball = ik::clearance(pose, link, {"", {0.5, 0, 0}, {0.5, 0, 0}, 0.2});
  EXPECT_NEAR(ball.normal.norm(), 1.0, 1e-15);
  EXPECT_NEAR(ball.normal.x(), 0.0, 1e-15);
  const ik::Clearance along = ik::clearance(pose, link, {"", {0.2, 0, 0}, {0.9, 0, 0}, 0.2});
  EXPECT_NEAR(along.normal.norm(), 1.0, 1e-15);
  EXPECT_NEAR(along.normal.x(), 0.0, 1e-15);
}

TEST(Links, RunFromEveryJointToItsChildrenAndEffectors) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, bodies::Numbers(4).vector(body.joint_count()));
  // seven joints have a parent, and there are two effectors
  const std::vector<ik::LinkSegment> links = links_of(body);
  ASSERT_EQ(links.size(), 9u);
  for (const ik::LinkSegment& link : links) {
    const double expected = link.child >= 0
                                ? body.joint(link.child).parent_from_joint.translation().norm()
                                : body.effector(link.effector).offset.norm();
    EXPECT_NEAR((link.to(pose) - link.from(pose)).norm(), expected, 1e-14);
  }
}

TEST(Links, AreNotBetweenHingesAtOnePointButAreAlongSlides) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) joints[static_cast<std::size_t>(j)].parent = j - 1;
  joints[2].type = ik::JointType::kPrismatic;
  const ik::Multibody body(joints, {{"hand", 2, Vector3d::UnitX()}});
  const std::vector<ik::LinkSegment> links = links_of(body);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].joint, 1);
  EXPECT_EQ(links[0].child, 2);
  EXPECT_EQ(links[1].effector, 0);
}

TEST(Solver, KeepsAConstrainedArmClearOfObstacles) {
  ik::Solver solver(ik::chain({0.5, 0.5, 0.5}), "constrained");
  solver.target("tip") = {0.5, 0.9, 0.0};
  ik::Obstacle ball{.name = "ball", .a = {0.75, 0.55, 0.0}, .b = {0.75, 0.55, 0.0}, .radius = 0.1};
  solver.obstacles() = {ball};
  for (int i = 0; i < 200; ++i) {
    solver.step();
    for (int j = 1; j <= 3; ++j) {
      const Eigen::Vector3d from = solver.joint_frame(j - 1).translation();
      const Eigen::Vector3d to =
          j < 3 ? Eigen::Vector3d(solver.joint_frame(j).translation()) : solver.position("tip");
      for (double share = 0.0; share <= 1.0; share += 0.05) {
        ASSERT_GT((from + share * (to - from) - ball.a).norm(), ball.radius - 5e-3) << i;
      }
    }
  }
}

}  // namespace
