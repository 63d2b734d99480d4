#include "app/picture/stage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/picture/picture.h"
#include "app/session/trails.h"
#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"

namespace {

TEST(Stage, SpacesTheGridByOneTwoOrFive) {
  for (const float length : {0.003f, 0.1f, 0.35f, 0.5f, 0.68f, 1.0f, 2.0f, 40.0f}) {
    app::Stage stage;
    stage.link_length = length;
    const float spacing = stage.grid_spacing();
    const float digits = spacing / std::pow(10.0f, std::floor(std::log10(spacing * 1.0001f)));
    EXPECT_TRUE(std::abs(digits - 1) < 0.01f || std::abs(digits - 2) < 0.01f ||
                std::abs(digits - 5) < 0.01f)
        << digits;
    EXPECT_GT(spacing, 0.3f * length);
    EXPECT_LT(spacing, 1.1f * length);
  }
}

TEST(SceneCamera, SeesEveryEffectorThatIsWithItsTarget) {
  for (const std::string& id : io::built_in_scenes()) {
    lab::Tracker tracker(io::find_scene(id), *ik::find_method("dls"));
    const app::Stage stage = app::measure(tracker.scene());
    for (const float aspect : {0.8f, 2.0f}) {
      const gfx::Camera camera = app::camera_for(tracker.scene(), aspect);
      const glm::vec2 size(100.0f * aspect, 100.0f);
      tracker.reset();
      for (int step = 0; step < 400; ++step) {
        tracker.step();
        for (std::size_t i = 0; i < tracker.errors().size(); ++i) {
          if (tracker.errors()[i] > static_cast<double>(stage.link_radius())) continue;
          const auto at = static_cast<Eigen::Index>(i);
          const auto pixel = camera.project(app::to_gpu(tracker.pose().effector.col(at)), size);
          ASSERT_TRUE(pixel.has_value()) << id;
          ASSERT_TRUE(pixel->x > 0 && pixel->x < size.x && pixel->y > 0 && pixel->y < size.y) << id;
        }
      }
    }
  }
}

TEST(Stage, HasTheShapeFromWhichAPictureIsLimitedByItsHeight) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    const float shape = app::measure(scene).shape;
    const float broad = app::camera_for(scene, 4.0f).distance;
    EXPECT_LT(app::camera_for(scene, 1.05f * shape).distance, 1.01f * broad) << id;
    if (shape < 0.4f) continue;  // so slender that height always limits the picture
    EXPECT_GT(app::camera_for(scene, 0.8f * shape).distance, 1.02f * broad) << id;
  }
}

TEST(SceneCamera, SeesASlideWithItsSleeveAndRod) {
  ik::Joint trunk;
  trunk.name = "trunk";
  ik::Joint slide;
  slide.name = "slide";
  slide.parent = 0;
  slide.type = ik::JointType::kPrismatic;
  slide.parent_from_joint.translation() << 0.5, 1.0, 0.0;
  slide.axis = {0.0, 1.0, 0.0};
  const lab::TargetCurve below(lab::WaveCurve{{0.5, 0.5, 0.0}, {}});
  const lab::Scene scene{"slide", "Slide",
                         "",      ik::Multibody({trunk, slide}, {{"hand", 1, {0.0, -0.4, 0.0}}}),
                         {below}, {}};
  const lab::Tracker tracker(scene, *ik::find_method("dls"));
  gfx::Picture picture;
  app::make_picture({tracker.multibody(), tracker.pose(), tracker.targets()}, app::measure(scene),
                    {}, picture);
  ASSERT_EQ(picture.sleeves.size(), 1u);
  std::vector<glm::vec3> ends;
  for (const gfx::Capsule& capsule : picture.capsules) {
    ends.push_back(capsule.a);
    ends.push_back(capsule.b);
  }
  const gfx::Sleeve& sleeve = picture.sleeves[0];
  ends.push_back(sleeve.center + sleeve.half_length * sleeve.axis);
  const gfx::Camera camera = app::camera_for(scene, 2.0f);
  for (const glm::vec3& end : ends) {
    const auto pixel = camera.project(end, {200, 100});
    ASSERT_TRUE(pixel.has_value());
    EXPECT_TRUE(pixel->x > 0 && pixel->x < 200 && pixel->y > 0 && pixel->y < 100);
  }
}

}  // namespace
