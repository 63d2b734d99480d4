#include "ik/solve/six_hinges.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "ik/solve/hinge_eigenproblem.h"
#include "support/robot_arms.h"

// All poses of arms of six hinges, beside Newton's method from many starts, which knows nothing of
// their equations.
namespace {

using Angles = Eigen::Matrix<double, 6, 1>;
using ik::SixHinges;
using std::numbers::pi;

/// An arm by its Denavit-Hartenberg numbers; alpha in rad. Each link is
/// Rz(theta) Tz(d) Tx(a) Rx(alpha).
struct DhArm {
  const char* name;
  std::array<double, 6> a, alpha, d;
  SixHinges::Geometry geometry;

  Eigen::Isometry3d link(std::size_t i, double theta) const {
    return Eigen::AngleAxisd(theta, Eigen::Vector3d::UnitZ()) *
           Eigen::Translation3d(a[i], 0.0, d[i]) *
           Eigen::AngleAxisd(alpha[i], Eigen::Vector3d::UnitX());
  }
  Eigen::Isometry3d frame(const Angles& theta) const {
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (std::size_t i = 0; i < 6; ++i) frame = frame * link(i, theta[static_cast<int>(i)]);
    return frame;
  }
  SixHinges hinges() const {
    std::array<SixHinges::Axis, 6> axes;
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (std::size_t i = 0; i < 6; ++i) {
      axes[i] = {frame.translation(), frame.linear().col(2)};
      frame = frame * link(i, 0.0);
    }
    SixHinges hinges;
    hinges.take(axes, ik::Isometry(frame));
    return hinges;
  }
  Angles drawn(int i) const {
    constexpr int kBases[] = {2, 3, 5, 7, 11, 13};
    Angles theta;
    for (int j = 0; j < 6; ++j) theta[j] = pi * (2.0 * bodies::halton(i + 40, kBases[j]) - 1.0);
    return theta;
  }

  Eigen::Matrix<double, 6, 6> jacobian(const Angles& theta) const {
    Eigen::Matrix<double, 6, 6> J;
    const Eigen::Isometry3d now = frame(theta);
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    for (int j = 0; j < 6; ++j) {
      const Eigen::Vector3d axis = at.linear().col(2);
      J.col(j) << axis.cross(now.translation() - at.translation()), axis;
      at = at * link(static_cast<std::size_t>(j), theta[j]);
    }
    return J;
  }
  /// An angle with det J = 0 on a straight way between two drawn ones. \returns false if det J has
  /// the same sign at both
  bool singular(int i, Angles& theta) const {
    Angles low = drawn(i), high = drawn(i + 100);
    const bool rises = jacobian(low).determinant() < 0.0;
    if ((jacobian(high).determinant() < 0.0) == rises) return false;
    for (int k = 0; k < 80; ++k) {
      const Angles middle = 0.5 * (low + high);
      ((jacobian(middle).determinant() < 0.0) == rises ? low : high) = middle;
    }
    theta = low;
    return true;
  }

