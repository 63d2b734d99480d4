#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "support/algebra.h"
#include "support/step.h"

// Adaptive damping, against singular values computed by Eigen.
namespace {

using ik::MatrixX;
using ik::VectorX;

struct Spectrum {
  explicit Spectrum(const MatrixX& J) : svd(J) {
    while (moved < svd.sigma.size() && sigma(moved) > 1e-10 * sigma(0)) ++moved;
  }
  double sigma(int i) const { return svd.sigma[i]; }
  /// sum of sigma_i / (sigma_i^2 + squares_i) v_i u_i^T e over the first `moved` values
  VectorX step(const VectorX& e, const VectorX& squares) const {
    VectorX sum = VectorX::Zero(svd.V.rows());
    for (int i = 0; i < moved; ++i) {
      const double gain = sigma(i) / (sigma(i) * sigma(i) + squares[i]);
      sum += gain * svd.U.col(i).dot(e) * svd.V.col(i);
    }
    return sum;
  }
  algebra::Svd svd;
  int moved = 0;
};

/// The two decompositions agree to 1e-15 |J|. A step of gain 1 / damping turns that into
/// 1e-15 |J| |e| / damping^2; dampings here are at least 0.05.
double tolerance(const VectorX& e) { return 1e-11 * (1.0 + e.norm()); }

VectorX pseudoinverse_step(Step& step) { return algebra::pseudoinverse(step.J()) * step.e(); }

// By manipulability --------------------------------------------------------------------------

TEST(DlsManipulability, DampsAsNakamuraAndHanafusaSay) {
  int damped = 0, free = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const double threshold = 0.3 + 0.1 * (seed % 11);
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::DlsManipulability{.lambda = 0.7, .threshold = threshold});
    const Spectrum spectrum(step.J());
    const int r = spectrum.moved;
    // the mean from the product by definition, and |J|_F from the entries of J
    double product = 1.0;
    for (int i = 0; i < r; ++i) product *= spectrum.sigma(i);
    const double w = std::pow(product, 1.0 / r);
    const double w_0 = threshold * step.J().norm() / std::sqrt(static_cast<double>(r));
    const double square = w < w_0 ? 0.49 * (1.0 - w / w_0) * (1.0 - w / w_0) : 0.0;
    ++(square > 0.0 ? damped : free);
    const VectorX expected = spectrum.step(step.e(), VectorX::Constant(r, square));
    EXPECT_LT((dtheta - expected).norm(), 1e-9 * (1.0 + expected.norm())) << seed;
  }
  EXPECT_GT(damped, 10);
  EXPECT_GT(free, 10);
}

TEST(DlsManipulability, StepsAsThePseudoinverseWhereManipulabilityIsHigh) {
  int seen = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const ik::DlsManipulability method{.lambda = 5.0, .threshold = 0.5};
    Step step = random_step(bodies::all()[4].body, seed);
    const VectorX dtheta = step.take(method);
    const Spectrum spectrum(step.J());
    const VectorX sigma = spectrum.svd.sigma;
    const double mean = std::exp(sigma.array().log().mean());
    if (mean < 0.5 * std::sqrt(sigma.array().square().mean())) continue;
    ++seen;
    const VectorX expected = pseudoinverse_step(step);
    EXPECT_LT((dtheta - expected).norm(), 1e-10 * (1.0 + expected.norm()));
  }
  EXPECT_GT(seen, 3);
}

TEST(DlsManipulability, IsBlindToTheSizeOfTheBody) {
  const VectorX sigma = (VectorX(4) << 2.0, 1.5, 0.4, 0.1).finished();
  const ik::DlsManipulability method{.lambda = 1.0, .threshold = 0.8};
  EXPECT_GT(method.damping(sigma), 0.0);
  EXPECT_NEAR(method.damping(1000.0 * sigma), method.damping(sigma), 1e-14);
  EXPECT_NEAR(method.damping(1e-3 * sigma), method.damping(sigma), 1e-14);
}

