#include "ik/hessian.h"

#include <cmath>

#include <Eigen/Geometry>

namespace ik {
namespace {

/// The rotation vector of an orientation's error, and c of its third term.
struct Bend {
  Eigen::Vector3d omega;  // rad
  double factor;
};

Bend bend_of(const Problem& problem, int g, const Eigen::Vector3d& error) {
  const Effector& effector = problem.multibody.goal_effector(g);
  const double scale = problem.root_weight(g) * effector.lever;
  if (!(scale > 0.0)) return {Eigen::Vector3d::Zero(), 0.0};
  const Eigen::Vector3d omega = error / scale;
  const double half = 0.5 * omega.norm();
  // the series, where the difference would cancel
  const double factor =
      half < 1e-3 ? 1.0 / 12.0 : (1.0 - half / std::tan(half)) / (4.0 * half * half);
  return {omega, factor};
}

}  // namespace

void task_hessian(const Problem& problem, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                  Eigen::MatrixXd& H) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  H.setZero(n, n);

  for (int b = 0; b < n; ++b) {
    Eigen::Vector3d m = Eigen::Vector3d::Zero();
    for (const int g : multibody.goals_of(b)) {
      const Eigen::Vector3d column = J.block<3, 1>(3 * g, b);
      const Eigen::Vector3d error = e.segment<3>(3 * g);
      // joints on other branches move other effectors: their entry is zero
      for (int a = 0; a <= b; ++a) H(a, b) += J.block<3, 1>(3 * g, a).dot(column);
      if (multibody.aim_of(g) != AimKind::kOrientation) {
        m += column.cross(error);
        continue;
      }
      m += 0.5 * column.cross(error);
      const Bend bend = bend_of(problem, g, error);
      const Eigen::Vector3d turned = bend.omega.cross(column);
      for (int a = 0; a <= b; ++a) {
        const Eigen::Vector3d other = J.block<3, 1>(3 * g, a);
        H(a, b) -= bend.factor * bend.omega.cross(other).dot(turned);
      }
    }
    for (int a = b; a >= 0; a = multibody.joint(a).parent) {
      if (!is_angular(multibody.joint(a).type)) continue;
      H(a, b) -= problem.mobility_of(a) * problem.pose.axis.col(a).dot(m);
    }
    for (int a = 0; a < b; ++a) H(b, a) = H(a, b);
  }
}

}  // namespace ik
