#include "gfx/draw/camera.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "gfx/halton.h"

namespace {

glm::vec3 somewhere(int i) {
  return {4.0f * test::halton(i, 2) - 2.0f, 4.0f * test::halton(i, 3) - 2.0f,
          4.0f * test::halton(i, 5) - 2.0f};
}

gfx::Ray some_ray(int i) { return {3.0f * somewhere(i), glm::normalize(somewhere(i + 500))}; }

/// A ray that passes within about a metre of a point.
gfx::Ray ray_towards(glm::vec3 point, int i) {
  const glm::vec3 from = 3.0f * somewhere(i);
  return {from, glm::normalize(point + 0.8f * somewhere(i + 500) - from)};
}

TEST(Ray, MeetsAPlaneWhereBothAre) {
  int met = 0;
  for (int i = 1; i < 200; ++i) {
    const gfx::Ray ray = some_ray(i);
    const glm::vec3 point = somewhere(i + 1000), normal = somewhere(i + 2000);
    const auto meets = gfx::meet_plane(ray, point, normal);
    if (!meets) continue;
    ++met;
    const float size = 1.0f + glm::length(*meets);
    EXPECT_NEAR(glm::dot(*meets - point, normal), 0.0f, 1e-4f * size * size);
    EXPECT_NEAR(glm::length(glm::cross(*meets - ray.origin, ray.direction)), 0.0f, 1e-4f * size);
    EXPECT_GT(glm::dot(*meets - ray.origin, ray.direction), 0.0f);
  }
  EXPECT_GT(met, 30);
  EXPECT_FALSE(gfx::meet_plane({{0, 0, 0}, {1, 0, 0}}, {0, 1, 0}, {0, 1, 0}));
  EXPECT_FALSE(gfx::meet_plane({{0, 0, 0}, {1, 0, 0}}, {-1, 0, 0}, {1, 0, 0}));
}

TEST(Ray, IsNearestToALineWhereASearchSaysSo) {
  for (int i = 1; i < 60; ++i) {
    const gfx::Ray ray = some_ray(i);
    const glm::vec3 point = somewhere(i + 1000), axis = glm::normalize(somewhere(i + 2000));
    const auto nearest = gfx::nearest_on_line(ray, point, axis);
    ASSERT_TRUE(nearest);
    const auto distance = [&](glm::vec3 p) {
      return glm::length(glm::cross(p - ray.origin, ray.direction));
    };
    for (const float away : {-0.5f, -0.05f, 0.05f, 0.5f}) {
      EXPECT_GT(distance(*nearest + away * axis), distance(*nearest) - 1e-4f) << i;
    }
    EXPECT_LT(glm::length(glm::cross(*nearest - point, axis)), 1e-3f);
  }
  EXPECT_FALSE(gfx::nearest_on_line({{0, 0, 0}, {0, 0, 1}}, {1, 0, 0}, {0, 0, 1}));
}

/// Smallest distance along the ray inside the solid, by small steps; negative if there is none.
template <class Inside>
float marched(const gfx::Ray& ray, const Inside& inside) {
  for (float at = 0.0f; at < 14.0f; at += 0.002f) {
    if (inside(ray.origin + at * ray.direction)) return at;
  }
  return -1.0f;
}

TEST(Ray, EntersABallWhereAWalkDoes) {
  int hits = 0;
  for (int i = 1; i < 60; ++i) {
    const gfx::Sphere ball{somewhere(i + 1000), 1.2f};
    const gfx::Ray ray = ray_towards(ball.center, i);
    const float walked =
        marched(ray, [&](glm::vec3 p) { return glm::distance(p, ball.center) <= ball.radius; });
    const auto met = gfx::meet_ball(ray, ball);
    ASSERT_EQ(met.has_value(), walked >= 0.0f) << i;
    if (!met) continue;
    ++hits;
    EXPECT_NEAR(*met, walked, 0.003f) << i;
  }
  EXPECT_GT(hits, 5);
}

TEST(Ray, EntersACapsuleWhereAWalkDoes) {
  int hits = 0;
  for (int i = 1; i < 120; ++i) {
    const glm::vec3 a = somewhere(i + 1000), b = somewhere(i + 2000);
    const gfx::Ray ray = ray_towards(0.5f * (a + b), i);
    const auto inside = [&](glm::vec3 p) {
      const float t = std::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.0f, 1.0f);
      return glm::distance(p, a + t * (b - a)) <= 0.4f;
    };
    const float walked = marched(ray, inside);
    const auto met = gfx::meet_capsule(ray, a, b, 0.4f);
    if (walked < 0.0f) {
      // marching may step over a very thin slice
      EXPECT_TRUE(!met || !inside(ray.origin + (*met + 0.01f) * ray.direction)) << i;
      continue;
    }
    ASSERT_TRUE(met) << i;
    ++hits;
    EXPECT_NEAR(*met, walked, 0.004f) << i;
  }
  EXPECT_GT(hits, 10);
}

}  // namespace
