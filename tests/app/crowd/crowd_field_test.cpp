#include "app/crowd/field.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/crowd/view.h"
#include "io/scene/scene_file.h"

namespace {

std::shared_ptr<const lab::Scene> scene(const char* id) {
  return std::make_shared<const lab::Scene>(io::find_scene(id));
}

/// World positions of the feet of a field's bodies.
std::vector<glm::vec3> feet(const app::CrowdField& field) {
  std::vector<glm::vec3> result;
  for (const app::CrowdKindPlaces& kind : field.kinds) {
    for (const glm::vec3& place : kind.places) result.push_back(place + kind.stage.middle);
  }
  return result;
}

TEST(CrowdField, LeavesEveryBodyItsRoomAndTheMiddleToTheSingleOne) {
  const auto y = scene("y");
  const app::Stage middle = app::measure(*scene("double-y"));
  const app::CrowdField field = app::make_field({y}, middle, 600, 1.5);
  EXPECT_EQ(field.count(), 600);
  std::vector<glm::vec3> places = feet(field);
  places.push_back(middle.middle);
  float farthest = 0.0f;
  for (std::size_t a = 0; a < places.size(); ++a) {
    EXPECT_NEAR(places[a].y, middle.floor_height, 1e-4f);
    farthest = std::max(farthest, glm::distance(places[a], middle.middle));
    float nearest = 1e9f;
    for (std::size_t b = 0; b < places.size(); ++b) {
      if (b != a) nearest = std::min(nearest, glm::distance(places[a], places[b]));
    }
    EXPECT_GT(nearest, 0.8f * field.apart) << a;
    EXPECT_LT(nearest, 1.3f * field.apart) << a;
  }
  EXPECT_NEAR(field.radius, farthest, 1e-3f * farthest);
}

TEST(CrowdField, GrowsAroundTheBodiesThatAreThere) {
  const auto y = scene("y");
  const app::Stage middle = app::measure(*y);
  const auto few = feet(app::make_field({y}, middle, 50, 1.0));
  const auto many = feet(app::make_field({y}, middle, 5000, 1.0));
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i], many[i]);
  // constant density: four times as many bodies need twice the radius
  const float a = app::make_field({y}, middle, 2000, 1.0).radius;
  const float b = app::make_field({y}, middle, 8000, 1.0).radius;
  EXPECT_NEAR(b / a, 2.0f, 0.01f);
  EXPECT_NEAR(app::make_field({y}, middle, 2000, 2.0).radius / a, 2.0f, 1e-4f);
}

TEST(CrowdField, IsLaterTheFartherOut) {
  const auto y = scene("y");
  const app::Stage middle = app::measure(*y);
  const app::CrowdField field = app::make_field({y, scene("double-y")}, middle, 300, 1.0);
  const auto& kind = field.kinds[1];
  const double per_metre =
      kind.delays[0] / glm::distance(kind.places[0] + kind.stage.middle, middle.middle);
  EXPECT_GT(per_metre, 0.0);
  for (std::size_t i = 0; i < kind.places.size(); ++i) {
    const float away = glm::distance(kind.places[i] + kind.stage.middle, middle.middle);
    EXPECT_NEAR(kind.delays[i], per_metre * away, 1e-4);
  }
}

TEST(CrowdField, GivesEveryBodyPointsOfItsOwn) {
  const app::CrowdField field =
      app::make_field({scene("y"), scene("double-y")}, app::measure(*scene("y")), 11, 1.0);
  ASSERT_EQ(field.kinds.size(), 2u);
  EXPECT_EQ(field.kinds[0].places.size(), 6u);
  EXPECT_EQ(field.kinds[0].first, 0);
  EXPECT_EQ(field.kinds[1].first, 6 * (7 + 2 * 2));
  EXPECT_EQ(field.points, 6 * (7 + 2 * 2) + 5 * (16 + 2 * 4));
  EXPECT_EQ(app::make_field({scene("y"), scene("double-y")}, {}, 1, 1.0).kinds.size(), 1u);
}

