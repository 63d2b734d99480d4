#include "app/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "gfx/context/context.h"
#include "gfx/draw/lines.h"
#include "io/scene/scene_file.h"

namespace {

using Eigen::Vector3d;

using app::to_gpu;

ik::Joint joint(int parent, const Vector3d& origin, const Vector3d& axis,
                ik::JointType type = ik::JointType::kRevolute) {
  ik::Joint result;
  result.name = "joint" + std::to_string(parent) + std::to_string(origin.sum());
  result.parent = parent;
  result.parent_from_joint.translation() = origin;
  result.axis = axis;
  result.type = type;
  return result;
}

/// A trunk that forks into two hands; one branch has two hinges at the same point.
lab::Scene forked() {
  ik::Multibody multibody({joint(-1, {0, -0.5, 0}, {0, 0, 1}), joint(0, {0, 1, 0}, {1, 0, 0}),
                           joint(1, {0, 0, 0}, {0, 0, 1}), joint(2, {0.5, 0.5, 0}, {0, 1, 1}),
                           joint(0, {-0.1, 1, 0.2}, {0, 0, 1})},
                          {{"right", 3, {0.4, 0.2, 0}}, {"left", 4, {-0.6, 0.3, 0}}});
  const auto curve = [](const Vector3d& center) {
    return lab::TargetCurve(lab::WaveCurve{center, {{{0.5, 0, 0}, 2.0, 0.0}}});
  };
  return {"forked", "Forked", "", std::move(multibody), {curve({1, 1, 0}), curve({-1, 1, 0})}, {}};
}

/// A hinge that carries one joint of the given sliding type.
ik::Multibody sliding(ik::JointType type) {
  ik::Joint slide = joint(0, {1, 0, 0}, {1, 0, 0}, type);
  slide.pitch = 0.2;
  return ik::Multibody({joint(-1, {0, 0, 0}, {0, 0, 1}), slide}, {{"hand", 1, {0.5, 0, 0}}});
}

struct Built {
  explicit Built(lab::Scene wanted = forked()) : scene(std::move(wanted)) {
    stage = app::measure(scene);
    ik::VectorX theta(scene.multibody.joint_count());
    for (Eigen::Index j = 0; j < theta.size(); ++j) theta[j] = 0.3 + 0.4 * static_cast<double>(j);
    pose = ik::pose_at(scene.multibody, theta);
    for (const lab::TargetCurve& curve : scene.targets) targets.push_back(curve.at(0.0));
  }
  gfx::Picture picture(const app::Trails* trails = nullptr) const {
    gfx::Picture result;
    app::make_picture({scene.multibody, pose, targets, trails}, stage, style, result);
    return result;
  }
  lab::Scene scene;
  app::Stage stage;
  ik::Pose pose;
  std::vector<Vector3d> targets;
  app::PictureStyle style;
};

lab::Scene alone(ik::Multibody multibody) {
  const auto k = static_cast<std::size_t>(multibody.effector_count());
  return {"s",
          "S",
          "",
          std::move(multibody),
          std::vector<lab::TargetCurve>(k, lab::TargetCurve(lab::WaveCurve{{1, 1, 0}, {}})),
          {}};
}

bool has_capsule(const gfx::Picture& picture, const glm::vec3& a, const glm::vec3& b) {
  return std::any_of(picture.capsules.begin(), picture.capsules.end(), [&](const auto& c) {
    return glm::distance(c.a, a) < 1e-5f && glm::distance(c.b, b) < 1e-5f;
  });
}

const gfx::Ball* ball_at(const gfx::Picture& picture, const glm::vec3& place) {
  for (const gfx::Ball& ball : picture.balls) {
    if (glm::distance(ball.center, place) < 1e-5f) return &ball;
  }
  return nullptr;
}

TEST(Companion, IsAsThinAsItIsAskedToBe) {
  const Built built;
  for (const float thickness : {0.4f, 0.85f}) {
    gfx::Picture picture;
    app::add_companion(built.scene.multibody, built.pose, built.stage, {1, 0, 0, 1}, thickness,
                       picture);
    ASSERT_FALSE(picture.capsules.empty());
    for (const auto& capsule : picture.capsules) {
      EXPECT_NEAR(capsule.radius, thickness * built.stage.link_radius(), 1e-6f);
    }
    ASSERT_EQ(picture.balls.size(), 2u) << "one at each hand";
    for (const gfx::Ball& ball : picture.balls) {
      EXPECT_GT(ball.radius, thickness * built.stage.link_radius());
      EXPECT_LT(ball.radius, 2.0f * thickness * built.stage.link_radius());
    }
  }
}

TEST(BodyPicture, HasACapsuleForEveryLinkThatHasALength) {
  const Built built;
  const gfx::Picture picture = built.picture();
  // three links, two effectors and the plinth's post; no link between the two hinges at one point
  EXPECT_EQ(picture.capsules.size(), 6u);
  const ik::Multibody& multibody = built.scene.multibody;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const ik::Joint& child = multibody.joint(j);
    if (child.parent < 0 || child.parent_from_joint.translation().norm() == 0.0) continue;
    EXPECT_TRUE(has_capsule(picture, to_gpu(built.pose.origin.col(child.parent)),
                            to_gpu(built.pose.origin.col(j))));
  }
  for (int i = 0; i < multibody.effector_count(); ++i) {
    EXPECT_TRUE(has_capsule(picture, to_gpu(built.pose.origin.col(multibody.effector(i).joint)),
                            to_gpu(built.pose.effector.col(i))));
  }
}

