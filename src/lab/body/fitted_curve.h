#pragma once

#include <vector>

#include <Eigen/Core>

#include "lab/scene/scene.h"

namespace lab {

/// Position of a target's curve relative to its effector's reach.
enum class CurveFit {
  kInReach,   ///< all points can be reached
  kInAndOut,  ///< in and out of reach, as in the report
  kEdge,      ///< along the edge of the reach
  kStanding,  ///< a point that damped steps reach from the start
};
/// Names in files and options: "in-reach", "in-and-out", "edge", "standing".
inline constexpr const char* kCurveFits[] = {"in-reach", "in-and-out", "edge", "standing"};

/// Target curves for a whole body.
struct FittedCurves {
  std::vector<TargetCurve> curves;  ///< (k)
  /// (n) rad or m, in the given order. Every effector is at the middle of its curve and can move on
  /// in all directions that its joints allow.
  ik::VectorX theta;
};

/// Fits a target curve to the reach of an effector, without regard to the other effectors. Damped
/// steps find the farthest positions along the world axes from several poses, and a middle with
/// room in all directions. Bisection then finds the largest reachable curve around that middle.
/// Factors on its amplitudes: kInReach 0.7, kEdge 1, kInAndOut 1.6 or more until an eighth of the
/// points is missed. The period is 2 pi s.
/// \param order shifts the phases, so that several effectors do not move in step
TargetCurve fitted_curve(const ik::Multibody& multibody, int effector, CurveFit fit, int order);

/// Fits curves for all effectors. Curves in reach and at the edge shrink until the body reaches
/// all of them at the same time with every aim as at the start. Effectors that share most of their
/// joints, such as fingers, move together.
FittedCurves fitted_curves(const ik::Multibody& multibody, CurveFit fit);

}  // namespace lab
