#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

#include "lab/scene/scene.h"

namespace lab {

/// A handle of a target's curve that the pointer can drag.
struct CurveHandle {
  enum class Kind {
    kCenter,     ///< the middle of the curve; the curve moves with it
    kAmplitude,  ///< amplitude of one sinusoid along one axis
    kPoint,      ///< a point of a curve through points
  };
  Kind kind = Kind::kCenter;
  std::size_t index = 0;  ///< which sinusoid or point
  int axis = 0;           ///< an amplitude's: 0 is x, 1 is y, 2 is z

  bool operator==(const CurveHandle&) const = default;
};

/// Sum of sinusoids: the centre, then an amplitude along each axis, for every sinusoid that moves
/// along it, or for the first one if none does. Curve through points: their mean, then the points.
std::vector<CurveHandle> handles_of(const TargetCurve& curve);
bool has_handle(const TargetCurve& curve, const CurveHandle& handle);

/// The centre or the point, m; for an amplitude, a vector along its axis.
/// \pre has_handle(curve, handle), as for the functions below
Eigen::Vector3d handle_value(const TargetCurve& curve, const CurveHandle& handle);
/// The curve with another value of a handle. Everything else stays; a new mean moves all points.
TargetCurve with_handle_value(const TargetCurve& curve, const CurveHandle& handle,
                              const Eigen::Vector3d& value);

/// "centre", "amplitude x", "point 3"; "amplitude 2 x" if several sinusoids move along x.
std::string handle_name(const TargetCurve& curve, const CurveHandle& handle);
/// The value in metres, to three digits: "0.42", "0.1, 0.2, −0.3".
std::string handle_number(const TargetCurve& curve, const CurveHandle& handle);

/// The middle of the curve: its centre, or the mean of its points, m.
Eigen::Vector3d center_of(const TargetCurve& curve);

/// Points along the curve, m, to draw it: one full period if the curve closes within 20 periods of
/// its slowest sinusoid, otherwise 20 periods. Of a curve that jumps: its points, closed.
std::vector<Eigen::Vector3d> course_of(const TargetCurve& curve);

/// The time of course_of() a curve of sinusoids or a spline, s: once round, or 20 periods of
/// the slowest sinusoid. Of a curve that jumps its period; 0 if the target stands.
double round_time(const TargetCurve& curve);

inline constexpr double kStretch = 1.0;  ///< s
/// Points along the stretch of kStretch with `time` in its middle. All of a curve that closes after
/// one period of its slowest sinusoid, and of a curve through points.
std::vector<Eigen::Vector3d> stretch_of(const TargetCurve& curve, double time);

}  // namespace lab
