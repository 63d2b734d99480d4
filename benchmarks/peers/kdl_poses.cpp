#include "peers/kdl_poses.h"

#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

namespace bench {
namespace {

// the quickest over the five arms, of 15, 30, 60 and 100, and of 10, 20, 30 and 60
constexpr int kLmaSteps = 100;
constexpr int kNewtonSteps = 10;

KDL::Vector vector_of(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

KDL::Frame frame_of(const Eigen::Isometry3d& from) {
  const Eigen::Matrix3d R = from.linear();
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          vector_of(from.translation())};
}

/// A joint of KDL is before its segment's frame, of ours behind it.
KDL::Chain kdl_chain(const Chain& from) {
  KDL::Chain chain;
  chain.addSegment(
      KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame_of(from.joints[0].parent_from_joint)));
  for (std::size_t j = 1; j <= from.joints.size(); ++j) {
    const ChainJoint& joint = from.joints[j - 1];
    const KDL::Joint moves(KDL::Vector::Zero(), vector_of(joint.axis),
                           joint.slides ? KDL::Joint::TransAxis : KDL::Joint::RotAxis);
    const bool last = j == from.joints.size();
    const KDL::Frame next =
        frame_of(last ? from.joint_from_tool : from.joints[j].parent_from_joint);
    chain.addSegment(KDL::Segment(moves, next));
  }
  return chain;
}

class KdlPoses : public PoseSolver {
 public:
  explicit KdlPoses(const Chain& chain)
      : PoseSolver(chain),
        kdl_(kdl_chain(chain)),
        kinematics_(kdl_),
        start_(static_cast<unsigned>(chain.size())),
        end_(start_) {}

  Eigen::Isometry3d frame(const Eigen::VectorXd& theta) override {
    start_.data = theta;
    KDL::Frame at;
    kinematics_.JntToCart(start_, at);
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 4; ++column) frame(row, column) = at(row, column);
    }
    return frame;
  }

 protected:
  void attempt(const Eigen::Isometry3d& goal, double tolerance, Eigen::VectorXd& theta) override {
    if (!solver_ || tolerance != tolerance_) solver_ = solver(tolerance_ = tolerance);
    start_.data = theta;
    solver_->CartToJnt(start_, frame_of(goal), end_);
    theta = end_.data;
  }
  virtual std::unique_ptr<KDL::ChainIkSolverPos> solver(double tolerance) = 0;

  KDL::Chain kdl_;
  KDL::ChainFkSolverPos_recursive kinematics_;

 private:
  KDL::JntArray start_, end_;
  double tolerance_ = 0.0;
  std::unique_ptr<KDL::ChainIkSolverPos> solver_;
};

class Lma final : public KdlPoses {
 public:
  using KdlPoses::KdlPoses;

 private:
  std::unique_ptr<KDL::ChainIkSolverPos> solver(double tolerance) override {
    const Eigen::Matrix<double, 6, 1> weights = Eigen::Matrix<double, 6, 1>::Ones();
    return std::make_unique<KDL::ChainIkSolverPos_LMA>(kdl_, weights, tolerance, kLmaSteps);
  }
};

class NewtonRaphson final : public KdlPoses {
 public:
  explicit NewtonRaphson(const Chain& chain) : KdlPoses(chain), velocity_(kdl_) {}

 private:
  std::unique_ptr<KDL::ChainIkSolverPos> solver(double tolerance) override {
    KDL::JntArray lower(static_cast<unsigned>(chain_.size())), upper(lower);
    for (std::size_t j = 0; j < chain_.joints.size(); ++j) {
      lower(static_cast<unsigned>(j)) = chain_.joints[j].lower;
      upper(static_cast<unsigned>(j)) = chain_.joints[j].upper;
    }
    const double each = tolerance / std::sqrt(3.0);  // it compares each number
    return std::make_unique<KDL::ChainIkSolverPos_NR_JL>(kdl_, lower, upper, kinematics_, velocity_,
                                                         kNewtonSteps, each);
  }

  KDL::ChainIkSolverVel_pinv velocity_;
};

}  // namespace

std::unique_ptr<PoseSolver> make_kdl_lma(const Chain& chain) {
  return std::make_unique<Lma>(chain);
}
std::unique_ptr<PoseSolver> make_kdl_nr_jl(const Chain& chain) {
  return std::make_unique<NewtonRaphson>(chain);
}

}  // namespace bench
