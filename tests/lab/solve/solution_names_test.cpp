#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <span>

#include "lab/solve/solution_names.h"
#include "support/bodies.h"
#include "support/robot_arms.h"

namespace {

bool has(const std::string& name, const std::string& part) {
  return name.find(part) != std::string::npos;
}

TEST(SolutionNames, OfTwoLinksSayOnWhichSideOfTheWayToTheHandTheElbowIs) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  for (double bearing = -3.0; bearing < 3.2; bearing += 0.4) {
    // the same hand: the elbow mirrored in the line to it
    const double elbow = 1.1;
    const double off = std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
    const std::vector<ik::VectorX> solutions = {Eigen::Vector2d(bearing - off, elbow),
                                                Eigen::Vector2d(bearing + off, -elbow)};
    // a chain that turns to the left at its elbow has the elbow on its right
    EXPECT_EQ(lab::solution_names(arm, solutions),
              (std::vector<std::string>{"elbow right", "elbow left"}))
        << bearing;
  }
}

TEST(SolutionNames, OfTwoLinksInALevelPlaneAreSeenFromAbove) {
  const std::vector<ik::VectorX> solutions = {Eigen::Vector2d(0.2, 1.0),
                                              Eigen::Vector2d(1.0, -1.0)};
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  const auto above = lab::solution_names(arm, solutions, Eigen::Vector3d::UnitZ());
  const auto below = lab::solution_names(arm, solutions, -Eigen::Vector3d::UnitZ());
  EXPECT_EQ(above, (std::vector<std::string>{"elbow right", "elbow left"}));
  EXPECT_EQ(below, (std::vector<std::string>{"elbow left", "elbow right"}));
}

TEST(SolutionNames, OfPlanarArmsNameEveryBendFromTheRootOn) {
  const auto name = [](std::vector<double> angles) {
    const ik::Multibody arm = bodies::planar_arm(static_cast<int>(angles.size()));
    const ik::VectorX theta = Eigen::Map<ik::VectorX>(angles.data(), std::ssize(angles));
    return lab::solution_names(arm, std::span(&theta, 1)).front();
  };
  EXPECT_EQ(name({0.3, 0.8, -0.5}), "elbow right, wrist left");
  EXPECT_EQ(name({0.3, 0.8, 0.7, -0.5}), "elbows 2 right, left");
  EXPECT_EQ(name({0.3, -0.8, 0.7, 0.5, 0.1}), "elbows left, 3 right");
  EXPECT_EQ(name(std::vector<double>(12, 0.1)), "solution 1") << "too many for words";
}

// The goal turns the last link, so that three hinges have two solutions, and the elbow tells them
// apart.
TEST(SolutionNames, OfThreeLinksWithAnAimSayWhereTheElbowIs) {
  const ik::Multibody arm = ik::chain({1.0, 0.8, 0.3}, ik::AimKind::kOrientation);
  EXPECT_EQ(lab::solution_names(arm, std::vector<ik::VectorX>{Eigen::Vector3d(0.2, 0.9, 0.4),
                                                              Eigen::Vector3d(0.2, -0.9, 0.4)}),
            (std::vector<std::string>{"elbow right", "elbow left"}));
}

/// Turns of the wrist that leave the hand as it is.
ik::VectorX flipped(ik::VectorX theta) {
  theta[3] += theta[3] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  theta[4] = -theta[4];
  theta[5] += theta[5] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  return theta;
}

std::vector<ik::VectorX> solutions_of(const bodies::Arm& arm, const ik::VectorX& theta) {
  ik::Solver solver(arm.body(), "dls");
  solver.set_limits(ik::LimitRule::kIgnore);
  bodies::want_frame(arm.frame(theta), solver);
  ik::Solutions found = solver.solutions(16);
  found.theta.resize(static_cast<std::size_t>(found.branches));
  return found.theta;
}

std::vector<std::string> names_of(const bodies::Arm& arm, std::span<const ik::VectorX> solutions) {
  return lab::solution_names(arm.body(), solutions, Eigen::Vector3d::UnitZ());
}

