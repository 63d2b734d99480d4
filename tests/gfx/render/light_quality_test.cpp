// The quality for renderers that compute pixels on the processor.

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gfx/drawing.h"
#include "gfx/halton.h"
#include "gfx/trail.h"

namespace {

using test::halton;

TEST(SoftwareRenderers, AreKnownByTheirNames) {
  for (const char* name :
       {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "GDI Generic",
        "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader "
        "driver)",
        "Google SwiftShader", "Apple Software Renderer", "Microsoft Basic Render Driver",
        "Mesa/swrast", "zink Vulkan 1.3(llvmpipe (LLVM 17.0.6, 256 bits))"}) {
    EXPECT_TRUE(gfx::is_software(name)) << name;
  }
  for (const char* name :
       {"Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "NVIDIA GeForce RTX 3060/PCIe/SSE2",
        "AMD Radeon Graphics (radeonsi, renoir, LLVM 15.0.6, DRM 3.49)", "Apple M1", "virgl",
        "SVGA3D; build: RELEASE;  LLVM;", "V3D 4.2", "Mali-G52", ""}) {
    EXPECT_FALSE(gfx::is_software(name)) << name;
  }
}

/// Pictures of a body on a floor, by two renderers that differ in keeping the background alone.
class KeptBackground : public test::Drawing {
 protected:
  void SetUp() override {
    test::Drawing::SetUp();
    plain_.emplace();
    keeping_.emplace(gfx::Quality{.keeps_background = true});
    canvas_.emplace(test::kWidth, test::kHeight, 0);
    picture_.ground.center.y = -0.5f;
    picture_.drums.push_back({{0, -0.45f, 0}, {0, 1, 0}, 0.3f, 0.05f, test::red()});
    picture_.capsules.push_back({{0, -0.3f, 0}, {0.2f, 0.4f, 0.1f}, 0.08f, test::blue()});
    picture_.balls.push_back({{0.3f, 0.5f, 0}, 0.1f, {{0, 1, 0, 0.5f}, 0.5f, 0}});
    test::add_trail(picture_, std::vector<glm::vec3>{{-1, -0.4f, 0}, {0, 1, 0}, {0.5f, 0.5f, 0.5f}},
                    2.0f, {1, 0, 0, 0.8f});
  }
  void TearDown() override {
    plain_.reset();
    keeping_.reset();
    canvas_.reset();
    test::Drawing::TearDown();
  }

  gfx::Image drawn_by(gfx::Renderer& renderer) {
    const int half = test::kWidth / 2;
    const gfx::Cell cells[] = {{&picture_, {canvas_->id(), 0, 0, half, test::kHeight, 1.0f}},
                               {&other_, {canvas_->id(), half, 0, half - 3, test::kHeight, 1.0f}}};
    renderer.draw({cells, two_ ? 2U : 1U}, camera_);
    return canvas_->read_pixels();
  }
  /// Whether both renderers draw the same bytes.
  bool agree() { return drawn_by(*plain_).rgba == drawn_by(*keeping_).rgba; }

  std::optional<gfx::Renderer> plain_, keeping_;
  std::optional<gfx::Framebuffer> canvas_;
  gfx::Picture picture_, other_;
  gfx::Camera camera_;
  bool two_ = false;
};

TEST_F(KeptBackground, ShowsTheSamePictureWhateverChanges) {
  for (int i = 1; i <= 12; ++i) {
    picture_.capsules[0].b.x = halton(i, 2, -0.5f, 0.5f);
    EXPECT_TRUE(agree()) << i << ", the body has moved";
    if (i % 2 == 0) camera_.yaw = halton(i, 3, -3, 3);
    if (i % 3 == 0) camera_.distance = halton(i, 5, 2, 6);
    if (i % 4 == 0) picture_.studio = i % 8 == 0 ? gfx::light_studio() : gfx::dark_studio();
    if (i % 5 == 0) picture_.ground.grid = !picture_.ground.grid;
    two_ = i % 6 >= 3;
    EXPECT_TRUE(agree()) << i;
  }
  picture_.ground.shown = false;
  EXPECT_TRUE(agree()) << "no floor";
}

TEST_F(KeptBackground, IsDrawnOnceForManyPosesOfTheBody) {
  static int corners;  // calls that draw a rectangle over the picture or the floor
  static PFNGLDRAWARRAYSPROC draw_arrays;
  draw_arrays = glad_glDrawArrays;
  glad_glDrawArrays = [](GLenum mode, GLint first, GLsizei count) {
    ++corners;
    draw_arrays(mode, first, count);
  };
  const auto corners_of = [&](float x) {
    corners = 0;
    picture_.capsules[0].b.x = x;
    drawn_by(*keeping_);
    return corners;
  };
  EXPECT_EQ(corners_of(0.1f), 3) << "backdrop, floor and shadow";
  EXPECT_EQ(corners_of(0.2f), 1) << "the shadow";
  EXPECT_EQ(corners_of(0.3f), 1);
  camera_.yaw += 0.1f;
  EXPECT_EQ(corners_of(0.3f), 3);
  glad_glDrawArrays = draw_arrays;
}

TEST_F(KeptBackground, HidesABodyBelowTheFloor) {
  picture_.capsules.push_back({{0.5f, -0.9f, 0}, {0.6f, 0.3f, 0.2f}, 0.05f, test::blue()});
  EXPECT_TRUE(agree());
  picture_.capsules.back() = {{0.5f, -0.9f, 0}, {0.6f, -0.8f, 0.2f}, 0.05f, test::blue()};
  EXPECT_TRUE(agree());
  picture_.capsules.pop_back();
  for (const float tilt : {0.0f, 0.7f, 1.57f}) {
    const glm::vec3 axis(std::sin(tilt), std::cos(tilt), 0.0f);
    gfx::Picture sunk = picture_;
    const glm::vec3 place(0.6f, -0.45f, 0.3f);
    sunk.drums.push_back({place, axis, 0.1f, 0.2f, test::blue()});
    sunk.sleeves.push_back({place + glm::vec3(-1, 0, 0), axis, {0, 0, 1}, 0.1f, 0.2f, test::red()});
    sunk.arrows.push_back({place + glm::vec3(0, 0, 0.5f), place - axis, 0.02f, test::red()});
    std::swap(sunk, picture_);
    EXPECT_TRUE(agree()) << tilt;
    std::swap(sunk, picture_);
  }
  camera_.pitch = -0.6f;
  EXPECT_TRUE(agree()) << "seen from below";
}

/// Pictures by one sample per pixel, smoothed or not.
class Smoothing : public test::Drawing {
 protected:
  static gfx::Image drawn(const gfx::Picture& picture, int scale, bool smooths) {
    const int width = scale * test::kWidth, height = scale * test::kHeight;
    const gfx::Framebuffer framebuffer(width, height, 0);
    gfx::Renderer renderer(gfx::Quality{.smooths = smooths});
    renderer.draw(picture, {}, {framebuffer.id(), 0, 0, width, height, static_cast<float>(scale)});
    return framebuffer.read_pixels();
  }