TEST(BodyPicture, HasADrumAboutTheAxisOfEveryHinge) {
  const Built built;
  const gfx::Picture picture = built.picture();
  for (int j = 0; j < built.scene.multibody.joint_count(); ++j) {
    const auto count =
        std::count_if(picture.drums.begin(), picture.drums.end(), [&](const gfx::Drum& drum) {
          return glm::distance(drum.center, to_gpu(built.pose.origin.col(j))) < 1e-5f &&
                 glm::distance(drum.axis, to_gpu(built.pose.axis.col(j))) < 1e-5f;
        });
    EXPECT_EQ(count, 2) << "a drum and the pin through it";
  }
}

TEST(BodyPicture, MarksEffectorsInTheMethodsColourAndTargetsInRed) {
  Built built;
  built.style.method_color = gfx::hex(0x009e73);
  const gfx::Picture picture = built.picture();
  EXPECT_EQ(picture.balls.size(), 4u);
  for (int i = 0; i < 2; ++i) {
    const gfx::Ball* effector = ball_at(picture, to_gpu(built.pose.effector.col(i)));
    ASSERT_NE(effector, nullptr);
    EXPECT_EQ(effector->surface.color, built.style.method_color);
    const gfx::Ball* target = ball_at(picture, to_gpu(built.targets[static_cast<size_t>(i)]));
    ASSERT_NE(target, nullptr);
    EXPECT_GT(target->surface.color.r, 2.0f * target->surface.color.g);
    EXPECT_GT(target->radius, effector->radius);
  }
}

TEST(BodyPicture, DrawsADashedLineFromEachEffectorToItsTarget) {
  const Built built;
  const gfx::Picture picture = built.picture();
  ASSERT_EQ(picture.lines.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(glm::distance(picture.lines[i].a,
                            to_gpu(built.pose.effector.col(static_cast<Eigen::Index>(i)))),
              1e-5f);
    EXPECT_LT(glm::distance(picture.lines[i].b, to_gpu(built.targets[i])), 1e-5f);
    EXPECT_GT(picture.lines[i].dash, 0.0f);
  }
}

TEST(BodyPicture, GivesAPrismaticJointASleeveOnItsParentAndALinkFromWhereItSlidTo) {
  Built built(alone(sliding(ik::JointType::kPrismatic)));
  const gfx::Picture picture = built.picture();
  ASSERT_EQ(picture.sleeves.size(), 1u);
  // the first joint is at 0.3 rad, the slide's seat 1 m out on its link
  const glm::vec3 seat(std::cos(0.3f), std::sin(0.3f), 0.0f);
  const glm::vec3 slid = 1.7f * seat;  // and slides by 0.7 m
  EXPECT_LT(glm::distance(picture.sleeves[0].center, seat), 1e-5f);
  EXPECT_LT(glm::distance(picture.sleeves[0].axis, seat), 1e-5f);
  EXPECT_TRUE(has_capsule(picture, {0, 0, 0}, seat));
  EXPECT_TRUE(has_capsule(picture, slid, 2.2f * seat));
  EXPECT_EQ(picture.drums.size(), 3u) << "the hinge with its pin and the plinth, no drum here";
}

