#include "lab/solve/solution_names.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "lab/scene/scene.h"
#include "lab/solve/standing_lane.h"

namespace lab {
namespace {

constexpr double kOnAxis = 1e-6;       // share of the longest distance between joints
constexpr std::size_t kMaxBends = 64;  // bits of a posture
// each joint is turned by another angle: no two links are in line by accident
constexpr double kTurn = 0.7, kMoreTurn = 0.37;  // rad

Eigen::Vector3d origin_of(const ik::Pose& pose, int joint) { return pose.origin.col(joint); }
Eigen::Vector3d axis_at(const ik::Pose& pose, int joint) { return pose.axis.col(joint); }

double off_axis(const ik::Pose& pose, int joint, const Eigen::Vector3d& point) {
  return axis_at(pose, joint).cross(point - origin_of(pose, joint)).norm();
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

  Bend bend{.joint = j,
            .before = Bend::kRootAxis,
            .after = Bend::kEffector,
            .effector = effector,
            .root = path.front()};
  for (std::size_t i = at; i-- > 0 && bend.before < 0;) {
    if (apart(origin_of(pose, path[i]))) bend.before = path[i];
  }
  for (std::size_t i = at + 1; i < path.size() && bend.after < 0; ++i) {
    if (apart(origin_of(pose, path[i]))) bend.after = path[i];
  }
  if (at == 0 || off_axis(pose, j, before_of(pose, bend)) <= least) return;
  if (off_axis(pose, j, after_of(pose, bend)) <= least) return;
  bends.push_back(bend);
}

/// Joints from the root to the joint of an effector.
std::vector<int> path_to(const ik::Multibody& multibody, int effector) {
  std::vector<int> path;
  for (int j = multibody.effector(effector).joint; j >= 0; j = multibody.joint(j).parent) {
    path.insert(path.begin(), j);
  }
  return path;
}

/// Angles below this are none (rad), and places this near (share of the body's length) are one:
/// files of robots round their right angles.
constexpr double kAligned = 5e-3;
constexpr double kAside = 1e-3;     // share of the body's length: an arm beside its first axis
constexpr double kStraight = 1e-3;  // sine of an angle that is no bend
constexpr const char* kLeft = "left";
constexpr std::size_t kMaxWordParts = 8;  // more words say less than a number

bool are_parallel(const ik::Pose& pose, int i, int j) {
  return axis_at(pose, i).cross(axis_at(pose, j)).norm() <= kAligned;
}
bool are_across(const ik::Pose& pose, int i, int j) {
  return std::abs(axis_at(pose, i).dot(axis_at(pose, j))) <= kAligned;
}

/// The point of axis i that is nearest to axis j; the origin if they are parallel.
Eigen::Vector3d nearest_point(const ik::Pose& pose, int i, int j) {
  const Eigen::Vector3d from = origin_of(pose, i), u = axis_at(pose, i), v = axis_at(pose, j);
  if (are_parallel(pose, i, j)) return from;
  const Eigen::Vector3d way = origin_of(pose, j) - from;
  const double cosine = u.dot(v);
  return from + u * ((u - cosine * v).dot(way) / (1.0 - cosine * cosine));
}

bool meet(const ik::Pose& pose, int i, int j, double length) {
  return !are_parallel(pose, i, j) &&
         (nearest_point(pose, i, j) - nearest_point(pose, j, i)).norm() <= kAligned * length;
}

/// True if the path has hinges alone, and each pair of neighbours is across.
bool is_across_all(const ik::Pose& pose, std::span<const int> path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!are_across(pose, path[i - 1], path[i])) return false;
  }
  return true;
}

bool is_hinge(const ik::Multibody& body, int j) {
  return body.joint(j).type == ik::JointType::kRevolute;
}

/// A first hinge across a parallel pair, and no wrist, a spherical one, or one whose first hinge is
/// parallel to the pair.
bool has_elbow_above_a_shoulder(const ik::Pose& pose, std::span<const int> path, double length) {
  if (path.size() != 3 && path.size() != 6) return false;
  if (!are_across(pose, path[0], path[1]) || !are_parallel(pose, path[1], path[2])) return false;
  if (path.size() == 3) return true;
  if (!meet(pose, path[4], path[5], length)) return false;
  const Eigen::Vector3d middle = nearest_point(pose, path[4], path[5]);
  const bool is_spherical =
      meet(pose, path[3], path[4], length) && off_axis(pose, path[3], middle) <= kAligned * length;
  return is_spherical ||
         (are_parallel(pose, path[2], path[3]) && !are_parallel(pose, path[3], path[4]));
}

/// How far an axis is turned out of the plane of its neighbours' axes; 0 where these line up.
double twist(const ik::Pose& pose, std::span<const int, 3> axes) {
  return axis_at(pose, axes[1]).dot(axis_at(pose, axes[0]).cross(axis_at(pose, axes[2])));
}

double sign_of(double value, double least) { return value < -least ? -1.0 : 1.0; }

