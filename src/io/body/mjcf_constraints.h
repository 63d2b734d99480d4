#pragma once

#include <string>
#include <vector>

#include "io/body/mjcf_parts.h"
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

}  // namespace io
