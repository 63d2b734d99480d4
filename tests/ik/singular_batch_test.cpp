#include <gtest/gtest.h>
#include <Eigen/SVD>

#include "ik/jacobian.h"
#include "ik/singular_lanes.h"
#include "support/batches.h"
#include "support/step.h"

namespace {

using namespace batches;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
typedef double Doubles __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(16)));

/// Poses where J loses rank: all joints at 0, and those beyond one of them.
Eigen::VectorXd straight_theta(const ik::Multibody& body, int b) {
  const int n = body.joint_count();
  Eigen::VectorXd theta = theta_of(body, b, 0);
  theta.tail(n - b % n).setZero();
  return theta;
}

/// sdls by its formulas, on Eigen's decomposition.
Eigen::VectorXd textbook_sdls(const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                              double gamma_max) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(J.cols());
  for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
    const double sigma = svd.singularValues()[i];
    if (sigma <= 1e-13 * svd.singularValues()[0]) continue;
    const Eigen::VectorXd u = svd.matrixU().col(i), v = svd.matrixV().col(i);
    double N = 0.0, M = 0.0;
    for (Eigen::Index s = 0; s < J.rows() / 3; ++s) {
      N += u.segment<3>(3 * s).norm();
      for (Eigen::Index j = 0; j < J.cols(); ++j) {
        M += std::abs(v[j]) * J.block<3, 1>(3 * s, j).norm() / sigma;
      }
    }
    const double gamma = gamma_max * std::min(1.0, N / M);
    const Eigen::VectorXd phi = u.dot(e) / sigma * v;
    step += phi * (gamma / (gamma + phi.lpNorm<Eigen::Infinity>()));
  }
  const double largest = step.lpNorm<Eigen::Infinity>();
  return largest > gamma_max ? Eigen::VectorXd(step * gamma_max / (gamma_max + largest)) : step;
}

Eigen::VectorXd textbook_pseudoinverse(const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                                       double cutoff) {
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(cutoff);
  return svd.solve(e);
}

class SingularBatch : public testing::TestWithParam<ik::BatchMethod> {
 protected:
  /// One step of every body at poses of its own, without any clamp, against Eigen's.
  template <class Real>
  double difference_from_textbook(const ik::Multibody& body, bool straight) {
    constexpr int kBodies = 24;
    ik::Batch<Real> batch(body, kBodies, GetParam());
    typename ik::Batch<Real>::Scratch scratch(batch);
    batch.clamp_limits(false);
    ik::BatchSettings settings(GetParam());
    settings.cutoff = 0.05;
    settings.max_angle = ik::kUnlimited;
    for (int b = 0; b < kBodies; ++b) {
      batch.set_settings(b, settings);
      set_theta(batch, b, straight ? straight_theta(body, b) : theta_of(body, b, 0));
      aim(batch, b, targets_of(body, b, 0));
    }
    batch.step(0, batch.blocks(), scratch);
    double largest = 0.0;
    for (int b = 0; b < kBodies; ++b) {
      Step step(body, straight ? straight_theta(body, b) : theta_of(body, b, 0),
                targets_of(body, b, 0));
      const Eigen::VectorXd expected =
          GetParam() == ik::BatchMethod::kSdls
              ? textbook_sdls(step.J(), step.e(), settings.gamma_max)
              : textbook_pseudoinverse(step.J(), step.e(), settings.cutoff);
      const double difference = (column(batch.dtheta(), b) - expected).norm();
      largest = std::max(largest, difference / std::max(expected.norm(), 1e-3));
    }
    return largest;
  }
};

TEST_P(SingularBatch, TakesTheStepOfAnIndependentDecomposition) {
  for (const bodies::Named& named : bodies::all()) {
    EXPECT_LT(difference_from_textbook<double>(named.body, false), 1e-12) << named.name;
    EXPECT_LT(difference_from_textbook<double>(named.body, true), 1e-12) << named.name;
  }
}

TEST_P(SingularBatch, WorksInFloatToFourDigits) {
  // seven digits, less those of a condition of 20
  for (const bodies::Named& named : bodies::all()) {
    EXPECT_LT(difference_from_textbook<float>(named.body, false), 3e-4) << named.name;
    EXPECT_LT(difference_from_textbook<float>(named.body, true), 3e-4) << named.name;
  }
}

