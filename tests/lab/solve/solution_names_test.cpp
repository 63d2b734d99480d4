#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "lab/solve/solution_names.h"
#include "support/bodies.h"
#include "support/robot_arms.h"

namespace {

bool has(const std::string& name, const std::string& part) {
  return name.find(part) != std::string::npos;
}

TEST(SolutionNames, OfTwoLinksSayWhereTheElbowIs) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  for (const double bearing : {0.2, 2.5, -1.0, -2.8}) {
    // the same hand: the elbow mirrored in the line to it
    const double elbow = 1.1;
    const double off = std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
    const std::vector<ik::VectorX> solutions = {Eigen::Vector2d(bearing - off, elbow),
                                                Eigen::Vector2d(bearing + off, -elbow)};
    const std::vector<std::string> names = lab::solution_names(arm, solutions);
    const double first = std::sin(bearing - off), second = std::sin(bearing + off);
    EXPECT_EQ(names[0], first > second ? "elbow up" : "elbow down") << bearing;
    EXPECT_EQ(names[1], first > second ? "elbow down" : "elbow up") << bearing;
  }
}

TEST(SolutionNames, OfTwoLinksCountHeightAlongUp) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  const std::vector<ik::VectorX> solutions = {Eigen::Vector2d(0.2, 1.0),
                                              Eigen::Vector2d(1.0, -1.0)};
  const auto up = lab::solution_names(arm, solutions);
  const auto down = lab::solution_names(arm, solutions, -Eigen::Vector3d::UnitY());
  EXPECT_EQ(up, (std::vector<std::string>{"elbow down", "elbow up"}));
  EXPECT_EQ(down, (std::vector<std::string>{"elbow up", "elbow down"}));
  // the arm's plane is level: left and right of the way, seen from above
  const auto level = lab::solution_names(arm, solutions, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(level, (std::vector<std::string>{"elbow right", "elbow left"}));
}

// Straight up, both elbows are equally high: left of a way up there is no left from above, but the
// two still have different names.
TEST(SolutionNames, OfTwoLinksInALevelPlaneAreLeftAndRight) {
  std::vector<ik::Joint> joints(2);
  for (ik::Joint& joint : joints) joint.axis = Eigen::Vector3d::UnitY();
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
  const ik::Multibody arm(joints, {{"hand", 1, Eigen::Vector3d::UnitX()}});
  // about y a positive angle turns x to -z, which is on the left of a way along x; so with a
  // negative second angle the elbow, turned by the first, is on the left
  const std::vector<ik::VectorX> solutions = {Eigen::Vector2d(0.5, -1.0),
                                              Eigen::Vector2d(-0.5, 1.0)};
  EXPECT_EQ(lab::solution_names(arm, solutions),
            (std::vector<std::string>{"elbow left", "elbow right"}));
}

/// Turns of the wrist that leave the hand as it is.
ik::VectorX flipped(ik::VectorX theta) {
  theta[3] += theta[3] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  theta[4] = -theta[4];
  theta[5] += theta[5] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  return theta;
}

TEST(SolutionNames, OfASixAxisArmSayShoulderElbowAndWrist) {
  for (const int index : {0, 2}) {  // KR6, PUMA 560
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(index)];
    ik::VectorX theta(6);
    theta << 0.3, -0.9, 1.2, 0.7, 0.8, -0.4;
    ASSERT_NEAR((arm.frame(theta).matrix() - arm.frame(flipped(theta)).matrix()).norm(), 0.0, 1e-12)
        << "the same hand";
    ik::Solver solver(arm.body(), "dls");
    solver.target(0) = arm.frame(theta).translation();
    solver.orientation(0) = arm.frame(theta).linear();
    const std::vector<ik::VectorX> solutions = solver.solutions(16).theta;
    ASSERT_GE(solutions.size(), 4U) << arm.name;
    const std::vector<std::string> names = lab::solution_names(arm.body(), solutions);
    const std::set<std::string> all(names.begin(), names.end());
    EXPECT_EQ(all.size(), names.size()) << arm.name << ": all differ";
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_TRUE(has(names[i], "elbow up") || has(names[i], "elbow down")) << names[i];
      EXPECT_FALSE(has(names[i], "°")) << names[i] << ": eight names are enough";
      // the wrist's name changes with the wrist alone
      const std::vector<std::string> pair =
          lab::solution_names(arm.body(), std::vector{solutions[i], flipped(solutions[i])});
      EXPECT_NE(has(pair[0], "wrist flipped"), has(pair[1], "wrist flipped")) << names[i];
      EXPECT_EQ(has(names[i], "wrist flipped"), has(pair[0], "wrist flipped"));
      // the elbow is above the line from the second joint to the wrist, or below
      const ik::Pose pose = ik::pose_at(arm.body(), solutions[i]);
      const Eigen::Vector3d from = pose.origin.col(1), way = pose.origin.col(4) - from;
      const Eigen::Vector3d out = Eigen::Vector3d(pose.origin.col(2)) - from;
      const double height = (out - way * (out.dot(way) / way.squaredNorm())).z();
      if (std::abs(height) > 0.05) {
        EXPECT_EQ(has(names[i], "elbow up"), height > 0.0) << names[i];
      }
    }
  }
}

