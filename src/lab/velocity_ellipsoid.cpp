#include "lab/velocity_ellipsoid.h"

#include "ik/jacobian.h"

namespace lab {

std::vector<VelocityEllipsoid> velocity_ellipsoids(const Tracker& tracker) {
  std::vector<VelocityEllipsoid> result;
  const ik::Pose& pose = tracker.pose();
  if (!pose.theta.allFinite()) return result;
  ik::Problem problem = tracker.problem();
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.weights = {};
  Eigen::MatrixXd J;
  ik::task_jacobian(problem, J);
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    J.col(j) *= problem.mobility_of(j);
  }
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    ik::Svd svd;  // of every effector alone: what one leaves behind would show in the next
    svd.compute(J.middleRows(3 * i, 3));
    VelocityEllipsoid ellipsoid{pose.effector.col(i), Eigen::Matrix3d::Zero()};
    ellipsoid.axes.leftCols(svd.count()) = svd.U() * svd.sigma().asDiagonal();
    result.push_back(ellipsoid);
  }
  return result;
}

}  // namespace lab
