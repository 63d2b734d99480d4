#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/body/xml.h"
#include "lab/body/body_model.h"

namespace io {

/// A joint of MJCF by its place among the coordinates qpos.
struct MjcfCoordinate {
  /// A free joint has a place and a quaternion in the world, a ball joint a quaternion.
  enum class Kind { kScalar, kBall, kFree };

  std::size_t link = 0, joint = 0;  ///< its first hinge or slide, among those of the link
  Kind kind = Kind::kScalar;
};

/// Starts a model in a pose of the `keyframe` section: qpos has the values of all joints in their
/// order, rad and m. \param keys the elements \param wish the name of a key; empty: the first that
/// is named "home", and if there is none, the model stays as it is, which a line says
/// \throws Error naming the file if there is no key of the name that is wished
void start_at_key(const std::vector<XmlNode>& keys, const std::string& wish,
                  const std::vector<MjcfCoordinate>& coordinates, lab::BodyModel& model,
                  std::vector<std::string>& notes);

}  // namespace io
