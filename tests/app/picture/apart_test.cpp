#include "app/picture/apart.h"

#include <gtest/gtest.h>

namespace {

using Points = std::vector<Eigen::Vector3d>;

/// Points on a line, m.
Points on_a_line(std::initializer_list<double> places) {
  Points points;
  for (const double x : places) points.push_back({x, 0.0, 0.0});
  return points;
}

TEST(FarthestApart, IsTheLargestDistanceToTheNearestOfTheOthers) {
  // the third point of lane 0 is 5 from lane 1, but lane 2 has it, too; the second is 2 from both
  const Points lanes[] = {on_a_line({0.0, 2.0, 5.0}), on_a_line({0.0, 0.0, 0.0}),
                          on_a_line({0.0, 4.0, 5.0})};
  EXPECT_EQ(app::farthest_apart(lanes, 0, 0), 1U);
  EXPECT_EQ(app::farthest_apart(lanes, 1, 0), 2U);
  EXPECT_EQ(app::farthest_apart(lanes, 2, 0), 1U);
}

TEST(FarthestApart, StaysUntilAnotherPointIsHalfAsFarAgain) {
  const auto chosen = [](double second) {
    const Points lanes[] = {on_a_line({0.0, 0.0}), on_a_line({1.0, second})};
    return app::farthest_apart(lanes, 0, 0);
  };
  EXPECT_EQ(chosen(1.4), 0U);
  EXPECT_EQ(chosen(1.6), 1U);
}

TEST(FarthestApart, TakesABodyWithFewerPointsThanBefore) {
  const Points lanes[] = {on_a_line({0.0, 1.0}), on_a_line({0.0, 3.0})};
  EXPECT_EQ(app::farthest_apart(lanes, 0, 7), 1U);
}

}  // namespace
