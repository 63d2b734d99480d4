#pragma once

#include "peers/pose_solver.h"

namespace bench {

/// ChainIkSolverPos_LMA of Orocos KDL: Levenberg-Marquardt, without limits. Its solution is turned
/// by whole turns into the limits; if one is left outside, the next start follows.
std::unique_ptr<PoseSolver> make_kdl_lma(const Chain& chain);
/// ChainIkSolverPos_NR_JL of Orocos KDL: Newton-Raphson, which clamps joints to their limits.
std::unique_ptr<PoseSolver> make_kdl_nr_jl(const Chain& chain);

}  // namespace bench
