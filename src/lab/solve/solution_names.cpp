#include "lab/solve/solution_names.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "ik/body/joint.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene.h"
#include "lab/scene/settings.h"
#include "lab/solve/solution_search.h"
#include "lab/solve/standing_lane.h"

namespace lab {
namespace {

constexpr double kOnAxis = 1e-6;       // share of the longest distance between joints
constexpr std::size_t kMaxBends = 64;  // bits of a posture
// each joint is turned by another angle: no two links are in line by accident
constexpr double kTurn = 0.7, kMoreTurn = 0.37;  // rad

Eigen::Vector3d origin_of(const ik::Pose& pose, int joint) { return pose.origin.col(joint); }

/// A point of the root's axis that stays where it is: the one a metre against the axis.
Eigen::Vector3d below_root(const ik::Multibody& multibody, const ik::Pose& pose, int joint) {
  while (multibody.joint(joint).parent >= 0) joint = multibody.joint(joint).parent;
  return pose.origin.col(joint) - pose.axis.col(joint);
}

double off_axis(const ik::Pose& pose, int joint, const Eigen::Vector3d& point) {
  const Eigen::Vector3d axis = pose.axis.col(joint);
  return axis.cross(point - origin_of(pose, joint)).norm();
}

double length_of(const ik::Multibody& multibody, const ik::Pose& pose) {
  double length = 0.0;
  for (const ik::Effector& effector : multibody.effectors()) {
    length = std::max(length, effector.offset.norm());
  }
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const int parent = multibody.joint(j).parent;
    if (parent < 0) continue;
    length = std::max(length, (origin_of(pose, j) - origin_of(pose, parent)).norm());
  }
  return length;
}

/// The bend of a joint on the way to an effector, if it is one.
/// \param path joints from the root to the effector
void add_bend(const ik::Multibody& multibody, const ik::Pose& pose, int effector,
              const std::vector<int>& path, std::size_t at, std::vector<Bend>& bends) {
  const int j = path[at];
  const Eigen::Vector3d own = origin_of(pose, j);
  const double least = kOnAxis * length_of(multibody, pose);
  const auto apart = [&](const Eigen::Vector3d& point) { return (point - own).norm() > least; };

  Bend bend{.joint = j, .before = Bend::kRootAxis, .after = Bend::kEffector, .effector = effector};
  for (std::size_t i = at; i-- > 0 && bend.before < 0;) {
    if (apart(origin_of(pose, path[i]))) bend.before = path[i];
  }
  for (std::size_t i = at + 1; i < path.size() && bend.after < 0; ++i) {
    if (apart(origin_of(pose, path[i]))) bend.after = path[i];
  }
  if (at == 0 || off_axis(pose, j, before_of(multibody, pose, bend)) <= least) return;
  if (off_axis(pose, j, after_of(pose, bend)) <= least) return;
  bends.push_back(bend);
}

/// Unit axes agree within this, and places within this share of the body's length.
constexpr double kAligned = 1e-6;
constexpr double kLevel = 1e-3;  // share of the elbow's way out: less is no height
constexpr double kAside = 1e-3;  // share of the body's length: an arm beside its first axis

Eigen::Vector3d axis_at(const ik::Pose& pose, int joint) { return pose.axis.col(joint); }

Eigen::Vector3d off_line(const Eigen::Vector3d& v, const Eigen::Vector3d& line) {
  const Eigen::Vector3d u = line.normalized();
  return v - u * u.dot(v);
}

/// What the names of an arm's solutions are made of.
struct ArmParts {
  std::optional<Bend> elbow;
  bool shoulder = false;                    ///< a first hinge across a parallel pair
  std::optional<std::array<int, 3>> wrist;  ///< three hinges that meet in a point
  Eigen::Vector3d up = Eigen::Vector3d::UnitY();
};

bool is_hinge(const ik::Multibody& body, int j) {
  return body.joint(j).type == ik::JointType::kRevolute;
}

/// Whether the axes of two hinges on the sides of a third pass its origin.
bool is_spherical(const ik::Pose& pose, int j, double length) {
  const Eigen::Vector3d middle = pose.origin.col(j);
  const auto passes = [&](int other) {
    const Eigen::Vector3d way = middle - pose.origin.col(other);
    return axis_at(pose, other).cross(way).norm() <= kAligned * length;
  };
  const auto turned = [&](int other) {
    return axis_at(pose, j).cross(axis_at(pose, other)).norm() > kAligned;
  };
  return passes(j - 1) && passes(j + 1) && turned(j - 1) && turned(j + 1);
}

/// Two hinges in a plane; or a first hinge across two parallel ones, with a spherical wrist or
/// none.
ArmParts parts_of(const ik::Multibody& body) {
  ArmParts parts;
  const int n = body.joint_count();
  if (body.effector_count() != 1 || body.effector(0).joint != n - 1) return parts;
  for (int j = 0; j < n; ++j) {
    if (!is_hinge(body, j) || body.joint(j).parent != j - 1) return parts;
  }
  const std::vector<Bend> bends = find_bends(body);
  if (n == 2 && bends.size() == 1) parts.elbow = bends.front();
  if (n != 3 && n != 6) return parts;
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const bool is_arm = std::abs(axis_at(pose, 0).dot(axis_at(pose, 1))) <= kAligned &&
                      axis_at(pose, 1).cross(axis_at(pose, 2)).norm() <= kAligned;
  if (!is_arm || (n == 6 && !is_spherical(pose, 4, body_length(body)))) return parts;
  parts.shoulder = true;
  parts.elbow = Bend{.joint = 2, .before = 1, .after = n == 6 ? 4 : Bend::kEffector, .effector = 0};
  if (n == 6) parts.wrist = std::array{3, 4, 5};
  return parts;
}

/// The first axis of an arm that stands on it, towards the second joint; otherwise the world's.
Eigen::Vector3d up_of(const ArmParts& parts, const ik::Pose& pose) {
  if (!parts.shoulder) return parts.up;
  const Eigen::Vector3d axis = axis_at(pose, 0);
  const double rise = axis.dot(pose.origin.col(1) - pose.origin.col(0));
  return (rise != 0.0 ? rise : axis.dot(parts.up)) < 0.0 ? Eigen::Vector3d(-axis) : axis;
}

std::string elbow_name(const ik::Multibody& body, const ik::Pose& pose, const ArmParts& parts) {
  const Bend& elbow = *parts.elbow;
  const Eigen::Vector3d up = up_of(parts, pose);
  const Eigen::Vector3d from = before_of(body, pose, elbow);
  const Eigen::Vector3d way = after_of(pose, elbow) - from;
  const Eigen::Vector3d out = off_line(pose.origin.col(elbow.joint) - from, way);
  if (std::abs(out.dot(up)) > kLevel * out.norm()) {
    return out.dot(up) > 0.0 ? "elbow up" : "elbow down";
  }
  return out.dot(up.cross(way)) > 0.0 ? "elbow left" : "elbow right";
}

/// By the side on which the arm's plane passes its first axis; an arm in one plane with the axis
/// reaches forward, as at its initial pose, or back over itself.
std::string shoulder_name(const ik::Multibody& body, const ik::Pose& pose, const ArmParts& parts) {
  const Bend& elbow = *parts.elbow;
  const auto way_of = [&](const ik::Pose& at) {
    return Eigen::Vector3d(after_of(at, elbow) - at.origin.col(0));
  };
  const Eigen::Vector3d first = axis_at(pose, 0), second = axis_at(pose, 1);
  const double aside = way_of(pose).dot(second);
  if (std::abs(aside) > kAside * body_length(body)) {
    const Eigen::Vector3d left = up_of(parts, pose).cross(off_line(way_of(pose), first));
    return aside * second.dot(left) > 0.0 ? "shoulder left" : "shoulder right";
  }
  const auto ahead = [&](const ik::Pose& at) {
    return way_of(at).dot(axis_at(at, 1).cross(axis_at(at, 0))) > 0.0;
  };
  return ahead(pose) == ahead(ik::pose_at(body, body.initial_theta())) ? "shoulder forward"
                                                                       : "shoulder back";
}

std::string wrist_name(const ik::Pose& pose, const std::array<int, 3>& wrist) {
  const Eigen::Vector3d bend = axis_at(pose, wrist[0]).cross(axis_at(pose, wrist[2]));
  return bend.dot(axis_at(pose, wrist[1])) < 0.0 ? "wrist flipped" : "";
}

/// Joins the parts that are not empty, and not alike in all solutions unless `always`.
void add_part(std::vector<std::string>& names, const std::vector<std::string>& part, bool always) {
  const bool alike = std::ranges::all_of(part, [&](const auto& text) { return text == part[0]; });
  if (alike && !always) return;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && !part[i].empty()) names[i] += ", ";
    names[i] += part[i];
  }
}

