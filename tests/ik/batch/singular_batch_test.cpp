#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/algebra.h"
#include "support/batches.h"
#include "support/step.h"

namespace {

using namespace batches;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Poses where J loses rank: all joints at 0, or all joints beyond one of them.
ik::VectorX straight_theta(const ik::Multibody& body, int b) {
  const int n = body.joint_count();
  ik::VectorX theta = theta_of(body, b, 0);
  theta.tail(n - b % n).setZero();
  return theta;
}

/// sdls from its formulas, with Eigen's SVD.
ik::VectorX textbook_sdls(const ik::MatrixX& J, const ik::VectorX& e, double gamma_max) {
  const algebra::Svd svd(J);
  ik::VectorX step = ik::VectorX::Zero(J.cols());
  for (Eigen::Index i = 0; i < svd.sigma.size(); ++i) {
    const double sigma = svd.sigma[i];
    if (sigma <= 1e-13 * svd.sigma[0]) continue;
    const ik::VectorX u = svd.U.col(i), v = svd.V.col(i);
    double N = 0.0, M = 0.0;
    for (Eigen::Index s = 0; s < J.rows() / 3; ++s) {
      N += u.segment<3>(3 * s).norm();
      for (Eigen::Index j = 0; j < J.cols(); ++j) {
        M += std::abs(v[j]) * J.block<3, 1>(3 * s, j).norm() / sigma;
      }
    }
    const double gamma = gamma_max * std::min(1.0, N / M);
    const ik::VectorX phi = u.dot(e) / sigma * v;
    step += phi * (gamma / (gamma + phi.lpNorm<Eigen::Infinity>()));
  }
  const double largest = step.lpNorm<Eigen::Infinity>();
  return largest > gamma_max ? ik::VectorX(step * gamma_max / (gamma_max + largest)) : step;
}

ik::VectorX textbook_pseudoinverse(const ik::MatrixX& J, const ik::VectorX& e, double cutoff) {
  const algebra::Svd svd(J);
  const Eigen::Index rank = (svd.sigma.array() > cutoff * svd.sigma[0]).count();
  const ik::VectorX scaled =
      (svd.U.leftCols(rank).transpose() * e).cwiseQuotient(svd.sigma.head(rank));
  return svd.V.leftCols(rank) * scaled;
}

class SingularBatch : public testing::TestWithParam<const char*> {
 protected:
  /// One step per body at different poses, without any clamp, compared with Eigen's.
  double difference_from_textbook(const ik::Multibody& body, bool straight, double cutoff = 0.05) {
    constexpr int kBodies = 24;
    ik::Batch batch(body, kBodies, ik::known_method(GetParam()));
    ik::Batch::Scratch scratch(batch);
    batch.keep_limits(ik::LimitRule::kIgnore);
    ik::BatchSettings settings = settings_of(GetParam());
    ik::set_param(settings.method, "cutoff", cutoff);
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
      const ik::VectorX expected =
          GetParam() == std::string("sdls")
              ? textbook_sdls(step.J(), step.e(), *ik::get_param(settings.method, "gamma-max"))
              : textbook_pseudoinverse(step.J(), step.e(), std::max(cutoff, 1e-10));
      const double difference = (column(batch.dtheta(), b) - expected).norm();
      largest = std::max(largest, difference / std::max(expected.norm(), 1e-3));
    }
    return largest;
  }
};

TEST_P(SingularBatch, TakesTheStepOfAnIndependentDecomposition) {
  for (const bodies::Named& named : bodies::all()) {
    EXPECT_LT(difference_from_textbook(named.body, false), 1e-12) << named.name;
    EXPECT_LT(difference_from_textbook(named.body, true), 1e-12) << named.name;
  }
}

TEST_P(SingularBatch, TakesRoundingForSingularValuesOfZero) {
  // three of nine singular values are nonzero, and no cutoff hides the others
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  EXPECT_LT(difference_from_textbook(body, false, 0.0), 1e-12);
}

/// Targets that move a little in every step.
std::vector<Eigen::Vector3d> moving(const ik::Multibody& body, int b, int step) {
  std::vector<Eigen::Vector3d> targets = targets_of(body, b, 0);
  for (Eigen::Vector3d& target : targets) {
    target *= 1.0 + 0.3 * std::sin(0.05 * step);
  }
  return targets;
}