TEST(BodyPicture, ShowsARodOverAllThatHasSlidOutEitherWay) {
  for (const double slide : {0.9, 0.0, -0.9}) {
    Built built(alone(sliding(ik::JointType::kPrismatic)));
    built.pose = ik::pose_at(built.scene.multibody, Eigen::Vector2d(0.0, slide));
    const gfx::Picture picture = built.picture();
    const float rod =
        std::min_element(picture.capsules.begin(), picture.capsules.end(), [](auto& a, auto& b) {
          return a.radius < b.radius;
        })->radius;
    for (const gfx::Capsule& capsule : picture.capsules) {
      if (capsule.radius != rod) continue;
      EXPECT_LE(std::min(capsule.a.x, capsule.b.x), std::min(1.0, 1.0 + slide) + 1e-5);
      EXPECT_GE(std::max(capsule.a.x, capsule.b.x), std::max(1.0, 1.0 + slide) - 1e-5);
      EXPECT_GT(std::max(capsule.a.x, capsule.b.x) - std::min(capsule.a.x, capsule.b.x),
                2.0f * picture.sleeves[0].half_length);
    }
  }
}

TEST(BodyPicture, GivesAScrewBothADrumAndASleeve) {
  const Built built(alone(sliding(ik::JointType::kScrew)));
  const gfx::Picture picture = built.picture();
  ASSERT_EQ(picture.sleeves.size(), 1u);
  EXPECT_LT(
      glm::distance(picture.sleeves[0].center, glm::vec3(std::cos(0.3f), std::sin(0.3f), 0.0f)),
      1e-5f);
  EXPECT_EQ(picture.drums.size(), 5u);
}

TEST(BodyPicture, IsBuiltAgainWithoutGrowing) {
  Built built;
  app::Trails trails(2, 10);
  for (int i = 0; i < 30; ++i) trails.append(built.targets, built.pose.effector);
  gfx::Picture picture = built.picture(&trails);
  const auto* capsules = picture.capsules.data();
  const auto* points = picture.trail_points.data();
  app::make_picture({built.scene.multibody, built.pose, built.targets, &trails}, built.stage,
                    built.style, picture);
  EXPECT_EQ(picture.capsules.size(), 6u);
  EXPECT_EQ(picture.trail_points.size(), 40u);
  EXPECT_EQ(picture.capsules.data(), capsules);
  EXPECT_EQ(picture.trail_points.data(), points);
}

TEST(BodyPicture, TakesTheStudioOfItsStyle) {
  Built built;
  built.style.dark = true;
  EXPECT_EQ(built.picture().studio.background_top, gfx::dark_studio().background_top);
}

TEST(BodyPicture, ShowsObstaclesAsSolidsInAColourOfTheirOwn) {
  const Built built;
  gfx::Picture picture = built.picture();
  const std::vector<ik::Obstacle> obstacles = {{"post", {1, 0, 0}, {1, 2, 0}, 0.1},
                                               {"ball", {0, 1, 2}, {0, 1, 2}, 0.3}};
  app::add_obstacles(obstacles, built.style, picture);
  ASSERT_EQ(picture.capsules.size(), 8u);
  for (std::size_t i = 0; i < 2; ++i) {
    const gfx::Capsule& solid = picture.capsules[6 + i];
    EXPECT_EQ(solid.a, to_gpu(obstacles[i].a));
    EXPECT_EQ(solid.b, to_gpu(obstacles[i].b));
    EXPECT_FLOAT_EQ(solid.radius, static_cast<float>(obstacles[i].radius));
    EXPECT_EQ(solid.surface.color.a, 1.0f) << "a ghost throws no shadow";
    EXPECT_NE(solid.surface.color, picture.capsules[0].surface.color);
  }
}

