#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "io/body/gltf_file.h"
#include "io/body/gltf_nodes.h"

namespace io {

/// What an animation of a glTF file moves of one node: its place, its turn or its scale.
struct GltfTrack {
  enum class Path { kTranslation, kRotation, kScale };
  enum class Way { kStep, kLinear, kCubic };

  int node = -1;
  Path path = Path::kRotation;
  Way way = Way::kLinear;
  ik::VectorX times;  ///< (n) s, ascending
  /// (3 or 4 x n) m, quaternions x y z w, or factors; kCubic: (x 3n), tangent before, value and
  /// tangent after of each key.
  ik::MatrixX values;

  /// The value at a time: the first before the keys, the last behind them, between them by the
  /// specification of glTF 2.0, appendix C. Quaternions have length 1. \param time s
  Eigen::Vector4d at(double time) const;
  Eigen::Quaterniond turn_at(double time) const { return Eigen::Quaterniond(at(time)); }
};

/// The tracks of an animation that move nodes.
/// \throws Error naming the animation if a track has no keys, or its numbers do not fit
std::vector<GltfTrack> read_gltf_tracks(const GltfFile& file, std::size_t animation);

/// Times from the first key to the last, s, in equal steps that meet every key if the keys are
/// evenly spaced: at least 24 a second. Else 60 a second. Empty without tracks.
ik::VectorX frame_times(const std::vector<GltfTrack>& tracks);

/// Angles of three hinges about axes in cyclic order, i = first, j, k, that make a turn
/// R = R_i(a) R_j(b) R_k(c): R(i,k) = sin b, R(j,k) = -sin a cos b, R(k,k) = cos a cos b. Of the
/// two solutions, and of the turns by 2 pi, the nearest to `before`, rad.
Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before);

/// Frames of a recording that is read.
inline constexpr double kMostGltfFrames = 100'000;

/// What a character follows.
struct GltfAnimation {
  std::string title = {};              ///< `animation "Run"`, for messages
  std::string name = {};               ///< by which it is chosen
  std::vector<GltfTrack> tracks = {};  ///< of places and turns; empty: nothing moves the body
  /// Names of all animations that move the body, if one can be chosen: empty where all that there
  /// are belong together.
  std::vector<std::string> choices = {};
  std::vector<std::string> notes = {};
};

/// The animation of a name, alone; else the first that moves the body, and those that move other
/// nodes. Animations of one name are told apart by numbers behind it ("Run 2"), those without a
/// name are "animation 0", by their place in the file.
/// \param counts by node: whether its motion moves the body
/// \param wish   the name, or empty
/// \throws Error if there is no animation of that name that moves the body
GltfAnimation choose_gltf_animation(const GltfFile& file, const GltfTree& tree,
                                    const std::vector<bool>& counts, const std::string& wish);

}  // namespace io
