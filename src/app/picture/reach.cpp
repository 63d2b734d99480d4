#include "app/picture/reach.h"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>

#include "app/picture/grasp.h"
#include "app/picture/picture.h"
#include "app/session/to_gpu.h"
#include "lab/scene/colors.h"

namespace app {
namespace {

constexpr float kSolutionGhost = 0.42f, kLitGhost = 0.8f;  // opacity
constexpr float kGhostThickness = 0.7f;  // a ghost's links are thinner than the body's
constexpr float kPlaceDot = 3.5f;        // design points, width of a place
constexpr float kPlaceAlpha = 0.7f;
constexpr int kShades = 64;

}  // namespace

void add_solutions(std::span<const ui::ShownSolution> solutions, std::optional<std::size_t> lit,
                   const ik::Multibody& multibody, const Stage& stage, bool dark,
                   gfx::Picture& picture) {
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const lab::Color hue = lab::basin_hue(solutions[i].hue, dark);
    add_companion(multibody, solutions[i].pose, stage,
                  to_gpu(hue, lit == i ? kLitGhost : kSolutionGhost), kGhostThickness, picture);
  }
}

std::optional<std::size_t> pick_solution(std::span<const ui::ShownSolution> solutions,
                                         const ik::Multibody& multibody, const Stage& stage,
                                         const gfx::Camera& camera, glm::vec2 pixel,
                                         glm::vec2 size) {
  std::optional<std::size_t> nearest;
  float least = 0.0f;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const auto met = pick_link(camera, pixel, size, multibody, solutions[i].pose,
                               kGhostThickness * stage.link_radius());
    if (!met) continue;
    const float away = glm::distance(camera.eye(), to_gpu(met->to));
    if (nearest && away >= least) continue;
    nearest = i;
    least = away;
  }
  return nearest;
}

void add_cloud(const lab::ReachCloud& cloud, const glm::vec3& middle, const glm::vec3& eye,
               gfx::Picture& picture) {
  const double most = cloud.largest_share();
  if (!(most > 0.0)) return;
  std::array<gfx::Color, kShades> shades;
  for (std::size_t i = 0; i < shades.size(); ++i) {
    const double share = static_cast<double>(i) / (kShades - 1);
    shades[i] = to_gpu(lab::color_at(share), kPlaceAlpha);
  }
  for (const lab::ReachCloud::Point& point : cloud.points()) {
    const auto shade = static_cast<std::size_t>((kShades - 1) * cloud.share(point) / most);
    const glm::vec3 at(point.place.x(), point.place.y(), point.place.z());
    const glm::vec3 away = at - middle;
    // halves of an upright plane that faces the eye
    const bool in_front = away.x * (eye.x - middle.x) + away.z * (eye.z - middle.z) > 0.0f;
    if (in_front && !cloud.planar()) continue;
    picture.lines.push_back({at, at, kPlaceDot, 0.0f, shades[shade]});
  }
}

}  // namespace app
