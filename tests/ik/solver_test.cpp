#include "iklab/iklab.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "ik/body/two_link.h"
#include "support/bodies.h"
#include "support/count_allocations.h"
#include "support/refusal.h"

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A chain with joints limited to [-most, most], rad.
ik::Multibody limited_chain(double most) {
  const ik::Multibody arm = ik::chain({0.5, 0.5, 0.5});
  std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = -most;
    joint.upper = most;
  }
  return ik::Multibody(std::move(joints), {arm.effector(0)});
}

/// Shortens the training of the learned method; these tests do not depend on its quality.
void be_brief(ik::Solver& solver, const ik::MethodInfo& info) {
  if (std::string_view(info.id) == "learned") solver.set("training", 100.0);
}

/// Hinges about z, y, y, x, y, x: an arm for orientations.
ik::Multibody hinged_wrist() {
  const Eigen::Vector3d axes[] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY(),
                                  Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX(),
                                  Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()};
  std::vector<ik::Joint> joints;
  for (int i = 0; i < 6; ++i) {
    ik::Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.parent = i - 1;
    joint.axis = axes[i];
    joint.initial = 0.3 + 0.1 * i;
    if (i > 0) joint.parent_from_joint.translation().x() = i < 4 ? 0.4 : 0.05;
    joints.push_back(joint);
  }
  return ik::Multibody(std::move(joints),
                       {{"hand", 5, Eigen::Vector3d(0.1, 0.0, 0.0), ik::AimKind::kOrientation}});
}

TEST(Solver, FindsTheClosedFormOfATwoLinkArm) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  ik::Solver solver(arm, "dls");
  solver.target("tip") = {0.9, 0.9, 0.0};
  const ik::Report report = solver.solve({.error = 1e-12});
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_LE(report.error, 1e-12);
  const auto exact = ik::TwoLink::of(arm)->solve({0.9, 0.9, 0.0});
  EXPECT_NEAR(solver.theta()[0], exact.positive[0], 1e-10);
  EXPECT_NEAR(solver.theta()[1], exact.positive[1], 1e-10);
  const double elbow = std::acos((2.0 * 0.81 - 1.0 - 0.64) / 1.6);
  EXPECT_NEAR(solver.theta()[1], elbow, 1e-10);
}

TEST(Solver, StandsStillUntilItIsGivenAGoal) {
  for (const ik::Multibody& body : {bodies::forked_tree(), hinged_wrist()}) {
    ik::Solver solver(body);
    const ik::VectorX theta = solver.theta();
    const ik::Report report = solver.solve();
    EXPECT_EQ(report.outcome, ik::Outcome::kReached);
    EXPECT_EQ(report.updates, 0);
    EXPECT_EQ(solver.step().outcome, ik::Outcome::kReached);
    EXPECT_LT((solver.theta() - theta).norm(), 1e-12);
  }
}

TEST(Solver, KeepsLimitsToTheBitByEveryMethod) {
  const double most = 0.7;
  int held = 0;
  for (const ik::MethodInfo& info : ik::methods()) {
    ik::Solver solver(limited_chain(most), info.id);
    be_brief(solver, info);
    ik::Solver free = solver;
    free.set_limits(ik::LimitRule::kIgnore);
    double furthest = 0.0;
    for (int i = 0; i < 60; ++i) {
      solver.target("tip") = free.target("tip") = {-0.3, 0.5 * std::cos(0.2 * i), 0.0};
      solver.step();
      free.step();
      ASSERT_LE(solver.theta().lpNorm<Eigen::Infinity>(), most) << info.id;
      furthest = std::max(furthest, free.theta().lpNorm<Eigen::Infinity>());
    }
    if (furthest > most) ++held;
  }
  // some methods keep limits themselves
  EXPECT_GE(held, 15);
}

