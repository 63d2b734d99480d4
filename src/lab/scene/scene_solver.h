#pragma once

#include <span>
#include <vector>

#include "iklab/solver.h"
#include "lab/scene/scene.h"

namespace lab {

/// (k + r) the weights of goals with these settings, as in Problem::weights.
/// \param given (k + r) without the settings; empty if all are 1
std::vector<double> goal_weights(std::vector<double> given, const ik::Multibody& body,
                                 const Settings& settings);

/// Sets a solver's goals.
/// \param targets (k) m \param aims (r)
void set_goals(std::span<const Eigen::Vector3d> targets, std::span<const ik::Aim> aims,
               ik::Solver& solver);
/// Sets the weights of a solver's goals.
/// \param weights (k + r) as in Problem::weights; empty if all are 1
void set_goal_weights(std::span<const double> weights, ik::Solver& solver);

/// Gives a solver of the scene's body the settings, as far as an ik::Solver has them, the scene's
/// obstacles and its weights.
/// \param method of the solver
void take_scene(const Scene& scene, const Settings& settings, const ik::MethodInfo& method,
                ik::Solver& solver);

}  // namespace lab
