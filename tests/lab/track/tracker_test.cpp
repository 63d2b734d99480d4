#include "lab/track/tracker.h"
#include "lab/run/run.h"

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/task/jacobian.h"
#include "support/algebra.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"
#include "support/step.h"

namespace {

using scenes::dls;

TEST(Tracker, RowZeroIsTheInitialPose) {
  const ik::Multibody body = bodies::forked_tree();
  const lab::Tracker tracker(scenes::circling(body), dls());
  EXPECT_EQ(tracker.step_count(), 0);
  EXPECT_EQ(tracker.time(), 0.0);
  EXPECT_EQ(tracker.pose().theta, body.initial_theta());
}

TEST(Tracker, AStepIsTheContractsRecipe) {
  // the documented step computed by hand, with Eigen's solver for the method
  const ik::Multibody body = bodies::forked_tree();
  const lab::Scene scene = scenes::circling(body);
  lab::Settings settings;
  settings.params["lambda"] = 0.3;
  settings.d_max = 0.05;
  settings.params["max-angle"] = 0.02;
  settings.time_step = 0.01;
  lab::Tracker tracker(scene, dls(), settings);
  Eigen::VectorXd theta = body.initial_theta();
  for (int k = 1; k <= 50; ++k) {
    tracker.step();
    std::vector<Eigen::Vector3d> targets;
    for (const lab::TargetCurve& curve : scene.targets) targets.push_back(curve.at(0.01 * k));
    const ik::Pose pose = ik::pose_at(body, theta);
    Eigen::VectorXd e(6);
    for (int i = 0; i < 2; ++i) {
      const Eigen::Vector3d whole = targets[static_cast<std::size_t>(i)] - pose.effector.col(i);
      e.segment<3>(3 * i) = whole * std::min(1.0, 0.05 / whole.norm());
    }
    const Eigen::MatrixXd J = difference_jacobian(body, theta, 1e-5);
    const Eigen::MatrixXd A = J * J.transpose() + 0.09 * Eigen::MatrixXd::Identity(6, 6);
    Eigen::VectorXd dtheta = J.transpose() * algebra::solve(A, e);
    dtheta *= std::min(1.0, 0.02 / dtheta.lpNorm<Eigen::Infinity>());
    theta += dtheta;
    EXPECT_LT((tracker.pose().theta - theta).norm(), 1e-8) << k;
    EXPECT_NEAR(tracker.time(), 0.01 * k, 1e-15);
    const auto reached = bodies::effectors_at(body, theta);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(tracker.errors()[i], (targets[i] - reached[i]).norm(), 1e-8);
    }
  }
}

TEST(Tracker, SeveralUpdatesAStepAreStepsWithTheTargetsHeld) {
  const ik::Multibody body = bodies::forked_tree();
  const std::vector<Eigen::Vector3d> goals = {{0.6, 1.5, 0.2}, {-0.6, 1.4, 0.1}};
  lab::Scene scene{"", "", "", body, {scenes::standing(goals[0]), scenes::standing(goals[1])}, {}};
  lab::Tracker many(scene, dls());
  lab::Settings settings;
  settings.iterations = 7;
  lab::Tracker once(scene, dls(), settings);
  for (int i = 0; i < 7; ++i) many.step();
  once.step();
  EXPECT_EQ(once.pose().theta, many.pose().theta);
}

TEST(Tracker, TheCapOfTheMethodHoldsUnlessTheUserSaysOtherwise) {
  const lab::Scene far = scenes::hinge(scenes::standing({-50.0, 60.0, 0.0}));
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(far, info);
    tracker.step();
    EXPECT_LE(std::abs(tracker.pose().theta[0]), info.max_angle * (1.0 + 1e-15)) << info.id;
    lab::Settings settings;
    settings.params["max-angle"] = 0.01;
    lab::Tracker capped(far, info, settings);
    capped.step();
    EXPECT_NEAR(capped.pose().theta[0], 0.01, 1e-15) << info.id;
    EXPECT_TRUE(capped.capped());
  }
}

TEST(Tracker, WithoutACapTheStepIsTheMethodsOwn) {
  lab::Settings settings;
  settings.params["max-angle"] = lab::kOff;
  settings.params["lambda"] = 1.0;
  lab::Tracker tracker(scenes::hinge(scenes::standing({1.0, 60.0, 0.0})), dls(), settings);
  tracker.step();
  // J = (0, 1, 0)^T, e = (0, 60, 0): dtheta = 60 / (1 + 1)
  EXPECT_NEAR(tracker.pose().theta[0], 30.0, 1e-12);
  EXPECT_FALSE(tracker.capped());
}

