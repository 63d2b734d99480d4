// Pinocchio: its model, its kinematics and Jacobians of all joints in one pass, its Jacobians of
// points. The solve is Eigen's.

#include "peers/pinocchio.h"

#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>

#include "peers/any_dense_solve.h"

namespace bench {
namespace {

Eigen::Vector3d vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// Pinocchio has quicker joints about the axes of a frame.
pinocchio::JointModel joint_about(const Eigen::Vector3d& axis) {
  if (axis == Eigen::Vector3d::UnitX()) return pinocchio::JointModelRX();
  if (axis == Eigen::Vector3d::UnitY()) return pinocchio::JointModelRY();
  if (axis == Eigen::Vector3d::UnitZ()) return pinocchio::JointModelRZ();
  return pinocchio::JointModelRevoluteUnaligned(axis);
}

pinocchio::Model model_of(const Body& body) {
  pinocchio::Model model;
  for (std::size_t j = 0; j < body.n(); ++j) {
    const Hinge& hinge = body.hinges[j];
    // joint 0 of the model is the world
    model.addJoint(static_cast<pinocchio::JointIndex>(hinge.parent + 1),
                   joint_about(vector_of(hinge.axis)),
                   pinocchio::SE3(Eigen::Map<const Eigen::Matrix3d>(hinge.rotation.data()),
                                  vector_of(hinge.placement)),
                   "hinge" + std::to_string(j));
  }
  return model;
}

class PinocchioUpdater final : public Updater {
 public:
  PinocchioUpdater(const Body& body, const Numbers& numbers)
      : model_(model_of(body)),
        data_(model_),
        solve_(make_dense_solve(body, numbers)),
        theta_(model_.nv) {
    for (const Tip& tip : body.tips) {
      tips_.push_back({static_cast<pinocchio::JointIndex>(tip.hinge + 1),
                       pinocchio::SE3(Eigen::Matrix3d::Identity(), vector_of(tip.offset)),
                       Eigen::Vector3d::Zero(), pinocchio::Data::Matrix6x::Zero(6, model_.nv)});
    }
  }

  void place(const double* theta) override {
    theta_ = Eigen::Map<const Eigen::VectorXd>(theta, theta_.size());
    kinematics();
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      Point& tip = tips_[i];
      const auto row = static_cast<Eigen::Index>(3 * i);
      pinocchio::getFrameJacobian(model_, data_, tip.joint, tip.placement,
                                  pinocchio::LOCAL_WORLD_ALIGNED, tip.jacobian);
      solve_->J.middleRows<3>(row) = tip.jacobian.topRows<3>();
      solve_->e.segment<3>(row) = Eigen::Map<const Eigen::Vector3d>(targets + row) - tip.position;
    }
    solve_->solve();
    theta_ += solve_->step;
    kinematics();
  }

  const double* theta() const override { return theta_.data(); }

 private:
  struct Point {
    pinocchio::JointIndex joint;
    pinocchio::SE3 placement;
    Eigen::Vector3d position;
    pinocchio::Data::Matrix6x jacobian;  ///< 0 in the columns of joints that do not move it
  };

  /// Places the joints, and finds their Jacobians for the next update in the same pass.
  void kinematics() {
    pinocchio::computeJointJacobians(model_, data_, theta_);
    for (Point& tip : tips_) tip.position = data_.oMi[tip.joint].act(tip.placement.translation());
  }

  pinocchio::Model model_;
  pinocchio::Data data_;
  std::unique_ptr<AnyDenseSolve> solve_;
  Eigen::VectorXd theta_;
  std::vector<Point> tips_;
};

}  // namespace

std::unique_ptr<Updater> make_pinocchio(const Body& body, const Numbers& numbers) {
  return std::make_unique<PinocchioUpdater>(body, numbers);
}

}  // namespace bench
