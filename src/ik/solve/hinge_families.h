#pragma once

#include <array>
#include <functional>
#include <vector>

#include "ik/solve/seven_hinges.h"
#include "iklab/solver.h"

namespace ik {

/// Limits of seven hinges, rad.
struct HingeLimits {
  std::array<double, SevenHinges::kJoints> lower, upper;
  /// The place of a hinge within its limits, by whole turns the nearest to `start`.
  double place(std::size_t hinge, double angle, double start) const;
};

/// All poses of an arm of seven hinges for a goal, as curves by one parameter.
struct HingeFamilies {
  struct Curve {
    Family::Parameter parameter = Family::Parameter::kWay;
    double period = 0.0;            ///< of the parameter; 0: the curve does not close
    std::vector<Family::Arc> arcs;  ///< where hinges have places within their limits; not empty
    std::function<SevenHinges::Angles(double)> pose;  ///< angles modulo whole turns
  };
  std::vector<Curve> curves;
  bool proven = false;  ///< there are no others
  int angles = 0;       ///< for how many angles of the fixed hinge all poses were sought
};

/// The curves that have a part within the limits: those of ElbowCircles if the arm has them, else
/// self-motions traced from all poses for evenly spread angles of the fixed hinge. A self-motion
/// that stays between two of these angles is missed. \param traces false: only ElbowCircles
HingeFamilies hinge_families(SevenHinges& hinges, const Isometry& goal, const HingeLimits& limits,
                             bool traces);

}  // namespace ik
