#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/methods/minimization.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"
#include "support/algebra.h"
#include "support/step.h"

// Properties of each method that follow from its theory.
namespace {

using ik::MatrixX;
using ik::VectorX;

// Jacobian transpose -------------------------------------------------------------------------

TEST(JacobianTranspose, StepIsAPositiveMultipleOfTheGradient) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::JacobianTranspose{});
    const VectorX gradient = step.J().transpose() * step.e();
    EXPECT_NEAR(dtheta.dot(gradient), dtheta.norm() * gradient.norm(), 1e-12 * gradient.norm());
  }
}

TEST(JacobianTranspose, NeverPullsAgainstTheErrorInTheLinearModel) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    step.take(ik::JacobianTranspose{});
    const VectorX& e = step.e();
    EXPECT_GE((step.J() * step.J().transpose() * e).dot(e), 0.0);
  }
}

TEST(JacobianTranspose, StepLengthLeavesTheLeastErrorAlongItsLine) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::JacobianTranspose{});
    const auto left = [&](double share) { return (step.e() - share * step.J() * dtheta).norm(); };
    EXPECT_LE(left(1.0), left(0.999) + 1e-13);
    EXPECT_LE(left(1.0), left(1.001) + 1e-13);
  }
}

TEST(JacobianTranspose, GainScalesTheStep) {
  Step step = random_step(bodies::numbered(4), 1);
  const VectorX whole = step.take(ik::JacobianTranspose{});
  EXPECT_LT((step.take(ik::JacobianTranspose{.gain = 0.25}) - 0.25 * whole).norm(), 1e-15);
}

// Pseudoinverse ------------------------------------------------------------------------------

TEST(Pseudoinverse, StepIsThePseudoinverseTimesTheError) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::Pseudoinverse{.cutoff = 1e-10});
    const VectorX expected = algebra::pseudoinverse(step.J()) * step.e();
    EXPECT_LT((dtheta - expected).norm(), 1e-10 * (1.0 + expected.norm())) << seed;
  }
}

TEST(Pseudoinverse, StepIsTheShortestThatSolvesTheLeastSquares) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::Pseudoinverse{.cutoff = 1e-10});
    const MatrixX& J = step.J();
    EXPECT_LT((J.transpose() * (step.e() - J * dtheta)).norm(), 1e-9 * (1.0 + dtheta.norm()));
    // minimum norm: no component in the nullspace
    const MatrixX projector = MatrixX::Identity(J.cols(), J.cols()) - algebra::pseudoinverse(J) * J;
    EXPECT_LT((projector * dtheta).norm(), 1e-10 * (1.0 + dtheta.norm()));
  }
}