ik::Pose middle_of_limits(const ik::Multibody& body) {
  ik::VectorX theta(body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) {
    const auto [from, to] = joint_range(body.joint(j));
    theta[j] = 0.5 * (from + to);
  }
  return ik::pose_at(body, theta);
}

using Measure = std::function<double(const ik::Pose&)>;

/// Shoulder, elbow and wrist of an arm that has_elbow_above_a_shoulder().
std::vector<PosturePart> arm_parts(const ik::Multibody& body, const ik::Pose& middle,
                                   const std::vector<int>& path, const Eigen::Vector3d& up) {
  const int first = path[0], second = path[1], third = path[2];
  // from the first axis to the middle of the wrist, or the effector
  const auto way = [path](const ik::Pose& pose) -> Eigen::Vector3d {
    return (path.size() == 3 ? Eigen::Vector3d(pose.effector.col(0))
                             : nearest_point(pose, path[4], path[5])) -
           origin_of(pose, path[0]);
  };
  const auto ahead = [first, second](const ik::Pose& pose) -> Eigen::Vector3d {
    return axis_at(pose, second).cross(axis_at(pose, first));
  };
  const auto reach = [way, ahead](const ik::Pose& pose) { return ahead(pose).dot(way(pose)); };
  const double rise =
      axis_at(middle, first).dot(origin_of(middle, second) - origin_of(middle, first));
  const double upward = sign_of(rise != 0.0 ? rise : axis_at(middle, first).dot(up), 0.0);
  const double least = kAside * body_length(body);
  const double aside = axis_at(middle, second).dot(way(middle));
  const double offset = ahead(middle).dot(origin_of(middle, second) - origin_of(middle, first));

  std::vector<PosturePart> parts;
  if (std::abs(aside) > least) {
    const double left = upward * sign_of(aside, 0.0);
    parts.push_back({.joint = body.joint(first).name,
                     .words = {"shoulder left", "shoulder right"},
                     .measure = [=](const ik::Pose& pose) { return left * reach(pose); }});
  } else {
    double ahead_at = std::abs(offset) > least ? offset : reach(middle);
    if (std::abs(ahead_at) <= least) ahead_at = upward;
    const double forward = sign_of(ahead_at, 0.0);
    parts.push_back({.joint = body.joint(first).name,
                     .words = {"shoulder forward", "shoulder back"},
                     .measure = [=](const ik::Pose& pose) { return forward * reach(pose); }});
  }
  const auto elbow = [=](const ik::Pose& pose) {
    const Eigen::Vector3d own = origin_of(pose, third);
    const Eigen::Vector3d after = path.size() == 3 ? Eigen::Vector3d(pose.effector.col(0))
                                                   : nearest_point(pose, path[3], path[4]);
    const Eigen::Vector3d bend = (own - origin_of(pose, second)).cross(after - own);
    return upward * sign_of(reach(pose), 0.0) * axis_at(pose, second).dot(bend);
  };
  parts.push_back(
      {.joint = body.joint(third).name, .words = {"elbow up", "elbow down"}, .measure = elbow});
  if (path.size() == 3) return parts;
  parts.push_back({.joint = body.joint(path[4]).name,
                   .words = {"", "wrist flipped"},
                   .measure = [axes = std::array{path[3], path[4], path[5]}](const ik::Pose& pose) {
                     return twist(pose, axes);
                   }});
  return parts;
}

/// Shoulder, elbow and wrist of an arm of seven hinges, each across the next.
std::vector<PosturePart> seven_hinge_parts(const ik::Multibody& body, const ik::Pose& middle,
                                           const std::vector<int>& path) {
  const double length = body_length(body);
  std::vector<PosturePart> parts;
  const auto add = [&](int joint, const char* words, double least, const Measure& measure) {
    const double unflipped = sign_of(measure(middle), least);
    parts.push_back({.joint = body.joint(joint).name,
                     .words = {"", words},
                     .measure = [=](const ik::Pose& pose) { return unflipped * measure(pose); }});
  };
  const auto twist_at = [&path](std::size_t i) -> Measure {
    return [axes = std::array{path[i - 1], path[i], path[i + 1]}](const ik::Pose& pose) {
      return twist(pose, axes);
    };
  };
  add(path[1], "shoulder flipped", kStraight, twist_at(1));
  add(path[3], "elbow flipped", kStraight * length * length, [path](const ik::Pose& pose) {
    const Eigen::Vector3d own = origin_of(pose, path[3]);
    return axis_at(pose, path[3])
        .dot((own - nearest_point(pose, path[2], path[1]))
                 .cross(nearest_point(pose, path[4], path[5]) - own));
  });
  add(path[5], "wrist flipped", kStraight, twist_at(5));
  return parts;
}

