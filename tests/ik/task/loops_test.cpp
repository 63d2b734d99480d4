// Closed loops: c(theta) = 0 of connects, welds and joint polynomials, for every method.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/loop_space.h"
#include "ik/task/objective.h"
#include "iklab/batch.h"
#include "iklab/path.h"
#include "iklab/solver.h"
#include "support/count_allocations.h"
#include "support/loops.h"
#include "support/step.h"

namespace {

using ik::MatrixX;
using ik::VectorX;

constexpr double kClosedAfterStep = 1e-9;  // m

ik::VectorX equations_at(const ik::Multibody& body, const VectorX& theta) {
  VectorX c;
  ik::loop_equations(body, ik::pose_at(body, theta), c);
  return c;
}

/// tied_tree of these seeds and numbers of joints: their loops let both effectors move.
struct Tied {
  int seed, n;
};
constexpr Tied kMoving[] = {{6, 14}, {7, 14}, {6, 16}, {1, 20}, {3, 20}};

std::vector<Eigen::Vector3d> shifted_targets(const ik::Multibody& body, const ik::Pose& pose,
                                             int seed, double by) {
  bodies::Numbers numbers(seed);
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) {
    targets.push_back(pose.effector.col(i) + by * numbers.vector());
  }
  return targets;
}

TEST(Loops, TheirJacobianIsTheDerivativeOfTheirEquations) {
  constexpr double kH = 1e-6;
  for (int seed = 1; seed <= 6; ++seed) {
    const ik::Multibody body = loops::tied_tree(seed, 14, 2);
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    MatrixX G;
    ik::loop_jacobian(body, pose, G);
    ASSERT_EQ(G.rows(), 10);
    for (int j = 0; j < body.joint_count(); ++j) {
      const VectorX way = VectorX::Unit(body.joint_count(), j);
      const VectorX slope =
          (equations_at(body, pose.theta + kH * way) - equations_at(body, pose.theta - kH * way)) /
          (2.0 * kH);
      EXPECT_LT((slope - G.col(j)).norm(), 1e-7) << "seed " << seed << ", joint " << j;
    }
  }
}

TEST(Loops, TheirCurvatureIsTheSecondDerivativeOfTheirEquations) {
  constexpr double kH = 1e-3;
  for (int seed = 1; seed <= 6; ++seed) {
    const ik::Multibody body = loops::tied_tree(seed, 12, 1);
    const int n = body.joint_count();
    bodies::Numbers numbers(seed + 40);
    const VectorX theta = body.initial_theta(), y = numbers.vector(10);
    MatrixX H = MatrixX::Zero(n, n);
    ik::add_loop_curvature(body, ik::pose_at(body, theta), y, 1.0, H);
    EXPECT_LT((H - H.transpose()).norm(), 1e-12);
    for (int i = 0; i < 8; ++i) {
      const VectorX x = numbers.vector(n);
      const auto along = [&](double t) { return y.dot(equations_at(body, theta + t * x)); };
      // fourth order: truncation and rounding are both below 1e-7
      const double second = (-along(2.0 * kH) + 16.0 * along(kH) - 30.0 * along(0.0) +
                             16.0 * along(-kH) - along(-2.0 * kH)) /
                            (12.0 * kH * kH);
      EXPECT_NEAR(x.dot(H * x), second, 1e-6 * (1.0 + std::abs(second))) << "seed " << seed;
    }
  }
}

TEST(Loops, TheJacobianOfAStepIsTheDerivativeAlongClosedPoses) {
  constexpr double kH = 1e-5;
  for (const auto [seed, n] : kMoving) {
    const ik::Multibody body = loops::tied_tree(seed, n, 2, ik::AimKind::kDirection);
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    std::vector<Eigen::Vector3d> targets;
    std::vector<ik::Aim> aims;
    ik::reached_goals(body, pose, targets, aims);
    std::vector<double> mobility(static_cast<std::size_t>(n), 1.0);
    mobility[2] = 0.5;
    mobility[4] = 0.0;
    ik::Problem problem{body, pose, targets};
    problem.aims = aims;
    problem.mobility = mobility;
    ik::Workspace w;
    w.begin(problem);
    const MatrixX J = w.jacobian(problem);
    ASSERT_GT(J.norm(), 0.1);
    bodies::Numbers numbers(seed);
    for (int i = 0; i < 5; ++i) {
      const VectorX x = numbers.vector(n);
      const auto error_after = [&](double t) {
        ik::try_step(problem, x, t, w);
        EXPECT_EQ(w.trial.theta[4], pose.theta[4]) << "a frozen joint stays";
        EXPECT_LT(ik::largest_loop_gap(body, w.trial), kClosedAfterStep);
        VectorX e;
        ik::task_error(problem.at(w.trial), e);
        return e;
      };
      const VectorX slope = (error_after(kH) - error_after(-kH)) / (2.0 * kH);
      EXPECT_LT((slope + J * x).norm(), 1e-6 * (1.0 + slope.norm())) << "seed " << seed;
    }
  }
}

