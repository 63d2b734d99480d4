#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "support/robot_arms.h"

// Families of poses of arms of seven hinges, beside forward kinematics by Denavit-Hartenberg
// numbers, Newton's method from many starts, and the elbow's place.
namespace families_tests {
namespace {

using bodies::drawn;
using ik::VectorX;
using std::numbers::pi;
constexpr double kFullTurn = 2.0 * pi;

/// ABB's IRB 14000 (data sheet): no three axes meet.
const bodies::Arm& yumi() {
  static const bodies::Arm arm{"YuMi",
                               {{{0, 0, 0.166}, 0, -2.94, 2.94},
                                {{-0.03, 0, 0}, -1, -2.5, 0.76},
                                {{0.03, -0.2515, 0}, 1, -2.94, 2.94},
                                {{0.0405, 0, 0}, -1, -2.15, 1.39},
                                {{0.0405, -0.265, 0}, 1, -5.06, 5.06},
                                {{0.027, 0, 0}, -1, -1.53, 2.4},
                                {{-0.027, 0, 0}, 1, -3.99, 3.99}},
                               0.036};
  return arm;
}

const bodies::Arm& iiwa() { return bodies::arms()[3]; }
const bodies::Arm& panda() { return bodies::arms()[4]; }

/// The families of the goal that a drawn pose of the arm reaches, as seen from the middle.
ik::Solutions families(const bodies::Arm& arm, const Eigen::Isometry3d& goal, bool limits = true) {
  ik::Solver solver(arm.body());
  if (!limits) solver.set_limits(ik::LimitRule::kIgnore);
  solver.set_theta(arm.middle());
  bodies::want_frame(goal, solver);
  return solver.solutions(100);
}

/// The largest difference of the frame of a pose from a goal.
double off(const bodies::Arm& arm, const VectorX& theta, const Eigen::Isometry3d& goal) {
  return (arm.frame(theta).matrix() - goal.matrix()).cwiseAbs().maxCoeff();
}

/// How near to a limit a pose is, rad.
double room(const bodies::Arm& arm, const VectorX& theta) {
  double least = std::numeric_limits<double>::infinity();
  for (int j = 0; j < 7; ++j) {
    const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
    least = std::min({least, std::abs(theta[j] - joint.lower), std::abs(joint.upper - theta[j])});
  }
  return least;
}

class FamiliesOfAnArm : public testing::TestWithParam<const bodies::Arm*> {};

TEST_P(FamiliesOfAnArm, KeepTheEffectorStillWithinTheLimits) {
  const bodies::Arm& arm = *GetParam();
  int poses = 0;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    const ik::Solutions found = families(arm, goal);
    ASSERT_EQ(found.families.size(), found.theta.size());
    ASSERT_FALSE(found.families.empty()) << i;
    for (const ik::Family& family : found.families) {
      ASSERT_FALSE(family.arcs.empty());
      for (const ik::Family::Arc& arc : family.arcs) {
        for (int k = 0; k <= 20; ++k) {
          const VectorX theta = family.pose(std::lerp(arc.from, arc.to, k / 20.0));
          EXPECT_TRUE(arm.keeps_limits(theta)) << i;
          EXPECT_LT(off(arm, theta, goal), 1e-12) << i;
          ++poses;
        }
      }
    }
  }
  EXPECT_GT(poses, 500);
}

TEST_P(FamiliesOfAnArm, EndWhereAJointIsAtALimit) {
  const bodies::Arm& arm = *GetParam();
  int ends = 0;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    for (const ik::Family& family : families(arm, goal).families) {
      for (const ik::Family::Arc& arc : family.arcs) {
        if (family.period > 0.0 && arc.to - arc.from >= family.period - 1e-12) continue;
        for (const auto& [end, inward] : {std::pair(arc.from, 1.0), std::pair(arc.to, -1.0)}) {
          EXPECT_LT(room(arm, family.pose(end)), 1e-9);
          const double little = std::min(1e-3, 0.5 * (arc.to - arc.from)) * inward;
          EXPECT_LT(off(arm, family.pose(end + little), goal), 1e-12);
          // no place within the limits reaches the goal: joints that stop at a limit leave it
          EXPECT_GT(off(arm, family.pose(end - 1e-3 * inward), goal), 1e-9);
          ++ends;
        }
      }
    }
  }
  EXPECT_GT(ends, 40);
}

