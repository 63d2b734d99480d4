#include "app/picture/marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/session/trails.h"
#include "io/scene/scene_file.h"
#include "lab/scene/colors.h"

namespace {

const ui::Area kSeenIn{{100.0F, 20.0F}, {800.0F, 600.0F}};

struct Staged {
  explicit Staged(const char* scene)
      : tracker(io::find_scene(scene), *ik::find_method("dls")),
        stage(app::measure(tracker.scene())),
        camera(app::camera_for(tracker.scene(), kSeenIn.size.x / kSeenIn.size.y)) {}
  lab::Tracker tracker;
  app::Stage stage;
  gfx::Camera camera;
};

float on_screen(const gfx::Camera& camera, glm::vec3 point, glm::vec3 middle) {
  const glm::vec2 size{kSeenIn.size.x, kSeenIn.size.y};
  const glm::vec3 a = *camera.project(point, size), b = *camera.project(middle, size);
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(Rings, AreRoundToTheEyeAroundEveryEffectorAndTargetInItsColour) {
  const Staged y("double-y");
  for (const bool dark : {false, true}) {
    gfx::Picture picture;
    app::add_rings({y.tracker.pose(), y.tracker.targets()}, y.stage, dark, y.camera.eye(), picture);
    for (int i = 0; i < 4; ++i) {
      const gfx::Color color = app::to_gpu(lab::on_ground(lab::series_color(i), dark));
      const glm::vec3 effector = app::to_gpu(y.tracker.pose().effector.col(i));
      const glm::vec3 target = app::to_gpu(y.tracker.targets()[static_cast<std::size_t>(i)]);
      const std::pair<glm::vec3, float> balls[] = {{effector, app::kEffectorRadius},
                                                   {target, app::kTargetRadius}};
      for (const auto& [center, size] : balls) {
        const float radius = size * y.stage.link_radius();
        int pieces = 0;
        float least = 1e9f, most = 0.0f;
        for (const gfx::Line& line : picture.lines) {
          if (line.color != color) continue;
          const float away = glm::distance(line.a, center);
          if (away > 1.3f * radius || away < 1.05f * radius) continue;
          ++pieces;
          EXPECT_LT(std::abs(glm::dot(line.a - center, y.camera.eye() - center)), 1e-4f);
          least = std::min(least, on_screen(y.camera, line.a, center));
          most = std::max(most, on_screen(y.camera, line.a, center));
        }
        EXPECT_GE(pieces, 24) << i;
        // off the center, perspective projects a sphere to a slightly long ellipse
        EXPECT_LT(most, 1.15f * least);
      }
    }
  }
}

TEST(Rings, AreOneForAnEffectorAtItsTarget) {
  const Staged y("y");
  const auto count = [&](const Eigen::Vector3d& from_effector) {
    const auto now = y.tracker.targets();
    std::vector<Eigen::Vector3d> targets(now.begin(), now.end());
    targets[0] = y.tracker.pose().effector.col(0) + from_effector;
    gfx::Picture picture;
    app::add_rings({y.tracker.pose(), targets}, y.stage, false, y.camera.eye(), picture);
    return picture.lines.size();
  };
  const std::size_t apart = count({0.5, 0.0, 0.0});
  EXPECT_EQ(4 * count({0.001, 0.0, 0.0}), 3 * apart) << "two rings and one, not two and two";
}

TEST(Rings, AreOutsideTheBallOfATargetUnderThePointer) {
  const Staged y("y");
  gfx::Picture picture;
  app::add_rings({y.tracker.pose(), y.tracker.targets(), 0}, y.stage, false, y.camera.eye(),
                 picture);
  const float ball = app::kGraspRadius * app::kTargetRadius * y.stage.link_radius();
  const Eigen::Vector3f at = y.tracker.targets()[0].cast<float>();
  int around = 0;
  for (const gfx::Line& line : picture.lines) {
    const float away = (Eigen::Vector3f(line.a.x, line.a.y, line.a.z) - at).norm();
    EXPECT_GT(away, ball) << "hidden by the ball";
    around += away < 1.3f * ball;
  }
  EXPECT_GT(around, 0);
}

TEST(Rings, LeaveOutTargetsThatAreNoNumbers) {
  const Staged y("y");
  const auto now = y.tracker.targets();
  std::vector<Eigen::Vector3d> targets(now.begin(), now.end());
  targets[0].setConstant(std::nan(""));
  gfx::Picture picture;
  app::add_rings({y.tracker.pose(), targets}, y.stage, false, y.camera.eye(), picture);
  ASSERT_FALSE(picture.lines.empty());
  for (const gfx::Line& line : picture.lines) EXPECT_FALSE(std::isnan(line.a.x));
}

TEST(NamedPairs, AreWhereTheCameraSeesThem) {
  const Staged y("y");
  const auto pairs = app::named_pairs(y.tracker, y.camera, y.stage, kSeenIn);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].name, "right");
  EXPECT_EQ(pairs[1].name, "left");
  const glm::vec3 place = app::to_gpu(y.tracker.pose().effector.col(1));
  const glm::vec3 pixel = *y.camera.project(place, {800.0f, 600.0f});
  ASSERT_TRUE(pairs[1].effector && pairs[1].target);
  EXPECT_FLOAT_EQ(pairs[1].effector->center.x, 100.0f + pixel.x);
  EXPECT_FLOAT_EQ(pairs[1].effector->center.y, 20.0f + pixel.y);
  // the expected radius: the ball with its ring, measured between two projected points
  const float radius = app::kEffectorRadius * y.stage.link_radius();
  const float ball = on_screen(y.camera, place + radius * y.camera.right(), place);
  EXPECT_GT(pairs[1].effector->radius, 1.05f * ball);
  EXPECT_LT(pairs[1].effector->radius, 1.4f * ball);
  EXPECT_EQ(pairs[1].color.g, lab::series_color(1).g);
}

