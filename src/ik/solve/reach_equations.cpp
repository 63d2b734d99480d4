#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/solve/elbow_circles.h"
#include "ik/solve/hinge_families.h"
#include "ik/solve/reach.h"
#include "ik/task/jacobian.h"

// The poses of an arm of six or seven hinges by its equations.

namespace ik {
namespace {

/// Moves the parameter of a family so that it is 0 at the solution; arcs are in the period around
/// it.
void count_from_solution(Family& family) {
  const double from = std::exchange(family.here, 0.0);
  for (Family::Arc& arc : family.arcs) {
    double move = -from;
    const bool holds = arc.from + move <= 0.0 && arc.to + move >= 0.0;
    if (family.period > 0.0 && !holds) {
      const double middle = 0.5 * (arc.from + arc.to) + move;
      move -= family.period * std::round(middle / family.period);
    }
    arc = {arc.from + move, arc.to + move};
  }
  std::sort(family.arcs.begin(), family.arcs.end(),
            [](const Family::Arc& a, const Family::Arc& b) { return a.from < b.from; });
  family.pose = [from, pose = std::move(family.pose)](double s) { return pose(from + s); };
}

}  // namespace

/// Gives the arm to hinges, and its goal to goal_. \returns false for any other body or goals
template <class Hinges>
bool Reach::take_hinges(const Goals& goals, Hinges& hinges) {
  const Multibody& body = goals.multibody;
  const std::span<const int> joints = rows_.joints();
  if (joints.size() != Hinges::kJoints || body.effector_count() != 1 || body.goal_count() != 2 ||
      body.aim_of(1) != AimKind::kOrientation || !goals.stop.tolerances.empty()) {
    return false;
  }
  if (goals.weights[0] == 0.0 || goals.weights[1] == 0.0) return false;
  trial_.theta = start_;
  for (const int j : joints) {
    if (body.joint(j).type != JointType::kRevolute || body.leads(j)) return false;
    trial_.theta[j] = 0.0;
  }
  forward_kinematics(body, trial_);
  const double L = rows_.unit();
  std::array<HingeAxis, Hinges::kJoints> axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = {trial_.origin.col(joints[i]) / L, trial_.axis.col(joints[i])};
  }
  Isometry effector = Isometry::Identity();
  effector.linear() = effector_axes(trial_, body.effector(0));
  effector.translation() = trial_.effector.col(0) / L;
  hinges.take(axes, effector);
  goal_.linear() = goals.aims[0].orientation;
  goal_.translation() = goals.targets[0] / L;
  return true;
}

bool Reach::take_equations(const Goals& goals) { return take_hinges(goals, hinges_); }

/// Moves pose_ to a pose of hinges_, within the limits. \returns false if it does not reach then
bool Reach::place_by_equations(const Goals& goals, int i) {
  pose_.theta = start_;
  for (std::size_t j = 0; j < SixHinges::kJoints; ++j) {
    pose_.theta[rows_.joints()[j]] = hinges_.pose(i)[j];
  }
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  return rows_.reached();
}

/// Sets best_ to the pose that Stop::choice prefers, the nearest one for Choice::kFirst, if it is
/// known that these are all poses. \param quick by a closed form alone
bool Reach::by_equations(const Goals& goals, bool quick) {
  if (!take_equations(goals) || (quick && !hinges_.has_closed_form())) return false;
  if (!hinges_.solve(goal_)) return false;
  double least = kUnlimited;
  bool found = false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (!place_by_equations(goals, i)) continue;
    const double own = score(goals);
    if (found && !(own < least)) continue;
    least = own;
    found = true;
    std::swap(best_, pose_);
  }
  return found;
}

/// True if it is proven that no pose within the limits is within the tolerances of the goal.
bool Reach::no_pose_by_equations(const Goals& goals) {
  const double slack = std::max(goals.stop.error / rows_.unit(), goals.stop.aim_error);
  if (!take_equations(goals) || !hinges_.solve(goal_, slack)) return false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (place_by_equations(goals, i)) return false;
    // beyond a limit by more than the tolerances move the angles
    const double margin = 2.0 * hinges_.sensitivity(i) * slack;
    bool beyond = false;
    for (std::size_t j = 0; j < SixHinges::kJoints; ++j) {
      const int joint = rows_.joints()[j];
      const double off = ranges_.way(joint, pose_.theta[joint], hinges_.pose(i)[j]);
      beyond = beyond || std::abs(off) > margin;
    }
    if (!beyond) return false;
  }
  return true;
}

bool Reach::knows(const Goals& goals, const Pose& start) {
  return begin(goals, start, 0) && gap_ == 0.0 && by_equations(goals, true);
}

/// The families of an arm of seven hinges. \returns false if none is found
bool Reach::collect_families(const Goals& goals, int count, Solutions& found) {
  if (!take_hinges(goals, seven_)) return false;
  HingeLimits limits;
  std::array<int, SevenHinges::kJoints> joints;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    joints[i] = rows_.joints()[i];
    limits.lower[i] = ranges_.lower(joints[i]);
    limits.upper[i] = ranges_.upper(joints[i]);
  }
  HingeFamilies families = hinge_families(seven_, goal_, limits, goals.stop.updates > 0);
  if (families.curves.empty()) return false;
  std::vector<std::pair<double, Family>> sorted;  // by the distance of their solutions
  for (HingeFamilies::Curve& curve : families.curves) {
    Family family{curve.parameter, 0.0, curve.period, std::move(curve.arcs), {}};
    family.pose = [start = start_, joints, limits, at = std::move(curve.pose)](double s) {
      VectorX theta = start;
      const SevenHinges::Angles angles = at(s);
      for (std::size_t i = 0; i < joints.size(); ++i) {
        theta[joints[i]] = limits.place(i, angles[i], start[joints[i]]);
      }
      return theta;
    };
    family.here = family.nearest(start_);
    if (family.parameter == Family::Parameter::kWay) count_from_solution(family);
    const double away = (family.pose(family.here) - start_).norm();
    sorted.emplace_back(away, std::move(family));
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (sorted.size() > static_cast<std::size_t>(count))
    sorted.resize(static_cast<std::size_t>(count));
  for (auto& entry : sorted) {
    found.theta.push_back(entry.second.pose(entry.second.here));
    found.families.push_back(std::move(entry.second));
  }
  found.branches = static_cast<int>(found.theta.size());
  found.starts = found.attempts = families.angles;
  found.proven = families.proven;
  if (families.angles == 0) {
    found.bound = ElbowCircles::kMost;
    found.reason = "a spherical shoulder, an elbow and a spherical wrist";
  }
  return true;
}

}  // namespace ik
