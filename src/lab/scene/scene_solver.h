#pragma once

#include <vector>

#include "iklab/solver.h"

#include "lab/scene/scene.h"

namespace lab {

/// (k + r) the weights of the scene's goals with its settings, as in Problem::weights.
std::vector<double> goal_weights(const Scene& scene);

/// Gives a solver of the scene's body the scene's settings, as far as an ik::Solver has them, its
/// obstacles and its weights.
/// \param method of the solver
void take_scene(const Scene& scene, const ik::MethodInfo& method, ik::Solver& solver);

}  // namespace lab
