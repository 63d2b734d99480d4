#include "peers/dart_poses.h"

#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/EndEffector.hpp>
#include <dart/dynamics/InverseKinematics.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/SimpleFrame.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/optimizer/GradientDescentSolver.hpp>

namespace bench {
namespace {

using dart::dynamics::BodyNode;
using dart::dynamics::InverseKinematics;
using dart::optimizer::GradientDescentSolver;

// the best of a dozen choices over the five arms: with DART's defaults it reaches a tenth less
constexpr int kSteps = 15;
constexpr double kDamping = 1e-3;
constexpr double kLargestStep = 1.0;  // rad or m, of a joint

template <class Joint>
BodyNode* add_joint(const ChainJoint& from, BodyNode* parent, dart::dynamics::Skeleton& skeleton) {
  typename Joint::Properties properties;
  const std::string number = std::to_string(skeleton.getNumBodyNodes());
  properties.mName = "joint" + number;
  properties.mAxis = from.axis;
  properties.mT_ParentBodyToJoint = from.parent_from_joint;
  properties.mPositionLowerLimits[0] = from.lower;
  properties.mPositionUpperLimits[0] = from.upper;
  BodyNode::Properties node;
  node.mName = "link" + number;
  return skeleton.createJointAndBodyNodePair<Joint>(parent, properties, node).second;
}

class DartPoses final : public PoseSolver {
 public:
  explicit DartPoses(const Chain& chain)
      : PoseSolver(chain), skeleton_(dart::dynamics::Skeleton::create("arm")) {
    BodyNode* node = nullptr;
    for (const ChainJoint& joint : chain.joints) {
      node = joint.slides ? add_joint<dart::dynamics::PrismaticJoint>(joint, node, *skeleton_)
                          : add_joint<dart::dynamics::RevoluteJoint>(joint, node, *skeleton_);
    }
    tool_ = node->createEndEffector("tool");
    tool_->setDefaultRelativeTransform(chain.joint_from_tool, true);
    goal_ = dart::dynamics::SimpleFrame::createShared(dart::dynamics::Frame::World(), "goal");
    const auto ik = tool_->getIK(true);
    ik->setTarget(goal_);
    ik->getErrorMethod().setErrorWeights(Eigen::Vector6d::Ones());
    auto& gradient = ik->setGradientMethod<InverseKinematics::JacobianDLS>();
    gradient.setDampingCoefficient(kDamping);
    gradient.setComponentWiseClamp(kLargestStep);
    const auto solver = std::make_shared<GradientDescentSolver>(ik->getProblem());
    solver->setStepSize(1.0);
    solver->setNumMaxIterations(kSteps);
    ik->setSolver(solver);
  }

  Eigen::Isometry3d frame(const Eigen::VectorXd& theta) override {
    skeleton_->setPositions(theta);
    return tool_->getWorldTransform();
  }

 private:
  void attempt(const Eigen::Isometry3d& goal, double tolerance, Eigen::VectorXd& theta) override {
    const auto ik = tool_->getIK();
    // three axes together
    const Eigen::Vector6d bound = Eigen::Vector6d::Constant(tolerance / std::sqrt(3.0));
    ik->getErrorMethod().setBounds(-bound, bound);
    goal_->setTransform(goal);
    skeleton_->setPositions(theta);
    ik->solveAndApply(theta, true);
  }

  dart::dynamics::SkeletonPtr skeleton_;
  dart::dynamics::EndEffector* tool_;
  dart::dynamics::SimpleFramePtr goal_;
};

}  // namespace

std::unique_ptr<PoseSolver> make_dart_poses(const Chain& chain) {
  return std::make_unique<DartPoses>(chain);
}

}  // namespace bench
