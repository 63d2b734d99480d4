#include "gfx/crowd/crowd.h"

#include <cmath>

#include "gfx/debug_messages.h"
#include "gfx/drawing.h"

namespace {

using namespace test;

const gfx::Color kRed{0.9f, 0.1f, 0.1f, 1.0f};
const gfx::Color kBlue{0.1f, 0.2f, 0.9f, 1.0f};

/// Three points: a red rod from the first to the second, a blue ball at the third.
gfx::CrowdBody rod_and_ball() {
  gfx::CrowdBody body;
  body.point_count = 3;
  for (auto& pieces : body.pieces) {
    pieces.push_back({0, 1, 0.06f, kRed});
    pieces.push_back({2, 2, 0.12f, kBlue});
  }
  return body;
}

const std::vector<glm::vec3> kPoints{{-0.5f, 0.1f, 0.1f}, {0.1f, 0.4f, -0.1f}, {0.4f, -0.3f, 0.2f}};

void add(std::vector<float>& points, const glm::vec3& p) {
  points.insert(points.end(), {p.x, p.y, p.z, 0.0f});
}

/// The `link` that gives a body at the camera's default distance a certain level.
float link_of(std::size_t level) {
  const float pixels[] = {20.0f, 3.0f, 1.0f, 0.3f, 0.05f};
  const gfx::Camera camera;
  return pixels[level] * camera.distance * std::tan(0.5f * camera.fov_y) / kHeight;
}

class Crowd : public test::Drawing {
 protected:
  gfx::Image draw(const gfx::CrowdPicture& crowd, const gfx::Camera& camera = {},
                  const gfx::Picture& picture = bare_picture()) {
    gfx::Crowd painter;
    gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
    gfx::Renderer renderer;
    painter.assign(crowd, camera, kSize);
    meter = painter.meter();
    renderer.draw(picture, camera, {framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f}, &painter);
    return framebuffer.read_pixels();
  }

  gfx::CrowdMeter meter;
};

gfx::CrowdGroup group_of(const gfx::CrowdBody& body, std::span<const glm::vec3> places,
                         float link) {
  gfx::CrowdGroup group;
  group.body = body;
  group.places = places;
  group.bounds = {{0, 0, 0}, 0.8f};
  group.link = link;
  return group;
}

TEST_F(Crowd, ShowsEveryPieceWhereTheCameraProjectsItAtEveryLevel) {
  const std::vector<glm::vec3> places{{0.2f, -0.1f, 0.3f}};
  std::vector<float> points;
  for (const glm::vec3& p : kPoints) add(points, p);
  for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
    for (const float yaw : {0.0f, 0.9f, -2.0f}) {
      for (const float pitch : {0.0f, 0.5f, 1.5f}) {
        gfx::Camera camera;
        camera.yaw = yaw;
        camera.pitch = pitch;
        const gfx::CrowdGroup groups[] = {group_of(rod_and_ball(), places, link_of(level))};
        const gfx::Image image = draw({groups, points, 1}, camera);
        ASSERT_EQ(meter.drawn[level], 1u) << level;
        const auto at = [&](const glm::vec3& p) {
          return color_at(image, glm::vec2(*camera.project(p + places[0], kSize)));
        };
        // a point that the ball does not hide from here
        EXPECT_TRUE(is_reddish(at(glm::mix(kPoints[0], kPoints[1], 0.3f)))) << level << ' ' << yaw;
        EXPECT_TRUE(is_reddish(at(glm::mix(kPoints[0], kPoints[1], 0.05f)))) << level;
        EXPECT_TRUE(is_bluish(at(kPoints[2]))) << level << ' ' << yaw << ' ' << pitch;
        EXPECT_EQ(color_at(image, {3, 3}), glm::vec3(255));
        EXPECT_EQ(color_at(image, {kWidth - 4, kHeight - 4}), glm::vec3(255));
      }
    }
  }
}

TEST_F(Crowd, DrawsAPieceAsWideAsItIs) {
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  gfx::CrowdBody body;
  body.point_count = 2;
  for (auto& pieces : body.pieces) pieces.push_back({0, 1, 0.2f, kRed});
  std::vector<float> points;
  add(points, {-0.5f, 0.0f, 0.0f});
  add(points, {0.5f, 0.0f, 0.0f});
  const gfx::Camera camera;
  const float expected = 0.4f * kHeight / (2.0f * camera.distance * std::tan(0.5f * camera.fov_y));
  for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
    const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(level))};
    const gfx::Image image = draw({groups, points, 1}, camera);
    int wide = 0;
    for (int y = 0; y < kHeight; ++y) wide += is_reddish(color_at(image, {kWidth / 2, y})) ? 1 : 0;
    // the edges are lit from behind and pale
    EXPECT_NEAR(static_cast<float>(wide), expected, 2.5f) << level;
  }
}

