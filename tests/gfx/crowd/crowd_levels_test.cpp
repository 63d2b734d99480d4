#include "gfx/crowd/mesh.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cmath>

#include "gfx/halton.h"

namespace {

using test::halton;

constexpr int kBodies = 400;
const glm::vec2 kScreen(640.0f, 360.0f);

gfx::Camera camera_at(int i) {
  gfx::Camera camera;
  camera.focus = {halton(i, 2, -20, 20), halton(i, 3, -2, 4), halton(i, 5, -20, 20)};
  camera.distance = halton(i, 7, 2.0f, 90.0f);
  camera.yaw = halton(i, 11, -3.1f, 3.1f);
  camera.pitch = halton(i, 13, -0.4f, 1.5f);
  camera.fov_y = halton(i, 17, 0.3f, 1.2f);
  return camera;
}

std::vector<glm::vec3> field() {
  std::vector<glm::vec3> places;
  for (int i = 1; i <= kBodies; ++i) {
    places.emplace_back(halton(i, 2, -60, 60), halton(i, 3, -1, 1), halton(i, 5, -60, 60));
  }
  return places;
}

/// Number of bodies at a level.
std::size_t count(const gfx::CrowdChoice& choice, gfx::CrowdLevel level) {
  return choice.bodies[static_cast<std::size_t>(level)].size();
}

/// The level of every body; kCrowdLevels if it is left out.
std::vector<std::size_t> levels_of(const gfx::CrowdChoice& choice) {
  std::vector<std::size_t> result(kBodies, gfx::kCrowdLevels);
  for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
    EXPECT_TRUE(std::is_sorted(choice.bodies[level].begin(), choice.bodies[level].end()));
    for (const int body : choice.bodies[level]) {
      EXPECT_EQ(result[static_cast<std::size_t>(body)], gfx::kCrowdLevels) << "twice";
      result[static_cast<std::size_t>(body)] = level;
    }
  }
  return result;
}

/// Distance of a point from the nearest side plane of the view frustum, m; negative outside. From
/// the camera's matrices.
float inside(const gfx::Camera& camera, const glm::vec3& middle) {
  const glm::mat4 clip = glm::transpose(camera.projection(kScreen.x / kScreen.y) * camera.view());
  float least = 1e9f;
  for (int side = 0; side < 3; ++side) {
    for (const float sign : {-1.0f, 1.0f}) {
      const glm::vec4 plane = clip[3] + sign * clip[side];
      least =
          std::min(least, glm::dot(plane, glm::vec4(middle, 1.0f)) / glm::length(glm::vec3(plane)));
    }
  }
  return least;
}

TEST(CrowdLevels, LeaveOutTheSpheresBeyondASideOfThePictureAndNoOther) {
  const std::vector<glm::vec3> places = field();
  const gfx::Sphere bounds{{0.3f, 1.0f, -0.2f}, 2.5f};
  int in = 0, out = 0;
  gfx::CrowdChoice choice;
  for (int i = 1; i <= 60; ++i) {
    const gfx::Camera camera = camera_at(i);
    gfx::choose_levels(places, bounds, 0.05f, camera, kScreen, choice);
    const std::vector<std::size_t> levels = levels_of(choice);
    for (std::size_t b = 0; b < places.size(); ++b) {
      const glm::vec3 middle = places[b] + bounds.center;
      const float margin = inside(camera, middle) + bounds.radius;
      const float from_eye = glm::distance(middle, camera.eye()) - bounds.radius;
      // tangent spheres: rounding decides
      if (std::abs(margin) < 0.02f || std::abs(from_eye) < 0.02f) continue;
      const bool expected = margin > 0.0f && from_eye > 0.0f;
      ASSERT_EQ(levels[b] < gfx::kCrowdLevels, expected) << i << ' ' << b << ' ' << margin;
      ++(expected ? in : out);
    }
  }
  EXPECT_GT(in, 1000);
  EXPECT_GT(out, 1000);
}

