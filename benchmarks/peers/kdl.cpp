// Orocos KDL: its tree, its recursive kinematics, its Jacobians. The solve is Eigen's; for damped
// least squares also KDL's own, by SVD.

#include "peers/kdl.h"

#include <kdl/tree.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#include <kdl/treeiksolvervel_wdls.hpp>
#include <kdl/treejnttojacsolver.hpp>

#include "peers/dense_solve.h"

namespace bench {
namespace {

std::string hinge_name(int j) { return j < 0 ? "root" : "hinge" + std::to_string(j); }
std::string tip_name(std::size_t i) { return "tip" + std::to_string(i); }

KDL::Vector vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// KDL rotates before it translates, about an axis in the parent's frame.
KDL::Tree tree_of(const Body& body) {
  KDL::Tree tree("root");
  for (std::size_t j = 0; j < body.n(); ++j) {
    const Hinge& hinge = body.hinges[j];
    const auto& r = hinge.rotation;
    const KDL::Rotation rotation(r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]);
    const KDL::Vector origin = vector_of(hinge.placement);
    const KDL::Joint joint(hinge_name(static_cast<int>(j)), origin,
                           rotation * vector_of(hinge.axis), KDL::Joint::RotAxis);
    tree.addSegment(
        KDL::Segment(hinge_name(static_cast<int>(j)), joint, KDL::Frame(rotation, origin)),
        hinge_name(hinge.parent));
  }
  for (std::size_t i = 0; i < body.tips.size(); ++i) {
    const Tip& tip = body.tips[i];
    tree.addSegment(
        KDL::Segment(tip_name(i), KDL::Joint(KDL::Joint::Fixed), KDL::Frame(vector_of(tip.offset))),
        hinge_name(tip.hinge));
  }
  return tree;
}

class KdlUpdater : public Updater {
 public:
  KdlUpdater(const Body& body, const Numbers& numbers)
      : tree_(tree_of(body)),
        solve_(body, numbers),
        theta_(static_cast<unsigned>(body.n())),
        kinematics_(tree_),
        jacobians_(tree_),
        jacobian_(static_cast<unsigned>(body.n())),
        tips_(body.tips.size()) {
    for (std::size_t i = 0; i < tips_.size(); ++i) names_.push_back(tip_name(i));
  }

  void place(const double* theta) override {
    for (unsigned j = 0; j < theta_.rows(); ++j) theta_(j) = theta[j];
    find_tips();
  }

  void update(const double* targets) override {
    find_step(targets);
    theta_.data += solve_.step;
    find_tips();
  }

  const double* theta() const override { return theta_.data.data(); }

 protected:
  virtual void find_step(const double* targets) {
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      jacobians_.JntToJac(theta_, jacobian_, names_[i]);
      solve_.J.middleRows<3>(row) = jacobian_.data.topRows<3>();
      solve_.e.segment<3>(row) = error(targets, i);
    }
    solve_.solve();
  }

  Eigen::Vector3d error(const double* targets, std::size_t i) const {
    return Eigen::Map<const Eigen::Vector3d>(targets + 3 * i) -
           Eigen::Map<const Eigen::Vector3d>(tips_[i].p.data);
  }

  KDL::Tree tree_;
  dense::DenseSolve solve_;
  KDL::JntArray theta_;
  std::vector<std::string> names_;

 private:
  void find_tips() {
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      kinematics_.JntToCart(theta_, tips_[i], names_[i]);
    }
  }

  KDL::TreeFkSolverPos_recursive kinematics_;
  KDL::TreeJntToJacSolver jacobians_;
  KDL::Jacobian jacobian_;
  std::vector<KDL::Frame> tips_;
};

/// Uses KDL's own damped solve; its rotational rows have weight 0.
class KdlOwnUpdater final : public KdlUpdater {
 public:
  KdlOwnUpdater(const Body& body, const Numbers& numbers)
      : KdlUpdater(body, numbers),
        numbers_(numbers),
        solver_(tree_, names_),
        velocity_(static_cast<unsigned>(body.n())) {
    solver_.setLambda(numbers.lambda);
    const auto rows = static_cast<Eigen::Index>(6 * names_.size());
    Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(rows, rows);
    for (Eigen::Index row = 0; row < rows; ++row) weights(row, row) = row % 6 < 3 ? 1.0 : 0.0;
    solver_.setWeightTS(weights);
    for (const std::string& name : names_) twists_[name] = KDL::Twist::Zero();
  }

 private:
  void find_step(const double* targets) override {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Eigen::Vector3d e = error(targets, i);
      twists_[names_[i]].vel = KDL::Vector(e.x(), e.y(), e.z());
    }
    solver_.CartToJnt(theta_, twists_, velocity_);
    solve_.step = velocity_.data;
    const double largest = solve_.step.lpNorm<Eigen::Infinity>();
    if (largest > numbers_.max_angle) solve_.step *= numbers_.max_angle / largest;
  }

  Numbers numbers_;
  KDL::TreeIkSolverVel_wdls solver_;
  KDL::Twists twists_;
  KDL::JntArray velocity_;
};

}  // namespace

std::unique_ptr<Updater> make_kdl(const Body& body, const Numbers& numbers) {
  return std::make_unique<KdlUpdater>(body, numbers);
}

std::unique_ptr<Updater> make_kdl_own(const Body& body, const Numbers& numbers) {
  if (numbers.rule != Rule::kDls) return nullptr;
  return std::make_unique<KdlOwnUpdater>(body, numbers);
}

}  // namespace bench