TEST_F(Crowd, LeavesNoHolesInAPieceThatIsThinnerThanAPixel) {
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  gfx::CrowdBody body;
  body.point_count = 2;
  for (auto& pieces : body.pieces) pieces.push_back({0, 1, 1e-4f, {0.0f, 0.0f, 0.0f, 1.0f}});
  for (const float slope : {-0.4f, 0.0f, 0.13f, 0.37f}) {
    std::vector<float> points;
    add(points, {-0.6f, -0.6f * slope, 0.0f});
    add(points, {0.6f, 0.6f * slope, 0.0f});
    const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(3))};
    const gfx::Camera camera;
    const gfx::Image image = draw({groups, points, 1}, camera);
    const auto from = *camera.project({-0.6f, 0.0f, 0.0f}, kSize);
    const auto to = *camera.project({0.6f, 0.0f, 0.0f}, kSize);
    for (int x = static_cast<int>(from.x) + 1; x < static_cast<int>(to.x); ++x) {
      int covered = 0;
      for (int y = 0; y < kHeight; ++y) covered += brightness(color_at(image, {x, y})) < 250.0f;
      EXPECT_GE(covered, 1) << slope << ' ' << x;
      EXPECT_LE(covered, 3) << slope << ' ' << x;
    }
  }
}

TEST_F(Crowd, FindsThePointsOfEveryBodyOfEveryKind) {
  // more bodies than fit in the texture's first row, in a row across the picture
  const int count = 700;
  std::vector<glm::vec3> places(count, glm::vec3(0.0f, -100.0f, 0.0f));
  std::vector<glm::vec3> others{{0.0f, 0.45f, 0.0f}};
  std::vector<float> points;
  for (int b = 0; b < count; ++b) {
    for (int p = 0; p < 3; ++p) add(points, {0.003f * static_cast<float>(b) - 1.0f, 0.0f, 0.0f});
  }
  for (int p = 0; p < 3; ++p) add(points, {0.6f, 0.0f, 0.0f});
  const int shown[] = {5, 341, 342, 400, 699};
  for (const int b : shown) places[static_cast<std::size_t>(b)].y = 0.0f;
  gfx::CrowdBody ball;
  ball.point_count = 3;
  for (auto& pieces : ball.pieces) pieces.push_back({1, 1, 0.05f, kRed});
  gfx::CrowdBody blue = ball;
  for (auto& pieces : blue.pieces) pieces[0].color = pieces[0].thin_color = kBlue;
  gfx::CrowdGroup groups[] = {group_of(ball, places, link_of(0)),
                              group_of(blue, others, link_of(1))};
  groups[1].first = 3 * count;
  for (gfx::CrowdGroup& group : groups) group.bounds.radius = 2.0f;
  const gfx::Camera camera;
  const gfx::Image image = draw({groups, points, 1}, camera);
  for (const int b : shown) {
    const auto pixel = camera.project({0.003f * static_cast<float>(b) - 1.0f, 0.0f, 0.0f}, kSize);
    EXPECT_TRUE(is_reddish(color_at(image, glm::vec2(*pixel)))) << b;
  }
  EXPECT_TRUE(is_bluish(color_at(image, glm::vec2(*camera.project({0.6f, 0.45f, 0.0f}, kSize)))));
  EXPECT_EQ(meter.drawn[0], std::size(shown) + 1);
}

TEST_F(Crowd, StandsOnItsFoot) {
  const std::vector<glm::vec3> places{{0.3f, 0.0f, 0.0f}};
  gfx::CrowdBody body;
  body.point_count = 1;
  body.foot = {0.1f, -0.5f, 0.0f};
  body.x_axis_height = 0.2f;
  gfx::CrowdPiece plinth{gfx::CrowdPiece::kFootLow, gfx::CrowdPiece::kFootHigh, 0.3f, kRed};
  plinth.flat = true;
  for (std::size_t level : {0u, 1u}) body.pieces[level] = {plinth};
  std::vector<float> points;
  add(points, {0.0f, 0.0f, 0.0f});
  for (std::size_t level : {0u, 1u}) {
    const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(level))};
    gfx::Camera camera;
    camera.pitch = 0.4f;
    const gfx::Image image = draw({groups, points, 1}, camera);
    const auto red_at = [&](const glm::vec3& p) {
      return is_reddish(color_at(image, glm::vec2(*camera.project(p, kSize))));
    };
    EXPECT_TRUE(red_at({0.4f, -0.31f, 0.0f})) << level;   // the top
    EXPECT_TRUE(red_at({0.4f, -0.4f, 0.29f})) << level;   // the side
    EXPECT_TRUE(red_at({0.64f, -0.31f, 0.0f})) << level;  // the rim
    EXPECT_FALSE(red_at({0.4f, -0.1f, 0.0f})) << level;
    EXPECT_FALSE(red_at({0.4f, -0.6f, 0.35f})) << level;
  }
}