TEST(Loops, TheHessianIsTheSecondDerivativeAlongClosedPoses) {
  constexpr double kH = 2e-3;
  for (const auto [seed, n] : kMoving) {
    const ik::Multibody body = loops::tied_tree(seed, n, 2);
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    const auto targets = shifted_targets(body, pose, seed, 1.0);
    std::vector<double> mobility(static_cast<std::size_t>(n), 1.0);
    mobility[3] = 0.6;
    ik::Problem problem{body, pose, targets};
    problem.mobility = mobility;
    ik::Workspace w;
    w.begin(problem);
    MatrixX scratch, H;
    const MatrixX J = w.jacobian(problem);
    ik::task_hessian(problem, J, w, scratch, H);
    bodies::Numbers numbers(seed + 9);
    for (int i = 0; i < 5; ++i) {
      VectorX x = numbers.vector(n);
      x /= x.norm();
      const auto change = [&](double t) {
        ik::try_step(problem, x, t, w);
        return ik::objective_change(problem, w.trial);
      };
      const double second =
          (-change(2.0 * kH) + 16.0 * change(kH) + 16.0 * change(-kH) - change(-2.0 * kH)) /
          (12.0 * kH * kH);
      EXPECT_NEAR(x.dot(H * x), second, 1e-5 * (1.0 + std::abs(second)) + 1e-5) << "seed " << seed;
    }
  }
}

TEST(Loops, TheirNumbersOfFreedomAreKnown) {
  const ik::Multibody four = loops::four_bar();
  const ik::Freedom planar = ik::freedom_of(four, ik::pose_at(four, four.initial_theta()));
  EXPECT_EQ(planar.by_rank, 1);
  EXPECT_EQ(planar.by_count, 0) << "a plane has one equation of the pin too many";
  const loops::Stewart stewart = loops::stewart();
  const ik::Pose pose = ik::pose_at(stewart.body, stewart.body.initial_theta());
  const ik::Freedom spatial = ik::freedom_of(stewart.body, pose);
  EXPECT_EQ(spatial.by_rank, 6);
  EXPECT_EQ(spatial.by_count, 6);
}

TEST(Loops, ABodyBeginsClosedOrSaysWhichLoopIsOpen) {
  const ik::Multibody body = loops::four_bar();
  EXPECT_LT(ik::largest_loop_gap(body, ik::pose_at(body, body.initial_theta())), 1e-12);
  EXPECT_LT((body.initial_theta() - Eigen::Vector3d(1.2, -0.7, 1.9)).norm(), 1.0);
  try {
    loops::four_bar({.crank = 0.4, .coupler = 1.0, .rocker = 0.8, .ground = 3.0});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "loop 'pin': it does not close from the initial pose");
  }
}

TEST(Loops, AnEffectorThatTheyHoldHasAJacobianOfZeros) {
  const ik::Multibody body = loops::tied_tree(3, 14, 2);
  ik::Solver solver(body, "pseudoinverse");
  const VectorX start = solver.theta();
  solver.target(0) += Eigen::Vector3d(0.2, 0.1, -0.3);
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kStalled);
  EXPECT_EQ(solver.theta(), start);
  EXPECT_TRUE(solver.jacobian().isZero(0.0));
}