/// Targets that move on a little from step to step.
std::vector<Eigen::Vector3d> moving(const ik::Multibody& body, int b, int step) {
  std::vector<Eigen::Vector3d> targets = targets_of(body, b, 0);
  for (Eigen::Vector3d& target : targets) {
    target *= 1.0 + 0.3 * std::sin(0.05 * step);
  }
  return targets;
}

TEST_P(SingularBatch, StaysWithTheSingleBodyOnATrack) {
  // each step from the last one's rotations, against a single body that starts afresh
  for (const bodies::Named& named : bodies::all()) {
    const ik::Multibody& body = named.body;
    constexpr int kBodies = 5;
    ik::Batch<double> batch = crowd<double>(body, GetParam(), kBodies);
    ik::Batch<double>::Scratch scratch(batch);
    for (int step = 0; step < 60; ++step) {
      std::vector<Eigen::VectorXd> before;
      for (int b = 0; b < kBodies; ++b) {
        before.push_back(column(batch.theta(), b));
        aim(batch, b, moving(body, b, step));
      }
      batch.step(0, 1, scratch);
      for (int b = 0; b < kBodies; ++b) {
        const ik::BatchSettings settings = settings_of(GetParam(), b);
        Step alone(body, before[static_cast<std::size_t>(b)], moving(body, b, step));
        alone.clamp(settings.d_max);
        Eigen::VectorXd expected = alone.take(single(GetParam(), settings, false));
        ik::clamp_max_angle(body, settings.max_angle, expected);
        ik::clamp_max_slide(body, settings.max_slide, expected);
        ik::clamp_to_limits(body, before[static_cast<std::size_t>(b)], expected);
        EXPECT_LT((column(batch.dtheta(), b) - expected).norm(),
                  1e-12 * std::max(expected.norm(), 0.1))
            << named.name << " body " << b << " step " << step;
      }
    }
  }
}

/// Whatever its size, a body steps alike: nothing overflows, vanishes or is taken for zero.
TEST_P(SingularBatch, StepsBigAndSmallBodiesAlikeToTheBit) {
  const ik::Multibody plain = bodies::forked_tree();
  const auto run = [&](double size) {
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    std::vector<ik::Effector> effectors(plain.effectors().begin(), plain.effectors().end());
    for (ik::Joint& joint : joints) joint.parent_from_joint.translation() *= size;
    for (ik::Effector& effector : effectors) effector.offset *= size;
    const ik::Multibody body(joints, effectors);
    ik::Batch<double> batch(body, 3, GetParam());
    ik::Batch<double>::Scratch scratch(batch);
    for (int step = 0; step < 5; ++step) {
      for (int b = 0; b < 3; ++b) {
        std::vector<Eigen::Vector3d> targets = targets_of(body, b, 0);
        for (Eigen::Vector3d& target : targets) target *= size;
        aim(batch, b, targets);
      }
      batch.step(0, 1, scratch);
    }
    return column(batch.theta(), 2);
  };
  const Eigen::VectorXd usual = run(1.0);
  for (const int power : {-20, -7, 3, 180}) EXPECT_EQ(run(std::exp2(power)), usual) << power;
}

TEST_P(SingularBatch, StartsAfreshWhereABodyIsMoved) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  ik::Batch<double> batch = crowd<double>(body, GetParam(), 11);
  ik::Batch<double> untouched = batch;
  ik::Batch<double>::Scratch scratch(batch), other(untouched);
  for (int step = 0; step < 5; ++step) {
    batch.step(0, batch.blocks(), scratch);
    untouched.step(0, batch.blocks(), other);
  }
  ik::Batch<double> fresh = crowd<double>(body, GetParam(), 11);
  ik::Batch<double>::Scratch third(fresh);
  set_theta(batch, 4, theta_of(body, 4, 0));
  for (int step = 0; step < 12; ++step) {
    batch.step(0, batch.blocks(), scratch);
    untouched.step(0, batch.blocks(), other);
    fresh.step(0, batch.blocks(), third);
    EXPECT_EQ(column(batch.dtheta(), 4), column(fresh.dtheta(), 4)) << step;
  }
  for (int b = 0; b < 11; ++b) {
    if (b == 4) continue;
    EXPECT_EQ(column(batch.theta(), b), column(untouched.theta(), b)) << b;
  }
}

