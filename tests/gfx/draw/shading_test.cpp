#include <cmath>

#include "gfx/drawing.h"

namespace {

using namespace test;

using Shading = test::Drawing;

glm::vec3 color_of_point(const gfx::Image& image, const gfx::Camera& camera,
                         const glm::vec3& point) {
  return color_at(image, glm::vec2(camera.project(point, kSize).value()), 1);
}

/// A ball above a plain floor, lit from straight above, seen from the side.
class Studio : public test::Drawing {
 protected:
  Studio() {
    picture_.studio.to_light = {0.0f, 1.0f, 0.0f};
    picture_.ground.grid = false;
    picture_.balls.push_back({{0, 1, 0}, 0.3f, test::red()});
    camera_.focus = {0, 0.5f, 0};
    camera_.distance = 5.0f;
    camera_.pitch = 0.5f;
  }
  gfx::Picture picture_;
  gfx::Camera camera_;
};

TEST_F(Studio, FloorIsDarkerUnderTheBallThanBesideIt) {
  for (const gfx::Studio& studio : {gfx::light_studio(), gfx::dark_studio()}) {
    picture_.studio = studio;
    picture_.studio.to_light = {0.0f, 1.0f, 0.0f};
    const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
    const float under = brightness(color_of_point(image, camera_, {0, 0, 0}));
    const float beside = brightness(color_of_point(image, camera_, {0.8f, 0, 0}));
    EXPECT_LT(under, 0.8f * beside);
  }
}

TEST_F(Studio, ShadowFallsAwayFromTheLight) {
  picture_.studio.to_light = {-0.70710678f, 0.70710678f, 0.0f};
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  const float shaded = brightness(color_of_point(image, camera_, {1.0f, 0, 0}));
  const float other = brightness(color_of_point(image, camera_, {-1.0f, 0, 0}));
  EXPECT_LT(shaded, 0.8f * other);
}

TEST_F(Studio, ShadowIsAsWideAsTheBallAndItsEdgeIsSoft) {
  picture_.shadow_softness = 0.05f;
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  const float dark = brightness(color_of_point(image, camera_, {0, 0, 0}));
  const float lit = brightness(color_of_point(image, camera_, {0.8f, 0, 0}));
  const auto share = [&](float x) {
    return (brightness(color_of_point(image, camera_, {x, 0, 0})) - dark) / (lit - dark);
  };
  EXPECT_LT(share(0.2f), 0.1f);
  EXPECT_NEAR(share(0.3f), 0.5f, 0.3f);
  EXPECT_GT(share(0.4f), 0.9f);
}

TEST_F(Studio, ShadowGoesWhenItIsSwitchedOff) {
  picture_.shadows = false;
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  EXPECT_NEAR(brightness(color_of_point(image, camera_, {0, 0, 0})),
              brightness(color_of_point(image, camera_, {0.8f, 0, 0})), 6.0f);
}

TEST_F(Studio, GhostsThrowNoShadow) {
  picture_.balls[0].surface.color.a = 0.5f;
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  EXPECT_NEAR(brightness(color_of_point(image, camera_, {0, 0, 0})),
              brightness(color_of_point(image, camera_, {0.8f, 0, 0})), 6.0f);
}

TEST_F(Studio, BodiesShadeEachOther) {
  picture_.balls.push_back({{0, 0.3f, 0}, 0.2f, test::red()});
  const glm::vec3 spot(0.0f, 0.3f + 0.2f * 0.8f, 0.2f * 0.6f);
  const gfx::Image shaded = draw(picture_, camera_, kWidth, kHeight);
  picture_.balls.erase(picture_.balls.begin());
  const gfx::Image open = draw(picture_, camera_, kWidth, kHeight);
  EXPECT_LT(brightness(color_of_point(shaded, camera_, spot)),
            0.85f * brightness(color_of_point(open, camera_, spot)));
}

TEST_F(Studio, FloorFadesIntoTheBackground) {
  picture_.balls.clear();
  picture_.ground.extent = 3.0f;
  camera_.pitch = 0.3f;
  const gfx::Image with = draw(picture_, camera_, kWidth, kHeight);
  picture_.ground.shown = false;
  const gfx::Image without = draw(picture_, camera_, kWidth, kHeight);
  const auto change = [&](const glm::vec3& point) {
    return glm::distance(color_of_point(with, camera_, point),
                         color_of_point(without, camera_, point));
  };
  EXPECT_GT(change({0, 0, 0}), 8.0f);
  EXPECT_LT(change({0, 0, -2.95f}), 2.0f);
}

TEST_F(Studio, GridLinesRunThroughTheOrigin) {
  picture_.balls.clear();
  picture_.ground.grid = true;
  picture_.ground.spacing = 1.0f;
  picture_.studio.axis_z = {1, 0, 0, 1};
  camera_.focus = {0, 0, 0};
  camera_.pitch = 1.5f;
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  EXPECT_TRUE(is_reddish(color_at(image, {kWidth / 2, kHeight / 2 + 30})));
  EXPECT_FALSE(is_reddish(color_at(image, {kWidth / 2 + 20, kHeight / 2 + 30})));
}

TEST_F(Studio, FloorSeenFromBelowHidesLittle) {
  camera_.pitch = -0.6f;
  const gfx::Image image = draw(picture_, camera_, kWidth, kHeight);
  EXPECT_TRUE(is_reddish(color_of_point(image, camera_, {0, 1, 0})));
}

TEST_F(Shading, LitSideIsBrighterThanTheOther) {
  gfx::Picture picture = bare_picture();
  picture.studio.to_light = {0.0f, 1.0f, 0.0f};
  picture.balls.push_back({{0, 0, 0}, 0.5f, test::red()});
  const gfx::Camera camera;
  const gfx::Image image = draw(picture, camera, kWidth, kHeight);
  EXPECT_GT(brightness(color_of_point(image, camera, {0, 0.35f, 0.35f})),
            1.3f * brightness(color_of_point(image, camera, {0, -0.35f, 0.35f})));
}

TEST_F(Shading, WithoutTheLampLightComesFromTheSkyAbove) {
  gfx::Picture picture = bare_picture();
  picture.studio.key = glm::vec3(0.0f);
  picture.studio.sky = glm::vec3(1.0f);
  picture.studio.bounce = glm::vec3(0.0f);
  picture.studio.rim = 0.0f;
  picture.balls.push_back({{0, 0, 0}, 0.5f, {{0.7f, 0.7f, 0.7f, 1.0f}, 0.0f, 0.0f}});
  const gfx::Camera camera;
  const gfx::Image image = draw(picture, camera, kWidth, kHeight);
  // where the normal's y is +-0.7, a fraction (1 +- 0.7) / 2 of the sky's light arrives; in sRGB
  // (power 1 / 2.2) that is a ratio of 2.2
  const float above = brightness(color_of_point(image, camera, {0, 0.35f, 0.357f}));
  const float below = brightness(color_of_point(image, camera, {0, -0.35f, 0.357f}));
  EXPECT_GT(above, 1.7f * below);
}

TEST_F(Shading, AFlatMatteFaceShowsItsColour) {
  // uniform white light from everywhere: the reflected light has the surface's colour
  gfx::Picture picture = bare_picture();
  picture.studio.key = glm::vec3(0.0f);
  picture.studio.sky = glm::vec3(1.0f);
  picture.studio.bounce = glm::vec3(1.0f);
  picture.studio.rim = 0.0f;
  picture.balls.push_back({{0, 0, 0}, 0.5f, {{0.5f, 0.25f, 0.75f, 1.0f}, 0.0f, 0.0f}});
  const gfx::Camera camera;
  const glm::vec3 color = color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize);
  // plus four percent specular reflection of the white surroundings
  for (int k = 0; k < 3; ++k) {
    const float wanted = 255.0f * picture.balls[0].surface.color[k];
    const float reflected =
        255.0f * std::pow(std::pow(wanted / 255.0f, 2.2f) + 0.04f * 1.35f, 1 / 2.2f);
    EXPECT_GE(color[k], wanted - 1.5f);
    EXPECT_LE(color[k], reflected + 1.5f);
  }
}

