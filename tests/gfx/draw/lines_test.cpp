#include "gfx/draw/lines.h"

#include <gtest/gtest.h>

#include "gfx/drawing.h"

namespace {

TEST(Strokes, OfALineHaveNoNeighbours) {
  gfx::Picture picture;
  picture.lines.push_back({{0, 0, 0}, {1, 0, 0}, 2.0f, 5.0f, gfx::hex(0x336699)});
  std::vector<gfx::Stroke> strokes;
  gfx::add_strokes(strokes, picture);
  ASSERT_EQ(strokes.size(), 1u);
  EXPECT_EQ(strokes[0].before, strokes[0].a);
  EXPECT_EQ(strokes[0].after, strokes[0].b);
  EXPECT_EQ(strokes[0].dash, 5.0f);
  EXPECT_EQ(strokes[0].width, 2.0f);
}

TEST(Strokes, OfATrailFadeFromNothingToItsColourAndShareTheirEnds) {
  gfx::Picture picture;
  const std::vector<glm::vec3> points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0}, {2, 2, 0}};
  test::add_trail(picture, points, 3.0f, {0.2f, 0.4f, 0.6f, 0.8f});
  std::vector<gfx::Stroke> strokes;
  gfx::add_strokes(strokes, picture);
  ASSERT_EQ(strokes.size(), 4u);
  EXPECT_EQ(strokes.front().color_a.a, 0.0f);
  EXPECT_FLOAT_EQ(strokes.back().color_b.a, 0.8f);
  EXPECT_FLOAT_EQ(strokes[1].color_b.a, 0.4f);
  EXPECT_EQ(strokes.front().before, points.front());
  EXPECT_EQ(strokes.back().after, points.back());
  for (std::size_t i = 1; i < strokes.size(); ++i) {
    EXPECT_EQ(strokes[i].a, strokes[i - 1].b);
    EXPECT_EQ(strokes[i].color_a, strokes[i - 1].color_b);
    EXPECT_EQ(strokes[i].before, strokes[i - 1].a);
    EXPECT_EQ(strokes[i - 1].after, strokes[i].b);
  }
}

TEST(Strokes, OfTwoTrailsAreNotJoined) {
  gfx::Picture picture;
  const std::vector<glm::vec3> one = {{0, 0, 0}, {1, 0, 0}};
  const std::vector<glm::vec3> other = {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}};
  test::add_trail(picture, one, 1.0f, gfx::hex(0));
  test::add_trail(picture, other, 1.0f, gfx::hex(0));
  std::vector<gfx::Stroke> strokes;
  gfx::add_strokes(strokes, picture);
  ASSERT_EQ(strokes.size(), 3u);
  EXPECT_EQ(strokes[0].after, one[1]);
  EXPECT_EQ(strokes[1].before, other[0]);
}

TEST(Strokes, LeaveOutRepeatedPointsAndTrailsOfOnePoint) {
  gfx::Picture picture;
  const std::vector<glm::vec3> still = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  const std::vector<glm::vec3> one = {{3, 0, 0}};
  test::add_trail(picture, still, 1.0f, gfx::hex(0));
  test::add_trail(picture, one, 1.0f, gfx::hex(0));
  test::add_trail(picture, {}, 1.0f, gfx::hex(0));
  std::vector<gfx::Stroke> strokes;
  gfx::add_strokes(strokes, picture);
  ASSERT_EQ(strokes.size(), 1u);
  EXPECT_EQ(strokes[0].a, still[0]);
  EXPECT_EQ(strokes[0].b, still[2]);
}

TEST(Picture, ClearedKeepsItsMemoryAndItsTheme) {
  gfx::Picture picture;
  picture.studio = gfx::dark_studio();
  picture.capsules.resize(20);
  test::add_trail(picture, std::vector<glm::vec3>(50), 1.0f, gfx::hex(0));
  const auto capacity = picture.capsules.capacity();
  picture.clear();
  EXPECT_TRUE(picture.capsules.empty());
  EXPECT_TRUE(picture.trails.empty());
  EXPECT_TRUE(picture.trail_points.empty());
  EXPECT_EQ(picture.capsules.capacity(), capacity);
  EXPECT_EQ(picture.studio.background_top, gfx::dark_studio().background_top);
}

}  // namespace