// By the definitions in Lee and Ziegler's words, from forward kinematics alone.
TEST(SolutionNames, OfASixAxisArmSayShoulderElbowAndWrist) {
  for (const int index : {0, 1, 2}) {  // KR6, UR5, PUMA 560
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(index)];
    ik::VectorX theta(6);
    theta << 0.3, -0.9, 1.2, 0.7, 0.8, -0.4;
    const std::vector<ik::VectorX> solutions = solutions_of(arm, theta);
    ASSERT_EQ(solutions.size(), 8U) << arm.name;
    const std::vector<std::string> names = names_of(arm, solutions);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string text = arm.name + (": " + names[i]);
      const ik::Pose pose = ik::pose_at(arm.body(), solutions[i]);
      const Eigen::Vector3d second = pose.axis.col(1), elbow = pose.origin.col(2);
      const Eigen::Vector3d shoulder = pose.origin.col(1), wrist = pose.origin.col(5);
      // the first axis is z through the origin
      const Eigen::Vector3d level(wrist.x(), wrist.y(), 0.0);
      const Eigen::Vector3d aside = second * second.dot(level);
      if (aside.norm() > 0.01) {
        const bool left = Eigen::Vector3d::UnitZ().cross(level).dot(aside) > 0.0;
        EXPECT_EQ(has(names[i], "shoulder left"), left) << text;
        EXPECT_EQ(has(names[i], "shoulder right"), !left) << text;
      } else {
        // the second axis passes the first on the side to which the arm reaches forward
        const bool forward = level.dot(shoulder) > 0.0;
        EXPECT_EQ(has(names[i], "shoulder forward"), forward) << text;
        EXPECT_EQ(has(names[i], "shoulder back"), !forward) << text;
      }
      // in the arm's plane, the elbow is above the line from the second joint to the wrist
      const Eigen::Vector3d after = arm.name == std::string("UR5") ? pose.origin.col(3) : wrist;
      const Eigen::Vector3d ahead = (level - aside).normalized();
      const double run = ahead.dot(after - shoulder), rise = after.z() - shoulder.z();
      const double bulge = (elbow.z() - shoulder.z()) * run - ahead.dot(elbow - shoulder) * rise;
      EXPECT_EQ(has(names[i], "elbow up"), bulge > 0.0) << text;
      EXPECT_EQ(has(names[i], "elbow down"), bulge < 0.0) << text;
      EXPECT_EQ(has(names[i], "wrist flipped"), std::sin(solutions[i][4]) < 0.0) << text;
    }
  }
}

// An upright arm of two pitching hinges: no offset, and straight in the middle of its limits.
TEST(SolutionNames, OfAnUprightArmCallForwardWhereItsSecondHingeLeansIt) {
  std::vector<ik::Joint> joints(3);
  for (int j = 1; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].parent_from_joint.translation() = Eigen::Vector3d::UnitZ();
    joints[static_cast<std::size_t>(j)].axis = Eigen::Vector3d::UnitY();
  }
  const ik::Multibody arm(joints, {{"hand", 2, Eigen::Vector3d::UnitZ()}});
  const std::vector<ik::VectorX> leans = {Eigen::Vector3d(0.4, 0.5, 0.9),
                                          Eigen::Vector3d(0.4, -0.5, -0.9)};
  EXPECT_EQ(lab::solution_names(arm, leans, Eigen::Vector3d::UnitZ()),
            (std::vector<std::string>{"shoulder forward, elbow up", "shoulder back, elbow up"}));
}

TEST(SolutionNames, OfASphericalWristChangeWithTheWristAlone) {
  for (const int index : {0, 2}) {  // KR6, PUMA 560
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(index)];
    ik::VectorX theta(6);
    theta << 0.3, -0.9, 1.2, 0.7, 0.8, -0.4;
    ASSERT_NEAR((arm.frame(theta).matrix() - arm.frame(flipped(theta)).matrix()).norm(), 0.0, 1e-12)
        << "the same hand";
    const auto pair = names_of(arm, std::vector{theta, flipped(theta)});
    EXPECT_EQ(pair[1], pair[0] + ", wrist flipped");
  }
}

