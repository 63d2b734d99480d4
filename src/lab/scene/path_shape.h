#pragma once

#include <Eigen/Core>

#include <memory>
#include <string>
#include <vector>

#include "iklab/path.h"
#include "lab/scene/scene.h"

namespace lab {

/// What a path follows.
enum class PathForm {
  kTargets,  ///< the curves of the scene's targets, once round
  kLine,     ///< a straight line
  kCircle,   ///< a circle, once round
  kPoints,   ///< a smooth line through points, see SplineCurve
  kRows,     ///< the rows of a file
};
/// Names in files, by PathForm.
inline constexpr const char* kPathForms[] = {"targets", "line", "circle", "points", "rows"};

/// The rows of a file with waypoints, see io::read_goals.
struct PathRows {
  std::string name;                     ///< of the file, to show
  std::vector<ik::AimKind> kinds;       ///< (k) of each effector's aim
  std::vector<ik::Waypoint> waypoints;  ///< at least two
};
bool operator==(const PathRows& a, const PathRows& b);

inline constexpr int kMinWaypoints = 2, kMaxWaypoints = 5000;
inline constexpr std::size_t kMaxPathPoints = 500;

/// A path as a user tells it: its form, the numbers of that form, and the number of waypoints. One
/// effector follows a line, a circle or points; the others stay at their targets.
struct PathShape {
  PathForm form = PathForm::kTargets;
  int waypoints = 100;  ///< kMinWaypoints to kMaxWaypoints; kRows: as many as there are rows
  int effector = 0;     ///< that moves, for kLine, kCircle and kPoints
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::UnitX();  ///< kLine, m
  Eigen::Vector3d center = Eigen::Vector3d::Zero();                               ///< kCircle, m
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< kCircle: any length but 0
  double radius = 0.1;                                ///< kCircle, m, above 0
  std::vector<Eigen::Vector3d> points = {};           ///< kPoints, m, at least two
  std::shared_ptr<const PathRows> rows = {};          ///< kRows
  bool closed = false;  ///< the last waypoint is followed by the first one again
  /// (n) where the way begins, in the solver's order, rad or m; empty: wherever is best.
  std::vector<double> start = {};
};
bool operator==(const PathShape& a, const PathShape& b);

/// The place on a path of form kLine, kCircle or kPoints.
/// \param share from 0 at its begin to 1 at its end
Eigen::Vector3d place_on(const PathShape& shape, double share);

/// The places of the handles that change a shape in the picture, m: both ends of a line; a circle's
/// centre, a point on it, and the tip of its normal, one radius from the centre; all points.
std::vector<Eigen::Vector3d> path_handles(const PathShape& shape);
/// "begin", "radius", "point 3".
std::string path_handle_name(const PathShape& shape, std::size_t handle);
/// The shape with a handle at another place. A circle's centre moves the whole circle; the tip of
/// the normal turns it. \pre the handle exists
PathShape with_path_handle(PathShape shape, std::size_t handle, const Eigen::Vector3d& place);

/// Another form near places along a path: the line from the first one to the farthest from it; the
/// circle around their middle in the plane that is nearest to them; points, at most nine of them.
/// \param places at least one, m
PathShape fitted_path(PathShape shape, PathForm form, std::span<const Eigen::Vector3d> places);

/// Points evenly along a line that the pointer has drawn, m.
/// \param drawn at least two places \returns from 2 to 24 points
std::vector<Eigen::Vector3d> simplified(std::span<const Eigen::Vector3d> drawn);

/// A path as the curve of a target that goes along it once in `period` seconds: a circle and a line
/// as sinusoids, the line there and back; points and the places of a file's rows as a spline.
/// \pre not kTargets
TargetCurve curve_of(const PathShape& shape, double period);

}  // namespace lab
