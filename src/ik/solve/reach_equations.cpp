#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/solve/elbow_circles.h"
#include "ik/solve/hinge_families.h"
#include "ik/solve/reach.h"
#include "ik/task/attempt.h"
#include "ik/task/jacobian.h"

// The poses of an arm by its equations.

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

/// Reads the arm at theta = 0, in shares of L, and its goal, goal_. \param axes room for them
/// \returns how many axes there are; 0 for a body or goals without equations
int Reach::read_arm(const Goals& goals, std::span<HingeAxis> axes, Isometry& effector) {
  const std::span<const int> joints = rows_.joints();
  if (joints.size() > axes.size()) return 0;
  trial_.theta = start_;
  const bool read = read_axes(goals.multibody, joints, rows_.unit(), trial_, axes, effector);
  return read ? static_cast<int>(joints.size()) : 0;
}

/// Sets goal_. \returns false for goals that no equations take: they take the position of one
/// effector, alone or with its orientation
bool Reach::set_equation_goal(const Goals& goals) {
  const Multibody& body = goals.multibody;
  const int aims = body.goal_count() - 1;
  if (body.effector_count() != 1 || aims > 1 || !goals.stop.tolerances.empty()) return false;
  if (aims == 1 && body.aim_of(1) != AimKind::kOrientation) return false;
  for (int g = 0; g <= aims; ++g) {
    if (goals.weights[static_cast<std::size_t>(g)] == 0.0) return false;
  }
  goal_.translation() = goals.targets[0] / rows_.unit();
  goal_.linear().setIdentity();
  if (aims == 1) goal_.linear() = goals.aims[0].orientation;
  return true;
}

/// Gives the arm to hinges_ and nearest_form_. \returns false for a body without equations
bool Reach::take_arm(const Goals& goals) {
  std::array<HingeAxis, SixHinges::kJoints> axes;
  Isometry effector;
  const int count = read_arm(goals, axes, effector);
  if (count == 0) return false;
  const std::span<const int> joints = rows_.joints();
  const bool turns = goals.multibody.goal_count() == 2;
  const Eigen::Vector3d tip = effector.translation();
  const std::span<const HingeAxis> own(axes.data(), joints.size());
  const CompletedArm arm(own, tip, turns);
  if (arm.count == 0) return false;
  bound_share_ = arm.flips ? 1 : 2;
  for (std::size_t i = 0; i < SixHinges::kJoints; ++i) {
    const bool is_own = static_cast<int>(i) < arm.count && arm.joints[i] >= 0;
    equation_joints_[i] = is_own ? joints[static_cast<std::size_t>(arm.joints[i])] : -1;
  }
  if (!turns) {
    hinges_.take_position({arm.axes[0], arm.axes[1], arm.axes[2]}, tip);
    return true;
  }
  hinges_.take(arm.axes, effector);
  is_six_ = count == SixHinges::kJoints &&
            std::none_of(axes.begin(), axes.end(), [](const HingeAxis& a) { return a.slides; });
  if (is_six_) nearest_form_.take(hinges_);
  return hinges_.geometry() != SixHinges::Geometry::kUnknown;
}

/// Gives the arm and its goal to hinges_. \returns false for a body or goals without equations
bool Reach::take_equations(const Goals& goals) {
  if (!set_equation_goal(goals)) return false;
  const bool alone = std::ssize(rows_.joints()) == goals.multibody.joint_count();
  if (axes_unit_ != rows_.unit() || !alone) {
    is_six_ = false;
    has_equations_ = take_arm(goals);
    axes_unit_ = alone ? rows_.unit() : 0.0;  // no other joint moves them
  }
  return has_equations_;
}

/// True for an arm of six hinges with a closed form, which hinges_ and nearest_form_ take then.
bool Reach::has_closed_form(const Goals& goals) {
  return take_equations(goals) && is_six_ && hinges_.has_closed_form();
}

/// Moves pose_ to a pose of hinges_, within the limits. \returns false if it does not reach then
bool Reach::place_by_equations(const Goals& goals, int i) {
  pose_.theta = start_;
  for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
    const int j = equation_joints_[k];
    if (j >= 0) pose_.theta[j] = hinges_.pose(i)[k] * ranges_.unit(j);
  }
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  return rows_.reached();
}

