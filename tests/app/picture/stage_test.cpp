#include "app/picture/stage.h"

#include <gtest/gtest.h>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/picture/picture.h"
#include "io/scene/scene_file.h"
#include "lab/track/reach.h"
#include "lab/track/tracker.h"
#include "ui/panels/cells.h"
#include "ui/shell/layout.h"

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

/// The lower and upper ends of x and y of points in a picture; the picture is 0 to 1.
struct Bounds {
  glm::vec2 low{1e9f}, high{-1e9f};
  bool behind = false;

  void add(const gfx::Camera& camera, const glm::vec3& point, float aspect) {
    const auto at = camera.project(point, {aspect, 1.0f});
    behind |= !at;
    if (!at) return;
    low = glm::min(low, glm::vec2(at->x / aspect, at->y));
    high = glm::max(high, glm::vec2(at->x / aspect, at->y));
  }
};

/// The body at time 0 with the width of its links, and the curves of its targets with their balls
/// where they are in reach, at other times than the camera's samples.
Bounds bounds_of(const lab::Scene& scene, const gfx::Camera& camera, float aspect) {
  Bounds bounds;
  const app::Stage stage = app::measure(scene);
  const auto add_ball = [&](const Eigen::Vector3d& middle, float radius) {
    const glm::vec3 at = app::to_gpu(middle);
    for (const float side : {-radius, radius}) {
      bounds.add(camera, at + side * camera.right(), aspect);
      bounds.add(camera, at + side * camera.up(), aspect);
    }
  };
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  for (const Eigen::Vector3d& point : app::points_of(pose)) add_ball(point, stage.link_radius());
  for (std::size_t k = 0; k < scene.targets.size(); ++k) {
    const lab::Reach reach = lab::reach_of(scene.multibody, static_cast<int>(k));
    for (int i = 0; i < 1777; ++i) {
      const Eigen::Vector3d place = scene.targets[k].at(20.0 * i / 1777.0);
      if (reach.beyond((place - reach.center).norm()) > 0.0) continue;
      add_ball(place, app::kTargetRadius * stage.link_radius());
    }
  }
  return bounds;
}

/// Sizes of windows, and the part of each that the picture has.
std::vector<ImVec2> picture_sizes() {
  std::vector<ImVec2> sizes;
  ImGuiContext* const context = ImGui::CreateContext();
  ui::Theme theme;
  theme.color = ui::make_colors(false);
  for (const ImVec2 window : {ImVec2{390, 844},
                              {844, 390},
                              {900, 600},
                              {1280, 720},
                              {1366, 768},
                              {1920, 1080},
                              {2560, 1440},
                              {3440, 1440},
                              {1080, 1920}}) {
    sizes.push_back(ui::arrange(theme, window, false).clear().size);
    sizes.push_back(window);
  }
  ImGui::DestroyContext(context);
  return sizes;
}

TEST(SceneCamera, HoldsBodyAndTargetsInReachAtEveryFormat) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    app::Stage stage = app::measure(scene);
    stage.skin = app::skin_of(scene, stage);
    for (const ImVec2 size : picture_sizes()) {
      const float aspect = size.x / size.y;
      const gfx::Camera camera = app::camera_for(scene, stage, aspect);
      const Bounds bounds = bounds_of(scene, camera, aspect);
      EXPECT_FALSE(bounds.behind) << id;
      EXPECT_GT(camera.pitch, 0.0f) << "from above the floor";
      EXPECT_GT(std::min(bounds.low.x, bounds.low.y), 0.0f) << id << ' ' << size.x << 'x' << size.y;
      EXPECT_LT(std::max(bounds.high.x, bounds.high.y), 1.0f)
          << id << ' ' << size.x << 'x' << size.y;
      const glm::vec2 extent = bounds.high - bounds.low;
      EXPECT_GT(std::max(extent.x, extent.y), 0.45f) << id << " is small at " << aspect;
    }
  }
}