  /// Mean difference of a picture from the means of squares of a larger one, 0 to 255.
  static double error(const gfx::Image& image, const gfx::Image& large) {
    const int n = large.width / image.width;
    double sum = 0.0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        glm::vec3 mean(0.0f);
        for (int i = 0; i < n * n; ++i) {
          mean += test::color_at(large, {n * x + i % n, n * y + i / n});
        }
        const glm::vec3 own = test::color_at(image, {x, y});
        sum += static_cast<double>(glm::distance(own, mean / static_cast<float>(n * n)));
      }
    }
    return sum / (image.width * image.height);
  }
};

TEST_F(Smoothing, BringsAPictureNearerToOneOfManySamples) {
  gfx::Picture picture = test::bare_picture();
  for (int i = 1; i <= 8; ++i) {
    const glm::vec3 from(halton(i, 2, -1, 1), halton(i, 3, -0.7f, 0.7f), halton(i, 5, -0.5f, 0.5f));
    const glm::vec3 to(halton(i, 7, -1, 1), halton(i, 11, -0.7f, 0.7f), halton(i, 13, -0.5f, 0.5f));
    picture.capsules.push_back({from, to, 0.06f, i % 2 == 0 ? test::red() : test::blue()});
  }
  const gfx::Image large = drawn(picture, 6, false);
  const double rough = error(drawn(picture, 1, false), large);
  EXPECT_LT(error(drawn(picture, 1, true), large), 0.75 * rough);
}

TEST_F(Smoothing, LeavesAPictureWithoutSolidsAsItIs) {
  gfx::Picture picture;
  picture.lines.push_back({{-1, -1, 0}, {1, 1, 0}, 2.0f, 6.0f, {0, 0, 0, 1}});
  EXPECT_EQ(drawn(picture, 1, true).rgba, drawn(picture, 1, false).rgba);
}

TEST_F(Smoothing, ChangesTheEdgesOfSolidsAndGhostsAlone) {
  gfx::Picture picture = test::bare_picture();
  const glm::vec3 axis(0.28734788f, 0.95782629f, 0.0f);
  picture.drums.push_back({{-0.6f, 0, 0}, axis, 0.2f, 0.35f, test::red()});
  picture.drums.push_back({{0.6f, 0, 0}, axis, 0.2f, 0.35f, {{0.1f, 0.1f, 0.9f, 0.6f}, 0.3f, 0}});
  const gfx::Image rough = drawn(picture, 1, false), smooth = drawn(picture, 1, true);
  int left = 0, right = 0;
  for (int y = 0; y < test::kHeight; ++y) {
    for (int x = 0; x < test::kWidth; ++x) {
      const glm::vec3 before = test::color_at(rough, {x, y});
      const bool differs = before != test::color_at(smooth, {x, y});
      (x < test::kWidth / 2 ? left : right) += differs;
      if (before == glm::vec3(255)) {
        ASSERT_FALSE(differs) << "the background at " << x << " " << y;
      }
    }
  }
  EXPECT_GT(left, 50);
  EXPECT_GT(right, 50) << "the ghost";
}

TEST_F(Smoothing, SeesNothingBesideItsPicture) {
  // a solid that fills the picture, and another picture beside it
  gfx::Picture picture = test::bare_picture();
  picture.balls.push_back({{0, 0, 0}, 0.9f, test::red()});
  gfx::Camera camera;
  camera.distance = 1.6f;
  const gfx::Framebuffer framebuffer(test::kWidth, test::kHeight, 0);
  gfx::Renderer renderer(gfx::Quality{.smooths = true});
  const gfx::Viewport viewport{framebuffer.id(), 40, 30, 100, 80, 1.0f};
  std::vector<std::vector<std::uint8_t>> images;
  for (const float around : {0.0f, 1.0f}) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glClearColor(around, around, around, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer.draw(picture, camera, {framebuffer.id(), 0, 0, test::kWidth, test::kHeight, 1.0f});
    glClear(GL_COLOR_BUFFER_BIT);
    renderer.draw(picture, camera, viewport);
    const gfx::Image image = framebuffer.read_pixels();
    std::vector<std::uint8_t>& inside = images.emplace_back();
    for (int y = test::kHeight - 110; y < test::kHeight - 30; ++y) {
      inside.insert(inside.end(), image.at(40, y), image.at(40, y) + 400);
    }
  }
  EXPECT_EQ(images[0], images[1]);
}

}  // namespace
