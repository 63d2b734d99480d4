#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "iklab/body.h"

namespace lab {

/// A hinge at which a chain bends, as at an elbow: its neighbours before and after it come nearer
/// to each other or farther apart as it turns. A hinge that turns all that follows about the line
/// to a neighbour is none, nor is the root.
struct Bend {
  static constexpr int kRootAxis = -1, kEffector = -1;

  int joint;  ///< in the solver's order
  /// The nearest joint towards the root that lies elsewhere. kRootAxis: a point on the root's axis.
  int before;
  int after;     ///< the nearest joint towards the effector that lies elsewhere, or kEffector
  int effector;  ///< at the end of the chain
};

/// The bends on the ways to all effectors, each joint once, in the solver's order; at most 64.
std::vector<Bend> find_bends(const ik::Multibody& multibody);

/// The neighbours of a bend, world axes, m.
Eigen::Vector3d before_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend);
Eigen::Vector3d after_of(const ik::Pose& pose, const Bend& bend);

/// v . ((p - p_before) x (p_after - p)), m^2, with v the hinge's axis and p its origin: positive if
/// the chain turns to the left there, seen from the tip of v; 0 where it is straight or folded.
double bend_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend);

/// A bit for each bend: 1 if bend_of() is negative. For a seven-axis arm the signs of A2, A4 and
/// A6, which KUKA calls its status.
std::uint64_t posture_of(const ik::Multibody& multibody, const ik::Pose& pose,
                         const std::vector<Bend>& bends);

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
