#pragma once

namespace bench {

/// Names of benchmarks:
///   update/SCENE/METHOD/PATH   one whole update: Jacobian, solve, clamp, apply, kinematics. PATH:
///     tracker     by lab::Tracker, as the program makes it, errors and limits included
///     library     by the library alone, as the peers make it
///     eigen, …    by a peer, see problem.h
///   part/SCENE/PART            one part alone, at a pose in mid-track
///
/// \returns false, having said why, if a peer's step is not the library's
bool register_updates();

}  // namespace bench
