#pragma once

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <memory>
#include <span>

#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"
#include "gfx/render/renderer.h"

namespace test {

/// Size of the pictures of most tests, pixels.
inline constexpr int kWidth = 320;
inline constexpr int kHeight = 200;
inline constexpr glm::vec2 kSize(kWidth, kHeight);

/// An OpenGL context without a display.
class Drawing : public ::testing::Test {
 protected:
  void SetUp() override { context_ = std::make_unique<gfx::Offscreen>(); }

  void TearDown() override {
    if (context_ == nullptr) return;
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }

  void make_current() { context_->make_current(); }
  /// An integer state of the current context.
  static int gl_number(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
  }

  /// One frame of a new renderer.
  static gfx::Image draw(const gfx::Picture& picture, const gfx::Camera& camera, int width,
                         int height, int samples = 0) {
    gfx::Framebuffer framebuffer(width, height, samples);
    gfx::Renderer renderer;
    renderer.draw(picture, camera, {framebuffer.id(), 0, 0, width, height, 1.0f});
    return framebuffer.read_pixels();
  }

 private:
  std::unique_ptr<gfx::Offscreen> context_;
};

/// Colour of a pixel, each channel in 0 to 255, averaged over the square within `reach` pixels.
inline glm::vec3 color_at(const gfx::Image& image, glm::vec2 pixel, int reach = 0) {
  glm::vec3 sum(0.0f);
  float count = 0.0f;
  for (int y = static_cast<int>(pixel.y) - reach; y <= static_cast<int>(pixel.y) + reach; ++y) {
    for (int x = static_cast<int>(pixel.x) - reach; x <= static_cast<int>(pixel.x) + reach; ++x) {
      const std::uint8_t* p = image.at(x, y);
      sum += glm::vec3(p[0], p[1], p[2]);
      count += 1.0f;
    }
  }
  return sum / count;
}

/// Mean of the three channels, 0 to 255.
inline float brightness(const glm::vec3& color) { return (color.r + color.g + color.b) / 3.0f; }

/// An empty picture: no floor, no shadows, a uniform background.
inline gfx::Picture bare_picture(const gfx::Color& background = {1.0f, 1.0f, 1.0f, 1.0f}) {
  gfx::Picture picture;
  picture.ground.shown = false;
  picture.shadows = false;
  picture.studio.background_top = background;
  picture.studio.background_bottom = background;
  return picture;
}

inline gfx::Surface red() { return {{0.9f, 0.1f, 0.1f, 1.0f}, 0.3f, 0.0f}; }
inline gfx::Surface blue() { return {{0.1f, 0.2f, 0.9f, 1.0f}, 0.3f, 0.0f}; }

inline bool is_reddish(const glm::vec3& c) { return c.r > 1.5f * c.g && c.r > 1.5f * c.b; }
inline bool is_bluish(const glm::vec3& c) { return c.b > 1.5f * c.r && c.b > 1.3f * c.g; }

/// Adds a trail through these points, oldest first.
inline void add_trail(gfx::Picture& picture, std::span<const glm::vec3> points, float width,
                      const gfx::Color& color) {
  picture.trails.push_back({picture.trail_points.size(), points.size(), width, color});
  picture.trail_points.insert(picture.trail_points.end(), points.begin(), points.end());
}

}  // namespace test
