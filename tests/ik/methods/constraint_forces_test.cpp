#include "ik/methods/constrained.h"

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::VectorX;

/// A tree at a pose with its first target `off` from its effector and its second one far away.
Step pinned(const ik::Multibody& body, int seed, double off) {
  const VectorX theta = bodies::Numbers(seed).vector(body.joint_count());
  std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
  targets[0] += off * bodies::Numbers(50 + seed).vector();
  targets[1] += 0.5 * bodies::Numbers(70 + seed).vector();
  return Step(body, theta, targets);
}

/// True if J_c has three significant singular values.
bool is_regular(const ik::MatrixX& Jc) {
  const VectorX sigma = algebra::singular_values(Jc);
  return sigma[2] > 0.02 * sigma[0];
}

TEST(ConstraintForces, KeepThePinToFirstOrder) {
  const ik::Multibody body = bodies::forked_tree();
  int regular = 0;
  for (int seed = 0; seed < 20; ++seed) {
    Step step = pinned(body, seed, 0.0);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    if (!is_regular(step.J().topRows(3))) continue;
    ++regular;
    EXPECT_LT((step.J().topRows(3) * dtheta).norm(), 1e-12 * (1.0 + dtheta.norm())) << seed;
    // the other effector comes closer
    EXPECT_LT((step.J() * dtheta - step.e()).norm(), step.e().norm()) << seed;
  }
  EXPECT_GT(regular, 10);
}

TEST(ConstraintForces, BringBackTheShareOfTheDriftThatIsAskedFor) {
  const ik::Multibody body = bodies::forked_tree();
  for (const double feedback : {0.3, 1.0}) {
    for (int seed = 0; seed < 20; ++seed) {
      Step step = pinned(body, seed, 0.02);
      const VectorX dtheta = step.take(ik::ConstraintForces{1.0, feedback});
      if (!is_regular(step.J().topRows(3))) continue;
      EXPECT_LT((step.J().topRows(3) * dtheta - feedback * step.e().head(3)).norm(),
                1e-12 * (1.0 + dtheta.norm()))
          << seed;
    }
  }
}

