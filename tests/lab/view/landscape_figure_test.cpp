#include "lab/view/landscape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/changes.h"
#include "support/recording_painter.h"
#include "support/scenes.h"

namespace {

using support::RecordingPainter;

constexpr int kUpdates = 12;

lab::Scene planar_two_links() {
  const ik::Multibody arm = bodies::planar_arm(2);
  return {"two", "Two links", "", arm, {scenes::standing({0.9, 0.8, 0.0})}, {}};
}

std::vector<lab::Tracker> ways(std::vector<const char*> methods) {
  std::vector<lab::Tracker> trackers;
  for (const char* method : methods)
    trackers.emplace_back(planar_two_links(), *ik::find_method(method));
  return trackers;
}

TEST(LandscapeFigure, HasTheWayOfEveryMethodAsATrackerGoesIt) {
  const std::vector<const char*> methods = {"dls", "ccd", "jacobian-transpose"};
  const std::vector<lab::Tracker> trackers = ways(methods);
  const lab::LandscapeFigure figure = lab::landscape_figure(trackers, kUpdates);
  ASSERT_EQ(figure.paths.size(), methods.size());
  for (std::size_t i = 0; i < methods.size(); ++i) {
    // a standing target is the same for updates and for time steps
    lab::Tracker tracker(planar_two_links(), *ik::find_method(methods[i]));
    ASSERT_EQ(figure.paths[i].points.size(), kUpdates + 1U);
    for (const lab::Point& point : figure.paths[i].points) {
      // angles without limits: the map is one turn, from -pi
      const Eigen::Vector2d share = (tracker.pose().theta / (2.0 * std::numbers::pi)).array() + 0.5;
      EXPECT_NEAR(point.x, share.x() - std::floor(share.x()), 1e-12) << methods[i];
      EXPECT_NEAR(point.y, share.y() - std::floor(share.y()), 1e-12) << methods[i];
      tracker.step();
    }
  }
}

TEST(LandscapeFigure, HasBothSolutions) {
  const lab::LandscapeFigure figure = lab::landscape_figure(ways({"dls"}), 1);
  ASSERT_EQ(figure.solutions.size(), 2U);
  for (const lab::Point& solution : figure.solutions) {
    const double shoulder = (solution.x - 0.5) * 2.0 * std::numbers::pi;
    const double elbow = (solution.y - 0.5) * 2.0 * std::numbers::pi;
    EXPECT_NEAR(std::cos(shoulder) + std::cos(shoulder + elbow), 0.9, 1e-12);
    EXPECT_NEAR(std::sin(shoulder) + std::sin(shoulder + elbow), 0.8, 1e-12);
  }
}

TEST(LandscapeFigure, IsDrawnWithALegendBelow) {
  const lab::LandscapeFigure figure = lab::landscape_figure(ways({"dls", "ccd"}), kUpdates);
  const lab::PlotStyle style = support::style_of(false);
  const lab::Box room{10.0, 20.0, 500.0, 460.0};
  RecordingPainter painter;
  lab::draw(figure, room, style, painter);
  EXPECT_EQ(painter.depth, 0);
  const lab::Box cells = painter.grids.at(0).box;
  for (const char* method : {"dls", "ccd"}) {
    const ik::MethodInfo& info = *ik::find_method(method);
    const lab::Color color = lab::method_color(info);
    const RecordingPainter::Text* name = painter.find(info.label);
    ASSERT_NE(name, nullptr) << method;
    EXPECT_GE(name->box.top, room.bottom() - 1.0);
    EXPECT_LE(name->box.bottom(), room.bottom() + lab::legend_height(figure, style));
    EXPECT_GE(painter.count(color), 2) << "the way and its mark in the legend";
    for (const RecordingPainter::Line& line : painter.lines) {
      if (!line.clipped || line.pen.color.r != color.r || line.pen.color.g != color.g) continue;
      for (const lab::Point& point : line.points) {
        EXPECT_TRUE(point.x >= cells.left - 1e-9 && point.x <= cells.right() + 1e-9);
        EXPECT_TRUE(point.y >= cells.top - 1e-9 && point.y <= cells.bottom() + 1e-9);
      }
    }
  }
  EXPECT_NE(painter.find("solutions by the closed form"), nullptr);
}

TEST(LandscapeFigure, BreaksAWayWhereAnAngleLeavesTheMap) {
  lab::LandscapeFigure figure = lab::landscape_figure(ways({"dls"}), 1);
  figure.solutions.clear();
  figure.paths[0].points = {{0.9, 0.5}, {0.98, 0.5}, {0.03, 0.5}, {0.1, 0.5}};
  RecordingPainter painter;
  lab::draw(figure, {0.0, 0.0, 400.0, 400.0}, support::style_of(false), painter);
  const lab::Color color = figure.paths[0].color;
  const double width = painter.grids.at(0).box.width;
  int pieces = 0;
  for (const RecordingPainter::Line& line : painter.lines) {
    if (!line.clipped || line.pen.color.b != color.b || line.pen.color.r != color.r) continue;
    ++pieces;
    ASSERT_EQ(line.points.size(), 2U);
    EXPECT_LT(std::abs(line.points[0].x - line.points[1].x), 0.1 * width);
  }
  EXPECT_EQ(pieces, 2);
}

}  // namespace