TEST(Loops, OfNoUseAreRefusedByName) {
  const ik::Multibody body = loops::four_bar();
  const std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  const std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  const auto refusal = [&](ik::Loop loop) -> std::string {
    loop.name = "l";
    try {
      ik::Multibody(joints, effectors, {loop});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal({.joint_a = 7}), "loop 'l': its joint does not exist");
  EXPECT_EQ(refusal({.joint_a = 1, .joint_b = 1}), "loop 'l': both ends are on one link");
  EXPECT_EQ(refusal({.kind = ik::LoopKind::kJoint}), "loop 'l': it binds no joint");
  EXPECT_EQ(refusal({.kind = ik::LoopKind::kJoint, .joint_a = 1, .joint_b = 1}),
            "loop 'l': it binds a joint to itself");
  EXPECT_EQ(refusal({.kind = ik::LoopKind::kWeld, .joint_a = 1, .lever = 0.0}),
            "loop 'l': its lever must be finite and above 0");
}

TEST(Loops, BatchesAndPathsSayThatTheyKnowNone) {
  const ik::Multibody body = loops::four_bar();
  EXPECT_THROW(ik::BatchSolver(body, 2, "dls"), std::invalid_argument);
  EXPECT_THROW(ik::follow(body, std::vector<ik::Waypoint>(1)), std::invalid_argument);
}

class EveryMethodWithLoops : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  bool claims() const { return !GetParam().create().traits().opens_loops; }
};

TEST_P(EveryMethodWithLoops, KeepsThemClosedInEveryStepOrSaysThatItCannot) {
  const loops::Stewart stewart = loops::stewart();
  const ik::Multibody bodies[] = {loops::four_bar(), stewart.body, loops::tied_tree(6, 14, 2),
                                  loops::tied_tree(6, 16, 2, ik::AimKind::kOrientation)};
  for (const ik::Multibody& body : bodies) {
    ik::Solver solver(body, brief(GetParam()));
    solver.set("angle-cap", GetParam().max_angle);
    const VectorX start = solver.theta();
    const auto targets = shifted_targets(body, solver.pose(), 5, 0.4);
    double first = 0.0;
    for (int step = 0; step < 60; ++step) {
      for (int i = 0; i < body.effector_count(); ++i) {
        // the second half goes back to where the body began, which is in reach
        solver.target(i) =
            step < 30 ? targets[static_cast<std::size_t>(i)]
                      : Eigen::Vector3d(ik::pose_at(body, body.initial_theta()).effector.col(i));
      }
      const ik::Report report = solver.step();
      if (!claims()) {
        ASSERT_EQ(report.outcome, ik::Outcome::kOpensLoops);
        ASSERT_EQ(solver.theta(), start);
        continue;
      }
      ASSERT_LT(solver.loop_gap(), kClosedAfterStep) << "step " << step;
      ASSERT_NE(report.outcome, ik::Outcome::kOpensLoops);
      if (step == 30) first = report.error;
      if (step == 59 && first > 1e-3) {
        EXPECT_LT(report.error, first) << "it comes back";
      }
    }
  }
}

TEST_P(EveryMethodWithLoops, KeepsLimitsAndLoopsTogether) {
  if (!claims()) return;
  const ik::Multibody free = loops::tied_tree(1, 20, 2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = joint.initial - 0.15;
    joint.upper = joint.initial + 0.1;
  }
  const ik::Multibody body(joints, {free.effectors().begin(), free.effectors().end()},
                           {free.loops().begin(), free.loops().end()});
  for (const ik::LimitRule rule :
       {ik::LimitRule::kProject, ik::LimitRule::kActiveSet, ik::LimitRule::kClamp}) {
    ik::Solver solver(body, brief(GetParam()));
    solver.set_limits(rule);
    const auto targets = shifted_targets(body, solver.pose(), 8, 1.5);
    for (int step = 0; step < 40; ++step) {
      for (int i = 0; i < 2; ++i) solver.target(i) = targets[static_cast<std::size_t>(i)];
      solver.step();
      ASSERT_LT(solver.loop_gap(), kClosedAfterStep) << "step " << step;
      for (int j = 0; j < body.joint_count(); ++j) {
        const double theta = solver.pose().theta[j];
        ASSERT_GE(theta, body.joint(j).lower);
        ASSERT_LE(theta, body.joint(j).upper);
      }
    }
  }
}

