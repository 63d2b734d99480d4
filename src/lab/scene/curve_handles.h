#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

#include "lab/scene/scene.h"

namespace lab {

/// What a pointer can take hold of on a target's curve.
struct CurveHandle {
  enum class Kind {
    kCenter,     ///< the middle of the curve, which moves with it
    kAmplitude,  ///< of one sinusoid along one axis
    kPoint,      ///< of a curve through points
  };
  Kind kind = Kind::kCenter;
  std::size_t index = 0;  ///< of the sinusoid, or of the point
  int axis = 0;           ///< of an amplitude: 0 is x, 1 is y, 2 is z

  bool operator==(const CurveHandle&) const = default;
};

/// The centre, then an amplitude along each axis: of every sinusoid that moves along it, or else of
/// the first one. Of a curve through points: their mean, then the points.
std::vector<CurveHandle> handles_of(const TargetCurve& curve);
/// Whether it is a handle of that curve.
bool has_handle(const TargetCurve& curve, const CurveHandle& handle);

/// The centre or the point, m; for an amplitude, the amplitude along its axis and 0 along others.
/// \pre has_handle(curve, handle), as for the functions below
Eigen::Vector3d handle_value(const TargetCurve& curve, const CurveHandle& handle);
/// The curve with another value of a handle. Everything else stays; with another mean all points
/// move.
TargetCurve with_handle_value(const TargetCurve& curve, const CurveHandle& handle,
                              const Eigen::Vector3d& value);

/// "centre", "amplitude x", "point 3"; "amplitude 2 x" where several sinusoids move along x.
std::string handle_name(const TargetCurve& curve, const CurveHandle& handle);
/// The value in metres, to three digits: "0.42", "0.1, 0.2, −0.3".
std::string handle_number(const TargetCurve& curve, const CurveHandle& handle);

/// The middle of the curve: its centre, or the mean of its points, m.
Eigen::Vector3d center_of(const TargetCurve& curve);

/// Points along the curve, m, as a line for the eye: once round if it closes within 20 periods of
/// its slowest sinusoid, else so much of it. Of a curve that jumps: its points, and the first one
/// again.
std::vector<Eigen::Vector3d> course_of(const TargetCurve& curve);

}  // namespace lab
