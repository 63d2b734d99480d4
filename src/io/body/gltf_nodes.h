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

/// Animated property of one node: translation, rotation or scale.
struct GltfTrack {
  enum class Path { kTranslation, kRotation, kScale };
  enum class Way { kStep, kLinear, kCubic };

  int node = -1;
  Path path = Path::kRotation;
  Way way = Way::kLinear;
  ik::VectorX times;  ///< (n) s, ascending
  /// (3 or 4 x n) m, quaternions x y z w, or factors. For kCubic (x 3n): in-tangent, value and
  /// out-tangent of each key.
  ik::MatrixX values;

  /// The value at a time: the first value before the keys, the last after them, in between
  /// interpolated by the glTF 2.0 specification, appendix C. Quaternions have length 1.
  /// \param time s
  Eigen::Vector4d at(double time) const;
  Eigen::Quaterniond turn_at(double time) const { return Eigen::Quaterniond(at(time)); }
};

/// The tracks of an animation that move nodes.
struct GltfTracks {
  std::vector<GltfTrack> tracks = {};
  int pointers = 0;  ///< channels of KHR_animation_pointer, which are not read
};
/// \throws Error naming the animation if a track has no keys, or its numbers do not fit
GltfTracks read_gltf_tracks(const GltfFile& file, std::size_t animation);

/// Times from the first key to the last, s, in equal steps of at least 24 per second that meet
/// every key, if the keys are evenly spaced. Otherwise 60 per second. Empty without tracks.
ik::VectorX frame_times(const std::vector<GltfTrack>& tracks);

/// Largest number of frames of a recording.
inline constexpr double kMaxGltfFrames = 100'000;

/// The animation that a character follows.
struct GltfAnimation {
  std::string title = {};              ///< `animation "Run"`, for messages
  std::string name = {};               ///< for choosing it
  std::vector<GltfTrack> tracks = {};  ///< without scales; empty: nothing moves the body
  /// Names of all animations that move the body. Empty if there is no choice, because all of them
  /// are played together.
  std::vector<std::string> choices = {};
  /// Errors of animations that are left out; other animations may be valid.
  std::vector<std::string> faults = {};
  std::vector<std::string> notes = {};
};

/// Chooses the animation with this name, alone. Without a name: the first that moves the body,
/// together with animations that move other nodes. Equal names get numbers ("Run 2"); an animation
/// without a name is "animation 0", by its index in the file. Notes name moved nodes outside the
/// body.
/// \param counts by node: whether its motion moves the body
/// \param wish   the name, or empty
/// \throws Error if no animation with this name moves the body, or it has an error
GltfAnimation choose_gltf_animation(const GltfFile& file, const GltfTree& tree,
                                    const std::vector<bool>& counts, const std::string& wish);

}  // namespace io