TEST(ConstraintForces, DriftByTheSecondOrderOfTheStep) {
  const ik::Multibody body = bodies::forked_tree();
  int compared = 0;
  for (int seed = 0; seed < 20; ++seed) {
    Step step = pinned(body, seed, 0.0);
    const VectorX dtheta = step.take(ik::ConstraintForces{}).normalized();
    if (!is_regular(step.J().topRows(3))) continue;
    const VectorX theta = step.problem().pose.theta;
    const Vector3d start = bodies::effectors_at(body, theta)[0];
    const auto drift = [&](double size) {
      return (bodies::effectors_at(body, theta + size * dtheta)[0] - start).norm();
    };
    // half the step gives a quarter of the drift, up to third order
    EXPECT_NEAR(drift(1e-3) / drift(5e-4), 4.0, 0.05) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

TEST(ConstraintForces, AreTheLeastThatKeepThePin) {
  // the part added to alpha J^T e is orthogonal to every motion that keeps the pin
  const ik::Multibody body = bodies::forked_tree();
  for (int seed = 0; seed < 20; ++seed) {
    Step step = pinned(body, seed, 0.01);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    const ik::MatrixX Jc = step.J().topRows(3);
    if (!is_regular(Jc)) continue;
    const ik::MatrixX motions = algebra::kernel(Jc);
    const VectorX gradient = motions.transpose() * (step.J().transpose() * step.e());
    const VectorX moved = motions.transpose() * dtheta;
    const double alpha = moved.dot(gradient) / gradient.squaredNorm();
    EXPECT_GT(alpha, 0.0) << seed;
    EXPECT_LT((moved - alpha * gradient).norm(), 1e-10 * (1.0 + moved.norm())) << seed;
  }
}

TEST(ConstraintForces, TakeTheLengthThatTheLinearModelLikesBest) {
  const ik::Multibody body = bodies::forked_tree();
  int compared = 0;
  for (int seed = 0; seed < 20; ++seed) {
    Step step = pinned(body, seed, 0.01);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    const ik::MatrixX J = step.J();
    if (!is_regular(J.topRows(3)) || dtheta.lpNorm<Eigen::Infinity>() > 0.7) continue;
    const VectorX shorter = step.take(ik::ConstraintForces{0.5});
    const VectorX way = dtheta - shorter;  // half of the gradient part
    const VectorX left = step.e() - J * dtheta;
    EXPECT_NEAR(left.dot(J * way), 0.0, 1e-10) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

TEST(ConstraintForces, WithoutAPinAreTheTransposesStep) {
  for (const bodies::Named& named : bodies::all()) {
    Step step = random_step(named.body, 2);
    const VectorX transpose = step.take("jacobian-transpose");
    const VectorX free = step.take(ik::ConstraintForces{1.0, 1.0, false});
    EXPECT_GT(free.dot(transpose), (1.0 - 1e-12) * free.norm() * transpose.norm()) << named.name;
    if (transpose.lpNorm<Eigen::Infinity>() < 0.7) {
      EXPECT_LT((free - transpose).norm(), 1e-12) << named.name;
    }
  }
}

TEST(ConstraintForces, KeepThePinWhereJointsStandAtTheirLimits) {
  const ik::Multibody free = bodies::forked_tree();
  int at_limits = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const VectorX theta = bodies::Numbers(seed).vector(free.joint_count());
    std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
    // the second joint is at a limit; the last joint and one of the pinned arm are near one
    joints[1].upper = theta[1];
    joints[3].lower = theta[3] - 0.01;
    joints[3].upper = theta[3] + 0.01;
    joints[7].lower = theta[7] - 0.01;
    joints[7].upper = theta[7] + 0.01;
    const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()});
    Step step = pinned(body, seed, 0.0);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    EXPECT_LE(dtheta[1], 0.0) << seed;
    EXPECT_LE(std::abs(dtheta[3]), 0.01 + 1e-15) << seed;
    EXPECT_LE(std::abs(dtheta[7]), 0.01 + 1e-15) << seed;
    ik::MatrixX Jc = step.J().topRows(3);
    if (dtheta[1] == 0.0) Jc.col(1).setZero();
    if (std::abs(dtheta[3]) > 0.0099) Jc.col(3).setZero();
    if (std::abs(dtheta[7]) > 0.0099) Jc.col(7).setZero();
    if (!is_regular(Jc)) continue;
    EXPECT_LT((step.J().topRows(3) * dtheta).norm(), 1e-12 * (1.0 + dtheta.norm())) << seed;
    at_limits += dtheta[1] == 0.0 || std::abs(dtheta[7]) > 0.0099;
  }
  EXPECT_GT(at_limits, 5);
}

TEST(ConstraintForces, FeedBackNoMoreThanAFifthOfJsSizeAndLeadTheHandOnItsWay) {
  const ik::Multibody body = bodies::forked_tree();
  int most_reached = 0, shortened = 0;
  for (int seed = 0; seed < 40; ++seed) {
    Step step = pinned(body, seed, 3.0);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    const ik::MatrixX Jc = step.J().topRows(3);
    if (!is_regular(Jc)) continue;
    const Vector3d wanted = step.e().head<3>();
    const Vector3d moved = Jc * dtheta;
    const double most = 0.2 * longest_rows(step.J());
    EXPECT_LE(moved.norm(), most * (1.0 + 1e-12)) << seed;
    EXPECT_NEAR(moved.cross(wanted).norm(), 0.0, 1e-12 * most * wanted.norm()) << seed;
    EXPECT_GT(moved.dot(wanted), 0.0) << seed;
    EXPECT_GE(step.e().dot(step.J() * dtheta), -1e-12) << seed;
    most_reached += moved.norm() > 0.999 * most;
    shortened += moved.norm() < 0.999 * most;
  }
  EXPECT_GT(most_reached, 5);
  EXPECT_GT(shortened, 0);
}

TEST(ConstraintForces, LeadTheHandOnItsWayOnlyAsLongAsTheWholeErrorFalls) {
  // the elbow is pulled harder than the hand, and the hand is far off: the hand may cost at most
  // the error that the elbow gains with the one free motion
  const ik::Multibody arm = bodies::planar_arm(3);
  const ik::Multibody body({arm.joints().begin(), arm.joints().end()},
                           {{"hand", 2, Vector3d::UnitX()}, {"elbow", 1, Vector3d::UnitX()}});
  const VectorX theta = Vector3d(0.4, 1.1, 0.7);
  const auto at = bodies::effectors_at(body, theta);
  int shortened = 0;
  for (int seed = 0; seed < 12; ++seed) {
    const double angle = 0.5 * seed;
    const Vector3d way = 1.5 * Vector3d(std::cos(angle), std::sin(angle), 0.0);
    Step step(body, theta, {at[0] + way, at[1] - 4.0 * way});
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    const double gain = step.e().dot(step.J() * dtheta);
    const double towards = way.dot((step.J() * dtheta).head<3>());
    EXPECT_GE(gain, -1e-12) << seed;
    EXPECT_GE(towards, -1e-12) << seed;
    shortened += std::abs(gain) < 1e-12 && towards > 1e-3;
  }
  EXPECT_GT(shortened, 3);
}

TEST(ConstraintForces, BringBackADriftThoughTheWholeErrorRises) {
  // two hinges and the hand to keep: no freedom is left for the elbow, which is pulled away
  const ik::Multibody arm = bodies::planar_arm(2);
  const ik::Multibody body({arm.joints().begin(), arm.joints().end()},
                           {{"hand", 1, Vector3d::UnitX()}, {"elbow", 0, Vector3d::UnitX()}});
  const VectorX theta = Eigen::Vector2d(0.4, 1.1);
  const auto at = bodies::effectors_at(body, theta);
  int rose = 0;
  for (int seed = 0; seed < 10; ++seed) {
    const double angle = 0.6 * seed;
    const Vector3d off = 0.01 * Vector3d(std::cos(angle), std::sin(angle), 0.0);
    for (const double feedback : {0.3, 1.0}) {
      Step step(body, theta, {at[0] + off, at[1] + Vector3d(-2.0, 3.0, 0.0)});
      const VectorX dtheta = step.take(ik::ConstraintForces{1.0, feedback});
      EXPECT_LT((step.J().topRows(3) * dtheta - feedback * off).norm(), 1e-12) << seed;
      rose += step.e().dot(step.J() * dtheta) < 0.0;
    }
  }
  EXPECT_GT(rose, 3);
}

TEST(ConstraintForces, TakeTheBestLengthForWhatJointsAtTheirLimitsLeave) {
  const ik::Multibody free = bodies::forked_tree();
  int compared = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const VectorX theta = bodies::Numbers(seed).vector(free.joint_count());
    std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
    joints[6].lower = theta[6] - 0.02;
    joints[6].upper = theta[6] + 0.02;
    const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()});
    Step step = pinned(body, seed, 0.01);
    const VectorX dtheta = step.take(ik::ConstraintForces{});
    const VectorX shorter = step.take(ik::ConstraintForces{0.5});
    const bool at_limit = std::abs(dtheta[6]) > 0.0199 && dtheta[6] == shorter[6];
    if (!at_limit || dtheta.lpNorm<Eigen::Infinity>() > 0.7) continue;
    const VectorX way = dtheta - shorter;  // half of the gradient part
    EXPECT_NEAR((step.e() - step.J() * dtheta).dot(step.J() * way), 0.0, 1e-10) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 3);
}

TEST(ConstraintForces, StayBoundedWhereThePinIsSingular) {
  // a stretched arm cannot move its hand along x; near that pose the force would be huge
  const ik::Multibody body = bodies::planar_arm(3);
  for (const double bend : {0.0, 1e-9, 1e-5, 1e-3}) {
    Step step(body, Eigen::Vector3d(0.0, bend, 0.0), {Vector3d(2.5, 0.3, 0.0)});
    EXPECT_LT(step.take(ik::ConstraintForces{}).norm(), 2.0) << bend;
  }
}

}  // namespace
