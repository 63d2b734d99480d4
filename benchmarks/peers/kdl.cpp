// Orocos KDL: its tree or chain, its recursive kinematics, its Jacobians. The solve is Eigen's;
// where KDL weights rows, also its own, by SVD.

#include "peers/kdl.h"

#include <limits>

#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/tree.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#include <kdl/treeiksolvervel_wdls.hpp>
#include <kdl/treejnttojacsolver.hpp>

#include "peers/any_dense_solve.h"

namespace bench {
namespace {

std::string hinge_name(int j) { return j < 0 ? "root" : "hinge" + std::to_string(j); }
std::string tip_name(std::size_t i) { return "tip" + std::to_string(i); }

KDL::Vector vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// KDL rotates before it translates, about an axis in the parent's frame.
KDL::Segment segment_of(const Body& body, std::size_t j) {
  const Hinge& hinge = body.hinges[j];
  const std::string name = hinge_name(static_cast<int>(j));
  const auto& r = hinge.rotation;
  const KDL::Rotation rotation(r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]);
  const KDL::Vector origin = vector_of(hinge.placement);
  const KDL::Joint joint(name, origin, rotation * vector_of(hinge.axis), KDL::Joint::RotAxis);
  return KDL::Segment(name, joint, KDL::Frame(rotation, origin));
}

KDL::Segment segment_of(const Tip& tip, std::size_t i) {
  return KDL::Segment(tip_name(i), KDL::Joint(KDL::Joint::Fixed),
                      KDL::Frame(vector_of(tip.offset)));
}

KDL::Tree tree_of(const Body& body) {
  KDL::Tree tree("root");
  for (std::size_t j = 0; j < body.n(); ++j) {
    tree.addSegment(segment_of(body, j), hinge_name(body.hinges[j].parent));
  }
  for (std::size_t i = 0; i < body.tips.size(); ++i) {
    tree.addSegment(segment_of(body.tips[i], i), hinge_name(body.tips[i].hinge));
  }
  return tree;
}

bool is_chain(const Body& body) {
  const int n = static_cast<int>(body.n());
  for (int j = 0; j < n; ++j) {
    if (body.hinges[static_cast<std::size_t>(j)].parent != j - 1) return false;
  }
  return body.tips.size() == 1 && body.tips[0].hinge == n - 1;
}

KDL::Chain chain_of(const Body& body) {
  KDL::Chain chain;
  for (std::size_t j = 0; j < body.n(); ++j) chain.addSegment(segment_of(body, j));
  chain.addSegment(segment_of(body.tips[0], 0));
  return chain;
}

/// Weights of the twists of k tips: 0 for turning.
Eigen::MatrixXd position_weights(std::size_t k) {
  const auto rows = static_cast<Eigen::Index>(6 * k);
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(rows, rows);
  for (Eigen::Index row = 0; row < rows; ++row) weights(row, row) = row % 6 < 3 ? 1.0 : 0.0;
  return weights;
}

KDL::Twist twist_of(const Eigen::Vector3d& e) {
  return {KDL::Vector(e.x(), e.y(), e.z()), KDL::Vector::Zero()};
}

/// KDL's solvers of a tree.
class TreeSolvers {
 public:
  explicit TreeSolvers(const Body& body)
      : tree_(tree_of(body)), kinematics_(tree_), jacobians_(tree_) {
    for (std::size_t i = 0; i < body.tips.size(); ++i) names_.push_back(tip_name(i));
  }

  void find_tip(const KDL::JntArray& theta, std::size_t i, KDL::Frame& tip) {
    kinematics_.JntToCart(theta, tip, names_[i]);
  }
  void find_jacobian(const KDL::JntArray& theta, std::size_t i, KDL::Jacobian& J) {
    jacobians_.JntToJac(theta, J, names_[i]);
  }

  static bool has_own(Rule rule) { return rule == Rule::kDls; }
  void prepare_own(const Numbers& numbers) {
    own_ = std::make_unique<KDL::TreeIkSolverVel_wdls>(tree_, names_);
    own_->setLambda(numbers.lambda);
    own_->setWeightTS(position_weights(names_.size()));
    for (const std::string& name : names_) twists_[name] = KDL::Twist::Zero();
  }
  void want(std::size_t i, const KDL::Twist& twist) { twists_[names_[i]] = twist; }
  void solve_own(const KDL::JntArray& theta, KDL::JntArray& step) {
    own_->CartToJnt(theta, twists_, step);
  }

 private:
  KDL::Tree tree_;
  KDL::TreeFkSolverPos_recursive kinematics_;
  KDL::TreeJntToJacSolver jacobians_;
  std::vector<std::string> names_;
  std::unique_ptr<KDL::TreeIkSolverVel_wdls> own_;
  KDL::Twists twists_;
};

/// KDL's solvers of a chain.
class ChainSolvers {
 public:
  explicit ChainSolvers(const Body& body)
      : chain_(chain_of(body)), kinematics_(chain_), jacobians_(chain_) {}

  void find_tip(const KDL::JntArray& theta, std::size_t, KDL::Frame& tip) {
    kinematics_.JntToCart(theta, tip);
  }
  void find_jacobian(const KDL::JntArray& theta, std::size_t, KDL::Jacobian& J) {
    jacobians_.JntToJac(theta, J);
  }