TEST(AdaptiveDmax, IsTheGainOfTheLastStepPlusDmaxAndNothingAtTheStart) {
  const ik::Multibody body = bodies::forked_tree();
  const lab::Scene scene = scenes::circling(body);
  lab::Settings settings;
  settings.d_max = 0.1;
  settings.adaptive_d_max = true;
  settings.params["lambda"] = 0.5;
  lab::Tracker tracker(scene, dls(), settings);
  for (const double d_max : tracker.d_max()) EXPECT_EQ(d_max, lab::kOff);
  for (int k = 0; k < 40; ++k) {
    const auto from = bodies::effectors_at(body, tracker.pose().theta);
    tracker.step();
    const auto to = bodies::effectors_at(body, tracker.pose().theta);
    for (std::size_t i = 0; i < 2; ++i) {
      const Eigen::Vector3d target = tracker.targets()[i];
      const double gain = (target - from[i]).norm() - (target - to[i]).norm();
      EXPECT_NEAR(tracker.d_max()[i], 0.1 + std::max(0.0, gain), 1e-12);
    }
  }
}

TEST(AdaptiveDmax, LetsGoOfTheClampAfterAJump) {
  const lab::TargetCurve jumping(lab::JumpCurve{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, 0.2});
  lab::Settings settings;
  settings.d_max = 0.01;
  settings.adaptive_d_max = true;
  settings.time_step = 0.01;
  settings.params["lambda"] = 0.001;
  lab::Tracker tracker(scenes::hinge(jumping), dls(), settings);
  for (int k = 1; k <= 9; ++k) tracker.step();
  EXPECT_NEAR(tracker.d_max()[0], 0.01, 1e-12);
  EXPECT_NEAR(tracker.pose().theta[0], 0.0, 1e-12);
  tracker.step();  // the jump is at 0.1 s
  EXPECT_GT(tracker.pose().theta[0], 0.5);
}

TEST(Tracker, KeepsThePoseWhenTheMethodChanges) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls());
  for (int k = 0; k < 20; ++k) tracker.step();
  const Eigen::VectorXd theta = tracker.pose().theta;
  for (const ik::MethodInfo& info : ik::methods()) {
    changes::set_method(tracker, info);
    EXPECT_EQ(tracker.pose().theta, theta);
    EXPECT_EQ(&tracker.method_info(), &info);
  }
}

TEST(Tracker, CarriesTheDampingFromMethodToMethod) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls());
  lab::Settings settings = tracker.settings();
  settings.params["lambda"] = 0.37;
  changes::set_settings(tracker, settings);
  EXPECT_EQ(ik::get_param(tracker.method(), "lambda"), 0.37);
  changes::set_method(tracker, *ik::find_method("jacobian-transpose"));
  changes::set_method(tracker, dls());
  EXPECT_EQ(ik::get_param(tracker.method(), "lambda"), 0.37);
  changes::set_method_param(tracker, "lambda", 0.9);
  EXPECT_EQ(tracker.settings().param("lambda"), 0.9);
}

TEST(Tracker, AChangeOfTheTimeStepBendsNothing) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls());
  for (int k = 0; k < 10; ++k) tracker.step();
  lab::Settings settings = tracker.settings();
  settings.time_step = 0.02;
  changes::set_settings(tracker, settings);
  EXPECT_NEAR(tracker.time(), 0.05, 1e-15);
  tracker.step();
  EXPECT_NEAR(tracker.time(), 0.07, 1e-15);
}

TEST(Tracker, RunsAgainToTheBitAfterAReset) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Settings settings;
    settings.d_max = 0.2;
    settings.adaptive_d_max = true;
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), info, settings);
    for (int k = 0; k < 60; ++k) tracker.step();
    const Eigen::VectorXd first = tracker.pose().theta;
    tracker.reset();
    for (int k = 0; k < 60; ++k) tracker.step();
    EXPECT_EQ(tracker.pose().theta, first) << info.id;
  }
}

/// A setup of the tree with standing targets.
lab::Setup standing_tree(const ik::MethodInfo& method) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  for (lab::TargetCurve& target : scene.targets) {
    target = lab::TargetCurve(lab::WaveCurve{target.at(0.3), {}});
  }
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)), method);
}