TEST(Solver, PutsJointsThatGoToALimitExactlyOntoIt) {
  // theta + (limit - theta) sometimes misses the limit by rounding
  int at_limits = 0, missed = 0;
  for (int i = 0; i < 400; ++i) {
    const double most = 0.3 + 0.00137 * i;
    ik::Solver solver(limited_chain(most));
    solver.set("lambda", 0.01);
    solver.set("angle-cap", 3.0);
    solver.set_theta(most * Eigen::Vector3d(-0.013 * (i % 70), 0.3, -0.2));
    const ik::VectorX start = solver.theta();
    solver.target("tip") = {-0.5, 0.8, 0.0};
    solver.step();
    for (int j = 0; j < 3; ++j) {
      const double theta = solver.theta()[j], limit = theta > 0.0 ? most : -most;
      if (std::abs(theta - limit) > 1e-12) continue;
      ++at_limits;
      if (start[j] + (limit - start[j]) != limit) ++missed;
      ASSERT_EQ(theta, limit) << i << ' ' << j;
    }
  }
  EXPECT_GT(at_limits, 200);
  EXPECT_GT(missed, 10);
}

TEST(Solver, FreezesAJointOfWeightZeroAndMovesAHeavyOneLess) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
  joints[0].weight = 0.0;
  ik::Solver frozen(ik::Multibody(joints, {arm.effector(0)}));
  joints[0].weight = 0.1;
  ik::Solver heavy(ik::Multibody(joints, {arm.effector(0)})), even(arm);
  for (ik::Solver* solver : {&frozen, &heavy, &even}) {
    solver->target("tip") = {0.3, 1.1, 0.0};
    solver->step();
  }
  EXPECT_EQ(frozen.last_step()[0], 0.0);
  EXPECT_NE(frozen.last_step()[1], 0.0);
  EXPECT_LT(std::abs(heavy.last_step()[0]), 0.5 * std::abs(even.last_step()[0]));
}

TEST(Solver, StallsAtTheClosestPoseOfATargetOutOfReach) {
  // some methods shake there unless the error is clamped
  for (const char* method : {"jacobian-transpose", "pseudoinverse", "dls", "sdls", "nullspace",
                             "levenberg-marquardt", "ccd", "fabrik", "bfgs", "constrained"}) {
    ik::Solver solver(ik::chain({1.0, 0.8}), method);
    solver.target("tip") = {3.0, 4.0, 0.0};
    const ik::Report report = solver.solve({.restarts = 0});
    EXPECT_EQ(report.outcome, ik::Outcome::kStalled) << method;
    EXPECT_LT(report.updates, 1000) << method;
    // the straight arm ends 5 - 1.8 from the target
    EXPECT_NEAR(report.error, 3.2, 1e-3) << method;
    // later steps use the unclamped error again
    const double now = solver.step().error;
    EXPECT_GT(now, 3.0);
    EXPECT_GT(solver.error_vector().norm(), 3.0);
  }
}

TEST(Solver, EndsAtTheBoundOfUpdatesWhileItStillMoves) {
  ik::Solver solver(ik::chain({1.0, 0.8}));
  solver.target("tip") = {0.9, 0.9, 0.0};
  const ik::Report report = solver.solve({.error = 1e-12, .updates = 3, .restarts = 0});
  EXPECT_EQ(report.outcome, ik::Outcome::kMoved);
  EXPECT_EQ(report.updates, 3);
  EXPECT_GT(report.error, 1e-6);
}

TEST(Solver, LeavesTheBestPoseThatAShakingMethodMet) {
  ik::Solver solver(ik::chain({1.0, 0.8}), "pseudoinverse");
  ik::Solver stepped = solver;
  solver.target("tip") = stepped.target("tip") = {1.9, 0.0, 0.0};
  const ik::Report report = solver.solve({.updates = 20, .restarts = 0});
  EXPECT_EQ(report.outcome, ik::Outcome::kMoved);
  double least = std::numeric_limits<double>::infinity(), last = 0.0;
  for (int i = 0; i < 20; ++i) least = std::min(least, last = stepped.step().error);
  EXPECT_LT(least, last);
  EXPECT_EQ(report.error, least);
}

TEST(Solver, ReachesPositionAndOrientation) {
  const ik::Multibody arm = hinged_wrist();
  ik::VectorX there(6);
  there << 0.9, -0.4, 1.3, 0.5, 0.7, -0.6;
  const ik::Pose pose = ik::pose_at(arm, there);
  const Eigen::Matrix3d frame = pose.world_from_joint(5).linear();
  ik::Solver solver(arm, "levenberg-marquardt");
  solver.target("hand") = pose.effector.col(0);
  solver.orientation("hand") = frame;
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_LT((solver.position("hand") - pose.effector.col(0)).norm(), 2e-6);
  EXPECT_LT((solver.frame("hand").linear() - frame).norm(), 4e-6);
  EXPECT_LE(report.aim_error, 1e-6);
}