TEST_P(EveryMethodWithLoops, AllocatesNothingOnceWarm) {
  if (!claims()) return;
  const ik::Multibody body = loops::tied_tree(7, 14, 2);
  ik::Solver solver(body, brief(GetParam()));
  const auto targets = shifted_targets(body, solver.pose(), 3, 0.5);
  const auto run = [&](int steps) {
    for (int step = 0; step < steps; ++step) {
      for (int i = 0; i < 2; ++i) {
        solver.target(i) = targets[static_cast<std::size_t>(i)] +
                           0.2 * std::sin(0.3 * step) * Eigen::Vector3d::Ones();
      }
      solver.step();
    }
  };
  run(3);
  const std::size_t before = allocation_count();
  run(40);
  EXPECT_EQ(allocation_count(), before);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodWithLoops,
                         testing::ValuesIn(ik::methods().begin(), ik::methods().end()),
                         method_test_name);

TEST(Loops, ConstrainedKeepsThemInItsProgram) {
  const ik::Multibody body = loops::tied_tree(6, 14, 2);
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const auto targets = shifted_targets(body, pose, 5, 0.3);
  ik::Workspace w;
  ASSERT_EQ(ik::find_method("constrained")->create().step({body, pose, targets}, w),
            ik::Outcome::kMoved);
  MatrixX G;
  ik::loop_jacobian(body, pose, G);
  EXPECT_LT((G * w.dtheta).norm(), 1e-12);
  EXPECT_GT(w.dtheta.norm(), 1e-3);
}

TEST(FourBar, IsWhereItsGeometrySays) {
  const loops::FourBar l;
  ik::Solver solver(loops::four_bar(l), "levenberg-marquardt");
  solver.set_weight("coupler", 0.0);
  for (int i = 0; i < 24; ++i) {
    const double angle = 1.2 + i * std::numbers::pi / 12.0;
    const Eigen::Vector3d pin(l.crank * std::cos(angle), l.crank * std::sin(angle), 0.0);
    solver.target("pin") = pin;
    ik::Stop stop;
    stop.restarts = 0;
    const ik::Report report = solver.solve(stop);
    ASSERT_EQ(report.outcome, ik::Outcome::kReached) << "crank at " << angle;
    // the pin of coupler and rocker is on two circles: about the crank's pin and the rocker's pivot
    const Eigen::Vector3d pivot(l.ground, 0.0, 0.0), way = pivot - pin;
    const double d = way.norm();
    const double along = (l.coupler * l.coupler - l.rocker * l.rocker + d * d) / (2.0 * d);
    const double aside = std::sqrt(l.coupler * l.coupler - along * along);
    const Eigen::Vector3d normal(-way.y() / d, way.x() / d, 0.0);
    const Eigen::Vector3d joint = pin + along / d * way + aside * normal;
    const Eigen::Vector3d found =
        pivot +
        l.rocker * Eigen::Vector3d(std::cos(solver.theta()[2]), std::sin(solver.theta()[2]), 0.0);
    EXPECT_LT((found - joint).norm(), 1e-5) << "crank at " << angle;
  }
}

TEST(FourBar, HasTwoAssembliesForAnAngleOfItsCrank) {
  const loops::FourBar l;
  ik::Solver solver(loops::four_bar(l), "dls");
  solver.set_weight("coupler", 0.0);
  solver.target("pin") = {0.0, l.crank, 0.0};
  const ik::Solutions found = solver.solutions(10);
  ASSERT_EQ(found.theta.size(), 2U);
  // the mirror images of each other in the line from the crank's pin to the rocker's pivot
  const Eigen::Vector2d pin(0.0, l.crank), pivot(l.ground, 0.0), way = (pivot - pin).normalized();
  const auto end = [&](const VectorX& theta) -> Eigen::Vector2d {
    return pivot + l.rocker * Eigen::Vector2d(std::cos(theta[2]), std::sin(theta[2])) - pin;
  };
  const Eigen::Vector2d one = end(found.theta[0]), other = end(found.theta[1]);
  EXPECT_LT((2.0 * way.dot(one) * way - one - other).norm(), 1e-4);
  EXPECT_GT((one - other).norm(), 0.1);
}

