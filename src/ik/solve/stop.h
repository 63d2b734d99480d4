#pragma once

#include "iklab/solver.h"

namespace ik {

/// Checks the numbers of a Stop. Cheap: builds a message only on failure.
/// \throws std::invalid_argument that names the number: an error, an aim error or a tolerance that
///   is NaN or negative, a negative number of updates or restarts
void require_valid(const Stop& stop);
/// The same; also for a number of tolerances by axis that is neither 0 nor the effectors'.
void require_valid(const Stop& stop, int effectors);

/// Checks the number of a theta's entries. \throws std::invalid_argument if joints have another
void require_size(Eigen::Index entries, const Multibody& multibody);

}  // namespace ik