TEST(Solver, ReachesTheOrientationOfAToolThatIsTurnedOnItsJoint) {
  const ik::Multibody plain = hinged_wrist();
  ik::Effector tool = plain.effector(0);
  tool.rotation = Eigen::AngleAxisd(0.785, Eigen::Vector3d::UnitZ()).matrix() *
                  Eigen::AngleAxisd(-0.4, Eigen::Vector3d::UnitX()).matrix();
  const ik::Multibody arm({plain.joints().begin(), plain.joints().end()}, {tool});
  ik::VectorX there(6);
  there << 0.9, -0.4, 1.3, 0.5, 0.7, -0.6;
  const ik::Pose pose = ik::pose_at(arm, there);
  const Eigen::Matrix3d joint = pose.world_from_joint(5).linear();
  ik::Solver solver(arm, "levenberg-marquardt");
  solver.target(0) = pose.effector.col(0);
  solver.orientation(0) = joint * tool.rotation;
  EXPECT_EQ(&solver.orientation(0), &solver.orientation("hand"));
  solver.set_weight(0, 1.0, 2.0);
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kReached);
  EXPECT_LT((solver.frame(0).linear() - joint * tool.rotation).norm(), 4e-6);
  EXPECT_LT((solver.joint_frame(5).linear() - joint).norm(), 4e-6);
  EXPECT_NE(refusal([&] { solver.direction(0); }).find("'hand' aims at no direction"),
            std::string::npos);
  for (const int wrong : {-1, 1}) {
    EXPECT_NE(refusal([&] { solver.orientation(wrong); }).find("effector"), std::string::npos);
    EXPECT_NE(refusal([&] { solver.direction(wrong); }).find("effector"), std::string::npos);
    EXPECT_NE(refusal([&] { solver.set_weight(wrong, 1.0); }).find("effector"), std::string::npos);
    EXPECT_NE(refusal([&] { solver.frame(wrong); }).find("effector"), std::string::npos);
  }
}

TEST(Solver, CountsAnglesInTheOrderInWhichJointsWereGiven) {
  // the child is listed first
  std::vector<ik::Joint> joints(2);
  joints[0].name = "elbow";
  joints[0].parent = 1;
  joints[0].parent_from_joint.translation().x() = 1.0;
  joints[1].name = "shoulder";
  ik::Solver solver(ik::Multibody(joints, {{"hand", 0, Eigen::Vector3d(0.8, 0.0, 0.0)}}));
  solver.set_theta(Eigen::Vector2d(0.7, 0.2));
  EXPECT_EQ(solver.theta(), Eigen::Vector2d(0.7, 0.2));
  EXPECT_EQ(solver.joint_index("elbow"), 0);
  EXPECT_EQ(solver.joint_index("shoulder"), 1);
  EXPECT_NEAR(solver.position("hand").x(), std::cos(0.2) + 0.8 * std::cos(0.9), 1e-15);
  EXPECT_NEAR(solver.joint_frame(0).translation().y(), std::sin(0.2), 1e-15);

  solver.target("hand") = {0.3, 1.1, 0.0};
  const ik::VectorX before = solver.theta();
  solver.step();
  EXPECT_EQ(solver.theta(), before + solver.last_step());
  // dx/delbow and dx/dshoulder of x = cos s + 0.8 cos(s + e)
  const ik::MatrixX J = solver.jacobian();
  EXPECT_NEAR(J(0, 0), -0.8 * std::sin(0.9), 1e-15);
  EXPECT_NEAR(J(0, 1), -std::sin(0.2) - 0.8 * std::sin(0.9), 1e-15);
}

