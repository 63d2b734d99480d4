#include "peers/kdl_poses.h"

#include <numbers>
#include <random>

#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

namespace bench {
namespace {

constexpr int kAttempts = 100;
// of 30, 60 and 100 the quickest over the five arms
constexpr int kLmaSteps = 100;
constexpr int kNewtonSteps = 30;

KDL::Frame frame_of(const Eigen::Isometry3d& from) {
  const Eigen::Matrix3d R = from.linear();
  const Eigen::Vector3d p = from.translation();
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          KDL::Vector(p.x(), p.y(), p.z())};
}

/// A joint of KDL is before its segment's frame, of ours behind it.
KDL::Chain chain_of(const bodies::Arm& arm) {
  KDL::Chain chain;
  chain.addSegment(
      KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame_of(bodies::Arm::placement(arm.joints[0]))));
  for (std::size_t j = 1; j <= arm.joints.size(); ++j) {
    const KDL::Frame next = j < arm.joints.size() ? frame_of(bodies::Arm::placement(arm.joints[j]))
                                                  : KDL::Frame(KDL::Vector(0.0, 0.0, arm.tool));
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotZ), next));
  }
  return chain;
}

class KdlPoses : public PoseSolver {
 public:
  explicit KdlPoses(const bodies::Arm& arm)
      : arm_(arm),
        chain_(chain_of(arm)),
        kinematics_(chain_),
        size_(static_cast<unsigned>(arm.joints.size())),
        start_(size_),
        theta_(size_) {}

  void begin() override { random_.seed(3); }
  bool solve(const Eigen::Isometry3d& goal, const ik::VectorX& start, double tolerance) override {
    const KDL::Frame wanted = frame_of(goal);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      for (unsigned j = 0; j < size_; ++j) {
        start_(j) = attempt == 0 ? start[j] : drawn(j);
      }
      attempt_at(wanted, tolerance);
      if (within_limits() && reached(wanted, tolerance)) return true;
    }
    return false;
  }

 protected:
  /// One attempt from start_ to theta_.
  virtual void attempt_at(const KDL::Frame& goal, double tolerance) = 0;

  const bodies::Arm& arm_;
  KDL::Chain chain_;
  KDL::ChainFkSolverPos_recursive kinematics_;
  unsigned size_;
  KDL::JntArray start_, theta_;

 private:
  double drawn(unsigned j) {
    const bodies::ArmJoint& joint = arm_.joints[j];
    return std::uniform_real_distribution<double>(joint.lower, joint.upper)(random_);
  }
  /// Turns joints into their limits. \returns whether all are inside
  bool within_limits() {
    bool inside = true;
    for (unsigned j = 0; j < size_; ++j) {
      const bodies::ArmJoint& joint = arm_.joints[j];
      const double middle = 0.5 * (joint.lower + joint.upper);
      theta_(j) = middle + std::remainder(theta_(j) - middle, 2.0 * std::numbers::pi);
      inside = inside && theta_(j) >= joint.lower && theta_(j) <= joint.upper;
    }
    return inside;
  }
  bool reached(const KDL::Frame& goal, double tolerance) {
    KDL::Frame at;
    kinematics_.JntToCart(theta_, at);
    const KDL::Twist apart = KDL::diff(at, goal);
    return apart.vel.Norm() <= tolerance && apart.rot.Norm() <= tolerance;
  }

  std::mt19937_64 random_{3};
};

class Lma : public KdlPoses {
 public:
  explicit Lma(const bodies::Arm& arm) : KdlPoses(arm) {}

 private:
  void attempt_at(const KDL::Frame& goal, double tolerance) override {
    if (tolerance != tolerance_) {
      const Eigen::Matrix<double, 6, 1> weights = Eigen::Matrix<double, 6, 1>::Ones();
      solver_ = std::make_unique<KDL::ChainIkSolverPos_LMA>(chain_, weights, tolerance, kLmaSteps);
      tolerance_ = tolerance;
    }
    solver_->CartToJnt(start_, goal, theta_);
  }

  double tolerance_ = 0.0;
  std::unique_ptr<KDL::ChainIkSolverPos_LMA> solver_;
};

class NewtonRaphson : public KdlPoses {
 public:
  explicit NewtonRaphson(const bodies::Arm& arm) : KdlPoses(arm), velocity_(chain_) {
    lower_.resize(size_);
    upper_.resize(size_);
    for (unsigned j = 0; j < size_; ++j) {
      lower_(j) = arm.joints[j].lower;
      upper_(j) = arm.joints[j].upper;
    }
  }

 private:
  void attempt_at(const KDL::Frame& goal, double tolerance) override {
    if (tolerance != tolerance_) {
      solver_ = std::make_unique<KDL::ChainIkSolverPos_NR_JL>(chain_, lower_, upper_, kinematics_,
                                                              velocity_, kNewtonSteps, tolerance);
      tolerance_ = tolerance;
    }
    solver_->CartToJnt(start_, goal, theta_);
  }

  KDL::ChainIkSolverVel_pinv velocity_;
  KDL::JntArray lower_, upper_;
  double tolerance_ = 0.0;
  std::unique_ptr<KDL::ChainIkSolverPos_NR_JL> solver_;
};

}  // namespace

std::unique_ptr<PoseSolver> make_kdl_lma(const bodies::Arm& arm) {
  return std::make_unique<Lma>(arm);
}
std::unique_ptr<PoseSolver> make_kdl_nr_jl(const bodies::Arm& arm) {
  return std::make_unique<NewtonRaphson>(arm);
}

}  // namespace bench
