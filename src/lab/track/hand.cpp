#include "lab/track/hand.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/body/loops.h"
#include "ik/methods/dls.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/redundancy.h"

namespace lab {
namespace {

constexpr double kShare = 0.1;     // damping as a share of |J|: avoids jumps for a few more updates
constexpr double kThere = 1e-6;    // distance that counts as arrived, as a share of |J|
constexpr double kMinStep = 1e-5;  // rad or m; a shorter step ends the updates
constexpr double kFirstCap = 0.3;  // angle cap of the first update, rad

constexpr double kLongestStep = 0.02;   // rad or m: Newton's method then needs few iterations
constexpr double kShortestStep = 1e-5;  // rad or m: shorter steps are not tried
constexpr double kNearLimit = 1e-4;     // rad or m: a joint this close to its limit is at it
constexpr int kRounds = 12;
constexpr int kMaxMoveSteps = 5000;  // per move, 100 rad: files may hold any number
/// Smallest share of a direction's length that projection may leave; below, use the leader's.
constexpr double kLost = 0.1;

/// Mobility without the joints that move no effector: nothing would stop them.
std::vector<double> mobility_of_movers(const ik::Multibody& multibody,
                                       const std::vector<double>& mobility) {
  std::vector<double> result = mobility;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (multibody.goals_of(j).empty()) result[static_cast<std::size_t>(j)] = 0.0;
  }
  return result;
}

/// Projects x to the nullspace of J, with frozen joints at 0.
void project(const ik::Svd& svd, const std::vector<double>& mobility, ik::VectorX& x) {
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    if (mobility[static_cast<std::size_t>(j)] == 0.0) x[j] = 0.0;
  }
  ik::project_out(svd.V(), svd.rank(SelfMotion::kRank), x);
}

}  // namespace

Eigen::Vector3d pulled_point(const ik::Pose& pose, const Pull& pull) {
  return pose.world_from_joint(pull.joint) * pull.point;
}

Hand::Hand(const ik::Multibody& multibody, const Pull& pull) : pull_(pull) {
  const auto joints = multibody.joints();
  const auto loops = multibody.loops();
  held_ =
      std::make_shared<ik::Multibody>(std::vector<ik::Joint>(joints.begin(), joints.end()),
                                      std::vector<ik::Effector>{{"hand", pull.joint, pull.point}},
                                      std::vector<ik::Loop>(loops.begin(), loops.end()));
}

void Hand::take(const ik::Multibody& multibody, const Pull& pull) {
  if (pull.joint == pull_.joint && pull.point == pull_.point) {
    pull_ = pull;
  } else {
    *this = Hand(multibody, pull);
  }
}

bool Hand::draw(const ik::Multibody& multibody, ik::Pose& pose, std::span<const double> mobility,
                bool limited) const {
  if (!pose.theta.allFinite() || !pull_.to.allFinite()) return false;
  // both bodies have the joints in the same order, so theta is the same
  ik::Pose trial;
  trial.theta = pose.theta;
  ik::forward_kinematics(*held_, trial);
  ik::Workspace w;
  double error = ik::length(pull_.to - trial.effector.col(0));
  ik::VectorX best = trial.theta;
  double cap = kFirstCap;
  for (int i = 0; i < kUpdates; ++i) {
    ik::Problem problem{*held_, trial, {&pull_.to, 1}};
    problem.mobility = mobility;
    w.begin(problem);
    const double size = w.jacobian(problem).norm();
    if (!w.finite(problem) || !(error > kThere * size)) break;
    ik::AnyMethod(ik::Dls{kShare * size}).step(problem, w);
    ik::clamp_max_angle(*held_, cap, w.dtheta);
    if (limited) ik::clamp_to_limits(*held_, trial.theta, w.dtheta);
    trial.theta += w.dtheta;
    ik::forward_kinematics(*held_, trial);
    const bool closed = ik::close_loops(*held_, mobility, limited, trial);
    const double now = ik::length(pull_.to - trial.effector.col(0));
    const bool closer = closed && now < error;
    if (closer) {
      best = trial.theta;
      error = now;
    } else {
      // the step overshot the closest pose
      trial.theta = best;
      ik::forward_kinematics(*held_, trial);
      cap *= 0.5;
    }
    if ((closer ? w.dtheta.norm() : cap) < kMinStep) break;
  }
  if (best == pose.theta) return false;
  pose.theta = best;
  ik::forward_kinematics(multibody, pose);
  return true;
}

