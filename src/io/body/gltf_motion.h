#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "io/body/gltf_file.h"
#include "io/body/gltf_nodes.h"
#include "io/body/model_joints.h"

namespace io {

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
