#include "gfx/render/renderer.h"

#include <cmath>
#include <utility>

#include "gfx/debug_messages.h"
#include "gfx/drawing.h"
#include "gfx/halton.h"

namespace {

using namespace test;

using Renderer = test::Drawing;

int count_red(const gfx::Image& image) {
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) count += is_reddish(color_at(image, {x, y})) ? 1 : 0;
  }
  return count;
}

gfx::Picture everything() {
  gfx::Picture picture;
  picture.ground.center.y = -0.6f;
  picture.capsules.push_back({{-1, 0, 0}, {0, 0.5f, 0}, 0.1f, test::red()});
  picture.capsules.push_back({{0, 0, 1}, {0, 0.5f, 0}, 0.1f, {{0, 1, 0, 0.5f}, 0.5f, 0}});
  picture.balls.push_back({{0.5f, 0, 0}, 0.2f, test::blue()});
  picture.drums.push_back({{-0.5f, -0.2f, 0}, {0, 0, 1}, 0.2f, 0.1f, test::red()});
  picture.sleeves.push_back({{0, -0.3f, 0.4f}, {1, 0, 0}, {0, 1, 0}, 0.1f, 0.2f, test::blue()});
  picture.arrows.push_back({{0, 0, 0}, {0.3f, 0.8f, 0}, 0.02f, test::red()});
  picture.lines.push_back({{-1, -1, 0}, {1, 1, 0}, 2.0f, 6.0f, {0, 0, 0, 1}});
  test::add_trail(picture, std::vector<glm::vec3>{{-1, 1, 0}, {0, 1, 0}, {0.5f, 0.5f, 0.5f}}, 2.0f,
                  {1, 0, 0, 0.8f});
  return picture;
}

TEST_F(Renderer, ShowsABallWhereTheCameraProjectsItAndTheBackgroundElsewhere) {
  for (int i = 1; i <= 6; ++i) {
    gfx::Camera camera;
    camera.focus = {0.3f, -0.2f, 0.1f};
    camera.yaw = halton(i, 2, -3, 3);
    camera.pitch = halton(i, 3, -1, 1);
    gfx::Picture picture = bare_picture();
    const glm::vec3 center = camera.focus + halton(i, 5, -0.5f, 0.5f) * camera.right() +
                             halton(i, 7, -0.4f, 0.4f) * camera.up();
    picture.balls.push_back({center, 0.2f, test::red()});
    const gfx::Image image = draw(picture, camera, kWidth, kHeight);
    const auto pixel = camera.project(center, kSize);
    ASSERT_TRUE(pixel.has_value());
    EXPECT_TRUE(is_reddish(color_at(image, glm::vec2(*pixel), 2)));
    EXPECT_EQ(color_at(image, {3, 3}), glm::vec3(255));
    EXPECT_EQ(color_at(image, {kWidth - 4, kHeight - 4}), glm::vec3(255));
  }
}

TEST_F(Renderer, ShowsABallAsLargeAsItsSilhouetteIs) {
  gfx::Picture picture = bare_picture();
  picture.balls.push_back({{0, 0, 0}, 0.4f, test::red()});
  for (const float distance : {1.5f, 3.0f, 6.0f}) {
    gfx::Camera camera;
    camera.distance = distance;
    const float expected = 0.5f * 400.0f / std::tan(0.5f * camera.fov_y) * 0.4f /
                           std::sqrt(distance * distance - 0.4f * 0.4f);
    const gfx::Image image = draw(picture, camera, 400, 400, 4);
    const float radius = std::sqrt(static_cast<float>(count_red(image)) / 3.14159265f);
    // the 24-gon covers 1.1 percent less than the circle; half a pixel for the blended edge
    EXPECT_NEAR(radius, expected, 0.012f * expected + 0.5f);
  }
}

TEST_F(Renderer, LetsTheNearerCapsuleHideTheFartherOneInEitherOrder) {
  const gfx::Capsule front{{-0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, 0.1f, test::red()};
  const gfx::Capsule back{{0, -0.5f, -0.5f}, {0, 0.5f, -0.5f}, 0.1f, test::blue()};
  for (const bool front_first : {true, false}) {
    gfx::Picture picture = bare_picture();
    picture.capsules = front_first ? std::vector{front, back} : std::vector{back, front};
    gfx::Camera camera;
    EXPECT_TRUE(is_reddish(color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize)));
    camera.yaw = 3.14159265f;
    EXPECT_TRUE(is_bluish(color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize)));
  }
}

