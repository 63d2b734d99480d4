#include "gfx/draw/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "gfx/halton.h"

namespace {

using test::halton;

constexpr float kHalfTurn = 3.14159265f;

gfx::Camera sample_camera(int i) {
  gfx::Camera camera;
  camera.focus = {halton(i, 2, -3, 3), halton(i, 3, -3, 3), halton(i, 5, -3, 3)};
  camera.distance = halton(i, 7, 0.5f, 20.0f);
  camera.yaw = halton(i, 11, -kHalfTurn, kHalfTurn);
  camera.pitch = halton(i, 13, -1.5f, 1.5f);
  camera.fov_y = halton(i, 17, 0.2f, 1.5f);
  return camera;
}

TEST(Camera, AtRestLooksAlongMinusZWithYUp) {
  gfx::Camera camera;
  camera.distance = 3.0f;
  EXPECT_LT(glm::distance(camera.eye(), glm::vec3(0, 0, 3)), 1e-6f);
  EXPECT_LT(glm::distance(camera.forward(), glm::vec3(0, 0, -1)), 1e-6f);
  EXPECT_LT(glm::distance(camera.right(), glm::vec3(1, 0, 0)), 1e-6f);
  EXPECT_LT(glm::distance(camera.up(), glm::vec3(0, 1, 0)), 1e-6f);
}

TEST(Camera, PositiveYawMovesTheEyeTowardsXAndPositivePitchTowardsY) {
  gfx::Camera camera;
  camera.yaw = 0.3f;
  camera.pitch = 0.2f;
  EXPECT_GT(camera.eye().x, 0.0f);
  EXPECT_GT(camera.eye().y, 0.0f);
}

TEST(Camera, TheRayThroughAProjectedPointPassesTheSamePoint) {
  for (int i = 1; i <= 200; ++i) {
    const gfx::Camera camera = sample_camera(i);
    const glm::vec2 size(halton(i, 19, 100, 2000), halton(i, 23, 100, 2000));
    // a point in front of the eye, at most 45 degrees off its direction
    const float depth = camera.distance * halton(i, 29, 0.3f, 3.0f);
    const glm::vec3 point =
        camera.eye() + depth * (camera.forward() + halton(i, 31, -1, 1) * camera.right() +
                                halton(i, 37, -1, 1) * camera.up());
    const auto pixel = camera.project(point, size);
    ASSERT_TRUE(pixel.has_value());
    EXPECT_NEAR(pixel->z, depth, 1e-4f * depth);
    const gfx::Ray ray = camera.ray(glm::vec2(*pixel), size);
    const glm::vec3 away = point - ray.origin;
    EXPECT_LT(glm::length(glm::cross(ray.direction, away)), 2e-5f * glm::length(away));
    EXPECT_GT(glm::dot(ray.direction, away), 0.0f);
    EXPECT_NEAR(glm::length(ray.direction), 1.0f, 1e-6f);
  }
}

TEST(Camera, TheMatricesPutAPointAtItsPixel) {
  for (int i = 1; i <= 200; ++i) {
    const gfx::Camera camera = sample_camera(i);
    const glm::vec2 size(halton(i, 19, 100, 2000), halton(i, 23, 100, 2000));
    const glm::vec3 point =
        camera.eye() + camera.distance * (camera.forward() + halton(i, 31, -1, 1) * camera.right() +
                                          halton(i, 37, -1, 1) * camera.up());
    const glm::vec4 clip =
        camera.projection(size.x / size.y) * camera.view() * glm::vec4(point, 1.0f);
    ASSERT_GT(clip.w, 0.0f);
    const glm::vec2 pixel(0.5f * size.x * (1.0f + clip.x / clip.w),
                          0.5f * size.y * (1.0f - clip.y / clip.w));
    const auto projected = camera.project(point, size);
    ASSERT_TRUE(projected.has_value());
    EXPECT_LT(glm::distance(pixel, glm::vec2(*projected)), 2e-4f * size.y / camera.fov_y);
    EXPECT_LT(std::abs(clip.z / clip.w), 1.0f) << "between the near and the far plane";
  }
}

TEST(Camera, TheTopLeftPixelIsToTheLeftAndAbove) {
  const gfx::Camera camera;
  const gfx::Ray ray = camera.ray({0.0f, 0.0f}, {800.0f, 600.0f});
  EXPECT_LT(ray.direction.x, 0.0f);
  EXPECT_GT(ray.direction.y, 0.0f);
  // the upper edge is half the vertical field of view above the center
  const gfx::Ray top = camera.ray({400.0f, 0.0f}, {800.0f, 600.0f});
  EXPECT_NEAR(std::atan2(top.direction.y, -top.direction.z), 0.5f * camera.fov_y, 1e-5f);
}

TEST(Camera, ProjectsNothingBehindTheEye) {
  const gfx::Camera camera;
  EXPECT_FALSE(camera.project(camera.eye() - camera.forward(), {100, 100}).has_value());
  EXPECT_FALSE(camera.project(camera.eye(), {100, 100}).has_value());
}

TEST(Camera, OrbitingKeepsTheFocusAndTheDistance) {
  for (int i = 1; i <= 50; ++i) {
    gfx::Camera camera = sample_camera(i);
    const glm::vec3 focus = camera.focus;
    camera.orbit({halton(i, 19, -2, 2), halton(i, 23, -2, 2)});
    EXPECT_EQ(camera.focus, focus);
    EXPECT_NEAR(glm::distance(camera.eye(), focus), camera.distance, 1e-4f * camera.distance);
    EXPECT_LE(std::abs(camera.pitch), gfx::Camera::kMaxPitch);
    EXPECT_LE(std::abs(camera.yaw), kHalfTurn + 1e-5f);
  }
}

TEST(Camera, ADragOverTheWholeHeightTurnsHalfAround) {
  gfx::Camera camera;
  const glm::vec3 before = camera.eye();
  camera.orbit({1.0f, 0.0f});
  EXPECT_LT(glm::distance(camera.eye(), -before), 1e-5f);
}

TEST(Camera, TheNearSideFollowsTheDrag) {
  gfx::Camera camera;
  const glm::vec2 size(400, 400);
  const glm::vec3 near_side = camera.focus - 0.5f * camera.forward();
  const auto before = camera.project(near_side, size);
  camera.orbit({0.05f, 0.05f});
  const auto after = camera.project(near_side, size);
  ASSERT_TRUE(before && after);
  EXPECT_GT(after->x, before->x);
  EXPECT_GT(after->y, before->y);
}

TEST(Camera, NeverReachesAPole) {
  gfx::Camera camera;
  for (int i = 0; i < 10; ++i) camera.orbit({0.0f, 1.0f});
  EXPECT_FLOAT_EQ(camera.pitch, gfx::Camera::kMaxPitch);
  camera.pitch = -40.0f;
  EXPECT_GT(camera.up().y, 0.0f);
  EXPECT_LT(camera.eye().y, camera.focus.y);
}

TEST(Camera, PanningKeepsThePointUnderThePointer) {
  for (int i = 1; i <= 50; ++i) {
    gfx::Camera camera = sample_camera(i);
    const glm::vec2 size(1200, 700);
    const glm::vec3 grabbed = camera.focus + 0.2f * camera.distance * camera.right();
    const auto before = camera.project(grabbed, size);
    const glm::vec2 drag(halton(i, 19, -0.5f, 0.5f), halton(i, 23, -0.5f, 0.5f));
    camera.pan(drag);
    const auto after = camera.project(grabbed, size);
    ASSERT_TRUE(before && after);
    // as in pixels, y of a drag grows downwards
    EXPECT_LT(glm::distance(glm::vec2(*after), glm::vec2(*before) + size.y * drag), 0.05f);
  }
}

TEST(Camera, ZoomsToThePointer) {
  const glm::vec2 size{900, 500};
  for (int i = 1; i <= 60; ++i) {
    gfx::Camera camera = sample_camera(i);
    const glm::vec2 pixel{halton(i, 19, 0.0f, 900.0f), halton(i, 23, 0.0f, 500.0f)};
    const auto point = gfx::meet_plane(camera.ray(pixel, size), camera.focus, camera.forward());
    ASSERT_TRUE(point);
    const float before = camera.distance;
    camera.dolly(i % 2 == 0 ? 4.0f : -3.0f, pixel, size);
    EXPECT_EQ(camera.distance < before, i % 2 == 0);
    const auto there = camera.project(*point, size);
    ASSERT_TRUE(there);
    EXPECT_LT(glm::distance(glm::vec2(*there), pixel), 0.05f) << i;
  }
}

TEST(Camera, StaysAboveTheFloor) {
  for (int i = 1; i <= 60; ++i) {
    gfx::Camera camera = sample_camera(i);
    const gfx::Camera before = camera;
    const float floor = camera.focus.y - halton(i, 19, 0.0f, 5.0f);
    camera.stay_above(floor);
    EXPECT_GE(camera.eye().y, floor - 1e-4f) << i;
    EXPECT_EQ(camera.focus, before.focus);
    EXPECT_EQ(camera.yaw, before.yaw);
    if (before.eye().y >= floor + 1e-4f) {
      EXPECT_NEAR(camera.pitch, before.pitch, 1e-5f) << i;
    }
  }
  gfx::Camera below;
  below.focus.y = -100.0f;
  below.stay_above(0.0f);
  EXPECT_EQ(below.pitch, gfx::Camera::kMaxPitch);
}

TEST(Camera, NotchesInAndOutCancel) {
  gfx::Camera camera;
  const float before = camera.distance;
  camera.dolly(3.0f);
  EXPECT_NEAR(camera.distance, before * 0.729f, 1e-5f);
  camera.dolly(-3.0f);
  EXPECT_NEAR(camera.distance, before, 1e-5f);
  camera.dolly(1e6f);
  EXPECT_FLOAT_EQ(camera.distance, gfx::Camera::kClosest * camera.framed);
  camera.dolly(-1e6f);
  EXPECT_FLOAT_EQ(camera.distance, gfx::Camera::kFarthest * camera.framed);
}

/// Points spread over the surface of a sphere, independent of how the camera frames it.
std::vector<glm::vec3> surface_of(const gfx::Sphere& sphere) {
  std::vector<glm::vec3> points;
  for (int i = 1; i <= 400; ++i) {
    const float z = halton(i, 2, -1, 1);
    const float angle = halton(i, 3, 0, 2 * kHalfTurn);
    const float r = std::sqrt(1 - z * z);
    points.push_back(sphere.center +
                     sphere.radius * glm::vec3(r * std::cos(angle), r * std::sin(angle), z));
  }
  return points;
}

TEST(CameraFrame, KeepsAllOfEverySphereInsideAndTouchesTheMargin) {
  constexpr float kMargin = 0.1f;
  for (int i = 1; i <= 120; ++i) {
    gfx::Camera camera = sample_camera(i);
    const float aspect = halton(i, 19, 0.4f, 3.0f);
    const std::vector<gfx::Sphere> spheres = {
        {{halton(i, 23, -2, 2), halton(i, 29, -2, 2), halton(i, 31, -2, 2)}, halton(i, 37)},
        {{halton(i, 41, -2, 2), halton(i, 43, -2, 2), halton(i, 47, -2, 2)}, halton(i, 53)},
        {{halton(i, 59, -2, 2), halton(i, 61, -2, 2), halton(i, 67, -2, 2)}, 0.0f}};
    camera.frame(spheres, aspect, kMargin);
    // in units of half the picture, from its center: the edge is at 1
    const glm::vec2 size(2.0f * aspect, 2.0f);
    float farthest = 0.0f;
    glm::vec2 least(2.0f), most(-2.0f);
    for (const gfx::Sphere& sphere : spheres) {
      for (const glm::vec3& point : surface_of(sphere)) {
        const auto pixel = camera.project(point, size);
        ASSERT_TRUE(pixel.has_value());
        const glm::vec2 at((pixel->x - aspect) / aspect, pixel->y - 1.0f);
        least = glm::min(least, at);
        most = glm::max(most, at);
        farthest = std::max({farthest, std::abs(at.x), std::abs(at.y)});
      }
    }
    EXPECT_LE(farthest, 1.0f - kMargin + 1e-3f);
    // the sample misses a sphere's outermost point slightly
    EXPECT_GE(farthest, 1.0f - kMargin - 0.08f) << "nearer would be possible";
    for (const int axis : {0, 1}) {
      EXPECT_NEAR(least[axis] + most[axis], 0.0f, 0.1f) << "not in the middle of axis " << axis;
    }
  }
}

TEST(CameraFrame, KeepsTheDirection) {
  gfx::Camera camera = sample_camera(5);
  const glm::vec3 before = camera.forward();
  const gfx::Sphere sphere{{1, 2, 3}, 0.5f};
  camera.frame({&sphere, 1}, 1.5f);
  EXPECT_EQ(camera.forward(), before);
  EXPECT_LT(glm::distance(camera.focus, sphere.center), 1e-4f);
  // the silhouette of a sphere is a tangent cone: sin of its half angle is r / d
  const float half_angle = std::atan(std::tan(0.5f * camera.fov_y) * 0.92f);
  EXPECT_NEAR(std::sin(half_angle), sphere.radius / camera.distance, 1e-4f);
}

TEST(CameraFrame, LeavesTheCameraAloneWithoutAnythingToSee) {
  gfx::Camera camera = sample_camera(3);
  const gfx::Camera before = camera;
  camera.frame({}, 1.0f);
  EXPECT_EQ(camera.focus, before.focus);
  EXPECT_EQ(camera.distance, before.distance);
}

TEST(CameraFrame, StaysAtTheLeastDistanceFromASinglePoint) {
  gfx::Camera camera;
  const gfx::Sphere point{{1, 1, 1}, 0.0f};
  camera.frame({&point, 1}, 1.0f);
  EXPECT_FLOAT_EQ(camera.distance, gfx::Camera::kMinFramed);
}

TEST(CameraFrame, HoldsBodiesOfEverySize) {
  for (const float size : {1e-6f, 1e-3f, 1.0f, 1e3f, 1e6f}) {
    gfx::Camera camera = sample_camera(7);
    const gfx::Sphere sphere{{3.0f * size, 2.0f * size, size}, size};
    camera.frame({&sphere, 1}, 1.5f);
    const float half_angle = std::atan(std::tan(0.5f * camera.fov_y) * 0.92f);
    EXPECT_NEAR(std::sin(half_angle), size / camera.distance, 1e-4f) << size;
    // in and out again, as far as it goes
    camera.dolly(20.0f);
    EXPECT_NEAR(camera.distance / camera.framed, std::pow(0.9f, 20.0f), 1e-4f) << size;
    camera.dolly(-40.0f);
    EXPECT_NEAR(camera.distance / camera.framed, std::pow(0.9f, -20.0f), 1e-2f) << size;
  }
}

TEST(Camera, StaysWhereItIsForAPictureWithoutAnArea) {
  const std::vector<gfx::Sphere> spheres = {{{1.0f, 2.0f, 0.0f}, 0.5f}, {{0.0f, 0.0f, 0.0f}, 0.1f}};
  for (const float aspect : {0.0f, -2.0f, std::numeric_limits<float>::quiet_NaN()}) {
    gfx::Camera camera;
    camera.frame(spheres, aspect);
    EXPECT_EQ(camera, gfx::Camera()) << aspect;
  }
}

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
