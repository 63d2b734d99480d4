#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "io/body/gltf_file.h"

namespace io {

/// Limits of a glTF file's nodes: their number, and their distance from each other, m.
inline constexpr std::size_t kMaxGltfNodes = 10'000;
inline constexpr double kMaxGltfReach = 1e6;

/// A node at rest: parent_from_node = translation * rotation * scale.
struct GltfNode {
  std::string title;  ///< `node "Hand"` or `node 7`, for messages
  std::string name;   ///< printable; "node 7" without one. Not unique
  int parent = -1;
  std::vector<int> children = {};
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  /// Scale of the nodes below: the product of the uniform scales from the root to this node.
  double grown = 1.0;
};

/// The nodes of a glTF file, with notes on what cannot be represented.
struct GltfTree {
  std::vector<GltfNode> nodes;  ///< in the file's order
  std::vector<int> order;       ///< nodes of the scene, parents first
  std::vector<std::string> notes;

  const GltfNode& at(int node) const { return nodes[static_cast<std::size_t>(node)]; }
  double grown_above(int node) const {
    return at(node).parent < 0 ? 1.0 : at(at(node).parent).grown;
  }
  /// The scale of the node's own mesh.
  Eigen::Vector3d own_scale(int node) const { return grown_above(node) * at(node).scale; }
};

/// The nodes of the file's default scene; if it has none, of its first scene; without scenes, all
/// nodes. A non-uniform scale is exact for the node's own mesh; the nodes below take its mean.
/// Matrices are decomposed; shear and mirroring are dropped. Notes report all of this.
/// \throws Error if a node is missing, has two parents or is its own ancestor
GltfTree read_gltf_nodes(const GltfFile& file);

}  // namespace io
