// Shapes of a robot's links in a pose.

#include "app/picture/skin.h"

#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/picture/picture.h"
#include "io/body/body_file.h"
#include "io/body/gltf_mesh.h"
#include "io/scene/scene_file.h"
#include "lab/run/metrics.h"
#include "lab/track/tracker.h"
#include "support/bodies.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

namespace {

using Eigen::Vector3d;

using app::to_gpu;

lab::Visual visual(int joint, lab::Visual::Shape shape) {
  lab::Visual result;
  result.joint = joint;
  result.shape = std::move(shape);
  result.joint_from_shape =
      Eigen::Translation3d(0.1, 0.2, 0.3) * Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized());
  return result;
}

TEST(Skin, EveryShapeMovesWithItsJoint) {
  const ik::Multibody body = bodies::random_tree(3, 6, 2);
  const ik::Pose pose = ik::pose_at(body, bodies::Numbers(1).vector(6));
  const app::Skin skin({visual(2, lab::BoxShape{{1, 2, 3}}),
                        visual(4, lab::CylinderShape{0.1, 0.6}),
                        visual(5, lab::CapsuleShape{0.1, 0.6}), visual(-1, lab::BallShape{0.2})});
  EXPECT_TRUE(skin.notes().empty());
  EXPECT_TRUE(skin.covers(2) && skin.covers(4) && skin.covers(5));
  EXPECT_FALSE(skin.covers(-1) || skin.covers(0) || skin.covers(99));
  gfx::Picture picture;
  skin.add(pose, app::materials({}), picture);
  const ik::Isometry local = visual(0, lab::BallShape{1.0}).joint_from_shape;
  const ik::Isometry box = pose.world_from_joint(2) * local;
  ASSERT_EQ(picture.models.size(), 1U);
  EXPECT_LT(glm::distance(picture.models[0].origin, to_gpu(box.translation())), 1e-5f);
  EXPECT_LT(glm::distance(picture.models[0].x, to_gpu(box.linear().col(0))), 1e-5f);
  EXPECT_LT(glm::distance(picture.models[0].z, to_gpu(box.linear().col(2))), 1e-5f);
  const ik::Isometry drum = pose.world_from_joint(4) * local;
  ASSERT_EQ(picture.drums.size(), 1U);
  EXPECT_LT(glm::distance(picture.drums[0].axis, to_gpu(drum.linear().col(2))), 1e-5f);
  EXPECT_NEAR(picture.drums[0].half_length, 0.3f, 1e-6f);
  ASSERT_EQ(picture.capsules.size(), 2U);
  const ik::Isometry capsule = pose.world_from_joint(5) * local;
  EXPECT_LT(glm::distance(picture.capsules[0].b, to_gpu(capsule * Vector3d(0, 0, 0.3))), 1e-5f);
  EXPECT_EQ(picture.capsules[1].a, picture.capsules[1].b);
  EXPECT_LT(glm::distance(picture.capsules[1].a, glm::vec3(0.1f, 0.2f, 0.3f)), 1e-6f);
}

TEST(Skin, ABrokenMeshIsSaidAndTheRestIsShown) {
  const support::TemporaryFolder folder;
  support::put(folder / "broken.stl", "nothing");
  support::put(folder / "good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const app::Skin skin({visual(0, lab::MeshShape{(folder / "broken.stl").string()}),
                        visual(0, lab::MeshShape{(folder / "missing.stl").string()}),
                        visual(0, lab::MeshShape{(folder / "good.obj").string(), {2, 2, 2}})});
  ASSERT_EQ(skin.notes().size(), 2U);
  EXPECT_NE(skin.notes()[0].find("broken.stl"), std::string::npos);
  EXPECT_NE(skin.notes()[1].find("missing.stl"), std::string::npos);
  gfx::Picture picture;
  const ik::Multibody body = bodies::random_tree(3, 6, 2);
  skin.add(ik::pose_at(body, body.initial_theta()), app::materials({}), picture);
  ASSERT_EQ(picture.models.size(), 1U);
  // the triangle has scale 2: the center of its box is (1, 1, 0)
  EXPECT_LT(glm::distance(picture.models[0].mesh->middle, glm::vec3(1, 1, 0)), 1e-6f);
}

