#pragma once

#include "ik/task/method.h"
#include "ik/task/redundancy.h"

namespace ik {

/// Nullspace: the task by damped least squares, and a better posture where the task does not mind.
///
///   dtheta = J^T (J J^T + lambda^2 I)^-1 e + (I - J^+ J) phi          Liegeois (1977), eq. 12
///   phi = -D sum weight_c dc/dtheta,   D = diag(mobility)             Buss (2009), section 4
///
/// c are the costs of posture.h: distance from the rest pose, closeness to limits, manipulability
/// and obstacles; a weight of 0 switches one off. J (I - J^+ J) = 0 however the task is damped,
/// since the projector leaves out every direction with sigma_i > 1e-12 sigma_1: a projector damped
/// as the task is would let phi leak into it. The effectors keep still to first order, so phi is
/// cut to 0.1 rad or m at its largest.
///
/// At a solution it moves on until the posture is best, and then stands still. Joints that move no
/// effector stay where they are, and so does everything where J = 0. With the Jacobian at the
/// target the nullspace is that Jacobian's.
struct Nullspace {
  static constexpr MethodTraits kTraits{.moves_in_nullspace = true};

  double lambda = 0.1;            ///< damping of the task, m / rad
  double rest = 0.02;             ///< share of the way to the rest pose, an update
  double limits = 0.02;           ///< the same to the middle of the limits
  double manipulability = 0.001;  ///< rad^2
  double obstacles = 0.2;         ///< rad^2 / m^2
  double margin = 0.1;            ///< around obstacles, m

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ of the task; the nullspace is exact whatever it is (Buss 2009, eq. 11)."},
            &lambda);
    visitor({"rest", "", 0.0, 1.0, false,
             "Share of the way back to the rest pose that an update takes (Buss 2009, section 4)."},
            &rest);
    visitor({"limits", "", 0.0, 1.0, false,
             "Draws joints to the middle of their limits, the narrowest most (Liégeois 1977)."},
            &limits);
    visitor({"manipulability", "rad²", 0.0, 0.02, false,
             "Climbs towards larger manipulability √det(JJᵀ) (Yoshikawa 1985)."},
            &manipulability);
    visitor({"obstacles", "rad²/m²", 0.0, 1.0, false,
             "Moves links out of the margin of obstacles (Maciejewski and Klein 1985)."},
            &obstacles);
    visitor({"margin", "m", 0.0, 0.5, false,
             "Obstacles are felt from this distance (Maciejewski and Klein 1985)."},
            &margin);
  }
};

}  // namespace ik
