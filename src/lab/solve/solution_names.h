#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/solve/posture.h"

namespace lab {

/// Short names for solutions of a body, all different:
///
///   two hinges in a plane           "elbow up", "elbow down"
///   a first hinge across a parallel "shoulder left, elbow up, wrist flipped"
///     pair, with a spherical wrist
///     or without a wrist
///   others                          "first", then the joint that differs most from the first:
///                                   "A4 +180°"
///
/// Up is up_axis() for two hinges, and the first axis for an arm that stands on it. Where the
/// elbow comes out level, it is left or right of the way from shoulder to hand, seen from above. A
/// shoulder is left or right of that way; an arm in one plane with its first axis reaches forward,
/// as in its initial pose, or back. The wrist is flipped if its middle hinge bends against its
/// axis. Lee and Ziegler (1984) name a PUMA's arms like this. Shoulder and wrist are left out where
/// all solutions agree. \param solutions (n) each, the solver's order \param up see up_axis()
std::vector<std::string> solution_names(const ik::Multibody& multibody,
                                        std::span<const ik::VectorX> solutions,
                                        const Eigen::Vector3d& up = Eigen::Vector3d::UnitY());

/// The sign of every bend, "+, −"; "all poses" for a body without bends.
std::string posture_signs(const std::vector<Bend>& bends, std::uint64_t posture);
/// The name of a posture: the sign of every bend by its joint's name, "A2 +, A4 −". "all poses" for
/// a body without bends.
std::string posture_name(const ik::Multibody& multibody, const std::vector<Bend>& bends,
                         std::uint64_t posture);

}  // namespace lab