TEST_P(SingularBatch, StaysWithTheSingleBodyOnATrack) {
  // the batch starts each step from its last rotations, the single body starts afresh
  for (const bodies::Named& named : bodies::all()) {
    const ik::Multibody& body = named.body;
    constexpr int kBodies = 5;
    ik::Batch batch = crowd(body, GetParam(), kBodies);
    ik::Batch::Scratch scratch(batch);
    for (int step = 0; step < 60; ++step) {
      std::vector<ik::VectorX> before;
      for (int b = 0; b < kBodies; ++b) {
        before.push_back(column(batch.theta(), b));
        aim(batch, b, moving(body, b, step));
      }
      batch.step(0, 1, scratch);
      for (int b = 0; b < kBodies; ++b) {
        const ik::BatchSettings settings = settings_of(GetParam(), b);
        Step alone(body, before[static_cast<std::size_t>(b)], moving(body, b, step));
        alone.clamp(settings.d_max);
        ik::VectorX expected = alone.take(settings.method);
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

/// The size of a body does not change its step: no overflow, no underflow, no false zero.
TEST_P(SingularBatch, StepsBigAndSmallBodiesAlikeToTheBit) {
  const ik::Multibody plain = bodies::forked_tree();
  const auto run = [&](double size) {
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    std::vector<ik::Effector> effectors(plain.effectors().begin(), plain.effectors().end());
    for (ik::Joint& joint : joints) joint.parent_from_joint.translation() *= size;
    for (ik::Effector& effector : effectors) effector.offset *= size;
    const ik::Multibody body(joints, effectors);
    ik::Batch batch(body, 3, ik::known_method(GetParam()));
    ik::Batch::Scratch scratch(batch);
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
  const ik::VectorX usual = run(1.0);
  for (const int power : {-20, -7, 3, 180}) EXPECT_EQ(run(std::exp2(power)), usual) << power;
}

TEST_P(SingularBatch, StartsAfreshWhereABodyIsMoved) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  ik::Batch batch = crowd(body, GetParam(), 11);
  ik::Batch untouched = batch;
  ik::Batch::Scratch scratch(batch), other(untouched);
  for (int step = 0; step < 5; ++step) {
    batch.step(0, batch.blocks(), scratch);
    untouched.step(0, batch.blocks(), other);
  }
  ik::Batch fresh = crowd(body, GetParam(), 11);
  ik::Batch::Scratch third(fresh);
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
  ik::Batch batch = crowd(body, GetParam(), 9);
  ik::Batch sound = batch;
  ik::Batch::Scratch scratch(batch), other(sound);
  const ik::VectorX good = theta_of(body, 3, 0);
  const int last = body.joint_count() - 1;
  for (int step = 0; step < 20; ++step) {
    // angles and targets that are not finite or nearly overflow
    aim(batch, 5, {{1e300, -1e300, 0.0}, {kNoNumber, 0.0, 0.0}});
    aim(batch, 6, {{1e300, -1e300, 1e300}, {-1e300, 0.0, 1e150}});
    if (step == 4) set_theta(batch, 3, kNoNumber * good);
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
  // a body that failed steps like a new one after a reset
  ik::Batch fresh = crowd(body, GetParam(), 9);
  ik::Batch::Scratch third(fresh);
  for (int step = 9; step < 20; ++step) fresh.step(0, fresh.blocks(), third);
  EXPECT_EQ(column(batch.theta(), 3), column(fresh.theta(), 3));
  aim(batch, 5, targets_of(body, 5, 0));
  set_theta(fresh, 5, column(batch.theta(), 5));
  batch.step(0, 1, scratch);
  fresh.step(0, 1, third);
  EXPECT_EQ(column(batch.dtheta(), 5), column(fresh.dtheta(), 5));
}

TEST_P(SingularBatch, GivesTheSameBitsByEverySetOfInstructionsOnATrack) {
  for (const bodies::Named& named : bodies::all()) {
    const auto run = [&](const ik::InstructionSet& set) {
      ik::Batch batch = crowd(named.body, GetParam(), 21);
      batch.use(set);
      ik::Batch::Scratch scratch(batch);
      for (int step = 0; step < 25; ++step) {
        for (int b = 0; b < 21; ++b) aim(batch, b, moving(named.body, b, step));
        batch.step(0, batch.blocks(), scratch);
      }
      return batch;
    };
    const ik::Batch first = run(*ik::machine_instructions().front());
    for (const ik::InstructionSet* set : ik::machine_instructions()) {
      const ik::Batch other = run(*set);
      for (int b = 0; b < 21; ++b) {
        EXPECT_EQ(column(first.theta(), b), column(other.theta(), b)) << named.name << set->name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, SingularBatch, testing::Values("pseudoinverse", "sdls"),
                         test_name);

}  // namespace
