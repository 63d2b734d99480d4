#include "gfx/draw/blend.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "gfx/closed_mesh.h"
#include "gfx/halton.h"

namespace {

constexpr float kFillet = 0.08f, kCell = 0.02f;

/// Cones of all directions and tapers around the origin.
std::vector<gfx::BlendPart> some_parts(int seed) {
  std::vector<gfx::BlendPart> parts;
  for (int i = 4 * seed + 1; i <= 4 * seed + 4; ++i) {
    parts.push_back({{test::halton(i, 2, -0.2f, 0.2f), test::halton(i, 3, -0.2f, 0.2f), 0.0f},
                     {test::halton(i, 5, -0.4f, 0.4f), test::halton(i, 7, -0.4f, 0.4f), 0.3f},
                     test::halton(i, 11, 0.05f, 0.15f),
                     test::halton(i, 13, 0.05f, 0.15f),
                     test::halton(i, 2, 0.04f, 0.05f)});
  }
  return parts;
}

TEST(Blend, IsAClosedMeshOnTheSurfaceWhoseNormalsPointOutwards) {
  for (int seed = 0; seed < 8; ++seed) {
    const auto parts = some_parts(seed);
    const auto mesh = gfx::blend_model(parts, kFillet, kCell);
    ASSERT_NE(mesh, nullptr);
    EXPECT_TRUE(test::is_closed(*mesh));
    EXPECT_GT(test::volume(*mesh), 0.0);
    for (const gfx::Vertex& vertex : mesh->vertices) {
      const glm::vec3 point = mesh->middle + mesh->radius * vertex.offset;
      EXPECT_NEAR(gfx::blend_distance(parts, kFillet, point), 0.0f, 0.1f * kCell);
      EXPECT_NEAR(glm::length(vertex.normal), 1.0f, 1e-5f);
      EXPECT_GT(gfx::blend_distance(parts, kFillet, point + 0.5f * kCell * vertex.normal), 0.0f);
      EXPECT_LT(gfx::blend_distance(parts, kFillet, point - 0.5f * kCell * vertex.normal), 0.0f);
    }
  }
}

TEST(Blend, OfOnePartHasItsVolume) {
  const gfx::BlendPart cone{{0, 0, 0}, {0.6f, 0, 0.8f}, 0.2f, 0.3f, 1e-3f};
  const auto mesh = gfx::blend_model({&cone, 1}, 0.01f, 0.02f);
  ASSERT_NE(mesh, nullptr);
  const double exact = std::numbers::pi / 3.0 * (0.04 + 0.06 + 0.09);
  EXPECT_NEAR(test::volume(*mesh), exact, 0.01 * exact);
}

TEST(Blend, FillsTheCornerBetweenParts) {
  const gfx::BlendPart cross[] = {{{-1, 0, 0}, {1, 0, 0}, 0.1f, 0.1f, 0.1f},
                                  {{0, -1, 0}, {0, 1, 0}, 0.1f, 0.1f, 0.1f}};
  const glm::vec3 corner(0.11f, 0.11f, 0.0f);
  EXPECT_GT(gfx::blend_distance(cross, 1e-6f, corner), 0.0f);
  EXPECT_LT(gfx::blend_distance(cross, 0.1f, corner), 0.0f);
}

TEST(Blend, OfPartsWithoutLengthIsBalls) {
  const gfx::BlendPart ball{{1, 2, 3}, {1, 2, 3}, 0.5f, 0.5f, 0.5f};
  for (const glm::vec3 way : {glm::vec3(1, 0, 0), glm::vec3(0, 0.6f, 0.8f)}) {
    const glm::vec3 point = glm::vec3(1, 2, 3) + 0.7f * way;
    EXPECT_NEAR(gfx::blend_distance({&ball, 1}, 0.1f, point), 0.2f, 1e-6f);
  }
}

TEST(Blend, LeavesOutPartsWithoutARadiusOrAPlace) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const gfx::BlendPart parts[] = {{{0, 0, 0}, {1, 0, 0}, 0.0f, 0.1f, 0.0f},
                                  {{0, nan, 0}, {1, 0, 0}, 0.1f, 0.1f, 0.0f},
                                  {{0, 0, 0}, {1, 0, 0}, 0.1f, nan, 0.0f}};
  EXPECT_EQ(gfx::blend_model(parts, kFillet, kCell), nullptr);
  EXPECT_EQ(gfx::blend_model({}, kFillet, kCell), nullptr);
}

TEST(Blend, OfALongPartHasNoMoreCellsThanAMeshMayHave) {
  const gfx::BlendPart needle{{0, 0, 0}, {1000, 0, 0}, 0.01f, 0.01f, 0.01f};
  const auto mesh = gfx::blend_model({&needle, 1}, 0.001f, 0.001f);
  if (mesh != nullptr) {
    EXPECT_LT(mesh->indices.size(), 100'000U);
  }
}

}  // namespace
