// User-defined meshes.
#include <cmath>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "gfx/draw/skinned.h"
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

constexpr int kRings = 16, kAround = 20, kJoints = 300;  // more joints than a palette row holds

/// A tube along x from -1 to 1. Each ring has its own joints, far apart in the palette.
struct Tube {
  std::vector<gfx::SkinnedVertex> vertices;
  std::vector<std::uint32_t> indices;
};

Tube make_tube() {
  Tube tube;
  for (int r = 0; r < kRings; ++r) {
    const float x = -1.0f + 2.0f * static_cast<float>(r) / (kRings - 1);
    for (int i = 0; i < kAround; ++i) {
      const float angle = 6.2831853f * static_cast<float>(i) / kAround;
      const glm::vec3 out(0.0f, std::cos(angle), std::sin(angle));
      const float share = 0.5f + 0.5f * x;
      gfx::SkinnedVertex vertex{glm::vec3(x, 0, 0) + 0.3f * out, out, {}, {}};
      vertex.joints = {0.0f, 270.0f, 299.0f, 5.0f};
      vertex.weights = {0.6f * (1.0f - share), 0.6f * share, 0.3f, 0.1f};
      tube.vertices.push_back(vertex);
      if (r + 1 == kRings) continue;
      const auto a = static_cast<std::uint32_t>(kAround * r + i);
      const auto b = static_cast<std::uint32_t>(kAround * r + (i + 1) % kAround);
      for (const std::uint32_t k : {a, b, a + kAround, b, b + kAround, a + kAround}) {
        tube.indices.push_back(k);
      }
    }
  }
  return tube;
}

/// Joint transforms: rotations about z and y by some tenths of a radian, and small shifts.
std::vector<glm::mat3x4> some_palette() {
  std::vector<glm::mat3x4> palette;
  for (int j = 0; j < kJoints; ++j) {
    const float a = halton(j + 1, 2, -0.9f, 0.9f), b = halton(j + 1, 3, -0.7f, 0.7f);
    const glm::mat3 z(std::cos(a), std::sin(a), 0, -std::sin(a), std::cos(a), 0, 0, 0, 1);
    const glm::mat3 y(std::cos(b), 0, -std::sin(b), 0, 1, 0, std::sin(b), 0, std::cos(b));
    const glm::mat3 turn = z * y;
    glm::mat3x4 rows;
    for (int r = 0; r < 3; ++r) {
      rows[r] = {turn[0][r], turn[1][r], turn[2][r], halton(j + 1, 5 + 2 * r, -0.2f, 0.2f)};
    }
    palette.push_back(rows);
  }
  return palette;
}

glm::vec3 moved(const gfx::SkinnedVertex& vertex, const glm::vec4& what,
                const std::vector<glm::mat3x4>& palette) {
  glm::vec3 sum(0.0f);
  for (int k = 0; k < 4; ++k) {
    const glm::mat3x4& rows = palette[static_cast<std::size_t>(vertex.joints[k])];
    for (int r = 0; r < 3; ++r) sum[r] += vertex.weights[k] * glm::dot(rows[r], what);
  }
  return sum;
}

/// The tube bent on the CPU, as a rigid model.
gfx::Model bent_model(const Tube& tube, const std::vector<glm::mat3x4>& palette) {
  std::vector<glm::vec3> points, normals;
  for (const gfx::SkinnedVertex& vertex : tube.vertices) {
    points.push_back(moved(vertex, {vertex.point, 1.0f}, palette));
    normals.push_back(moved(vertex, {vertex.normal, 0.0f}, palette));
  }
  return {gfx::make_model(points, normals, tube.indices), {}, {1, 0, 0}, {0, 0, 1}, test::red()};
}

gfx::SkinnedModel skinned_model(const Tube& tube, std::size_t first) {
  return {gfx::make_skinned(tube.vertices, tube.indices, kJoints), first, test::red()};
}

/// Fraction of pixels with a channel that differs by more than a few steps.
double difference(const gfx::Image& a, const gfx::Image& b) {
  std::size_t many = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) {
    many += std::abs(int{a.rgba[i]} - int{b.rgba[i]}) > 6 ? 1 : 0;
  }
  return static_cast<double>(many) / static_cast<double>(a.rgba.size());
}

using SkinnedRenderer = test::Drawing;

