// Housings of robots without shapes of their own.

#include "app/picture/housing.h"

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/picture/picture.h"
#include "app/picture/stage.h"
#include "app/session/to_gpu.h"
#include "gfx/closed_mesh.h"
#include "io/scene/scene_file.h"
#include "lab/scene/colors.h"
#include "support/bodies.h"

namespace {

using Eigen::Vector3d;

std::vector<lab::Scene> bundled_arms() {
  std::vector<lab::Scene> arms;
  for (const auto& file : std::filesystem::directory_iterator(IKLAB_SOURCE_DIR "/assets/arms")) {
    arms.push_back(io::read_scene(file.path()));
  }
  return arms;
}

lab::Scene housed(ik::Multibody body) {
  const std::size_t effectors = body.effectors().size();
  lab::Scene scene{
      .id = "housed",
      .name = "Housed",
      .description = {},
      .multibody = std::move(body),
      .targets = std::vector<lab::TargetCurve>(effectors, lab::TargetCurve(lab::WaveCurve{})),
      .settings = {}};
  scene.housed = true;
  return scene;
}

std::vector<app::Housing> housings_of(const lab::Scene& scene) {
  return app::housings_of(scene.multibody, app::measure(scene));
}

/// Whether a point in the frame that a joint moves is inside a shell that moves with the joint.
bool is_inside(const std::vector<app::Housing>& housings, int joint, const Vector3d& point) {
  for (const app::Housing& housing : housings) {
    if (housing.joint != joint || housing.tone != app::Tone::kShell) continue;
    if (gfx::blend_distance(housing.parts, housing.fillet, app::to_gpu(point)) < 0.0f) return true;
  }
  return false;
}

void expect_sound(const lab::Scene& scene) {
  for (const app::Housing& housing : housings_of(scene)) {
    EXPECT_GE(housing.joint, -1);
    EXPECT_LT(housing.joint, scene.multibody.joint_count());
    ASSERT_FALSE(housing.parts.empty());
    for (const gfx::BlendPart& part : housing.parts) {
      for (int k = 0; k < 3; ++k) EXPECT_TRUE(std::isfinite(part.a[k] + part.b[k]));
      EXPECT_TRUE(part.radius_a > 0.0f && part.radius_b > 0.0f && part.edge >= 0.0f);
    }
    if (housing.fillet == 0.0f) continue;
    const auto mesh = gfx::blend_model(housing.parts, housing.fillet, housing.cell);
    ASSERT_NE(mesh, nullptr);
    EXPECT_TRUE(test::is_closed(*mesh));
    EXPECT_GT(test::volume(*mesh), 0.0);
    for (const gfx::Vertex& vertex : mesh->vertices) {
      for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(std::isfinite(vertex.offset[k]) && std::isfinite(vertex.normal[k]));
      }
    }
  }
}

TEST(Housing, OfTheBundledArmsIsSound) {
  const std::vector<lab::Scene> arms = bundled_arms();
  ASSERT_GE(arms.size(), 5U);
  for (const lab::Scene& arm : arms) {
    EXPECT_TRUE(app::has_housings(arm)) << arm.name;
    expect_sound(arm);
  }
}

TEST(Housing, OfAnyTreeIsSound) {
  for (int seed = 0; seed < 6; ++seed) expect_sound(housed(bodies::random_tree(seed, 7, 3)));
}

TEST(Housing, OfCoincidingJointsIsSound) {
  std::vector<ik::Joint> joints(6);
  for (int j = 0; j < 6; ++j) {
    joints[static_cast<std::size_t>(j)].name = std::to_string(j);
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].axis = Vector3d::Unit(j % 3);
  }
  expect_sound(housed(ik::Multibody(joints, {{"tip", 5, {0.4, 0, 0}}})));
  EXPECT_FALSE(app::has_housings(housed(ik::Multibody(joints, {{"tip", 5, {0, 0, 0}}}))));
  joints[2].type = ik::JointType::kPrismatic;  // without limits
  joints[4].type = ik::JointType::kPrismatic;
  joints[4].lower = joints[4].upper = 0.0;
  expect_sound(housed(ik::Multibody(joints, {{"tip", 5, {0.4, 0, 0}}})));
}

