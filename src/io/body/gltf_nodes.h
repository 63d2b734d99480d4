#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "io/body/gltf_file.h"

namespace io {

/// Limits of the nodes of a glTF file: how many there are, and how far from each other, m.
inline constexpr std::size_t kMostGltfNodes = 10'000;
inline constexpr double kMostGltfReach = 1e6;

/// A node at rest: parent_from_node = translation, rotation, scale.
struct GltfNode {
  std::string title;  ///< `node "Hand"` or `node 7`, for messages
  std::string name;   ///< printable; "node 7" without one. Not unique
  int parent = -1;
  std::vector<int> children = {};
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  /// The scale by which the nodes below are grown: the product of the uniform scales from the root
  /// down to this node.
  double grown = 1.0;
};

/// The nodes of a glTF file and what cannot be held of them.
struct GltfTree {
  std::vector<GltfNode> nodes;  ///< as in the file
  std::vector<int> order;       ///< those of the scene, parents first
  std::vector<std::string> notes;

  const GltfNode& at(int node) const { return nodes[static_cast<std::size_t>(node)]; }
  double grown_above(int node) const {
    return at(node).parent < 0 ? 1.0 : at(at(node).parent).grown;
  }
  /// The scale of what the node itself carries.
  Eigen::Vector3d own_scale(int node) const { return grown_above(node) * at(node).scale; }
};

/// The nodes of the file's default scene; without one of its first scene, and without that of the
/// whole file. A scale that differs by axis is exact for what the node carries; nodes below it take
/// its mean. Matrices are taken apart; shear and mirrors are left out. All of that is noted.
/// \throws Error if a node is missing, has two parents or is above itself
GltfTree read_gltf_nodes(const GltfFile& file);

}  // namespace io
