#pragma once

#include "peers/pose_solver.h"

namespace bench {

/// DART's InverseKinematics with its gradient descent along damped least squares.
std::unique_ptr<PoseSolver> make_dart_poses(const Chain& chain);

}  // namespace bench
