#include "gfx/context/framebuffer.h"

#include <stdexcept>
#include <utility>

#include "gfx/debug_messages.h"
#include "gfx/drawing.h"

namespace {

class Framebuffer : public test::Drawing {
 protected:
  static void clear(const gfx::Framebuffer& framebuffer, float r, float g, float b) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glClearColor(r, g, b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  }
};

TEST_F(Framebuffer, ReadsBackWhatWasCleared) {
  for (const int samples : {0, 4}) {
    const gfx::Framebuffer framebuffer(13, 7, samples);
    clear(framebuffer, 1.0f, 0.0f, 0.2f);
    const gfx::Image image = framebuffer.read_pixels();
    ASSERT_EQ(image.width, 13);
    ASSERT_EQ(image.height, 7);
    ASSERT_EQ(image.rgba.size(), 4u * 13u * 7u);
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 13; ++x) {
        EXPECT_EQ(test::color_at(image, {x, y}), glm::vec3(255, 0, 51));
        EXPECT_EQ(image.at(x, y)[3], 255);
      }
    }
  }
}

TEST_F(Framebuffer, ReadsTheTopRowFirst) {
  const gfx::Framebuffer framebuffer(4, 4, 0);
  clear(framebuffer, 0.0f, 0.0f, 0.0f);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 3, 1, 1);  // OpenGL counts rows from the bottom: the top left pixel
  clear(framebuffer, 1.0f, 1.0f, 1.0f);
  glDisable(GL_SCISSOR_TEST);
  const gfx::Image image = framebuffer.read_pixels();
  EXPECT_EQ(test::color_at(image, {0, 0}), glm::vec3(255));
  EXPECT_EQ(test::color_at(image, {0, 3}), glm::vec3(0));
}

TEST_F(Framebuffer, TakesAnotherSize) {
  gfx::Framebuffer framebuffer(8, 8, 4);
  framebuffer.resize(20, 10);
  clear(framebuffer, 0.0f, 1.0f, 0.0f);
  const gfx::Image image = framebuffer.read_pixels();
  EXPECT_EQ(image.width, 20);
  EXPECT_EQ(image.height, 10);
  EXPECT_EQ(test::color_at(image, {19, 9}), glm::vec3(0, 255, 0));
}

TEST_F(Framebuffer, KeepsItsObjectsWhereTheSizeIsTheSame) {
  gfx::Framebuffer framebuffer(8, 8, 0);
  const unsigned before = framebuffer.id();
  framebuffer.resize(8, 8);
  EXPECT_EQ(framebuffer.id(), before);
}

TEST_F(Framebuffer, HasAtLeastOnePixel) {
  gfx::Framebuffer framebuffer(0, -3, 0);
  EXPECT_EQ(framebuffer.width(), 1);
  EXPECT_EQ(framebuffer.height(), 1);
  framebuffer.resize(0, 0);
  EXPECT_EQ(framebuffer.read_pixels().rgba.size(), 4u);
}

TEST_F(Framebuffer, TakesNoMoreSamplesThanTheDriverOffers) {
  const auto samples = [](int wanted) {
    const gfx::Framebuffer framebuffer(8, 8, wanted);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    return gl_number(GL_SAMPLES);
  };
  EXPECT_LE(samples(1000), gl_number(GL_MAX_SAMPLES));
  EXPECT_EQ(samples(1), 0);
}

TEST_F(Framebuffer, RefusesASizeBeyondTheDriver) {
  EXPECT_THROW(gfx::Framebuffer(10'000'000, 4, 0), std::runtime_error);
}

TEST_F(Framebuffer, MovedStillDraws) {
  gfx::Framebuffer first(8, 8, 4);
  const gfx::Framebuffer second(std::move(first));
  clear(second, 0.0f, 0.0f, 1.0f);
  EXPECT_EQ(test::color_at(second.read_pixels(), {4, 4}), glm::vec3(0, 0, 255));
}

TEST_F(Framebuffer, CopiesAPartIntoAnother) {
  const gfx::Framebuffer source(6, 6, 4);
  const gfx::Framebuffer target(6, 6, 0);
  clear(target, 0.0f, 0.0f, 0.0f);
  clear(source, 1.0f, 0.0f, 0.0f);
  const gfx::PixelArea part{1, 0, 2, 2};
  source.copy_parts_to(target.id(), {&part, 1});
  const gfx::Image image = target.read_pixels();
  int copied = 0;
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) copied += test::color_at(image, {x, y}).r > 128.0f ? 1 : 0;
  }
  EXPECT_EQ(copied, 4);
  EXPECT_EQ(test::color_at(image, {1, 5}), glm::vec3(255, 0, 0));
  EXPECT_EQ(test::color_at(image, {2, 4}), glm::vec3(255, 0, 0));
}

TEST_F(Framebuffer, ReportsTheDriversComplaintsWhileSomebodyListens) {
  int heard = 0;
  {
    const test::DebugMessages listener([&heard](std::string_view) { ++heard; });
    if (GLAD_GL_KHR_debug == 0) GTEST_SKIP() << "this driver has no debug messages";
    glBindTexture(0xffff, 0);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
    EXPECT_GE(heard, 1);
  }
  const int before = heard;
  glBindTexture(0xffff, 0);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
  EXPECT_EQ(heard, before);
}

TEST_F(Framebuffer, LivesBesideASecondContext) {
  const gfx::Framebuffer framebuffer(4, 4, 0);
  clear(framebuffer, 1.0f, 1.0f, 0.0f);
  {
    const gfx::Offscreen first;
    EXPECT_FALSE(gfx::renderer_name().empty());
  }
  gfx::Offscreen second;
  make_current();
  second.make_current();
  const gfx::Framebuffer other(2, 2, 0);
  clear(other, 0.0f, 0.0f, 1.0f);
  EXPECT_EQ(test::color_at(other.read_pixels(), {0, 0}), glm::vec3(0, 0, 255));
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  make_current();
  EXPECT_EQ(test::color_at(framebuffer.read_pixels(), {3, 3}), glm::vec3(255, 255, 0));
}

}  // namespace
