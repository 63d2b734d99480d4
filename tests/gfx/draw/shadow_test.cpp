#include "gfx/draw/shadow.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include <cmath>

#include "gfx/halton.h"

namespace {

using test::halton;

gfx::InstanceLists instances_of(const gfx::Picture& picture) {
  gfx::InstanceLists lists;
  lists.add(picture);
  return lists;
}

glm::vec3 in_map(const gfx::ShadowFit& fit, const glm::vec3& point) {
  return glm::vec3(fit.clip_from_world * glm::vec4(point, 1.0f));
}

void expect_inside(const glm::vec3& clip) {
  for (int k = 0; k < 3; ++k) {
    EXPECT_GE(clip[k], -1.0f - 1e-4f);
    EXPECT_LE(clip[k], 1.0f + 1e-4f);
  }
}

TEST(ShadowFit, HoldsEverySolidAndItsShadowOnTheFloor) {
  for (int i = 1; i <= 60; ++i) {
    const glm::vec3 to_light =
        glm::normalize(glm::vec3(halton(i, 2, -1, 1), halton(i, 3, 0.3f, 1), halton(i, 5, -1, 1)));
    gfx::Picture picture;
    for (int k = 0; k < 5; ++k) {
      const int n = 5 * i + k;
      picture.balls.push_back(
          {{halton(n, 7, -3, 3), halton(n, 11, 1, 3), halton(n, 13, -3, 3)}, halton(n, 17), {}});
    }
    picture.sleeves.push_back({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, 0.5f, 2.5f, {}});
    const float floor_height = -0.5f;
    const gfx::ShadowFit fit = gfx::fit_shadow(instances_of(picture), to_light, floor_height, 0.1f);
    ASSERT_FALSE(fit.empty);
    std::vector<glm::vec3> points;
    for (const gfx::Ball& ball : picture.balls) {
      for (const glm::vec3& d : {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 1, 0),
                                 glm::vec3(0, -1, 0), glm::vec3(0, 0, 1), glm::vec3(0, 0, -1)}) {
        points.push_back(ball.center + ball.radius * d);
      }
    }
    for (const float x : {-0.5f, 0.5f}) {
      for (const float y : {0.5f, 1.5f}) {
        for (const float z : {-2.5f, 2.5f}) points.emplace_back(x, y, z);
      }
    }
    for (const glm::vec3& point : points) {
      expect_inside(in_map(fit, point));
      const glm::vec3 shade = point - (point.y - floor_height) / to_light.y * to_light;
      expect_inside(in_map(fit, shade));
      EXPECT_LT(glm::distance(glm::vec2(in_map(fit, point)), glm::vec2(in_map(fit, shade))), 1e-4f)
          << "a point and its shadow share a texel";
      EXPECT_LE(in_map(fit, point).z, in_map(fit, shade).z + 1e-5f);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(fit.footprint[k].y, floor_height, 1e-4f);
      EXPECT_NEAR(std::abs(in_map(fit, fit.footprint[k]).x), 1.0f, 1e-4f);
      EXPECT_NEAR(std::abs(in_map(fit, fit.footprint[k]).y), 1.0f, 1e-4f);
    }
  }
}

TEST(ShadowFit, StaysPutWhileTheBodyMovesALittle) {
  gfx::Picture picture;
  picture.balls.push_back({{0.1f, 1, 0.1f}, 0.5f, {}});
  picture.balls.push_back({{1.9f, 1, 0.7f}, 0.5f, {}});
  const glm::vec3 to_light(0.0f, 1.0f, 0.0f);
  const gfx::ShadowFit before = gfx::fit_shadow(instances_of(picture), to_light, 0.0f, 0.0f);
  picture.balls[1].center.x += 0.004f;
  const gfx::ShadowFit after = gfx::fit_shadow(instances_of(picture), to_light, 0.0f, 0.0f);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(before.size[k], after.size[k]);
    EXPECT_EQ(before.clip_from_world[3][k], after.clip_from_world[3][k]);
  }
}

TEST(ShadowFit, WastesLessThanHalfOfEachSide) {
  gfx::Picture picture;
  picture.balls.push_back({{0.3f, 0.5f, -0.2f}, 1.0f, {}});
  const gfx::ShadowFit fit = gfx::fit_shadow(instances_of(picture), {0, 1, 0}, 0.0f, 0.0f);
  // a ball counts as the corners of its bounding box, at 1.41 radii
  EXPECT_LE(fit.size.x, 2.0f * 2.83f);
  EXPECT_LE(fit.size.y, 2.0f * 2.83f);
}

TEST(ShadowFit, IsEmptyWithoutOpaqueSolids) {
  gfx::Picture picture;
  picture.balls.push_back({{0, 1, 0}, 0.5f, {{1, 1, 1, 0.5f}, 0, 0}});
  EXPECT_TRUE(gfx::fit_shadow(instances_of(picture), {0, 1, 0}, 0.0f, 0.1f).empty);
}

}  // namespace