TEST(Solver, ShowsTheNumbersOfTheLastStep) {
  ik::Solver solver(ik::chain({1.0, 0.8}), "dls");
  solver.set("lambda", 0.5);
  const Eigen::Vector3d start = solver.position("tip");
  solver.target("tip") = {0.9, 0.9, 0.0};
  solver.step();
  const ik::VectorX e = solver.error_vector();
  const ik::MatrixX J = solver.jacobian();
  EXPECT_LT((e - (Eigen::Vector3d(0.9, 0.9, 0.0) - start)).norm(), 1e-15);
  // the step solves the normal equations of damped least squares
  const ik::VectorX step = solver.last_step();
  EXPECT_LT((J.transpose() * (J * step - e) + 0.25 * step).norm(), 1e-14);
  // sigma_1^2 + sigma_2^2 = |J|^2, sigma_1 sigma_2 = |det| of the planar rows
  const ik::VectorX sigma = solver.singular_values();
  ASSERT_EQ(sigma.size(), 2);
  EXPECT_NEAR(sigma.squaredNorm(), J.squaredNorm(), 1e-14);
  EXPECT_NEAR(sigma[0] * sigma[1], std::abs(J.topRows<2>().determinant()), 1e-14);
  ASSERT_EQ(solver.readings().size(), 1u);
  EXPECT_EQ(solver.readings()[0].value, 0.5);
  // the error refers to the last step's target, not to a new one
  const Eigen::Vector3d second = solver.position("tip");
  solver.step();
  solver.target("tip") = {5.0, 5.0, 5.0};
  EXPECT_LT((solver.error_vector() - (Eigen::Vector3d(0.9, 0.9, 0.0) - second)).norm(), 1e-15);
}

TEST(Solver, LookingChangesNoBit) {
  for (const char* method : {"pseudoinverse", "levenberg-marquardt", "sdls"}) {
    ik::Solver one(bodies::forked_tree(), method);
    ik::Solver other = one;
    for (int i = 0; i < 20; ++i) {
      for (ik::Solver* solver : {&one, &other}) {
        solver->target(0) = {0.3 * std::cos(0.3 * i), 1.5, 0.2};
        solver->step();
      }
      one.jacobian();
      one.singular_values();
      ASSERT_EQ(one.theta(), other.theta()) << method;
    }
  }
}

TEST(Solver, SingularValuesAreThoseOfTheStepHoweverOftenTheyAreRead) {
  ik::Solver often(bodies::forked_tree(), "dls");
  ik::Solver once = often;
  for (int i = 0; i < 30; ++i) {
    for (ik::Solver* solver : {&often, &once}) {
      solver->target(0) = {0.3 * std::cos(0.3 * i), 1.5, 0.2};
      solver->step();
    }
    often.singular_values();
  }
  const ik::VectorX sigma = once.singular_values();
  EXPECT_EQ(often.singular_values(), sigma);
  EXPECT_EQ(often.singular_values(), sigma) << "read again";
}

TEST(Solver, TakesParametersAndCapsByName) {
  ik::Solver solver(ik::chain({1.0, 0.8}), "dls");
  solver.set("lambda", 0.1);
  EXPECT_EQ(solver.get("lambda"), 0.1);
  solver.set("angle-cap", 0.01);
  solver.target("tip") = {-1.0, 0.5, 0.0};
  const ik::Report report = solver.step();
  EXPECT_TRUE(report.capped);
  EXPECT_NEAR(solver.last_step().lpNorm<Eigen::Infinity>(), 0.01, 1e-15);
  solver.set("d-max", 0.2);
  solver.step();
  EXPECT_NEAR(solver.error_vector().norm(), 0.2, 1e-15);
  EXPECT_EQ(solver.parameters().size(), 4u);
  solver.set_method("ccd");
  EXPECT_GT(solver.get("angle-cap"), 0.1);
  EXPECT_EQ(solver.get("d-max"), 0.2);
}