TEST(SolutionNames, OfOtherBodiesNameTheJointThatDiffersMost) {
  const ik::Multibody arm = bodies::arms()[1].body();  // UR5: its last axes do not meet
  ik::VectorX a(6), b(6), c(6);
  a << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  b = a;
  b[3] += std::numbers::pi;
  b[4] -= 0.2;
  c = a;
  c[1] -= 0.5 * std::numbers::pi;
  c[2] += 2.0 * std::numbers::pi;  // the same joint position
  EXPECT_EQ(lab::solution_names(arm, std::vector{a, b, c}),
            (std::vector<std::string>{"first", "j4 +180°", "j2 −90°"}));
  // half a turn to one side is half a turn to the other
  for (const double beyond : {0.0, 1e-9, -1e-9}) {
    b[3] = a[3] - std::numbers::pi + beyond;
    EXPECT_EQ(lab::solution_names(arm, std::vector{a, b, c})[1], "j4 +180°") << beyond;
  }
  // two solutions with one largest difference need a second
  ik::VectorX d = b;
  d[4] += 0.5;
  EXPECT_EQ(lab::solution_names(arm, std::vector{a, b, d})[2], "j4 +180°, j5 +17°");
  EXPECT_EQ(lab::solution_names(arm, std::vector{a, a})[1].empty(), false);
  EXPECT_TRUE(lab::solution_names(arm, {}).empty());
}

TEST(SolutionNames, OfPosturesAreTheSignsOfTheBends) {
  const ik::Multibody arm = bodies::arms()[3].body();
  const std::vector<lab::Bend> bends = lab::find_bends(arm);
  EXPECT_EQ(lab::posture_name(arm, bends, 0b101), "j2 −, j4 +, j6 −");
  EXPECT_EQ(lab::posture_name(arm, {}, 0), "all poses");
}

std::vector<int> joints_of(const std::vector<lab::Bend>& bends) {
  std::vector<int> joints;
  for (const lab::Bend& bend : bends) joints.push_back(bend.joint);
  return joints;
}

TEST(Bends, AreTheInnerHingesOfAPlanarArm) {
  EXPECT_EQ(joints_of(lab::find_bends(bodies::planar_arm(4))), (std::vector{1, 2, 3}));
  EXPECT_TRUE(lab::find_bends(bodies::planar_arm(1)).empty());
  // a crank that stands above its slide or below it
  EXPECT_EQ(joints_of(lab::find_bends(bodies::slider_arm())), (std::vector{1}));
}

TEST(Bends, OfASevenAxisArmAreItsSecondFourthAndSixth) {
  EXPECT_EQ(joints_of(lab::find_bends(bodies::arms()[3].body())), (std::vector{1, 3, 5}));
}

// By the definition: turning the hinge changes the distance of its neighbours.
TEST(Bends, ChangeTheDistanceOfTheirNeighboursAndOthersDoNot) {
  for (const bodies::Arm& arm : bodies::arms()) {
    const ik::Multibody body = arm.body();
    const std::vector<lab::Bend> bends = lab::find_bends(body);
    ASSERT_FALSE(bends.empty());
    for (const lab::Bend& bend : bends) {
      ik::VectorX theta = arm.middle();
      theta[bend.joint] += 0.3;
      const auto distance = [&] {
        const ik::Pose pose = ik::pose_at(body, theta);
        return (lab::before_of(body, pose, bend) - lab::after_of(pose, bend)).norm();
      };
      const double before = distance();
      theta[bend.joint] += 0.5;
      EXPECT_GT(std::abs(distance() - before), 1e-3) << arm.name << bend.joint;
    }
  }
}

TEST(Bends, AreZeroWhereAChainIsStraightAndChangeSignThere) {
  const ik::Multibody arm = bodies::planar_arm(3);
  const std::vector<lab::Bend> bends = lab::find_bends(arm);
  for (const double angle : {-2.0, -0.3, 0.4, 3.0}) {
    const ik::Pose pose = ik::pose_at(arm, Eigen::Vector3d(0.7, angle, 0.0));
    // two links of 1 m: |a x b| = sin
    EXPECT_NEAR(lab::bend_of(arm, pose, bends[0]), std::sin(angle), 1e-12);
    EXPECT_NEAR(lab::bend_of(arm, pose, bends[1]), 0.0, 1e-12);
    EXPECT_EQ(lab::posture_of(arm, ik::pose_at(arm, Eigen::Vector3d(0.7, angle, -angle)), bends),
              angle < 0.0 ? 1U : 2U);
  }
}

TEST(Bends, OfATreeAreEachOnce) {
  const std::vector<int> joints = joints_of(lab::find_bends(bodies::forked_tree()));
  EXPECT_EQ(joints, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
