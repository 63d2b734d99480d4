#include "lab/track/hand.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "lab/track/bench.h"
#include "support/algebra.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"

namespace {

lab::SelfMotion::Joints free_joints(const ik::Multibody& body) {
  return {std::vector<double>(static_cast<std::size_t>(body.joint_count()), 1.0), true};
}

/// Largest distance of an effector from its position in `from`, m.
double strayed(const ik::Multibody& body, const ik::Pose& pose, const ik::Pose& from) {
  const ik::Pose fresh = ik::pose_at(body, pose.theta);
  return (fresh.effector - from.effector).colwise().norm().maxCoeff();
}

ik::Pose bent(const ik::Multibody& body) {
  // far from straight, where self-motion is tiny
  bodies::Numbers numbers(11);
  const ik::VectorX little = 0.3 * numbers.vector(body.joint_count());
  return ik::pose_at(body, ik::VectorX::Constant(body.joint_count(), 0.7) + little);
}

struct Case {
  const char* name;
  ik::Multibody body;
  int dimension;  // of the nullspace
};

const std::vector<Case>& redundant() {
  static const std::vector<Case> cases = {{"ThreeLinks", bodies::planar_arm(3), 1},
                                          {"LongArm", bodies::planar_arm(12), 10},
                                          {"ForkedTree", bodies::forked_tree(), 2},
                                          {"LimitedArm", bodies::limited_arm(), 2}};
  return cases;
}

TEST(SelfMotion, KeepsTheEffectorsOverTheWholeTravelOfEveryLeader) {
  for (const auto& [name, body, dimension] : redundant()) {
    const ik::Pose from = bent(body);
    const auto leaders = lab::find_leaders(body, from, free_joints(body).mobility);
    ASSERT_EQ(leaders.dimension, dimension) << name;
    for (int j = 0; j < body.joint_count(); ++j) {
      if (leaders.share[static_cast<std::size_t>(j)] == 0.0) continue;
      lab::SelfMotion motion;
      ik::Pose pose = from;
      double farthest = 0.0;
      // to and fro, in the steps of a dragged slider and in jumps
      for (const double travel : {0.01, 0.05, 0.4, 1.0, 3.1, 1.0, -0.3, -3.1, 3.1, 0.0}) {
        motion.move_to(body, pose, free_joints(body), j, travel);
        ASSERT_LT(strayed(body, pose, from), 1e-6) << name << ", " << j << " at " << travel;
        farthest = std::max(farthest, (pose.theta - from.theta).norm());
      }
      EXPECT_GT(farthest, 0.05) << name << ", " << j;
    }
  }
}

TEST(SelfMotion, StartsAlongTheLeadersShareOfTheNullspace) {
  for (const auto& [name, body, dimension] : redundant()) {
    const ik::Pose from = bent(body);
    const ik::MatrixX J = difference_jacobian(body, from.theta);
    const ik::MatrixX N = algebra::orthogonal_factor(algebra::kernel(J, 1e-6)).leftCols(dimension);
    const auto leaders = lab::find_leaders(body, from, free_joints(body).mobility);
    for (int j = 0; j < body.joint_count(); ++j) {
      const ik::VectorX wanted = N * N.row(j).transpose();
      const double share = leaders.share[static_cast<std::size_t>(j)];
      EXPECT_NEAR(share, wanted.norm() < lab::kMinShare ? 0.0 : wanted.norm(), 1e-6) << name;
      if (share == 0.0) continue;
      lab::SelfMotion motion;
      ik::Pose pose = from;
      constexpr double kSmall = 1e-5;
      ASSERT_TRUE(motion.move_to(body, pose, free_joints(body), j, kSmall));
      const ik::VectorX moved = (pose.theta - from.theta) / kSmall;
      EXPECT_LT((J * moved).norm(), 1e-3) << name;  // J dtheta = 0, to first order
      EXPECT_LT((moved - wanted.normalized()).norm(), 1e-3) << name << ", " << j;
      EXPECT_EQ(motion.travel(j), kSmall);
    }
  }
}

TEST(SelfMotion, ComesBackTheWayItWent) {
  for (const auto& [name, body, dimension] : redundant()) {
    const ik::Pose from = bent(body);
    lab::SelfMotion motion;
    ik::Pose pose = from;
    const auto shares = lab::find_leaders(body, from, free_joints(body).mobility).share;
    const auto best = std::max_element(shares.begin(), shares.end()) - shares.begin();
    const int leader = static_cast<int>(best);
    for (const double travel : {0.3, 0.6, 0.9, 0.6, 0.3, 0.0}) {
      motion.move_to(body, pose, free_joints(body), leader, travel);
    }
    EXPECT_EQ(motion.travel(leader), 0.0);
    // steps of 0.02 on a path with curvature of order one
    EXPECT_LT((pose.theta - from.theta).norm(), 0.05) << name;
  }
}

TEST(SelfMotion, GoesOnWhereTheLeaderTurnsBack) {
  // the self-motion of three links is one closed path: the first hinge reverses on it, the arm
  // continues
  const ik::Multibody body = bodies::planar_arm(3);
  ik::Pose pose = bent(body);
  lab::SelfMotion motion;
  ik::VectorX before = pose.theta;
  bool turned_back = false;
  double last = 0.0;
  for (int i = 1; i <= 60; ++i) {
    const double travel = 0.1 * i;
    ASSERT_TRUE(motion.move_to(body, pose, free_joints(body), 0, travel)) << travel;
    ASSERT_EQ(motion.travel(0), travel);
    const ik::VectorX moved = pose.theta - before;
    EXPECT_NEAR(moved.norm(), 0.1, 0.01) << travel;
    turned_back |= last * moved[0] < 0.0;
    last = moved[0];
    before = pose.theta;
  }
  EXPECT_TRUE(turned_back);
}

TEST(SelfMotion, MovesNoFrozenJointAndNoneBeyondItsLimits) {
  const ik::Multibody body = bodies::limited_arm();
  const ik::Pose from = ik::pose_at(body, body.initial_theta());
  lab::SelfMotion::Joints joints = free_joints(body);
  joints.mobility[1] = 0.0;
  bool moved = false;
  for (int j = 0; j < body.joint_count(); ++j) {
    for (const double travel : {3.0, -3.0}) {
      lab::SelfMotion motion;
      ik::Pose pose = from;
      moved |= motion.move_to(body, pose, joints, j, travel);
      EXPECT_EQ(pose.theta[1], from.theta[1]);
      for (int i = 0; i < body.joint_count(); ++i) {
        EXPECT_GE(pose.theta[i], body.joint(i).lower);
        EXPECT_LE(pose.theta[i], body.joint(i).upper);
      }
      EXPECT_LT(strayed(body, pose, from), 1e-6);
    }
  }
  EXPECT_TRUE(moved);
}

TEST(SelfMotion, EndsAtALimitAndComesBackFromThere) {
  const ik::Multibody arm = bodies::planar_arm(3);
  std::vector<ik::Joint> joints;
  for (const ik::Joint& joint : arm.joints()) joints.push_back(joint);
  const ik::Pose from = bent(arm);
  joints[0].upper = from.theta[0] + 0.1;
  const ik::Multibody body(joints, {arm.effector(0)});
  lab::SelfMotion motion;
  ik::Pose pose = from;
  motion.move_to(body, pose, free_joints(body), 0, 2.0);
  const double end = motion.travel(0);
  EXPECT_LT(end, 1.0);
  EXPECT_LE(pose.theta[0], joints[0].upper);
  EXPECT_GT(pose.theta[0], joints[0].upper - 1e-3);
  motion.move_to(body, pose, free_joints(body), 0, 1.5);  // still beyond the end
  EXPECT_NEAR(motion.travel(0), end, 1e-4);
  motion.move_to(body, pose, free_joints(body), 0, 0.0);
  EXPECT_LT((pose.theta - from.theta).norm(), 0.02);
  // without limits it continues
  lab::SelfMotion::Joints unlimited = free_joints(body);
  unlimited.limited = false;
  motion.move_to(body, pose, unlimited, 0, 1.0);
  EXPECT_EQ(motion.travel(0), 1.0);
  EXPECT_LT(strayed(body, pose, from), 1e-6);
}

TEST(SelfMotion, HoldsAimsToo) {
  const ik::Multibody plain = bodies::planar_arm(5);
  ik::Effector lamp = plain.effector(0);
  lamp.aim = ik::AimKind::kDirection;
  const ik::Multibody body({plain.joints().begin(), plain.joints().end()}, {lamp});
  const ik::Pose from = bent(body);
  EXPECT_EQ(lab::find_leaders(plain, from, free_joints(plain).mobility).dimension, 3);
  ASSERT_EQ(lab::find_leaders(body, from, free_joints(body).mobility).dimension, 2);
  lab::SelfMotion motion;
  ik::Pose pose = from;
  ASSERT_TRUE(motion.move_to(body, pose, free_joints(body), 1, 1.0));
  EXPECT_GT((pose.theta - from.theta).norm(), 0.3);
  EXPECT_LT(strayed(body, pose, from), 1e-6);
  EXPECT_NEAR(pose.theta.sum(), from.theta.sum(), 1e-6);  // the last link's direction
}

TEST(SelfMotion, DoesNothingWhereNothingIsToSpare) {
  for (const ik::Multibody& body : {bodies::planar_arm(1), bodies::planar_arm(2)}) {
    const ik::Pose from = bent(body);
    const auto leaders = lab::find_leaders(body, from, free_joints(body).mobility);
    EXPECT_EQ(leaders.dimension, 0);
    lab::SelfMotion motion;
    ik::Pose pose = from;
    EXPECT_FALSE(motion.move_to(body, pose, free_joints(body), 0, 1.0));
    EXPECT_EQ(pose.theta, from.theta);
    EXPECT_EQ(motion.travel(0), 0.0);
  }
}

TEST(SelfMotion, LeavesJointsAtTheirLimitsBehindAndTakesThemAlongOnTheWayBack) {
  const ik::Multibody arm = bodies::planar_arm(5);
  std::vector<ik::Joint> joints;
  for (const ik::Joint& joint : arm.joints()) joints.push_back(joint);
  const ik::Pose from = bent(arm);
  joints[0].upper = from.theta[0] + 0.1;
  joints[2].lower = from.theta[2] - 0.2;
  const ik::Multibody body(joints, {arm.effector(0)});
  lab::SelfMotion motion;
  ik::Pose pose = from;
  bool at_limit = false;
  for (int i = 1; i <= 10; ++i) {
    ASSERT_TRUE(motion.move_to(body, pose, free_joints(body), 1, -0.1 * i));
    ASSERT_EQ(motion.travel(1), -0.1 * i);
    ASSERT_LE(pose.theta[0], joints[0].upper);
    ASSERT_GE(pose.theta[2], joints[2].lower);
    ASSERT_LT(strayed(body, pose, from), 1e-6);
    at_limit |= pose.theta[0] > joints[0].upper - 1e-3;
  }
  EXPECT_TRUE(at_limit);
  for (int i = 9; i >= 0; --i) motion.move_to(body, pose, free_joints(body), 1, -0.1 * i);
  EXPECT_EQ(motion.travel(1), 0.0);
  EXPECT_LT((pose.theta - from.theta).norm(), 0.05);
}

TEST(SelfMotion, ComesToAnEndWhateverItIsAsked) {
  const ik::Multibody body = bodies::planar_arm(3);
  for (const double travel : {1e300, -1e9, ik::kUnlimited, std::nan("")}) {
    lab::SelfMotion motion;
    ik::Pose pose = bent(body);
    motion.move_to(body, pose, free_joints(body), 0, travel);
    EXPECT_LT(strayed(body, pose, bent(body)), 1e-6);
  }
}

TEST(SelfMotion, LeavesJointsAloneThatCarryNoEffector) {
  const ik::Multibody arm = bodies::planar_arm(3);
  std::vector<ik::Joint> joints;
  for (const ik::Joint& joint : arm.joints()) joints.push_back(joint);
  joints.emplace_back();
  joints.back().name = "tail";
  joints.back().parent = 0;
  const ik::Multibody body(joints, {arm.effector(0)});
  const ik::Pose from = bent(body);
  const auto leaders = lab::find_leaders(body, from, free_joints(body).mobility);
  EXPECT_EQ(leaders.dimension, 1);
  const int tail = body.solver_index(3);
  EXPECT_EQ(leaders.share[static_cast<std::size_t>(tail)], 0.0);
  lab::SelfMotion motion;
  ik::Pose pose = from;
  EXPECT_FALSE(motion.move_to(body, pose, free_joints(body), tail, 1.0));
}

lab::Setup setup_of(const ik::Multibody& body, const char* method = "dls") {
  lab::Scene scene = scenes::circling(body);
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method));
}

