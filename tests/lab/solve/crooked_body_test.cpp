// The crooked body through ik::Solver and ik::BatchSolver. The truth is its kinematics on paper.
#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/aiming.h"
#include "support/lanes.h"
#include "support/paper_body.h"

namespace {

using ik::VectorX;

const std::string kCrookedScene = IKLAB_TEST_DATA "/crooked.json";

TEST(CrookedBody, OfTheFileIsTheOneOfTheTests) {
  const ik::Multibody file = io::find_scene(kCrookedScene).multibody, body = bodies::crooked();
  ASSERT_EQ(file.joint_count(), body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint &a = file.joint(j), &b = body.joint(j);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.parent, b.parent) << a.name;
    EXPECT_EQ(a.type, b.type) << a.name;
    EXPECT_TRUE(a.parent_from_joint.isApprox(b.parent_from_joint, 1e-15)) << a.name;
    EXPECT_TRUE(a.axis.normalized().isApprox(b.axis.normalized(), 1e-15)) << a.name;
    EXPECT_EQ(a.lower, b.lower) << a.name;
    EXPECT_EQ(a.upper, b.upper) << a.name;
    EXPECT_EQ(a.initial, b.initial) << a.name;
    EXPECT_EQ(a.weight, b.weight) << a.name;
    EXPECT_EQ(file.given_index(j), body.given_index(j));
  }
  ASSERT_EQ(file.effector_count(), body.effector_count());
  for (int i = 0; i < body.effector_count(); ++i) {
    const ik::Effector &a = file.effector(i), &b = body.effector(i);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.joint, b.joint);
    EXPECT_EQ(a.offset, b.offset);
    EXPECT_EQ(a.aim, b.aim);
    EXPECT_TRUE(a.pointer.normalized().isApprox(b.pointer.normalized(), 1e-15));
    EXPECT_EQ(a.lever, b.lever);
    EXPECT_TRUE(a.rotation.isApprox(b.rotation, 1e-15));
  }
}

/// The crooked body with goals of drawn poses.
class CrookedGoals : public testing::Test {
 protected:
  static constexpr int kPoses = 100;

  /// theta (n) in the order of the file, anywhere within the limits.
  VectorX drawn(int pose) const {
    VectorX theta(9);
    for (int j = 0; j < 9; ++j) {
      const support::PaperBody::Joint& joint = joint_of(j);
      const double share = bodies::halton(pose, kPrimes[j]);
      theta[j] =
          joint.weight > 0.0 ? joint.lower + share * (joint.upper - joint.lower) : joint.initial;
    }
    return theta;
  }
  const support::PaperBody::Joint& joint_of(int j) const {
    return paper.joint(paper.names()[static_cast<std::size_t>(j)]);
  }
  support::PaperBody::Theta by_name(const VectorX& theta) const {
    support::PaperBody::Theta at;
    for (int j = 0; j < 9; ++j) at[paper.names()[static_cast<std::size_t>(j)]] = theta[j];
    return at;
  }
  void want(const VectorX& theta) {
    const support::PaperBody::Theta at = by_name(theta);
    const Eigen::Isometry3d tool = paper.effector("tool", at);
    solver.target("tool") = tool.translation();
    solver.orientation("tool") = tool.linear();
    solver.target("lamp") = paper.effector("lamp", at).translation();
    solver.direction("lamp") = 3.0 * paper.pointer("lamp", at);
  }
  /// Expects the goals of one pose to be reached by another, on paper.
  void expect_reached(const VectorX& goal, const VectorX& theta, double error,
                      double aim_error) const {
    const support::PaperBody::Theta wanted = by_name(goal), at = by_name(theta);
    for (const char* effector : {"tool", "lamp"}) {
      const Eigen::Vector3d place = paper.effector(effector, wanted).translation();
      EXPECT_LE((paper.effector(effector, at).translation() - place).norm(), error + 1e-12);
    }
    const Eigen::Quaterniond turned(paper.effector("tool", at).linear());
    const Eigen::Quaterniond to(paper.effector("tool", wanted).linear());
    EXPECT_LE(turned.angularDistance(to), aim_error + 1e-12);
    const Eigen::Vector3d d = paper.pointer("lamp", at), t = paper.pointer("lamp", wanted);
    EXPECT_LE(std::atan2(d.cross(t).norm(), d.dot(t)), aim_error + 1e-12);
    for (int j = 0; j < 9; ++j) {
      EXPECT_GE(theta[j], joint_of(j).lower) << j;
      EXPECT_LE(theta[j], joint_of(j).upper) << j;
      if (joint_of(j).weight == 0.0) {
        EXPECT_EQ(theta[j], joint_of(j).initial);
      }
    }
  }