TEST(Tracker, BeginsAtTheStartOfTheSetupAndReturnsThereAfterAReset) {
  lab::Setup setup = standing_tree(dls());
  setup.start.assign(static_cast<std::size_t>(setup.scene->multibody.joint_count()), 0.25);
  lab::Tracker tracker(setup);
  EXPECT_EQ(tracker.pose().theta.minCoeff(), 0.25);
  EXPECT_EQ(tracker.pose().theta.maxCoeff(), 0.25);
  const auto places = bodies::effectors_at(setup.scene->multibody, tracker.pose().theta);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_LT((tracker.pose().effector.col(static_cast<int>(i)) - places[i]).norm(), 1e-12);
  }
  tracker.step();
  EXPECT_NE(tracker.pose().theta[0], 0.25);
  tracker.reset();
  EXPECT_EQ(tracker.pose().theta.minCoeff(), 0.25);
  setup.start.pop_back();
  EXPECT_EQ(lab::Tracker(setup).pose().theta, setup.scene->multibody.initial_theta())
      << "of another body";
}

TEST(Tracker, ANewStartPutsTheBodyThereAndItGoesOnAsIfItHadBegunThere) {
  for (const ik::MethodInfo& method : ik::methods()) {
    lab::Setup setup = standing_tree(method);
    lab::Tracker tracker(setup);
    for (int k = 0; k < 15; ++k) tracker.step();
    setup.start.assign(static_cast<std::size_t>(tracker.multibody().joint_count()), 0.4);
    tracker.apply(setup);
    EXPECT_EQ(tracker.pose().theta.minCoeff(), 0.4) << method.id;
    EXPECT_EQ(tracker.last_step().norm(), 0.0) << method.id;
    lab::Tracker fresh(setup);
    EXPECT_EQ(std::vector(tracker.errors().begin(), tracker.errors().end()),
              std::vector(fresh.errors().begin(), fresh.errors().end()));
    for (int k = 0; k < 12; ++k) {
      tracker.step();
      fresh.step();
    }
    EXPECT_EQ(tracker.pose().theta, fresh.pose().theta) << method.id;
  }
}

TEST(Tracker, PutsAStartBeyondALimitOntoIt) {
  lab::Scene scene = scenes::hinge(scenes::standing({0.0, 1.0, 0.0}));
  std::vector<ik::Joint> joints(scene.multibody.joints().begin(), scene.multibody.joints().end());
  joints[0].lower = -0.5;
  joints[0].upper = 0.25;
  scene.multibody = ik::Multibody(
      joints, {scene.multibody.effectors().begin(), scene.multibody.effectors().end()});
  lab::Setup setup = lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)), dls());
  setup.start = {2.0};
  EXPECT_EQ(lab::Tracker(setup).pose().theta[0], 0.25);
  setup.front_lane().settings.limits = lab::LimitRule::kIgnore;
  EXPECT_EQ(lab::Tracker(setup).pose().theta[0], 2.0);
}

TEST(Tracker, SaysWhenATargetIsNoNumberAndStaysInPlace) {
  lab::Scene scene = scenes::hinge(scenes::standing({std::nan(""), 0.0, 0.0}));
  lab::Tracker tracker(scene, dls());
  tracker.step();
  EXPECT_EQ(tracker.outcome(), ik::Outcome::kNotFinite);
  EXPECT_EQ(tracker.pose().theta[0], 0.0);
}

TEST(Tracker, OutcomeTellsAReachedTargetFromAStalledOne) {
  lab::Settings settings;
  settings.params["lambda"] = 1e-3;
  lab::Tracker reached(scenes::hinge(scenes::standing({0.6, 0.8, 0.0})), dls(), settings);
  for (int k = 0; k < 100; ++k) reached.step();
  EXPECT_EQ(reached.outcome(), ik::Outcome::kReached);
  lab::Tracker stalled(scenes::hinge(scenes::standing({2.0, 0.0, 0.0})), dls(), settings);
  stalled.step();
  EXPECT_EQ(stalled.outcome(), ik::Outcome::kStalled);
}

TEST(Tracker, RefusesASceneWithoutATargetForEachEffector) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.targets.pop_back();
  EXPECT_THROW(lab::Tracker(scene, dls()), std::invalid_argument);
}