TEST(SceneCamera, HoldsTheWholeBodyAsItFollowsItsTargets) {
  for (const char* id : {"humanoid", "y", "double-y", "two-link-arm", "six-axis-arm", "scara"}) {
    lab::Tracker tracker(io::find_scene(id), *ik::find_method("dls"));
    const app::Stage stage = app::measure(tracker.scene());
    for (const float aspect : {0.5f, 1.2f, 2.0f}) {
      const gfx::Camera camera = app::camera_for(tracker.scene(), stage, aspect);
      tracker.reset();
      for (int step = 0; step < 1000; ++step) {
        tracker.step();
        Bounds bounds;
        for (const Eigen::Vector3d& point : app::points_of(tracker.pose())) {
          bounds.add(camera, app::to_gpu(point), aspect);
        }
        ASSERT_GT(std::min(bounds.low.x, bounds.low.y), 0.0f) << id << ' ' << step;
        ASSERT_LT(std::max(bounds.high.x, bounds.high.y), 1.0f) << id << ' ' << step;
      }
    }
  }
}

TEST(SceneCamera, LeavesOutATargetsWayFarOutOfReach) {
  lab::Scene scene = io::find_scene("y");
  const float near = app::camera_for(scene, 1.5f).distance;
  auto far = std::get<lab::WaveCurve>(scene.targets[0].shape());
  for (lab::Wave& wave : far.waves) wave.amplitude.x() *= 10.0;
  scene.targets[0] = lab::TargetCurve(far);
  EXPECT_LT(app::camera_for(scene, 1.5f).distance, 1.5f * near);
}

/// Whether everything that is drawn of a body, but its floor and its shadow, is in the picture.
bool holds(const gfx::Picture& picture, const gfx::Camera& camera, float aspect) {
  Bounds bounds;
  for (const gfx::Capsule& capsule : picture.capsules) {
    bounds.add(camera, capsule.a, aspect);
    bounds.add(camera, capsule.b, aspect);
  }
  for (const gfx::Ball& ball : picture.balls) bounds.add(camera, ball.center, aspect);
  for (const gfx::Drum& drum : picture.drums) {
    for (const float side : {-drum.radius, drum.radius}) {
      bounds.add(camera, drum.center + side * camera.right(), aspect);
    }
  }
  for (const gfx::Line& line : picture.lines) {
    bounds.add(camera, line.a, aspect);
    bounds.add(camera, line.b, aspect);
  }
  return !bounds.behind && std::min(bounds.low.x, bounds.low.y) > 0.0f &&
         std::max(bounds.high.x, bounds.high.y) < 1.0f;
}

TEST(Stage, LaysOutLanesSoThatTheirBodiesAreLargest) {
  ImGuiContext* const context = ImGui::CreateContext();
  ui::Theme theme;
  theme.color = ui::make_colors(false);
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    const app::Stage stage = app::measure(scene);
    const ui::CellStyle style = ui::cell_style(theme, stage.shape);
    // pixels per metre of a body in a picture
    const auto size_of = [&](float width, float height) {
      if (width <= 0.0f || height <= 0.0f) return 0.0f;
      return height / app::camera_for(scene, stage, width / height).distance;
    };
    for (const ImVec2 window : {ImVec2{1280, 800}, {1600, 1000}, {2560, 1440}, {390, 844}}) {
      const ui::Area view = ui::arrange(theme, window, false).clear();
      for (const std::size_t lanes : {2U, 3U, 4U, 7U}) {
        const ImVec2 chosen = ui::cells_of(lanes, view, style)[0].picture.size;
        float best = 0.0f;
        for (std::size_t columns = 1; columns <= lanes; ++columns) {
          const auto rows = (lanes + columns - 1) / columns;
          const auto side = [&](float length, std::size_t n) {
            return (length + style.gap) / static_cast<float>(n) - style.gap;
          };
          best = std::max(
              best, size_of(side(view.size.x, columns), side(view.size.y, rows) - style.caption));
        }
        EXPECT_GT(size_of(chosen.x, chosen.y), 0.9f * best)
            << id << ", " << lanes << " lanes in " << window.x << 'x' << window.y;
      }
    }
  }
  ImGui::DestroyContext(context);
}

