#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/robot_arms.h"

// All solutions of a pose: branches of redundant bodies, whole turns, and the nearest solution.
namespace {

using bodies::drawn;
using ik::VectorX;
constexpr double kFullTurn = 2.0 * std::numbers::pi;

TEST(Solutions, AreBothOfTwoLinks) {
  for (int i = 0; i < 30; ++i) {
    const double d = 0.3 + 1.4 * bodies::halton(i, 2), bearing = 6.0 * bodies::halton(i, 3) - 3.0;
    ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
    const VectorX start = solver.theta();
    solver.target("tip") = bodies::out_at(d, bearing);
    const std::vector<VectorX> found = solver.solutions(5).theta;
    EXPECT_EQ(solver.theta(), start);
    ASSERT_EQ(found.size(), 2U) << d;
    const double elbow = std::acos((d * d - 1.64) / 1.6);
    for (const double sign : {1.0, -1.0}) {
      const double shoulder =
          bearing - sign * std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
      const bool there = std::any_of(found.begin(), found.end(), [&](const VectorX& theta) {
        return std::abs(std::remainder(theta[0] - shoulder, kFullTurn)) < 1e-8 &&
               std::abs(std::remainder(theta[1] - sign * elbow, kFullTurn)) < 1e-8;
      });
      EXPECT_TRUE(there) << d << ' ' << sign;
    }
    EXPECT_LE((found[0] - start).norm(), (found[1] - start).norm());
    EXPECT_EQ(solver.solutions(1).theta.front(), found.front());
  }
}

TEST(Solutions, AreOneWhereTwoLinksAreStretched) {
  ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
  solver.target("tip") = bodies::out_at(1.8, 0.7);
  // the tolerance is 1e-6 m: all elbow angles up to about 2e-3 rad are within it
  EXPECT_EQ(solver.solutions(20).theta.size(), 1U);
  solver.target("tip") = bodies::out_at(1.8 + 5e-7, 0.7);
  EXPECT_EQ(solver.solutions(20).theta.size(), 1U) << "out of reach, within the tolerance";
}

TEST(Solutions, TellTwoElbowsApartNearTheEdgeOfReach) {
  for (const double short_of : {1e-7, 4e-7, 9e-7, 1e-4}) {
    const double d = 1.8 - short_of;
    ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
    solver.target("tip") = bodies::out_at(d, 0.7);
    const std::vector<VectorX> found = solver.solutions(20).theta;
    ASSERT_EQ(found.size(), 2U) << short_of;
    const double elbow = std::acos((d * d - 1.64) / 1.6);  // 7e-4 to 0.02 rad
    EXPECT_NEAR(std::abs(found[0][1]), elbow, 1e-5) << short_of;
    EXPECT_NEAR(found[0][1], -found[1][1], 2e-5) << short_of;
  }
}

TEST(Solutions, AreTheEightOfAnArmWithASphericalWrist) {
  const bodies::Arm& arm = bodies::arms()[2];
  ik::Solver solver(arm.body());
  solver.set_limits(ik::LimitRule::kIgnore);
  for (int i = 0; i < 5; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    solver.set_theta(arm.middle());
    bodies::want_frame(goal, solver);
    const std::vector<VectorX> found =
        solver.solutions(20, {.updates = 6000, .restarts = 300}).theta;
    EXPECT_EQ(found.size(), 8U) << i;
    double last = 0.0;
    for (const VectorX& theta : found) {
      EXPECT_TRUE(arm.frame(theta).isApprox(goal, 1e-6));
      EXPECT_GE(theta.norm(), last);
      last = theta.norm() - 1e-12;
    }
  }
}

/// The branch of an arm whose shoulder and wrist are spherical (Shimizu et al. 2008): the signs of
/// the second, fourth and sixth angle, which a self-motion changes only through a singularity.
int branch_of_spherical_arm(const VectorX& theta) {
  const auto sign = [&theta](int j) { return std::remainder(theta[j], kFullTurn) > 0.0 ? 1 : 0; };
  return 4 * sign(1) + 2 * sign(3) + sign(5);
}

TEST(Solutions, AreOneOfEachBranchOfASevenJointArm) {
  const bodies::Arm& arm = bodies::arms()[3];
  ik::Solver solver(arm.body());
  solver.set_limits(ik::LimitRule::kIgnore);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    solver.set_theta(arm.middle());
    bodies::want_frame(goal, solver);
    const ik::Solutions found = solver.solutions(16, {.updates = 20'000});
    EXPECT_EQ(found.branches, 8) << i;
    std::set<int> branches;
    double last = 0.0;
    for (int k = 0; k < found.branches; ++k) {
      const VectorX& theta = found.theta[static_cast<std::size_t>(k)];
      EXPECT_TRUE(arm.frame(theta).isApprox(goal, 1e-5)) << i;
      EXPECT_GE(theta.norm(), last) << "nearest first; the start is zero";
      last = theta.norm();
      branches.insert(branch_of_spherical_arm(theta));
    }
    EXPECT_EQ(branches.size(), 8U) << i;
    EXPECT_EQ(found.theta.size(), 8U) << i;
    EXPECT_EQ(solver.solutions(5, {.updates = 20'000}).branches, 5) << i;
  }
}

TEST(Solutions, BeginWithTheNearestOfSevenJoints) {
  for (const int which : {3, 4}) {
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(which)];
    ik::Solver solver(arm.body());
    for (int i = 0; i < 20; ++i) {
      const VectorX start = drawn(arm, 50 + i);
      solver.set_theta(start);
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      const ik::Solutions found = solver.solutions(16, {.updates = 20'000});
      ASSERT_FALSE(found.theta.empty()) << arm.name << ' ' << i;
      EXPECT_EQ(found.attempts, found.starts);
      const double first = (found.theta.front() - start).norm();
      for (std::size_t k = 1; k < found.theta.size(); ++k) {
        EXPECT_LE(first, (found.theta[k] - start).norm() + 1e-9) << arm.name << ' ' << i;
        for (std::size_t other = 0; other < k; ++other) {
          const VectorX apart = found.theta[k] - found.theta[other];
          EXPECT_GT(apart.lpNorm<Eigen::Infinity>(), 1e-2) << arm.name << ' ' << i;
        }
      }
    }
  }
}

TEST(Solutions, OfSixAxisArmsAreProvenToBeAllWithinTheLimits) {
  for (const int number : {0, 1, 2}) {
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(number)];
    ik::Solver solver(arm.body());
    int proven = 0;
    for (int i = 0; i < 40; ++i) {
      const VectorX theta = drawn(arm, i);
      bodies::want_frame(arm.frame(theta), solver);
      solver.set_theta(arm.middle());
      const ik::Solutions all = solver.solutions(16);
      proven += all.proven ? 1 : 0;
      EXPECT_EQ(all.bound, 8);
      bool there = false;
      for (const VectorX& solution : all.theta) {
        EXPECT_TRUE(arm.keeps_limits(solution));
        EXPECT_LT((arm.frame(solution).matrix() - arm.frame(theta).matrix()).norm(), 1e-6);
        there = there || std::ranges::all_of((solution - theta).eval(), [](double off) {
                  return std::abs(std::remainder(off, kFullTurn)) < 1e-5;
                });
      }
      EXPECT_TRUE(there) << arm.name << ' ' << i;
    }
    EXPECT_EQ(proven, 40) << arm.name;
  }
}

TEST(Solutions, OfSixAxisArmsAreReachedByTheFirstAttempt) {
  for (const int number : {0, 1, 2}) {
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(number)];
    ik::Solver solver(arm.body());
    for (int i = 0; i < 200; ++i) {
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      solver.set_theta(arm.middle());
      const ik::Report report = solver.solve();
      EXPECT_EQ(report.outcome, ik::Outcome::kReached) << arm.name << ' ' << i;
      EXPECT_EQ(report.attempts, 1);
      EXPECT_TRUE(arm.keeps_limits(solver.theta()));
    }
  }
}

TEST(Solutions, SayHowManyStartsWereUsed) {
  ik::Solver solver(ik::chain({1.0, 0.8, 0.6}));
  solver.target(0) = {1.2, 0.7, 0.0};
  const ik::Solutions all = solver.solutions(16, {.updates = 100'000});
  EXPECT_EQ(all.attempts, 201);
  EXPECT_FALSE(all.proven);
  EXPECT_LT(all.fruitless, 201);
  const ik::Solutions cut = solver.solutions(16, {.updates = 60});
  EXPECT_LT(cut.attempts, 60);
  EXPECT_EQ(cut.starts, 201);
}

TEST(Solutions, OfOneBranchAreTold) {
  const bodies::Arm& arm = bodies::arms()[3];
  ik::Solver solver(arm.body());
  solver.set_limits(ik::LimitRule::kIgnore);
  int pairs = 0;
  for (int i = 0; i < 5; ++i) {
    bodies::want_frame(arm.frame(drawn(arm, i)), solver);
    std::vector<VectorX> found;
    for (const ik::Family& family : solver.solutions(16).families) {
      found.push_back(family.pose(family.here));
      found.push_back(family.pose(family.here + 2.0));
    }
    for (const VectorX& a : found) {
      for (const VectorX& b : found) {
        const bool one = branch_of_spherical_arm(a) == branch_of_spherical_arm(b);
        EXPECT_EQ(solver.same_branch(a, b), one) << i << '\n'
                                                 << a.transpose() << '\n'
                                                 << b.transpose();
        ++pairs;
      }
    }
  }
  EXPECT_EQ(pairs, 5 * 256);
}

TEST(Solutions, OfABodyWithoutRedundancyAreBranches) {
  const bodies::Arm& arm = bodies::arms()[2];
  ik::Solver solver(arm.body());
  bodies::want_frame(arm.frame(drawn(arm, 1)), solver);
  const ik::Solutions found = solver.solutions(16, {.updates = 20'000});
  EXPECT_GT(found.branches, 1);
  EXPECT_EQ(found.theta.size(), static_cast<std::size_t>(found.branches));
  for (const VectorX& other : found.theta) {
    EXPECT_EQ(solver.same_branch(found.theta[0], other), &other == found.theta.data());
  }
}

/// Three hinges in a plane, whose tip is to be at a place: a family of poses for each side of the
/// elbow, by the angle of the first link.
TEST(Solutions, NearestOfARedundantArmIsNearerThanAnyOfItsFamily) {
  const double a = 1.0, b = 0.8, c = 0.6;
  bodies::Numbers numbers(7);
  for (int i = 0; i < 40; ++i) {
    ik::Solver solver(ik::chain({a, b, c}));
    const VectorX start = 1.5 * numbers.vector(3);
    const Eigen::Vector3d goal = bodies::out_at(1.2 + numbers.next(), 3.0 * numbers.next());
    double least = std::numeric_limits<double>::infinity();
    for (double first = -std::numbers::pi; first < std::numbers::pi; first += 1e-3) {
      const Eigen::Vector3d left = goal - bodies::out_at(a, first);
      const double cosine = (left.squaredNorm() - b * b - c * c) / (2.0 * b * c);
      if (std::abs(cosine) > 1.0) continue;
      for (const double side : {1.0, -1.0}) {
        const double third = side * std::acos(cosine);
        const double bearing = std::atan2(left.y(), left.x());
        const double second =
            bearing - first - std::atan2(c * std::sin(third), b + c * std::cos(third));
        const VectorX way = Eigen::Vector3d(first, second, third) - start;
        // whole turns are free
        least = std::min(
            least, way.unaryExpr([](double w) { return std::remainder(w, kFullTurn); }).norm());
      }
    }
    solver.set_theta(start);
    solver.target(0) = goal;
    ASSERT_EQ(solver.solve({.choice = ik::Choice::kNearest}).outcome, ik::Outcome::kReached) << i;
    EXPECT_LE((solver.theta() - start).norm(), least + 2e-3) << i;
  }
}

TEST(Solutions, AreProvenAlsoWhereFollowersAreBesideTheWayToTheTool) {
  const bodies::Arm& arm = bodies::arms()[0];
  const ik::Multibody bare = arm.body();
  std::vector<ik::Joint> joints(bare.joints().begin(), bare.joints().end());
  // a cylinder that follows the second joint, and two fingers, one after the other's example
  joints.push_back({.name = "cylinder", .parent = 0, .leader = 1, .ratio = -0.5});
  joints.push_back({.name = "finger", .parent = 5, .lower = 0.0, .upper = 1.0, .initial = 0.3});
  joints.push_back({.name = "other finger", .parent = 5, .leader = 7, .ratio = -1.0});
  ik::Solver solver(ik::Multibody(joints, {bare.effectors().begin(), bare.effectors().end()}));
  ik::Solver without(bare);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    bodies::want_frame(goal, solver);
    bodies::want_frame(goal, without);
    const ik::Solutions all = solver.solutions(16), known = without.solutions(16);
    EXPECT_TRUE(all.proven) << i;
    ASSERT_EQ(all.theta.size(), known.theta.size()) << i;
    for (const VectorX& theta : all.theta) {
      EXPECT_TRUE(arm.frame(theta.head(6)).isApprox(goal, 1e-6)) << i;
      EXPECT_EQ(theta[7], 0.3) << "what moves no goal stays";
    }
  }
}

TEST(Solutions, TurnsAreAllPlacesWithinTheLimits) {
  const bodies::Arm& arm = bodies::arms()[2];
  ik::Solver solver(arm.body());
  for (int i = 0; i < 10; ++i) {
    const VectorX theta = drawn(arm, i);
    std::vector<VectorX> all = {theta};  // by trying turns to both sides, joint by joint
    for (int j = 0; j < 6; ++j) {
      std::vector<VectorX> more;
      for (const VectorX& pose : all) {
        for (int k = -3; k <= 3; ++k) {
          VectorX other = pose;
          other[j] += kFullTurn * k;
          if (arm.keeps_limits(other)) more.push_back(other);
        }
      }
      all = more;
    }
    solver.set_theta(arm.middle());
    EXPECT_EQ(solver.turn_count(theta), static_cast<double>(all.size())) << i;
    std::ranges::sort(all, {}, [](const VectorX& pose) { return pose.norm(); });
    const std::vector<VectorX> listed = solver.turns(theta, 100);
    ASSERT_EQ(listed.size(), all.size()) << i;
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_NEAR(listed[k].norm(), all[k].norm(), 1e-12) << "nearest to the start, zero, first";
      EXPECT_TRUE(arm.keeps_limits(listed[k]));
      EXPECT_TRUE(arm.frame(listed[k]).isApprox(arm.frame(theta), 1e-12));
    }
    const std::vector<VectorX> fewer = solver.turns(theta, 2);
    EXPECT_EQ(fewer.size(), std::min(all.size(), std::size_t{2}));
    EXPECT_TRUE(fewer[0] == listed[0]);
  }
}

TEST(Solutions, TurnsLeaveOtherJointsAlone) {
  // a slide, a hinge without limits, a hinge with one: a single place each
  std::vector<ik::Joint> joints(3);
  joints[0] = {.name = "slide", .type = ik::JointType::kPrismatic, .lower = -20.0, .upper = 20.0};
  joints[1] = {.name = "free", .parent = 0};
  joints[2] = {.name = "one", .parent = 1, .lower = -20.0};
  ik::Solver solver(ik::Multibody(joints, {{"tip", 2, {0.5, 0.0, 0.0}}}));
  EXPECT_EQ(solver.turn_count(VectorX::Constant(3, 0.2)), 1.0);
  EXPECT_EQ(solver.turns(VectorX::Constant(3, 0.2), 10).size(), 1U);
}

}  // namespace
