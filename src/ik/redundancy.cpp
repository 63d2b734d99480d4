#include "ik/redundancy.h"

#include <cmath>

#include <Eigen/Geometry>

#include "ik/largest.h"

namespace ik {

void project_to_nullspace(const Svd& svd, int rank, Eigen::VectorXd& x) {
  for (int i = 0; i < rank; ++i) x -= svd.V().col(i).dot(x) * svd.V().col(i);
}

void task_curvature(const Problem& problem, const Eigen::MatrixXd& J, const Eigen::VectorXd& y,
                    Eigen::MatrixXd& C) {
  const Multibody& multibody = problem.multibody;
  C.setZero(J.cols(), J.cols());
  for (int b = 0; b < multibody.joint_count(); ++b) {
    // y . (w x J_b) = w . (J_b x y): one vector a joint, for vectors fixed in the body and for axes
    Eigen::Vector3d fixed = Eigen::Vector3d::Zero();
    Eigen::Vector3d axes = Eigen::Vector3d::Zero();
    for (const int g : multibody.goals_of(b)) {
      const bool orientation = multibody.aim_of(g) == AimKind::kOrientation;
      const Eigen::Vector3d column = J.block<3, 1>(3 * g, b);
      (orientation ? axes : fixed) += column.cross(Eigen::Vector3d(y.segment<3>(3 * g)));
    }
    for (int a = b; a >= 0; a = multibody.joint(a).parent) {
      if (!is_angular(multibody.joint(a).type)) continue;
      const Eigen::Vector3d w = problem.mobility_of(a) * problem.pose.axis.col(a);
      C(b, a) += w.dot(fixed) + w.dot(axes);
      if (a != b) C(a, b) += w.dot(fixed);
    }
  }
}

void scale_posture_gradient(const Problem& problem, Eigen::VectorXd& gradient) {
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    gradient[j] *= problem.mobility_of(j);
    if (problem.multibody.effectors_of(j).empty()) gradient[j] = 0.0;
  }
}

void limit_posture_step(Eigen::VectorXd& x) {
  const double most = largest(x);
  if (!std::isfinite(most)) {
    x.setZero();
  } else if (most > kMostPostureStep) {
    x *= kMostPostureStep / most;
  }
}

}  // namespace ik
