#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/body/mjcf_parts.h"
#include "io/body/xml.h"
#include "lab/body/body_model.h"

namespace io {

/// Reads the `equality` section. A linear coupling of two joints, relative to their references,
/// makes y follow x:
///   y - y0 = a + b (x - x0)
/// Loops (`connect`, `weld`), other couplings, locks and tendons are not supported: one note per
/// kind gives their number and the first names.
/// \throws Error naming file and line of a coupling with an unknown joint
void read_mjcf_constraints(const MjcfParts& parts, lab::BodyModel& model,
                           std::vector<std::string>& notes);

/// A joint of MJCF with its coordinates in qpos.
struct MjcfCoordinate {
  /// kFree: position and quaternion in the world; kBall: quaternion.
  enum class Kind { kScalar, kBall, kFree };

  std::size_t link = 0, joint = 0;  ///< index of the link, and of its first hinge or slide there
  Kind kind = Kind::kScalar;
};

/// Starts a model in a pose of the `keyframe` section: qpos has the values of all joints in order,
/// rad and m.
/// \param keys elements of the section
/// \param wish name of a key; empty: the first key named "home". Without one, the model keeps its
///   pose, and a note says so
/// \throws Error naming the file if no key has the wished name
void start_at_key(const std::vector<XmlNode>& keys, const std::string& wish,
                  const std::vector<MjcfCoordinate>& coordinates, lab::BodyModel& model,
                  std::vector<std::string>& notes);

}  // namespace io
