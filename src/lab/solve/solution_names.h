#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/solve/posture.h"

namespace lab {

/// Short names for solutions of a body, all different:
///
///   one bend (a two-link arm)        "elbow up", "elbow down"
///   six hinges, spherical wrist      "shoulder left, elbow up, wrist flipped"
///   others                           "first", then the joint that differs most from the first:
///                                    "A4 +180°"
///
/// Up is the world's y; where both elbows are equally high, they are left and right of the way from
/// shoulder to hand, seen from above (Lee and Ziegler 1984 name the arms of a PUMA like this). The
/// shoulder is told apart where both occur, and the wrist is flipped where its middle hinge bends
/// against its axis.
/// \param solutions (n) each, the solver's order
std::vector<std::string> solution_names(const ik::Multibody& multibody,
                                        std::span<const ik::VectorX> solutions);

/// The name of a posture: the sign of every bend by its joint's name, "A2 +, A4 -". "straight" for
/// a body without bends.
std::string posture_name(const ik::Multibody& multibody, const std::vector<Bend>& bends,
                         std::uint64_t posture);

}  // namespace lab
