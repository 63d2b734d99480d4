#include "ik/solve/seven_hinges.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "support/robot_arms.h"

// Poses of arms of seven hinges with one of them fixed, beside Newton's method from many starts,
// which knows nothing of their equations.
namespace seven_hinges_tests {
namespace {

using Angles = Eigen::Matrix<double, 7, 1>;
using ik::SevenHinges;
using std::numbers::pi;

struct Case {
  bodies::Arm arm;
  int fixed;  // -1: any
  bool closed;
};

std::vector<Case> seven_axis_arms() {
  const bodies::Arm &iiwa = bodies::arms()[3], &panda = bodies::arms()[4];
  // ABB's IRB 14000 (data sheet): no three axes meet
  const bodies::Arm yumi{"YuMi",
                         {{{0, 0, 0.166}, 0, -2.94, 2.94},
                          {{-0.03, 0, 0}, -1, -2.5, 0.76},
                          {{0.03, -0.2515, 0}, 1, -2.94, 2.94},
                          {{0.0405, 0, 0}, -1, -2.15, 1.39},
                          {{0.0405, -0.265, 0}, 1, -5.06, 5.06},
                          {{0.027, 0, 0}, -1, -1.53, 2.4},
                          {{-0.027, 0, 0}, 1, -3.99, 3.99}},
                         0.036};
  // a spherical wrist behind four hinges with offsets
  const bodies::Arm wrist{"spherical wrist",
                          {{{0, 0, 0.3}, 0, -3.0, 3.0},
                           {{0.1, 0, 0}, -1, -2.0, 2.0},
                           {{0.05, -0.3, 0}, 1, -3.0, 3.0},
                           {{0.05, 0.1, 0}, -1, -2.0, 2.0},
                           {{0, -0.4, 0}, 1, -3.0, 3.0},
                           {{0, 0, 0}, -1, -2.0, 2.0},
                           {{0, 0, 0}, 1, -3.0, 3.0}},
                          0.1};
  return {{iiwa, 2, true}, {panda, 6, true}, {yumi, -1, false}, {wrist, 2, true}};
}

SevenHinges hinges_of(const bodies::Arm& arm) {
  std::array<ik::HingeAxis, 7> axes;
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    frame = frame * bodies::Arm::placement(arm.joints[i]);
    axes[i] = {frame.translation(), frame.linear().col(2)};
  }
  SevenHinges hinges;
  hinges.take(axes, ik::Isometry(arm.frame(Angles::Zero())));
  return hinges;
}

/// Any angles, also beyond the limits.
Angles drawn(int i) {
  constexpr int kBases[] = {2, 3, 5, 7, 11, 13, 17};
  Angles theta;
  for (int j = 0; j < 7; ++j) theta[j] = pi * (2.0 * bodies::halton(i + 40, kBases[j]) - 1.0);
  return theta;
}

/// Newton's method with one joint fixed, by differences. \returns true at a pose of the goal
bool descend(const bodies::Arm& arm, const Eigen::Isometry3d& goal, int fixed, Angles& theta) {
  using Error = Eigen::Matrix<double, 6, 1>;
  const auto error = [&](const Angles& at) {
    const Eigen::Isometry3d now = arm.frame(at);
    const Eigen::AngleAxisd turn(goal.linear() * now.linear().transpose());
    Error e;
    e << goal.translation() - now.translation(), turn.angle() * turn.axis();
    return e;
  };
  for (int step = 0; step < 80; ++step) {
    const Error e = error(theta);
    if (e.norm() < 1e-8) return true;
    Eigen::Matrix<double, 6, 7> J = Eigen::Matrix<double, 6, 7>::Zero();
    for (int j = 0; j < 7; ++j) {
      if (j == fixed) continue;
      Angles low = theta, high = theta;
      low[j] -= 1e-6;
      high[j] += 1e-6;
      J.col(j) = (error(low) - error(high)) / 2e-6;
    }
    const double damping = 1e-11 + 1e-2 * std::min(1.0, e.squaredNorm());
    const Eigen::Matrix<double, 6, 6> A =
        J * J.transpose() + damping * Eigen::Matrix<double, 6, 6>::Identity();
    theta += J.transpose() * A.ldlt().solve(e);
  }
  return false;
}

double apart(const SevenHinges::Angles& pose, const Angles& theta) {
  double most = 0.0;
  for (int j = 0; j < 7; ++j) {
    const double off = pose[static_cast<std::size_t>(j)] - theta[j];
    most = std::max(most, std::abs(std::remainder(off, 2.0 * pi)));
  }
  return most;
}

bool lists(const SevenHinges& hinges, const Angles& theta, double tolerance) {
  for (int i = 0; i < hinges.count(); ++i) {
    if (apart(hinges.pose(i), theta) < tolerance) return true;
  }
  return false;
}

class PosesWithAHingeFixed : public testing::TestWithParam<Case> {};

TEST_P(PosesWithAHingeFixed, HaveAClosedFormWhereTheArmLeavesOne) {
  const SevenHinges hinges = hinges_of(GetParam().arm);
  EXPECT_EQ(hinges.has_closed_form(), GetParam().closed);
  if (GetParam().fixed >= 0) {
    EXPECT_EQ(hinges.fixed(), GetParam().fixed);
  }
}

TEST_P(PosesWithAHingeFixed, AreProvenAtGenericGoalsAndHoldTheOneThatMadeTheGoal) {
  const bodies::Arm& arm = GetParam().arm;
  SevenHinges hinges = hinges_of(arm);
  constexpr int kGoals = 100;
  int proven = 0;
  for (int i = 0; i < kGoals; ++i) {
    const Angles theta = drawn(i);
    const Eigen::Isometry3d goal = arm.frame(theta);
    const double value = theta[hinges.fixed()];
    const bool all = hinges.solve_at(ik::Isometry(goal), value);
    proven += all ? 1 : 0;
    EXPECT_LE(hinges.count(), hinges.bound());
    for (int k = 0; k < hinges.count(); ++k) {
      const auto angles = hinges.pose(k);
      const Angles pose = Eigen::Map<const Angles>(angles.data());
      EXPECT_EQ(pose[hinges.fixed()], value);
      EXPECT_LT((arm.frame(pose).matrix() - goal.matrix()).norm(), 1e-9) << i;
    }
    EXPECT_TRUE(!all || lists(hinges, theta, 1e-6)) << i;
  }
  EXPECT_GE(proven, kGoals - 2);
}

TEST_P(PosesWithAHingeFixed, AreMissedByNoStartOfNewtonsMethod) {
  const bodies::Arm& arm = GetParam().arm;
  SevenHinges hinges = hinges_of(arm);
  int found = 0, listed = 0;
  for (int i = 0; i < 6; ++i) {
    const Angles made = drawn(700 + i);
    const Eigen::Isometry3d goal = arm.frame(made);
    if (!hinges.solve_at(ik::Isometry(goal), made[hinges.fixed()])) continue;
    listed += hinges.count();
    std::vector<bool> seen(static_cast<std::size_t>(hinges.count()));
    for (int start = 0; start < 150; ++start) {
      Angles theta = drawn(3000 + 150 * i + start);
      theta[hinges.fixed()] = made[hinges.fixed()];
      if (!descend(arm, goal, hinges.fixed(), theta)) continue;
      ASSERT_TRUE(lists(hinges, theta, 1e-5)) << "goal " << i;
      for (int k = 0; k < hinges.count(); ++k) {
        if (apart(hinges.pose(k), theta) < 1e-5) seen[static_cast<std::size_t>(k)] = true;
      }
    }
    found += static_cast<int>(std::ranges::count(seen, true));
  }
  // the starts find nearly all, so that the comparison says something
  EXPECT_GE(found, listed * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(Arm, PosesWithAHingeFixed, testing::ValuesIn(seven_axis_arms()),
                         [](const auto& given) {
                           std::string name = given.param.arm.name;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

}  // namespace
}  // namespace seven_hinges_tests