  static constexpr int kPrimes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
  support::PaperBody paper{kCrookedScene};
  ik::Solver solver{bodies::crooked()};
};

TEST_F(CrookedGoals, AreReachedWithinTolerancesThatDiffer) {
  const VectorX start = solver.theta();
  for (const auto& [error, aim_error] : {std::pair{1e-3, 1e-6}, std::pair{1e-6, 1e-3}}) {
    int reached = 0;
    for (int pose = 0; pose < kPoses; ++pose) {
      solver.set_theta(start);
      want(drawn(pose));
      if (solver.solve({.error = error, .aim_error = aim_error}).outcome != ik::Outcome::kReached) {
        continue;
      }
      ++reached;
      expect_reached(drawn(pose), solver.theta(), error, aim_error);
    }
    EXPECT_GE(reached, kPoses - 1);
  }
}

TEST_F(CrookedGoals, AreReachedInLanes) {
  ik::BatchSolver batch(bodies::crooked(), kPoses);
  for (int pose = 0; pose < kPoses; ++pose) {
    want(drawn(pose));
    for (int i = 0; i < 2; ++i) batch.set_target(pose, i, solver.target(i));
    batch.set_orientation(pose, solver.effector_index("tool"), solver.orientation("tool"));
    batch.set_direction(pose, solver.effector_index("lamp"), solver.direction("lamp"));
  }
  batch.solve({.error = 1e-3, .aim_error = 1e-6});
  int reached = 0;
  for (int pose = 0; pose < kPoses; ++pose) {
    if (batch.report(pose).outcome != ik::Outcome::kReached) continue;
    ++reached;
    expect_reached(drawn(pose), lanes::theta(batch, pose), 1e-3, 1e-6);
  }
  EXPECT_GE(reached, kPoses - 1);
}

TEST_F(CrookedGoals, HaveTheDrawnPoseAmongTheirSolutions) {
  for (int pose = 0; pose < 20; ++pose) {
    want(drawn(pose));
    const ik::Solutions solutions = solver.solutions(16);
    bool is_there = false;
    for (const VectorX& theta : solutions.theta) {
      expect_reached(drawn(pose), theta, 1e-6, 1e-6);
      is_there = is_there || (theta - drawn(pose)).norm() < 1e-4;
    }
    EXPECT_TRUE(is_there) << pose;
  }
}

TEST_F(CrookedGoals, HaveTheDrawnPoseAsTheSolutionNearestToAStartBesideIt) {
  bodies::Numbers numbers(2);
  for (int pose = 0; pose < kPoses; ++pose) {
    const VectorX goal = drawn(pose);
    VectorX beside = 0.03 * numbers.vector(9);
    beside[solver.joint_index("frozen")] = 0.0;
    solver.set_theta(goal + beside);
    const VectorX start = solver.theta();
    want(goal);
    const ik::Report report = solver.solve({.error = 1e-9, .choice = ik::Choice::kNearest});
    ASSERT_EQ(report.outcome, ik::Outcome::kReached) << pose;
    EXPECT_LE((solver.theta() - start).norm(), (goal - start).norm() + 1e-4) << pose;
  }
}

}  // namespace