TEST_F(Renderer, ShowsEverySolidAtItsPlace) {
  const gfx::Camera camera;
  const glm::vec3 place(0.4f, 0.3f, 0.0f);
  std::vector<gfx::Picture> pictures(5, bare_picture());
  pictures[0].capsules.push_back({place, place + glm::vec3(0, 0.2f, 0), 0.1f, test::red()});
  pictures[1].balls.push_back({place, 0.1f, test::red()});
  pictures[2].drums.push_back({place, {0, 0, 1}, 0.1f, 0.1f, test::red()});
  pictures[3].sleeves.push_back({place, {0, 0, 1}, {1, 0, 0}, 0.1f, 0.1f, test::red()});
  pictures[4].arrows.push_back({place - glm::vec3(0, 0.3f, 0), place, 0.03f, test::red()});
  for (const gfx::Picture& picture : pictures) {
    const gfx::Image image = draw(picture, camera, kWidth, kHeight);
    const auto pixel = camera.project(place - glm::vec3(0, 0.03f, 0), kSize);
    EXPECT_TRUE(is_reddish(color_at(image, glm::vec2(*pixel))));
    EXPECT_LT(count_red(image), kWidth * kHeight / 10);
  }
}

TEST_F(Renderer, DrawsTheSamePictureToTheSameBytes) {
  gfx::Framebuffer framebuffer(kWidth, kHeight, 4);
  gfx::Renderer renderer;
  const gfx::Viewport viewport{framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f};
  renderer.draw(everything(), {}, viewport);
  const gfx::Image first = framebuffer.read_pixels();
  renderer.draw(bare_picture(), {}, viewport);
  renderer.draw(everything(), {}, viewport);
  EXPECT_EQ(framebuffer.read_pixels().rgba, first.rgba);
}

TEST_F(Renderer, LeavesNoErrorAndNoComplaint) {
  int complaints = 0;
  const test::DebugMessages listener([&complaints](std::string_view) { ++complaints; });
  draw(everything(), {}, kWidth, kHeight, 4);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  EXPECT_EQ(complaints, 0);
}

TEST_F(Renderer, LeavesEveryPixelOpaque) {
  const gfx::Image image = draw(everything(), {}, kWidth, kHeight, 4);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) ASSERT_EQ(image.rgba[i], 255);
}

TEST_F(Renderer, TouchesNothingOutsideItsViewport) {
  const gfx::Framebuffer framebuffer(100, 80, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  glClearColor(0, 1, 0, 1);
  glClearDepth(0.25);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glClearDepth(1.0);
  gfx::Renderer renderer;
  renderer.draw(everything(), {}, {framebuffer.id(), 20, 10, 50, 40, 1.0f});
  const gfx::Image image = framebuffer.read_pixels();
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 100; ++x) {
      // the viewport's y counts from the bottom
      const bool inside = x >= 20 && x < 70 && y >= 30 && y < 70;
      ASSERT_EQ(color_at(image, {x, y}) == glm::vec3(0, 255, 0), !inside) << x << " " << y;
    }
  }
  float depth = 0.0f;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  glReadPixels(10, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
  EXPECT_NEAR(depth, 0.25f, 1e-4f);
}

TEST_F(Renderer, DrawsNothingIntoAnEmptyViewport) {
  const gfx::Framebuffer framebuffer(8, 8, 0);
  gfx::Renderer renderer;
  renderer.draw(everything(), {}, {framebuffer.id(), 0, 0, 0, 8, 1.0f});
  renderer.draw(everything(), {}, {framebuffer.id(), 0, 0, 8, -1, 1.0f});
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Renderer, LeavesTheStateThatItPromises) {
  const gfx::Framebuffer framebuffer(8, 8, 0);
  gfx::Renderer renderer;
  for (const int width : {8, 0, -3}) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    renderer.draw(everything(), {}, {framebuffer.id(), 0, 0, width, 8, 1.0f});
    for (const GLenum state : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST}) {
      EXPECT_EQ(glIsEnabled(state), GL_FALSE) << state;
    }
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<unsigned>(bound), framebuffer.id()) << "also if nothing is drawn";
  }
}

TEST_F(Renderer, FollowsAFramebufferToAnotherSize) {
  gfx::Framebuffer framebuffer(100, 100, 4);
  gfx::Renderer renderer;
  gfx::Picture picture = bare_picture();
  picture.balls.push_back({{0, 0, 0}, 0.4f, test::red()});
  renderer.draw(picture, {}, {framebuffer.id(), 0, 0, 100, 100, 1.0f});
  const int small = count_red(framebuffer.read_pixels());
  framebuffer.resize(400, 200);
  renderer.draw(picture, {}, {framebuffer.id(), 0, 0, 400, 200, 1.0f});
  const gfx::Image image = framebuffer.read_pixels();
  // the ball keeps its fraction of the height, and a wider picture does not stretch it
  EXPECT_NEAR(count_red(image) / static_cast<double>(small), 4.0, 0.25);
  EXPECT_TRUE(is_reddish(color_at(image, {200, 100})));
}

TEST_F(Renderer, MovedStillDraws) {
  gfx::Renderer first;
  gfx::Renderer second(std::move(first));
  const gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
  gfx::Picture picture = bare_picture();
  picture.balls.push_back({{0, 0, 0}, 0.4f, test::red()});
  second.draw(picture, {}, {framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f});
  EXPECT_TRUE(is_reddish(color_at(framebuffer.read_pixels(), 0.5f * kSize)));
}

}  // namespace
