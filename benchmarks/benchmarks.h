#pragma once

namespace bench {

/// Names of benchmarks:
///   update/SCENE/METHOD/PATH   one whole update: Jacobian, solve, clamp, apply, kinematics. PATH:
///     tracker     by lab::Tracker as in the program, with errors and limits
///     library     by the library alone, as the peers compute it
///     plain       by the library alone, always with J and the dense matrix; dls
///     eigen, …    by a peer, see problem.h
///     batch-REAL-INSTRUCTIONS   by ik::Batch: one block of bodies on different tracks; time of
///                 one body
///     crowd-REAL  by ik::Batch: 1024 bodies, widest instructions; time of one body
///                 (the tracker follows all of the targets, the other paths their positions)
///   part/SCENE/PART            one part of an update, at a pose in mid-track
///
///   growth/SHAPE/n/k/FORM      one step of damped least squares from pose and targets to dtheta,
///                              n hinges, k effectors. FORM: library (automatic choice), plain (by
///                              J, 3k x 3k), rows and columns (Eigen's, 3k x 3k and n x n)
///   growth/SHAPE/n/k/METHOD    one step of a method that is linear in n
///
/// \returns false, with a message on stderr, if a step differs from the library's
bool register_updates();
bool register_batches();
bool register_growth();

}  // namespace bench
