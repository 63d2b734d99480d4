#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "io/body/gltf_file.h"
#include "io/body/gltf_nodes.h"
#include "io/body/hinge_angles.h"

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
struct GltfTracks {
  std::vector<GltfTrack> tracks = {};
  int pointers = 0;  ///< channels of KHR_animation_pointer, which are not read
};
/// \throws Error naming the animation if a track has no keys, or its numbers do not fit
GltfTracks read_gltf_tracks(const GltfFile& file, std::size_t animation);

/// Times from the first key to the last, s, in equal steps that meet every key if the keys are
/// evenly spaced: at least 24 a second. Else 60 a second. Empty without tracks.
ik::VectorX frame_times(const std::vector<GltfTrack>& tracks);

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
  /// What is wrong with an animation, by which it is left out; others may be sound.
  std::vector<std::string> faults = {};
  std::vector<std::string> notes = {};
};

/// The animation of a name, alone; else the first that moves the body, and those that move other
/// nodes. Animations of one name are told apart by numbers behind it ("Run 2"), those without a
/// name are "animation 0", by their place in the file. Nodes that it moves and the body does not
/// hold are noted.
/// \param counts by node: whether its motion moves the body
/// \param wish   the name, or empty
/// \throws Error if there is no animation of that name that moves the body, or something is wrong
///   with it
GltfAnimation choose_gltf_animation(const GltfFile& file, const GltfTree& tree,
                                    const std::vector<bool>& counts, const std::string& wish);

}  // namespace io
