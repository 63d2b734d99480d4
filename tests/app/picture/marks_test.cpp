#include "app/picture/marks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "app/session/basin_runner.h"
#include "app/session/to_gpu.h"
#include "app/session/trails.h"
#include "io/scene/scene_file.h"
#include "lab/scene/colors.h"
#include "support/bodies.h"
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

TEST(FarthestApart, StaysUntilAnotherPointIsThreeTimesAsFar) {
  const auto chosen = [](double second) {
    const Points lanes[] = {on_a_line({0.0, 0.0}), on_a_line({1.0, second})};
    return app::farthest_apart(lanes, 0, 0);
  };
  EXPECT_EQ(chosen(2.9), 0U);
  EXPECT_EQ(chosen(3.1), 1U);
}

TEST(FarthestApart, StaysWhileNoPointIsFarEnough) {
  const auto chosen = [](double second) {
    const Points lanes[] = {on_a_line({0.0, 0.0}), on_a_line({0.01, second})};
    return app::farthest_apart(lanes, 0, 0, 0.5);
  };
  EXPECT_EQ(chosen(0.4), 0U);
  EXPECT_EQ(chosen(0.6), 1U);
}

TEST(FarthestApart, IsWhereTheFewestOthersAreIfEveryPointIsSharedWithSome) {
  // two solutions that differ in their wrist alone, and two others with their shoulder
  const Points lanes[] = {on_a_line({0.0, 2.0, 3.0}), on_a_line({0.0, 2.0, 3.1}),
                          on_a_line({0.0, -2.0, 3.0}), on_a_line({0.0, -2.0, 3.1})};
  for (std::size_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(app::farthest_apart(lanes, lane, 0, 0.5), 1U) << lane;
  }
}

TEST(FarthestApart, TakesABodyWithFewerPointsThanBefore) {
  const Points lanes[] = {on_a_line({0.0, 1.0}), on_a_line({0.0, 3.0})};
  EXPECT_EQ(app::farthest_apart(lanes, 0, 7), 1U);
}

TEST(FarthestApart, IsNotTheSharedRootWhenLanesBegin) {
  const auto first = [](double second, double third) {
    const Points lanes[] = {on_a_line({0.0, 1.0, 2.0}), on_a_line({0.0, second, third})};
    return app::farthest_apart(lanes, 0, app::kNoPoint, 0.5);
  };
  EXPECT_EQ(first(1.0, 2.0), 2U) << "the tip, while they are one";
  EXPECT_EQ(first(1.2, 2.1), 1U);
}

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
  const lab::Color hue = lab::solution_color(0, false);
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
  const gfx::Camera camera;
  const app::SeenLinks links(tracker.multibody(), tracker.pose(), 0.1F, camera);
  app::add_cloud(cloud, glm::vec3(0.0F), camera, links, picture);
  ASSERT_EQ(picture.lines.size(), cloud.points().size());
  double most = 0.0, least = 1.0;
  std::size_t lightest = 0, darkest = 0;
  for (std::size_t i = 0; i < cloud.points().size(); ++i) {
    const double share = cloud.smooth_shares()[i];
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
  for (const bool z_up : {false, true}) {
    gfx::Camera camera;
    camera.z_up = z_up;
    camera.pitch = 0.5F;
    picture.lines.clear();
    // links without a width hide nothing
    const app::SeenLinks none(tracker.multibody(), tracker.pose(), 0.0F, camera);
    app::add_cloud(cloud, glm::vec3(0.0F), camera, none, picture);
    const glm::vec3 up = camera.vertical();
    const glm::vec3 to_eye = camera.eye() - up * glm::dot(up, camera.eye());
    const auto behind = std::ranges::count_if(cloud.points(), [&](const auto& point) {
      return glm::dot(glm::vec3(point.place.x(), point.place.y(), point.place.z()), to_eye) <= 0.0F;
    });
    EXPECT_EQ(static_cast<std::ptrdiff_t>(picture.lines.size()), behind);
    EXPECT_LT(picture.lines.size(), cloud.points().size());
  }
}

TEST(CloudPicture, OfAReachInSpaceCoversNoLink) {
  const lab::Tracker tracker(scenes::circling(bodies::forked_tree()), scenes::dls());
  const gfx::Camera camera;
  const app::SeenLinks links(tracker.multibody(), tracker.pose(), 0.05F, camera);
  int seen = 0;
  ik::for_each_link(tracker.multibody(), [&](const ik::LinkSegment& link) {
    const glm::vec3 middle =
        app::to_gpu(0.5 * (link.from(tracker.pose()) + link.to(tracker.pose())));
    const glm::vec3 to_eye = glm::normalize(camera.eye() - middle);
    EXPECT_TRUE(links.lie_behind(middle + 0.3F * to_eye));
    ++seen;
  });
  EXPECT_GT(seen, 2);
  EXPECT_FALSE(links.lie_behind(camera.focus + 90.0F * camera.up()));
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