TEST(Tracker, AllocatesNothingOnceWarm) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Settings settings;
    settings.d_max = 0.2;
    settings.adaptive_d_max = true;
    settings.iterations = 3;
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), info, settings);
    tracker.step();
    const std::size_t before = allocation_count();
    for (int k = 0; k < 50; ++k) tracker.step();
    EXPECT_EQ(allocation_count(), before) << info.id;
  }
}

TEST(Tracker, IsPreparedByARunBeforeItsClockStarts) {
  lab::Tracker tracker(scenes::circling(bodies::planar_arm(2)), *ik::find_method("learned"));
  EXPECT_LT(tracker.prepared(), 1.0);
  bool prepared_before_the_clock = true;
  const lab::Clock clock = [&] {
    prepared_before_the_clock &= tracker.prepared() == 1.0;
    return 0.0;
  };
  lab::run(tracker, {.steps = 3, .clock = clock});
  EXPECT_TRUE(prepared_before_the_clock);
}

/// Steps of a method without caps on a moving target. J is by differences at the pose before.
template <class Check>
void for_steps(lab::Tracker& tracker, const Check& check) {
  lab::Settings settings = tracker.settings();
  settings.params["max-angle"] = lab::kOff;
  changes::set_settings(tracker, settings);
  for (int k = 0; k < 30; ++k) {
    const Eigen::VectorXd before = tracker.pose().theta;
    tracker.step();
    const Eigen::MatrixXd J = difference_jacobian(tracker.multibody(), before, 1e-5);
    Eigen::VectorXd e(J.rows());
    const auto at = bodies::effectors_at(tracker.multibody(), before);
    for (std::size_t i = 0; i < at.size(); ++i) {
      e.segment<3>(3 * static_cast<Eigen::Index>(i)) = tracker.targets()[i] - at[i];
    }
    check(J, e, Eigen::VectorXd(tracker.pose().theta - before));
  }
}

TEST(DampingInUse, IsTheOneThatGivesTheStep) {
  for (const char* id : {"dls", "dls-error", "dls-manipulability", "dls-singular-region"}) {
    lab::Tracker tracker(scenes::circling(bodies::planar_arm(4)), *ik::find_method(id));
    if (id == std::string("dls-singular-region")) {
      changes::set_method_param(tracker, "filtering", 0.0);  // the same λ in all directions
      changes::set_method_param(tracker, "epsilon", 2.0);
    }
    std::set<double> seen;
    for_steps(tracker, [&](const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                           const Eigen::VectorXd& dtheta) {
      ASSERT_TRUE(tracker.lambda()) << id;
      const double lambda = *tracker.lambda();
      seen.insert(lambda);
      const Eigen::MatrixXd H =
          J.transpose() * J + lambda * lambda * Eigen::MatrixXd::Identity(J.cols(), J.cols());
      const Eigen::VectorXd gradient = J.transpose() * e;
      EXPECT_LT((H * dtheta - gradient).norm(), 1e-6 * (1.0 + gradient.norm())) << id;
    });
    EXPECT_EQ(seen.size() > 1, id != std::string("dls")) << id << " chooses its λ";
  }
}

TEST(DampingInUse, OfFilteredDirectionsIsTheLargest) {
  constexpr double kLambda = 0.3, kEpsilon = 1.0;
  lab::Scene scene = scenes::circling(bodies::planar_arm(4));
  scene.targets[0] = scenes::standing({0.5, 1.5, 0.0});  // the stretched arm starts to bend
  lab::Tracker tracker(scene, *ik::find_method("dls-singular-region"));
  const double beta = *ik::get_param(tracker.method(), "beta");
  changes::set_method_param(tracker, "lambda", kLambda);
  changes::set_method_param(tracker, "epsilon", kEpsilon);
  std::set<double> seen;
  for_steps(tracker, [&](const Eigen::MatrixXd& J, const Eigen::VectorXd&, const Eigen::VectorXd&) {
    // the arm is planar: J has two singular values, from the x and y rows of JJᵀ
    const Eigen::Matrix2d A = (J * J.transpose()).topLeftCorner<2, 2>();
    const double half = 0.5 * A.trace();
    const double least = half - std::sqrt(half * half - A.determinant());  // σ²
    if (least < 1e-6) return;  // stretched: only one direction is left
    const double share = least / (kEpsilon * kEpsilon);
    const double square = (share < 1.0 ? kLambda * kLambda * (1.0 - share) : 0.0) + beta * beta;
    EXPECT_NEAR(*tracker.lambda(), std::sqrt(square), 1e-6);
    seen.insert(*tracker.lambda());
  });
  EXPECT_GT(seen.size(), 5U);
  EXPECT_LT(*seen.begin(), 0.9 * kLambda) << "not always near the singularity";
}