TEST(Pseudoinverse, LeavesOutSingularDirectionsBelowTheCutOff) {
  for (int seed = 0; seed < 10; ++seed) {
    Step step = random_step(bodies::all()[4].body, seed);
    const double cutoff = 0.3;
    const VectorX dtheta = step.take(ik::Pseudoinverse{.cutoff = cutoff});
    const algebra::Svd svd(step.J());
    VectorX expected = VectorX::Zero(dtheta.size());
    for (int i = 0; i < svd.sigma.size(); ++i) {
      if (svd.sigma[i] <= cutoff * svd.sigma[0]) continue;
      expected += svd.U.col(i).dot(step.e()) / svd.sigma[i] * svd.V.col(i);
    }
    EXPECT_LT((dtheta - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  }
}

// Damped least squares -----------------------------------------------------------------------

TEST(Dls, SolvesTheNormalEquationsOfItsObjective) {
  for (int seed = 0; seed < 30; ++seed) {
    for (const double lambda : {0.01, 0.3, 1.1, 20.0}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(ik::Dls{lambda});
      const MatrixX& J = step.J();
      const VectorX slope = J.transpose() * (J * dtheta - step.e()) + lambda * lambda * dtheta;
      // slope = J^T r; rounding leaves the residual r of A f = e at 1e-16 |A| |f|
      const double A = J.squaredNorm() + lambda * lambda;
      const double f = (step.e() - J * dtheta).norm() / (lambda * lambda);
      const double size = J.norm() * (A * f + step.e().norm());
      EXPECT_LT(slope.norm(), 1e-14 * size) << seed;
    }
  }
}

TEST(Dls, IsTheSameByEquations10And11And14) {
  for (int seed = 0; seed < 30; ++seed) {
    for (const double lambda : {0.05, 0.6, 1.1}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(ik::Dls{lambda});
      const MatrixX J = step.J();
      const VectorX e = step.e();
      const double square = lambda * lambda;

      const MatrixX joints = J.transpose() * J + square * MatrixX::Identity(J.cols(), J.cols());
      const VectorX by_joints = algebra::solve(joints, J.transpose() * e);
      const MatrixX rows = J * J.transpose() + square * MatrixX::Identity(J.rows(), J.rows());
      const VectorX by_rows = J.transpose() * algebra::solve(rows, e);
      const algebra::Svd svd(J);
      const VectorX sigma = svd.sigma;
      const VectorX filter = sigma.array() / (sigma.array().square() + square);
      const VectorX by_values = svd.V * filter.asDiagonal() * svd.U.transpose() * e;

      const double tolerance = 1e-11 * (1.0 + dtheta.norm());
      EXPECT_LT((dtheta - by_joints).norm(), tolerance);
      EXPECT_LT((dtheta - by_rows).norm(), tolerance);
      EXPECT_LT((dtheta - by_values).norm(), tolerance);
    }
  }
}

TEST(Dls, NeverMovesFurtherThanTheErrorOverTwiceTheDamping) {
  for (int seed = 0; seed < 30; ++seed) {
    for (const double lambda : {0.01, 0.6, 5.0}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(ik::Dls{lambda});
      EXPECT_LE(dtheta.norm(), step.e().norm() / (2.0 * lambda) * (1.0 + 1e-12));
    }
  }
}

TEST(Dls, BecomesThePseudoinverseAsTheDampingVanishes) {
  for (int seed = 0; seed < 30; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX exact = step.take(ik::Pseudoinverse{.cutoff = 0.0});
    const VectorX undamped = step.take(ik::Dls{0.0});
    EXPECT_LT((undamped - exact).norm(), 1e-12 * (1.0 + exact.norm())) << seed;
  }
}

TEST(Dls, IsExactForDampingsTooSmallToSquare) {
  for (const double lambda : {1e-3, 1e-4, 1e-6, 1e-9}) {
    for (int seed = 0; seed < 10; ++seed) {
      Step step = random_step(bodies::all()[4].body, seed);
      const VectorX dtheta = step.take(ik::Dls{lambda});
      const algebra::LongMatrix J = step.J().cast<long double>();
      const algebra::LongMatrix A = J * J.transpose() + static_cast<long double>(lambda) * lambda *
                                                            algebra::LongMatrix::Identity(6, 6);
      const VectorX expected =
          (J.transpose() * algebra::long_solve(A, step.e().cast<long double>())).cast<double>();
      EXPECT_LT((dtheta - expected).norm(), 1e-8 * (1.0 + expected.norm())) << lambda;
    }
  }
}

// Selectively damped least squares ------------------------------------------------------------

TEST(Sdls, BecomesThePseudoinverseAsItsCapsGoToInfinity) {
  for (int seed = 0; seed < 30; ++seed) {
    for (const bool hard : {false, true}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX exact = step.take(ik::Pseudoinverse{.cutoff = 1e-10});
      const VectorX uncapped = step.take(ik::Sdls{.gamma_max = 1e18, .hard_clamp = hard});
      EXPECT_LT((uncapped - exact).norm(), 1e-9 * (1.0 + exact.norm())) << seed;
    }
  }
}

TEST(Sdls, NeverMovesAJointFurtherThanItsCap) {
  for (int seed = 0; seed < 60; ++seed) {
    for (const double gamma_max : {0.05, 0.4, 0.785}) {
      for (const bool hard : {false, true}) {
        Step step = random_step(bodies::numbered(seed), seed);
        const VectorX dtheta = step.take(ik::Sdls{.gamma_max = gamma_max, .hard_clamp = hard});
        EXPECT_LE(dtheta.lpNorm<Eigen::Infinity>(), gamma_max * (1.0 + 1e-15));
      }
    }
  }
}

/// Buss and Kim's sdls from its formulas, with Eigen's SVD.
VectorX plain_sdls(const MatrixX& J, const VectorX& e, double gamma_max) {
  const algebra::Svd svd(J);
  VectorX total = VectorX::Zero(J.cols());
  for (int i = 0; i < svd.sigma.size(); ++i) {
    const double sigma = svd.sigma[i];
    if (sigma <= 1e-10) continue;
    double N = 0.0, M = 0.0;
    for (int row = 0; row < J.rows(); row += 3) {
      N += svd.U.col(i).segment<3>(row).norm();
      for (int j = 0; j < J.cols(); ++j) {
        M += std::abs(svd.V(j, i)) * J.block<3, 1>(row, j).norm() / sigma;
      }
    }
    const double gamma = N < M ? gamma_max * N / M : gamma_max;
    const VectorX phi = svd.U.col(i).dot(e) / sigma * svd.V.col(i);
    total += gamma / (gamma + phi.cwiseAbs().maxCoeff()) * phi;
  }
  const double largest = total.cwiseAbs().maxCoeff();
  return largest > gamma_max ? VectorX(gamma_max / (gamma_max + largest) * total) : total;
}

TEST(Sdls, IsTheRecipeOfBussAndKim) {
  for (int seed = 0; seed < 60; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::Sdls{});
    EXPECT_LT((dtheta - plain_sdls(step.J(), step.e(), M_PI / 4.0)).norm(), 1e-9) << seed;
  }
}

TEST(Sdls, LeavesOutDirectionsInWhichNothingMoves) {
  // one hinge with its hand at distance sigma from the axis; the published threshold is
  // 1e-10 m / rad
  for (const double sigma : {0.9e-10, 1.1e-10}) {
    const ik::Multibody hinge({ik::Joint{}}, {{"hand", 0, Eigen::Vector3d(sigma, 0.0, 0.0)}});
    Step step(hinge, VectorX::Zero(1), {Eigen::Vector3d(sigma, 1.0, 0.0)});
    const double turned = step.take(ik::Sdls{})[0];
    EXPECT_EQ(turned > 0.3, sigma > 1e-10) << turned;
    EXPECT_EQ(turned == 0.0, sigma < 1e-10) << turned;
  }
}

TEST(Sdls, WithTheGradualCapHalvesAStepAtTheThreshold) {
  // one hinge, one effector, error along its motion:
  // phi = e / sigma, N = 1, M = |v| rho / sigma
  const ik::Multibody hinge = bodies::planar_arm(1);
  const double gamma_max = 0.5;
  const double phi = 2.0;
  Step step(hinge, VectorX::Zero(1), {Eigen::Vector3d(1.0, phi, 0.0)});
  const double capped = step.take(ik::Sdls{.gamma_max = gamma_max})[0];
  EXPECT_NEAR(capped, phi * gamma_max / (gamma_max + phi), 1e-14);
  EXPECT_NEAR(step.take(ik::Sdls{.gamma_max = gamma_max, .hard_clamp = true})[0], gamma_max, 1e-14);
}

}  // namespace
