#pragma once

#include <string>
#include <vector>

#include "io/body/gltf_motion.h"
#include "io/body/gltf_nodes.h"

namespace io {

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
