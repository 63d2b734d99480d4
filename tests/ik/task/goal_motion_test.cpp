#include "ik/methods/motion_plan.h"

#include <numbers>

#include <gtest/gtest.h>

#include "support/aiming.h"

namespace {

using Points = std::vector<Eigen::Vector3d>;

/// A body with two hands, the first with an aim, and a GoalMotion that observes its targets.
class Watch {
 public:
  explicit Watch(ik::AimKind kind = ik::AimKind::kNone)
      : body_(bodies::with_aims(bodies::forked_tree(), {kind, ik::AimKind::kNone})),
        pose_(ik::pose_at(body_, body_.initial_theta())) {}

  ik::Problem problem() const {
    ik::Problem problem{body_, pose_, targets};
    problem.aims = aims;
    problem.d_max = d_max;
    problem.weights = weights;
    return problem;
  }
  void see(const Points& places, bool goes_on = true) {
    targets = places;
    motion.observe(problem(), goes_on);
  }
  Points ahead(double steps) {
    Points places;
    motion.look_ahead(problem(), steps, places, aims_ahead);
    return places;
  }

  Points targets = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  std::vector<ik::Aim> aims, aims_ahead;
  std::vector<double> d_max, weights;
  ik::GoalMotion motion;

 private:
  ik::Multibody body_;
  ik::Pose pose_;
};

Points parabolas(double k) {
  return {{1.0 + 0.02 * k - 0.001 * k * k, 0.5 * k, 3.0}, {0.003 * k * k, -0.1 * k, 0.2 * k}};
}

TEST(GoalMotion, ForeseesTargetsOnParabolas) {
  Watch watch;
  for (int k = 0; k < 4; ++k) watch.see(parabolas(k), k > 0);
  for (const double steps : {0.0, 1.0, 2.5, 20.0}) {
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_LT((watch.ahead(steps)[i] - parabolas(3.0 + steps)[i]).norm(), 1e-12) << steps;
    }
  }
}

TEST(GoalMotion, ForeseesOrientationsThatTurnSteadily) {
  Watch watch(ik::AimKind::kOrientation);
  const Eigen::Vector3d axis = Eigen::Vector3d(1.0, -2.0, 0.5).normalized();
  const auto turned = [&](double k) {
    return Eigen::Matrix3d(Eigen::AngleAxisd(0.3 + 0.07 * k, axis));
  };
  for (int k = 0; k < 4; ++k) {
    watch.aims = {ik::Aim{Eigen::Vector3d::UnitX(), turned(k)}};
    watch.see(watch.targets, k > 0);
  }
  watch.ahead(6.0);
  EXPECT_LT((watch.aims_ahead[0].orientation - turned(9.0)).norm(), 1e-12);
}

TEST(GoalMotion, ForeseesOrientationsThatTurnAboutAnAxisOfTheWorld) {
  // the start is a quarter turn about another axis, so world and body axes differ
  const Eigen::Matrix3d start(Eigen::AngleAxisd(0.5 * std::numbers::pi, Eigen::Vector3d::UnitX()));
  const auto turned = [&](double k) {
    return Eigen::Matrix3d(Eigen::AngleAxisd(0.07 * k, Eigen::Vector3d::UnitY()) * start);
  };
  Watch watch(ik::AimKind::kOrientation);
  for (int k = 0; k < 4; ++k) {
    watch.aims = {ik::Aim{Eigen::Vector3d::UnitX(), turned(k)}};
    watch.see(watch.targets, k > 0);
  }
  watch.ahead(6.0);
  EXPECT_LT((watch.aims_ahead[0].orientation - turned(9.0)).norm(), 1e-12);
  const Eigen::Matrix3d by_own_axis =
      turned(3.0) * Eigen::AngleAxisd(0.07 * 6.0, Eigen::Vector3d::UnitY());
  EXPECT_GT((by_own_axis - turned(9.0)).norm(), 0.1) << "no test of the order";
}

TEST(GoalMotion, ForeseesDirectionsOfAnyLengthToTheSecondOrder) {
  Watch watch(ik::AimKind::kDirection);
  const auto turned = [](double k) {
    return Eigen::Vector3d(std::cos(0.01 * k), std::sin(0.01 * k), 0.0);
  };
  for (int k = 0; k < 4; ++k) {
    watch.aims = {ik::Aim{5.0 * turned(k)}};
    watch.see(watch.targets, k > 0);
  }
  watch.ahead(5.0);
  // the third derivative is 1e-6; five steps give less than 5 * 6 * 7 / 6 times that
  EXPECT_LT((watch.aims_ahead[0].direction - turned(8.0)).norm(), 3.5e-5);
}

