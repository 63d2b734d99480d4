#pragma once

#include <array>
#include <cmath>
#include <memory>

#include <Eigen/Dense>

#include "peers/dense_solve.h"

namespace bench::BENCH_DENSE {

/// Whole updates with Eigen for a body whose sizes are known at compile time: nothing on the heap,
/// no temporary matrix, nothing computed twice.
///
/// A hinge turns by Rodrigues' formula, whose constant matrices include its placement:
///   parent_from_hinge(theta) = P aa^T + sin(theta) P [a]x + cos(theta) P (I - aa^T)
/// with P the placement's rotation and a the axis.
template <int kTips, int kHinges, class Types = FixedSizes<3 * kTips, kHinges>>
class FixedUpdater final : public Updater {
 public:
  FixedUpdater(const Body& body, const Numbers& numbers)
      : solve_(body, numbers), theta_(Vector::Zero()) {
    for (std::size_t j = 0; j < kHinges; ++j) {
      const Hinge& from = body.hinges[j];
      const Eigen::Vector3d axis(from.axis.data());
      const Eigen::Matrix3d rotation(Eigen::Map<const Eigen::Matrix3d>(from.rotation.data()));
      Eigen::Matrix3d cross;
      cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
      hinges_[j] = {.parent = static_cast<std::size_t>(from.parent + 1),
                    .fixed = rotation * axis * axis.transpose(),
                    .sine = rotation * cross,
                    .cosine = -rotation * cross * cross,
                    .placement = Eigen::Vector3d(from.placement.data()),
                    .axis = rotation * axis};
    }
    for (std::size_t i = 0; i < kTips; ++i) {
      const Tip& from = body.tips[i];
      ends_[i] = {.frame = static_cast<std::size_t>(from.hinge + 1),
                  .offset = Eigen::Vector3d(from.offset.data())};
      for (int j = from.hinge; j >= 0; j = body.hinges[static_cast<std::size_t>(j)].parent) {
        ends_[i].moving[ends_[i].count++] = j;
      }
    }
    rotations_[0].setIdentity();
    origins_[0].setZero();
  }

  void place(const double* theta) override {
    theta_ = Eigen::Map<const Vector>(theta);
    kinematics();
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < kTips; ++i) {
      const End& end = ends_[i];
      const auto row = static_cast<Eigen::Index>(3 * i);
      solve_.e.template segment<3>(row) =
          Eigen::Map<const Eigen::Vector3d>(targets + row) - tips_[i];
      for (std::size_t a = 0; a < end.count; ++a) {
        const int j = end.moving[a];
        const auto at = static_cast<std::size_t>(j);
        solve_.J.template block<3, 1>(row, j) = axes_[at].cross(tips_[i] - origins_[at + 1]);
      }
    }
    solve_.solve();
    theta_ += solve_.step;
    kinematics();
  }

  const double* theta() const override { return theta_.data(); }

 private:
  using Vector = Eigen::Matrix<double, kHinges, 1>;

  struct FixedHinge {
    std::size_t parent;  ///< frame 0 is the world, frame j + 1 hinge j
    Eigen::Matrix3d fixed, sine, cosine;
    Eigen::Vector3d placement, axis;  ///< in the parent's frame
  };
  struct End {
    std::size_t frame;
    Eigen::Vector3d offset;
    std::array<int, kHinges> moving{};  ///< the hinges that move it
    std::size_t count = 0;
  };

  void kinematics() {
    for (std::size_t j = 0; j < kHinges; ++j) {
      const FixedHinge& hinge = hinges_[j];
      const double angle = theta_[static_cast<Eigen::Index>(j)];
      const Eigen::Matrix3d turn =
          hinge.fixed + std::sin(angle) * hinge.sine + std::cos(angle) * hinge.cosine;
      const Eigen::Matrix3d& parent = rotations_[hinge.parent];
      rotations_[j + 1].noalias() = parent * turn;
      axes_[j].noalias() = parent * hinge.axis;
      origins_[j + 1] = origins_[hinge.parent];
      origins_[j + 1].noalias() += parent * hinge.placement;
    }
    for (std::size_t i = 0; i < kTips; ++i) {
      const End& end = ends_[i];
      tips_[i] = origins_[end.frame];
      tips_[i].noalias() += rotations_[end.frame] * end.offset;
    }
  }

  DenseSolve<Types> solve_;
  Vector theta_;
  std::array<FixedHinge, kHinges> hinges_;
  std::array<End, kTips> ends_;
  std::array<Eigen::Matrix3d, kHinges + 1> rotations_;
  std::array<Eigen::Vector3d, kHinges + 1> origins_;
  std::array<Eigen::Vector3d, kHinges> axes_;
  std::array<Eigen::Vector3d, kTips> tips_;
};

/// Types<m, n> gives the types of the solve. Empty for a body that the comparison does not have.
template <template <int, int> class Types>
std::unique_ptr<Updater> make_fixed(const Body& body, const Numbers& numbers) {
  using Any = std::unique_ptr<Updater>;
  return for_sizes<Any>(body, [&]<int kTips, int kHinges>() -> Any {
    return std::make_unique<FixedUpdater<kTips, kHinges, Types<3 * kTips, kHinges>>>(body, numbers);
  });
}

}  // namespace bench::BENCH_DENSE