/// How far each joint is from another solution, "A4 +180°", the largest first.
std::vector<std::string> joint_changes(const ik::Multibody& body, const ik::VectorX& from,
                                       const ik::VectorX& to) {
  struct Change {
    double size;
    std::string text;
  };
  std::vector<Change> changes;
  for (int j = 0; j < body.joint_count(); ++j) {
    const bool turns = is_hinge(body, j);
    const double change = joint_difference(body.joint(j), from[j], to[j]);
    const double shown = turns ? std::round(change * kDegrees) : rounded_to_digits(change, 2);
    // half a turn is the same in both directions
    const double signed_once = turns && shown == -180.0 ? 180.0 : shown;
    changes.push_back({std::abs(change), body.joint(j).name + (signed_once < 0.0 ? " −" : " +") +
                                             short_number(std::abs(signed_once)) +
                                             (turns ? "°" : " m")});
  }
  std::ranges::stable_sort(changes, std::greater(), &Change::size);
  std::vector<std::string> texts;
  texts.reserve(changes.size());
  for (Change& change : changes) texts.push_back(std::move(change.text));
  return texts;
}

/// Solutions with one name get the joints that differ most from the first of them, until all
/// differ.
void tell_apart(const ik::Multibody& body, std::span<const ik::VectorX> solutions,
                std::vector<std::string>& names) {
  const std::vector<std::string> given = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto first = static_cast<std::size_t>(std::ranges::find(given, given[i]) - given.begin());
    if (first == i) {
      if (names[i].empty()) names[i] = "first";
      continue;
    }
    const auto is_taken = [&] {
      return std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
             names.begin() + static_cast<std::ptrdiff_t>(i);
    };
    for (const std::string& text : joint_changes(body, solutions[first], solutions[i])) {
      names[i] += (names[i].empty() ? "" : ", ") + text;
      if (!is_taken()) break;
    }
    if (is_taken()) names[i] += " (" + std::to_string(i + 1) + ")";
  }
}

}  // namespace

