#pragma once

#include <vector>

#include "iklab/path.h"
#include "lab/scene/path_shape.h"
#include "lab/track/setup.h"

namespace lab {

/// The path before a user has chosen one: the targets' curves, with 32 waypoints a cycle of the
/// fastest sinusoid, within 100 and 600. Where no target moves, a circle around the first one, with
/// a tenth of the effector's reach as its radius.
PathShape first_path(const Setup& setup);

/// The waypoints of a path. Of kTargets, waypoint k of N is at the time
///
///   tau_k = T k / (N - 1),   T: the longest round_time() of the targets
///
/// with targets and aims as the scene has them then; a held target stays where it is held. Targets
/// that jump go straight from point to point. Of a line, a circle or points, waypoint k is
/// place_on(k / (N - 1)) at the time 4 s k / (N - 1); other targets, and all aims, stay as they are
/// at time 0. A file's rows are its own; without times they are as far apart.
std::vector<ik::Waypoint> waypoints_of(const PathShape& shape, const Setup& setup);

/// The set-up with the body of a path: effectors aim as the columns of the file say.
Setup setup_on_path(const PathShape& shape, Setup setup);

/// Why a path cannot be followed, in a sentence: "A path needs a target that moves: ...". Empty: it
/// can.
std::string path_trouble(const PathShape& shape, const Setup& setup);

}  // namespace lab