TEST(DlsManipulability, DampsByAllOfLambdaNextToASingularityAndNotAtAllIfIsotropic) {
  const ik::DlsManipulability method{.lambda = 0.6, .threshold = 1.0};
  // w / w_0 of (1, 1, x) is below x^(1/3) sqrt(3/2)
  const VectorX nearly = Eigen::Vector3d(1.0, 1.0, 1e-9);
  EXPECT_NEAR(std::sqrt(method.damping(nearly)), 0.6, 0.6 * 1.3e-3);
  EXPECT_NEAR(method.damping(Eigen::Vector3d(2.0, 2.0, 2.0)), 0.0, 1e-15);
  // a singular value of 0 is no lost direction
  EXPECT_NEAR(method.damping(Eigen::Vector3d(2.0, 2.0, 0.0)), 0.0, 1e-15);
  EXPECT_EQ(method.damping(Eigen::Vector3d::Zero()), 0.0);
}

// In the singular region ---------------------------------------------------------------------

double region_damping(double sigma, double lambda, double epsilon, double beta) {
  const double inside = 1.0 - sigma * sigma / (epsilon * epsilon);
  return beta * beta + std::max(0.0, lambda * lambda * inside);
}

TEST(DlsSingularRegion, DampsEachDirectionInTheRegionByItsOwnSingularValue) {
  int damped = 0, free = 0;
  for (int seed = 0; seed < 60; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta =
        step.take(ik::DlsSingularRegion{.lambda = 0.7, .epsilon = 0.9, .beta = 0.1});
    const Spectrum spectrum(step.J());
    VectorX squares(spectrum.moved);
    for (int i = 0; i < spectrum.moved; ++i) {
      ++(spectrum.sigma(i) < 0.9 ? damped : free);
      squares[i] = region_damping(spectrum.sigma(i), 0.7, 0.9, 0.1);
    }
    EXPECT_LT((dtheta - spectrum.step(step.e(), squares)).norm(), tolerance(step.e())) << seed;
  }
  EXPECT_GT(damped, 20);
  EXPECT_GT(free, 20);
}

TEST(DlsSingularRegion, WithoutFilteringDampsAllDirectionsByTheSmallestSingularValue) {
  for (int seed = 0; seed < 60; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(
        ik::DlsSingularRegion{.lambda = 0.7, .epsilon = 0.9, .beta = 0.1, .filtering = false});
    const Spectrum spectrum(step.J());
    const double square = region_damping(spectrum.sigma(spectrum.moved - 1), 0.7, 0.9, 0.1);
    const VectorX expected = spectrum.step(step.e(), VectorX::Constant(spectrum.moved, square));
    EXPECT_LT((dtheta - expected).norm(), tolerance(step.e())) << seed;
  }
}

TEST(DlsSingularRegion, StepsAsThePseudoinverseOutsideTheRegion) {
  for (const bool filtering : {true, false}) {
    for (int seed = 0; seed < 20; ++seed) {
      Step step = random_step(bodies::all()[4].body, seed);
      step.take(ik::Dls{});
      const double smallest = Spectrum(step.J()).sigma(5);
      const VectorX dtheta = step.take(ik::DlsSingularRegion{
          .lambda = 5.0, .epsilon = 0.99 * smallest, .beta = 0.0, .filtering = filtering});
      const VectorX expected = pseudoinverse_step(step);
      EXPECT_LT((dtheta - expected).norm(), 1e-10 * (1.0 + expected.norm()));
    }
  }
}

TEST(DlsSingularRegion, LeavesTheOtherDirectionsAloneWhereOneIsLost) {
  // two nearly stretched links: the hand moves across the arm but hardly along it
  const ik::Multibody arm = bodies::planar_arm(2);
  Step step(arm, Eigen::Vector2d(0.0, 1e-4), {Eigen::Vector3d(1.5, 0.3, 0.0)});
  const VectorX dtheta =
      step.take(ik::DlsSingularRegion{.lambda = 1.0, .epsilon = 0.5, .beta = 0.0});
  const VectorX motion = step.J() * dtheta;
  const Spectrum spectrum(step.J());
  const auto u = spectrum.svd.U;
  EXPECT_NEAR(u.col(0).dot(motion), u.col(0).dot(step.e()), 1e-12);
  // gain sigma / lambda^2 gives motion sigma^2 / lambda^2 of the error; sigma is below 1e-4
  EXPECT_LT(std::abs(u.col(1).dot(motion)), 1e-8);
}

