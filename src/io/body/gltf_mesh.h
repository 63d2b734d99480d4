#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "io/body/gltf_nodes.h"
#include "io/body/mesh.h"

namespace io {

/// Joints of all skins of a file that a picture can show.
inline constexpr std::size_t kMostSkinJoints = 1024;

/// One of the joints that carry the vertices of a character.
struct CharacterJoint {
  int node = -1;  ///< of the file
  /// Takes a vertex from the mesh's frame to the node's: the inverse bind matrix of a skin, the
  /// identity for a mesh that is not skinned.
  Eigen::Matrix4d node_from_mesh = Eigen::Matrix4d::Identity();
};

/// Triangles of one colour, carried by up to four joints a vertex. With M_j the place of joint j's
/// node in the world, scale included, a vertex p of the mesh is at sum_j w_j M_j B_j p, B_j being
/// node_from_mesh; glTF 2.0 specification, section 3.7.3.
struct CharacterPart {
  MeshPart mesh;                                           ///< m, in the frame of the mesh
  Eigen::Matrix<std::uint16_t, 4, Eigen::Dynamic> joints;  ///< (4 x n) in Character::joints
  Eigen::Matrix4Xf weights;                                ///< (4 x n) >= 0, each column sums to 1
};

/// All meshes of a glTF file's scene.
struct Character {
  std::vector<CharacterPart> parts;
  std::vector<CharacterJoint> joints;
  std::vector<std::string> notes = {};  ///< a line for each thing that is not shown
};

/// The meshes of a file. Base colours are shown, textures are not; of more than four joints a
/// vertex the strongest stay. A surface that is seen from both sides and not closed gets a second
/// side. \throws Error naming file and mesh or skin if indices, joints or weights are wrong, meshes
/// are
///   compressed, or there are more than kMostTriangles or kMostSkinJoints
Character make_character(const GltfFile& file, const GltfTree& tree);

/// Reads a file for its meshes alone.
Character read_character(const std::filesystem::path& path);

}  // namespace io
