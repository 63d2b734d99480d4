#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "app/picture/picture.h"
#include "io/scene/scene_file.h"

namespace {

TEST(WithoutBackground, RestoresColourAndOpacity) {
  // pixels of colour c and opacity α, over any background
  struct Drawn {
    double color[3], opacity;
  };
  std::vector<Drawn> drawn;
  for (int i = 0; i < 64; ++i) {
    drawn.push_back({{i * 4.0, 255.0 - i * 3.0, 128.0}, (i % 17) / 16.0});
  }
  gfx::Picture picture;
  const auto over = [&drawn](float level) {
    gfx::Image image{64, 1, {}};
    for (const Drawn& pixel : drawn) {
      for (const double c : pixel.color) {
        const double seen = pixel.opacity * c + (1.0 - pixel.opacity) * 255.0 * level;
        image.rgba.push_back(static_cast<std::uint8_t>(std::lround(seen)));
      }
      image.rgba.push_back(255);
    }
    return image;
  };
  const gfx::Image found = app::without_background(picture, [&] {
    EXPECT_FALSE(picture.ground.shown);
    return over(picture.studio.background_top.r);
  });
  const gfx::Image grey = over(0.5F);  // composed from the result, it is as if drawn there
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double opacity = found.rgba[4 * i + 3] / 255.0;
    EXPECT_NEAR(opacity, drawn[i].opacity, 0.009) << i;
    for (std::size_t k = 0; k < 3; ++k) {
      const double composed = opacity * found.rgba[4 * i + k] + (1.0 - opacity) * 127.5;
      EXPECT_NEAR(composed, grey.rgba[4 * i + k], 2.5) << i;
    }
  }
}

TEST(Snapshot, IsTransparentWhereThereIsNoBody) {
  const lab::Tracker tracker(io::find_scene("y"), *ik::find_method("dls"));
  const gfx::Image image =
      app::snapshot(tracker, nullptr, {.width = 320, .height = 200, .transparent = true});
  const gfx::Image usual = app::snapshot(tracker, nullptr, {.width = 320, .height = 200});
  int clear = 0, opaque = 0;
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 320; ++x) {
      const int opacity = image.at(x, y)[3];
      clear += opacity == 0;
      opaque += opacity == 255;
      EXPECT_EQ(usual.at(x, y)[3], 255);
      if (opacity != 255) continue;
      // what covers the background has the same colour with and without it
      EXPECT_NEAR(image.at(x, y)[1], usual.at(x, y)[1], 4) << x << ' ' << y;
    }
  }
  EXPECT_GT(clear, 320 * 200 / 2);
  EXPECT_GT(opaque, 500);
  EXPECT_EQ(image.at(0, 0)[3], 0);
}

}  // namespace