/// Sets best_ to the pose that Stop::choice prefers, the nearest one for Choice::kFirst, if it is
/// known that there is no better one. \pre hinges_ has a closed form
bool Reach::by_closed_form(const Goals& goals) {
  attempt_ = 0;
  no_pose_ = false;
  pose_.theta = start_;
  if (!spend(goals)) return false;
  const bool nearest = goals.stop.choice == Choice::kFirst || goals.stop.choice == Choice::kNearest;
  return nearest && nearest_form_.known() ? by_nearest(goals) : by_equations(goals);
}

/// By all angles of the arm's closed form, and steps that make them exact.
bool Reach::by_nearest(const Goals& goals) {
  std::array<NearestPose::Range, NearestPose::kJoints> ranges;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const int j = rows_.joints()[i];
    ranges[i] = {start_[j], ranges_.lower(j), ranges_.upper(j), ranges_.factor(j)};
  }
  NearestPose::Angles angles;
  const NearestPose::Answer answer = nearest_form_.find(goal_, ranges, angles);
  no_pose_ = answer == NearestPose::Answer::kNone;
  if (answer != NearestPose::Answer::kPose) return false;
  for (std::size_t i = 0; i < angles.size(); ++i) pose_.theta[rows_.joints()[i]] = angles[i];
  ranges_.clamp(pose_.theta);
  place(goals);
  for (int i = 0; i < kSingleSteps && !rows_.reached(); ++i) {
    if (!spend(goals) || !step(goals, pose_, true)) return false;
  }
  if (!rows_.reached()) return false;
  std::swap(best_, pose_);
  return true;
}

/// By all poses of the arm, if it is known that these are all.
bool Reach::by_equations(const Goals& goals) {
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
  no_pose_ = !found;
  return found;
}

/// True if it is proven that no pose within the limits is within the tolerances of the goal.
bool Reach::no_pose_by_equations(const Goals& goals) {
  const double slack = std::max(goals.stop.error / rows_.unit(), goals.stop.aim_error);
  if (!take_equations(goals) || !hinges_.solve(goal_, slack)) return false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (place_by_equations(goals, i)) return false;
    // beyond a limit, or an added joint away from 0, by more than the tolerances move it
    const double margin = hinges_.margin(i);
    bool beyond = false;
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      const int j = equation_joints_[k];
      const double theta = hinges_.pose(i)[k];
      const double off =
          j >= 0 ? ranges_.way(j, pose_.theta[j], theta * ranges_.unit(j)) / ranges_.unit(j)
                 : theta;
      beyond = beyond || std::abs(off) > margin;
    }
    if (!beyond) return false;
  }
  return true;
}

/// Names the singularity of the solution that is nearest to one, of an arm with equations.
void Reach::name_singularity(const Goals& goals, Solutions& found) {
  if (!take_equations(goals)) return;
  double least = SixHinges::kSingularPose;
  for (const VectorX& theta : found.theta) {
    SixHinges::Angles angles{};
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      const int j = equation_joints_[k];
      if (j >= 0) angles[k] = theta[j] / ranges_.unit(j);
    }
    const SixHinges::SelfMotion motion = hinges_.self_motion(angles);
    if (!(motion.singular_value < least)) continue;
    least = motion.singular_value;
    found.singularity = motion.kind;
    found.singular_joints.clear();
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      if (motion.moves[k] && equation_joints_[k] >= 0) {
        found.singular_joints.push_back(equation_joints_[k]);
      }
    }
  }
}

bool Reach::solves_equations(const Goals& goals, const Pose& start) {
  return open(goals, start, 0) && has_closed_form(goals);
}

/// The families of an arm of seven hinges. \returns false if none is found
bool Reach::collect_families(const Goals& goals, int count, Solutions& found) {
  std::array<HingeAxis, SevenHinges::kJoints> axes;
  Isometry effector;
  if (!set_equation_goal(goals) || goals.multibody.goal_count() != 2 ||
      read_arm(goals, axes, effector) != SevenHinges::kJoints) {
    return false;
  }
  const bool hinges =
      std::none_of(axes.begin(), axes.end(), [](const auto& a) { return a.slides; });
  if (!hinges) return false;
  seven_.take(axes, effector);
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
