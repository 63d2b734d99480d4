#include "ik/path/path_rules.h"

#include <cmath>

#include "ik/body/layout.h"
#include "ik/body/obstacle.h"

namespace ik {
namespace {

/// A joint is at its limit if it is beyond it by no more, rad or m.
constexpr double kAtLimit = 1e-9;

}  // namespace

PathRules::PathRules(const Multibody& multibody, const FollowOptions& options)
    : multibody_(multibody), options_(options) {
  for (int j = 0; j < multibody.joint_count(); ++j) {
    turns_.push_back(multibody.joint(j).type == JointType::kRevolute && !multibody.leads(j) &&
                             multibody.joint(j).weight > 0.0
                         ? 1
                         : 0);
  }
}

double PathRules::lower(int j) const {
  return options_.keeps_limits ? multibody_.lower_limits()[static_cast<std::size_t>(j)] - kAtLimit
                               : -kUnlimited;
}
double PathRules::upper(int j) const {
  return options_.keeps_limits ? multibody_.upper_limits()[static_cast<std::size_t>(j)] + kAtLimit
                               : kUnlimited;
}

double PathRules::way(int j, double from, double to) const {
  const double way = to - from;
  return turns(j) ? way - kWholeTurn * std::round(way / kWholeTurn) : way;
}

double PathRules::distance(const VectorX& a, const VectorX& b, double unit) const {
  double square = 0.0;
  for (int j = 0; j < static_cast<int>(a.size()); ++j) {
    const Joint& joint = multibody_.joint(j);
    if (!(joint.weight > 0.0)) continue;
    double step = is_free(j) ? way(j, a[j], b[j]) : b[j] - a[j];
    if (joint.type == JointType::kPrismatic) step /= unit;
    square += step * step / joint.weight;
  }
  return std::sqrt(square);
}

VectorX PathRules::toward(const VectorX& a, const VectorX& b) const {
  VectorX end = a;
  for (int j = 0; j < static_cast<int>(end.size()); ++j) end[j] += way(j, a[j], b[j]);
  return end;
}

bool PathRules::same(const VectorX& a, const VectorX& b, double apart) const {
  for (int j = 0; j < static_cast<int>(a.size()); ++j) {
    if (!(std::abs(way(j, a[j], b[j])) <= apart)) return false;
  }
  return true;
}

int PathRules::touched(const VectorX& theta) {
  if (options_.obstacles.empty()) return -1;
  pose_.theta = theta;
  forward_kinematics(multibody_, pose_);
  int first = -1;
  for (std::size_t o = 0; o < options_.obstacles.size() && first < 0; ++o) {
    for_each_link(multibody_, [&](const LinkSegment& link) {
      if (clearance(pose_, link, options_.obstacles[o]).distance < 0.0) first = static_cast<int>(o);
    });
  }
  return first;
}

BranchEnd PathRules::look(VectorX& theta) {
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    const double least = lower(j), most = upper(j);
    if (turns(j)) {
      const bool both = most - least < kUnlimited;
      const double middle = both ? 0.5 * (least + most) : 0.0;
      theta[j] -= kWholeTurn * std::round((theta[j] - middle) / kWholeTurn);
      if (theta[j] > most) theta[j] -= kWholeTurn * std::ceil((theta[j] - most) / kWholeTurn);
      if (theta[j] < least) theta[j] += kWholeTurn * std::ceil((least - theta[j]) / kWholeTurn);
    }
    if (theta[j] >= least && theta[j] <= most) continue;
    const bool upper = theta[j] - most > least - theta[j];
    return {.kind = PathEnd::kLimit, .joint = j, .upper = upper};
  }
  if (const int obstacle = touched(theta); obstacle >= 0) {
    return {.kind = PathEnd::kObstacle, .obstacle = obstacle};
  }
  return {};
}

BranchEnd PathRules::look_between(const VectorX& a, const VectorX& b, double seconds) {
  for (int given = 0; given < static_cast<int>(options_.velocity.size()); ++given) {
    const int j = multibody_.solver_index(given);
    if (std::abs(b[j] - a[j]) > options_.velocity[given] * seconds) {
      return {.kind = PathEnd::kVelocity, .joint = j};
    }
  }
  if (options_.obstacles.empty()) return {};
  if (const int obstacle = touched(0.5 * (a + b)); obstacle >= 0) {
    return {.kind = PathEnd::kObstacle, .obstacle = obstacle};
  }
  return {};
}

BranchEnd PathRules::leaving(const VectorX& a, const VectorX& b) const {
  BranchEnd first;
  for (int j = 0; j < static_cast<int>(a.size()); ++j) {
    const bool above = b[j] > upper(j);
    if (!above && !(b[j] < lower(j))) continue;
    const double at = ((above ? upper(j) : lower(j)) - a[j]) / (b[j] - a[j]);
    if (first.kind == PathEnd::kLimit && !(at < first.at)) continue;
    first = {.kind = PathEnd::kLimit, .at = at, .joint = j, .upper = above};
  }
  return first;
}

}  // namespace ik
