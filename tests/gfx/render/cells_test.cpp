#include <algorithm>
#include <vector>

#include "gfx/drawing.h"
#include "gfx/gl_calls.h"
#include "gfx/render/renderer.h"

namespace {

using test::color_at;

constexpr int kSide = 80;  // size of a cell, pixels

/// Pictures in a row over one floor, each with different solids.
class PicturesSideBySide : public test::Drawing {
 protected:
  static gfx::Picture picture_of(int i) {
    const float x = 0.1f * static_cast<float>(i % 7) - 0.3f;
    gfx::Picture picture;
    picture.ground.center.y = -0.6f;
    picture.balls.push_back({{x, 0.2f, 0}, 0.3f, i % 2 == 0 ? test::red() : test::blue()});
    picture.capsules.push_back({{x, 0.2f, 0}, {-x, -0.5f, 0.3f}, 0.08f, test::blue()});
    picture.balls.push_back({{0, 0.6f, x}, 0.15f, {{0, 0.7f, 0, 0.5f}, 0.5f, 0}});
    picture.lines.push_back({{-1, -0.3f, x}, {1, 0.5f, x}, 2.0f, 6.0f, {0, 0, 0, 1}});
    return picture;
  }
  static std::vector<gfx::Picture> pictures(int count) {
    std::vector<gfx::Picture> result;
    for (int i = 0; i < count; ++i) result.push_back(picture_of(i));
    return result;
  }
  static std::vector<gfx::Cell> in_a_row(const std::vector<gfx::Picture>& pictures,
                                         const gfx::Framebuffer& framebuffer) {
    std::vector<gfx::Cell> cells;
    for (const gfx::Picture& picture : pictures) {
      const int x = kSide * static_cast<int>(cells.size());
      cells.push_back({&picture, {framebuffer.id(), x, 0, kSide, kSide, 1.0f}});
    }
    return cells;
  }
  static gfx::Image drawn(const std::vector<gfx::Picture>& pictures) {
    const gfx::Framebuffer framebuffer(kSide * static_cast<int>(pictures.size()), kSide, 0);
    gfx::Renderer renderer;
    renderer.draw(in_a_row(pictures, framebuffer), {});
    return framebuffer.read_pixels();
  }
  /// Largest channel difference between a cell of a row and the same picture drawn alone.
  static float difference(const gfx::Image& row, int cell, const gfx::Image& alone) {
    float most = 0.0f;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const glm::vec3 d = color_at(row, {cell * kSide + x, y}) - color_at(alone, {x, y});
        most = std::max({most, std::abs(d.r), std::abs(d.g), std::abs(d.b)});
      }
    }
    return most;
  }
};

TEST_F(PicturesSideBySide, LookAsEachDoesAlone) {
  std::vector<gfx::Picture> row = pictures(10);
  for (gfx::Picture& picture : row) picture.shadows = false;
  const gfx::Image image = drawn(row);
  for (int i = 0; i < 10; ++i) {
    // the backdrop's noise depends on the position in the window
    EXPECT_LE(difference(image, i, draw(row[static_cast<std::size_t>(i)], {}, kSide, kSide)), 1.5f)
        << i;
  }
}

TEST_F(PicturesSideBySide, ThrowNoShadowIntoEachOther) {
  // a body between pictures without one: those must show only the floor
  gfx::Picture floor;
  floor.ground.center.y = -0.6f;
  gfx::Picture bare = floor;
  bare.shadows = false;
  const gfx::Image empty = draw(bare, {}, kSide, kSide);
  for (const int count : {2, 5, 10}) {
    for (int at = 0; at < count; ++at) {
      std::vector<gfx::Picture> row(static_cast<std::size_t>(count), floor);
      row[static_cast<std::size_t>(at)] = picture_of(0);
      row[static_cast<std::size_t>(at)].shadow_softness = 0.2f;
      row[0].shadow_softness = 0.2f;
      const gfx::Image image = drawn(row);
      for (int i = 0; i < count; ++i) {
        if (i == at) continue;
        EXPECT_LE(difference(image, i, empty), 1.5f) << i << " beside " << at << " of " << count;
      }
    }
  }
}

