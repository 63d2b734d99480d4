#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "support/aiming.h"
#include "support/lanes.h"

// Slides without limits follow a target as far as it goes.
namespace {

using ik::VectorX;

/// Slides along x, y and z without limits, and on them an arm of two hinges, 1.5 m long.
ik::Multibody crane(double lower = -ik::kUnlimited) {
  std::vector<ik::Joint> joints(5);
  for (int j = 0; j < 5; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = "joint" + std::to_string(j);
    joint.parent = j - 1;
    joint.type = j < 3 ? ik::JointType::kPrismatic : ik::JointType::kRevolute;
    joint.axis = Eigen::Vector3d::Unit(j < 3 ? j : 2);
    if (j < 3) joint.lower = lower;
    if (j == 4) joint.parent_from_joint.translation().x() = 0.8;
  }
  return {joints, {{"hook", 4, {0.7, 0.0, 0.0}}}};
}

/// The hook by hand: the slides, and two links in the plane.
Eigen::Vector3d hook(const VectorX& theta) {
  const double a = theta[3], b = theta[3] + theta[4];
  return theta.head<3>() + Eigen::Vector3d(0.8 * std::cos(a) + 0.7 * std::cos(b),
                                           0.8 * std::sin(a) + 0.7 * std::sin(b), 0.0);
}

TEST(FarSlides, ReachATargetAtAnyDistanceAtTheFirstAttempt) {
  for (const double lower : {-ik::kUnlimited, -0.2}) {
    for (const double away : {0.5, 20.0, 400.0, 1e5}) {
      ik::Solver solver(crane(lower));
      const Eigen::Vector3d goal = away * Eigen::Vector3d(0.6, 0.7, 0.3);
      solver.target("hook") = goal;
      const ik::Report report = solver.solve();
      EXPECT_EQ(report.outcome, ik::Outcome::kReached) << away;
      EXPECT_EQ(report.attempts, 1) << away;
      EXPECT_LE(report.updates, 30) << away;
      EXPECT_LE((hook(solver.theta()) - goal).norm(), 1e-6) << away;
    }
  }
}

TEST(FarSlides, ReachThemInABatchToo) {
  constexpr int kPoses = 24;
  ik::BatchSolver batch(crane(), kPoses);
  std::vector<Eigen::Vector3d> goals;
  for (int b = 0; b < kPoses; ++b) {
    // some within the lanes' unit of length, others beyond
    goals.push_back(std::pow(2.0, b) * Eigen::Vector3d(0.3, -0.2, 0.4));
    batch.set_target(b, 0, goals.back());
  }
  batch.solve();
  for (int b = 0; b < kPoses; ++b) {
    EXPECT_EQ(batch.report(b).outcome, ik::Outcome::kReached) << b;
    const double rounding = 1e-14 * goals[static_cast<std::size_t>(b)].norm();
    EXPECT_LE((hook(lanes::theta(batch, b)) - goals[static_cast<std::size_t>(b)]).norm(),
              1e-6 + rounding)
        << b;
  }
}

TEST(FarSlides, OutOfReachStaysSo) {
  // one slide: the others' coordinates of the target remain
  std::vector<ik::Joint> joints(1);
  joints[0].name = "x";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitX();
  ik::Solver solver(ik::Multibody(joints, {{"end", 0, {0.0, 0.0, 0.0}}}));
  solver.target("end") = Eigen::Vector3d(500.0, 3.0, 4.0);
  const ik::Report report = solver.solve();
  EXPECT_NE(report.outcome, ik::Outcome::kReached);
  EXPECT_NEAR(solver.theta()[0], 500.0, 1e-5);
  EXPECT_NEAR(report.error, 5.0, 1e-9);
}

}  // namespace