SelfMotion::Way& SelfMotion::way_of(int leader) {
  const auto known = std::ranges::find(ways_, leader, &Way::leader);
  if (known != ways_.end()) return *known;
  ways_.push_back({leader, 0.0, {}, {}});
  return ways_.back();
}

double SelfMotion::travel(int leader) const {
  const auto known = std::ranges::find(ways_, leader, &Way::leader);
  return known == ways_.end() ? 0.0 : known->travel;
}

/// The problem that keeps the goals at their positions, begun in w_.
ik::Problem SelfMotion::begin(const ik::Multibody& multibody, const ik::Pose& pose,
                              const Joints& joints) {
  ik::Problem problem{multibody, pose, points_};
  problem.aims = aims_;
  problem.mobility = joints.mobility;
  w_.begin(problem);
  w_.error(problem);
  return problem;
}

/// Newton's method on the trial pose.
/// \returns whether the goals are back at their positions
bool SelfMotion::bring_back(const ik::Multibody& multibody, const Joints& joints) {
  for (int round = 0; round < kRounds; ++round) {
    ik::forward_kinematics(multibody, trial_);
    const ik::Problem problem = begin(multibody, trial_, joints);
    const ik::VectorX& e = w_.error(problem);
    if (!w_.finite(problem)) return false;
    if (e.lpNorm<Eigen::Infinity>() <= kStill) return true;
    const ik::Svd& svd = w_.svd(problem);
    const int rank = svd.rank(kRank);
    for (int i = 0; i < rank; ++i) {
      trial_.theta += svd.V().col(i) * (svd.U().col(i).dot(e) / svd.sigma()[i]);
    }
  }
  return false;
}

/// Makes one step along direction_.
/// \returns its length; 0 at the path's end
double SelfMotion::step(const ik::Multibody& multibody, ik::Pose& pose, const Joints& joints,
                        double length) {
  const double sign = length < 0.0 ? -1.0 : 1.0;
  double most = std::min(std::abs(length), kLongestStep);
  if (joints.limited) {
    for (int j = 0; j < multibody.joint_count(); ++j) {
      const double wish = sign * most * direction_[j];
      const double allowed = ik::allowed_step(multibody.joint(j), pose.theta[j], wish);
      if (allowed != wish) most *= std::max(0.0, allowed / wish);
    }
  }
  for (; most >= std::min(kShortestStep, std::abs(length)); most *= 0.5) {
    trial_ = pose;
    trial_.theta += sign * most * direction_;
    if (!bring_back(multibody, joints)) continue;
    const ik::VectorX moved = trial_.theta - pose.theta;
    // Newton's method undid most of the step
    if (sign * direction_.dot(moved) < 0.5 * most) continue;
    if (joints.limited) {
      bool inside = true;
      for (int j = 0; j < multibody.joint_count(); ++j) {
        inside &= ik::allowed_step(multibody.joint(j), pose.theta[j], moved[j]) == moved[j];
      }
      if (!inside) continue;
    }
    pose = trial_;
    return sign * most;
  }
  return 0.0;
}