/// Text of an OBJ file with unit squares of two triangles each.
std::string squares(int count) {
  std::string obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
  for (int i = 0; i < count; ++i) obj += "f 1 2 3 4\n";
  return obj;
}

TEST(Skin, AMeshFileIsSharedByTheVisualsThatShowIt) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.obj", squares(1));
  support::put(folder / "broken.stl", "nothing");
  const lab::MeshShape shape{(folder / "a.obj").string()};
  std::vector<lab::Visual> visuals(5, visual(0, shape));
  visuals.push_back(visual(1, lab::MeshShape{shape.file, {2, 2, 2}}));
  visuals.resize(8, visual(2, lab::MeshShape{(folder / "broken.stl").string()}));
  visuals[1].color = Vector3d(1, 0, 0);
  const app::Skin skin(visuals);
  EXPECT_EQ(skin.notes().size(), 1U);
  gfx::Picture picture;
  const ik::Multibody body = bodies::random_tree(3, 6, 2);
  skin.add(ik::pose_at(body, body.initial_theta()), app::materials({}), picture);
  ASSERT_EQ(picture.models.size(), 6U);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(picture.models[i].mesh, picture.models[0].mesh);
  EXPECT_NE(picture.models[5].mesh, picture.models[0].mesh);
  EXPECT_EQ(picture.models[1].surface.color, gfx::Color(1, 0, 0, 1));
  EXPECT_NE(picture.models[2].surface.color, gfx::Color(1, 0, 0, 1));
}

TEST(Skin, TooManyTrianglesAreLeftOutInOneLine) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.obj", squares(1));
  support::put(folder / "b.obj", squares(3));
  support::put(folder / "c.obj", squares(1));
  const auto shown = [&folder](const std::string& name, int joint) {
    return visual(joint, lab::MeshShape{(folder / name).string()});
  };
  // a limit of 5 triangles read excludes a and b together, but not a and c
  const app::Skin read({shown("a.obj", 0), shown("b.obj", 1), shown("c.obj", 2)}, 5, 100);
  EXPECT_TRUE(read.covers(0) && !read.covers(1) && read.covers(2));
  ASSERT_EQ(read.notes().size(), 1U);
  EXPECT_EQ(read.notes()[0].find("1 mesh is not shown"), 0U);
  // a shared file counts once per drawn visual
  const app::Skin drawn(std::vector<lab::Visual>(4, shown("a.obj", 0)), 100, 5);
  ASSERT_EQ(drawn.notes().size(), 1U);
  EXPECT_EQ(drawn.notes()[0].find("2 meshes are not shown"), 0U);
  EXPECT_FALSE(drawn.covers(0));
}

TEST(Skin, ALinkIsNotCoveredByWhatIsLeftOfIt) {
  const app::Skin skin({visual(2, lab::BallShape{0.01}), visual(2, lab::MeshShape{"/gone.stl"}),
                        visual(3, lab::BallShape{0.01})});
  EXPECT_FALSE(skin.covers(2));
  EXPECT_TRUE(skin.covers(3));
  EXPECT_FALSE(skin.empty());
}

TEST(Skin, ItsReachHoldsItsShapes) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.obj", "v 8 0 0\nv 9 0 0\nv 8 1 0\nf 1 2 3\n");
  lab::Visual mesh = visual(-1, lab::MeshShape{(folder / "a.obj").string()});
  mesh.joint_from_shape = ik::Isometry(Eigen::Translation3d(0, 5, 0));
  const app::Skin skin({mesh, visual(-1, lab::CapsuleShape{0.1, 2.0})});
  const ik::Multibody body = bodies::random_tree(3, 6, 2);
  std::vector<gfx::Sphere> spheres;
  skin.add_reach(ik::pose_at(body, body.initial_theta()), spheres);
  ASSERT_EQ(spheres.size(), 3U);
  for (const glm::vec3 corner : {glm::vec3(8, 5, 0), glm::vec3(9, 5, 0), glm::vec3(8, 6, 0)}) {
    EXPECT_LE(glm::distance(spheres[0].center, corner), spheres[0].radius + 1e-5f);
  }
}