TEST_F(Shading, AGhostMixesWithWhatIsBehindIt) {
  const gfx::Camera camera;
  const auto center = [&](float alpha) {
    gfx::Picture picture = bare_picture({0.0f, 0.0f, 1.0f, 1.0f});
    picture.balls.push_back({{0, 0, 0}, 0.5f, test::red()});
    picture.balls[0].surface.color.a = alpha;
    return color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize);
  };
  const glm::vec3 whole = center(1.0f);
  const glm::vec3 half = center(0.5f);
  const glm::vec3 background(0.0f, 0.0f, 255.0f);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(half[k], 0.5f * (whole[k] + background[k]), 2.0f);
}

TEST_F(Shading, OverlappingPartsOfAGhostDoNotAddUp) {
  const gfx::Camera camera;
  gfx::Picture picture = bare_picture({0.0f, 0.0f, 1.0f, 1.0f});
  gfx::Surface ghost = test::red();
  ghost.color.a = 0.5f;
  picture.balls.push_back({{0, 0, 0}, 0.5f, ghost});
  const glm::vec3 one = color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize);
  picture.balls.push_back({{0, 0, -0.2f}, 0.5f, ghost});
  picture.capsules.push_back({{-1, 0, -0.2f}, {1, 0, -0.2f}, 0.2f, ghost});
  const glm::vec3 many = color_at(draw(picture, camera, kWidth, kHeight), 0.5f * kSize);
  EXPECT_LT(glm::distance(one, many), 1.0f);
}

