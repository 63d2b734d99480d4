#include "lab/crowd/crowd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/scenes.h"
#include "support/vision.h"

namespace {

using lab::CrowdTone;
using lab::EffectorStatus;
using vision::Sight;

/// Straight arms of two 1 m links with fixed targets.
class StandingCrowd {
 public:
  explicit StandingCrowd(const std::vector<Eigen::Vector3d>& places)
      : crowd_(scene(places), delays(places.size()), {ik::find_method("dls"), {}}) {
    crowd_.plan_place(0.0);
    lab::Crowd::Scratch scratch = crowd_.make_scratch();
    crowd_.advance(0, crowd_.blocks(), scratch);
  }

  /// The fourth number of each body's first point, which holds its tone.
  std::vector<double> tones(CrowdTone tone) const {
    std::vector<float> points(static_cast<std::size_t>(4 * crowd_.point_count() * crowd_.count()));
    crowd_.write_points(0, crowd_.blocks(), points);
    crowd_.write_tones(tone, 0, crowd_.blocks(), points);
    std::vector<double> values;
    for (int b = 0; b < crowd_.count(); ++b) {
      values.push_back(points[static_cast<std::size_t>(4 * crowd_.point_count() * b + 3)]);
    }
    return values;
  }
  const lab::Crowd& crowd() const { return crowd_; }

 private:
  /// The target jumps to the next place every second. Body b is b + 0.5 seconds ahead.
  static lab::Scene scene(const std::vector<Eigen::Vector3d>& places) {
    lab::TargetCurve curve(lab::JumpCurve{places, static_cast<double>(places.size())});
    return {"arm", "Arm", "", bodies::planar_arm(2), {std::move(curve)}, {}};
  }
  static std::vector<double> delays(std::size_t count) {
    std::vector<double> result;
    for (std::size_t b = 0; b < count; ++b) result.push_back(-0.5 - static_cast<double>(b));
    return result;
  }

