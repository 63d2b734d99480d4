#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "iklab/iklab.h"
#include "support/robot_arms.h"

// Wanted aims that are none: a matrix that is no rotation, a direction of length 0.
namespace {

struct NamedMatrix {
  const char* name;
  Eigen::Matrix3d R;
};

/// The matrix of the quaternion (w, x, y, z) by the formula for unit quaternions.
Eigen::Matrix3d quaternion_matrix(double w, double x, double y, double z) {
  return Eigen::Quaterniond(w, x, y, z).toRotationMatrix();
}

/// Matrices that are no rotations.
std::vector<NamedMatrix> no_rotations() {
  const double c = std::cos(0.4), s = std::sin(0.4);
  Eigen::Matrix3d flipped = quaternion_matrix(c, 0.0, s, 0.0);
  flipped.col(1) *= -1.0;
  Eigen::Matrix3d sheared = Eigen::Matrix3d::Identity();
  sheared(0, 1) = 1e-4;
  return {{"quaternion times 1.5", quaternion_matrix(1.5 * c, 0.0, 1.5 * s, 0.0)},
          {"quaternion times 0.5", quaternion_matrix(0.5 * c, 0.0, 0.5 * s, 0.0)},
          {"ones", Eigen::Matrix3d::Ones()},
          {"zero", Eigen::Matrix3d::Zero()},
          {"3 I", 3.0 * Eigen::Matrix3d::Identity()},
          {"-I", -Eigen::Matrix3d::Identity()},
          {"flipped column", flipped},
          {"two equal columns", Eigen::Matrix3d{{1, 1, 0}, {0, 0, 0}, {0, 0, 1}}},
          {"sheared", sheared},
          {"large", 1e200 * Eigen::Matrix3d::Identity()}};
}

/// Rotations whose numbers are rounded to those of float, and to six digits after the point.
std::vector<NamedMatrix> rounded_rotations() {
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(1.0, -2.0, 0.5).normalized()).toRotationMatrix();
  return {{"double", R},
          {"float", R.cast<float>().cast<double>()},
          {"six digits", (1e6 * R).array().round().matrix() / 1e6},
          {"half a turn", Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal()}};
}

void expect_refused(const ik::Report& report, const ik::VectorX& before, const ik::Solver& solver,
                    const std::string& what) {
  EXPECT_EQ(report.outcome, ik::Outcome::kInvalidAim) << what;
  EXPECT_TRUE(std::isnan(report.aim_error)) << what;
  EXPECT_EQ(solver.theta(), before) << what;
  EXPECT_TRUE(solver.last_step().isZero(0.0)) << what;
}

TEST(InvalidAim, KeepsABodyStillByEveryMethodAndSaysSo) {
  EXPECT_STREQ(ik::name(ik::Outcome::kInvalidAim), "invalid aim");
  const bodies::Arm& arm = bodies::arms()[0];
  for (const ik::MethodInfo& method : ik::methods()) {
    if (std::string_view(method.id) == "learned") continue;  // its training takes long
    ik::Solver solver(arm.body(), method.id);
    solver.target(0) += Eigen::Vector3d(0.1, 0.0, 0.0);
    const ik::VectorX before = solver.theta();
    for (const NamedMatrix& matrix : no_rotations()) {
      const std::string what = std::string(method.id) + ", " + matrix.name;
      solver.orientation(0) = matrix.R;
      expect_refused(solver.step(), before, solver, what);
      expect_refused(solver.solve(), before, solver, what);
      expect_refused(solver.solve({.restarts = 0}), before, solver, what);
      expect_refused(solver.solve({.choice = ik::Choice::kNearest}), before, solver, what);
      if (&method == &ik::methods().front()) {
        EXPECT_TRUE(solver.solutions(2).theta.empty()) << what;
      }
    }
    solver.orientation(0) = solver.frame(0).linear();
    EXPECT_EQ(solver.step().outcome, ik::Outcome::kMoved) << method.id;
  }
}

TEST(InvalidAim, IsNoRotationThatIsOnlyRounded) {
  const bodies::Arm& arm = bodies::arms()[0];
  for (const NamedMatrix& matrix : rounded_rotations()) {
    ik::Solver solver(arm.body());
    solver.orientation(0) = matrix.R;
    const ik::Report report = solver.step();
    EXPECT_NE(report.outcome, ik::Outcome::kInvalidAim) << matrix.name;
    EXPECT_FALSE(std::isnan(report.aim_error)) << matrix.name;
    ik::BatchSolver batch(arm.body(), 1);
    batch.set_orientation(0, 0, matrix.R);
    batch.step();
    EXPECT_NE(batch.outcome(0), ik::Outcome::kInvalidAim) << matrix.name;
  }
}