/// Points that are connected with the foot at a level.
std::set<int> standing(const gfx::CrowdBody& body, gfx::CrowdLevel level,
                       const ik::Multibody& multibody) {
  std::set<int> result{gfx::CrowdPiece::kFootHigh};
  auto pieces = body.pieces[static_cast<std::size_t>(level)];
  // hinges at the same point are connected without a link
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const ik::Joint& joint = multibody.joint(j);
    const bool at_one_point = joint.parent_from_joint.translation().norm() < 1e-9;
    if (joint.parent >= 0 && joint.type == ik::JointType::kRevolute && at_one_point) {
      pieces.push_back({joint.parent, j, 1.0f});
    }
  }
  for (std::size_t round = 0; round < pieces.size(); ++round) {
    for (const gfx::CrowdPiece& piece : pieces) {
      if (result.contains(piece.a)) result.insert(piece.b);
      if (result.contains(piece.b)) result.insert(piece.a);
    }
  }
  return result;
}

TEST(CrowdBody, HangsTogetherAtEveryLevelInEveryScene) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    const ik::Multibody& multibody = scene.multibody;
    const app::Stage stage = app::measure(scene);
    const gfx::CrowdBody body = app::crowd_body(multibody, stage, {});
    const int n = multibody.joint_count(), k = multibody.effector_count();
    EXPECT_EQ(body.point_count, n + 2 * k);
    EXPECT_EQ(body.foot, stage.middle);
    const ik::Pose pose = ik::pose_at(multibody, multibody.initial_theta());
    for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
      std::size_t balls = 0;
      for (const gfx::CrowdPiece& piece : body.pieces[level]) {
        EXPECT_GE(std::min(piece.a, piece.b), gfx::CrowdPiece::kFootHigh);
        EXPECT_LT(std::max(piece.a, piece.b), body.point_count);
        EXPECT_GT(piece.radius, 0.0f);
        balls += piece.a == piece.b && piece.a >= n ? 1 : 0;
      }
      const auto which = static_cast<gfx::CrowdLevel>(level);
      EXPECT_EQ(balls, which >= gfx::CrowdLevel::kDistant ? 0u : static_cast<std::size_t>(2 * k));
      const std::set<int> found = standing(body, which, multibody);
      for (int i = 0; i < k; ++i) {
        if (which == gfx::CrowdLevel::kSpeck && i > 0 && i < k - 1) continue;
        // an effector on its joint needs no point of its own
        const int joint = multibody.effector(i).joint;
        const bool apart = (pose.effector.col(i) - pose.origin.col(joint)).norm() > 1e-6;
        EXPECT_TRUE(!apart || found.contains(n + i)) << id << ' ' << level;
      }
    }
    // a distant body has at most one piece per effector, per fork and per root
    EXPECT_LE(body.pieces[3].size(), body.pieces[2].size());
  }
  const lab::Scene double_y = io::find_scene("double-y");
  const gfx::CrowdBody body = app::crowd_body(double_y.multibody, app::measure(double_y), {});
  // the foot, the trunk, two shoulders, four arms
  EXPECT_EQ(body.pieces[3].size(), 8u);
  // the part up to the fork, and an arm on each side
  EXPECT_EQ(body.pieces[4].size(), 3u);
}

TEST(CrowdBody, ShowsWhatItsLevelIsFor) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    const ik::Multibody& multibody = scene.multibody;
    const gfx::CrowdBody body = app::crowd_body(multibody, app::measure(scene), {});
    const int n = multibody.joint_count(), k = multibody.effector_count();
    for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
      const auto which = static_cast<gfx::CrowdLevel>(level);
      std::multiset<int> balls;
      int plinths = 0;
      for (const gfx::CrowdPiece& piece : body.pieces[level]) {
        if (piece.a == piece.b && piece.a >= n) balls.insert(piece.a);
        plinths += piece.flat ? 1 : 0;
      }
      EXPECT_EQ(plinths, which <= gfx::CrowdLevel::kMiddle ? 1 : 0) << id << ' ' << level;
      if (which >= gfx::CrowdLevel::kDistant) continue;
      for (int point = n; point < n + 2 * k; ++point) EXPECT_EQ(balls.count(point), 1u) << id;
    }
  }
}

