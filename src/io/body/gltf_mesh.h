#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "io/body/gltf_nodes.h"
#include "io/body/mesh.h"

namespace io {

/// Largest number of joints, in all skins of a file, that a picture can show.
inline constexpr std::size_t kMaxSkinJoints = 1024;

/// A joint that moves vertices of a character.
struct CharacterJoint {
  int node = -1;  ///< index in the file
  /// Transform from the mesh's frame to the node's: the inverse bind matrix of a skin, the identity
  /// for a mesh without a skin.
  Eigen::Matrix4d node_from_mesh = Eigen::Matrix4d::Identity();
};

/// Triangles of one colour with up to four joints per vertex. Vertex p of the mesh is at
///   sum_j w_j M_j B_j p
/// with M_j the matrix world_from_node of joint j, scale included, and B_j its node_from_mesh.
/// glTF 2.0 specification, section 3.7.3.
struct CharacterPart {
  MeshPart mesh;                                           ///< m, in the frame of the mesh
  Eigen::Matrix<std::uint16_t, 4, Eigen::Dynamic> joints;  ///< (4 x n) indices in Character::joints
  Eigen::Matrix4Xf weights;                                ///< (4 x n) >= 0, each column sums to 1
};

/// All meshes of a glTF file's scene.
struct Character {
  std::vector<CharacterPart> parts;
  std::vector<CharacterJoint> joints;
  std::vector<std::string> notes = {};  ///< one line per omission
};

/// The meshes of a file. Shows base colours, no textures. If a vertex has more than four joints,
/// the four largest weights stay. An open double-sided surface gets a second side.
/// \throws Error naming file and mesh or skin if indices, joints or weights are wrong, a mesh is
///   compressed, or there are more than kMaxTriangles or kMaxSkinJoints
Character make_character(const GltfFile& file, const GltfTree& tree);

/// Reads only the meshes of a file, or of a built-in one by its bare name.
Character read_character(const std::filesystem::path& path);

}  // namespace io
