#include "ik/task/damped_step.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/algebra.h"
#include "support/bodies.h"

namespace {

using algebra::LongMatrix;
using algebra::LongVector;
using ik::MatrixX;
using ik::VectorX;

/// A straight arm along x, whose J has rows of zeros, and trees from 6 rows of J to 30: both forms
/// of the equations.
ik::Multibody body_of(int seed) {
  return seed == 0 ? ik::chain({1.0, 0.5, 0.7}) : bodies::random_tree(seed, 4 + 3 * seed, 1 + seed);
}

struct Equations {
  explicit Equations(int seed) : body(body_of(seed)), numbers(seed) {
    const double bent = seed == 0 ? 0.0 : 2.0;
    const ik::Pose pose = ik::pose_at(body, bent * numbers.vector(body.joint_count()));
    std::vector<Eigen::Vector3d> targets;
    std::vector<ik::Aim> aims;
    ik::reached_goals(body, pose, targets, aims);
    ik::task_jacobian({body, pose, targets}, J);
    e = numbers.vector(body.row_count());
    square = 1e-3 * J.squaredNorm() / static_cast<double>(J.cols());
    damped.reserve(body);
    EXPECT_TRUE(damped.begin(J, square));
  }
  /// square (J J^T + square I)^-1 r
  LongVector left_of(const LongVector& r) const {
    LongMatrix A = J.cast<long double>() * J.transpose().cast<long double>();
    A.diagonal().array() += square;
    return square * algebra::long_solve(A, r);
  }

  ik::Multibody body;
  bodies::Numbers numbers;
  MatrixX J;
  VectorX e;
  double square = 0.0;
  ik::DampedEquations damped;
};

TEST(DampedEquations, RefineAsInLongDouble) {
  for (int seed = 0; seed < 10; ++seed) {
    Equations equations(seed);
    LongVector r = equations.e.cast<long double>();
    LongVector y = LongVector::Zero(r.size());
    equations.damped.ask(equations.e);
    const VectorX before = equations.numbers.vector(equations.body.joint_count());
    for (int i = 0; i < 4; ++i) {
      r = equations.left_of(r);
      y += r / equations.square;
      equations.damped.refine();
      EXPECT_NEAR(equations.damped.residual(), static_cast<double>(r.norm()),
                  1e-12 * equations.e.norm());
      VectorX x = before;
      equations.damped.add_step(x);
      const VectorX expected =
          before + VectorX((equations.J.transpose().cast<long double>() * y).cast<double>());
      EXPECT_LT((x - expected).norm(), 1e-11 * (1.0 + expected.norm())) << seed;
    }
  }
}

TEST(DampedEquations, TakeAMotionOutOfTheGoals) {
  for (int seed = 0; seed < 10; ++seed) {
    Equations equations(seed);
    const VectorX x = equations.numbers.vector(equations.body.joint_count());
    equations.damped.ask(equations.e);
    equations.damped.refine();  // leaves nothing behind
    equations.damped.ask_against(x);
    EXPECT_NEAR(equations.damped.residual(), (equations.J * x).norm(), 1e-13 * x.norm());
    VectorX left = x;
    for (int i = 0; i < 4; ++i) equations.damped.refine();
    equations.damped.add_step(left);
    LongVector r = (equations.J * x).cast<long double>();
    for (int i = 0; i < 4; ++i) r = equations.left_of(r);
    EXPECT_NEAR((equations.J * left).norm(), static_cast<double>(r.norm()), 1e-12 * x.norm());
  }
}

TEST(DampedEquations, LeaveNoSmallerShareOfTheResidualThanBefore) {
  for (int seed = 0; seed < 10; ++seed) {
    Equations equations(seed);
    equations.damped.ask(equations.e);
    double share = 0.0;
    for (int i = 0; i < 8; ++i) {
      const double before = equations.damped.residual();
      equations.damped.refine();
      const double next = equations.damped.residual() / before;
      EXPECT_GE(next, share * (1.0 - 1e-9));
      share = next;
    }
  }
}

TEST(DampedEquations, RefuseAMatrixThatIsNotDefinite) {
  for (const int seed : {1, 9}) {
    Equations equations(seed);
    equations.J.setZero();
    EXPECT_FALSE(equations.damped.begin(equations.J, 0.0));
    equations.J.setConstant(std::nan(""));
    EXPECT_FALSE(equations.damped.begin(equations.J, 1.0));
  }
}

}  // namespace
