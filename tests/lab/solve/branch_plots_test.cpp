#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/scene/scene_file.h"
#include "lab/solve/branch_plots.h"
#include "lab/solve/solution_search.h"
#include "support/changes.h"

namespace {

lab::Tracker tracker_of_file(const std::string& file) {
  return {io::find_scene(IKLAB_SOURCE_DIR "/assets/" + file), *ik::find_method("dls")};
}

TEST(RegularWay, OfACuspidalArmKeepsTheSignOfThePrintedDeterminant) {
  const lab::StandingLane lane(tracker_of_file("figures/cuspidal.json"));
  const auto way = lab::regular_way(lane);
  ASSERT_TRUE(way);
  const ik::VectorX &first = way->theta.front(), &last = way->theta.back();
  EXPECT_FALSE(lab::same_pose(*lane.multibody, first, last));
  for (const ik::VectorX* const end : {&first, &last}) {
    const ik::Pose pose = ik::pose_at(*lane.multibody, *end);
    EXPECT_LT((pose.effector.col(0) - Eigen::Vector3d(2.5, 0.0, 0.5)).norm(), 1e-5);
  }
  // docs/all-poses.md, at many more places than were looked at
  constexpr double d2 = 1.0, d3 = 2.0, d4 = 1.5, r2 = 1.0;
  constexpr int kParts = 100'000;
  double least = 1e3;
  for (int i = 0; i <= kParts; ++i) {
    const ik::VectorX theta = first + static_cast<double>(i) / kParts * (last - first);
    const double sine = std::sin(theta[2]), cosine = std::cos(theta[2]);
    const double det =
        d4 * (d3 + d4 * cosine) * (d2 * sine + (d3 * sine - r2 * cosine) * std::cos(theta[1]));
    least = std::min(least, det);
    const std::size_t at = static_cast<std::size_t>(i) * (way->theta.size() - 1) / kParts;
    if (i % (kParts / 100) == 0) {
      EXPECT_NEAR(way->determinant[at], det, 1e-9);
    }
  }
  EXPECT_GT(least, 1.0);
}

TEST(RegularWay, IsNotThereForAPumaWhoseSidesChangeInSingularPosesAlone) {
  lab::Tracker tracker = tracker_of_file("arms/puma560.json");
  tracker.change(
      [](lab::Setup& setup) { setup.front_lane().settings.limits = lab::LimitRule::kIgnore; });
  EXPECT_FALSE(lab::regular_way(lab::StandingLane(tracker)));
}

TEST(RegularWay, NeedsASquareJacobian) {
  lab::Tracker tracker(io::find_scene("planar-arm"), *ik::find_method("dls"));
  EXPECT_FALSE(lab::regular_way(lab::StandingLane(tracker)));
}

TEST(BranchPlots, HaveTheSolutionsOfEveryStepAndLinesThatMeet) {
  const lab::Tracker tracker = tracker_of_file("figures/puma-on-a-line.json");
  const std::vector<lab::Plot> plots = lab::branch_plots(tracker, 200);
  ASSERT_EQ(plots.size(), 3U);
  for (const lab::Plot& plot : plots) {
    EXPECT_EQ(plot.series.size(), 16U) << "eight poses on either side of the first axis";
    EXPECT_EQ(plot.marks.size(), 6U) << "two elbows, a shoulder, a shoulder, two elbows";
    for (const lab::Series& line : plot.series) {
      for (std::size_t i = 1; i < line.x.size(); ++i) {
        EXPECT_LE(line.x[i] - line.x[i - 1], 0.005 + 1e-9);
        EXPECT_LT(std::abs(line.y[i] - line.y[i - 1]), 0.5) << plot.title;
      }
      // another line begins and another ends where this one does
      for (const bool end : {false, true}) {
        const auto at = [end](const std::vector<double>& v) { return end ? v.back() : v.front(); };
        EXPECT_GE(std::count_if(plot.series.begin(), plot.series.end(),
                                [&](const lab::Series& other) {
                                  return at(other.x) == at(line.x) &&
                                         std::abs(std::remainder(at(other.y) - at(line.y),
                                                                 6.283185307179586)) < 1e-9;
                                }),
                  2);
      }
    }
  }
}

TEST(PoseCount, SaysHowManyOfHowManyAndWhy) {
  lab::PoseCount count;
  lab::Tracker puma = tracker_of_file("arms/puma560.json");
  count.update(puma);
  EXPECT_NE(count.words().find(" of at most 8 poses within the limits, all proven: the last three "
                               "axes meet in a point"),
            std::string::npos)
      << count.words();
  puma.change(
      [](lab::Setup& setup) { setup.front_lane().settings.limits = lab::LimitRule::kIgnore; });
  count.update(puma);
  EXPECT_EQ(count.words(), "8 of at most 8 poses, all proven: the last three axes meet in a point");
  puma.change([](lab::Setup& setup) {
    setup.frozen = true;
    setup.targets[0].held = Eigen::Vector3d(3.0, 0.0, 0.0);
  });
  count.update(puma);
  EXPECT_EQ(count.words(), "0 of at most 8 poses, all proven: the last three axes meet in a point");
  count.update(tracker_of_file("figures/sixteen-poses.json"));
  EXPECT_EQ(count.words(), "16 of at most 16 poses, all proven: six hinges in general");
  count.update(lab::Tracker(io::find_scene("planar-arm"), *ik::find_method("dls")));
  EXPECT_EQ(count.words(), "");
}

}  // namespace
