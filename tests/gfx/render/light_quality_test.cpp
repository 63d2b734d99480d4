// The quality for renderers that compute pixels on the processor.

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gfx/drawing.h"
#include "gfx/halton.h"

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

TEST_F(KeptBackground, EveryPictureHidesWhatIsInsideOfOrBehindItsSolids) {
  two_ = true;
  // in the middle of the capsule
  picture_.drums.push_back({{0.1f, 0.05f, 0.05f}, {0, 1, 0}, 0.03f, 0.03f, test::red()});
  other_ = picture_;
  EXPECT_TRUE(agree());
}

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

}  // namespace
