#include "app/picture/marks.h"

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "app/session/trails.h"
#include "support/scenes.h"

namespace {

struct Marks {
  explicit Marks(const ik::Multibody& body)
      : scene(scenes::circling(body)), tracker(scene, *ik::find_method("dls")) {
    stage = app::measure(scene);
  }
  lab::Scene scene;
  lab::Tracker tracker;
  app::Stage stage;
  gfx::Picture picture;
};

TEST(MathsMarks, DrawEllipsoidsAroundTheEffectorsScaledToALink) {
  Marks m(bodies::forked_tree());
  const auto ellipsoids = lab::velocity_ellipsoids(m.tracker);
  app::add_ellipsoids(ellipsoids, m.stage, {}, m.picture);
  // every point of the lines lies on an ellipsoid; the longest half axis is 0.8 of a link
  double longest = 0.0;
  for (const auto& e : ellipsoids) longest = std::max(longest, e.axes.col(0).norm());
  const double scale = 0.8 * static_cast<double>(m.stage.link_length) / longest;
  ASSERT_FALSE(m.picture.lines.empty());
  for (const gfx::Line& line : m.picture.lines) {
    double nearest = 1e9;
    for (const auto& e : ellipsoids) {
      const Eigen::Vector3d away = Eigen::Vector3d(line.a.x, line.a.y, line.a.z) - e.center;
      double level = 0.0;
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Vector3d a = scale * e.axes.col(axis);
        const double along = away.dot(a) / a.squaredNorm();
        level += along * along;
      }
      nearest = std::min(nearest, std::abs(level - 1.0));
    }
    EXPECT_LT(nearest, 1e-2);
  }
  float most = 0.0F;
  for (const gfx::Arrow& arrow : m.picture.arrows) {
    most = std::max(most, glm::distance(arrow.from, arrow.to));
  }
  EXPECT_NEAR(most, 0.8F * m.stage.link_length, 1e-4F);
}

TEST(MathsMarks, DrawUAtTheEffectorsAndVAlongTheAxes) {
  Marks m(bodies::slider_arm());
  const Eigen::Vector3d u(0.0, 0.6, -0.8);
  const Eigen::Vector2d v(-0.6, 0.8);
  app::add_singular_direction(m.tracker, u, v, m.stage, {}, m.picture);
  ASSERT_EQ(m.picture.arrows.size(), 3U);
  const float length = 0.8F * m.stage.link_length;
  const auto way = [&](std::size_t i) { return m.picture.arrows[i].to - m.picture.arrows[i].from; };
  EXPECT_LT(glm::distance(way(0), length * glm::vec3(0.0F, 0.6F, -0.8F)), 1e-5F);
  EXPECT_LT(glm::distance(m.picture.arrows[0].from, app::to_gpu(m.tracker.pose().effector.col(0))),
            1e-6F);
  EXPECT_LT(glm::distance(way(1), -0.75F * length * glm::vec3(1.0F, 0.0F, 0.0F)), 1e-5F);
  EXPECT_LT(glm::distance(way(2), length * glm::vec3(0.0F, 0.0F, 1.0F)), 1e-5F);
}

TEST(MathsMarks, DrawNothingOfWhatIsNoNumberOrOfAnotherBody) {
  Marks m(bodies::slider_arm());
  const Eigen::Vector2d v(1.0, 0.0);
  app::add_singular_direction(m.tracker, ik::VectorX::Zero(6), v, m.stage, {}, m.picture);
  app::add_singular_direction(m.tracker, Eigen::Vector3d(NAN, 0.0, 0.0), v, m.stage, {}, m.picture);
  app::add_ellipsoids({}, m.stage, {}, m.picture);
  EXPECT_TRUE(m.picture.arrows.empty());
  EXPECT_TRUE(m.picture.lines.empty());
}

}  // namespace
