#pragma once

namespace bench {

/// Names of benchmarks:
///   update/SCENE/METHOD/PATH   one whole update: Jacobian, solve, clamp, apply, kinematics. PATH:
///     tracker     by lab::Tracker, as the program makes it, errors and limits included
///     library     by the library alone, as the peers make it
///     plain       likewise, by J and the dense matrix whatever the library would choose; dls
///     eigen, …    by a peer, see problem.h
///     batch-REAL-INSTRUCTIONS   by ik::Batch, one block of bodies on tracks of their own; the time
///                 of one body
///     crowd-REAL  likewise, 1024 bodies, by the widest instructions
///   part/SCENE/PART            one part alone, at a pose in mid-track
///
///   growth/SHAPE/n/k/FORM      one step of damped least squares from pose and targets to dtheta,
///                              n hinges, k effectors. FORM: library (as it chooses), plain (its
///                              form by J, 3k x 3k), rows and columns (Eigen's, 3k x 3k and n x n)
///
/// \returns false, having said why, if somebody's step is not the library's
bool register_updates();
bool register_batches();
bool register_growth();

}  // namespace bench