  /// Newton's method from a start, with differences for J. \returns true at a pose of the goal
  bool descend(const Eigen::Isometry3d& goal, Angles& theta) const {
    const auto error = [&](const Angles& at) {
      const Eigen::Isometry3d now = frame(at);
      const Eigen::AngleAxisd turn(goal.linear() * now.linear().transpose());
      Angles e;
      e << goal.translation() - now.translation(), turn.angle() * turn.axis();
      return e;
    };
    for (int step = 0; step < 60; ++step) {
      const Angles e = error(theta);
      if (e.norm() < 1e-11) return true;
      const Eigen::Matrix<double, 6, 6> J = jacobian(theta);
      const double damping = 1e-12 + 1e-2 * std::min(1.0, e.squaredNorm());
      const Eigen::Matrix<double, 6, 6> A =
          J.transpose() * J + damping * Eigen::Matrix<double, 6, 6>::Identity();
      theta += A.ldlt().solve(J.transpose() * e);
    }
    return false;
  }
};

double apart(const SixHinges::Angles& pose, const Angles& theta) {
  double most = 0.0;
  for (int j = 0; j < 6; ++j) {
    const double off = pose[static_cast<std::size_t>(j)] - theta[j];
    most = std::max(most, std::abs(std::remainder(off, 2.0 * pi)));
  }
  return most;
}

bool lists(const SixHinges& hinges, const Angles& theta, double tolerance) {
  for (int i = 0; i < hinges.count(); ++i) {
    if (apart(hinges.pose(i), theta) < tolerance) return true;
  }
  return false;
}

/// Lengths in shares of about the arm's, as SixHinges wants them.
std::vector<DhArm> dh_arms() {
  using enum SixHinges::Geometry;
  constexpr double kDegree = pi / 180.0, kRight = pi / 2.0;
  std::vector<DhArm> arms = {// Manseur and Doty (1989), with 16 real poses
                             {"Manseur and Doty",
                              {0.3, 1.0, 0.0, 1.5, 0.0, 0.0},
                              {kRight, kDegree, kRight, kDegree, kRight, kDegree},
                              {0.0, 0.0, 0.2, 0.0, 0.0, 0.0},
                              kGeneral},
                             {"PUMA560",
                              {0.0, 0.4318, 0.0203, 0.0, 0.0, 0.0},
                              {kRight, 0.0, -kRight, kRight, -kRight, 0.0},
                              {0.0, 0.0, 0.15005, 0.4318, 0.0, 0.0},
                              kWrist},
                             {"KR6",
                              {0.025, 0.315, 0.035, 0.0, 0.0, 0.0},
                              {kRight, 0.0, kRight, -kRight, kRight, 0.0},
                              {0.4, 0.0, 0.0, 0.365, 0.0, 0.08},
                              kWrist},
                             {"UR5",
                              {0.0, -0.425, -0.39225, 0.0, 0.0, 0.0},
                              {kRight, 0.0, 0.0, kRight, -kRight, 0.0},
                              {0.089159, 0.0, 0.0, 0.10915, 0.09465, 0.0823},
                              kParallel},
                             // parallel axes of opposite directions
                             {"opposite axes",
                              {0.0, -0.425, -0.39225, 0.0, 0.0, 0.0},
                              {kRight, pi, 0.0, kRight, -kRight, 0.0},
                              {0.089159, 0.0, 0.0, 0.10915, 0.09465, 0.0823},
                              kParallel},
                             // a wrist of three axes that do not meet in a point
                             {"Jaco",
                              {0.0, 0.41, 0.0, 0.0, 0.0, 0.0},
                              {kRight, pi, kRight, 55.0 * kDegree, 55.0 * kDegree, pi},
                              {0.2755, 0.0, -0.0098, -0.2498, -0.0846, -0.2133},
                              kGeneral},
                             {"offset wrist",
                              {0.0, 0.54, 0.15, 0.0, 0.0, 0.0},
                              {-kRight, 0.0, -kRight, kRight, -kRight, 0.0},
                              {0.2, 0.0, 0.0, 0.54, 0.13, 0.1},
                              kGeneral},
                             {"spherical shoulder",
                              {0.0, 0.0, 0.4, 0.2, 0.1, 0.0},
                              {kRight, -kRight, kRight, 0.3, -kRight, 0.0},
                              {0.0, 0.0, 0.3, 0.1, 0.2, 0.0},
                              kShoulder},
                             {"parallel from the tip",
                              {0.0, 0.1, 0.4, 0.3, 0.1, 0.0},
                              {kRight, kRight, 0.0, 0.0, kRight, 0.0},
                              {0.0, 0.0, 0.1, 0.1, 0.2, 0.1},
                              kParallelFromTip}};
  constexpr const char* kDrawn[] = {"drawn 1", "drawn 2", "drawn 3", "drawn 4", "drawn 5"};
  for (int k = 0; k < 5; ++k) {
    DhArm arm{kDrawn[k], {}, {}, {}, kGeneral};
    for (std::size_t i = 0; i < 6; ++i) {
      const int at = 6 * k + static_cast<int>(i) + 11;
      arm.a[i] = 0.4 * bodies::halton(at, 2) - 0.2;
      arm.alpha[i] = pi * (2.0 * bodies::halton(at, 3) - 1.0);
      arm.d[i] = 0.4 * bodies::halton(at, 5) - 0.2;
    }
    arms.push_back(arm);
  }
  return arms;
}

class AllPoses : public testing::TestWithParam<DhArm> {};

TEST_P(AllPoses, KnowTheGeometry) {
  EXPECT_EQ(GetParam().hinges().geometry(), GetParam().geometry);
}

TEST_P(AllPoses, AreProvenAtGenericGoalsAndHoldTheOneThatMadeTheGoal) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  constexpr int kGoals = 1000;
  int proven = 0;
  for (int i = 0; i < kGoals; ++i) {
    const Angles theta = arm.drawn(i);
    const Eigen::Isometry3d goal = arm.frame(theta);
    const bool all = hinges.solve(ik::Isometry(goal));
    proven += all ? 1 : 0;
    EXPECT_LE(hinges.count(), hinges.bound());
    for (int k = 0; k < hinges.count(); ++k) {
      const Angles pose = Eigen::Map<const Angles>(hinges.pose(k).data());
      EXPECT_LT((arm.frame(pose).matrix() - goal.matrix()).norm(), 1e-9) << arm.name << i;
      for (int other = 0; other < k; ++other) EXPECT_GT(apart(hinges.pose(other), pose), 1e-9);
    }
    EXPECT_TRUE(!all || lists(hinges, theta, 1e-6)) << arm.name << ' ' << i;
  }
  EXPECT_GE(proven, kGoals - 1) << arm.name;
}