TEST_F(Shading, SeveralSamplesSmoothAnEdge) {
  if (gl_number(GL_MAX_SAMPLES) < 4) GTEST_SKIP() << "this driver has one sample a pixel";
  gfx::Picture picture = bare_picture();
  picture.studio.rim = 0.0f;
  picture.drums.push_back({{0, 0, 0}, {0, 0, 1}, 0.6f, 0.2f, {{0, 0, 0, 1}, 0.0f, 0.0f}});
  // number of blended colours along a row: a hard edge has few
  const auto between = [&](int samples) {
    const gfx::Image image = draw(picture, {}, kWidth, kHeight, samples);
    int count = 0;
    for (int y = 60; y < 140; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const float b = brightness(color_at(image, {x, y}));
        count += b > 140.0f && b < 245.0f ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_EQ(between(0), 0);
  EXPECT_GT(between(4), 80);
}

TEST_F(Shading, ALineIsAsWideAsItSaysAtEveryDistanceAndDensity) {
  for (const float distance : {2.0f, 8.0f}) {
    for (const float scale : {1.0f, 2.0f}) {
      gfx::Picture picture = bare_picture();
      picture.lines.push_back({{-9, 0.1f, 0}, {9, -0.1f, 0}, 4.0f, 0.0f, {0, 0, 0, 1}});
      gfx::Camera camera;
      camera.distance = distance;
      const gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
      gfx::Renderer renderer;
      renderer.draw(picture, camera, {framebuffer.id(), 0, 0, kWidth, kHeight, scale});
      const gfx::Image image = framebuffer.read_pixels();
      float ink = 0.0f;
      for (int y = 0; y < kHeight; ++y) {
        ink += 1.0f - brightness(color_at(image, {kWidth / 2, y})) / 255.0f;
      }
      EXPECT_NEAR(ink, 4.0f * scale, 0.15f);
    }
  }
}

TEST_F(Shading, ADashedLineIsHalfInk) {
  gfx::Picture picture = bare_picture();
  picture.lines.push_back({{-9, 0, 0}, {9, 0, 0}, 2.0f, 8.0f, {0, 0, 0, 1}});
  const gfx::Image image = draw(picture, {}, kWidth, kHeight);
  float ink = 0.0f;
  for (int x = 0; x < kWidth; ++x) {
    for (int y = kHeight / 2 - 4; y < kHeight / 2 + 4; ++y) {
      ink += 1.0f - brightness(color_at(image, {x, y})) / 255.0f;
    }
  }
  // round ends shorten every dash a little
  EXPECT_NEAR(ink / (2.0f * kWidth), 0.48f, 0.06f);
}

TEST_F(Shading, ALineBehindASolidIsHidden) {
  gfx::Picture picture = bare_picture();
  picture.balls.push_back({{0, 0, 0}, 0.5f, test::red()});
  picture.lines.push_back({{-4, 0, -1}, {4, 0, -1}, 4.0f, 0.0f, {0, 0, 0, 1}});
  const gfx::Image image = draw(picture, {}, kWidth, kHeight);
  EXPECT_TRUE(is_reddish(color_at(image, 0.5f * kSize)));
  EXPECT_LT(brightness(color_at(image, {20, kHeight / 2})), 30.0f);
}

TEST_F(Shading, ALineThroughTheEyeDoesNotWrapAround) {
  gfx::Picture picture = bare_picture();
  const gfx::Camera camera;
  // from below and behind the eye to the center of the picture: only the lower half is drawn on
  picture.lines.push_back({{0, -1, 2 * camera.distance}, {0, 0, 0}, 3.0f, 0.0f, {0, 0, 0, 1}});
  const gfx::Image image = draw(picture, camera, kWidth, kHeight);
  for (int y = 0; y < kHeight / 2 - 4; ++y) {
    ASSERT_EQ(color_at(image, {kWidth / 2, y}), glm::vec3(255)) << y;
  }
  EXPECT_LT(brightness(color_at(image, {kWidth / 2, kHeight / 2 + 40})), 30.0f);
}

TEST_F(Shading, ATrailFadesTowardsItsOldEndWithoutKnots) {
  gfx::Picture picture = bare_picture();
  std::vector<glm::vec3> points;
  for (int i = 0; i <= 20; ++i) points.emplace_back(-1.0f + 0.1f * static_cast<float>(i), 0, 0);
  test::add_trail(picture, points, 6.0f, {0, 0, 0, 0.8f});
  const gfx::Camera camera;
  const gfx::Image image = draw(picture, camera, kWidth, kHeight);
  float before = 255.0f;
  for (float x = -0.95f; x < 0.95f; x += 0.02f) {
    const glm::vec2 pixel(camera.project({x, 0, 0}, kSize).value());
    const float now = brightness(color_at(image, pixel));
    // 0.8 of 255 over 20 segments of about 15 pixels; a knot would be darker than its successors
    EXPECT_LE(now, before + 1.0f);
    before = now;
  }
  EXPECT_NEAR(before, 255.0f * (1.0f - 0.8f * 0.97f), 6.0f);
}

TEST_F(Shading, TheBackgroundRunsFromItsTopToItsBottomColour) {
  gfx::Picture picture = bare_picture();
  picture.studio.background_top = {1, 0, 0, 1};
  picture.studio.background_bottom = {0, 0, 1, 1};
  const gfx::Image image = draw(picture, {}, kWidth, kHeight);
  EXPECT_LT(glm::distance(color_at(image, {10, 0}), glm::vec3(255, 0, 0)), 3.0f);
  EXPECT_LT(glm::distance(color_at(image, {10, kHeight - 1}), glm::vec3(0, 0, 255)), 3.0f);
}

}  // namespace
