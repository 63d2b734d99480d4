#include "lab/plot/scatter.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/recording_painter.h"

namespace {

lab::Scatter four_dots() {
  lab::Scatter scatter{.title = "Dots",
                       .x = {.label = "x", .unit = "m", .logarithmic = true},
                       .y = {.label = "y", .unit = "", .logarithmic = true}};
  scatter.dots = {{.x = 1.0, .y = 100.0},
                  {.x = 10.0, .y = 10.0, .strong = true, .mark = "middle"},
                  {.x = 100.0, .y = 1.0},
                  {.x = 0.0, .y = 1.0}};
  lab::fit(scatter);
  return scatter;
}

TEST(Scatter, PlacesDotsByTheirLogarithms) {
  const lab::Scatter scatter = four_dots();
  const lab::Box frame{0.0, 0.0, 200.0, 100.0};
  EXPECT_LT(scatter.x.min, 1.0);
  EXPECT_GT(scatter.x.max, 100.0);
  const auto left = lab::place_of(scatter, frame, 0), middle = lab::place_of(scatter, frame, 1),
             right = lab::place_of(scatter, frame, 2);
  ASSERT_TRUE(left && middle && right);
  EXPECT_NEAR(middle->x, 100.0, 1e-9) << "ten is in the middle between one and a hundred";
  EXPECT_NEAR(middle->y, 50.0, 1e-9);
  EXPECT_NEAR(left->x + right->x, 200.0, 1e-9);
  EXPECT_LT(left->y, middle->y) << "larger is higher";
  EXPECT_FALSE(lab::place_of(scatter, frame, 3)) << "zero has no logarithm";
}

TEST(Scatter, HasNoPlaceBeyondItsAxes) {
  lab::Scatter scatter = four_dots();
  scatter.x.max = 50.0;
  EXPECT_FALSE(lab::place_of(scatter, {0.0, 0.0, 200.0, 100.0}, 2));
}

TEST(Scatter, FindsTheDotUnderAPoint) {
  lab::Scatter scatter = four_dots();
  const lab::Box frame{0.0, 0.0, 200.0, 100.0};
  const lab::Point at = *lab::place_of(scatter, frame, 0);
  EXPECT_EQ(lab::dot_at(scatter, frame, at, 1.0, 1.0), 0U);
  EXPECT_EQ(lab::dot_at(scatter, frame, {at.x + 2.5, at.y}, 1.0, 1.0), 0U);
  EXPECT_FALSE(lab::dot_at(scatter, frame, {at.x + 20.0, at.y}, 1.0, 1.0));
  // of two dots in one place the strong one is found
  scatter.dots.push_back({.x = 1.0, .y = 100.0, .strong = true});
  EXPECT_EQ(lab::dot_at(scatter, frame, at, 1.0, 1.0), 4U);
}

TEST(Scatter, GrowsTheAreaOfDotsEvenly) {
  const auto area = [](double size) {
    const double r = lab::dot_radius({.x = 0.0, .y = 0.0, .color = {}, .size = size});
    return r * r;
  };
  EXPECT_DOUBLE_EQ(lab::dot_radius({.size = -1.0}), lab::kMinDot);
  EXPECT_DOUBLE_EQ(lab::dot_radius({.size = 1.0}), lab::kLargestDot);
  EXPECT_NEAR(area(0.5) - area(0.0), area(1.0) - area(0.5), 1e-12);
}

TEST(Scatter, WritesTheMarksOfNeighboursClearOfEachOther) {
  lab::Scatter scatter = four_dots();
  scatter.dots.push_back({.x = 10.5, .y = 10.0, .strong = true, .mark = "beside"});
  support::RecordingPainter painter;
  const lab::PlotStyle style{.title = {lab::Face::kBold, 14.0, {}},
                             .words = {lab::Face::kWords, 12.0, {}},
                             .numbers = {lab::Face::kNumbers, 11.0, {}}};
  const lab::Box room{0.0, 0.0, 500.0, 400.0};
  lab::draw(scatter, lab::lay_out(scatter, room, style, painter), style, painter);
  std::vector<lab::Box> boxes;
  for (const auto& text : painter.texts) {
    if (text.words == "middle" || text.words == "beside") boxes.push_back(text.box);
  }
  ASSERT_EQ(boxes.size(), 2U);
  const bool apart = boxes[0].right() <= boxes[1].left || boxes[1].right() <= boxes[0].left ||
                     boxes[0].bottom() <= boxes[1].top || boxes[1].bottom() <= boxes[0].top;
  EXPECT_TRUE(apart);
  for (const lab::Box& box : boxes) {
    EXPECT_GE(box.left, room.left);
    EXPECT_LE(box.right(), room.right());
  }
}

TEST(Scatter, HasAKeyOfColoursInLinesThatFit) {
  lab::Scatter scatter = four_dots();
  for (int i = 0; i < 9; ++i) {
    scatter.keys.push_back({lab::series_color(i), "colour number " + std::to_string(i)});
  }
  scatter.legend = {"a line below"};
  const lab::Box room{10.0, 20.0, 300.0, 500.0};
  const lab::PlotStyle style = support::style_of(false);
  support::RecordingPainter painter;
  const lab::ScatterLayout layout = lab::lay_out(scatter, room, style, painter);
  lab::draw(scatter, layout, style, painter);
  std::vector<lab::Box> taken;
  for (const lab::Scatter::Key& key : scatter.keys) {
    const auto* text = painter.find(key.text);
    ASSERT_NE(text, nullptr) << key.text;
    EXPECT_LE(text->box.right(), room.right() + 1e-9) << key.text;
    EXPECT_GT(text->box.top, layout.frame.bottom()) << key.text;
    EXPECT_LE(text->box.bottom(), painter.find("a line below")->box.top) << key.text;
    for (const lab::Box& other : taken) {
      const bool apart = text->box.left > other.right() || text->box.top >= other.bottom();
      EXPECT_TRUE(apart) << key.text;
    }
    taken.push_back(text->box);
    const bool has_dot = std::ranges::any_of(painter.discs, [&](const auto& disc) {
      return disc.color.g == key.color.g && disc.center.x < text->box.left &&
             text->box.left - disc.center.x < 15.0 && disc.center.y > text->box.top &&
             disc.center.y < text->box.bottom();
    });
    EXPECT_TRUE(has_dot) << key.text;
  }
  EXPECT_LE(painter.find("a line below")->box.bottom(), room.bottom() + 1e-9);
}

}  // namespace