TEST(Push, MovesTheBodyOfItsLaneAloneAndBackWhenItIsTakenBack) {
  lab::Setup setup = setup_of(bodies::forked_tree());
  lab::add_lane(setup);
  lab::Bench bench(setup);
  for (int k = 0; k < 40; ++k) bench.step();
  const ik::Pose from = bench.tracker(0).pose();
  lab::Setup pushed = setup;
  lab::set_push(pushed.lanes[0], 3, 0.5);
  bench.apply(pushed);
  EXPECT_GT((bench.tracker(0).pose().theta - from.theta).norm(), 0.2);
  EXPECT_LT(strayed(bodies::forked_tree(), bench.tracker(0).pose(), from), 1e-6);
  EXPECT_EQ(bench.tracker(1).pose().theta, from.theta);
  EXPECT_NEAR(bench.tracker(0).errors()[0], bench.tracker(1).errors()[0], 1e-6);
  bench.apply(pushed);  // the same pull again is no change
  const ik::VectorX there = bench.tracker(0).pose().theta;
  bench.apply(pushed);
  EXPECT_EQ(bench.tracker(0).pose().theta, there);
  bench.apply(setup);
  EXPECT_LT((bench.tracker(0).pose().theta - from.theta).norm(), 0.02);
}

TEST(Push, HoldsFromRowZeroOn) {
  lab::Setup setup = setup_of(bodies::forked_tree());
  lab::set_push(setup.lanes[0], 3, 0.4);
  lab::Bench bench(setup);
  const ik::VectorX start = bench.front().pose().theta;
  EXPECT_GT((start - bodies::forked_tree().initial_theta()).norm(), 0.2);
  for (int k = 0; k < 10; ++k) bench.step();
  bench.reset();
  EXPECT_EQ(bench.front().pose().theta, start);
}

TEST(Push, LeavesEveryMethodAbleToGoOn) {
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string(info.id) == "learned") continue;  // training takes long
    lab::Setup setup = setup_of(bodies::forked_tree(), info.id);
    lab::Bench bench(setup);
    for (int k = 0; k < 60; ++k) {
      bench.step();
      if (k % 10 == 5) {
        lab::set_push(setup.lanes[0], 3 + k % 3, 0.01 * k);
        bench.apply(setup);
      }
    }
    EXPECT_TRUE(bench.front().pose().theta.allFinite()) << info.id;
    EXPECT_LT(bench.front().errors()[0], 2.0) << info.id;
  }
}

}  // namespace
