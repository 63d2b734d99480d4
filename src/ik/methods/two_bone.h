#pragma once

#include <optional>
#include <vector>

#include "ik/body/limb.h"
#include "ik/task/method.h"

namespace ik {

/// Two bones: each limb reaches its target in one step, by a closed form.
///
///   psi = +- acos((D^2 - a^2 - b^2) / (2 a b)),   D the distance from the shoulder to the target
///
/// and the shoulder turns the effector's direction into the target's (Korein and Badler 1982;
/// Tolani, Goswami and Badler 2000). A limb is a ball joint of three hinges, or one hinge in a
/// plane, and an elbow (see Limb): legs and arms whose chains end there. The elbow keeps its side
/// unless only the other side is within its limits. A ball joint leaves one freedom, the swivel of
/// the elbow about the line to the target: the elbow's axis turns as little as possible, or, with a
/// `pole` other than 0, the elbow points along the pole, world axes. In a plane the pole chooses
/// the elbow's side. A limb's own pole, see Solver::set_pole, comes before this one. Of the two
/// solutions for a ball joint's hinges it is the one without a jump.
///
/// A target beyond a + b, or nearer than |a - b|, is approached as far as the bones go. With
/// `soften` < 1 the limb straightens gradually from the share `soften` of a + b on, and never
/// snaps:
///
///   D' = d + (a + b - d) (1 - exp(-(D - d) / (a + b - d))) for D > d = soften (a + b)
///
/// Targets within the last part of the reach are then missed by D - D'.
///
/// Other joints keep still while all targets are in reach of their limbs. Otherwise, and for
/// effectors without a limb, all joints but those of limbs without other joints above them take the
/// step of DlsError, limited to 45 degrees. A limb with a frozen joint, or a joint that is held at
/// a limit, is no limb in that step. problem.jacobian, weights of goals and of joints do not change
/// a limb's step. D_max moves a target nearer.
struct TwoBone {
  static constexpr MethodTraits kTraits{.turns_to_poles = true, .opens_loops = true};

  double soften = 1.0;  ///< share of the reach where the limb begins to straighten gradually
  double pole_x = 0.0, pole_y = 0.0, pole_z = 0.0;  ///< direction of the elbow, world axes

  /// What is known of the body, and scratch.
  struct Memory {
    std::optional<Multibody> body;           ///< the body of `limbs`
    std::vector<std::optional<Limb>> limbs;  ///< (k)
    VectorX moved;                           ///< (n) the limbs' turns, rad
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(accepting(0.0, 1.0,
                      linear_row("soften", "Soft end from", {0.5, 1.0},
                                 "Share of the limb's length from which on it straightens "
                                 "gradually; 1 reaches every target and straightens at once.")),
            &soften);
    visitor(accepting(-1.0, 1.0,
                      linear_row("pole-x", "Pole x", {-1.0, 1.0},
                                 "World x of the direction in which elbows and knees point; with "
                                 "0, 0, 0 they keep their plane.")),
            &pole_x);
    visitor(accepting(-1.0, 1.0,
                      linear_row("pole-y", "Pole y", {-1.0, 1.0},
                                 "World y of the direction in which elbows and knees point.")),
            &pole_y);
    visitor(accepting(-1.0, 1.0,
                      linear_row("pole-z", "Pole z", {-1.0, 1.0},
                                 "World z of the direction in which elbows and knees point.")),
            &pole_z);
  }
};

}  // namespace ik
