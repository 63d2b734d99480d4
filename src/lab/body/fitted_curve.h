#pragma once

#include <vector>

#include <Eigen/Core>

#include "lab/scene/scene.h"

namespace lab {

/// Where a target's curve lies beside the reach of its effector.
enum class CurveFit {
  kInReach,   ///< all of it can be reached
  kInAndOut,  ///< in and out of reach, as in the report
  kEdge,      ///< along the edge of what can be reached
  kStanding,  ///< a point that damped steps reach from the start
};
/// Names in files and options: "in-reach", "in-and-out", "edge", "standing".
inline constexpr const char* kCurveFits[] = {"in-reach", "in-and-out", "edge", "standing"};

/// Target curves for a whole body.
struct FittedCurves {
  std::vector<TargetCurve> curves;  ///< (k)
  /// (n) rad or m, in the order given: every effector is in the middle of its curve, and can go on
  /// from there in all directions that its joints have.
  ik::VectorX theta;
};

/// A target curve for an effector, made from how far it gets, whatever the others do. Damped steps
/// find the farthest places along the world's axes, a middle between them that leaves room in all
/// directions, tried from several poses, and by bisection the largest curve around it that can be
/// reached. A curve in reach has 0.7 times these amplitudes, one at the edge just these, one in and
/// out of reach 1.6 times, or more until an eighth of its points is missed. It repeats after 2 pi
/// s. \param order sets the phases apart, so that several effectors do not move together
TargetCurve fitted_curve(const ik::Multibody& multibody, int effector, CurveFit fit, int order);

/// Curves for all effectors. Curves in reach and at the edge shrink until the body reaches all of
/// them at the same time, aims included: every aim is kept as it is at the start. Effectors that
/// share most of their joints, as fingers do, move together.
FittedCurves fitted_curves(const ik::Multibody& multibody, CurveFit fit);

}  // namespace lab
