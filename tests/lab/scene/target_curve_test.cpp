#include "lab/scene/scene.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

using Eigen::Vector3d;

const std::vector<Vector3d> kPoints = {
    {0.0, 0.0, 0.0}, {1.0, 0.5, 0.0}, {1.0, 2.0, -1.0}, {-1.0, 1.0, 0.3}};

TEST(WaveCurve, IsItsCenterPlusItsSinusoids) {
  const lab::TargetCurve curve(
      lab::WaveCurve{{1.0, 2.0, 3.0}, {{{0.5, 0.0, 0.0}, 6.0, 0.0}, {{0.0, 0.2, -0.1}, 7.0, 0.4}}});
  const double t = 1.37;
  EXPECT_NEAR(curve.at(t).x(), 1.0 + 0.5 * std::sin(6.0 * t), 1e-15);
  EXPECT_NEAR(curve.at(t).y(), 2.0 + 0.2 * std::sin(7.0 * t + 0.4), 1e-15);
  EXPECT_NEAR(curve.at(t).z(), 3.0 - 0.1 * std::sin(7.0 * t + 0.4), 1e-15);
  EXPECT_FALSE(curve.jumps_between(0.0, 100.0));
}

TEST(SplineCurve, PassesItsPointsAtEqualTimesRoundAndRound) {
  const lab::TargetCurve curve(lab::SplineCurve{kPoints, 2.0});
  for (int round = -2; round <= 2; ++round) {
    for (int i = 0; i < 4; ++i) {
      EXPECT_LT((curve.at(2.0 * round + 0.5 * i) - kPoints[static_cast<std::size_t>(i)]).norm(),
                1e-14);
    }
  }
}

TEST(SplineCurve, HasNoCornerAndTheSlopesOfCatmullAndRom) {
  const lab::TargetCurve curve(lab::SplineCurve{kPoints, 4.0});  // one point per second
  const double h = 1e-6;
  for (int i = 0; i < 4; ++i) {
    const Vector3d before = (curve.at(i) - curve.at(i - h)) / h;
    const Vector3d after = (curve.at(i + h) - curve.at(i)) / h;
    const Vector3d expected = 0.5 * (kPoints[static_cast<std::size_t>((i + 1) % 4)] -
                                     kPoints[static_cast<std::size_t>((i + 3) % 4)]);
    EXPECT_LT((before - expected).norm(), 1e-4);
    EXPECT_LT((after - expected).norm(), 1e-4);
  }
}

TEST(JumpCurve, StandsAndJumps) {
  const lab::TargetCurve curve(lab::JumpCurve{kPoints, 4.0});
  EXPECT_EQ(curve.at(0.0), kPoints[0]);
  EXPECT_EQ(curve.at(0.999), kPoints[0]);
  EXPECT_EQ(curve.at(1.0), kPoints[1]);
  EXPECT_EQ(curve.at(7.5), kPoints[3]);
  EXPECT_EQ(curve.at(-0.5), kPoints[3]);
  EXPECT_TRUE(curve.jumps_between(0.999, 1.0));
  EXPECT_FALSE(curve.jumps_between(1.0, 1.999));
  EXPECT_TRUE(curve.jumps_between(3.9, 4.1));
}

TEST(TargetCurve, IsAPointOrNoNumberForTimesThatPeriodsCannotCount) {
  const double least = std::numeric_limits<double>::denorm_min();
  for (const double time : {1.0, 1e300, -1e300, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    const Vector3d jump = lab::TargetCurve(lab::JumpCurve{kPoints, least}).at(time);
    EXPECT_NE(std::find(kPoints.begin(), kPoints.end(), jump), kPoints.end());
    lab::TargetCurve(lab::SplineCurve{kPoints, least}).at(time);
  }
}

TEST(TargetCurve, NeedsPointsAndAPeriod) {
  EXPECT_THROW(lab::TargetCurve(lab::SplineCurve{{}, 1.0}), std::invalid_argument);
  EXPECT_THROW(lab::TargetCurve(lab::JumpCurve{{}, 1.0}), std::invalid_argument);
  EXPECT_THROW(lab::TargetCurve(lab::JumpCurve{kPoints, 0.0}), std::invalid_argument);
  EXPECT_THROW(lab::TargetCurve(lab::SplineCurve{kPoints, std::nan("")}), std::invalid_argument);
}

TEST(TargetCurve, OfOnePointStandsStill) {
  const lab::TargetCurve curve(lab::SplineCurve{{kPoints[2]}, 3.0});
  for (const double t : {-1.0, 0.0, 0.4, 1e9}) EXPECT_LT((curve.at(t) - kPoints[2]).norm(), 1e-15);
}

}  // namespace