TEST(Stage, PutsFourLanesOnTheDoubleYInTwoRows) {
  ImGuiContext* const context = ImGui::CreateContext();
  ui::Theme theme;
  theme.color = ui::make_colors(false);
  const float shape = app::measure(io::find_scene("double-y")).shape;
  for (const ImVec2 window : {ImVec2{1280, 800}, {1600, 1000}, {2560, 1440}}) {
    const ImVec2 view = ui::arrange(theme, window, false).clear().size;
    EXPECT_EQ(ui::grid_for(4, view, ui::cell_style(theme, shape)), (ui::Grid{2, 2})) << window.x;
  }
  ImGui::DestroyContext(context);
}

TEST(SceneCamera, HoldsTheBundledArmsOnTheirWayToTheirTargets) {
  int arms = 0;
  for (const auto& file : std::filesystem::directory_iterator(
           std::filesystem::path(IKLAB_SOURCE_DIR) / "assets" / "arms")) {
    ++arms;
    const lab::Scene scene = io::find_scene(file.path().string());
    EXPECT_TRUE(scene.z_up) << file.path();
    app::Stage stage = app::measure(scene);
    stage.skin = app::skin_of(scene, stage);
    const ik::Pose first = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
    EXPECT_EQ(std::abs(first.axis.col(0).z()), 1.0) << "the base turns about z";
    gfx::Picture picture;
    for (const float aspect : {0.8f, 1.6f, 2.2f}) {
      const gfx::Camera camera = app::camera_for(scene, stage, aspect);
      lab::Tracker tracker(scene, *ik::find_method("dls"));
      for (int step = 0; step < 300; ++step) {
        app::make_picture(tracker, nullptr, stage, {}, picture);
        ASSERT_TRUE(holds(picture, camera, aspect)) << file.path() << ' ' << step;
        tracker.step();
      }
      EXPECT_LT(tracker.errors()[0], 1e-3) << file.path() << " arrives";
      EXPECT_LT(tracker.aim_errors()[0], 1e-2) << file.path() << " arrives";
    }
  }
  EXPECT_EQ(arms, 5);
}

TEST(SceneCamera, HoldsBodiesOfAMicrometreAndOfAThousandKilometres) {
  for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    ik::Joint hinge, elbow;
    hinge.name = "hinge";
    hinge.axis = {0.0, 0.0, 1.0};
    elbow = hinge;
    elbow.name = "elbow";
    elbow.parent = 0;
    elbow.parent_from_joint.translation() << size, 0.0, 0.0;
    const lab::TargetCurve curve(lab::WaveCurve{{1.5 * size, 0.5 * size, 0.0},
                                                {lab::Wave{{0.5 * size, 0.0, 0.0}, 3.0, 0.0}}});
    const lab::Scene scene{"sized", "Sized",
                           "",      ik::Multibody({hinge, elbow}, {{"hand", 1, {size, 0.0, 0.0}}}),
                           {curve}, {}};
    const Bounds bounds = bounds_of(scene, app::camera_for(scene, 1.5f), 1.5f);
    EXPECT_FALSE(bounds.behind) << size;
    EXPECT_GT(std::min(bounds.low.x, bounds.low.y), 0.0f) << size;
    EXPECT_LT(std::max(bounds.high.x, bounds.high.y), 1.0f) << size;
    const glm::vec2 extent = bounds.high - bounds.low;
    EXPECT_GT(std::max(extent.x, extent.y), 0.45f) << size;
  }
}

}  // namespace
