#include "lab/solve/polish.h"

#include <algorithm>
#include <cmath>

#include "ik/solve/joint_ranges.h"
#include "lab/scene/joint_values.h"

namespace lab {
namespace {

constexpr double kRank = 1e-6;  // share of the largest singular value that counts as none
constexpr std::uint64_t kSeed = 1;

/// The lane's problem with its true goals alone: no D_max, no weights, the usual Jacobian.
ik::Problem exact(const StandingLane& lane, const ik::Pose& pose) {
  ik::Problem problem = lane.problem(pose, {});
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.weights = {};
  return problem;
}

}  // namespace

int generic_rank(const StandingLane& lane) {
  constexpr int kPoses = 4;  // no generic body is singular in all of them
  const std::vector<int> joints = lane.moving_joints();
  ik::JointRanges ranges;
  ranges.reserve(*lane.multibody);
  ranges.begin(*lane.multibody, joints, lane.theta, body_length(*lane.multibody), kSeed);
  ik::Pose pose;
  ik::Workspace workspace;
  int rank = 0;
  for (int i = 1; i <= kPoses; ++i) {
    ranges.draw(i, pose.theta);
    ik::forward_kinematics(*lane.multibody, pose);
    const ik::Problem problem = exact(lane, pose);
    workspace.begin(problem);
    workspace.forget();
    rank = std::max(rank, workspace.svd(problem).rank(kRank));
  }
  return rank;
}

Polished polish(const StandingLane& lane, const ik::VectorX& theta) {
  constexpr int kUpdates = 8;        // quadratic: three suffice unless the pose is nearly singular
  constexpr double kFarthest = 0.3;  // rad or m: farther away it may be another solution
  const double exactly = 1e-9 * body_length(*lane.multibody);
  Polished result{.theta = theta};
  ik::Pose pose;
  pose.theta = theta;
  ik::Workspace workspace;
  const auto free = static_cast<Eigen::Index>(lane.moving_joints().size());
  for (int update = 0; update <= kUpdates; ++update) {
    ik::forward_kinematics(*lane.multibody, pose);
    const ik::Problem problem = exact(lane, pose);
    workspace.begin(problem);
    if (!workspace.finite(problem)) return result;
    const ik::VectorX& e = workspace.error(problem);
    const ik::Svd& svd = workspace.svd(problem);
    const ik::VectorX& sigma = svd.sigma();
    if (update == 0) result.least = free <= sigma.size() ? sigma[free - 1] : 0.0;
    if (e.norm() <= exactly) {
      result.converged = (pose.theta - theta).lpNorm<Eigen::Infinity>() <= kFarthest;
      if (!result.converged) return result;
      result.theta = pose.theta;
      result.least = free <= sigma.size() ? sigma[free - 1] : 0.0;
      return result;
    }
    const int rank = svd.rank(kRank);
    for (int i = 0; i < rank; ++i) {
      ik::VectorX step = svd.V().col(i) * (svd.U().col(i).dot(e) / sigma[i]);
      for (Eigen::Index j = 0; j < step.size() && !lane.mobility.empty(); ++j) {
        step[j] *= lane.mobility[static_cast<std::size_t>(j)];
      }
      pose.theta += step;
    }
  }
  return result;
}

double difference(const ik::Multibody& multibody, double length, const ik::VectorX& a,
                  const ik::VectorX& b) {
  double largest = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double apart = std::abs(joint_difference(multibody.joint(j), a[j], b[j]));
    const bool turns = multibody.joint(j).type == ik::JointType::kRevolute;
    largest = std::max(largest, turns ? apart : apart / length);
  }
  return largest;
}

}  // namespace lab
