#include "gfx/draw/solids.h"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "gfx/halton.h"

namespace {

using test::halton;

const std::vector<gfx::Instance>& opaque(const gfx::InstanceLists& lists, gfx::Shape shape) {
  return lists.opaque[static_cast<std::size_t>(shape)];
}

TEST(Instances, SpanTheCapsuleFromEndToEnd) {
  gfx::Picture picture;
  for (int i = 1; i <= 50; ++i) {
    picture.capsules.push_back({{halton(i, 2, -1, 1), halton(i, 3, -1, 1), halton(i, 5, -1, 1)},
                                {halton(i, 7, -1, 1), halton(i, 11, -1, 1), halton(i, 13, -1, 1)},
                                0.1f,
                                {}});
  }
  gfx::InstanceLists lists;
  lists.add(picture);
  const auto& instances = opaque(lists, gfx::Shape::kCapsule);
  ASSERT_EQ(instances.size(), picture.capsules.size());
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const gfx::Instance& s = instances[i];
    EXPECT_LT(glm::distance(s.center - s.half_length * s.axis, picture.capsules[i].a), 1e-6f);
    EXPECT_LT(glm::distance(s.center + s.half_length * s.axis, picture.capsules[i].b), 1e-6f);
    EXPECT_NEAR(glm::length(s.axis), 1.0f, 1e-6f);
    EXPECT_NEAR(glm::length(s.side), 1.0f, 1e-6f);
    EXPECT_NEAR(glm::dot(s.side, s.axis), 0.0f, 1e-6f);
  }
}

TEST(Instances, OfACapsuleWithoutLengthAreBalls) {
  gfx::Picture picture;
  picture.capsules.push_back({{1, 2, 3}, {1, 2, 3}, 0.1f, {}});
  gfx::InstanceLists lists;
  lists.add(picture);
  const gfx::Instance& s = opaque(lists, gfx::Shape::kCapsule).at(0);
  EXPECT_EQ(s.center, glm::vec3(1, 2, 3));
  EXPECT_EQ(s.half_length, 0.0f);
  EXPECT_NEAR(glm::length(s.axis), 1.0f, 1e-6f);
}

TEST(Instances, WithoutARadiusAreLeftOut) {
  gfx::Picture picture;
  picture.balls.push_back({{0, 0, 0}, 0.0f, {}});
  picture.drums.push_back({{0, 0, 0}, {0, 1, 0}, -1.0f, 1.0f, {}});
  picture.arrows.push_back({{1, 1, 1}, {1, 1, 1}, 0.1f, {}});
  gfx::InstanceLists lists;
  lists.add(picture);
  for (const auto& list : lists.opaque) EXPECT_TRUE(list.empty());
  for (const auto& list : lists.translucent) EXPECT_TRUE(list.empty());
}

TEST(Instances, AreTranslucentWhereAlphaIsBelowOne) {
  gfx::Picture picture;
  picture.balls.push_back({{0, 0, 0}, 1.0f, {{1, 1, 1, 0.99f}, 0, 0}});
  picture.balls.push_back({{0, 0, 0}, 1.0f, {{1, 1, 1, 1.0f}, 0, 0}});
  gfx::InstanceLists lists;
  lists.add(picture);
  EXPECT_EQ(lists.translucent[static_cast<std::size_t>(gfx::Shape::kBall)].size(), 1u);
  EXPECT_EQ(opaque(lists, gfx::Shape::kBall).size(), 1u);
}

TEST(Instances, OfAnArrowEndAtItsPoint) {
  for (const float length : {2.0f, 0.01f}) {
    gfx::Picture picture;
    const glm::vec3 to(0.0f, length, 0.0f);
    picture.arrows.push_back({{0, 0, 0}, to, 0.02f, {}});
    gfx::InstanceLists lists;
    lists.add(picture);
    const gfx::Instance& tip = opaque(lists, gfx::Shape::kTip).at(0);
    EXPECT_LT(glm::distance(tip.center + gfx::kTipLength * tip.radius * tip.axis, to), 1e-6f);
    EXPECT_GE(tip.center.y, -1e-6f) << "a short arrow shrinks instead of starting earlier";
  }
}

TEST(Instances, SquareASleeveToItsSide) {
  gfx::Picture picture;
  // first a side that is not perpendicular to the axis, then one along it
  picture.sleeves.push_back({{0, 0, 0}, {0, 0, 1}, {1, 0, 5}, 0.1f, 0.2f, {}});
  picture.sleeves.push_back({{0, 0, 0}, {0, 1, 0}, {0, 1, 0}, 0.1f, 0.2f, {}});
  gfx::InstanceLists lists;
  lists.add(picture);
  const auto& sleeves = opaque(lists, gfx::Shape::kSleeve);
  EXPECT_LT(glm::distance(sleeves.at(0).side, glm::vec3(1, 0, 0)), 1e-6f);
  EXPECT_NEAR(glm::dot(sleeves.at(1).side, sleeves.at(1).axis), 0.0f, 1e-6f);
  EXPECT_NEAR(glm::length(sleeves.at(1).side), 1.0f, 1e-6f);
}

TEST(Instances, AreReplacedByTheNextPicture) {
  gfx::Picture picture;
  picture.balls.push_back({{0, 0, 0}, 1.0f, {}});
  gfx::InstanceLists lists;
  lists.add(picture);
  lists.clear();
  lists.add(picture);
  EXPECT_EQ(opaque(lists, gfx::Shape::kBall).size(), 1u);
  EXPECT_EQ(lists.picture_count, 1u);
  lists.clear();
  lists.add(gfx::Picture{});
  EXPECT_TRUE(opaque(lists, gfx::Shape::kBall).empty());
}