TEST_F(SkinnedRenderer, TheCardBendsAMeshAsTheProcessorDoes) {
  const Tube tube = make_tube();
  const std::vector<glm::mat3x4> palette = some_palette();
  gfx::Camera camera;
  camera.distance = 4.0f;
  for (const bool lit : {false, true}) {
    for (const float alpha : {1.0f, 0.4f}) {
      gfx::Picture here, card, empty;
      for (gfx::Picture* picture : {&here, &card, &empty}) {
        if (!lit) *picture = test::bare_picture();
        picture->ground.center.y = -0.8f;
      }
      here.models.push_back(bent_model(tube, palette));
      // the mesh's joints start at an offset in the palette
      card.palette.assign(7, glm::mat3x4(0.0f));
      card.palette.insert(card.palette.end(), palette.begin(), palette.end());
      card.skinned.push_back(skinned_model(tube, 7));
      here.models[0].surface.color.a = card.skinned[0].surface.color.a = alpha;
      const auto shown = [&](const gfx::Picture& picture) {
        return draw(picture, camera, test::kWidth, test::kHeight);
      };
      const gfx::Image bent = shown(card);
      EXPECT_LT(difference(bent, shown(here)), 0.004) << lit << ' ' << alpha;
      EXPECT_GT(difference(bent, shown(empty)), 0.03) << lit << ' ' << alpha;
      // the mesh must differ from the unbent one
      card.palette.assign(card.palette.size(), glm::mat3x4(1.0f));
      EXPECT_GT(difference(bent, shown(card)), 0.03) << lit << ' ' << alpha;
    }
  }
}

TEST_F(SkinnedRenderer, EachPictureOfAFrameHasItsOwnBend) {
  const Tube tube = make_tube();
  gfx::Camera camera;
  camera.distance = 4.0f;
  gfx::Picture left = test::bare_picture(), right = test::bare_picture();
  left.palette = some_palette();
  right.palette.assign(kJoints, glm::mat3x4(1.0f));
  left.skinned.push_back(skinned_model(tube, 0));
  right.skinned.push_back({left.skinned[0].mesh, 0, test::red()});
  const auto alone = [&](const gfx::Picture& picture) {
    return draw(picture, camera, test::kWidth, test::kHeight);
  };
  const gfx::Image first = alone(left), second = alone(right);
  gfx::Framebuffer framebuffer(2 * test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer;
  const gfx::Cell cells[] = {
      {&left, {framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f}},
      {&right, {framebuffer.id(), test::kWidth, 0, test::kWidth, test::kHeight, 1.0f}}};
  renderer.draw(cells, camera);
  const gfx::Image both = framebuffer.read_pixels();
  for (int y = 0; y < test::kHeight; y += 3) {
    for (int x = 0; x < test::kWidth; x += 3) {
      ASSERT_EQ(both.at(x, y)[1], first.at(x, y)[1]) << x << ' ' << y;
      ASSERT_EQ(both.at(test::kWidth + x, y)[1], second.at(x, y)[1]) << x << ' ' << y;
    }
  }
}

TEST_F(SkinnedRenderer, AMeshIsUploadedOnceAndAPaletteTooShortShowsNothing) {
  const Tube tube = make_tube();
  gfx::Camera camera;
  camera.distance = 4.0f;
  gfx::Picture picture = test::bare_picture();
  picture.palette = some_palette();
  picture.skinned.push_back(skinned_model(tube, 0));
  gfx::Framebuffer framebuffer(test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer;
  const gfx::Viewport viewport{framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f};
  renderer.draw(picture, camera, viewport);
  {
    const test::GlCalls calls;
    renderer.draw(picture, camera, viewport);
    EXPECT_EQ(calls.counts().count("object"), 0U);
  }
  picture.palette.pop_back();
  const gfx::Image nothing = draw(picture, camera, test::kWidth, test::kHeight);
  EXPECT_EQ(difference(nothing, draw(test::bare_picture(), camera, test::kWidth, test::kHeight)),
            0.0);
}

TEST(Skinned, BallsHoldEveryVertex) {
  const Tube tube = make_tube();
  const auto mesh = gfx::make_skinned(tube.vertices, tube.indices, kJoints);
  std::vector<glm::mat3x4> palette = some_palette();
  for (glm::mat3x4& rows : palette) {
    for (int c = 0; c < 3; ++c) rows[0][c] *= 2.5f;  // stretched in x
  }
  std::vector<glm::vec4> balls;
  gfx::add_reach(*mesh, palette, balls);
  EXPECT_EQ(balls.size(), 4U);
  glm::vec3 low(1e9f), high(-1e9f);
  for (const glm::vec4& ball : balls) {
    low = glm::min(low, glm::vec3(ball) - ball.w);
    high = glm::max(high, glm::vec3(ball) + ball.w);
  }
  for (const gfx::SkinnedVertex& vertex : tube.vertices) {
    const glm::vec3 p = moved(vertex, {vertex.point, 1.0f}, palette);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(p[k], low[k] - 1e-5f);
      EXPECT_LE(p[k], high[k] + 1e-5f);
    }
  }
}

TEST(Skinned, JointsAndIndicesOutOfRangeAreNoMesh) {
  const Tube tube = make_tube();
  EXPECT_EQ(gfx::make_skinned(tube.vertices, tube.indices, 299), nullptr);
  EXPECT_EQ(gfx::make_skinned(tube.vertices, {}, kJoints), nullptr);
  EXPECT_EQ(gfx::make_skinned(tube.vertices, {0, 1, 100'000}, kJoints), nullptr);
}

}  // namespace
