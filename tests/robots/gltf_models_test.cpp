// Characters from Debian's packages against assimp's glTF reader. Assimp also converts other
// formats to glTF.

#include <assimp/anim.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>

#include "iklab/solver.h"
#include "io/body/body_file.h"
#include "io/body/gltf_mesh.h"
#include "lab/body/body_model.h"
#include "lab/track/tracker.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// Name of a node in assimp, which calls unnamed ones "nodes[7]".
std::string assimp_name(const io::GltfTree& tree, int node) {
  const std::string& own = tree.at(node).name;
  return own == "node " + std::to_string(node) ? "nodes[" + std::to_string(node) + "]" : own;
}

Eigen::Matrix4d as_matrix(const aiMatrix4x4& m) {
  Eigen::Matrix4d result;
  for (unsigned r = 0; r < 4; ++r) {
    for (unsigned c = 0; c < 4; ++c) result(r, c) = m[r][c];
  }
  return result;
}

/// Value of an animation channel at a time: a key or an interpolation of its neighbours.
template <class Key>
auto value_at(const Key* keys, unsigned count, double time) {
  if (time <= keys[0].mTime) return keys[0].mValue;
  for (unsigned i = 0; i + 1 < count; ++i) {
    if (time >= keys[i + 1].mTime) continue;
    const double share = (time - keys[i].mTime) / (keys[i + 1].mTime - keys[i].mTime);
    auto value = keys[i].mValue;
    Assimp::Interpolator<Key>()(value, keys[i], keys[i + 1], static_cast<float>(share));
    return value;
  }
  return keys[count - 1].mValue;
}

/// Node positions at a time as read by assimp, by name. \param time in assimp's ticks
std::map<std::string, Eigen::Vector3d> assimp_places(const aiScene& scene, double time,
                                                     const std::vector<unsigned>& animations) {
  std::map<std::string, const aiNodeAnim*> channels;
  for (const unsigned a : animations) {
    for (unsigned i = 0; i < scene.mAnimations[a]->mNumChannels; ++i) {
      const aiNodeAnim* channel = scene.mAnimations[a]->mChannels[i];
      channels.emplace(channel->mNodeName.C_Str(), channel);
    }
  }
  std::map<std::string, Eigen::Vector3d> places;
  const std::function<void(const aiNode&, const Eigen::Matrix4d&)> enter =
      [&](const aiNode& node, const Eigen::Matrix4d& above) {
        Eigen::Matrix4d own = as_matrix(node.mTransformation);
        if (const auto found = channels.find(node.mName.C_Str()); found != channels.end()) {
          const aiNodeAnim& c = *found->second;
          own = as_matrix(aiMatrix4x4(value_at(c.mScalingKeys, c.mNumScalingKeys, time),
                                      value_at(c.mRotationKeys, c.mNumRotationKeys, time),
                                      value_at(c.mPositionKeys, c.mNumPositionKeys, time)));
        }
        const Eigen::Matrix4d world = above * own;
        places[node.mName.C_Str()] = world.topRightCorner<3, 1>();
        for (unsigned i = 0; i < node.mNumChildren; ++i) enter(*node.mChildren[i], world);
      };
  enter(*scene.mRootNode, Eigen::Matrix4d::Identity());
  return places;
}