TEST_F(Crowd, IsHiddenByWhatStandsBeforeItAndHidesWhatStandsBehind) {
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  std::vector<float> points;
  for (int p = 0; p < 3; ++p) add(points, {0.0f, 0.0f, 0.0f});
  gfx::CrowdBody ball = rod_and_ball();
  for (auto& pieces : ball.pieces) pieces.erase(pieces.begin());
  const gfx::CrowdGroup groups[] = {group_of(ball, places, link_of(0))};
  for (const float z : {-0.5f, 0.5f}) {
    gfx::Picture picture = bare_picture();
    picture.balls.push_back({{0.0f, 0.0f, z}, 0.2f, test::red()});
    const gfx::Image image = draw({groups, points, 1}, {}, picture);
    const glm::vec3 middle = color_at(image, 0.5f * kSize);
    EXPECT_EQ(is_reddish(middle), z > 0.0f);
    EXPECT_EQ(is_bluish(middle), z < 0.0f);
  }
}

TEST_F(Crowd, TakesNewPointsWithANewVersionOnly) {
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  const gfx::CrowdGroup groups[] = {group_of(rod_and_ball(), places, link_of(0))};
  std::vector<float> points;
  for (const glm::vec3& p : kPoints) add(points, p);
  gfx::Crowd painter;
  gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
  gfx::Renderer renderer;
  const gfx::Camera camera;
  const auto shot = [&](long version) {
    painter.assign({groups, points, version}, camera, kSize);
    renderer.draw(bare_picture(), camera, {framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f},
                  &painter);
    return framebuffer.read_pixels().rgba;
  };
  const auto first = shot(1);
  points[8] += 0.3f;
  EXPECT_EQ(shot(1), first);
  EXPECT_NE(shot(2), first);
  points[8] -= 0.3f;
  EXPECT_EQ(shot(3), first);
}

TEST_F(Crowd, GivesTonedPiecesTheColourOfTheirBody) {
  // three bodies side by side, each a toned ball with a ball of its own colour above it
  gfx::CrowdBody body;
  body.point_count = 2;
  for (auto& pieces : body.pieces) {
    pieces.push_back({0, 0, 0.15f, kRed});
    pieces.back().toned = true;
    pieces.push_back({1, 1, 0.15f, kRed});
  }
  const float tones[] = {0.0f, 2.0f, 1e30f};
  std::vector<glm::vec3> places;
  std::vector<float> points;
  for (int b = 0; b < 3; ++b) {
    places.emplace_back(0.5f * static_cast<float>(b) - 0.5f, 0.0f, 0.0f);
    add(points, {0.0f, -0.2f, 0.0f});
    points.back() = tones[b];
    add(points, {0.0f, 0.25f, 0.0f});
  }
  const gfx::Camera camera;
  const gfx::Color green{0.1f, 0.8f, 0.1f, 1.0f};
  for (std::size_t level = 0; level < gfx::kCrowdLevels; ++level) {
    const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(level))};
    const auto colors = [&](const gfx::CrowdTones& chosen) {
      const gfx::Image image = draw({groups, points, 1, chosen}, camera);
      std::vector<glm::vec3> seen;
      for (const glm::vec3& place : places) {
        for (const float y : {-0.2f, 0.25f}) {
          seen.push_back(
              color_at(image, glm::vec2(*camera.project(place + glm::vec3(0.0f, y, 0.0f), kSize))));
        }
      }
      return seen;
    };
    for (const glm::vec3& seen : colors({})) EXPECT_TRUE(is_reddish(seen)) << level;
    // w = 0 gives the first colour, w = 2 the midpoint, w beyond the end the last colour
    const auto seen = colors({{kBlue, green, kRed, kRed, kBlue}, 0.5f});
    EXPECT_TRUE(is_bluish(seen[0])) << level;
    EXPECT_GT(seen[2].g, 1.5f * std::max(seen[2].r, seen[2].b)) << level;
    EXPECT_TRUE(is_bluish(seen[4])) << level;
    for (const std::size_t own : {1u, 3u, 5u}) EXPECT_TRUE(is_reddish(seen[own])) << level;
  }
}