TEST_P(SingularBatch, StartsAfreshAfterAStepThatWasLost) {
  const ik::Multibody body = bodies::forked_tree();
  ik::Batch<double> batch = crowd<double>(body, GetParam(), 9);
  ik::Batch<double> sound = batch;
  ik::Batch<double>::Scratch scratch(batch), other(sound);
  const Eigen::VectorXd good = theta_of(body, 3, 0);
  const int last = body.joint_count() - 1;
  for (int step = 0; step < 20; ++step) {
    // angles, targets and places of all kinds that are no numbers, or as good as none
    aim(batch, 5, {{1e300, -1e300, 0.0}, {kNaN, 0.0, 0.0}});
    aim(batch, 6, {{1e300, -1e300, 1e300}, {-1e300, 0.0, 1e150}});
    if (step == 4) set_theta(batch, 3, kNaN * good);
    if (step == 9) set_theta(batch, 3, good);
    batch.step(0, batch.blocks(), scratch);
    sound.step(0, sound.blocks(), other);
    EXPECT_EQ(batch.outcome(3) == ik::Outcome::kNotFinite, step >= 4 && step < 9);
    EXPECT_TRUE(std::isfinite(batch.dtheta()(last, 5)));
    EXPECT_TRUE(std::isfinite(batch.dtheta()(last, 6)));
  }
  for (const int b : {0, 1, 2, 4, 7, 8}) {
    EXPECT_EQ(column(batch.theta(), b), column(sound.theta(), b)) << b;
  }
  // and what was lost steps as a new one
  ik::Batch<double> fresh = crowd<double>(body, GetParam(), 9);
  ik::Batch<double>::Scratch third(fresh);
  for (int step = 9; step < 20; ++step) fresh.step(0, fresh.blocks(), third);
  EXPECT_EQ(column(batch.theta(), 3), column(fresh.theta(), 3));
  aim(batch, 5, targets_of(body, 5, 0));
  set_theta(fresh, 5, column(batch.theta(), 5));
  batch.step(0, 1, scratch);
  fresh.step(0, 1, third);
  EXPECT_EQ(column(batch.dtheta(), 5), column(fresh.dtheta(), 5));
}

template <class Real>
void expect_same_bits_by_every_set(ik::BatchMethod method) {
  for (const bodies::Named& named : bodies::all()) {
    const auto run = [&](const ik::InstructionSet& set) {
      ik::Batch<Real> batch = crowd<Real>(named.body, method, 21);
      batch.use(set);
      typename ik::Batch<Real>::Scratch scratch(batch);
      for (int step = 0; step < 25; ++step) {
        for (int b = 0; b < 21; ++b) aim(batch, b, moving(named.body, b, step));
        batch.step(0, batch.blocks(), scratch);
      }
      return batch;
    };
    const ik::Batch<Real> first = run(*ik::machine_instructions().front());
    for (const ik::InstructionSet* set : ik::machine_instructions()) {
      const ik::Batch<Real> other = run(*set);
      for (int b = 0; b < 21; ++b) {
        EXPECT_EQ(column(first.theta(), b), column(other.theta(), b)) << named.name << set->name;
      }
    }
  }
}

TEST_P(SingularBatch, GivesTheSameBitsByEverySetOfInstructionsOnATrack) {
  expect_same_bits_by_every_set<double>(GetParam());
  expect_same_bits_by_every_set<float>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Methods, SingularBatch,
                         testing::Values(ik::BatchMethod::kPseudoinverse, ik::BatchMethod::kSdls),
                         [](const testing::TestParamInfo<ik::BatchMethod>& method) {
                           return ik::id(method.param);
                         });

/// Two lanes of vectors to turn, and the matrices that they hold.
template <class N>
struct Lanes {
  using Real = ik::RealOf<N>;
  static constexpr int kStride = ik::Lanewise<N>::kStride;

