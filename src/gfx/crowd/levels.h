#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "gfx/draw/camera.h"

namespace gfx {

/// How much of a body of a crowd is drawn: round pieces, prisms, ribbons, few ribbons, or hardly
/// any.
enum class CrowdLevel { kNear, kMiddle, kFar, kDistant, kSpeck };
inline constexpr std::size_t kCrowdLevels = 5;

/// Pixels that a link is wide by at least, for each level but the last: from there on it can be
/// seen whether a link is round, whether it has a bright middle, where it bends, and how many arms
/// there are.
inline constexpr std::array<float, kCrowdLevels - 1> kLinkPixels = {4.5f, 1.6f, 0.55f, 0.15f};

/// The bodies that are in the picture, by their level; numbers of bodies in rising order.
struct CrowdChoice {
  std::array<std::vector<int>, kCrowdLevels> bodies;

  std::size_t count(CrowdLevel level) const {
    return bodies[static_cast<std::size_t>(level)].size();
  }
};

/// Replaces `choice` by the bodies of which the sphere around them reaches into the picture.
///
/// A body around the eye would hide the others, and is left out. A body's level follows from the
/// width of a link at the depth of its sphere's middle, or of its nearest point where that is
/// closer than the sphere is wide. \param places (N) m, where the bodies stand \param bounds of
/// every body, its middle relative to its place, m \param link   m, the radius of a link \param
/// size   of the picture, pixels
void choose_levels(std::span<const glm::vec3> places, const Sphere& bounds, float link,
                   const Camera& camera, glm::vec2 size, CrowdChoice& choice);

}  // namespace gfx
