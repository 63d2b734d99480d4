#include "app/picture/marks.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "app/session/basin_runner.h"
#include "app/session/to_gpu.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

std::vector<ui::ShownSolution> two_poses(const ik::Multibody& body) {
  std::vector<ui::ShownSolution> solutions;
  for (const double turn : {0.9, -0.9}) {
    const ik::VectorX theta = ik::VectorX::Constant(body.joint_count(), turn);
    solutions.push_back({.theta = theta, .pose = ik::pose_at(body, theta), .name = "a"});
  }
  solutions[1].hue = 1;
  return solutions;
}

TEST(SolutionPicture, DrawsEachAsAGhostInItsHueAndTheLitOneStronger) {
  const lab::Scene scene = scenes::circling(bodies::planar_arm(3));
  const app::Stage stage = app::measure(scene);
  const auto solutions = two_poses(scene.multibody);
  gfx::Picture picture;
  app::add_solutions(solutions, 1, scene.multibody, stage, false, picture);
  ASSERT_FALSE(picture.capsules.empty());
  ASSERT_EQ(picture.capsules.size() % 2, 0U);
  const gfx::Color first = picture.capsules.front().surface.color;
  const gfx::Color second = picture.capsules.back().surface.color;
  const lab::Color hue = lab::basin_hue(0, false);
  EXPECT_EQ(first.r, hue.r);
  EXPECT_EQ(first.b, hue.b);
  EXPECT_LT(first.a, 1.0F);
  EXPECT_LT(first.a, second.a);
  EXPECT_LT(second.a, 1.0F);
}

TEST(SolutionPicture, IsPickedWhereItsLinkIsUnderThePointer) {
  const lab::Scene scene = scenes::circling(bodies::planar_arm(3));
  const app::Stage stage = app::measure(scene);
  const gfx::Camera camera = app::camera_for(scene, 1.5F);
  const glm::vec2 size(900.0F, 600.0F);
  const auto solutions = two_poses(scene.multibody);
  for (std::size_t i = 0; i < 2; ++i) {
    // the middle of the last link
    const ik::Pose& pose = solutions[i].pose;
    const Eigen::Vector3d middle = 0.5 * (pose.origin.col(2) + pose.effector.col(0));
    const auto at = camera.project(app::to_gpu(middle), size);
    ASSERT_TRUE(at.has_value());
    const auto met = app::pick_solution(solutions, scene.multibody, stage, camera,
                                        glm::vec2(at->x, at->y), size);
    EXPECT_EQ(met, i);
  }
  EXPECT_FALSE(
      app::pick_solution(solutions, scene.multibody, stage, camera, glm::vec2(2.0F, 2.0F), size)
          .has_value());
}

TEST(CloudPicture, HasADotForEachPlaceColouredByItsShare) {
  const lab::Tracker tracker(scenes::circling(bodies::planar_arm(3)), scenes::dls());
  lab::ReachCloud cloud(lab::StandingLane(tracker), {.count = 500, .cubes = 8});
  while (cloud.advance(100) < 1.0) continue;
  gfx::Picture picture;
  ASSERT_TRUE(cloud.planar());
  app::add_cloud(cloud, glm::vec3(0.0F), glm::vec3(0.0F, 0.0F, 5.0F), picture);
  ASSERT_EQ(picture.lines.size(), cloud.points().size());
  double most = 0.0, least = 1.0;
  std::size_t lightest = 0, darkest = 0;
  for (std::size_t i = 0; i < cloud.points().size(); ++i) {
    const double share = cloud.share(cloud.points()[i]);
    EXPECT_EQ(picture.lines[i].a.x, cloud.points()[i].place.x());
    EXPECT_EQ(picture.lines[i].a, picture.lines[i].b);
    if (share > most) most = share, lightest = i;
    if (share < least) least = share, darkest = i;
  }
  ASSERT_LT(least, most);
  const auto light = [&](std::size_t i) {
    const gfx::Color& c = picture.lines[i].color;
    return 0.2126F * c.r + 0.7152F * c.g + 0.0722F * c.b;
  };
  EXPECT_LT(light(darkest), light(lightest));
}

TEST(CloudPicture, OfAReachInSpaceIsTheHalfBehindTheBody) {
  const lab::Tracker tracker(scenes::circling(bodies::forked_tree()), scenes::dls());
  lab::ReachCloud cloud(lab::StandingLane(tracker), {.count = 500, .cubes = 8});
  while (cloud.advance(100) < 1.0) continue;
  ASSERT_FALSE(cloud.planar());
  gfx::Picture picture;
  app::add_cloud(cloud, glm::vec3(0.0F), glm::vec3(0.0F, 3.0F, 5.0F), picture);
  const auto behind = std::ranges::count_if(
      cloud.points(), [](const auto& point) { return point.place.z() <= 0.0F; });
  EXPECT_EQ(static_cast<std::ptrdiff_t>(picture.lines.size()), behind);
  EXPECT_LT(picture.lines.size(), cloud.points().size());
  for (const gfx::Line& line : picture.lines) EXPECT_LE(line.a.z, 0.0F);
}

lab::BasinFigure small_figure() {
  lab::BasinFigure figure;
  figure.columns = 2;
  figure.rows = 2;
  figure.colors = {{1.0F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}, {0.0F, 0.0F, 1.0F}, {1.0F, 1.0F, 1.0F}};
  return figure;
}

std::array<int, 3> pixel(const app::Raster& raster, int x, int y) {
  const std::size_t at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                              static_cast<std::size_t>(x));
  return {raster.rgba[at], raster.rgba[at + 1], raster.rgba[at + 2]};
}

TEST(BasinRaster, HasTheLowerRowOfCellsBelow) {
  const app::Raster raster = app::raster_of(small_figure(), 3);
  ASSERT_EQ(raster.width, 6);
  ASSERT_EQ(raster.height, 6);
  EXPECT_EQ(pixel(raster, 0, 5), (std::array{255, 0, 0}));
  EXPECT_EQ(pixel(raster, 5, 5), (std::array{0, 255, 0}));
  EXPECT_EQ(pixel(raster, 2, 0), (std::array{0, 0, 255}));
  EXPECT_EQ(pixel(raster, 3, 2), (std::array{255, 255, 255}));
}

TEST(BasinRaster, DrawsAContourOverTheCellsThatItCrosses) {
  lab::BasinFigure figure = small_figure();
  figure.contours = {{{1.0, 1.5}, {2.0, 1.5}}};
  const app::Raster raster = app::raster_of(figure, 4);
  // the line is at half the height of the upper row: between pixels 1 and 2
  EXPECT_LT(pixel(raster, 6, 1)[0], 255);
  EXPECT_EQ(pixel(raster, 6, 3)[0], 255);
  EXPECT_EQ(pixel(raster, 1, 1), (std::array{0, 0, 255})) << "it ends before";
}

}  // namespace