TEST(SolutionNames, OfSevenAxesSayWhichHingesAreFlipped) {
  const bodies::Arm& iiwa = bodies::arms()[3];
  ik::VectorX theta(7);
  theta << 0.3, 0.5, -0.7, 0.9, 0.4, 0.8, -0.2;
  const auto turned = [&](std::initializer_list<int> hinges) {
    ik::VectorX other = theta;
    for (const int j : hinges) {
      other[j] = -other[j];
      other[j - 1] += std::numbers::pi;
      other[j + 1] += std::numbers::pi;
    }
    EXPECT_LT((iiwa.frame(other).matrix() - iiwa.frame(theta).matrix()).norm(), 1e-12);
    return other;
  };
  EXPECT_EQ(
      names_of(iiwa, std::vector{theta, turned({1}), turned({3}), turned({5}), turned({1, 3, 5})}),
      (std::vector<std::string>{"not flipped", "shoulder flipped", "elbow flipped", "wrist flipped",
                                "shoulder flipped, elbow flipped, wrist flipped"}));
  // unflipped is as in the middle of the limits
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 7; ++j) joints.push_back(iiwa.body().joint(j));
  joints[3].lower = -2.0;
  joints[3].upper = -0.1;
  const ik::Multibody bent(joints, {iiwa.body().effector(0)});
  EXPECT_EQ(lab::solution_names(bent, std::vector{turned({3})}).front(), "not flipped");
}

TEST(SolutionNames, OfEightBranchesOfASevenAxisArmAreEight) {
  const bodies::Arm& iiwa = bodies::arms()[3];
  const auto solutions = solutions_of(iiwa, 0.3 * bodies::drawn(iiwa, 4));
  ASSERT_EQ(solutions.size(), 8U);
  for (const std::string& name : names_of(iiwa, solutions)) {
    EXPECT_FALSE(has(name, "(")) << name;
  }
}

TEST(SolutionNames, OfOneGoalAllDiffer) {
  for (const bodies::Arm& arm : bodies::arms()) {
    for (int i = 0; i < 12; ++i) {
      const auto names = names_of(arm, solutions_of(arm, bodies::drawn(arm, i)));
      ASSERT_FALSE(names.empty()) << arm.name << i;
      const std::set<std::string> all(names.begin(), names.end());
      EXPECT_EQ(all.size(), names.size()) << arm.name << i;
      for (const std::string& name : names) {
        EXPECT_TRUE(arm.joints.size() == 7 || !has(name, "(")) << arm.name << name;
      }
    }
  }
}

/// Where the parts of seven hinges change sides: a hinge is nearly straight.
bool near_straight(const ik::VectorX& theta) {
  double least = 1.0;
  for (const int j : {1, 3, 5}) least = std::min(least, std::abs(std::sin(theta[j])));
  return least < 0.2;
}

// A goal that moves by millimetres takes every solution along; its name stays, but where a hinge of
// a self-motion passes its straight pose.
TEST(SolutionNames, StayWhileTheGoalMoves) {
  int followed = 0;
  for (const bodies::Arm& arm : bodies::arms()) {
    const lab::Postures postures(arm.body(), Eigen::Vector3d::UnitZ());
    for (int i = 0; i < 8; ++i) {
      const Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, i));
      for (const ik::VectorX& solution : solutions_of(arm, bodies::drawn(arm, i))) {
        ik::Solver solver(arm.body(), "dls");
        solver.set_limits(ik::LimitRule::kIgnore);
        solver.set_theta(solution);
        std::uint64_t posture = postures.of(ik::pose_at(arm.body(), solution));
        for (int k = 1; k <= 25; ++k) {
          Eigen::Isometry3d moved = goal;
          moved.translation() += 0.002 * k * Eigen::Vector3d(0.3, -0.7, 0.64);
          moved.rotate(Eigen::AngleAxisd(0.006 * k, Eigen::Vector3d::UnitY()));
          const ik::VectorX before = solver.theta();
          bodies::want_frame(moved, solver);
          const bool reached =
              solver.solve({.updates = 60, .restarts = 1}).outcome == ik::Outcome::kReached;
          const double way = (solver.theta() - before).lpNorm<Eigen::Infinity>();
          if (!reached || way > 0.15) break;  // it met another one
          const std::uint64_t now = postures.of(ik::pose_at(arm.body(), solver.theta()));
          ++followed;
          if (arm.joints.size() == 7 && near_straight(solver.theta())) posture = now;
          ASSERT_EQ(postures.words(now), postures.words(posture)) << arm.name << ' ' << i;
        }
      }
    }
  }
  EXPECT_GT(followed, 4000);
}

