#include "lab/solve/basin_map.h"

#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "support/basins.h"

namespace {

TEST(Basins, FindTheCellOfAPose) {
  const lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), "dls");
  lab::BasinPlane plane = lab::plane_of(lane, 1, 0, 20);
  EXPECT_NEAR(plane.x.low, -std::numbers::pi, 1e-15);
  EXPECT_NEAR(plane.x.high, std::numbers::pi, 1e-15);
  plane.y.count = 7;
  const lab::Basins basins(lane, plane);
  for (int cell = 0; cell < 140; ++cell) {
    ik::VectorX theta = basins.start(cell);
    EXPECT_EQ(basins.cell_at(theta), cell);
    theta[0] += 2.0 * std::numbers::pi;
    theta[1] -= 4.0 * std::numbers::pi;
    EXPECT_EQ(basins.cell_at(theta), cell) << "a whole turn is the same pose";
  }
  plane.x.low = 0.2;
  plane.x.high = 0.9;
  EXPECT_FALSE(lab::Basins(lane, plane).cell_at(Eigen::Vector2d(0.0, 1.0)));
}

TEST(Basins, KnowWhetherAnotherQuestionHasTheSameAnswer) {
  const lab::Scene scene = basins::two_links(basins::kGoal);
  const auto shared = std::make_shared<const lab::Scene>(scene);
  const auto lane_of = [&](const lab::Settings& settings) {
    return lab::StandingLane(
        lab::Tracker(lab::setup_of(shared, *ik::find_method("dls"), settings)));
  };
  lab::Settings settings;
  const lab::StandingLane lane = lane_of(settings);
  const lab::BasinPlane plane = lab::plane_of(lane, 0, 1, 8);
  const lab::Basins basins(lane, plane);
  EXPECT_TRUE(basins.same(lab::Basins(lane_of(settings), plane)));
  settings.iterations = 5;
  EXPECT_TRUE(basins.same(lab::Basins(lane_of(settings), plane)));
  lab::StandingLane moved = lane;
  moved.theta[0] += 0.1;  // a joint of the plane: starts replace it
  EXPECT_TRUE(basins.same(lab::Basins(moved, plane)));
  moved.targets[0].x() += 1e-3;
  EXPECT_FALSE(basins.same(lab::Basins(moved, plane)));
  settings.set_param("lambda", 0.123);
  EXPECT_FALSE(basins.same(lab::Basins(lane_of(settings), plane)));
  EXPECT_FALSE(basins.same(lab::Basins(lane, plane, {.budget = 61})));
  EXPECT_FALSE(basins.same(lab::Basins(lane, lab::plane_of(lane, 0, 1, 9))));
}

TEST(Basins, RefuseAPlaneThatIsNone) {
  const lab::StandingLane lane = basins::lane(basins::two_links(basins::kGoal), "dls");
  const auto fault = [&](const auto& change) -> std::string {
    lab::BasinPlane plane = lab::plane_of(lane, 0, 1, 8);
    change(plane);
    try {
      lab::Basins basins(lane, plane);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault([](auto&) {}), "");
  EXPECT_EQ(fault([](auto& p) { p.x.joint = 2; }), "basins: x: no such joint");
  EXPECT_EQ(fault([](auto& p) { p.y.joint = 0; }), "basins: both sides have the same joint");
  EXPECT_EQ(fault([](auto& p) { p.y.high = p.y.low; }), "basins: y: an empty range");
  EXPECT_EQ(fault([](auto& p) { p.x.high = lab::kOff; }), "basins: x: an empty range");
  EXPECT_EQ(fault([](auto& p) { p.x.count = 0; }), "basins: x: 1 to 4096 cells");
  EXPECT_FALSE(lab::plane_joints(
      basins::lane(basins::standing(bodies::planar_arm(1), {{1.0, 0.0, 0.0}}), "dls")));
}

}  // namespace