TEST_F(PicturesSideBySide, ThrowTheShadowsThatEachThrowsAlone) {
  // seen from above, the floor beside the body is visible
  gfx::Camera camera;
  camera.pitch = 0.9f;
  for (const int count : {2, 10}) {
    std::vector<gfx::Picture> row = pictures(count);
    for (gfx::Picture& picture : row) picture.shadow_softness = 0.1f;
    const gfx::Framebuffer framebuffer(kSide * count, kSide, 0);
    gfx::Renderer renderer;
    renderer.draw(in_a_row(row, framebuffer), camera);
    const gfx::Image image = framebuffer.read_pixels();
    for (int i = 0; i < count; ++i) {
      gfx::Picture& picture = row[static_cast<std::size_t>(i)];
      const gfx::Image alone = draw(picture, camera, kSide, kSide);
      picture.shadows = false;
      const gfx::Image unshaded = draw(picture, camera, kSide, kSide);
      int shaded = 0, other = 0;
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
          const float here = test::brightness(color_at(image, {i * kSide + x, y}));
          const float there = test::brightness(color_at(alone, {x, y}));
          if (test::brightness(color_at(unshaded, {x, y})) - there > 20.0f) ++shaded;
          if (std::abs(here - there) > 20.0f) ++other;
        }
      }
      EXPECT_GT(shaded, 100) << i;
      EXPECT_LT(other, shaded / 10) << i << " of " << count;
    }
  }
}

TEST_F(PicturesSideBySide, ShareUploadsFramebuffersAndMemory) {
  const gfx::Framebuffer framebuffer(10 * kSide, kSide, 0);
  gfx::Renderer renderer;
  const auto calls_for = [&](int count) {
    const std::vector<gfx::Picture> row = pictures(count);
    renderer.draw(in_a_row(row, framebuffer), {});
    const test::GlCalls calls;
    renderer.draw(in_a_row(row, framebuffer), {});
    return calls.counts();
  };
  const std::map<std::string, int> one = calls_for(1), ten = calls_for(10);
  EXPECT_EQ(one.at("upload of uniforms"), 1);
  EXPECT_EQ(one.at("upload of vertices"), 2) << "instances and lines";
  for (const char* kind : {"upload of uniforms", "upload of vertices", "framebuffer"}) {
    EXPECT_EQ(ten.at(kind), one.at(kind)) << kind;
  }
  for (const auto& counts : {one, ten}) {
    EXPECT_FALSE(counts.contains("object")) << "made after the first frame";
    EXPECT_FALSE(counts.contains("texture memory")) << "allocated after the first frame";
  }
  // two opaque solids in shadow map and picture; one ghost, drawn for depth and colour
  EXPECT_EQ(one.at("instance"), 2 * 2 + 2);
  EXPECT_EQ(ten.at("instance"), 10 * one.at("instance")) << "each body only in its own picture";
}

TEST_F(PicturesSideBySide, NeedNotHaveTheSameSizeToThePixel) {
  const gfx::Framebuffer framebuffer(2 * kSide + 1, kSide, 0);
  const std::vector<gfx::Picture> row = pictures(2);
  std::vector<gfx::Cell> cells = in_a_row(row, framebuffer);
  cells[0].viewport.width = kSide - 1;
  cells[1].viewport.height = 0;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  gfx::Renderer renderer;
  renderer.draw(cells, {});
  const gfx::Image image = framebuffer.read_pixels();
  const glm::vec3 green(0, 255, 0);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < 2 * kSide + 1; ++x) {
      ASSERT_EQ(color_at(image, {x, y}) == green, x >= kSide - 1) << x << " " << y;
    }
  }
}

TEST_F(PicturesSideBySide, MayBeNone) {
  gfx::Renderer renderer;
  renderer.draw(std::span<const gfx::Cell>(), {});
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

}  // namespace
