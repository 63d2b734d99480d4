#include "lab/scene/curve_handles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr int kMaxPeriods = 20;
constexpr int kPointsPerCycle = 32;  // along the fastest sinusoid
constexpr int kMaxPoints = 600;
constexpr double kMinShown = 5e-4;  // m; smaller values are shown as 0

using HandleKind = CurveHandle::Kind;

const WaveCurve* waves_of(const TargetCurve& curve) {
  return std::get_if<WaveCurve>(&curve.shape());
}

/// The points of a curve that is not a sum of sinusoids.
template <class Shape>
auto& points_of(Shape& shape) {
  if (auto* spline = std::get_if<SplineCurve>(&shape)) return spline->points;
  return std::get<JumpCurve>(shape).points;
}

/// The number of sinusoids that move along an axis.
std::size_t movers(const WaveCurve& curve, int axis) {
  return static_cast<std::size_t>(std::ranges::count_if(
      curve.waves, [axis](const Wave& wave) { return wave.amplitude[axis] != 0.0; }));
}

/// The time of one closed round, or of kMaxPeriods of the slowest sinusoid, its number of periods,
/// and the number of points to draw.
struct Round {
  double time;
  int points;
  int periods = 1;
};
Round round_of(const WaveCurve& curve) {
  double slowest = std::numeric_limits<double>::infinity(), fastest = 0.0;
  for (const Wave& wave : curve.waves) {
    const double frequency = std::abs(wave.frequency);
    if (frequency == 0.0 || wave.amplitude.isZero(0.0)) continue;
    slowest = std::min(slowest, frequency);
    fastest = std::max(fastest, frequency);
  }
  if (fastest == 0.0) return {0.0, 0};
  const auto closes = [&](int periods) {
    return std::ranges::all_of(curve.waves, [&](const Wave& wave) {
      const double cycles = periods * std::abs(wave.frequency) / slowest;
      return wave.amplitude.isZero(0.0) || std::abs(cycles - std::round(cycles)) <= 1e-6 * cycles;
    });
  };
  int periods = 1;
  while (periods < kMaxPeriods && !closes(periods)) ++periods;
  const double cycles = periods * fastest / slowest;
  return {2.0 * std::numbers::pi * periods / slowest,
          static_cast<int>(std::min(kPointsPerCycle * cycles, double{kMaxPoints})), periods};
}

/// Points along the curve from a time on.
std::vector<Eigen::Vector3d> sampled(const TargetCurve& curve, double from, const Round& round) {
  std::vector<Eigen::Vector3d> course;
  for (int i = 0; i <= round.points; ++i) {
    course.push_back(curve.at(round.points > 0 ? from + round.time * i / round.points : from));
  }
  return course;
}

}  // namespace

std::vector<CurveHandle> handles_of(const TargetCurve& curve) {
  std::vector<CurveHandle> handles{{}};
  const WaveCurve* waves = waves_of(curve);
  if (waves == nullptr) {
    const std::size_t count = points_of(curve.shape()).size();
    for (std::size_t i = 0; i < count; ++i) handles.push_back({HandleKind::kPoint, i});
    return handles;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const bool none = movers(*waves, axis) == 0;
    for (std::size_t i = 0; i < waves->waves.size(); ++i) {
      const bool moves = waves->waves[i].amplitude[axis] != 0.0;
      if (moves || (none && i == 0)) handles.push_back({HandleKind::kAmplitude, i, axis});
    }
  }
  return handles;
}

bool has_handle(const TargetCurve& curve, const CurveHandle& handle) {
  if (handle.kind == HandleKind::kCenter) return true;
  const WaveCurve* waves = waves_of(curve);
  if ((handle.kind == HandleKind::kAmplitude) != (waves != nullptr)) return false;
  return handle.index < (waves ? waves->waves.size() : points_of(curve.shape()).size());
}

Eigen::Vector3d center_of(const TargetCurve& curve) {
  if (const WaveCurve* waves = waves_of(curve)) return waves->center;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const auto& points = points_of(curve.shape());
  for (const Eigen::Vector3d& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

Eigen::Vector3d handle_value(const TargetCurve& curve, const CurveHandle& handle) {
  if (handle.kind == HandleKind::kCenter) return center_of(curve);
  if (handle.kind == HandleKind::kPoint) return points_of(curve.shape())[handle.index];
  return waves_of(curve)->waves[handle.index].amplitude[handle.axis] *
         Eigen::Vector3d::Unit(handle.axis);
}

TargetCurve with_handle_value(const TargetCurve& curve, const CurveHandle& handle,
                              const Eigen::Vector3d& value) {
  TargetCurve::Shape shape = curve.shape();
  auto* waves = std::get_if<WaveCurve>(&shape);
  if (handle.kind == HandleKind::kAmplitude) {
    waves->waves[handle.index].amplitude[handle.axis] = value[handle.axis];
  } else if (handle.kind == HandleKind::kPoint) {
    points_of(shape)[handle.index] = value;
  } else if (waves != nullptr) {
    waves->center = value;
  } else {
    return shifted(curve, value - center_of(curve));
  }
  return TargetCurve(std::move(shape));
}

std::string handle_name(const TargetCurve& curve, const CurveHandle& handle) {
  if (handle.kind == HandleKind::kCenter) return "centre";
  const std::string number = std::to_string(handle.index + 1);
  if (handle.kind == HandleKind::kPoint) return "point " + number;
  const bool several = movers(*waves_of(curve), handle.axis) > 1;
  return "amplitude " + (several ? number + " " : "") + "xyz"[handle.axis];
}

std::string handle_number(const TargetCurve& curve, const CurveHandle& handle) {
  const Eigen::Vector3d value = handle_value(curve, handle);
  const auto number = [](double x) {
    const std::string text = brief_number(std::abs(x) < kMinShown ? 0.0 : x);
    return text.starts_with('-') ? "−" + text.substr(1) : text;
  };
  if (handle.kind == HandleKind::kAmplitude) return number(value[handle.axis]);
  return number(value.x()) + ", " + number(value.y()) + ", " + number(value.z());
}

std::vector<Eigen::Vector3d> course_of(const TargetCurve& curve) {
  if (const auto* jumps = std::get_if<JumpCurve>(&curve.shape())) {
    std::vector<Eigen::Vector3d> course = jumps->points;
    course.push_back(jumps->points.front());
    return course;
  }
  Round round;
  if (const auto* spline = std::get_if<SplineCurve>(&curve.shape())) {
    const auto points = static_cast<double>(spline->points.size());
    round = {spline->period,
             static_cast<int>(std::min(kPointsPerCycle * points, double{kMaxPoints}))};
  } else {
    round = round_of(*waves_of(curve));
  }
  return sampled(curve, 0.0, round);
}

double round_time(const TargetCurve& curve) {
  if (stands(curve)) return 0.0;
  if (const auto* spline = std::get_if<SplineCurve>(&curve.shape())) return spline->period;
  if (const auto* jumps = std::get_if<JumpCurve>(&curve.shape())) return jumps->period;
  return round_of(*waves_of(curve)).time;
}

std::vector<Eigen::Vector3d> stretch_of(const TargetCurve& curve, double time) {
  const WaveCurve* waves = waves_of(curve);
  const Round round = waves != nullptr ? round_of(*waves) : Round{};
  if (round.periods <= 1) return course_of(curve);
  constexpr int kMinPoints = 8;
  const int points = static_cast<int>(round.points * kStretch / round.time);
  return sampled(curve, time - 0.5 * kStretch, {kStretch, std::max(points, kMinPoints)});
}

}  // namespace lab
