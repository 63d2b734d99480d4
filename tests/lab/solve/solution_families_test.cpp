#include "lab/solve/solution_families.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/solve/solution_search.h"

namespace {

constexpr double kStraightAngle = std::numbers::pi;

/// A family whose pose is its parameter.
ik::Family family(double period, std::vector<ik::Family::Arc> arcs) {
  ik::Family family;
  family.period = period;
  family.arcs = std::move(arcs);
  family.pose = [](double s) { return ik::VectorX::Constant(1, s); };
  return family;
}

TEST(SolutionFamilies, SnapToTheNearestPlaceWithinTheLimits) {
  const ik::Family closed = family(2.0 * kStraightAngle, {{-1.0, 0.5}, {2.0, 4.0}});
  EXPECT_EQ(lab::range_of(closed).from, -kStraightAngle);
  EXPECT_EQ(lab::range_of(closed).to, kStraightAngle);
  EXPECT_EQ(lab::nearest_allowed(closed, 0.2), 0.2);
  EXPECT_EQ(lab::nearest_allowed(closed, 1.0), 0.5);
  EXPECT_EQ(lab::nearest_allowed(closed, 1.6), 2.0);
  EXPECT_EQ(lab::nearest_allowed(closed, -3.0), -3.0) << "within, a period earlier";
  EXPECT_NEAR(lab::nearest_allowed(closed, -2.0), 4.0 - 2.0 * kStraightAngle, 1e-15);
  const ik::Family seam = family(2.0 * kStraightAngle, {{2.0, 2.5}});
  EXPECT_EQ(lab::nearest_allowed(seam, -3.0), 2.5) << "over the seam";
  EXPECT_EQ(lab::nearest_allowed(seam, 0.0), 2.0);
  const ik::Family open = family(0.0, {{-0.5, 0.2}, {0.4, 1.0}});
  EXPECT_EQ(lab::range_of(open).from, -0.5);
  EXPECT_EQ(lab::nearest_allowed(open, 7.0), 1.0);
  EXPECT_EQ(lab::nearest_allowed(open, 0.25), 0.2);
}

TEST(SolutionFamilies, AreCutAtTheSeamOfTheirRange) {
  const auto arcs = lab::arcs_in_range(family(2.0 * kStraightAngle, {{-1.0, 0.5}, {2.0, 4.0}}));
  double length = 0.0;
  for (const ik::Family::Arc& arc : arcs) {
    EXPECT_GE(arc.from, -kStraightAngle);
    EXPECT_LE(arc.to, kStraightAngle);
    length += arc.to - arc.from;
  }
  EXPECT_EQ(arcs.size(), 3U);
  EXPECT_NEAR(length, 3.5, 1e-12);
}

TEST(SolutionFamilies, AreSweptEvenly) {
  const auto sweep = lab::sweep_of(family(0.0, {{0.0, 1.0}, {5.0, 6.0}}), 4);
  ASSERT_EQ(sweep.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const double expected[] = {0.25, 0.75, 5.25, 5.75};
    EXPECT_NEAR(sweep[i][0], expected[i], 1e-12);
  }
}

class FamiliesOfAScene : public testing::TestWithParam<const char*> {};

TEST_P(FamiliesOfAScene, HoldTheirPoses) {
  lab::Tracker tracker(io::find_scene(GetParam()), *ik::find_method("dls"));
  tracker.change([](lab::Setup& setup) { setup.frozen = true; });
  const lab::StandingLane lane(tracker);
  const std::vector<ik::Family> families = lab::families_of(lane);
  ASSERT_GT(families.size(), 1U);
  for (std::size_t i = 0; i < families.size(); ++i) {
    for (const ik::VectorX& theta : lab::sweep_of(families[i], 5)) {
      EXPECT_TRUE(lab::is_solved(lane, theta));
      const auto place = lab::place_on(families, tracker.multibody(), theta);
      ASSERT_TRUE(place.has_value());
      EXPECT_EQ(place->family, i);
      EXPECT_LT((families[i].pose(place->parameter) - theta).norm(), 1e-4);
    }
  }
  EXPECT_FALSE(lab::place_on(families, tracker.multibody(), ik::VectorX::Constant(7, 0.3)));
}

INSTANTIATE_TEST_SUITE_P(Arm, FamiliesOfAScene, testing::Values("iiwa14", "panda"));

TEST(SolutionFamilies, AreNoneOfOtherBodies) {
  lab::Tracker tracker(io::find_scene("kr6"), *ik::find_method("dls"));
  EXPECT_TRUE(lab::families_of(lab::StandingLane(tracker)).empty());
}

}  // namespace