TEST(Skin, ReplacesLinksAndJointsInThePicture) {
  const ik::Multibody body = bodies::random_tree(3, 6, 2);
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const std::vector<Vector3d> targets(2, Vector3d::Zero());
  std::vector<lab::Visual> visuals;
  for (int j = 0; j < 6; ++j) visuals.push_back(visual(j, lab::BoxShape{{0.1, 0.1, 0.1}}));
  app::Stage stage;
  gfx::Picture plain, dressed;
  app::make_picture({body, pose, targets}, stage, {}, plain);
  stage.skin = std::make_shared<app::Skin>(visuals);
  app::make_picture({body, pose, targets}, stage, {}, dressed);
  EXPECT_FALSE(plain.drums.empty() && plain.sleeves.empty());
  EXPECT_TRUE(dressed.drums.empty() && dressed.sleeves.empty() && dressed.capsules.empty());
  EXPECT_EQ(dressed.models.size(), 6U);
  EXPECT_EQ(dressed.balls.size(), plain.balls.size());
}

TEST(Skin, WhatCarriesNoShapeIsABareLinkButForTheSlidesOfAFreeBase) {
  const auto joint = [](int parent, ik::JointType type, double upper) {
    ik::Joint made;
    made.name = std::to_string(parent);
    made.parent = parent;
    made.type = type;
    made.parent_from_joint = Eigen::Translation3d(1, 0, 0);
    made.lower = -upper;
    made.upper = upper;
    made.initial = std::min(0.5, upper);
    return made;
  };
  // a slide without a shape, and a hinge with a box and the effector
  const auto capsules = [&](double upper) {
    const ik::Multibody body({joint(-1, ik::JointType::kPrismatic, upper),
                              joint(0, ik::JointType::kRevolute, ik::kUnlimited)},
                             {{"tip", 1, {1, 0, 0}}});
    app::Stage stage;
    stage.skin = std::make_shared<app::Skin>(
        std::vector<lab::Visual>{visual(body.solver_index(1), lab::BoxShape{{0.1, 0.1, 0.1}})});
    gfx::Picture picture;
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    const std::vector<Vector3d> targets(1, Vector3d::Zero());
    app::make_picture({body, pose, targets}, stage, {}, picture);
    return picture.capsules.size();
  };
  EXPECT_EQ(capsules(2.0), 2U);  // the slid distance, and the link behind it
  EXPECT_EQ(capsules(ik::kUnlimited), 0U);
}

/// World position of a skinned vertex, by the picture's palette.
Vector3d shown_vertex(const gfx::Picture& picture, std::size_t v) {
  const gfx::SkinnedModel& model = picture.skinned.at(0);
  const gfx::SkinnedVertex& vertex = model.mesh->vertices.at(v);
  Vector3d sum = Vector3d::Zero();
  for (int k = 0; k < 4; ++k) {
    const glm::mat3x4& rows =
        picture.palette.at(model.palette + static_cast<std::size_t>(vertex.joints[k]));
    for (int r = 0; r < 3; ++r) {
      sum[r] += vertex.weights[k] * glm::dot(rows[r], glm::vec4(vertex.point, 1.0f));
    }
  }
  return sum;
}

TEST(Skin, ACharacterFollowsItsJoints) {
  const support::TemporaryFolder folder;
  const support::GltfArm arm;
  support::GltfWriter writer;
  const std::string members = arm.members(writer);
  support::put(folder / "arm.glb", writer.binary(members));
  const lab::Scene scene = io::open_scene((folder / "arm.glb").string());
  const app::Skin skin(scene.visuals);
  ASSERT_TRUE(skin.notes().empty()) << skin.notes().front();
  EXPECT_FALSE(skin.empty());
  for (int i = 0; i < scene.multibody.effector_count(); ++i) {
    EXPECT_TRUE(skin.covers(scene.multibody.effector(i).joint));
  }
  // in each frame of the recording, the arm's own matrices give the expected vertices
  const auto file = io::read_body(folder / "arm.glb");
  for (const int frame : {0, 3, 11, 20}) {
    ik::VectorX theta(scene.multibody.joint_count());
    for (int given = 0; given < theta.size(); ++given) {
      theta[scene.multibody.solver_index(given)] = file.model.recording->theta(given, frame);
    }
    gfx::Picture picture;
    skin.add(ik::pose_at(scene.multibody, theta), app::materials({}), picture);
    ASSERT_EQ(picture.skinned.size(), 1U);
    const support::GltfArm moved = arm.at(frame / 24.0);
    for (std::size_t v = 0; v < arm.triangles.size(); v += 5) {
      const auto given = static_cast<Eigen::Index>(arm.triangles[v]);
      Eigen::Vector4d there = Eigen::Vector4d::Zero();
      for (int k = 0; k < 2; ++k) {
        const int node = 1 + arm.joints[static_cast<std::size_t>(4 * given + k)];
        there += double{arm.weights(k, given)} * moved.world(node) * arm.world(node).inverse() *
                 arm.points.col(given).cast<double>().homogeneous();
      }
      EXPECT_LT((shown_vertex(picture, v) - there.head<3>()).norm(), 2e-5) << frame << ' ' << v;
    }
  }
}

