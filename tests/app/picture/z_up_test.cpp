// A scene with z up looks as the same scene with all its vectors rotated, and is grasped at the
// same pixels.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/crowd/field.h"
#include "app/picture/grasp.h"
#include "app/picture/picture.h"
#include "gfx/draw/lines.h"
#include "gfx/draw/solids.h"
#include "io/scene/scene_file.h"
#include "support/turned.h"

namespace {

constexpr glm::vec2 kWindow(640.0f, 400.0f);
constexpr float kRounding = 2e-4f;  // m

class ZUp : public testing::TestWithParam<const char*> {
 protected:
  ZUp() {
    for (lab::Tracker* tracker : {&standing, &rotated}) {
      for (int i = 0; i < 5; ++i) tracker->step();
    }
  }
  static lab::Tracker tracker_of(const lab::Scene& scene) {
    return {scene, *ik::find_method("jacobian-transpose")};
  }
  static gfx::Camera camera_of(const lab::Scene& scene) {
    return app::camera_for(scene, kWindow.x / kWindow.y);
  }

  lab::Scene z_up = scenes::with_z_up(io::find_scene(GetParam()));
  lab::Scene y_up = scenes::turned(io::find_scene(GetParam()), scenes::z_to_y());
  lab::Tracker standing = tracker_of(z_up), rotated = tracker_of(y_up);
};

TEST_P(ZUp, IsSeenAtTheSamePixels) {
  const gfx::Camera camera = camera_of(z_up), turned = camera_of(y_up);
  EXPECT_NEAR(camera.distance, turned.distance, kRounding * turned.distance);
  for (int i = 0; i < standing.multibody().effector_count(); ++i) {
    const auto a = camera.project(app::to_gpu(standing.pose().effector.col(i)), kWindow);
    const auto b = turned.project(app::to_gpu(rotated.pose().effector.col(i)), kWindow);
    ASSERT_TRUE(a && b);
    EXPECT_LT(glm::distance(*a, *b), 0.1f) << i;
  }
  const app::Stage stage = app::measure(z_up), wanted = app::measure(y_up);
  EXPECT_NEAR(stage.floor_height, wanted.floor_height, kRounding);
  EXPECT_NEAR(stage.shape, wanted.shape, 0.03f);
  const auto floor = camera.project(stage.middle, kWindow);
  const auto wanted_floor = turned.project(wanted.middle, kWindow);
  ASSERT_TRUE(floor && wanted_floor);
  EXPECT_LT(glm::distance(*floor, *wanted_floor), 0.1f);
}

TEST_P(ZUp, IsGraspedAtTheSamePixels) {
  const gfx::Camera camera = camera_of(z_up), turned = camera_of(y_up);
  const float radius = app::kTargetRadius * app::measure(z_up).link_radius();
  for (int y = 5; y < 400; y += 10) {
    for (int x = 5; x < 640; x += 10) {
      const glm::vec2 pixel(x, y);
      EXPECT_EQ(app::pick_target(camera, pixel, kWindow, standing.targets(), radius),
                app::pick_target(turned, pixel, kWindow, rotated.targets(), radius))
          << x << " " << y;
    }
  }
}

TEST_P(ZUp, IsDrawnWithTheSameSolidsAndLines) {
  gfx::Picture picture, wanted;
  app::make_picture(standing, nullptr, app::measure(z_up), {}, picture);
  app::make_picture(rotated, nullptr, app::measure(y_up), {}, wanted);
  EXPECT_TRUE(picture.z_up);
  EXPECT_FALSE(wanted.z_up);
  gfx::InstanceLists a, b;
  a.add(picture);
  b.add(wanted);
  for (std::size_t shape = 0; shape < gfx::kShapes; ++shape) {
    ASSERT_EQ(a.opaque[shape].size(), b.opaque[shape].size());
    for (std::size_t i = 0; i < a.opaque[shape].size(); ++i) {
      EXPECT_LT(glm::distance(a.opaque[shape][i].center, b.opaque[shape][i].center), kRounding);
      EXPECT_LT(glm::distance(a.opaque[shape][i].axis, b.opaque[shape][i].axis), kRounding);
    }
  }
  EXPECT_NEAR(a.lowest(), b.lowest(), kRounding);
  std::vector<gfx::Stroke> strokes, wanted_strokes;
  gfx::add_strokes(strokes, picture);
  gfx::add_strokes(wanted_strokes, wanted);
  ASSERT_EQ(strokes.size(), wanted_strokes.size());
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    EXPECT_LT(glm::distance(strokes[i].a, wanted_strokes[i].a), kRounding);
    EXPECT_LT(glm::distance(strokes[i].b, wanted_strokes[i].b), kRounding);
  }
}

TEST_P(ZUp, HasItsCrowdAtTheSamePlaces) {
  const auto one = std::make_shared<const lab::Scene>(z_up);
  const auto other = std::make_shared<const lab::Scene>(y_up);
  const app::CrowdField field = app::make_field({one}, app::measure(*one), 20, 1.2);
  const app::CrowdField wanted = app::make_field({other}, app::measure(*other), 20, 1.2);
  ASSERT_EQ(field.kinds[0].places.size(), wanted.kinds[0].places.size());
  for (std::size_t i = 0; i < field.kinds[0].places.size(); ++i) {
    EXPECT_LT(glm::distance(field.kinds[0].places[i], wanted.kinds[0].places[i]), 1e-3f);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ZUp,
                         testing::Values("y", "six-axis-arm", "two-link-arm", "among-posts",
                                         "searchlights"));

TEST(ZUpCamera, LooksAlongPlusYWithZUp) {
  gfx::Camera camera;
  camera.z_up = true;
  camera.distance = 3.0f;
  EXPECT_LT(glm::distance(camera.eye(), glm::vec3(0, -3, 0)), 1e-6f);
  EXPECT_LT(glm::distance(camera.right(), glm::vec3(1, 0, 0)), 1e-6f);
  EXPECT_LT(glm::distance(camera.up(), glm::vec3(0, 0, 1)), 1e-6f);
  camera.pitch = 0.2f;
  EXPECT_GT(camera.eye().z, 0.0f);
  camera.stay_above(1.5f);
  EXPECT_NEAR(camera.eye().z, 1.5f, 1e-5f);
}

}  // namespace