Eigen::Vector3d before_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend) {
  return bend.before < 0 ? below_root(multibody, pose, bend.joint) : origin_of(pose, bend.before);
}

Eigen::Vector3d after_of(const ik::Pose& pose, const Bend& bend) {
  return bend.after < 0 ? Eigen::Vector3d(pose.effector.col(bend.effector))
                        : origin_of(pose, bend.after);
}

std::vector<Bend> find_bends(const ik::Multibody& multibody) {
  ik::Pose pose;
  pose.theta = multibody.initial_theta();
  for (int j = 0; j < multibody.joint_count(); ++j) pose.theta[j] += kTurn + kMoreTurn * j;
  ik::forward_kinematics(multibody, pose);

  std::vector<Bend> bends;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    std::vector<int> path;
    for (int j = multibody.effector(i).joint; j >= 0; j = multibody.joint(j).parent) {
      path.insert(path.begin(), j);
    }
    for (std::size_t at = 0; at < path.size(); ++at) {
      const bool known = std::ranges::find(bends, path[at], &Bend::joint) != bends.end();
      const ik::Joint& joint = multibody.joint(path[at]);
      if (known || joint.type != ik::JointType::kRevolute || joint.leader >= 0) continue;
      add_bend(multibody, pose, i, path, at, bends);
    }
  }
  std::ranges::sort(bends, {}, &Bend::joint);
  if (bends.size() > kMaxBends) bends.resize(kMaxBends);
  return bends;
}

double bend_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend) {
  const Eigen::Vector3d axis = pose.axis.col(bend.joint), own = origin_of(pose, bend.joint);
  return axis.dot((own - before_of(multibody, pose, bend)).cross(after_of(pose, bend) - own));
}

std::uint64_t posture_of(const ik::Multibody& multibody, const ik::Pose& pose,
                         const std::vector<Bend>& bends) {
  std::uint64_t posture = 0;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    if (bend_of(multibody, pose, bends[i]) < 0.0) posture |= std::uint64_t{1} << i;
  }
  return posture;
}

std::vector<std::string> solution_names(const ik::Multibody& multibody,
                                        std::span<const ik::VectorX> solutions,
                                        const Eigen::Vector3d& up) {
  std::vector<std::string> names(solutions.size());
  if (solutions.empty()) return names;
  ArmParts parts = parts_of(multibody);
  parts.up = up;
  std::vector<std::string> shoulder, elbow, wrist;
  for (const ik::VectorX& theta : solutions) {
    const ik::Pose pose = ik::pose_at(multibody, theta);
    if (parts.shoulder) shoulder.push_back(shoulder_name(multibody, pose, parts));
    if (parts.elbow) elbow.push_back(elbow_name(multibody, pose, parts));
    if (parts.wrist) wrist.push_back(wrist_name(pose, *parts.wrist));
  }
  if (parts.shoulder) add_part(names, shoulder, false);
  if (parts.elbow) add_part(names, elbow, true);
  if (parts.wrist) add_part(names, wrist, false);
  tell_apart(multibody, solutions, names);
  return names;
}

namespace {

/// The signs of the bends, each after what `before` gives for the bend.
template <class Before>
std::string signs_of(const std::vector<Bend>& bends, std::uint64_t posture, const Before& before) {
  std::string text;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    const bool negative = (posture >> i & 1) != 0;
    text += (i > 0 ? ", " : "") + before(bends[i]) + (negative ? "−" : "+");
  }
  return text.empty() ? "all poses" : text;
}

}  // namespace

std::string posture_signs(const std::vector<Bend>& bends, std::uint64_t posture) {
  return signs_of(bends, posture, [](const Bend&) { return std::string(); });
}

std::string posture_name(const ik::Multibody& multibody, const std::vector<Bend>& bends,
                         std::uint64_t posture) {
  return signs_of(bends, posture, [&multibody](const Bend& bend) {
    return multibody.joint(bend.joint).name + " ";
  });
}

}  // namespace lab