TEST(Skin, TheMannequinIsWholeAndSmall) {
  const std::filesystem::path file = IKLAB_SOURCE_DIR "/assets/characters/mannequin.glb";
  EXPECT_LT(std::filesystem::file_size(file), 150'000U);
  const lab::Scene scene = io::open_scene(file.string());
  EXPECT_TRUE(scene.notes.empty()) << scene.notes.front();
  std::set<std::string> names;
  for (const ik::Effector& effector : scene.multibody.effectors()) names.insert(effector.name);
  EXPECT_EQ(names, (std::set<std::string>{"LeftHand", "RightHand", "LeftFoot", "RightFoot"}));
  const app::Skin skin(scene.visuals);
  EXPECT_TRUE(skin.notes().empty());
  gfx::Picture picture;
  skin.add(ik::pose_at(scene.multibody, scene.multibody.initial_theta()), app::materials({}),
           picture);
  EXPECT_EQ(picture.skinned.size(), 2U) << "light parts and dark joints";
}

TEST(Skin, TheBuiltInMannequinIsTheOneOfTheFileAndCalm) {
  const lab::Scene scene = io::find_scene("mannequin");
  std::set<std::string> names;
  for (const ik::Effector& effector : scene.multibody.effectors()) names.insert(effector.name);
  EXPECT_EQ(names,
            (std::set<std::string>{"left_hand", "right_hand", "left_foot", "right_foot", "head"}));
  const app::Skin skin(scene.visuals);
  EXPECT_TRUE(skin.notes().empty()) << skin.notes().front();
  gfx::Picture picture, of_file;
  skin.add(ik::pose_at(scene.multibody, ik::VectorX::Zero(scene.multibody.joint_count())),
           app::materials({}), picture);
  // at ease, as the file has it
  const lab::Scene file = io::open_scene(IKLAB_SOURCE_DIR "/assets/characters/mannequin.glb");
  app::Skin(file.visuals)
      .add(ik::pose_at(file.multibody, ik::VectorX::Zero(file.multibody.joint_count())),
           app::materials({}), of_file);
  ASSERT_EQ(picture.skinned.size(), of_file.skinned.size());
  for (std::size_t v = 0; v < picture.skinned[0].mesh->vertices.size(); v += 50) {
    EXPECT_LT((shown_vertex(picture, v) - shown_vertex(of_file, v)).norm(), 1e-5) << v;
  }
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  double worst = 0.0;  // m
  for (int i = 0; i < 4000; ++i) {
    tracker.step();
    for (const double error : tracker.errors()) {
      if (i > 200) worst = std::max(worst, error);
    }
  }
  EXPECT_LT(worst, 0.05) << "its targets are within reach";
  EXPECT_EQ(lab::shaking_note(scene), "");
}

TEST(Skin, ACharacterWhoseNodesOrFileAreGoneIsSaid) {
  const support::TemporaryFolder folder;
  support::GltfWriter writer;
  const std::string members = support::GltfArm().members(writer);
  support::put(folder / "arm.glb", writer.binary(members));
  lab::Scene scene = io::open_scene((folder / "arm.glb").string());
  scene.visuals.pop_back();
  const app::Skin skin(scene.visuals);
  ASSERT_EQ(skin.notes().size(), 1U);
  EXPECT_NE(skin.notes()[0].find("carries vertices"), std::string::npos) << skin.notes()[0];
  EXPECT_TRUE(skin.empty());
  std::filesystem::remove(folder / "arm.glb");
  EXPECT_EQ(app::Skin(scene.visuals).notes().size(), 1U);
}

}  // namespace