TEST(CrowdLevels, LeaveOutNoBodyOfWhichAPointIsInThePicture) {
  const std::vector<glm::vec3> places = field();
  const gfx::Sphere bounds{{0.0f, 1.5f, 0.0f}, 3.0f};
  gfx::CrowdChoice choice;
  int seen = 0;
  for (int i = 1; i <= 40; ++i) {
    const gfx::Camera camera = camera_at(i);
    gfx::choose_levels(places, bounds, 0.05f, camera, kScreen, choice);
    const std::vector<std::size_t> levels = levels_of(choice);
    for (std::size_t b = 0; b < places.size(); ++b) {
      const glm::vec3 middle = places[b] + bounds.center;
      if (glm::distance(middle, camera.eye()) < bounds.radius + 0.01f) continue;
      bool visible = false;
      for (int k = 1; k <= 40; ++k) {
        const float z = halton(k, 2, -1, 1), angle = halton(k, 3, 0, 6.28f);
        const float r = std::sqrt(1.0f - z * z);
        const glm::vec3 point =
            middle + bounds.radius * glm::vec3(r * std::cos(angle), z, r * std::sin(angle));
        const auto pixel = camera.project(point, kScreen);
        visible |= pixel && pixel->z > camera.near_plane() && pixel->z < camera.far_plane() &&
                   pixel->x > 0 && pixel->x < kScreen.x && pixel->y > 0 && pixel->y < kScreen.y;
      }
      if (!visible) continue;
      ++seen;
      ASSERT_LT(levels[b], gfx::kCrowdLevels) << i << ' ' << b;
    }
  }
  EXPECT_GT(seen, 1000);
}

TEST(CrowdLevels, FollowTheWidthOfALinkOnTheScreen) {
  const std::vector<glm::vec3> places = field();
  const gfx::Sphere bounds{{0.0f, 1.0f, 0.0f}, 2.0f};
  std::array<int, gfx::kCrowdLevels> met{};
  gfx::CrowdChoice choice;
  for (int i = 1; i <= 60; ++i) {
    const gfx::Camera camera = camera_at(i);
    const float link = halton(i, 19, 0.004f, 0.2f);
    gfx::choose_levels(places, bounds, link, camera, kScreen, choice);
    const std::vector<std::size_t> levels = levels_of(choice);
    for (std::size_t b = 0; b < places.size(); ++b) {
      if (levels[b] == gfx::kCrowdLevels) continue;
      const glm::vec3 middle = places[b] + bounds.center;
      const auto left = camera.project(middle - link * camera.right(), kScreen);
      const auto right = camera.project(middle + link * camera.right(), kScreen);
      // close to the eye the sphere's nearest point decides
      if (!left || !right || left->z < 2.01f * bounds.radius) continue;
      const float pixels = right->x - left->x;
      std::size_t expected = 0;
      bool near_a_bound = false;
      for (const float bound : gfx::kLinkPixels) {
        expected += pixels < bound ? 1 : 0;
        near_a_bound |= std::abs(pixels - bound) < 1e-3f * bound;
      }
      if (near_a_bound) continue;
      ASSERT_EQ(levels[b], expected) << pixels;
      ++met[expected];
    }
  }
  for (const int count : met) EXPECT_GT(count, 50);
}

TEST(CrowdLevels, TakeTheNearestPointOfABodyThatIsClose) {
  const std::vector<glm::vec3> places(1, glm::vec3(0.0f));
  gfx::Camera camera;
  camera.distance = 3.0f;
  camera.fov_y = 0.6f;
  const gfx::Sphere bounds{{0.0f, 0.0f, 0.0f}, 2.0f};
  gfx::CrowdChoice choice;
  // the link is 3.3 pixels wide at the center, three times that at 1 m
  const float link = 3.3f * std::tan(0.3f) * 3.0f / kScreen.y;
  gfx::choose_levels(places, bounds, link, camera, kScreen, choice);
  EXPECT_EQ(count(choice, gfx::CrowdLevel::kNear), 1u);
  gfx::choose_levels(places, {{0, 0, 0}, 1.0f}, link, camera, kScreen, choice);
  EXPECT_EQ(count(choice, gfx::CrowdLevel::kMiddle), 1u);
}

TEST(CrowdLevels, AreEmptyForAnEmptyPictureAndForgetTheLastOne) {
  gfx::CrowdChoice choice;
  const std::vector<glm::vec3> places(3, glm::vec3(0.0f));
  gfx::choose_levels(places, {{0, 0, 0}, 0.5f}, 0.1f, {}, kScreen, choice);
  EXPECT_EQ(count(choice, gfx::CrowdLevel::kNear), 3u);
  gfx::choose_levels(places, {{0, 0, 0}, 0.5f}, 0.1f, {}, {0.0f, 10.0f}, choice);
  for (const auto& list : choice.bodies) EXPECT_TRUE(list.empty());
}

}  // namespace
