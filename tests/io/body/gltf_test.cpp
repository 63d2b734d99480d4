// Characters in glTF: node positions match the file's numbers, computed here by matrix products.
// Faulty files are refused with one line.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "io/body/body_file.h"
#include "io/body/gltf_mesh.h"
#include "io/body/gltf_nodes.h"
#include "io/body/model_parts.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "support/bodies.h"
#include "support/effector_names.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using support::GltfArm;
using support::GltfWriter;

std::string arm_text(const GltfArm& arm = {}) {
  GltfWriter writer;
  const std::string members = arm.members(writer);
  return writer.text(members);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Error message for a file; empty if it is accepted.
std::string gltf_refusal(const std::string& text) {
  try {
    lab::scene_of(io::parse_body(text, "hero.gltf").model);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

std::string all_notes(const std::string& text) {
  std::string all;
  for (const std::string& note : io::parse_body(text, "hero.gltf").notes) all += note + "\n";
  return all;
}

/// A fixed base, and a start in the rest pose instead of the middle of the curves.
const lab::BodyRequest kAtRest{.base = lab::Base::kFixed, .fit = lab::CurveFit::kStanding};

/// Matrices of a scene's nodes in a pose, with their scales.
std::map<int, Matrix4d> node_places(const lab::Scene& scene, const ik::Pose& pose) {
  std::map<int, Matrix4d> places;
  for (const lab::Visual& visual : scene.visuals) {
    const auto* shape = std::get_if<lab::NodeShape>(&visual.shape);
    if (shape == nullptr) continue;
    const ik::Isometry world = visual.joint < 0
                                   ? visual.joint_from_shape
                                   : pose.world_from_joint(visual.joint) * visual.joint_from_shape;
    places[shape->node] = (world * Eigen::Scaling(shape->scale)).matrix();
  }
  return places;
}

void expect_places(const std::map<int, Matrix4d>& places, const GltfArm& arm, double tolerance) {
  for (int node = 0; node < 4; ++node) {
    ASSERT_TRUE(places.contains(node));
    EXPECT_LT((places.at(node) - arm.world(node)).lpNorm<Eigen::Infinity>(), tolerance) << node;
  }
}

TEST(Gltf, NodesAtRestStandWhereTheProductsOfTheirMatricesSay) {
  lab::BodyRequest wish{.fit = lab::CurveFit::kStanding};
  for (const lab::Base base : {lab::Base::kFixed, lab::Base::kFree}) {
    wish.base = base;
    const lab::Scene scene = lab::scene_of(io::parse_body(arm_text(), "arm.gltf").model, wish);
    const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
    expect_places(node_places(scene, pose), GltfArm(), 1e-12);
    // a fixed base leaves two ball joints; a free one adds the shoulder's slides and turns
    EXPECT_EQ(scene.multibody.joint_count(), base == lab::Base::kFixed ? 6 : 12);
  }
}

TEST(Gltf, MatricesSayTheSameAsTurnsAndScales) {
  const GltfArm arm;
  const Matrix4d elbow = arm.world(1).inverse() * arm.world(2);
  std::string numbers;
  for (int i = 0; i < 16; ++i) {
    char number[40];
    std::snprintf(number, sizeof number, "%s%.17g", i == 0 ? "" : ",", elbow.data()[i]);
    numbers += number;
  }
  std::string text = arm_text();
  const std::size_t from = text.find("\"translation\"", text.find("\"Elbow\""));
  text.replace(from, text.find(",\"children\"", from) - from, "\"matrix\":[" + numbers + "]");
  const lab::Scene scene = lab::scene_of(io::parse_body(text, "arm.gltf").model, kAtRest);
  expect_places(node_places(scene, ik::pose_at(scene.multibody, scene.multibody.initial_theta())),
                arm, 1e-12);
}

TEST(Gltf, EveryFrameOfTheRecordingStandsWhereTheMotionSays) {
  const GltfArm arm;
  const io::BodyFile file = io::parse_body(arm_text(), "arm.gltf");
  ASSERT_TRUE(file.model.recording.has_value());
  const lab::RecordedMotion& recording = *file.model.recording;
  // keys are at 0, 1/4 and 1 s, multiples of 1/24 s
  EXPECT_NEAR(recording.frame_time, 1.0 / 24.0, 1e-12);
  ASSERT_EQ(recording.theta.cols(), 25);
  const lab::Scene scene = lab::scene_of(file.model);
  for (Eigen::Index frame = 0; frame < 25; ++frame) {
    ik::VectorX theta(scene.multibody.joint_count());
    for (int given = 0; given < scene.multibody.joint_count(); ++given) {
      theta[scene.multibody.solver_index(given)] = recording.theta(given, frame);
    }
    const ik::Pose pose = ik::pose_at(scene.multibody, theta);
    // the last frame is taken just before the last key
    const double time = std::min(static_cast<double>(frame) / 24.0, 1.0 - 1e-12);
    GltfArm moved = arm.at(time);
    if (frame == 24)
      moved.nodes[3].turn = Eigen::Quaterniond(Eigen::Vector4d(arm.waves.col(2).cast<double>()));
    if (frame == 24) moved.nodes[3].turn.normalize();
    expect_places(node_places(scene, pose), moved, 1e-6);
    // the hand's target follows the same path
    const auto hand = node_places(scene, pose).at(3);
    const Vector3d tip = pose.effector.col(0);
    EXPECT_LT((scene.targets[0].at(static_cast<double>(frame) / 24.0) - tip).norm(), 1e-9);
    EXPECT_LT((hand.topRightCorner<3, 1>() - tip).norm(), 2.0);
  }
}

TEST(Gltf, HingesTurnAsTheyShouldAndDoNotJump) {
  bodies::Numbers numbers(5);
  for (int i = 0; i < 300; ++i) {
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(Eigen::Vector4d(numbers.vector(4))).normalized();
    const Vector3d before = 10.0 * Vector3d(numbers.vector(3));
    for (Eigen::Index first = 0; first < 3; ++first) {
      const Vector3d angles = io::hinge_angles(turn.toRotationMatrix(), first, before);
      Eigen::Quaterniond product = Eigen::Quaterniond::Identity();
      for (Eigen::Index k = 0; k < 3; ++k) {
        product = product * Eigen::AngleAxisd(angles[k], Vector3d::Unit((first + k) % 3));
      }
      EXPECT_LT(product.angularDistance(turn), 1e-7);
    }
  }
  // through the singularity at the middle hinge's right angle, where the first hinge is arbitrary
  Vector3d angles = Vector3d::Zero();
  for (int i = 0; i <= 200; ++i) {
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(0.01 * i * M_PI, Vector3d::UnitY()).toRotationMatrix();
    const Vector3d next = io::hinge_angles(turn, 0, angles);
    EXPECT_LT((next - angles).norm(), 0.04) << i;
    angles = next;
  }
}

TEST(Gltf, AtTheBindPoseSkinnedVerticesAreWhereTheFileHasThem) {
  const GltfArm arm;
  const io::GltfFile file(arm_text(), "arm.gltf");
  const io::Character character = io::make_character(file, io::read_gltf_nodes(file));
  ASSERT_EQ(character.parts.size(), 1U);
  const io::CharacterPart& part = character.parts[0];
  // without normals every triangle has its own corners, in the order of the indices
  ASSERT_EQ(part.mesh.points.cols(), static_cast<Eigen::Index>(arm.triangles.size()));
  const lab::Scene scene = lab::scene_of(io::parse_body(arm_text(), "arm.gltf").model, kAtRest);
  const auto places =
      node_places(scene, ik::pose_at(scene.multibody, scene.multibody.initial_theta()));
  for (Eigen::Index v = 0; v < part.mesh.points.cols(); ++v) {
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (Eigen::Index k = 0; k < 4; ++k) {
      const io::CharacterJoint& joint = character.joints[part.joints(k, v)];
      sum += part.weights(k, v) * places.at(joint.node) * joint.node_from_mesh *
             part.mesh.points.col(v).cast<double>().homogeneous();
    }
    const auto given = arm.points.col(arm.triangles[static_cast<std::size_t>(v)]).cast<double>();
    EXPECT_LT((sum.head<3>() - given).norm(), 1e-5) << v;
  }
  // linear light 0.5 is 0.5^(1 / 2.2) on the screen
  EXPECT_NEAR(part.mesh.color->x(), std::pow(0.5, 1.0 / 2.2), 1e-12);
}

TEST(Gltf, BinaryAndTextAndAFileBesideAreTheSameFile) {
  const support::TemporaryFolder folder;
  GltfWriter writer;
  const std::string members = GltfArm().members(writer);
  support::put(folder / "arm.gltf", writer.text(members));
  support::put(folder / "arm.glb", writer.binary(members));
  support::put(folder / "the arm.bin", writer.bytes());
  support::put(folder / "beside.gltf", writer.beside(members, "the%20arm.bin"));
  EXPECT_TRUE(io::is_body_file("a.glb") && io::is_body_file("a.GLTF"));
  const auto theta = [&](const char* name) {
    return io::read_body(folder / name).model.recording->theta;
  };
  EXPECT_EQ(theta("arm.glb"), theta("arm.gltf"));
  EXPECT_EQ(theta("beside.gltf"), theta("arm.gltf"));
  // files outside the folder are not read
  support::put(folder / "inner.txt", "");
  std::filesystem::create_directory(folder / "inner");
  for (const std::string& uri :
       {std::string("../the arm.bin"), std::string("%2e%2e/the%20arm.bin"),
        (folder / "the arm.bin").string(), "file://" + (folder / "the arm.bin").string()}) {
    support::put(folder / "inner/outside.gltf", writer.beside(members, uri));
    EXPECT_THROW(io::read_body(folder / "inner/outside.gltf"), io::Error) << uri;
  }
}

TEST(Gltf, ASceneFileOfItFindsTheNodesAgain) {
  const lab::Scene scene = lab::scene_of(io::parse_body(arm_text(), "arm.gltf").model);
  const lab::Scene again = io::parse_scene(io::write_scene(scene), "again.json");
  ASSERT_EQ(again.visuals.size(), scene.visuals.size());
  for (std::size_t i = 0; i < scene.visuals.size(); ++i) {
    EXPECT_EQ(again.visuals[i].shape, scene.visuals[i].shape);
    EXPECT_EQ(again.visuals[i].joint, scene.visuals[i].joint);
  }
  const auto& shape = std::get<lab::NodeShape>(scene.visuals.back().shape);
  EXPECT_TRUE(std::filesystem::path(shape.file).is_absolute());
}

TEST(Gltf, WithoutASkinWhatTheAnimationMovesIsAJoint) {
  std::string text = replaced(arm_text(), R"("mesh":0,"skin":0)", R"("mesh":0)");
  text = replaced(text, R"("skins":)", R"("extras":)");
  const io::BodyFile file = io::parse_body(text, "arm.gltf");
  const lab::Scene scene = lab::scene_of(file.model);
  // slides and turns of the shoulder, turns of elbow and hand
  EXPECT_EQ(scene.multibody.joint_count(), 12);
  // the mesh belongs to its node, which is fixed
  for (const lab::Visual& visual : scene.visuals) {
    if (std::get<lab::NodeShape>(visual.shape).node == 4) {
      EXPECT_EQ(visual.joint, -1);
    }
  }
  EXPECT_EQ(scene.visuals.size(), 5U);
}

TEST(Gltf, EffectorsAreNamedPartsElseLeaves) {
  EXPECT_EQ(effector_names::proposed(io::parse_body(arm_text(), "arm.gltf").model),
            (std::vector<std::string>{"Hand"}));
  std::string text = replaced(arm_text(), "\"Hand\"", "\"rig:Head\"");
  EXPECT_EQ(effector_names::proposed(io::parse_body(text, "arm.gltf").model),
            (std::vector<std::string>{"rig:Head"}));
  text = replaced(arm_text(), "\"Hand\"", "\"Tip\"");
  EXPECT_EQ(effector_names::proposed(io::parse_body(text, "arm.gltf").model),
            (std::vector<std::string>{"Tip"}));
}

TEST(Gltf, WhatCannotBeHeldIsSaid) {
  EXPECT_EQ(all_notes(arm_text()), "");
  GltfArm arm;
  std::string text =
      replaced(arm_text(arm), R"("scale":[0.5,0.5,0.5])", R"("scale":[0.5,0.5,0.6])");
  EXPECT_EQ(all_notes(text),
            "node \"Elbow\": a scale that differs by axis: its children use the "
            "mean\n");
  text = replaced(arm_text(arm), R"("scale":[0.5,0.5,0.5])", R"("scale":[0.5,0.5,-0.5])");
  EXPECT_NE(all_notes(text).find("node \"Elbow\": a mirror"), std::string::npos);
  text = replaced(arm_text(), R"("indices":3)", R"("targets":[{"POSITION":0}],"indices":3)");
  EXPECT_EQ(all_notes(text), "morph targets are not shown\n");
  text = replaced(arm_text(), R"("baseColorFactor")",
                  R"("baseColorTexture":{"index":0},"baseColorFactor")");
  EXPECT_EQ(all_notes(text), "textures are not shown, base colours are\n");
  // a second animation of the same nodes is left out; one of other nodes is played too
  const std::string hand = R"({"sampler":3,"target":{"node":3,"path":"rotation"}})";
  const std::string elbow = R"({"sampler":2,"target":{"node":2,"path":"rotation"}})";
  const std::string samplers = R"("samplers":[{"input":5,"output":9,"interpolation":"STEP"}])";
  const std::string alone = R"({"sampler":0,"target":{"node":3,"path":"rotation"}})";
  text = replaced(arm_text(), hand + "]}]",
                  hand + R"(]},{"name":"Run",)" + samplers + R"(,"channels":[)" + alone + "]}]");
  EXPECT_EQ(all_notes(text),
            "animation \"Wave\" is followed, 1 more left out; hero.gltf#NAME follows \"Run\"\n");
  text = replaced(arm_text(), elbow + "," + hand + "]}]",
                  elbow + R"(]},{"name":"Hand",)" + samplers + R"(,"channels":[)" + alone + "]}]");
  EXPECT_EQ(all_notes(text), "");
  EXPECT_EQ(io::parse_body(text, "a.gltf").model.recording->theta,
            io::parse_body(arm_text(), "a.gltf").model.recording->theta);
}

/// The arm with more animations of its hand, each a STEP with different keys.
std::string arm_with(const std::vector<std::string>& names) {
  const GltfArm arm;
  GltfWriter writer;
  std::string members = arm.members(writer);
  members.pop_back();  // removes the end of the list of animations
  for (std::size_t i = 0; i < names.size(); ++i) {
    Eigen::MatrixXf turns = arm.waves;
    for (Eigen::Index key = 0; key < turns.cols(); ++key) {
      turns.col(key) =
          GltfArm::about(0.1 * static_cast<double>(i + 1), {0, 1, 0}).coeffs().cast<float>();
    }
    const std::string input = std::to_string(writer.floats(arm.times, "SCALAR")),
                      output = std::to_string(writer.floats(turns, "VEC4"));
    members += R"(,{"name":")" + names[i] + R"(","samplers":[{"input":)" + input + R"(,"output":)" +
               output +
               R"(,"interpolation":"STEP"}],"channels":[{"sampler":0,"target":{"node":3,)"
               R"("path":"rotation"}}]})";
  }
  return writer.text(members + "]");
}

TEST(Gltf, AnAnimationIsChosenByItsName) {
  const support::TemporaryFolder folder;
  std::ofstream(folder / "arm.gltf") << arm_with({"Run", "", "Run"});
  const std::string path = (folder / "arm.gltf").string();
  const std::vector<std::string> names = {"Wave", "Run", "animation 2", "Run 2"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = path + "#" + names[i];
    const lab::Scene scene = io::open_scene(name);
    EXPECT_TRUE(scene.notes.empty());
    EXPECT_EQ(scene.id, name);
    EXPECT_EQ(scene.source, name);
    EXPECT_EQ(scene.name, "arm, " + names[i]);
    EXPECT_EQ(scene.recordings, names);
    EXPECT_EQ(scene.recording, names[i]);
    // the hand starts at the animation's first key
    GltfArm posed = GltfArm().at(0.0);
    if (i > 0) posed.nodes = GltfArm().nodes;
    if (i > 0) posed.nodes[3].turn = GltfArm::about(0.1 * static_cast<double>(i), {0, 1, 0});
    const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
    EXPECT_LT((node_places(scene, pose).at(3) - posed.world(3)).norm(), 1e-6) << names[i];
  }
  // without a name: the first animation, and a note about the others
  const lab::Scene first = io::open_scene(path);
  EXPECT_EQ(first.recording, "Wave");
  EXPECT_EQ(first.recordings, names);
  ASSERT_EQ(first.notes.size(), 1U);
  EXPECT_NE(first.notes[0].find("3 more left out"), std::string::npos);
}

TEST(Gltf, AnAnimationThatIsNotThereIsNamedWithThoseThatAre) {
  const support::TemporaryFolder folder;
  std::ofstream(folder / "arm.gltf") << arm_with({"Run"});
  std::ofstream(folder / "arm.urdf") << "<robot/>";
  const auto refusal = [&folder](const std::string& name) -> std::string {
    try {
      io::open_scene((folder / name).string());
    } catch (const io::Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string path = (folder / "arm.gltf").string();
  EXPECT_EQ(refusal("arm.gltf#Dance"), path +
                                           ": no animation \"Dance\" that moves the body; there "
                                           "are \"Wave\", \"Run\"");
  EXPECT_EQ(refusal("arm.urdf#Run"), (folder / "arm.urdf").string() +
                                         "#Run: only glTF files have animations to choose from, "
                                         "and MJCF files keys");
  // a '#' in a file's own name does not select an animation
  std::filesystem::copy_file(folder / "arm.gltf", folder / "arm.gltf#1.gltf");
  EXPECT_EQ(refusal("arm.gltf#1.gltf"), "");
  EXPECT_EQ(io::split_body_name("a#b.glb#c#d").file, "a#b.glb");
  EXPECT_EQ(io::split_body_name("a#b.glb#c#d").animation, "c#d");
  EXPECT_EQ(io::split_body_name("y.json#c").animation, "");
}

TEST(Gltf, WhatIsWrongIsRefusedInALine) {
  const std::string good = arm_text();
  EXPECT_EQ(gltf_refusal(good), "");
  const auto with = [&](const std::string& from, const std::string& to) {
    const std::string message = gltf_refusal(replaced(good, from, to));
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_EQ(message.rfind("hero.gltf: ", 0), 0U) << message;
    return message;
  };
  const std::string bind = R"("inverseBindMatrices":4)";
  EXPECT_EQ(with(bind, R"("inverseBindMatrices":44)"), "hero.gltf: skin \"Arm\": no accessor 44");
  EXPECT_EQ(with(bind, R"("inverseBindMatrices":0)"),
            "hero.gltf: skin \"Arm\": accessor 0 has another type than is needed");
  EXPECT_EQ(with(R"("count":3,"type":"MAT4")", R"("count":9,"type":"MAT4")"),
            "hero.gltf: skin \"Arm\": accessor 4 lies outside its buffer");
  EXPECT_EQ(with(R"("joints":[1,2,3])", R"("joints":[1,2,33])"),
            "hero.gltf: skin \"Arm\": node 33 is not in the scene");
  EXPECT_EQ(with(R"("children":[1,4])", R"("children":[1,14])"),
            "hero.gltf: node \"Armature\": no node 14");
  EXPECT_EQ(with(R"("children":[3])", R"("children":[1])"),
            "hero.gltf: node \"Shoulder\": it has two parents");
  EXPECT_EQ(with(R"("version":"2.0")", R"("version":"1.0")"),
            "hero.gltf: asset.version: only glTF 2.0 is read");
  EXPECT_NE(with(R"("nodes":[0])", R"("nodes":[1])").find("has a parent"), std::string::npos);
  const std::string bare = R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"}]})";
  EXPECT_EQ(gltf_refusal(bare), "hero.gltf: neither a skin nor an animated node: nothing can move");
  // a ring of nodes: each has one parent, so the scene's root has one too
  const std::string ring =
      R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]})";
  EXPECT_EQ(gltf_refusal(ring), "hero.gltf: node 0: a root of the scene has a parent");
  EXPECT_EQ(
      gltf_refusal(replaced(bare, R"("nodes":[{")", R"("scenes":[{"nodes":[0,0]}],"nodes":[{")")),
      "hero.gltf: node \"a\": it is above itself, or twice in the scene");
  EXPECT_EQ(gltf_refusal(R"({"a\nb":{"c":1,"c":2}})"), "hero.gltf: a b.c: the field appears twice");
  std::string deep(100'000, '[');
  EXPECT_NE(gltf_refusal(R"({"asset":{"version":"2.0","extras":)" + deep).find("nested deeper"),
            std::string::npos);
}

TEST(Gltf, ABrokenAnimationIsSaidAndTheSkeletonIsShown) {
  const auto with = [](const std::string& from, const std::string& to) {
    const std::string text = replaced(arm_text(), from, to);
    EXPECT_FALSE(io::parse_body(text, "hero.gltf").model.recording);
    return all_notes(text);
  };
  EXPECT_EQ(with("CUBICSPLINE", "LINEAR"),
            "animation \"Wave\": channel 2: 9 values for 3 keys; it is left out\n");
  EXPECT_EQ(with("CUBICSPLINE", "WAVY"),
            "animation \"Wave\": channel 2: no interpolation WAVY; it is left out\n");
  EXPECT_EQ(with(R"("sampler":3)", R"("sampler":8)"),
            "animation \"Wave\": channel 3: no sampler 8; it is left out\n");
}

TEST(Gltf, ABrokenMeshIsSaidAndTheSkeletonIsShown) {
  const std::string text = replaced(arm_text(), R"("POSITION":0)", R"("POSITION":40)");
  EXPECT_EQ(all_notes(text), "mesh \"Sleeve\": no accessor 40\n");
  const lab::Scene scene = lab::scene_of(io::parse_body(text, "arm.gltf").model);
  ASSERT_FALSE(scene.visuals.empty());
  EXPECT_TRUE(std::holds_alternative<lab::CapsuleShape>(scene.visuals.front().shape));
  GltfArm arm;
  arm.joints[4 * 7 + 1] = 9;
  EXPECT_EQ(all_notes(arm_text(arm)), "mesh \"Sleeve\": vertex 7 names joint 9 of 3\n");
  arm = GltfArm();
  arm.points(1, 5) = std::numeric_limits<float>::infinity();
  EXPECT_EQ(all_notes(arm_text(arm)),
            "mesh \"Sleeve\": accessor 0 has a number that is not finite\n");
}

TEST(Gltf, ABinaryFileThatEndsAnywhereIsRefused) {
  GltfWriter writer;
  const std::string members = GltfArm().members(writer);
  const std::string whole = writer.binary(members);
  EXPECT_NO_THROW(io::parse_body(whole, "arm.glb"));
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 40) {
    EXPECT_THROW(io::parse_body(whole.substr(0, size), "arm.glb"), io::Error) << size;
  }
}

}  // namespace
