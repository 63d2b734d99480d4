#include "ik/hessian.h"

#include <Eigen/Geometry>

namespace ik {

void position_hessian(const Problem& problem, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                      Eigen::MatrixXd& H) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  H.setZero(n, n);

  for (int b = 0; b < n; ++b) {
    Eigen::Vector3d m = Eigen::Vector3d::Zero();
    for (const int i : multibody.effectors_of(b)) {
      const Eigen::Vector3d column = J.block<3, 1>(3 * i, b);
      // joints on other branches move other effectors: their entry is zero
      for (int a = 0; a <= b; ++a) H(a, b) += J.block<3, 1>(3 * i, a).dot(column);
      m += column.cross(e.segment<3>(3 * i));
    }
    for (int a = b; a >= 0; a = multibody.joint(a).parent) {
      if (!is_angular(multibody.joint(a).type)) continue;
      const auto at = static_cast<std::size_t>(a);
      const double mobility = problem.mobility.empty() ? 1.0 : problem.mobility[at];
      H(a, b) -= mobility * problem.pose.axis.col(a).dot(m);
    }
    for (int a = 0; a < b; ++a) H(b, a) = H(a, b);
  }
}

}  // namespace ik