/// Compares the joints of a file with assimp's in every recorded frame.
/// \param tolerance fraction of the body's size
void expect_like_assimp(const fs::path& path, const std::vector<unsigned>& animations,
                        double tolerance) {
  SCOPED_TRACE(path.string());
  Assimp::Importer importer;
  const aiScene* theirs = importer.ReadFile(path.string(), 0);
  ASSERT_NE(theirs, nullptr);
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const io::GltfFile file(bytes, path);
  const io::GltfTree tree = io::read_gltf_nodes(file);
  const io::BodyFile body = io::read_body(path);
  ASSERT_TRUE(body.model.recording.has_value());
  const lab::RecordedMotion& recording = *body.model.recording;
  const lab::Scene scene = lab::scene_of(body.model);
  double first = 1e9;  // s
  double ticks = theirs->mAnimations[animations[0]]->mTicksPerSecond;
  for (const unsigned a : animations) {
    for (unsigned i = 0; i < theirs->mAnimations[a]->mNumChannels; ++i) {
      const aiNodeAnim& c = *theirs->mAnimations[a]->mChannels[i];
      first = std::min({first, c.mRotationKeys[0].mTime / ticks, c.mPositionKeys[0].mTime / ticks});
    }
  }
  int compared = 0;
  double size = 0.0, worst = 0.0;
  for (Eigen::Index frame = 0; frame < recording.theta.cols(); ++frame) {
    ik::VectorX theta(scene.multibody.joint_count());
    for (int given = 0; given < theta.size(); ++given) {
      theta[scene.multibody.solver_index(given)] = recording.theta(given, frame);
    }
    const ik::Pose pose = ik::pose_at(scene.multibody, theta);
    const double time = first + static_cast<double>(frame) * recording.frame_time;
    const auto places = assimp_places(*theirs, time * ticks, animations);
    for (const lab::Visual& visual : scene.visuals) {
      const auto& shape = std::get<lab::NodeShape>(visual.shape);
      const auto found = places.find(assimp_name(tree, shape.node));
      if (found == places.end()) continue;
      const ik::Isometry own = visual.joint < 0
                                   ? visual.joint_from_shape
                                   : pose.world_from_joint(visual.joint) * visual.joint_from_shape;
      worst = std::max(worst, (own.translation() - found->second).norm());
      size = std::max(size, (found->second - places.at(theirs->mRootNode->mName.C_Str())).norm());
      ++compared;
    }
  }
  EXPECT_LT(worst, tolerance * size);
  EXPECT_GT(compared, 2 * recording.theta.cols());
}

/// Converts a character of another format to glTF. \returns the file
fs::path as_gltf(const char* name, const support::TemporaryFolder& folder) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(std::string(IKLAB_ASSIMP) + "/" + name, 0);
  const fs::path path = folder / (fs::path(name).stem().string() + ".glb");
  EXPECT_NE(scene, nullptr);
  EXPECT_EQ(Assimp::Exporter().Export(scene, "glb2", path.string()), aiReturn_SUCCESS);
  return path;
}

TEST(GltfModels, JointsStandInEveryFrameWhereAnotherReaderHasThem) {
  expect_like_assimp(IKLAB_ASSIMP "/glTF2/simple_skin/simple_skin.gltf", {0}, 1e-5);
  const support::TemporaryFolder folder;
  expect_like_assimp(as_gltf("X/BCN_Epileptic.X", folder), {0}, 2e-4);
  expect_like_assimp(as_gltf("X/Testwuson.X", folder), {0}, 2e-4);
  expect_like_assimp(as_gltf("FBX/huesitos.fbx", folder), {0}, 2e-4);
}

TEST(GltfModels, ACharacterFollowsItsRecordingAndStaysFinite) {
  const support::TemporaryFolder folder;
  const lab::Scene scene = io::open_scene(as_gltf("X/Testwuson.X", folder).string());
  EXPECT_GE(scene.multibody.effector_count(), 5);
  for (const ik::MethodInfo& method : ik::methods()) {
    if (std::string_view(method.id) == "learned") continue;  // trains for minutes on large bodies
    lab::Tracker tracker(scene, method);
    for (int step = 0; step < 200; ++step) tracker.step();
    EXPECT_TRUE(tracker.pose().theta.allFinite()) << method.id;
  }
}

TEST(GltfModels, WhatIsBrokenIsRefusedInALine) {
  int refused = 0;
  for (const auto& entry : fs::recursive_directory_iterator(IKLAB_ASSIMP "/glTF2")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".gltf" && extension != ".glb") continue;
    try {
      const io::BodyFile file = io::read_body(entry.path());
      EXPECT_NE(entry.path().string().find("simple_skin"), std::string::npos) << entry.path();
    } catch (const io::Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.rfind(entry.path().string() + ": ", 0), 0U) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      ++refused;
    }
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