  /// \param count a multiple of 3, or length is one
  Lanes(int count, int length)
      : plan(count % 3 == 0 ? ik::SingularPlan(tree(count / 3), length)
                            : ik::SingularPlan(tree(length / 3), count)) {
    memory.resize(static_cast<std::size_t>(plan.places * (length + count + 2) * kStride));
  }
  static ik::TreePlan tree(int effectors) {
    ik::TreePlan plan;
    plan.arms.resize(static_cast<std::size_t>(effectors));
    return plan;
  }
  Real* vectors() { return memory.data(); }
  Real* rotation() { return vectors() + plan.places * plan.length * kStride; }
  ik::JacobiLanes<N> jacobi() {
    return {plan, vectors(), rotation(), rotation() + plan.places * plan.count * kStride};
  }
  static void set(Real* rows, int lane, const Eigen::MatrixXd& matrix) {
    for (int i = 0; i < matrix.size(); ++i) {
      rows[i * kStride + lane] = static_cast<Real>(matrix.reshaped()[i]);
    }
  }
  static Eigen::MatrixXd matrix(const Real* rows, int lane, int height, int width) {
    Eigen::MatrixXd result(height, width);
    for (int i = 0; i < result.size(); ++i) result.reshaped()[i] = rows[i * kStride + lane];
    return result;
  }

  ik::SingularPlan plan;
  std::vector<Real> memory;
};

/// Columns that lean on one another, of lengths from 1 down to `least`.
Eigen::MatrixXd graded(int seed, int length, int count, double least) {
  const auto random = [seed](int rows, int cols) {
    return Eigen::MatrixXd(bodies::Numbers(seed).vector(rows * cols).reshaped(rows, cols));
  };
  Eigen::MatrixXd result =
      Eigen::HouseholderQR<Eigen::MatrixXd>(random(length, length)).householderQ() *
      Eigen::MatrixXd::Identity(length, count);
  result += 0.5 / count * result * random(count, count);
  for (int i = 0; i < count; ++i) {
    result.col(i) *= std::pow(least, i / std::max(1.0, count - 1.0));
  }
  return result;
}

template <class N>
void expect_turns(int count, int length, double least, double tolerance) {
  using Limits = ik::JacobiLimits<ik::RealOf<N>>;
  Lanes<N> lanes(count, length);
  std::vector<Eigen::MatrixXd> given;
  for (int lane = 0; lane < 2; ++lane) {
    given.push_back(graded(lane + count, length, count, lane == 0 ? least : 1.0));
    // in lane 1 the second is a copy of the first: rank is lost
    if (lane == 1 && count > 1) given[1].col(1) = given[1].col(0);
    lanes.set(lanes.vectors(), lane, given.back());
    lanes.set(lanes.rotation(), lane, Eigen::MatrixXd::Identity(count, count));
  }
  const N longest = lanes.jacobi().run();
  for (int lane = 0; lane < 2; ++lane) {
    const Eigen::MatrixXd T = lanes.matrix(lanes.vectors(), lane, length, count);
    const Eigen::MatrixXd R = lanes.matrix(lanes.rotation(), lane, count, count);
    const Eigen::MatrixXd gram = T.transpose() * T;
    EXPECT_NEAR(longest[lane], gram.diagonal().maxCoeff(), tolerance * longest[lane]);
    EXPECT_LT((R.transpose() * R - Eigen::MatrixXd::Identity(count, count)).norm(), tolerance);
    for (int i = 0; i < count; ++i) {
      EXPECT_NEAR(lanes.jacobi().square(i)[lane], gram(i, i), tolerance * longest[lane]);
      for (int k = 0; k < i; ++k) {
        const double size = std::sqrt(gram(i, i) * gram(k, k));
        const double rounding = Limits::kNothing * Limits::kLastSweep * longest[lane];
        EXPECT_LE(std::abs(gram(i, k)), tolerance * size + rounding) << count << " in " << length;
      }
    }
    EXPECT_LT((T - given[static_cast<std::size_t>(lane)] * R).norm(),
              tolerance * std::sqrt(longest[lane]));
    // small ones to as many digits as large ones
    Eigen::VectorXd sigma = gram.diagonal().cwiseSqrt();
    std::sort(sigma.begin(), sigma.end(), std::greater<>());
    using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    const Eigen::VectorXd expected =
        Eigen::JacobiSVD<Long>(given[static_cast<std::size_t>(lane)].cast<long double>())
            .singularValues()
            .cast<double>();
    const double floor = lane == 1 ? sigma[0] : 0.0;
    for (int i = 0; i < count; ++i) {
      EXPECT_NEAR(sigma[i], expected[i], tolerance * std::max(expected[i], floor)) << i;
    }
  }
}

TEST(JacobiLanes, MakeVectorsOrthogonalByARotation) {
  for (const auto& [count, length] :
       {std::pair{1, 3}, {2, 3}, {3, 3}, {3, 8}, {6, 7}, {9, 9}, {12, 16}, {15, 24}}) {
    expect_turns<Doubles>(count, length, 1e-9, 3e-14);
    expect_turns<Floats>(count, length, 1e-2, 2e-5);
  }
}