TEST(SolutionNames, OfOtherBodiesAreNumbers) {
  std::vector<ik::Joint> joints;
  const bodies::Arm& kr6 = bodies::arms()[0];
  for (int j = 0; j < 6; ++j) joints.push_back(kr6.body().joint(j));
  joints[2].parent_from_joint.rotate(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX()));
  const ik::Multibody crooked(joints, {kr6.body().effector(0)});
  const ik::VectorX theta = ik::VectorX::Constant(6, 0.4);
  EXPECT_FALSE(lab::Postures(crooked).has_words());
  EXPECT_EQ(lab::solution_names(crooked, std::vector{theta, kr6.middle()}),
            (std::vector<std::string>{"solution 1", "solution 2"}));
  EXPECT_TRUE(lab::solution_names(crooked, {}).empty());
}

TEST(SolutionNames, OfEqualPosturesAreNumbered) {
  const ik::Multibody arm = bodies::planar_arm(3);
  const ik::VectorX one = Eigen::Vector3d(0.1, 0.8, 0.5), other = Eigen::Vector3d(0.4, 0.2, 0.9);
  EXPECT_EQ(lab::solution_names(arm, std::vector{one, other, one}),
            (std::vector<std::string>{"elbow right, wrist right", "elbow right, wrist right (2)",
                                      "elbow right, wrist right (3)"}));
}

// Files of robots round their right angles.
TEST(SolutionNames, DoNotNeedExactRightAngles) {
  std::vector<ik::Joint> joints;
  const bodies::Arm& ur5 = bodies::arms()[1];
  for (int j = 0; j < 6; ++j) {
    joints.push_back(ur5.body().joint(j));
    joints.back().parent_from_joint.rotate(Eigen::AngleAxisd(8e-4, Eigen::Vector3d::UnitX()));
  }
  EXPECT_TRUE(lab::Postures(ik::Multibody(joints, {ur5.body().effector(0)})).owns_hues());
}

TEST(Postures, OwnAHueEachWhereTheyHaveAtMostThreeParts) {
  const lab::Postures arm(bodies::arms()[0].body());
  ASSERT_TRUE(arm.owns_hues());
  std::set<int> taken;
  const auto is_free = [&](int hue) { return !taken.contains(hue); };
  for (std::uint64_t posture = 0; posture < 8; ++posture) {
    EXPECT_EQ(arm.hue(posture, is_free), static_cast<int>(posture));
  }
  taken = {3};
  EXPECT_EQ(arm.hue(3, is_free), 8) << "no other posture's";
  EXPECT_FALSE(lab::Postures(bodies::planar_arm(6)).owns_hues());
}

TEST(Postures, HaveTheSignsOfAllBendsByTheirJoints) {
  const lab::Postures slider(bodies::slider_arm());
  EXPECT_EQ(slider.signs(1), slider.signs(0).substr(0, slider.signs(0).size() - 1) + "−");
  EXPECT_EQ(lab::Postures(bodies::planar_arm(1)).signs(0), "all poses");
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
        return (lab::before_of(pose, bend) - lab::after_of(pose, bend)).norm();
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
    EXPECT_NEAR(lab::bend_of(pose, bends[0]), std::sin(angle), 1e-12);
    EXPECT_NEAR(lab::bend_of(pose, bends[1]), 0.0, 1e-12);
    const ik::Pose folded = ik::pose_at(arm, Eigen::Vector3d(0.7, angle, -angle));
    EXPECT_EQ(lab::Postures(arm).of(folded), angle < 0.0 ? 1U : 2U);
  }
}

TEST(Bends, OfATreeAreEachOnce) {
  const std::vector<int> joints = joints_of(lab::find_bends(bodies::forked_tree()));
  EXPECT_EQ(joints, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