TEST(InvalidAim, IsToldFromAMatrixThatIsNotFinite) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  ik::BatchSolver batch(arm.body(), 1);
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  R(2, 1) = std::numeric_limits<double>::quiet_NaN();
  solver.orientation(0) = R;
  batch.set_orientation(0, 0, R);
  batch.step();
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kNotFinite);
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kNotFinite);
  EXPECT_EQ(batch.outcome(0), ik::Outcome::kNotFinite);
  batch.solve();
  EXPECT_EQ(batch.report(0).outcome, ik::Outcome::kNotFinite);
}

TEST(InvalidAim, IsADirectionOfLengthZero) {
  ik::Solver solver(ik::chain({1.0, 0.8, 0.5}, ik::AimKind::kDirection));
  solver.target("tip") = {1.0, 0.7, 0.0};
  const ik::VectorX before = solver.theta();
  solver.direction("tip").setZero();
  expect_refused(solver.step(), before, solver, "step");
  expect_refused(solver.solve(), before, solver, "solve");
  solver.set_weight("tip", 1.0, 0.0);
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kInvalidAim) << "as a target that is not finite";
  solver.set_weight("tip", 1.0, 1.0);
  // a very short one is a direction
  solver.direction("tip") = {0.0, -1e-300, 0.0};
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kReached);
  EXPECT_NEAR(solver.frame("tip").linear()(1, 0), -1.0, 1e-9);
}

TEST(InvalidAim, IsFoundInAnyOfSeveralEffectors) {
  const ik::Multibody arm = ik::chain({1.0, 0.8, 0.5});
  std::vector<ik::Effector> effectors(3, arm.effector(0));
  for (int i = 0; i < 3; ++i) {
    effectors[static_cast<std::size_t>(i)].name = "tip " + std::to_string(i);
    effectors[static_cast<std::size_t>(i)].aim =
        i == 0 ? ik::AimKind::kDirection : ik::AimKind::kOrientation;
  }
  const ik::Multibody body({arm.joints().begin(), arm.joints().end()}, effectors);
  for (int i = 1; i < 3; ++i) {
    ik::Solver solver(body);
    ik::BatchSolver batch(body, 3);
    solver.orientation(i) *= 2.0;
    batch.set_orientation(1, i, solver.orientation(i));
    batch.set_direction(1, 0, Eigen::Vector3d::UnitX());  // another aim that is valid
    batch.step();
    EXPECT_EQ(solver.step().outcome, ik::Outcome::kInvalidAim) << i;
    EXPECT_EQ(batch.outcome(1), ik::Outcome::kInvalidAim) << i;
    EXPECT_EQ(batch.outcome(0), ik::Outcome::kReached) << i;
    EXPECT_TRUE(std::isnan(batch.aim_error(1)));
    EXPECT_NEAR(batch.aim_error(0), 0.0, 1e-7);
    batch.set_orientation(1, i, ik::Solver(body).orientation(i));
    batch.step();
    EXPECT_NE(batch.outcome(1), ik::Outcome::kInvalidAim) << i;
  }
}

TEST(InvalidAim, KeepsOneBodyOfABatchStillAndNoOther) {
  constexpr int kCount = 20, kIll = 11;
  const bodies::Arm& arm = bodies::arms()[0];
  for (const NamedMatrix& matrix : no_rotations()) {
    ik::BatchSolver ill(arm.body(), kCount), well(arm.body(), kCount);
    for (int b = 0; b < kCount; ++b) {
      const Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, b));
      for (ik::BatchSolver* batch : {&ill, &well}) {
        batch->set_target(b, 0, goal.translation());
        batch->set_orientation(b, 0, goal.linear());
        batch->set_theta(b, arm.middle());
      }
    }
    ill.set_orientation(kIll, 0, matrix.R);
    const auto expect_one_still = [&](const char* what) {
      for (int b = 0; b < kCount; ++b) {
        for (int j = 0; j < 6; ++j) {
          ASSERT_EQ(ill.theta(b, j), b == kIll ? arm.middle()[j] : well.theta(b, j))
              << matrix.name << ", " << what << ' ' << b;
        }
      }
    };
    for (ik::BatchSolver* batch : {&ill, &well}) batch->step();
    expect_one_still("step");
    EXPECT_EQ(ill.outcome(kIll), ik::Outcome::kInvalidAim) << matrix.name;
    EXPECT_TRUE(std::isnan(ill.aim_error(kIll))) << matrix.name;
    for (ik::BatchSolver* batch : {&ill, &well}) batch->solve();
    expect_one_still("solve");
    for (int b = 0; b < kCount; ++b) {
      EXPECT_EQ(ill.report(b).outcome,
                b == kIll ? ik::Outcome::kInvalidAim : well.report(b).outcome)
          << matrix.name;
    }
    EXPECT_TRUE(std::isnan(ill.report(kIll).aim_error)) << matrix.name;
    // and it moves again
    ill.set_orientation(kIll, 0, arm.frame(bodies::drawn(arm, kIll)).linear());
    ill.solve();
    EXPECT_EQ(ill.report(kIll).outcome, ik::Outcome::kReached) << matrix.name;
  }
}

}  // namespace