TEST_F(Crowd, ThrowsShadowsThatAreNoDarkerWhereTheyCross) {
  gfx::Picture picture;
  picture.ground.center = {0.0f, -0.5f, 0.0f};
  picture.ground.grid = false;
  picture.balls.push_back({{50.0f, 0.0f, 0.0f}, 0.1f, test::red()});  // shadows need a solid
  gfx::Camera camera;
  camera.pitch = 1.2f;
  camera.yaw = 1.57f;  // no rod hides its shadow from here
  gfx::CrowdBody body;
  body.point_count = 4;
  for (auto& pieces : body.pieces) {
    pieces.push_back({0, 1, 0.05f, kRed});
    pieces.push_back({2, 3, 0.05f, kRed});
  }
  const float height = 0.4f;
  const glm::vec3 ends[] = {
      {-0.4f, -0.1f, 0.0f}, {0.4f, -0.1f, 0.0f}, {0.0f, -0.1f, -0.4f}, {0.0f, -0.1f, 0.4f}};
  std::vector<float> points;
  for (const glm::vec3& end : ends) add(points, end);
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  for (const std::size_t level : {0u, 1u, 2u}) {
    const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(level))};
    const gfx::Image image = draw({groups, points, 1}, camera, picture);
    const glm::vec3 l = picture.studio.to_light;
    const auto floor_at = [&](const glm::vec3& p) {
      return brightness(color_at(image, glm::vec2(*camera.project(p - l * (height / l.y), kSize))));
    };
    const float crossing = floor_at({0.0f, -0.1f, 0.0f});
    const float arm = floor_at({0.3f, -0.1f, 0.0f});
    const float free = floor_at({0.3f, -0.1f, 0.25f});
    EXPECT_LT(arm, free - 15.0f) << level;
    EXPECT_NEAR(crossing, arm, 3.0f) << level;
  }
  picture.shadows = false;
  const gfx::CrowdGroup groups[] = {group_of(body, places, link_of(0))};
  const gfx::Image image = draw({groups, points, 1}, camera, picture);
  const glm::vec3 l = picture.studio.to_light;
  const glm::vec3 dry = color_at(
      image, glm::vec2(*camera.project(glm::vec3(0.3f, -0.1f, 0.0f) - l * (height / l.y), kSize)));
  EXPECT_GT(brightness(dry), 200.0f);
}

TEST_F(Crowd, LeavesTheStateThatARendererPromises) {
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 0.0f}};
  const gfx::CrowdGroup groups[] = {group_of(rod_and_ball(), places, link_of(0))};
  std::vector<float> points;
  for (const glm::vec3& p : kPoints) add(points, p);
  gfx::Picture picture;
  picture.ground.center.y = -0.6f;
  picture.balls.push_back({{0.5f, 0, 0}, 0.2f, test::blue()});
  int complaints = 0;
  const test::DebugMessages listener([&complaints](std::string_view) { ++complaints; });
  draw({groups, points, 1}, {}, picture);
  EXPECT_EQ(complaints, 0);
  for (const GLenum state : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST}) {
    EXPECT_EQ(glIsEnabled(state), GL_FALSE) << state;
  }
  GLint equation = 0;
  glGetIntegerv(GL_BLEND_EQUATION_RGB, &equation);
  EXPECT_EQ(equation, GL_FUNC_ADD);
}

TEST_F(Crowd, LeavesTheOtherSolidsAsTheyAre) {
  gfx::Picture picture;
  picture.ground.center.y = -0.6f;
  picture.balls.push_back({{0.0f, 0.1f, 0.0f}, 0.3f, test::red()});
  const std::vector<glm::vec3> places{{0.0f, 0.0f, 5000.0f}};
  const gfx::CrowdGroup groups[] = {group_of(rod_and_ball(), places, link_of(0))};
  std::vector<float> points;
  for (const glm::vec3& p : kPoints) add(points, p);
  const gfx::Image with = draw({groups, points, 1}, {}, picture);
  const gfx::Image without = Drawing::draw(picture, {}, kWidth, kHeight);
  EXPECT_EQ(with.rgba, without.rgba);
}

TEST_F(Crowd, MeasuresWhatItTakes) {
  const std::vector<glm::vec3> places(2000, glm::vec3(0.0f));
  const gfx::CrowdGroup groups[] = {group_of(rod_and_ball(), places, link_of(0))};
  std::vector<float> points;
  for (int b = 0; b < 2000; ++b) {
    for (const glm::vec3& p : kPoints) add(points, p);
  }
  gfx::Crowd painter;
  gfx::Framebuffer framebuffer(kWidth, kHeight, 0);
  gfx::Renderer renderer;
  for (long k = 0; k < 8; ++k) {
    painter.assign({groups, points, k}, {}, kSize);
    renderer.draw(bare_picture(), {}, {framebuffer.id(), 0, 0, kWidth, kHeight, 1.0f}, &painter);
    framebuffer.read_pixels();
  }
  EXPECT_GT(painter.meter().upload_s, 0.0);
  EXPECT_LT(painter.meter().upload_s, 1.0);
  EXPECT_GT(painter.meter().draw_s, 1e-6);
  EXPECT_LT(painter.meter().draw_s, 10.0);
}

}  // namespace