TEST_P(FamiliesOfAnArm, BeginWithTheNearestSolution) {
  const bodies::Arm& arm = *GetParam();
  for (int i = 0; i < 8; ++i) {
    const ik::Solutions found = families(arm, arm.frame(drawn(arm, i)));
    double last = 0.0;
    for (std::size_t k = 0; k < found.theta.size(); ++k) {
      const ik::Family& family = found.families[k];
      EXPECT_EQ(found.theta[k], family.pose(family.here));
      const double away = (found.theta[k] - arm.middle()).norm();
      EXPECT_GE(away, last);
      last = away;
      for (const ik::Family::Arc& arc : family.arcs) {
        for (int p = 0; p <= 200; ++p) {
          const VectorX theta = family.pose(std::lerp(arc.from, arc.to, p / 200.0));
          EXPECT_GE((theta - arm.middle()).norm(), away - 1e-9);
        }
      }
    }
  }
}

/// Damped Newton steps with one joint held. \returns true at a pose of the goal
bool descend(const bodies::Arm& arm, const Eigen::Isometry3d& goal, int held, VectorX& theta) {
  for (int step = 0; step < 60; ++step) {
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    const Eigen::Isometry3d now = arm.frame(theta);
    const Eigen::AngleAxisd turn(goal.linear() * now.linear().transpose());
    Eigen::Matrix<double, 6, 1> e;
    e << goal.translation() - now.translation(), turn.angle() * turn.axis();
    if (e.norm() < 1e-11) return true;
    Eigen::Matrix<double, 6, 7> J = Eigen::Matrix<double, 6, 7>::Zero();
    for (int j = 0; j < 7; ++j) {
      at = at * bodies::Arm::placement(arm.joints[static_cast<std::size_t>(j)]);
      const Eigen::Vector3d axis = at.linear().col(2);
      if (j != held) J.col(j) << axis.cross(now.translation() - at.translation()), axis;
      at = at * Eigen::AngleAxisd(theta[j], Eigen::Vector3d::UnitZ());
    }
    const double damping = 1e-13 + 1e-2 * std::min(1.0, e.squaredNorm());
    const Eigen::Matrix<double, 6, 6> A =
        J * J.transpose() + damping * Eigen::Matrix<double, 6, 6>::Identity();
    theta += J.transpose() * A.ldlt().solve(e);
  }
  return false;
}

/// Moves hinges by whole turns into their limits. \returns false where one has no place
bool unwind(const bodies::Arm& arm, VectorX& theta) {
  for (int j = 0; j < 7; ++j) {
    const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
    const double above = theta[j] - joint.lower;
    theta[j] = joint.lower + above - kFullTurn * std::floor(above / kFullTurn);
    if (theta[j] > joint.upper) return false;
  }
  return true;
}

/// How far a pose is from a family, angles modulo whole turns.
double away_from(const ik::Family& family, const VectorX& theta) {
  double least = std::numeric_limits<double>::infinity();
  const auto away = [&](double s) {
    return (family.pose(s) - theta)
        .unaryExpr([](double angle) { return std::remainder(angle, kFullTurn); })
        .norm();
  };
  for (const ik::Family::Arc& arc : family.arcs) {
    const int parts = 2 + static_cast<int>((arc.to - arc.from) / 0.1);
    const double step = (arc.to - arc.from) / parts;
    double best = arc.from, low = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= parts; ++i) {
      const double here = away(arc.from + i * step);
      if (here < low) {
        low = here;
        best = arc.from + i * step;
      }
    }
    double from = std::max(arc.from, best - step), to = std::min(arc.to, best + step);
    for (int i = 0; i < 60; ++i) {
      const double a = from + (to - from) / 3.0, b = to - (to - from) / 3.0;
      (away(a) < away(b) ? to : from) = away(a) < away(b) ? b : a;
    }
    least = std::min(least, away(0.5 * (from + to)));
  }
  return least;
}

