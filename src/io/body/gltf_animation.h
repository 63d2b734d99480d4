#pragma once

#include <string>
#include <vector>

#include "io/body/gltf_motion.h"

namespace io {

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
