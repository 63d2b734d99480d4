#pragma once

#include <string>
#include <vector>

#include "io/body/mjcf_parts.h"
#include "lab/body/body_model.h"

namespace io {

/// Reads the `equality` section: linear couplings of two joints' angles beyond their references,
/// y - y0 = a + b (x - x0), make y follow x. Loops (`connect`, `weld`), other couplings, locks and
/// tendons are not held: a line for each kind tells how many there are, with the first names.
/// \throws Error naming file and line of a coupling with a joint that is none
void read_mjcf_constraints(const MjcfParts& parts, lab::BodyModel& model,
                           std::vector<std::string>& notes);

}  // namespace io
