#pragma once

#include <optional>
#include <span>
#include <vector>

#include "iklab/solver.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// The families of solutions of a lane's goals, the nearest to the lane's pose first; none for
/// other bodies than arms of seven hinges. The method of the lane has no effect. Poses are in the
/// solver's order.
std::vector<ik::Family> families_of(const StandingLane& lane);

/// A pose of a family.
struct PlaceOnFamily {
  std::size_t family;
  double parameter;
};
/// Where a pose lies on families; none if it lies on none. \param theta (n) solver's order
std::optional<PlaceOnFamily> place_on(std::span<const ik::Family> families,
                                      const ik::Multibody& multibody, const ik::VectorX& theta);

/// The parameters of a family, those of one period for a closed one.
ik::Family::Arc range_of(const ik::Family& family);
/// The parameter within the limits that is nearest to one, which may be less or more by periods.
/// \returns a parameter in range_of(family)
double nearest_allowed(const ik::Family& family, double parameter);
/// The parts of range_of(family) that are within the limits.
std::vector<ik::Family::Arc> arcs_in_range(const ik::Family& family);
/// Poses (n) spread over all arcs of a family.
std::vector<ik::VectorX> sweep_of(const ik::Family& family, int count);

}  // namespace lab