TEST(StewartPlatform, HasTheLegsOfItsInverseKinematics) {
  const loops::Stewart stewart = loops::stewart();
  ik::Solver solver(stewart.body, "dls");
  for (int i = 0; i < 6; ++i) {
    bodies::Numbers numbers(i);
    const Eigen::Vector3d place = Eigen::Vector3d(0.0, 0.0, 1.0) + 0.15 * numbers.vector();
    const Eigen::Matrix3d turn = numbers.rotation(0.3);
    solver.target(0) = place;
    solver.orientation(0) = turn;
    const ik::Report report = solver.solve();
    ASSERT_EQ(report.outcome, ik::Outcome::kReached);
    for (std::size_t leg = 0; leg < 6; ++leg) {
      const double length = (solver.position(0) + solver.frame(0).linear() * stewart.platform[leg] -
                             stewart.ground[leg])
                                .norm();
      EXPECT_NEAR(solver.theta()[stewart.slides[leg]], length, 1e-9);
      const double wanted = (place + turn * stewart.platform[leg] - stewart.ground[leg]).norm();
      EXPECT_NEAR(length, wanted, 1e-4);
    }
  }
}

/// A planar 3-RPR: a platform on three legs of fixed lengths, which turn about points of the
/// ground.
struct Rpr {
  Eigen::Vector2d ground[3] = {{0.0, 0.0}, {1.0, 0.0}, {0.5, 0.7}};
  Eigen::Vector2d platform[3] = {{0.0, 0.0}, {0.9, 0.0}, {-0.5, -0.3}};
  double length[3] = {1.0, 1.2, 1.1};
};

/// The number of assemblies, by another way: for an angle of the platform, differences of the legs'
/// equations are linear in its place; the sign changes of what the first leg then misses.
int assemblies_by_angle(const Rpr& r) {
  constexpr int kAngles = 20'000;
  int changes = 0;
  double before = 0.0;
  for (int i = 0; i <= kAngles; ++i) {
    const double phi = 2.0 * std::numbers::pi * (i + 0.37) / kAngles;
    const Eigen::Rotation2Dd turn(phi);
    Eigen::Vector2d v[3];
    for (int k = 0; k < 3; ++k) v[k] = turn * r.platform[k] - r.ground[k];
    Eigen::Matrix2d A;
    Eigen::Vector2d b;
    for (int k = 1; k < 3; ++k) {
      A.row(k - 1) = 2.0 * (v[k] - v[0]).transpose();
      b[k - 1] = r.length[k] * r.length[k] - r.length[0] * r.length[0] - v[k].squaredNorm() +
                 v[0].squaredNorm();
    }
    const double det = A.determinant();
    // det A times the place: no division near singular angles
    const Eigen::Vector2d place(b[0] * A(1, 1) - b[1] * A(0, 1), A(0, 0) * b[1] - A(1, 0) * b[0]);
    const double missed =
        (place + det * v[0]).squaredNorm() - det * det * r.length[0] * r.length[0];
    changes += i > 0 && (missed > 0.0) != (before > 0.0) ? 1 : 0;
    before = missed;
  }
  return changes;
}

ik::Multibody rpr(const Rpr& r) {
  std::vector<ik::Joint> joints;
  std::vector<ik::Loop> ties;
  for (int i = 0; i < 3; ++i) {
    ik::Joint& joint = joints.emplace_back();
    joint.type = i < 2 ? ik::JointType::kPrismatic : ik::JointType::kRevolute;
    joint.axis = Eigen::Vector3d::Unit(i);
    joint.parent = i - 1;
    if (i == 2) joint.name = "platform";
    if (i < 2) {
      joint.lower = -2.0;
      joint.upper = 2.0;
    }
  }
  for (int leg = 0; leg < 3; ++leg) {
    ik::Joint& joint = joints.emplace_back();
    joint.parent_from_joint.translation().head<2>() = r.ground[leg];
    joint.initial = 1.0;
    ik::Loop& tie = ties.emplace_back();
    tie.joint_a = 3 + leg;
    tie.joint_b = 2;
    tie.a_from_end.translation().x() = r.length[leg];
    tie.b_from_end.translation().head<2>() = r.platform[leg];
  }
  return ik::Multibody(joints, {{"platform", 2, Eigen::Vector3d::Zero()}}, ties);
}

TEST(PlanarPlatform, HasAsManyAssembliesAsItsEquationsHaveRoots) {
  const Rpr r;
  const int known = assemblies_by_angle(r);
  ik::Solver solver(rpr(r), "dls");
  solver.set_weight(0, 0.0);
  ik::Stop stop;
  stop.restarts = 300;
  stop.updates = 100'000;
  const ik::Solutions found = solver.solutions(20, stop);
  EXPECT_EQ(known, 6);
  EXPECT_EQ(static_cast<int>(found.theta.size()), known);
}

}  // namespace