/// Every bend of a body; with words where all hinges of the path to its effector are parallel.
std::vector<PosturePart> bend_parts(const ik::Multibody& body, const ik::Pose& middle,
                                    const std::vector<int>& path, const Eigen::Vector3d& up) {
  std::vector<Bend> bends = find_bends(body);
  std::vector<int> hinges = path;
  std::erase_if(hinges, [&](int j) { return !is_hinge(body, j); });
  const bool planar =
      !hinges.empty() && bends.size() <= kMaxWordParts &&
      std::ranges::all_of(hinges, [&](int j) { return are_parallel(middle, hinges.front(), j); });
  // an aim turns the last link, whatever the solution
  const bool aims = planar && body.aim_count() > 0 && bends.size() > 1;
  if (aims && bends.back().after == Bend::kEffector) bends.pop_back();
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  if (planar) normal = axis_at(middle, hinges.front());
  normal *= sign_of(normal.dot(up), kAligned);
  constexpr const char* kNames[] = {"elbow ", "wrist "};
  std::vector<PosturePart> parts;
  for (const Bend& bend : bends) {
    const std::string name = bends.size() <= std::size(kNames) ? kNames[parts.size()] : "";
    const double inward = planar ? sign_of(axis_at(middle, bend.joint).dot(normal), 0.0) : 1.0;
    parts.push_back({.joint = body.joint(bend.joint).name, .measure = [=](const ik::Pose& pose) {
                       return inward * bend_of(pose, bend);
                     }});
    if (planar) parts.back().words = {name + "right", name + kLeft};
  }
  return parts;
}

}  // namespace

Eigen::Vector3d before_of(const ik::Pose& pose, const Bend& bend) {
  // a point of the root's axis that stays where it is: the one a metre against the axis
  return bend.before < 0 ? Eigen::Vector3d(origin_of(pose, bend.root) - axis_at(pose, bend.root))
                         : origin_of(pose, bend.before);
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
    const std::vector<int> path = path_to(multibody, i);
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

double bend_of(const ik::Pose& pose, const Bend& bend) {
  const Eigen::Vector3d own = origin_of(pose, bend.joint);
  return axis_at(pose, bend.joint)
      .dot((own - before_of(pose, bend)).cross(after_of(pose, bend) - own));
}

Postures::Postures(const ik::Multibody& body, const Eigen::Vector3d& up) {
  const ik::Pose middle = middle_of_limits(body);
  const std::vector<int> path = body.effector_count() == 1 ? path_to(body, 0) : std::vector<int>();
  const bool turns = std::ranges::all_of(path, [&](int j) { return is_hinge(body, j); });
  if (turns && has_elbow_above_a_shoulder(middle, path, body_length(body))) {
    parts_ = arm_parts(body, middle, path, up);
  } else if (turns && path.size() == 7 && is_across_all(middle, path)) {
    parts_ = seven_hinge_parts(body, middle, path);
  } else {
    parts_ = bend_parts(body, middle, path, up);
  }
  has_words_ = !parts_.empty() && !parts_.front().words[1].empty();
  if (has_words_ && parts_.front().words[1] == kLeft) before_words_ = "elbows ";
}

std::uint64_t Postures::of(const ik::Pose& pose) const {
  std::uint64_t posture = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].measure(pose) < 0.0) posture |= std::uint64_t{1} << i;
  }
  return posture;
}

std::string Postures::words(std::uint64_t posture) const {
  std::string text, last;
  int alike = 0;
  const auto put = [&](const std::string& next) {
    if (next == last) return ++alike;
    if (!last.empty()) {
      text += (text.empty() ? "" : ", ") + (alike > 1 ? std::to_string(alike) + " " : "") + last;
    }
    last = next;
    return alike = 1;
  };
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::string& word = parts_[i].words[posture >> i & 1];
    if (!word.empty()) put(word);
  }
  put("");
  return text.empty() && has_words_ ? "not flipped" : before_words_ + text;
}

std::string Postures::signs(std::uint64_t posture) const {
  std::string text;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    text += (i > 0 ? ", " : "") + parts_[i].joint + ((posture >> i & 1) != 0 ? " −" : " +");
  }
  return text.empty() ? "all poses" : text;
}

std::vector<std::string> Postures::names(std::span<const KnownSolution> solutions) const {
  std::vector<std::string> names;
  std::map<std::string, int> count;
  for (const KnownSolution& solution : solutions) {
    std::string name =
        has_words_ ? words(solution.posture) : "solution " + std::to_string(solution.hue + 1);
    if (const int number = ++count[name]; number > 1) name += " (" + std::to_string(number) + ")";
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> solution_names(const ik::Multibody& multibody,
                                        std::span<const ik::VectorX> solutions,
                                        const Eigen::Vector3d& up) {
  const Postures postures(multibody, up);
  std::vector<KnownSolution> known;
  for (const ik::VectorX& theta : solutions) {
    const int number = static_cast<int>(known.size());
    known.push_back({.posture = postures.of(ik::pose_at(multibody, theta)), .hue = number});
  }
  return postures.names(known);
}

}  // namespace lab