TEST_P(AllPoses, AreMissedByNoStartOfNewtonsMethod) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  int found = 0, listed = 0;
  for (int i = 0; i < 12; ++i) {
    const Eigen::Isometry3d goal = arm.frame(arm.drawn(700 + i));
    if (!hinges.solve(ik::Isometry(goal))) continue;
    listed += hinges.count();
    std::vector<bool> seen(static_cast<std::size_t>(hinges.count()));
    for (int start = 0; start < 150; ++start) {
      Angles theta = arm.drawn(3000 + 150 * i + start);
      if (!arm.descend(goal, theta)) continue;
      ASSERT_TRUE(lists(hinges, theta, 1e-5)) << arm.name << ", goal " << i;
      for (int k = 0; k < hinges.count(); ++k) {
        if (apart(hinges.pose(k), theta) < 1e-5) seen[static_cast<std::size_t>(k)] = true;
      }
    }
    found += static_cast<int>(std::ranges::count(seen, true));
  }
  // the starts find nearly all, so that the comparison says something
  EXPECT_GE(found, listed * 8 / 10) << arm.name;
}

TEST_P(AllPoses, AreNoneFarAway) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  double length = 0.0;
  for (std::size_t i = 0; i < 6; ++i) length += std::hypot(arm.a[i], arm.d[i]);
  int proven = 0;
  for (int i = 0; i < 20; ++i) {
    Eigen::Isometry3d goal = arm.frame(arm.drawn(i));
    goal.translation() = goal.translation().normalized() * (length + 0.05);
    proven += hinges.solve(ik::Isometry(goal), 1e-6) ? 1 : 0;
    EXPECT_EQ(hinges.count(), 0);
  }
  EXPECT_GE(proven, 18) << arm.name;
}

TEST_P(AllPoses, AreNotProvenWhereTwoMeet) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  int singular = 0;
  for (int i = 0; i < 40; ++i) {
    Angles theta;
    if (!arm.singular(i, theta)) continue;
    ++singular;
    const Eigen::Isometry3d at = arm.frame(theta);
    Eigen::Isometry3d goal = at;
    EXPECT_FALSE(hinges.solve(ik::Isometry(goal))) << arm.name << ' ' << i;
    // two meet at a goal within the slack, also where they are apart or have no pose here
    for (const double away : {1e-7, -1e-7}) {
      goal.translation() = at.translation() + away * Eigen::Vector3d(0.6, -0.64, 0.48);
      EXPECT_FALSE(hinges.solve(ik::Isometry(goal), 1e-5)) << arm.name << ' ' << i << ' ' << away;
    }
  }
  EXPECT_GT(singular, 5);
}

/// A goal moved by a way and a rotation vector.
Eigen::Isometry3d moved(const Eigen::Isometry3d& goal, const Angles& by) {
  Eigen::Isometry3d now = goal;
  const Eigen::Vector3d turn = by.tail<3>();
  now.translation() += by.head<3>();
  if (turn.norm() > 0.0)
    now.linear() = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * goal.linear();
  return now;
}