bool SelfMotion::aim(const ik::Multibody& multibody, const ik::Pose& pose, bool outward, Way& way,
                     Joints& joints) {
  const double sign = outward ? 1.0 : -1.0;
  const bool goes_on = way.direction.size() > 0;
  bool bends = false;
  for (int round = 0; round <= multibody.joint_count(); ++round) {
    const ik::Svd& svd = w_.svd(begin(multibody, pose, joints));
    direction_ = way.direction;
    if (goes_on) project(svd, joints.mobility, direction_);
    if (!goes_on || (!bends && direction_.norm() < kLost)) {
      direction_ = ik::VectorX::Unit(pose.theta.size(), way.leader);
      project(svd, joints.mobility, direction_);
    }
    if (direction_.norm() < kMinShare) return false;
    direction_.normalize();
    bool stopped = false;
    for (int j = 0; joints.limited && j < multibody.joint_count(); ++j) {
      const double wish = sign * kNearLimit * direction_[j];
      if (wish == 0.0 || ik::allowed_step(multibody.joint(j), pose.theta[j], wish) == wish)
        continue;
      joints.mobility[static_cast<std::size_t>(j)] = 0.0;
      stopped = true;
    }
    if (stopped) {
      bends = true;
      continue;
    }
    const bool known = !way.bends.empty() && way.bends.back().travel == way.travel;
    if (bends && goes_on && !known) way.bends.push_back({way.travel, outward, way.direction});
    return true;
  }
  return false;
}

bool SelfMotion::move_to(const ik::Multibody& multibody, ik::Pose& pose, const Joints& all,
                         int leader, double travel) {
  Way& way = way_of(leader);
  if (travel == way.travel || !pose.theta.allFinite() || !std::isfinite(travel)) return false;
  const Joints joints{mobility_of_movers(multibody, all.mobility), all.limited};
  ik::reached_goals(multibody, pose, points_, aims_);
  w_ = ik::Workspace();  // its SVD starts from the last one; equal moves must give equal bits
  bool moved = false;
  for (int i = 0; i < kMaxMoveSteps && way.travel != travel; ++i) {
    const bool outward = travel > way.travel;
    double goal = travel;
    // on the way back: first to where a joint reached its limit, then in the direction before that
    if (!way.bends.empty() && way.bends.back().outward != outward) {
      const Bend& bend = way.bends.back();
      if (way.travel == bend.travel) {
        way.direction = bend.direction;
        way.bends.pop_back();
        continue;
      }
      if ((bend.travel > travel) != outward) goal = bend.travel;
    }
    Joints moving = joints;
    if (!aim(multibody, pose, outward, way, moving)) break;
    const double length = goal - way.travel;
    const double gone = step(multibody, pose, moving, length);
    if (gone == 0.0) break;
    moved = true;
    way.direction = direction_;
    // the last step ends exactly there
    way.travel = std::abs(length - gone) < 1e-14 ? goal : way.travel + gone;
  }
  return moved;
}

Leaders find_leaders(const ik::Multibody& multibody, const ik::Pose& pose,
                     const std::vector<double>& mobility) {
  const std::vector<double> part = mobility_of_movers(multibody, mobility);
  std::vector<Eigen::Vector3d> points(static_cast<std::size_t>(multibody.effector_count()),
                                      Eigen::Vector3d::Zero());
  std::vector<ik::Aim> aims(static_cast<std::size_t>(multibody.aim_count()));
  ik::Problem problem{multibody, pose, points};
  problem.aims = aims;
  problem.mobility = part;
  Leaders leaders;
  leaders.share.assign(mobility.size(), 0.0);
  if (!pose.theta.allFinite()) return leaders;
  ik::Workspace w;
  w.begin(problem);
  const ik::Svd& svd = w.svd(problem);
  const auto moving = std::ranges::count_if(part, [](double m) { return m > 0.0; });
  leaders.dimension = static_cast<int>(moving) - svd.rank(SelfMotion::kRank);
  if (leaders.dimension <= 0) {
    leaders.dimension = 0;
    return leaders;
  }
  for (Eigen::Index j = 0; j < pose.theta.size(); ++j) {
    ik::VectorX x = ik::VectorX::Unit(pose.theta.size(), j);
    project(svd, part, x);
    const double share = x.norm();
    leaders.share[static_cast<std::size_t>(j)] = share < kMinShare ? 0.0 : share;
  }
  return leaders;
}

}  // namespace lab
