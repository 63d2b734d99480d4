#include "app/crowd/view.h"

#include <algorithm>
#include <numeric>

#include "app/crowd_run.h"
#include "gfx/drawing.h"

namespace {

using crowd_run::Runner;
using namespace test;

class CrowdPicture : public test::Drawing {
 protected:
  static gfx::Image draw(gfx::Crowd& crowd, const gfx::Camera& camera) {
    gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
    gfx::Renderer renderer;
    renderer.draw(test::bare_picture(), camera, {framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f},
                  &crowd);
    return framebuffer.read_pixels();
  }
  static bool is_blank(const gfx::Image& image) {
    return std::all_of(image.rgba.begin(), image.rgba.end(), [](auto c) { return c == 255; });
  }
};

TEST_F(CrowdPicture, HasEveryBodyOfAFieldThatIsFramed) {
  for (const int count : {3, 300, 5000}) {
    Runner run;
    run.wish->count = count;
    const app::CrowdFrame& frame = run.begin();
    const app::Stage stage = app::measure(*run.setup.scene);
    gfx::Camera camera = app::camera_for(*run.setup.scene, kSize.x / kSize.y);
    app::frame_field(*frame.field, stage, kSize.x / kSize.y, camera);
    app::CrowdView view;
    view.take(frame, {}, camera, kSize);
    ui::CrowdShown shown;
    view.tell(shown);
    EXPECT_EQ(std::accumulate(shown.drawn.begin(), shown.drawn.end(), std::size_t{0}),
              static_cast<std::size_t>(count));
    if (count == 3) {
      EXPECT_EQ(shown.drawn[3], 0u);
    }
    if (count == 5000) {
      EXPECT_EQ(shown.drawn[0], 0u);
    }

    view.drop();
    ui::CrowdShown nothing;
    view.tell(nothing);
    EXPECT_EQ(nothing.drawn, ui::CrowdShown().drawn);
  }
}

TEST_F(CrowdPicture, TakesTheColoursOfTheStyle) {
  Runner run;
  const app::CrowdFrame& frame = run.begin();
  const gfx::Camera camera = app::camera_for(*run.setup.scene, kSize.x / kSize.y);
  app::CrowdView view;
  const auto drawn = [&](const app::PictureStyle& style) {
    return draw(view.take(frame, style, camera, kSize), camera).rgba;
  };
  app::PictureStyle other_theme;
  other_theme.dark = !other_theme.dark;
  app::PictureStyle other_method;
  other_method.method_color = {0.1f, 0.9f, 0.1f, 1.0f};
  const auto first = drawn({});
  EXPECT_NE(drawn(other_theme), first);
  EXPECT_NE(drawn(other_method), first);
  EXPECT_EQ(drawn({}), first);
}

TEST_F(CrowdPicture, TakesTheColoursOfErrorsAndStatuses) {
  Runner run;
  run.wish->count = 300;
  const gfx::Camera camera = app::camera_for(*run.setup.scene, kSize.x / kSize.y);
  run.begin();
  run.steps(5);
  app::CrowdView view;
  const auto drawn = [&](bool dark) {
    return draw(view.take(*run.runner.frame(), {.dark = dark}, camera, kSize), camera).rgba;
  };
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const lab::CrowdTone tone :
       {lab::CrowdTone::kMethod, lab::CrowdTone::kError, lab::CrowdTone::kStatus}) {
    run.wish->tone = tone;
    if (tone != lab::CrowdTone::kMethod) run.begin();  // without a step
    EXPECT_EQ(run.runner.frame()->tone, tone);
    for (const bool dark : {false, true}) pictures.push_back(drawn(dark));
  }
  for (std::size_t a = 0; a < pictures.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(pictures[a], pictures[b]) << a << ' ' << b;
  }
}

TEST(CrowdColours, AreThoseOfTheLegend) {
  app::CrowdFrame frame;
  EXPECT_TRUE(app::crowd_tones(frame, false).colors.empty());
  const auto expect_color = [](const gfx::Color& drawn, const lab::Color& legend) {
    EXPECT_EQ(drawn, (gfx::Color{legend.r, legend.g, legend.b, legend.a}));
  };
  frame.tone = lab::CrowdTone::kStatus;
  for (const bool dark : {false, true}) {
    const gfx::CrowdTones tones = app::crowd_tones(frame, dark);
    EXPECT_EQ(tones.scale, 1.0f);
    ASSERT_EQ(tones.colors.size(), std::size(lab::kCrowdStatuses));
    for (std::size_t i = 0; i < tones.colors.size(); ++i) {
      expect_color(tones.colors[i], lab::status_tone(lab::kCrowdStatuses[i], dark));
    }
  }
  frame.tone = lab::CrowdTone::kError;
  frame.most_error = 0.31;  // the scale ends at 0.5 m
  const gfx::CrowdTones tones = app::crowd_tones(frame, true);
  EXPECT_NEAR(0.5f * tones.scale, static_cast<float>(tones.colors.size() - 1), 1e-4f);
  expect_color(tones.colors.front(), lab::error_tone(0.0, true));
  expect_color(tones.colors.back(), lab::error_tone(1.0, true));
}

TEST_F(CrowdPicture, CutsNoBodyOffAtItsEdges) {
  // the hand and its target, level with the foot, are the points farthest from it
  const ik::Multibody arm({ik::Joint{.name = "hinge"}}, {{"hand", 0, {2.0, 0.0, 0.0}}});
  Runner run;
  run.setup = crowd_run::setup_of({"arm", "Arm", "", arm, {scenes::standing({2.0, 0.0, 0.0})}, {}});
  run.wish->count = 1;
  const app::CrowdFrame& frame = run.begin();
  const app::CrowdKindPlaces& kind = frame.field->kinds[0];
  const std::vector<gfx::CrowdGroup> groups = {
      {.body = app::crowd_body(arm, kind.stage, {}),
       .first = kind.first,
       .places = kind.places,
       .bounds = {kind.stage.middle, 3.0f * static_cast<float>(frame.reach[0])},
       .link = kind.stage.link_radius()}};
  app::CrowdView view;
  gfx::Crowd whole;
  gfx::Camera camera = app::camera_for(*kind.scene, kSize.x / kSize.y);
  camera.distance *= 3.0f;  // outside these bounds too
  camera.yaw = camera.pitch = 0.0f;
  const auto look = [&](float aside) {
    camera.focus = kind.places[0] + glm::vec3(2.0f + aside, 0.0f, 0.0f);
  };
  float seen = 0.0f, unseen = camera.distance;
  for (long i = 1; i <= 16; ++i) {
    const float aside = 0.5f * (seen + unseen);
    look(aside);
    whole.assign({groups, frame.points, i}, camera, kSize);
    (is_blank(draw(whole, camera)) ? unseen : seen) = aside;
  }
  ASSERT_GT(seen, 0.0f);
  look(seen);
  EXPECT_FALSE(is_blank(draw(view.take(frame, {}, camera, kSize), camera)));
}

}  // namespace