TEST(Trails, KeepTheLastPointsOldestFirst) {
  app::Trails trails(1, 4);
  ik::Matrix3X effector(3, 1);
  for (int i = 0; i < 7; ++i) {
    const std::vector<Vector3d> target = {Vector3d(i, 0, 0)};
    effector.col(0) = Vector3d(0, i, 0);
    trails.append(target, effector);
    EXPECT_EQ(trails.size(), static_cast<std::size_t>(std::min(i + 1, 4)));
  }
  gfx::Picture picture;
  trails.add_target(picture, 0, 1.0f, gfx::hex(0));
  trails.add_effector(picture, 0, 1.0f, gfx::hex(0));
  ASSERT_EQ(picture.trails.size(), 2u);
  EXPECT_EQ(picture.trails[1].first, 4u);
  ASSERT_EQ(picture.trail_points.size(), 8u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(picture.trail_points[static_cast<std::size_t>(i)], glm::vec3(3 + i, 0, 0));
    EXPECT_EQ(picture.trail_points[static_cast<std::size_t>(4 + i)], glm::vec3(0, 3 + i, 0));
  }
  trails.clear();
  EXPECT_EQ(trails.size(), 0u);
}

TEST(Trails, LeaveNoLineBehindATargetThatJumps) {
  app::Trails trails(1, 6, 0.5f);
  ik::Matrix3X effector(3, 1);
  for (const double x : {0.0, 0.1, 0.2, 2.0, 2.1, 2.2}) {
    const std::vector<Vector3d> target = {Vector3d(x, 0, 0)};
    effector.col(0) = Vector3d(0, 5.0 * x, 0);
    trails.append(target, effector);
  }
  gfx::Picture picture;
  trails.add_target(picture, 0, 1.0f, gfx::hex(0));
  ASSERT_EQ(picture.trail_points.size(), 7u);
  EXPECT_TRUE(std::isnan(picture.trail_points[3].x));
  EXPECT_EQ(picture.trails[0].count, 7u);
  std::vector<gfx::Stroke> strokes;
  gfx::add_strokes(strokes, picture);
  ASSERT_EQ(strokes.size(), 4u);
  for (const gfx::Stroke& stroke : strokes) {
    for (const glm::vec3 point : {stroke.before, stroke.a, stroke.b, stroke.after}) {
      EXPECT_LT(std::abs(point.x - stroke.a.x), 0.3f) << "nothing reaches across the jump";
    }
  }
  trails.add_effector(picture, 0, 1.0f, gfx::hex(0));
  EXPECT_EQ(picture.trails[1].count, 6u) << "the effector draws its way, however fast";
}

TEST(Trails, KeepTheirGapsWhereverTheOldestPointIs) {
  constexpr std::size_t kLength = 5;
  app::Trails trails(1, kLength, 0.5f);
  std::vector<float> places;
  for (const int i : {0, 1, 9, 10, 20, 30, 31, 32, 33, 43, 44, 54}) {
    places.push_back(0.1f * static_cast<float>(i));
    const Vector3d target(places.back(), 0, 0);
    trails.append(std::span(&target, 1), ik::Matrix3X::Zero(3, 1));
    for (const std::size_t most : {std::size_t{2}, std::size_t{3}, app::Trails::kAll}) {
      const std::size_t count = std::min({most, kLength, places.size()});
      std::vector<float> expected;
      for (std::size_t k = places.size() - count; k < places.size(); ++k) {
        if (!expected.empty() && places[k] - places[k - 1] > 0.5f) expected.push_back(-1.0f);
        expected.push_back(places[k]);
      }
      gfx::Picture picture;
      trails.add_target(picture, 0, 1.0f, gfx::hex(0), most);
      std::vector<float> shown;
      for (const glm::vec3& point : picture.trail_points) {
        shown.push_back(std::isnan(point.x) ? -1.0f : point.x);
      }
      EXPECT_EQ(shown, expected) << "after " << i << ", the newest " << most;
      EXPECT_EQ(picture.trails[0].count, shown.size());
    }
  }
}