TEST(Instances, OfSeveralPicturesFollowOneAnother) {
  gfx::Picture first, second;
  first.balls.push_back({{1, 0, 0}, 1.0f, {}});
  first.drums.push_back({{2, 0, 0}, {0, 1, 0}, 1.0f, 1.0f, {}});
  second.balls.push_back({{3, 0, 0}, 1.0f, {}});
  second.balls.push_back({{4, 0, 0}, 1.0f, {{1, 1, 1, 0.5f}}});
  gfx::InstanceLists lists;
  for (const gfx::Picture* picture : {&first, &second}) lists.add(*picture);
  const auto ball = static_cast<std::size_t>(gfx::Shape::kBall);
  const auto drum = static_cast<std::size_t>(gfx::Shape::kDrum);
  ASSERT_EQ(lists.picture_count, 2u);
  EXPECT_EQ(lists.ends[0].opaque[ball], 1u);
  EXPECT_EQ(lists.ends[1].opaque[ball], 2u);
  EXPECT_EQ(lists.ends[0].opaque[drum], 1u);
  EXPECT_EQ(lists.ends[1].opaque[drum], 1u);
  EXPECT_EQ(lists.ends[0].translucent[ball], 0u);
  EXPECT_EQ(lists.ends[1].translucent[ball], 1u);
  EXPECT_EQ(lists.opaque[ball][1].center.x, 3.0f);
}

constexpr float kPi = 3.14159265f;

struct Case {
  std::string name;
  gfx::Mesh mesh;
  float volume;  // of the ideal solid with radius 1, half length 2 and no bevel
};

class EveryMesh : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr float kHalfLength = 2.0f;
  static constexpr float kBevel = 0.05f;

  /// Position of a vertex as in the vertex shader, for axis z.
  static glm::vec3 place(const gfx::Vertex& v) {
    return v.offset + kBevel * v.inset + glm::vec3(0.0f, 0.0f, kHalfLength * v.end);
  }
  std::array<glm::vec3, 3> triangle(std::size_t i) const {
    const gfx::Mesh& mesh = GetParam().mesh;
    std::array<glm::vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] = place(mesh.vertices[mesh.indices[3 * i + k]]);
    return corners;
  }
  std::size_t triangle_count() const { return GetParam().mesh.indices.size() / 3; }
};

TEST_P(EveryMesh, HasTheVolumeOfItsSolidSoItFacesOutwards) {
  // by the divergence theorem; an inverted face would count negatively
  float volume = 0.0f;
  for (std::size_t i = 0; i < triangle_count(); ++i) {
    const auto [a, b, c] = triangle(i);
    volume += glm::dot(a, glm::cross(b, c)) / 6.0f;
  }
  // the 24-gon has 1.1 percent less area than the circle, and bevels remove a little more
  EXPECT_LT(volume, GetParam().volume);
  EXPECT_GT(volume, 0.95f * GetParam().volume);
}

TEST_P(EveryMesh, IsClosed) {
  // every edge of a closed surface occurs once in each direction
  const auto key = [](const glm::vec3& p) {
    return std::tuple(std::lround(p.x * 1e4f), std::lround(p.y * 1e4f), std::lround(p.z * 1e4f));
  };
  std::map<std::pair<decltype(key({})), decltype(key({}))>, int> edges;
  for (std::size_t i = 0; i < triangle_count(); ++i) {
    const auto corners = triangle(i);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto from = key(corners[k]);
      const auto to = key(corners[(k + 1) % 3]);
      if (from == to) continue;
      ++edges[{from, to}];
      --edges[{to, from}];
    }
  }
  for (const auto& [edge, balance] : edges) ASSERT_EQ(balance, 0);
}

TEST_P(EveryMesh, HasNormalsOfUnitLengthThatLookOutOfTheirFaces) {
  const gfx::Mesh& mesh = GetParam().mesh;
  for (const gfx::Vertex& v : mesh.vertices) EXPECT_NEAR(glm::length(v.normal), 1.0f, 1e-5f);
  for (std::size_t i = 0; i < triangle_count(); ++i) {
    const auto [a, b, c] = triangle(i);
    const glm::vec3 face = glm::cross(b - a, c - a);
    if (glm::length(face) < 1e-6f) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const glm::vec3 normal = mesh.vertices[mesh.indices[3 * i + k]].normal;
      EXPECT_GT(glm::dot(normal, glm::normalize(face)), 0.7f);
    }
  }
}

TEST_P(EveryMesh, FitsSixteenBitIndices) {
  EXPECT_LT(GetParam().mesh.vertices.size(), 65536u);
  EXPECT_EQ(GetParam().mesh.indices.size() % 3, 0u);
}

const float kTip = kPi * gfx::kTipRadius * gfx::kTipRadius * gfx::kTipLength / 3.0f;
INSTANTIATE_TEST_SUITE_P(Meshes, EveryMesh,
                         ::testing::Values(Case{"capsule", gfx::capsule_mesh(24),
                                                4.0f * kPi + 4.0f / 3.0f * kPi},
                                           Case{"ball", gfx::ball_mesh(24), 4.0f / 3.0f * kPi},
                                           Case{"drum", gfx::drum_mesh(24), 4.0f * kPi},
                                           Case{"sleeve", gfx::sleeve_mesh(), 16.0f},
                                           Case{"tip", gfx::tip_mesh(24), kTip}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