  lab::Crowd crowd_;
};

TEST(CrowdTones, AreTheErrorsOfBodiesThatAreKnown) {
  // the hand of the straight arm is at (2, 0, 0)
  const StandingCrowd standing(
      {{2.0, 0.3, 0.0}, {2.0, 0.0, 0.0}, {2.0, 0.0, 1.5}, {1.6, 0.3, 0.0}});
  const std::vector<double> errors = standing.tones(CrowdTone::kError);
  const double expected[] = {0.3, 0.0, 1.5, 0.5};
  for (std::size_t b = 0; b < errors.size(); ++b) EXPECT_NEAR(errors[b], expected[b], 1e-6) << b;
  EXPECT_NEAR(standing.crowd().errors(0, standing.crowd().blocks()).most, 1.5, 1e-12);
  EXPECT_NEAR(standing.crowd().errors(0, standing.crowd().blocks()).sum, 2.3, 1e-12);
}

TEST(CrowdTones, AreTheStatusesThatPlacesTell) {
  // reached: a thousandth of the reach of 2 m; near: a tenth of it
  const StandingCrowd standing(
      {{2.0, 0.001, 0.0}, {1.9, 0.0, 0.0}, {1.0, 1.0, 0.0}, {3.0, 0.0, 0.0}, {NAN, 0.0, 0.0}});
  const std::vector<double> statuses = standing.tones(CrowdTone::kStatus);
  ASSERT_EQ(statuses.size(), std::size(lab::kCrowdStatuses));
  for (std::size_t b = 0; b < statuses.size(); ++b) EXPECT_EQ(statuses[b], static_cast<double>(b));
}

TEST(CrowdTones, AreNothingWhereTheMethodColours) {
  for (const double tone :
       StandingCrowd({{1.0, 1.0, 0.0}, {3.0, 0.0, 0.0}}).tones(CrowdTone::kMethod)) {
    EXPECT_EQ(tone, 0.0);
  }
}

TEST(CrowdTones, AreTheLargestNumberForAnErrorThatIsNone) {
  const StandingCrowd standing({{2.0, 0.3, 0.0}, {NAN, 0.0, 0.0}});
  EXPECT_EQ(standing.tones(CrowdTone::kError)[1], std::numeric_limits<float>::max());
  EXPECT_NEAR(standing.crowd().errors(0, standing.crowd().blocks()).most, 0.3, 1e-12);
}

TEST(CrowdTones, TakeTheWorstEffector) {
  // two hands: one at its target, the other 2 m off
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  std::vector<lab::TargetCurve> targets;
  for (int i = 0; i < body.effector_count(); ++i) {
    const Eigen::Vector3d away(i == 0 ? 200.0 : 0.0, 0.0, 0.0);
    targets.emplace_back(lab::WaveCurve{pose.effector.col(i) + away, {}});
  }
  lab::Crowd crowd({"tree", "", "", body, targets, {}}, {0.0}, {ik::find_method("dls"), {}});
  crowd.plan_place(0.0);
  lab::Crowd::Scratch scratch = crowd.make_scratch();
  crowd.advance(0, crowd.blocks(), scratch);
  std::vector<float> points(static_cast<std::size_t>(4 * crowd.point_count()));
  crowd.write_tones(CrowdTone::kStatus, 0, crowd.blocks(), points);
  EXPECT_EQ(lab::kCrowdStatuses[static_cast<std::size_t>(points[3])], EffectorStatus::kOutOfReach);
  crowd.write_tones(CrowdTone::kError, 0, crowd.blocks(), points);
  EXPECT_NEAR(points[3], 200.0 / body.effector_count(), 1e-4);
}

TEST(ErrorScale, EndsAtARoundNumberThatContainsTheError) {
  EXPECT_DOUBLE_EQ(lab::error_scale(0.31), 0.5);
  EXPECT_DOUBLE_EQ(lab::error_scale(0.5), 0.5);
  EXPECT_DOUBLE_EQ(lab::error_scale(0.51), 1.0);
  EXPECT_DOUBLE_EQ(lab::error_scale(13.0), 20.0);
  EXPECT_GT(lab::error_scale(0.0), 0.0);
}

/// Colour of the picture's floor in both themes, see gfx/draw/picture.cpp.
lab::Color floor(bool dark) {
  return dark ? lab::Color{0.165F, 0.196F, 0.243F} : lab::Color{0.965F, 0.965F, 0.961F};
}

TEST(ErrorTones, LeadAwayFromTheGroundInLuminanceToEverySight) {
  for (const bool dark : {false, true}) {
    for (const Sight sight : vision::kSights) {
      double before = -1.0;
      for (int i = 0; i <= 64; ++i) {
        const Eigen::Vector3d light = vision::linear(lab::error_tone(i / 64.0, dark));
        const double lightness = vision::cielab(vision::seen(light, sight))[0];
        const double away = dark ? lightness : 100.0 - lightness;
        EXPECT_GT(away, before) << dark << ' ' << i << ' ' << static_cast<int>(sight);
        before = away;
      }
    }
  }
}

TEST(ErrorTones, AreSeenOnTheFloorAndStandOutWhereTheErrorIsLarge) {
  for (const bool dark : {false, true}) {
    EXPECT_GE(vision::contrast(lab::error_tone(0.0, dark), floor(dark)), 1.3) << dark;
    EXPECT_GE(vision::contrast(lab::error_tone(1.0, dark), floor(dark)), 7.0) << dark;
  }
}

TEST(ErrorTones, LookEquallyFarApart) {
  for (const bool dark : {false, true}) {
    double least = 1e9, most = 0.0;
    for (int i = 0; i < 8; ++i) {
      const auto seen = [dark](double share) {
        return vision::cielab(vision::linear(lab::error_tone(share, dark)));
      };
      const double step = vision::ciede2000(seen(i / 8.0), seen((i + 1) / 8.0));
      least = std::min(least, step);
      most = std::max(most, step);
    }
    EXPECT_LT(most, 2.5 * least) << dark;
    EXPECT_GT(least, 4.0) << dark;
  }
}

TEST(StatusTones, DifferToEverySightAndStandOut) {
  for (const EffectorStatus a : lab::kCrowdStatuses) {
    for (const bool dark : {false, true}) {
      EXPECT_GE(vision::contrast(lab::status_tone(a, dark), floor(dark)), 2.5) << lab::name(a);
    }
    for (const EffectorStatus b : lab::kCrowdStatuses) {
      if (a <= b) continue;
      // distance() considers both backgrounds
      const lab::Color x = lab::status_tone(a, false), y = lab::status_tone(b, false);
      EXPECT_GE(vision::distance(x, y, vision::kSights), 18.0) << lab::name(a) << lab::name(b);
    }
  }
}

}  // namespace
