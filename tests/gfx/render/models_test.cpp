// User-defined meshes.

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "gfx/draw/solids.h"
#include "gfx/drawing.h"
#include "gfx/gl_calls.h"
#include "gfx/halton.h"

namespace {

using test::halton;

/// World position of a model's vertex in an instance, by the formula of gfx::Vertex.
glm::vec3 placed(const gfx::Instance& instance, const gfx::Vertex& vertex) {
  const glm::vec3 y = glm::cross(instance.axis, instance.side);
  const glm::vec3 offset = instance.radius * vertex.offset;
  return instance.center + offset.x * instance.side + offset.y * y + offset.z * instance.axis;
}

TEST(Models, VerticesAreWhereTheFrameOfTheMeshPutsThem) {
  std::vector<glm::vec3> points, normals;
  std::vector<std::uint32_t> indices;
  for (int i = 1; i <= 30; ++i) {
    points.push_back({halton(i, 2, -3, 1), halton(i, 3, 0, 2), halton(i, 5, 4, 5)});
    normals.push_back(glm::normalize(points.back()));
    indices.push_back(static_cast<std::uint32_t>(i - 1));
  }
  const auto mesh = gfx::make_model(points, normals, indices);
  ASSERT_NE(mesh, nullptr);
  const glm::vec3 x = glm::normalize(glm::vec3(1, 2, 3));
  const glm::vec3 z = glm::normalize(glm::cross(x, glm::vec3(0, 1, 0)));
  const glm::vec3 y = glm::cross(z, x);
  const glm::vec3 origin(0.5f, -0.2f, 1.0f);
  gfx::Picture picture;
  picture.models.push_back({mesh, origin, x, z, test::red()});
  gfx::InstanceLists lists;
  lists.add(picture);
  ASSERT_EQ(lists.count(), gfx::kShapes + 1);
  const gfx::Instance& instance = lists.opaque.back().at(0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::vec3 there = origin + points[i].x * x + points[i].y * y + points[i].z * z;
    EXPECT_LT(glm::distance(placed(instance, mesh->vertices[i]), there), 1e-5f);
    EXPECT_LE(glm::distance(there, instance.center), instance.radius * 1.0001f);
  }
}

TEST(Models, AMeshThatNobodyHoldsIsForgotten) {
  gfx::InstanceLists lists;
  gfx::Picture picture;
  auto first = gfx::box_model({1, 1, 1}), second = gfx::box_model({2, 1, 1});
  picture.models = {{first, {}, {1, 0, 0}, {0, 0, 1}, {}}, {second, {}, {1, 0, 0}, {0, 0, 1}, {}}};
  lists.add(picture);
  EXPECT_EQ(lists.models.size(), 2U);
  picture.models.erase(picture.models.begin());
  first.reset();
  lists.clear();
  EXPECT_EQ(lists.models.size(), 1U);
  lists.add(picture);
  EXPECT_EQ(lists.models.front(), second);
  EXPECT_EQ(lists.opaque.back().size(), 1U);
}

TEST(Models, WithoutTrianglesOrSizeThereIsNone) {
  EXPECT_EQ(gfx::make_model({}, {}, {}), nullptr);
  const std::vector<glm::vec3> same(3, glm::vec3(1.0f));
  EXPECT_EQ(gfx::make_model(same, same, {0, 1, 2}), nullptr);
  EXPECT_EQ(gfx::box_model({1.0f, 0.0f, 1.0f}), nullptr);
}

using ModelRenderer = test::Drawing;

TEST_F(ModelRenderer, ABoxIsAsWideAsItIs) {
  gfx::Camera camera;
  camera.distance = 4.0f;
  gfx::Picture picture = test::bare_picture();
  picture.models.push_back(
      {gfx::box_model({1.0f, 0.5f, 0.01f}), {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, test::red()});
  const gfx::Image image = draw(picture, camera, test::kWidth, test::kHeight);
  const auto left = camera.project({-0.5f, 0, 0}, test::kSize);
  const auto right = camera.project({0.5f, 0, 0}, test::kSize);
  ASSERT_TRUE(left && right);
  int red = 0;
  for (int x = 0; x < test::kWidth; ++x) {
    red += test::is_reddish(test::color_at(image, {x, test::kHeight / 2})) ? 1 : 0;
  }
  EXPECT_NEAR(red, right->x - left->x, 2.0f);
}

TEST_F(ModelRenderer, FramesInAnyOrderShowTheSame) {
  gfx::Camera camera;
  gfx::Picture one = test::bare_picture(), other = test::bare_picture();
  one.models.push_back(
      {gfx::box_model({0.5f, 0.5f, 0.5f}), {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, test::red()});
  other.models.push_back(
      {gfx::box_model({0.2f, 0.9f, 0.2f}), {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, test::blue()});
  gfx::Framebuffer framebuffer(test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer;
  const auto shown = [&](const gfx::Picture& picture) {
    renderer.draw(picture, camera, {framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f});
    return framebuffer.read_pixels().rgba;
  };
  const auto first = shown(one), second = shown(other);
  gfx::Picture both = one;
  both.models.push_back(other.models.front());
  shown(both);
  EXPECT_EQ(shown(other), second);
  EXPECT_EQ(shown(one), first);
}

TEST_F(ModelRenderer, AMeshIsUploadedOnce) {
  gfx::Camera camera;
  gfx::Picture picture = test::bare_picture();
  picture.models.push_back(
      {gfx::box_model({0.5f, 0.5f, 0.5f}), {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, test::red()});
  gfx::Framebuffer framebuffer(test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer;
  const gfx::Viewport viewport{framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f};
  renderer.draw(picture, camera, viewport);
  const test::GlCalls calls;
  renderer.draw(picture, camera, viewport);
  EXPECT_EQ(calls.counts().count("object"), 0U);
}

TEST_F(ModelRenderer, AMeshIsDrawnByOneCallHoweverManyShowIt) {
  const auto a = gfx::box_model({0.5f, 0.5f, 0.5f}), b = gfx::box_model({0.2f, 0.2f, 0.9f});
  gfx::Framebuffer framebuffer(test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer;
  const gfx::Viewport viewport{framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f};
  // draws each mesh this many times
  const auto draws = [&](int of_a, int of_b) {
    gfx::Picture picture = test::bare_picture();
    for (int i = 0; i < of_a + of_b; ++i) {
      const glm::vec3 place(0.1f * static_cast<float>(i), 0.0f, 0.0f);
      picture.models.push_back(
          {i % 2 == 0 && i / 2 < of_b ? b : a, place, {1, 0, 0}, {0, 0, 1}, test::red()});
    }
    const test::GlCalls calls;
    renderer.draw(picture, gfx::Camera(), viewport);
    auto counts = calls.counts();
    return counts["draw"];
  };
  const int none = draws(0, 0), one = draws(1, 0);
  EXPECT_GT(one, none);
  EXPECT_EQ(draws(40, 0), one);
  EXPECT_EQ(draws(1, 1) - none, 2 * (one - none));
  EXPECT_EQ(draws(20, 20) - none, 2 * (one - none));
}

}  // namespace
