#include "ik/tree/truncated.h"

#include <gtest/gtest.h>

#include "ik/methods/pseudoinverse.h"
#include "ik/task/damped_step.h"
#include "support/algebra.h"
#include "support/step.h"

// The pseudoinverse's step without singular values, against Eigen's singular values.
namespace {

/// The step from the first `kept` singular values.
ik::VectorX step_of_rank(const algebra::Svd& svd, const ik::VectorX& e, Eigen::Index kept) {
  const ik::VectorX along = svd.U.leftCols(kept).transpose() * e;
  return svd.V.leftCols(kept) * along.cwiseQuotient(svd.sigma.head(kept));
}
Eigen::Index rank_of(const algebra::Svd& svd, double cutoff) {
  return (svd.sigma.array() > cutoff * svd.sigma[0]).count();
}
/// True if a singular value is so close to the cutoff that rounding decides.
bool on_the_cutoff(const algebra::Svd& svd, double cutoff) {
  return ((svd.sigma.array() / (cutoff * svd.sigma[0]) - 1.0).abs() < 1e-9).any();
}

const std::vector<ik::Multibody>& truncated_bodies() {
  static const std::vector<ik::Multibody> list = [] {
    std::vector<ik::Multibody> found;
    for (const bodies::Named& named : bodies::all()) found.push_back(named.body);
    // J is wide, square and tall, of 6 to 15 rows; the last ones have lost rank everywhere
    for (int seed = 0; seed < 4; ++seed) found.push_back(bodies::random_tree(seed, 16, 4));
    found.push_back(bodies::random_tree(4, 9, 3));
    found.push_back(bodies::random_tree(5, 7, 5));
    return found;
  }();
  return list;
}

/// A step at a pose of any kind: `bent` is the size of its angles.
Step posed_step(const ik::Multibody& body, int seed, double bent) {
  bodies::Numbers numbers(seed);
  const ik::VectorX theta = bent * numbers.vector(body.joint_count());
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
  return Step(body, theta, std::move(targets));
}

constexpr double kBent[] = {2.0, 0.3, 0.03, 1e-3, 1e-6, 0.0};
constexpr double kCutoffs[] = {0.002, 0.01, 0.05, 0.1};
constexpr double kTruncated = 1e-11;  // of the step, or of |e| / sigma_1 for a tiny one

double apart(const ik::VectorX& step, const ik::VectorX& expected, const ik::VectorX& e,
             const algebra::Svd& svd) {
  return (step - expected).norm() / std::max(expected.norm(), e.norm() / svd.sigma[0]);
}

TEST(TruncatedStep, IsThePseudoinversesStepBentAndStraight) {
  int certified = 0, asked = 0, dropped = 0;
  for (const ik::Multibody& body : truncated_bodies()) {
    if (!ik::supports_truncated_step(body)) continue;
    for (int seed = 0; seed < 120; ++seed) {
      Step step = posed_step(body, seed, kBent[seed % 6]);
      const double cutoff = kCutoffs[seed / 6 % 4];
      ik::Workspace& w = step.workspace;
      w.begin(step.problem());
      const algebra::Svd svd(step.J());
      if (on_the_cutoff(svd, cutoff)) continue;
      ++asked;
      const std::optional<int> small = ik::truncated_tree_step(step.problem(), cutoff, w);
      if (!small) continue;
      ++certified;
      const Eigen::Index kept = rank_of(svd, cutoff);
      EXPECT_EQ(*small, svd.sigma.size() - kept) << seed;
      dropped += *small > 0 ? 1 : 0;
      const ik::VectorX expected = step_of_rank(svd, step.e(), kept);
      EXPECT_LT(apart(w.dtheta, expected, step.e(), svd), kTruncated) << seed;
    }
  }
  EXPECT_GT(certified, 0.9 * asked);
  EXPECT_GT(dropped, asked / 4);
}

TEST(TruncatedStep, DecidesOnBothSidesOfTheCutoff) {
  int asked = 0;
  for (const ik::Multibody& body : truncated_bodies()) {
    for (int seed = 0; seed < 20; ++seed) {
      Step step = posed_step(body, seed, 2.0);
      step.workspace.begin(step.problem());
      const algebra::Svd svd(step.J());
      for (Eigen::Index i = 1; i < svd.sigma.size(); ++i) {
        const double share = svd.sigma[i] / svd.sigma[0];
        const double next = i + 1 < svd.sigma.size() ? svd.sigma[i + 1] / svd.sigma[0] : 0.0;
        if (!(share > 2e-3) || svd.sigma[i - 1] < 1.1 * svd.sigma[i] || next > 0.9 * share)
          continue;
        // from far enough to be certified to where only the singular values decide
        for (const double beside : {-1e-2, -1e-4, -1e-7, 1e-7, 1e-4, 1e-2}) {
          const double cutoff = share * (1.0 + beside);
          const ik::VectorX dtheta = step.take(ik::Pseudoinverse{.cutoff = cutoff});
          ++asked;
          const ik::VectorX expected = step_of_rank(svd, step.e(), beside < 0.0 ? i + 1 : i);
          EXPECT_LT(apart(dtheta, expected, step.e(), svd), 1e-10) << seed << " " << i;
        }
      }
    }
  }
  EXPECT_GT(asked, 1000);
}

TEST(TruncatedStep, LeavesWhatItCannotCertifyToTheSingularValues) {
  const ik::Multibody body = bodies::random_tree(0, 16, 4);
  Step step = posed_step(body, 1, 2.0);
  ik::Workspace& w = step.workspace;
  w.begin(step.problem());
  EXPECT_TRUE(ik::truncated_tree_step(step.problem(), 0.01, w));
  EXPECT_FALSE(ik::truncated_tree_step(step.problem(), 1e-4, w));  // rounding of J J^T counts
  EXPECT_FALSE(ik::truncated_tree_step(step.problem(), 0.0, w));
  // no joint moves: J is 0
  const std::vector<double> frozen(16, 0.0);
  ik::Problem still = step.problem();
  still.mobility = frozen;
  w = ik::Workspace();
  w.begin(still);
  EXPECT_FALSE(ik::truncated_tree_step(still, 0.01, w));
  ik::AnyMethod(ik::Pseudoinverse()).step(still, w);
  EXPECT_EQ(w.dtheta.norm(), 0.0);
}

TEST(TruncatedStep, DoesNotDependOnEarlierSteps) {
  const ik::Multibody body = bodies::random_tree(0, 16, 4);
  ik::Workspace used;
  for (int seed = 0; seed < 60; ++seed) {
    // some of these steps need the singular values
    const ik::AnyMethod method(ik::Pseudoinverse{.cutoff = seed % 5 == 0 ? 1e-5 : 0.02});
    Step step = posed_step(body, seed, kBent[seed % 6]);
    const ik::VectorX fresh = step.take(method);
    method.step(step.problem(), used);
    for (int j = 0; j < 16; ++j) {
      EXPECT_TRUE(bodies::same_bits(used.dtheta[j], fresh[j])) << seed << " " << j;
    }
  }
}

}  // namespace