TEST(DampingInUse, IsThatOfMethodsThatDampAndOfNoOthers) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scenes::circling(bodies::planar_arm(3)), info);
    EXPECT_FALSE(tracker.lambda()) << info.id << ": no update has used any";
    tracker.step();
    const std::string id = info.id;
    const bool damps = ik::get_param(tracker.method(), "lambda") || id == "dls-error" ||
                       id == "halley" || id == "two-bone";
    EXPECT_EQ(tracker.lambda().has_value(), damps) << info.id;
  }
}

TEST(Tracker, HoldsALimitThatIsTightenedWhileItRuns) {
  lab::Settings settings;
  settings.params["lambda"] = 0.05;
  lab::Tracker tracker(scenes::hinge(scenes::standing({0.0, 1.0, 0.0})), dls(), settings);
  for (int k = 0; k < 20; ++k) tracker.step();
  ASSERT_GT(tracker.pose().theta[0], 1.0);
  std::vector<ik::Joint> joints(tracker.multibody().joints().begin(),
                                tracker.multibody().joints().end());
  joints[0].lower = -0.5;
  joints[0].upper = 0.25;
  lab::Scene scene = tracker.scene();
  scene.multibody = ik::Multibody(
      joints, {scene.multibody.effectors().begin(), scene.multibody.effectors().end()});
  tracker.change([&](lab::Setup& setup) { setup.scene = std::make_shared<lab::Scene>(scene); });
  EXPECT_EQ(tracker.pose().theta[0], 0.25) << "before any step";
  EXPECT_NEAR(tracker.errors()[0], 2.0 * std::sin(0.5 * (std::numbers::pi / 2.0 - 0.25)), 1e-12)
      << "the chord from 0.25 rad to the target at 90°";
}

TEST(AdaptiveDmax, LeavesTheFixedClampWhenItIsSwitchedOff) {
  lab::Settings settings;
  settings.d_max = 0.1;
  settings.adaptive_d_max = true;
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls(), settings);
  for (int k = 0; k < 5; ++k) tracker.step();
  ASSERT_NE(tracker.d_max()[0], 0.1);
  settings.adaptive_d_max = false;
  changes::set_settings(tracker, settings);
  for (const double d_max : tracker.d_max()) EXPECT_EQ(d_max, 0.1);
}

TEST(AdaptiveDmax, AloneLetsGoOfTheClampOfATargetThatIsTakenAndNotWhileItIsDragged) {
  for (const bool adapts : {false, true}) {
    lab::Settings settings;
    settings.d_max = 0.1;
    settings.adaptive_d_max = adapts;
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls(), settings);
    for (int k = 0; k < 5; ++k) tracker.step();
    const lab::TargetCurve curve = tracker.scene().targets[0];
    changes::set_target(tracker, 0, curve, Eigen::Vector3d(0.5, 0.5, 0.0));
    EXPECT_EQ(tracker.d_max()[0], adapts ? lab::kOff : 0.1) << "taken: a jump";
    tracker.step();
    const double after = tracker.d_max()[0];
    EXPECT_LT(after, lab::kOff);
    changes::set_target(tracker, 0, curve, Eigen::Vector3d(0.51, 0.5, 0.0));
    EXPECT_EQ(tracker.d_max()[0], after) << "dragged on: no jump";
    changes::set_target(tracker, 0, curve, std::nullopt);
    EXPECT_EQ(tracker.d_max()[0], adapts ? lab::kOff : 0.1) << "released: a jump";
  }
}

TEST(Tracker, LeavesOutTheTimeOfEveryFreezeOnce) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls());
  long frozen = 0, made = 0;
  for (const int steps : {7, 11, 3, 20, 5, 2}) {
    tracker.step();
    ++made;
    const bool freeze = !tracker.targets_frozen();
    if (!freeze) ++frozen;
    changes::set_targets_frozen(tracker, freeze);
    for (int k = 0; k < steps; ++k) tracker.step();
    made += steps;
    if (freeze) frozen += steps;
    EXPECT_NEAR(tracker.target_time(), 0.005 * static_cast<double>(made - frozen), 1e-12);
    const Eigen::Vector3d expected = tracker.scene().targets[0].at(tracker.target_time());
    EXPECT_EQ(tracker.targets()[0], expected);
  }
}

}  // namespace