TEST(Solver, NamesWhatThereIsNotAndWhatThereIs) {
  const ik::Multibody arm = ik::chain({1.0, 0.8});
  EXPECT_EQ(refusal([&] { ik::Solver(arm, "dsl"); }).substr(0, 31),
            "no method 'dsl': there are jaco");
  ik::Solver solver(arm);
  EXPECT_EQ(refusal([&] { solver.target("hand"); }), "no effector 'hand': there are tip");
  EXPECT_EQ(refusal([&] { solver.joint_index("hip"); }),
            "no joint 'hip': there are joint 0, joint 1");
  EXPECT_EQ(refusal([&] { solver.set("lamda", 1.0); }),
            "no parameter 'lamda': there are lambda, angle-cap, slide-cap, d-max");
  EXPECT_EQ(refusal([&] { solver.get("lamda"); }).substr(0, 20), "no parameter 'lamda'");
  EXPECT_EQ(refusal([&] { solver.set("lambda", -1.0); }),
            "'lambda' must be a number of at least 0");
  EXPECT_EQ(refusal([&] { ik::Solver(arm, "levenberg-marquardt").set("least", 1e12); }),
            "'least' must be a number from 1e-09 to 1e+09");
  EXPECT_EQ(refusal([&] { ik::Solver(arm, "fabrik").set("passes", 101.0); }),
            "'passes' must be a number from 1 to 100");
  EXPECT_EQ(refusal([&] { solver.orientation("tip"); }), "effector 'tip' has no orientation");
  EXPECT_EQ(refusal([&] { solver.direction("tip"); }), "effector 'tip' aims at no direction");
  EXPECT_EQ(refusal([&] { solver.set_weight("tip", -1.0); }),
            "effector 'tip': a weight must be at least 0");
  EXPECT_EQ(refusal([&] { solver.set_theta(ik::VectorX::Zero(3)); }),
            "theta has 3 numbers, the body 2 joints");
  EXPECT_EQ(refusal([&] {
              ik::chain({1.0, -2.0});
            }),
            "link 1: its length must be finite and above 0");
  EXPECT_EQ(solver.get("lambda"), ik::Solver(arm).get("lambda"));
}

TEST(Solver, AnswersWhatIsNoNumberWithAnOutcomeAndStays) {
  const ik::Multibody arm = ik::chain({1.0, 0.8}, ik::AimKind::kOrientation);
  using Change = void (*)(ik::Solver&);
  const Change breaks[] = {
      [](ik::Solver& s) { s.target("tip").y() = kNan; },
      [](ik::Solver& s) { s.target("tip").x() = ik::kUnlimited; },
      [](ik::Solver& s) { s.orientation("tip")(0, 0) = kNan; },
      [](ik::Solver& s) { s.set("lambda", kNan); },
      [](ik::Solver& s) { s.set("lambda", ik::kUnlimited); },
      [](ik::Solver& s) { s.set("angle-cap", kNan); },
      [](ik::Solver& s) { s.set("d-max", kNan); },
      [](ik::Solver& s) { s.set_weight("tip", kNan); },
      [](ik::Solver& s) { s.set_weight("tip", 1.0, ik::kUnlimited); },
  };
  for (const Change change : breaks) {
    ik::Solver solver(arm);
    solver.target("tip") = {0.9, 0.9, 0.0};
    const ik::VectorX theta = solver.theta();
    change(solver);
    EXPECT_EQ(solver.step().outcome, ik::Outcome::kNotFinite);
    EXPECT_EQ(solver.solve().outcome, ik::Outcome::kNotFinite);
    EXPECT_EQ(solver.theta(), theta);
    EXPECT_EQ(solver.last_step(), ik::VectorX::Zero(2));
    solver.jacobian();
    solver.singular_values();
  }
  ik::Solver solver(arm);
  const ik::VectorX theta = solver.theta();
  solver.set_theta(Eigen::Vector2d(kNan, 0.0));
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kNotFinite);
  solver.singular_values();
  solver.set_theta(theta);
  solver.target("tip") = {0.9, 0.9, 0.0};
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kMoved);
}

TEST(Solver, AllocatesNothingOnceWarm) {
  for (const ik::MethodInfo& info : ik::methods()) {
    ik::Solver solver(limited_chain(0.7), info.id);
    be_brief(solver, info);
    const auto step = [&](int i) {
      solver.target("tip") = {0.2 + 0.3 * std::sin(0.4 * i), 0.5 * std::cos(0.3 * i), 0.0};
      return solver.step();
    };
    for (int i = 0; i < 40; ++i) step(i);
    const std::size_t before = allocation_count();
    for (int i = 40; i < 80; ++i) step(i);
    EXPECT_EQ(allocation_count(), before) << info.id;
  }
}

}  // namespace