TEST(JacobiLanes, LeaveTurnedVectorsAlone) {
  Lanes<Doubles> lanes(6, 7);
  for (int lane = 0; lane < 2; ++lane) {
    lanes.set(lanes.vectors(), lane, graded(lane, 7, 6, 0.1));
    lanes.set(lanes.rotation(), lane, Eigen::MatrixXd::Identity(6, 6));
  }
  lanes.jacobi().run();
  const std::vector<double> once = lanes.memory;
  lanes.jacobi().run();
  double largest = 0.0;
  for (std::size_t i = 0; i < once.size(); ++i) {
    largest = std::max(largest, std::abs(once[i] - lanes.memory[i]));
  }
  EXPECT_LT(largest, 1e-14);
}

TEST(JacobiLanes, TakeRoundingOutOfTheRotationOfSomeLanes) {
  Lanes<Doubles> lanes(6, 7);
  const Eigen::MatrixXd nearly = Eigen::MatrixXd::Identity(6, 6) + 1e-6 * graded(3, 6, 6, 1.0);
  for (int lane = 0; lane < 2; ++lane) lanes.set(lanes.rotation(), lane, nearly);
  const Doubles old = {8.0, 7.0}, eight = {8.0, 8.0};
  lanes.jacobi().orthonormalise(old == eight);
  const Eigen::MatrixXd R = lanes.matrix(lanes.rotation(), 0, 6, 6);
  EXPECT_LT((R.transpose() * R - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-14);
  EXPECT_LT((R - nearly).norm(), 1e-4);
  EXPECT_EQ(lanes.matrix(lanes.rotation(), 1, 6, 6), nearly);
}

TEST(SingularPlan, LetsEveryPairMeetInASweep) {
  for (int n = 1; n < 30; ++n) {
    for (const int effectors : {1, 2, 3, 5}) {
      const ik::Multibody body = bodies::random_tree(n, n, effectors);
      const ik::SingularPlan plan(body.plan(), n);
      EXPECT_EQ(plan.count, std::min(n, 3 * effectors));
      EXPECT_EQ(plan.length, std::max(n, 3 * effectors));
      Eigen::MatrixXi met = Eigen::MatrixXi::Zero(plan.places, plan.places);
      int repeated = 0;
      for (std::size_t i = 0; i < plan.meetings.size(); ++i) {
        const auto& [v, inside] = plan.meetings[i];
        for (int a = 0; a < 4; ++a) {
          for (int b = a + 1; b < 4; ++b) {
            if (a / 2 != b / 2 || inside) ++met(std::min(v[a], v[b]), std::max(v[a], v[b]));
          }
        }
        if (i == 0) continue;
        for (const int a : v) {
          for (const int b : plan.meetings[i - 1].vectors) repeated += a == b ? 1 : 0;
        }
      }
      for (int b = 1; b < plan.count; ++b) {
        for (int a = 0; a < b; ++a) EXPECT_GE(met(a, b), 1) << n << ' ' << a << ' ' << b;
      }
      if (plan.places >= 12 && plan.places % 4 == 0) {
        EXPECT_EQ(repeated, 0) << n;
      }
    }
  }
}

TEST(InversePower, BringsAnyNumberBetweenOneAndTwo) {
  for (int power = -1022; power <= 1023; ++power) {
    const double number = std::ldexp(1.0 + (power & 7) / 8.0, power);
    const Doubles given = {number, number};
    const Doubles scaled = given * ik::inverse_power<Doubles>(given);
    EXPECT_GE(scaled[0], 1.0) << power;
    EXPECT_LT(scaled[1], power == 1023 ? 4.0 : 2.0) << power;
  }
  const Doubles nothing = {0.0, 1e-310};
  const Doubles none = ik::inverse_power<Doubles>(nothing);
  EXPECT_EQ(none[0], 1.0);
  EXPECT_EQ(none[1], 1.0);
  const Floats floats = {3e38F, 1e9F, 1e-30F, 0.0F};
  const Floats big = ik::inverse_power<Floats>(floats);
  EXPECT_LT(big[0] * 3e38F, 4.0F);
  for (int i = 0; i < 3; ++i) EXPECT_GT(big[i], 0.0F);
}

}  // namespace