// By error -----------------------------------------------------------------------------------

/// Root mean square of the columns' lengths of joints that turn.
double lever(const ik::Multibody& body, const MatrixX& J) {
  double squares = 0.0, count = 0.0;
  for (int j = 0; j < body.joint_count(); ++j) {
    if (body.joint(j).type == ik::JointType::kPrismatic) continue;
    squares += J.col(j).squaredNorm();
    count += 1.0;
  }
  return std::sqrt(squares / count);
}

TEST(DlsError, SolvesTheEquationsOfAnErrorDampedStep) {
  for (int seed = 0; seed < 60; ++seed) {
    for (const double exponent : {0.5, 1.0, 2.0}) {
      const ik::Multibody& body = bodies::numbered(seed);
      Step step = random_step(body, seed);
      const VectorX dtheta =
          step.take(ik::DlsError{.weight = 1.5, .bias = 0.2, .exponent = exponent});
      const MatrixX& J = step.J();
      const double rho = lever(body, J);
      const double square =
          1.5 * std::pow(rho, 2.0 - exponent) * std::pow(step.e().norm(), exponent) + 0.2;
      const VectorX slope = J.transpose() * (J * dtheta - step.e()) + square * dtheta;
      const double size = J.norm() * (J.squaredNorm() / square + 1.0) * step.e().norm();
      EXPECT_LT(slope.norm(), 1e-13 * size) << seed;
      EXPECT_NEAR(*step.workspace.damping(), std::sqrt(square), 1e-13 * std::sqrt(square));
    }
  }
}

TEST(DlsError, NeverStepsFurtherThanItsWeightAllows) {
  // |dtheta| <= |e| / (2 lambda)
  for (int seed = 0; seed < 60; ++seed) {
    for (const double weight : {0.1, 1.0, 30.0}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(ik::DlsError{.weight = weight, .bias = 0.0});
      const double rho = lever(bodies::numbered(seed), step.J());
      EXPECT_LE(dtheta.norm(), (1.0 + 1e-12) * 0.5 * std::sqrt(step.e().norm() / (weight * rho)));
      const VectorX squared =
          random_step(bodies::numbered(seed), seed)
              .take(ik::DlsError{.weight = weight, .bias = 0.0, .exponent = 2.0});
      EXPECT_LE(squared.norm(), (1.0 + 1e-12) * 0.5 / std::sqrt(weight));
    }
  }
}

TEST(DlsError, IsBlindToTheBodysSize) {
  // the same arm in other units of length: equal angles, if the bias is scaled as well
  const auto arm = [](double unit) { return ik::chain({unit, 0.7 * unit, 0.4 * unit}); };
  const ik::Multibody small = arm(1.0), large = arm(8.0);
  const VectorX theta = Eigen::Vector3d(0.2, 0.5, 0.9);
  Step one(small, theta, {Eigen::Vector3d(0.3, 1.1, 0.0)});
  Step other(large, theta, {Eigen::Vector3d(2.4, 8.8, 0.0)});
  const VectorX expected = one.take(ik::DlsError{});
  EXPECT_LT((other.take(ik::DlsError{.bias = 0.064}) - expected).norm(), 1e-13);
}

TEST(DlsError, DampsSlidesByTheBiasAlone) {
  std::vector<ik::Joint> joints(1);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitX();
  const ik::Multibody slide(joints, {{"hand", 0, Eigen::Vector3d::Zero()}});
  Step step(slide, VectorX::Zero(1), {Eigen::Vector3d(3.0, 0.0, 0.0)});
  EXPECT_NEAR(step.take(ik::DlsError{.bias = 0.5})[0], 3.0 / 1.5, 1e-14);
}

}  // namespace
