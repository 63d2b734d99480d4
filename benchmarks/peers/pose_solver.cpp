#include "peers/pose_solver.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <Eigen/Dense>

#include "lab/scene/scene.h"
#include "measure.h"
#ifdef BENCH_KDL
#include "peers/kdl_poses.h"
#endif
#ifdef BENCH_DART
#include "peers/dart_poses.h"
#endif

namespace bench {
namespace {

Eigen::Isometry3d motion(const ChainJoint& joint, double theta) {
  if (joint.slides) return Eigen::Isometry3d(Eigen::Translation3d(theta * joint.axis));
  return Eigen::Isometry3d(Eigen::AngleAxisd(theta, joint.axis));
}

/// Damping that vanishes with the error, as of Sugihara (2011), first without limits and then with
/// joints clamped to them.
class PlainLoop final : public PoseSolver {
 public:
  explicit PlainLoop(const Chain& chain)
      : PoseSolver(chain), J_(6, chain.size()), frames_(chain.joints.size()) {}

  Eigen::Isometry3d frame(const Eigen::VectorXd& theta) override { return chain_.frame(theta); }

 private:
  void attempt(const Eigen::Isometry3d& goal, double tolerance, Eigen::VectorXd& theta) override {
    if (descend(goal, tolerance, 60, false, theta) && chain_.wrap(theta)) return;
    chain_.clamp(theta);
    descend(goal, tolerance, 10, true, theta);
  }

  bool descend(const Eigen::Isometry3d& goal, double tolerance, int most, bool limits,
               Eigen::VectorXd& theta) {
    for (int i = 0; i < most; ++i) {
      Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
      for (std::size_t j = 0; j < frames_.size(); ++j) {
        const ChainJoint& joint = chain_.joints[j];
        frame = frame * joint.parent_from_joint * motion(joint, theta[static_cast<int>(j)]);
        frames_[j] = frame;
      }
      frame = frame * chain_.joint_from_tool;
      const Eigen::AngleAxisd turn(Eigen::Matrix3d(goal.linear() * frame.linear().transpose()));
      Eigen::Matrix<double, 6, 1> e;
      e << goal.translation() - frame.translation(), turn.angle() * turn.axis();
      if (e.head<3>().norm() <= tolerance && e.tail<3>().norm() <= tolerance) return true;
      for (std::size_t j = 0; j < frames_.size(); ++j) {
        const Eigen::Vector3d axis = frames_[j].linear() * chain_.joints[j].axis;
        const Eigen::Vector3d arm = frame.translation() - frames_[j].translation();
        const bool slides = chain_.joints[j].slides;
        J_.col(static_cast<int>(j)) << (slides ? axis : axis.cross(arm)),
            (slides ? Eigen::Vector3d(0.0, 0.0, 0.0) : axis);
      }
      constexpr double kLongest = 0.3, kWidest = 1.0;  // m, rad
      if (e.head<3>().norm() > kLongest) e.head<3>() *= kLongest / e.head<3>().norm();
      if (e.tail<3>().norm() > kWidest) e.tail<3>() *= kWidest / e.tail<3>().norm();
      const double mu = 1e-10 + 1e-3 * std::min(1.0, e.squaredNorm());
      const Eigen::Matrix<double, 6, 6> A =
          J_ * J_.transpose() + mu * Eigen::Matrix<double, 6, 6>::Identity();
      theta += J_.transpose() * A.ldlt().solve(e);
      if (limits) chain_.clamp(theta);
    }
    return false;
  }

  Eigen::Matrix<double, 6, Eigen::Dynamic> J_;
  std::vector<Eigen::Isometry3d> frames_;
};

}  // namespace

Eigen::Isometry3d Chain::frame(const Eigen::VectorXd& theta) const {
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    frame = frame * joints[j].parent_from_joint * motion(joints[j], theta[static_cast<int>(j)]);
  }
  return frame * joint_from_tool;
}

bool Chain::wrap(Eigen::VectorXd& theta) const {
  bool inside = true;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const ChainJoint& joint = joints[j];
    double& at = theta[static_cast<int>(j)];
    if (at >= joint.lower && at <= joint.upper) continue;
    if (!joint.slides) {
      const double middle = 0.5 * (joint.lower + joint.upper);
      at = middle + std::remainder(at - middle, 2.0 * std::numbers::pi);
    }
    inside = inside && at >= joint.lower && at <= joint.upper;
  }
  return inside;
}

void Chain::clamp(Eigen::VectorXd& theta) const {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    double& at = theta[static_cast<int>(j)];
    at = std::clamp(at, joints[j].lower, joints[j].upper);
  }
}

Eigen::VectorXd Chain::own(const ik::VectorX& given) const {
  Eigen::VectorXd theta(size());
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    theta[j] = given[joints[static_cast<std::size_t>(j)].given];
  }
  return theta;
}

Chain chain_of(const ik::Multibody& body) {
  const ik::Effector& tool = body.effector(0);
  Chain chain;
  for (int j = tool.joint; j >= 0; j = body.joint(j).parent) {
    const ik::Joint& joint = body.joint(j);
    const bool slides = joint.type == ik::JointType::kPrismatic;
    if ((!slides && joint.type != ik::JointType::kRevolute) || joint.leader >= 0) {
      throw std::invalid_argument(joint.name + ": peers have hinges and slides alone");
    }
    const lab::JointRange range = lab::joint_range(joint);
    chain.joints.push_back({body.given_index(j),
                            Eigen::Isometry3d(joint.parent_from_joint.matrix()), joint.axis, slides,
                            range.from, range.to});
  }
  std::reverse(chain.joints.begin(), chain.joints.end());
  chain.joint_from_tool = Eigen::Translation3d(tool.offset) * Eigen::Isometry3d(tool.rotation);
  return chain;
}

bool agree(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b, double tolerance) {
  return (a.translation() - b.translation()).norm() <= tolerance &&
         Eigen::AngleAxisd(Eigen::Matrix3d(a.linear() * b.linear().transpose())).angle() <=
             tolerance;
}

bool PoseSolver::solve(const Eigen::Isometry3d& goal, const Eigen::VectorXd& start,
                       double tolerance, double most_ns) {
  const double begin = thread_ns();
  random_.seed(3);
  for (theta_ = start;;) {
    attempt(goal, tolerance, theta_);
    if (chain_.wrap(theta_) && agree(frame(theta_), goal, tolerance)) return true;
    if (thread_ns() - begin > most_ns) return false;
    for (Eigen::Index j = 0; j < theta_.size(); ++j) {
      const ChainJoint& joint = chain_.joints[static_cast<std::size_t>(j)];
      theta_[j] = std::uniform_real_distribution<double>(joint.lower, joint.upper)(random_);
    }
  }
}

std::vector<NamedPoseSolver> pose_solvers(const Chain& chain) {
  std::vector<NamedPoseSolver> all;
  all.push_back({"plain Eigen", std::make_unique<PlainLoop>(chain)});
#ifdef BENCH_KDL
  all.push_back({"KDL LMA", make_kdl_lma(chain)});
  all.push_back({"KDL NR_JL", make_kdl_nr_jl(chain)});
#endif
#ifdef BENCH_DART
  all.push_back({"DART", make_dart_poses(chain)});
#endif
  return all;
}

}  // namespace bench