TEST(NamedPairs, HaveNoPlaceBehindTheCamera) {
  Staged y("y");
  y.camera.focus += 100.0f * y.camera.forward();
  for (const ui::NamedPair& pair : app::named_pairs(y.tracker, y.camera, y.stage, kSeenIn)) {
    EXPECT_FALSE(pair.effector || pair.target);
  }
}

using Points = std::vector<Eigen::Vector3d>;

/// Points on a line, m.
Points on_a_line(std::initializer_list<double> places) {
  Points points;
  for (const double x : places) points.push_back({x, 0.0, 0.0});
  return points;
}

TEST(FarthestApart, IsTheLargestDistanceToTheNearestOfTheOthers) {
  // the third point of lane 0 is 5 from lane 1 but in lane 2 as well; the second is 2 from both
  const Points lanes[] = {on_a_line({0.0, 2.0, 5.0}), on_a_line({0.0, 0.0, 0.0}),
                          on_a_line({0.0, 4.0, 5.0})};
  EXPECT_EQ(app::farthest_apart(lanes, 0, 0), 1U);
  EXPECT_EQ(app::farthest_apart(lanes, 1, 0), 2U);
  EXPECT_EQ(app::farthest_apart(lanes, 2, 0), 1U);
}

TEST(FarthestApart, StaysUntilAnotherPointIsHalfAsFarAgain) {
  const auto chosen = [](double second) {
    const Points lanes[] = {on_a_line({0.0, 0.0}), on_a_line({1.0, second})};
    return app::farthest_apart(lanes, 0, 0);
  };
  EXPECT_EQ(chosen(1.4), 0U);
  EXPECT_EQ(chosen(1.6), 1U);
}

TEST(FarthestApart, TakesABodyWithFewerPointsThanBefore) {
  const Points lanes[] = {on_a_line({0.0, 1.0}), on_a_line({0.0, 3.0})};
  EXPECT_EQ(app::farthest_apart(lanes, 0, 7), 1U);
}

}  // namespace
