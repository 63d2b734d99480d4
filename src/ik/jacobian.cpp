#include "ik/jacobian.h"

#include "ik/check.h"
#include "ik/clamp.h"

namespace ik {

bool position_error(const Problem& problem, Eigen::VectorXd& e) {
  const int k = problem.multibody.effector_count();
  IK_ASSERT(problem.targets.size() == static_cast<std::size_t>(k));
  e.resize(3 * k);
  bool finite = true;
  for (int i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Eigen::Vector3d difference = problem.targets[at] - problem.pose.effector.col(i);
    if (!difference.allFinite()) {
      finite = false;
      e.segment<3>(3 * i).setZero();
      continue;
    }
    const double d_max = problem.d_max.empty() ? kHorizon : std::min(problem.d_max[at], kHorizon);
    e.segment<3>(3 * i) = clamp_mag(difference, d_max);
  }
  return finite;
}

void position_jacobian(const Problem& problem, Eigen::MatrixXd& J) {
  const Multibody& multibody = problem.multibody;
  const Pose& pose = problem.pose;
  const bool at_target = problem.jacobian == JacobianKind::kTarget;
  J.setZero(multibody.row_count(), multibody.joint_count());

  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Joint& joint = multibody.joint(j);
    const Eigen::Vector3d v = pose.axis.col(j);
    const Eigen::Vector3d p = pose.origin.col(j);
    for (const int i : multibody.effectors_of(j)) {
      auto column = J.block<3, 1>(3 * i, j);
      if (joint.type == JointType::kPrismatic) {
        column = v;
        continue;
      }
      Eigen::Vector3d s = pose.effector.col(i);
      if (at_target) {
        const Eigen::Vector3d way = problem.targets[static_cast<std::size_t>(i)] - s;
        if (way.allFinite()) s += clamp_mag(way, kHorizon);
      }
      column = v.cross(s - p);
      if (joint.type == JointType::kScrew) column += joint.pitch * v;
    }
  }
}

Eigen::MatrixXd difference_jacobian(const Multibody& multibody, const Eigen::VectorXd& theta,
                                    double h) {
  Eigen::MatrixXd J(multibody.row_count(), multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) {
    Eigen::VectorXd ahead = theta;
    Eigen::VectorXd behind = theta;
    ahead[j] += h;
    behind[j] -= h;
    const Eigen::Matrix3Xd difference =
        pose_at(multibody, ahead).effector - pose_at(multibody, behind).effector;
    J.col(j) = difference.reshaped() / (2.0 * h);
  }
  return J;
}

}  // namespace ik