TEST(CrowdBody, ForksWhereTheWaysToItsEndsPart) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    const ik::Multibody& multibody = scene.multibody;
    const gfx::CrowdBody body = app::crowd_body(multibody, app::measure(scene), {});
    const int n = multibody.joint_count(), last = multibody.effector_count() - 1;
    int parting = last > 0 ? multibody.effector(last).joint : -1;
    while (parting >= 0 && !multibody.moves(parting, 0)) parting = multibody.joint(parting).parent;
    const int fork = parting < 0 ? gfx::CrowdPiece::kFootHigh : parting;
    std::set<std::pair<int, int>> ways = {{fork, n}, {fork, n + last}};
    if (parting >= 0) ways.insert({gfx::CrowdPiece::kFootHigh, parting});
    const auto& specks = body.pieces[static_cast<std::size_t>(gfx::CrowdLevel::kSpeck)];
    EXPECT_EQ(specks.size(), ways.size()) << id;
    for (const gfx::CrowdPiece& piece : specks)
      EXPECT_TRUE(ways.contains({piece.a, piece.b})) << id;
  }
}

TEST(CrowdBody, ColoursArmsLikeTheirEffectors) {
  const lab::Scene scene = io::find_scene("double-y");
  const gfx::CrowdBody body = app::crowd_body(scene.multibody, app::measure(scene), {});
  const int n = scene.multibody.joint_count();
  const auto& pieces = body.pieces[static_cast<std::size_t>(gfx::CrowdLevel::kFar)];
  const auto hand = std::find_if(pieces.begin(), pieces.end(),
                                 [n](const gfx::CrowdPiece& p) { return p.a == n && p.b == n; });
  ASSERT_NE(hand, pieces.end());
  int trunk = 0;
  for (const gfx::CrowdPiece& piece : pieces) {
    if (piece.a == piece.b || piece.b >= n) continue;
    const bool arm = scene.multibody.effectors_of(piece.b).size() == 1;
    EXPECT_EQ(piece.thin_color == hand->color, arm) << piece.b;
    trunk += arm ? 0 : 1;
  }
  EXPECT_GT(trunk, 0);
}

TEST(CrowdView, WidensTheFloorAndItsGrid) {
  const auto y = scene("y");
  const app::Stage stage = app::measure(*y);
  const app::CrowdField field = app::make_field({y}, stage, 5000, 1.3);
  gfx::Camera camera = app::camera_for(*y, 1.5f);
  const float near_pitch = camera.pitch;
  app::frame_field(field, stage, 1.5f, camera);
  EXPECT_GT(camera.pitch, near_pitch) << "bodies stand clear of those behind them";

  gfx::Ground ground;
  const float spacing = ground.spacing;
  app::widen_floor(field, camera, ground);
  EXPECT_GE(ground.extent, 2.0f * field.radius);
  const float fives = std::log(ground.spacing / spacing) / std::log(5.0f);
  EXPECT_GT(fives, 0.5f);
  EXPECT_NEAR(fives, std::round(fives), 1e-3f) << "every line was one before";
  EXPECT_GT(ground.spacing, 0.02f * camera.distance);
  EXPECT_LT(ground.spacing, 0.15f * camera.distance);

  ground.extent = 10.0f * field.radius;
  app::widen_floor(field, camera, ground);
  EXPECT_EQ(ground.extent, 10.0f * field.radius);
}

TEST(CrowdView, MovesBackUntilTheWholeFieldIsSeen) {
  const auto y = scene("y");
  const app::Stage stage = app::measure(*y);
  for (const int count : {1, 100, 20000}) {
    const app::CrowdField field = app::make_field({y}, stage, count, 1.3);
    for (const float aspect : {0.6f, 1.8f}) {
      gfx::Camera camera = app::camera_for(*y, aspect);
      app::frame_field(field, stage, aspect, camera);
      const glm::vec2 size(aspect * 500.0f, 500.0f);
      for (const glm::vec3& foot : feet(field)) {
        const auto pixel = camera.project(foot, size);
        ASSERT_TRUE(pixel.has_value());
        ASSERT_TRUE(pixel->x > 0 && pixel->x < size.x && pixel->y > 0 && pixel->y < size.y);
        ASSERT_LT(pixel->z, camera.far_plane());
        ASSERT_GT(pixel->z, camera.near_plane());
      }
    }
  }
}

}  // namespace