TEST_P(FamiliesOfAnArm, HoldEveryPoseThatNewtonsMethodFinds) {
  const bodies::Arm& arm = *GetParam();
  std::set<std::pair<int, std::size_t>> seen;
  std::size_t listed = 0;
  int poses = 0;
  for (int i = 0; i < 6; ++i) {
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, 30 + i));
    const ik::Solutions found = families(arm, goal);
    listed += found.families.size();
    for (int start = 0; start < 150; ++start) {
      VectorX theta = drawn(arm, 1000 + 150 * i + start);
      // one joint is held, each in its turn
      if (!descend(arm, goal, start % 7, theta) || !unwind(arm, theta)) continue;
      double least = 1.0;
      for (std::size_t k = 0; k < found.families.size() && least > 1e-6; ++k) {
        const double away = away_from(found.families[k], theta);
        if (away < 1e-6) seen.emplace(i, k);
        least = std::min(least, away);
      }
      EXPECT_LT(least, 1e-6) << i << ": " << theta.transpose();
      ++poses;
    }
  }
  EXPECT_GT(poses, 60);
  // the starts find most families, so that the comparison says something
  EXPECT_GE(seen.size(), listed * 6 / 10);
}

INSTANTIATE_TEST_SUITE_P(Arm, FamiliesOfAnArm, testing::Values(&iiwa(), &panda(), &yumi()),
                         [](const auto& given) { return std::string(given.param->name); });

TEST(FamiliesOfASphericalArm, AreEightWholeCirclesWithoutLimits) {
  for (int i = 0; i < 20; ++i) {
    const Eigen::Isometry3d goal = iiwa().frame(drawn(iiwa(), i));
    const ik::Solutions found = families(iiwa(), goal, false);
    EXPECT_TRUE(found.proven) << i;
    EXPECT_EQ(found.bound, 8);
    ASSERT_EQ(found.families.size(), 8U) << i;
    // Shimizu et al. (2008): signs of the second, fourth and sixth angle
    std::set<std::array<bool, 3>> branches;
    for (const ik::Family& family : found.families) {
      ASSERT_EQ(family.arcs.size(), 1U);
      EXPECT_NEAR(family.arcs[0].to - family.arcs[0].from, kFullTurn, 1e-12);
      std::set<std::array<bool, 3>> of_family;
      for (int k = 0; k < 100; ++k) {
        const VectorX theta = family.pose(std::lerp(-pi, pi, k / 100.0));
        of_family.insert({theta[1] > 0.0, theta[3] > 0.0, theta[5] > 0.0});
      }
      EXPECT_EQ(of_family.size(), 1U);
      branches.merge(of_family);
    }
    EXPECT_EQ(branches.size(), 8U);
  }
}

TEST(FamiliesOfASphericalArm, HaveTheAngleOfTheElbowAsTheirParameter) {
  for (int i = 0; i < 10; ++i) {
    const Eigen::Isometry3d goal = iiwa().frame(drawn(iiwa(), i));
    const Eigen::Vector3d shoulder(0.0, 0.0, 0.34);
    const Eigen::Vector3d line = (goal * Eigen::Vector3d(0.0, 0.0, -0.126) - shoulder).normalized();
    const Eigen::Vector3d up =
        (Eigen::Vector3d::UnitZ() - line.z() * line).normalized();  // across the line
    for (const ik::Family& family : families(iiwa(), goal, false).families) {
      EXPECT_EQ(family.parameter, ik::Family::Parameter::kElbow);
      for (int k = 0; k < 12; ++k) {
        const double psi = std::lerp(-pi, pi, (k + 0.3) / 12.0);
        const VectorX theta = family.pose(psi);
        Eigen::Isometry3d elbow = Eigen::Isometry3d::Identity();
        for (int j = 0; j < 4; ++j) {
          elbow = elbow * bodies::Arm::placement(iiwa().joints[static_cast<std::size_t>(j)]) *
                  Eigen::AngleAxisd(theta[j], Eigen::Vector3d::UnitZ());
        }
        const Eigen::Vector3d away = elbow.translation() - shoulder;
        const double angle = std::atan2(line.cross(up).dot(away), up.dot(away));
        EXPECT_NEAR(std::remainder(angle - psi, kFullTurn), 0.0, 1e-12);
      }
    }
  }
}