TEST(GoalMotion, KnowsAWavesFrequencyAndSpeed) {
  Watch watch;
  const double omega = 0.05;
  for (int k = 0; k < 700; ++k) {
    const Eigen::Vector3d place(2.0 * std::cos(omega * k), 2.0 * std::sin(omega * k), 0.0);
    watch.see({place, 3.0 * place}, k > 0);
  }
  // chords of a circle: |v| = 2 r sin(omega / 2), |a| = 2 sin(omega / 2) |v|
  const double chord = 2.0 * std::sin(0.5 * omega);
  EXPECT_NEAR(watch.motion.timescale(), 1.0 / chord, 1e-6 / chord);
  EXPECT_NEAR(watch.motion.speed(), chord * std::sqrt((4.0 + 36.0) / 2.0), 1e-9);
}

TEST(GoalMotion, RemembersSpeedsForSomeThirtySteps) {
  // from 1 to 2 m per step: the mean of |v|^2 goes from 1 to 4; after the memory's 30 steps, 1 / e
  // of the change is left
  Watch watch;
  double x = 0.0;
  watch.see({Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()}, false);
  const auto go = [&](double way) {
    x += 0.1 * way;
    watch.see({{x, 0.0, 0.0}, {x, 0.0, 0.0}});
    return std::pow(watch.motion.speed() / 0.1, 2);
  };
  for (int k = 0; k < 1000; ++k) go(1.0);
  double square = go(1.0);
  EXPECT_NEAR(square, 1.0, 1e-9);
  int steps = 0;
  for (; 4.0 - square > 3.0 / std::numbers::e; ++steps) square = go(2.0);
  EXPECT_GE(steps, 27);
  EXPECT_LE(steps, 36);
  // in the long run the past is forgotten
  for (int k = 0; k < 1000; ++k) square = go(2.0);
  EXPECT_NEAR(square, 4.0, 1e-9);
}

TEST(GoalMotion, RemembersTurnsAsLongAsSpeeds) {
  // the path leaves a circle along its tangent: |a|^2 decays as e^(-k / 30), so the timescale grows
  // with the inverse root
  Watch watch;
  const double omega = 0.2;
  const auto see = [&](const Eigen::Vector3d& p, bool goes_on) { watch.see({p, p}, goes_on); };
  Eigen::Vector3d place, before;
  for (int k = 0; k < 1000; ++k) {
    before = place;
    place = Eigen::Vector3d(std::cos(omega * k), std::sin(omega * k), 0.0);
    see(place, k > 0);
  }
  const double turning = watch.motion.timescale();
  const Eigen::Vector3d way = place - before;
  for (int k = 0; k < 30; ++k) see(place += way, true);
  const double kept = std::pow(turning / watch.motion.timescale(), 2);
  EXPECT_GT(kept, 0.3);
  EXPECT_LT(kept, 0.45);
}

TEST(GoalMotion, TrustsNoJumpAndNoBeginning) {
  Watch watch;
  watch.see(parabolas(0), false);
  EXPECT_FALSE(watch.motion.moving());
  watch.see(parabolas(0));
  EXPECT_FALSE(watch.motion.moving());
  watch.see(parabolas(1));
  EXPECT_TRUE(watch.motion.moving());
  EXPECT_EQ(watch.motion.timescale(), 1.0);
  // the jump from rest does not count as a lasting acceleration
  const Points next = watch.ahead(1.0);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT((next[i] - 2.0 * parabolas(1)[i] + parabolas(0)[i]).norm(), 1e-12);
  }
  watch.see(parabolas(2), false);
  EXPECT_FALSE(watch.motion.moving());
  EXPECT_EQ(watch.ahead(5.0), watch.targets);
}

TEST(GoalMotion, CallsAStraightWayStraightForAThousandSteps) {
  Watch watch;
  for (int k = 0; k < 2000; ++k) {
    watch.see({{0.25 * k, 0.0, 0.0}, {0.0, 0.5 * k, 0.0}}, k > 0);
  }
  EXPECT_DOUBLE_EQ(watch.motion.timescale(), 1000.0);
}

TEST(GoalMotion, GoesNoFurtherThanDMaxAndCountsGoalsByTheirWeights) {
  Watch watch;
  watch.d_max = {0.1, ik::kUnlimited};
  watch.weights = {4.0, 0.0};
  watch.see({Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()}, false);
  watch.see({Eigen::Vector3d::Zero(), {0.0, 3.0, 0.0}});
  EXPECT_FALSE(watch.motion.moving()) << "the second goal is given up";
  watch.see({{7.0, 0.0, 0.0}, {0.0, 6.0, 0.0}});
  EXPECT_NEAR(watch.motion.speed(), std::sqrt(4.0 * 0.1 * 0.1 / 2.0), 1e-12);
  EXPECT_LT((watch.ahead(1.0)[0] - Eigen::Vector3d(7.1, 0.0, 0.0)).norm(), 1e-12);
}

TEST(GoalMotion, StaysFiniteWhereverTargetsJump) {
  Watch watch;
  watch.see({{1e300, -1e300, 0.0}, {1.0, 0.0, 0.0}}, false);
  watch.see({{-1.7e308, 1e300, 0.0}, {1.0, 0.0, 0.0}});
  EXPECT_TRUE(watch.ahead(40.0)[0].allFinite());
  EXPECT_TRUE(std::isfinite(watch.motion.speed()));
}

}  // namespace
