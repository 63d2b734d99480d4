#include "lab/view/spectrum.h"

#include "ik/task/jacobian.h"

namespace lab {
namespace {

constexpr double kRankCutoff = 1e-10;
/// Less error than this in a direction, m, and a gain would divide rounding by rounding.
constexpr double kNoError = 1e-9;

}  // namespace

void analyse(Tracker& tracker, Spectrum& spectrum) {
  ik::Workspace& w = tracker.workspace();
  // a method that never asked for J has moved on since: J is then that of the new pose, which says
  // nothing of the step
  const bool measurable = w.has_jacobian();
  const ik::Problem problem = measurable ? tracker.last_problem() : tracker.problem();
  if (!measurable) spectrum.own.begin(problem);
  ik::Workspace& source = measurable ? w : spectrum.own;
  if (!w.has_svd()) spectrum.svd.compute(source.jacobian(problem));
  const ik::Svd& svd = w.has_svd() ? w.svd(problem) : spectrum.svd;
  const Eigen::VectorXd& e = source.error(problem);

  spectrum.J = source.jacobian(problem);
  spectrum.U = svd.U();
  spectrum.V = svd.V();
  spectrum.components.clear();
  spectrum.manipulability = 1.0;
  for (int i = 0; i < svd.count(); ++i) {
    SingularComponent component{};
    component.sigma = svd.sigma()[i];
    component.error = svd.U().col(i).dot(e);
    component.motion = svd.V().col(i).dot(w.dtheta);
    if (measurable && std::abs(component.error) > kNoError)
      component.gain = component.motion / component.error;
    component.filter = tracker.method().filter(component.sigma, svd.sigma()[0]);
    spectrum.manipulability *= component.sigma;
    spectrum.components.push_back(component);
  }
  spectrum.rank = svd.rank(kRankCutoff);
  const double least = svd.sigma()[svd.count() - 1];
  spectrum.condition = least > 0.0 ? svd.sigma()[0] / least : kOff;
}

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