  /// ChainIkSolverVel_pinv cannot leave turning out, so ChainIkSolverVel_wdls takes its place.
  static bool has_own(Rule rule) { return rule == Rule::kDls || rule == Rule::kPseudoinverse; }
  /// KDL damps the singular values of a chain below `eps`, with the whole lambda if the least one
  /// is 0. It is here, because turning has weight 0.
  void prepare_own(const Numbers& numbers) {
    const bool damped = numbers.rule == Rule::kDls;
    own_ = std::make_unique<KDL::ChainIkSolverVel_wdls>(chain_);
    own_->setLambda(damped ? numbers.lambda : 1.0);
    own_->setEps(damped ? std::numeric_limits<float>::max() : kZeroSigma);
    own_->setWeightTS(position_weights(1));
  }
  void want(std::size_t, const KDL::Twist& twist) { twist_ = twist; }
  void solve_own(const KDL::JntArray& theta, KDL::JntArray& step) {
    own_->CartToJnt(theta, twist_, step);
  }

 private:
  static constexpr double kZeroSigma = 1e-10;

  KDL::Chain chain_;
  KDL::ChainFkSolverPos_recursive kinematics_;
  KDL::ChainJntToJacSolver jacobians_;
  std::unique_ptr<KDL::ChainIkSolverVel_wdls> own_;
  KDL::Twist twist_;
};

template <class Solvers>
class KdlUpdater : public Updater {
 public:
  explicit KdlUpdater(const Body& body)
      : solvers_(body), theta_(static_cast<unsigned>(body.n())), tips_(body.tips.size()) {}

  void place(const double* theta) override {
    for (unsigned j = 0; j < theta_.rows(); ++j) theta_(j) = theta[j];
    find_tips();
  }

  const double* theta() const override { return theta_.data.data(); }

 protected:
  template <class Step>
  void take(const Step& step) {
    theta_.data += step;
    find_tips();
  }

  Eigen::Vector3d error(const double* targets, std::size_t i) const {
    return Eigen::Map<const Eigen::Vector3d>(targets + 3 * i) -
           Eigen::Map<const Eigen::Vector3d>(tips_[i].p.data);
  }

  Solvers solvers_;
  KDL::JntArray theta_;
  std::vector<KDL::Frame> tips_;

 private:
  void find_tips() {
    for (std::size_t i = 0; i < tips_.size(); ++i) solvers_.find_tip(theta_, i, tips_[i]);
  }
};

template <class Solvers>
class KdlEigenUpdater final : public KdlUpdater<Solvers> {
 public:
  KdlEigenUpdater(const Body& body, const Numbers& numbers)
      : KdlUpdater<Solvers>(body),
        solve_(make_dense_solve(body, numbers)),
        jacobian_(static_cast<unsigned>(body.n())) {}

  void update(const double* targets) override {
    for (std::size_t i = 0; i < this->tips_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      this->solvers_.find_jacobian(this->theta_, i, jacobian_);
      solve_->J.template middleRows<3>(row) = jacobian_.data.template topRows<3>();
      solve_->e.template segment<3>(row) = this->error(targets, i);
    }
    solve_->solve();
    this->take(solve_->step);
  }

 private:
  std::unique_ptr<AnyDenseSolve> solve_;
  KDL::Jacobian jacobian_;
};

/// Uses KDL's own solve; its turning rows have weight 0.
template <class Solvers>
class KdlOwnUpdater final : public KdlUpdater<Solvers> {
 public:
  KdlOwnUpdater(const Body& body, const Numbers& numbers)
      : KdlUpdater<Solvers>(body),
        max_angle_(numbers.max_angle),
        step_(static_cast<unsigned>(body.n())) {
    this->solvers_.prepare_own(numbers);
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < this->tips_.size(); ++i) {
      this->solvers_.want(i, twist_of(this->error(targets, i)));
    }
    this->solvers_.solve_own(this->theta_, step_);
    const double largest = step_.data.template lpNorm<Eigen::Infinity>();
    if (largest > max_angle_) step_.data *= max_angle_ / largest;
    this->take(step_.data);
  }

 private:
  double max_angle_;
  KDL::JntArray step_;
};

/// \returns null if KDL has no such solve
template <class Solvers>
std::unique_ptr<Updater> make_own_updater(const Body& body, const Numbers& numbers) {
  if (!Solvers::has_own(numbers.rule)) return nullptr;
  return std::make_unique<KdlOwnUpdater<Solvers>>(body, numbers);
}

}  // namespace

std::unique_ptr<Updater> make_kdl(const Body& body, const Numbers& numbers) {
  if (is_chain(body)) return std::make_unique<KdlEigenUpdater<ChainSolvers>>(body, numbers);
  return std::make_unique<KdlEigenUpdater<TreeSolvers>>(body, numbers);
}

std::unique_ptr<Updater> make_kdl_own(const Body& body, const Numbers& numbers) {
  return is_chain(body) ? make_own_updater<ChainSolvers>(body, numbers)
                        : make_own_updater<TreeSolvers>(body, numbers);
}

}  // namespace bench