TEST(Stage, MeasuresTheMedianLinkAndPutsTheFloorBelowEverything) {
  const app::Stage stage = app::measure(forked());
  // median of 1, 0.707, 1.025, 0.447 and 0.671, without the zero length
  EXPECT_NEAR(stage.link_length, 0.7071f, 1e-3f);
  EXPECT_LT(stage.floor_height, -0.5f);
  EXPECT_GT(stage.floor_height, -0.5f - stage.link_length);
  EXPECT_EQ(stage.middle.y, stage.floor_height);

  lab::Scene deep = forked();
  deep.targets[0] = lab::TargetCurve(lab::WaveCurve{{0, 0, 0}, {{{0, 2, 0}, 1.0, 0.0}}});
  EXPECT_LT(app::measure(deep).floor_height, -1.99f);
}

TEST(Snapshot, ShowsTheTargetsWhereTheSceneCameraSeesThem) {
  const lab::Tracker tracker(forked(), *ik::find_method("dls"));
  app::SnapshotOptions options;
  options.width = 320;
  options.height = 200;
  const gfx::Image image = app::snapshot(tracker, nullptr, options);
  ASSERT_EQ(image.width, 320);
  ASSERT_EQ(image.height, 200);
  const gfx::Camera camera = app::camera_for(tracker.scene(), 1.6f);
  for (const Vector3d& target : tracker.targets()) {
    const auto pixel = camera.project(to_gpu(target), {320, 200});
    ASSERT_TRUE(pixel.has_value());
    const std::uint8_t* p = image.at(static_cast<int>(pixel->x), static_cast<int>(pixel->y));
    EXPECT_GT(p[0], 2 * p[1]);
    EXPECT_GT(p[0], 2 * p[2]);
  }
}

TEST(Snapshot, RepeatsItselfToTheByteAndDiffersBetweenTheStudios) {
  const lab::Tracker tracker(forked(), *ik::find_method("dls"));
  app::SnapshotOptions options;
  options.width = 160;
  options.height = 100;
  const gfx::Image first = app::snapshot(tracker, nullptr, options);
  EXPECT_EQ(app::snapshot(tracker, nullptr, options).rgba, first.rgba);
  options.dark = true;
  const gfx::Image dark = app::snapshot(tracker, nullptr, options);
  const auto sum = [](const gfx::Image& image) {
    return std::accumulate(image.rgba.begin(), image.rgba.end(), 0L);
  };
  EXPECT_LT(sum(dark), sum(first) * 3 / 4);
}

TEST(ClosedForm, AddsTwoGhostsThatHoldTheTarget) {
  const ik::Multibody arm({joint(-1, {0, 1, 0}, {0, 0, 1}), joint(0, {1, 0, 0}, {0, 0, 1})},
                          {{"hand", 1, {0.8, 0, 0}}});
  const app::Stage stage{.link_length = 1.0f};
  const Vector3d target(0.9, 1.7, 0.0);
  gfx::Picture picture;
  app::add_closed_form(arm, std::vector<Vector3d>{target}, stage, {}, picture);
  ASSERT_EQ(picture.capsules.size(), 4U);
  for (const gfx::Capsule& capsule : picture.capsules) {
    EXPECT_LT(capsule.surface.color.a, 1.0f);
    // thinner than the body's own link where the two coincide
    EXPECT_LT(capsule.radius, stage.link_radius());
  }
  for (const std::size_t hand : {1U, 3U}) {
    EXPECT_LT(glm::distance(picture.capsules[hand].b, to_gpu(target)), 1e-5f);
    EXPECT_NEAR(glm::distance(picture.capsules[hand].a, picture.capsules[hand].b), 0.8f, 1e-5f);
  }
  EXPECT_GT(glm::distance(picture.capsules[1].a, picture.capsules[3].a), 0.1f);
}

TEST(ClosedForm, AddsNothingWhereThereIsNone) {
  const lab::Scene scene = forked();
  gfx::Picture picture;
  const std::vector<Vector3d> targets(2, Vector3d::Ones());
  app::add_closed_form(scene.multibody, targets, {}, {}, picture);
  EXPECT_TRUE(picture.capsules.empty());
  const ik::Multibody arm({joint(-1, {0, 1, 0}, {0, 0, 1}), joint(0, {1, 0, 0}, {0, 0, 1})},
                          {{"hand", 1, {0.8, 0, 0}}});
  app::add_closed_form(arm, std::vector<Vector3d>{Vector3d::Constant(std::nan(""))}, {}, {},
                       picture);
  EXPECT_TRUE(picture.capsules.empty());
}

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