/// Across a goal with a singular pose, in the direction that no joint moves, two poses appear.
TEST_P(AllPoses, AreProvenForAGoalWithSlackOnlyIfNoneAppearsWithinIt) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  constexpr double kSlack = 1e-6;
  int beside = 0, proven = 0;
  for (int i = 0; i < 40; ++i) {
    Angles theta;
    if (!arm.singular(i, theta)) continue;
    const Eigen::JacobiSVD<Eigen::Matrix<double, 6, 6>> svd(arm.jacobian(theta),
                                                            Eigen::ComputeFullU);
    Angles across = svd.matrixU().col(5);
    across *= kSlack / std::max(across.head<3>().norm(), across.tail<3>().norm());
    for (const double away : {-0.95, -0.5, 0.5, 0.95}) {
      const Eigen::Isometry3d goal = moved(arm.frame(theta), away * across);
      EXPECT_FALSE(hinges.solve(ik::Isometry(goal), kSlack)) << arm.name << ' ' << i << ' ' << away;
    }
    for (const double away : {-2e4, 2e4}) {
      ++beside;
      const Eigen::Isometry3d goal = moved(arm.frame(theta), away * across);
      proven += hinges.solve(ik::Isometry(goal), kSlack) ? 1 : 0;
    }
  }
  EXPECT_GE(proven, 0.6 * beside) << arm.name;
}

TEST_P(AllPoses, OfAGoalWithSlackHoldThoseOfEveryGoalWithinIt) {
  const DhArm& arm = GetParam();
  SixHinges hinges = arm.hinges();
  constexpr double kSlack = 1e-6;
  constexpr int kBases[] = {2, 3, 5, 7, 11, 13};
  int proven = 0;
  for (int i = 0; i < 30; ++i) {
    const Eigen::Isometry3d goal = arm.frame(arm.drawn(i + 300));
    if (!hinges.solve(ik::Isometry(goal), kSlack)) continue;
    ++proven;
    for (int k = 0; k < 4; ++k) {
      Angles by;
      for (int j = 0; j < 6; ++j) by[j] = 2.0 * bodies::halton(8 * i + k + 20, kBases[j]) - 1.0;
      by.head<3>() *= kSlack / by.head<3>().norm();
      by.tail<3>() *= kSlack / by.tail<3>().norm();
      const Eigen::Isometry3d near = moved(goal, by);
      for (int p = 0; p < hinges.count(); ++p) {
        Angles theta = Eigen::Map<const Angles>(hinges.pose(p).data());
        ASSERT_TRUE(arm.descend(near, theta)) << arm.name << ' ' << i;
        EXPECT_LE(apart(hinges.pose(p), theta), hinges.margin(p)) << arm.name << ' ' << i;
      }
      for (int start = 0; start < 15; ++start) {
        Angles theta = arm.drawn(15 * (4 * i + k) + start);
        if (!arm.descend(near, theta)) continue;
        bool listed = false;
        for (int p = 0; p < hinges.count(); ++p) {
          listed = listed || apart(hinges.pose(p), theta) <= hinges.margin(p);
        }
        EXPECT_TRUE(listed) << arm.name << ' ' << i;
      }
    }
  }
  EXPECT_GE(proven, 20) << arm.name;
}

INSTANTIATE_TEST_SUITE_P(Arm, AllPoses, testing::ValuesIn(dh_arms()), [](const auto& arm) {
  std::string name = arm.param.name;
  std::erase_if(name, [](char c) { return !std::isalnum(c); });
  return name;
});

/// Parallel neighbours make P(x_3) singular.
bool has_parallel_neighbours(const DhArm& arm) {
  return std::any_of(arm.alpha.begin(), arm.alpha.end() - 1,
                     [](double alpha) { return std::abs(std::sin(alpha)) < 1e-9; });
}

