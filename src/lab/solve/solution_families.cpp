#include "lab/solve/solution_families.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/scene_solver.h"
#include "lab/solve/solution_search.h"

namespace lab {

std::vector<ik::Family> families_of(const StandingLane& lane) {
  ik::Solver solver(lane.weighted_body());
  if (!lane.keeps_limits()) solver.set_limits(LimitRule::kIgnore);
  set_goals(lane.targets, lane.aims, solver);
  set_goal_weights(lane.weights, solver);
  solver.set_theta(lane.theta);
  // no start is tried for other bodies
  return solver.solutions(SolutionSearch::kMaxSolutions, {.updates = 1, .restarts = 0}).families;
}

std::optional<PlaceOnFamily> place_on(std::span<const ik::Family> families,
                                      const ik::Multibody& multibody, const ik::VectorX& theta) {
  for (std::size_t i = 0; i < families.size(); ++i) {
    const double at = families[i].nearest(theta);
    if (same_pose(multibody, families[i].pose(at), theta)) return PlaceOnFamily{i, at};
  }
  return std::nullopt;
}

ik::Family::Arc range_of(const ik::Family& family) {
  if (family.period > 0.0) return {-0.5 * family.period, 0.5 * family.period};
  return {family.arcs.front().from, family.arcs.back().to};
}

std::vector<ik::Family::Arc> arcs_in_range(const ik::Family& family) {
  const auto [from, to] = range_of(family);
  std::vector<ik::Family::Arc> parts;
  for (const ik::Family::Arc& arc : family.arcs) {
    for (const int turn : {-1, 0, 1}) {
      const double move = turn * family.period;
      const ik::Family::Arc part{std::max(arc.from + move, from), std::min(arc.to + move, to)};
      const bool again = turn != 0 && family.period == 0.0;
      if (part.from < part.to && !again) parts.push_back(part);
    }
  }
  return parts;
}

double nearest_allowed(const ik::Family& family, double parameter) {
  const auto [from, to] = range_of(family);
  double nearest = parameter, least = ik::kUnlimited;
  for (const ik::Family::Arc& arc : arcs_in_range(family)) {
    for (const int turn : {-1, 0, 1}) {
      const double move = turn * family.period;
      const double at = std::clamp(parameter, arc.from + move, arc.to + move);
      if (!(std::abs(at - parameter) < least)) continue;
      least = std::abs(at - parameter);
      nearest = std::clamp(at - move, from, to);
    }
  }
  return nearest;
}

std::vector<ik::VectorX> sweep_of(const ik::Family& family, int count) {
  double length = 0.0;
  for (const ik::Family::Arc& arc : family.arcs) length += arc.to - arc.from;
  std::vector<ik::VectorX> poses;
  for (int i = 0; i < count; ++i) {
    double left = length * (i + 0.5) / count;
    for (const ik::Family::Arc& arc : family.arcs) {
      const double own = arc.to - arc.from;
      if (left <= own) {
        poses.push_back(family.pose(arc.from + left));
        break;
      }
      left -= own;
    }
  }
  return poses;
}

}  // namespace lab
