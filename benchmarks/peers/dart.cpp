// DART: its skeleton, its lazily updated kinematics, its Jacobians. The solve is Eigen's.

#include "peers/dart.h"

#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "peers/any_dense_solve.h"

namespace bench {
namespace {

using dart::dynamics::BodyNode;
using dart::dynamics::RevoluteJoint;

Eigen::Vector3d vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

class DartUpdater final : public Updater {
 public:
  DartUpdater(const Body& body, const Numbers& numbers)
      : skeleton_(dart::dynamics::Skeleton::create("body")),
        solve_(make_dense_solve(body, numbers)),
        theta_(static_cast<Eigen::Index>(body.n())),
        tips_(body.tips.size()) {
    std::vector<BodyNode*> nodes;
    for (const Hinge& hinge : body.hinges) {
      RevoluteJoint::Properties properties;
      properties.mName = "hinge" + std::to_string(nodes.size());
      properties.mAxis = vector_of(hinge.axis);
      Eigen::Isometry3d& parent_from_joint = properties.mT_ParentBodyToJoint;
      parent_from_joint.linear() = Eigen::Map<const Eigen::Matrix3d>(hinge.rotation.data());
      parent_from_joint.translation() = vector_of(hinge.placement);
      // without a unique name DART prints a message for every node it renames
      BodyNode::Properties node;
      node.mName = "link" + std::to_string(nodes.size());
      BodyNode* parent = hinge.parent < 0 ? nullptr : nodes[static_cast<std::size_t>(hinge.parent)];
      nodes.push_back(
          skeleton_->createJointAndBodyNodePair<RevoluteJoint>(parent, properties, node).second);
    }
    for (const Tip& tip : body.tips) {
      carriers_.push_back(nodes[static_cast<std::size_t>(tip.hinge)]);
      offsets_.push_back(vector_of(tip.offset));
    }
  }

  void place(const double* theta) override {
    theta_ = Eigen::Map<const Eigen::VectorXd>(theta, theta_.size());
    kinematics();
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      const auto columns = carriers_[i]->getLinearJacobian(offsets_[i]);
      const std::vector<std::size_t>& moving = carriers_[i]->getDependentGenCoordIndices();
      for (std::size_t c = 0; c < moving.size(); ++c) {
        solve_->J.block<3, 1>(row, static_cast<Eigen::Index>(moving[c])) =
            columns.col(static_cast<Eigen::Index>(c));
      }
      solve_->e.segment<3>(row) = Eigen::Map<const Eigen::Vector3d>(targets + row) - tips_[i];
    }
    solve_->solve();
    theta_ += solve_->step;
    kinematics();
  }

  const double* theta() const override { return theta_.data(); }

 private:
  void kinematics() {
    skeleton_->setPositions(theta_);
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      tips_[i] = carriers_[i]->getWorldTransform() * offsets_[i];
    }
  }

  dart::dynamics::SkeletonPtr skeleton_;
  std::unique_ptr<AnyDenseSolve> solve_;
  Eigen::VectorXd theta_;
  std::vector<BodyNode*> carriers_;
  std::vector<Eigen::Vector3d> offsets_, tips_;
};

}  // namespace

std::unique_ptr<Updater> make_dart(const Body& body, const Numbers& numbers) {
  return std::make_unique<DartUpdater>(body, numbers);
}

}  // namespace bench