TEST(AllPosesOfGeneralArms, AreThoseOfAnEigenproblem) {
  // the imaginary part of a root, as a share: rounding below the first, complex above the second
  constexpr double kReal = 1e-6, kComplex = 1e-3;
  constexpr int kGoals = 20;
  int arms = 0;
  for (const DhArm& arm : dh_arms()) {
    if (arm.geometry != SixHinges::Geometry::kGeneral || has_parallel_neighbours(arm)) continue;
    ++arms;
    SCOPED_TRACE(arm.name);
    SixHinges hinges = arm.hinges();
    int compared = 0;
    for (int i = 0; i < kGoals; ++i) {
      const Eigen::Isometry3d goal = arm.frame(arm.drawn(1500 + i));
      if (!hinges.solve(ik::Isometry(goal))) continue;
      const witness::HingeEigenproblem<DhArm> other(arm, goal);
      std::vector<double> real;
      bool doubtful = false;
      for (const std::complex<double>& root : other.roots()) {
        const double share = std::abs(root.imag()) / (1.0 + std::norm(root));
        if (share < kReal) real.push_back(root.real());
        doubtful = doubtful || (share >= kReal && share <= kComplex);
      }
      if (doubtful) continue;
      ++compared;
      EXPECT_EQ(static_cast<int>(real.size()), hinges.count()) << i;
      for (const double root : real) {
        Angles theta = other.angles(root);
        EXPECT_TRUE(arm.descend(goal, theta) && lists(hinges, theta, 1e-6)) << i << ' ' << root;
      }
    }
    EXPECT_GE(compared, kGoals * 3 / 4);
  }
  EXPECT_EQ(arms, 6);  // Manseur and Doty's, and the drawn ones
}

TEST(SixHinges, KnowHowFarAPoseMovesWithItsGoal) {
  for (const DhArm& arm : dh_arms()) {
    SCOPED_TRACE(arm.name);
    SixHinges hinges = arm.hinges();
    if (hinges.reversed()) continue;  // their J is the one of the loop from the tip
    for (int i = 0; i < 20; ++i) {
      if (!hinges.solve(ik::Isometry(arm.frame(arm.drawn(2200 + i))))) continue;
      for (int k = 0; k < hinges.count(); ++k) {
        // the hand's place is where the last axis begins
        Eigen::Matrix<double, 6, 6> J;
        std::array<Eigen::Isometry3d, 6> frames;
        Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
        for (std::size_t j = 0; j < 6; ++j) {
          frames[j] = frame;
          frame = frame * arm.link(j, hinges.pose(k)[j]);
        }
        for (std::size_t j = 0; j < 6; ++j) {
          const Eigen::Vector3d axis = frames[j].linear().col(2);
          const Eigen::Vector3d lever = frames[5].translation() - frames[j].translation();
          J.col(static_cast<int>(j)) << axis.cross(lever), axis;
        }
        const double expected = J.inverse().norm();
        EXPECT_NEAR(hinges.sensitivity(k), expected, 1e-6 * expected);
      }
    }
  }
}

TEST(SixHinges, FindExactPosesWhereAxesNearlyMeet) {
  // within SixHinges::kMeet the closed form takes them for axes that meet
  for (DhArm arm : dh_arms()) {
    SixHinges::Geometry closed = arm.hinges().geometry();
    if (closed != SixHinges::Geometry::kWrist && closed != SixHinges::Geometry::kParallel) continue;
    SCOPED_TRACE(arm.name);
    arm.a[4] += 4e-10;
    SixHinges hinges = arm.hinges();
    ASSERT_EQ(hinges.geometry(), closed);
    for (int i = 0; i < 50; ++i) {
      const Eigen::Isometry3d goal = arm.frame(arm.drawn(3100 + i));
      hinges.solve(ik::Isometry(goal));
      for (int k = 0; k < hinges.count(); ++k) {
        const Angles pose = Eigen::Map<const Angles>(hinges.pose(k).data());
        EXPECT_LT((arm.frame(pose).matrix() - goal.matrix()).norm(), 1e-13) << i;
      }
    }
  }
}

TEST(AllPosesOfManseurAndDoty, AreTheSixteenOfTheirGoal) {
  const DhArm arm = dh_arms().front();
  SixHinges hinges = arm.hinges();
  // as published, with six digits
  Eigen::Matrix3d rotation;
  rotation << -0.760117, -0.641689, 0.102262, 0.133333, 0.0, 0.991071, -0.635959, 0.766965,
      0.085558;
  Eigen::Isometry3d goal = Eigen::Isometry3d::Identity();
  goal.linear() = Eigen::Quaterniond(rotation).normalized().toRotationMatrix();
  goal.translation() = Eigen::Vector3d(-1.140175, 0.0, 0.0);
  EXPECT_TRUE(hinges.solve(ik::Isometry(goal)));
  EXPECT_EQ(hinges.count(), 16);
}

}  // namespace
