#pragma once

#include <optional>
#include <span>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/picture/stage.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/solve/reach_cloud.h"
#include "ui/panels/shown.h"

namespace app {

/// Adds solutions as ghosts in their hues; a lit one is more opaque.
void add_solutions(std::span<const ui::ShownSolution> solutions, std::optional<std::size_t> lit,
                   const ik::Multibody& multibody, const Stage& stage, bool dark,
                   gfx::Picture& picture);

/// The solution with a link under the pointer that is nearest to the eye.
/// \param pixel in the view's coordinates, from its top left corner
std::optional<std::size_t> pick_solution(std::span<const ui::ShownSolution> solutions,
                                         const ik::Multibody& multibody, const Stage& stage,
                                         const gfx::Camera& camera, glm::vec2 pixel,
                                         glm::vec2 size);

/// Adds the places of an effector as dots, coloured by the share of directions in which it gets
/// there: lab::color_at() of the share over the largest one. Of a reach in space only the half
/// behind the body, so that one looks into it.
/// \param middle of the halves, m
void add_cloud(const lab::ReachCloud& cloud, const glm::vec3& middle, const glm::vec3& eye,
               gfx::Picture& picture);

}  // namespace app