TEST(FamiliesOfASphericalArm, AreProvenUnlessTwoOfThemMeet) {
  int proven = 0;
  for (int i = 0; i < 50; ++i) {
    proven += families(iiwa(), iiwa().frame(drawn(iiwa(), i))).proven ? 1 : 0;
    // a stretched shoulder, in a pose of the self-motion
    VectorX theta = drawn(iiwa(), i);
    theta[1] = 0.0;
    EXPECT_FALSE(families(iiwa(), iiwa().frame(theta)).proven) << i;
  }
  EXPECT_EQ(proven, 50);
}

TEST(FamiliesOfOtherArms, AreSearched) {
  for (const bodies::Arm* arm : {&panda(), &yumi()}) {
    const ik::Solutions found = families(*arm, arm->frame(drawn(*arm, 3)));
    EXPECT_FALSE(found.proven);
    EXPECT_EQ(found.bound, -1);
    EXPECT_GT(found.attempts, 0);
    for (const ik::Family& family : found.families) {
      EXPECT_EQ(family.parameter, ik::Family::Parameter::kWay);
      EXPECT_EQ(family.here, 0.0);
    }
  }
}

TEST(FamiliesOfOtherArms, AreAsLongAsTheWayThroughTheirJoints) {
  const ik::Solutions found = families(panda(), panda().frame(drawn(panda(), 3)));
  for (const ik::Family& family : found.families) {
    for (const ik::Family::Arc& arc : family.arcs) {
      double way = 0.0;
      VectorX last = family.pose(arc.from);
      constexpr int kParts = 4000;
      for (int k = 1; k <= kParts; ++k) {
        const VectorX next = family.pose(std::lerp(arc.from, arc.to, k / double(kParts)));
        way += (next - last).norm();
        last = next;
      }
      EXPECT_NEAR(way, arc.to - arc.from, 0.01 * way) << "the polygon is a little shorter";
    }
  }
}

TEST(Families, AreOfTheFirstSolutionsOnly) {
  ik::Solver solver(iiwa().body());
  bodies::want_frame(iiwa().frame(drawn(iiwa(), 2)), solver);
  const ik::Solutions all = solver.solutions(100), two = solver.solutions(2);
  ASSERT_GT(all.families.size(), 2U);
  ASSERT_EQ(two.families.size(), 2U);
  EXPECT_EQ(two.branches, 2);
  EXPECT_EQ(two.theta[1], all.theta[1]);
  EXPECT_TRUE(solver.solutions(0).families.empty());
}

TEST(Families, AreNoneOfOtherBodies) {
  ik::Solver six(bodies::arms()[0].body());
  EXPECT_TRUE(six.solutions(16).families.empty());
  ik::Solver chain(ik::chain({1.0, 0.8, 0.6}));
  chain.target(0) = {1.0, 0.5, 0.0};
  EXPECT_TRUE(chain.solutions(16).families.empty());
}

TEST(Families, GoOnAfterTheirSolverIsGone) {
  ik::Family family;
  const Eigen::Isometry3d goal = panda().frame(drawn(panda(), 5));
  {
    ik::Solver solver(panda().body());
    bodies::want_frame(goal, solver);
    family = solver.solutions(1).families.front();
  }
  EXPECT_LT(off(panda(), family.pose(family.here), goal), 1e-12);
}

}  // namespace
}  // namespace families_tests
