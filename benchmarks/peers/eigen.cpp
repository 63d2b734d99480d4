// Eigen alone, sizes at run time: textbook kinematics, a dense Jacobian, a dense solve. Compiled
// twice, for every machine and for this one. The second build renames the namespace Eigen: the two
// differ in layout, and the linker would keep only one copy of each function.

#include "peers/eigen.h"

#include <Eigen/Geometry>

#include "peers/dense_solve.h"

namespace bench::BENCH_DENSE {
namespace {

class EigenUpdater final : public Updater {
 public:
  EigenUpdater(const Body& body, const Numbers& numbers)
      : body_(body),
        solve_(body, numbers),
        theta_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(body.n()))),
        frames_(body.n()),
        axes_(body.n()),
        tips_(body.tips.size()) {
    for (const Hinge& hinge : body.hinges) {
      Eigen::Isometry3d parent_from_hinge = Eigen::Isometry3d::Identity();
      parent_from_hinge.linear() = Eigen::Map<const Eigen::Matrix3d>(hinge.rotation.data());
      parent_from_hinge.translation() = Eigen::Map<const Eigen::Vector3d>(hinge.placement.data());
      placements_.push_back(parent_from_hinge);
    }
  }

  void place(const double* theta) override {
    theta_ = Eigen::Map<const Eigen::VectorXd>(theta, theta_.size());
    kinematics();
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      solve_.e.segment<3>(row) = Eigen::Map<const Eigen::Vector3d>(targets + row) - tips_[i];
      for (int j = body_.tips[i].hinge; j >= 0;) {
        const auto at = static_cast<std::size_t>(j);
        solve_.J.block<3, 1>(row, j) = axes_[at].cross(tips_[i] - frames_[at].translation());
        j = body_.hinges[at].parent;
      }
    }
    solve_.solve();
    theta_ += solve_.step;
    kinematics();
  }

  const double* theta() const override { return theta_.data(); }

 private:
  void kinematics() {
    for (std::size_t j = 0; j < frames_.size(); ++j) {
      const Hinge& hinge = body_.hinges[j];
      const Eigen::Map<const Eigen::Vector3d> axis(hinge.axis.data());
      frames_[j] = placements_[j];
      frames_[j].rotate(Eigen::AngleAxisd(theta_[static_cast<Eigen::Index>(j)], axis));
      if (hinge.parent >= 0) {
        frames_[j] = frames_[static_cast<std::size_t>(hinge.parent)] * frames_[j];
      }
      axes_[j].noalias() = frames_[j].linear() * axis;
    }
    for (std::size_t i = 0; i < tips_.size(); ++i) {
      const Tip& tip = body_.tips[i];
      tips_[i] = frames_[static_cast<std::size_t>(tip.hinge)] *
                 Eigen::Map<const Eigen::Vector3d>(tip.offset.data());
    }
  }

  // fixed sizes of 32 bytes and more need aligned memory where the machine has wide registers
  template <class T>
  using List = std::vector<T, Eigen::aligned_allocator<T>>;

  Body body_;
  DenseSolve<> solve_;
  Eigen::VectorXd theta_;
  List<Eigen::Isometry3d> placements_, frames_;
  std::vector<Eigen::Vector3d> axes_, tips_;
};

}  // namespace

std::unique_ptr<Updater> make_eigen(const Body& body, const Numbers& numbers) {
  return std::make_unique<EigenUpdater>(body, numbers);
}

}  // namespace bench::BENCH_DENSE