TEST(Housing, ContainsTheAxesAndTheLinks) {
  for (const lab::Scene& arm : bundled_arms()) {
    const std::vector<app::Housing> housings = housings_of(arm);
    int before = -1;
    for (const app::Housing& ring : housings) {
      if (ring.tone != app::Tone::kSeam || ring.fillet > 0.0f || ring.joint < 0) continue;
      const ik::Joint& joint = arm.multibody.joint(ring.joint);
      const Vector3d a = app::to_world(ring.parts[0].a), b = app::to_world(ring.parts[0].b);
      const Vector3d middle = 0.5 * (a + b);
      if (std::exchange(before, ring.joint) == ring.joint) continue;  // the tool's flange
      EXPECT_LT(middle.cross(joint.axis).norm(), 1e-6) << arm.name << " " << joint.name;
      // both sides of the seam
      for (const Vector3d& side :
           {Vector3d(middle - 2.0 * (b - a)), Vector3d(middle + 2.0 * (b - a))}) {
        EXPECT_TRUE(is_inside(housings, ring.joint, side) ||
                    is_inside(housings, joint.parent, joint.parent_from_joint * side))
            << arm.name << " " << joint.name;
      }
    }
  }
}

TEST(Housing, FallsInWidthFromTheBaseToTheWrist) {
  for (const lab::Scene& arm : bundled_arms()) {
    float before = 1e9f;
    for (const app::Housing& ring : housings_of(arm)) {
      const bool seam = ring.tone == app::Tone::kSeam && ring.fillet == 0.0f && ring.joint >= 0;
      if (!seam || ring.parts[0].radius_a < 0.012f) continue;
      EXPECT_LE(ring.parts[0].radius_a, 1.001f * before) << arm.name;
      before = ring.parts[0].radius_a;
    }
  }
}

TEST(Housing, StandsOnTheFloor) {
  for (const lab::Scene& arm : bundled_arms()) {
    const app::Stage stage = app::measure(arm);
    gfx::Picture picture;
    app::skin_of(arm, stage)
        ->add(ik::pose_at(arm.multibody, arm.multibody.initial_theta()), app::materials({}),
              picture);
    picture.z_up = arm.z_up;
    gfx::InstanceLists lists;
    lists.add(picture);
    EXPECT_TRUE(lists.stand_on(stage.floor_height)) << arm.name;
    EXPECT_FALSE(lists.stand_on(stage.floor_height + 0.01f)) << arm.name;
  }
}

TEST(Housing, ReplacesThePlainLinksAndShowsTheMethodsColor) {
  const lab::Scene arm = bundled_arms().front();
  app::Stage stage = app::measure(arm);
  stage.skin = app::skin_of(arm, stage);
  const ik::Pose pose = ik::pose_at(arm.multibody, arm.multibody.initial_theta());
  const std::vector<Vector3d> targets(1, Vector3d::Zero());
  const app::PictureStyle style{.dark = true, .method_color = gfx::hex(0x009e73)};
  gfx::Picture picture;
  app::make_picture({arm.multibody, pose, targets}, stage, style, picture);
  EXPECT_TRUE(picture.capsules.empty());
  EXPECT_FALSE(picture.models.empty());
  const auto colored = [](const auto& parts, const gfx::Color& color) {
    return std::ranges::any_of(parts,
                               [&](const auto& part) { return part.surface.color == color; });
  };
  EXPECT_TRUE(colored(picture.drums, app::materials(style).effector));
  EXPECT_TRUE(colored(picture.models, app::materials(style).link.color));
  // a ghost has one color
  gfx::Picture ghost;
  const gfx::Color hue(0.2f, 0.4f, 0.6f, 0.4f);
  app::add_companion(arm.multibody, pose, stage, hue, 1.0f, ghost);
  for (const gfx::Model& model : ghost.models) EXPECT_EQ(model.surface.color, hue);
  for (const gfx::Drum& drum : ghost.drums) EXPECT_EQ(drum.surface.color, hue);
}

TEST(Housing, IsForRobotsWithoutShapesAndWithFewJoints) {
  lab::Scene scene = housed(bodies::random_tree(3, 6, 2));
  EXPECT_TRUE(app::has_housings(scene));
  scene.visuals.push_back({.joint = 0, .shape = lab::BallShape{0.1}});
  EXPECT_FALSE(app::has_housings(scene));
  EXPECT_FALSE(app::has_housings(housed(bodies::random_tree(3, 200, 2))));
  scene = housed(bodies::random_tree(3, 6, 2));
  scene.housed = false;
  EXPECT_FALSE(app::has_housings(scene));
}

}  // namespace
