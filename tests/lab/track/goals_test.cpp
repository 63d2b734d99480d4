#include <gtest/gtest.h>

#include "lab/run/run.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/changes.h"
#include "support/scenes.h"

// Aims, weights of goals, groups of joints and the lead, as handled by the tracker.
namespace {

using scenes::dls;

/// A fork with an orientation aim on its left hand and a direction aim on its right hand.
lab::Scene aiming() {
  lab::Scene scene = scenes::circling(bodies::aiming()[1].body);
  for (const ik::Aim& aim : bodies::aims_at(scene.multibody, scene.multibody.initial_theta())) {
    scene.aims.push_back(
        {.base = aim, .axis = {1.0, 2.0, 0.5}, .amplitude = 0.4, .frequency = 3.0});
  }
  return scene;
}

TEST(AimCurve, SwingsAboutItsAxisAndNoFurtherThanItsAmplitude) {
  const lab::AimCurve curve{.base = {Eigen::Vector3d::UnitX(), Eigen::Matrix3d::Identity()},
                            .axis = {0.0, 0.0, 2.0},
                            .amplitude = 0.5,
                            .frequency = 3.0,
                            .phase = 0.2};
  for (const double t : {0.0, 0.1, 0.7, 5.0}) {
    const double angle = 0.5 * std::sin(3.0 * t + 0.2);
    EXPECT_LT(
        (curve.at(t).direction - Eigen::Vector3d(std::cos(angle), std::sin(angle), 0.0)).norm(),
        1e-15);
    EXPECT_LT((curve.at(t).orientation.col(0) - curve.at(t).direction).norm(), 1e-15);
  }
}

TEST(AimAngle, IsTheAngleOfEitherKind) {
  const Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
  for (const double angle : {0.0, 1e-9, 0.3, 2.0, 3.1, M_PI}) {
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).matrix();
    const ik::Aim wanted{7.0 * turn.col(0), turn};
    for (const ik::AimKind kind : {ik::AimKind::kDirection, ik::AimKind::kOrientation}) {
      EXPECT_NEAR(lab::aim_angle(kind, frame, Eigen::Vector3d::UnitX(), wanted), angle, 1e-8);
    }
  }
}

TEST(Tracker, FollowsAimsAndMeasuresThem) {
  lab::Settings settings;
  settings.params["lambda"] = 0.2;
  lab::Tracker tracker(aiming(), dls(), settings);
  lab::Settings without = settings;
  without.aim_weight = 0.0;
  lab::Tracker careless(aiming(), dls(), without);
  double followed = 0.0, ignored = 0.0;
  for (int k = 0; k < 400; ++k) {
    tracker.step();
    careless.step();
    for (std::size_t i = 0; i < 2; ++i) {
      followed += tracker.aim_errors()[i];
      ignored += careless.aim_errors()[i];
      const ik::Effector& hand = tracker.multibody().effector(static_cast<int>(i));
      const Eigen::Matrix3d R =
          tracker.pose().world_from_joint(hand.joint).linear() * hand.rotation;
      const ik::Aim wanted = tracker.scene().aims[i].at(tracker.time());
      const double cosine = hand.aim == ik::AimKind::kDirection
                                ? (R * hand.pointer).dot(wanted.direction.normalized())
                                : 0.5 * ((R.transpose() * wanted.orientation).trace() - 1.0);
      EXPECT_NEAR(std::cos(tracker.aim_errors()[i]), cosine, 1e-12);
    }
  }
  EXPECT_LT(followed, 0.7 * ignored);
}

TEST(Tracker, AGoalOfNoWeightIsAsIfItWereNotThere) {
  lab::Settings settings;
  settings.aim_weight = 0.0;
  lab::Tracker aimless(aiming(), dls(), settings);
  lab::Scene plain = scenes::circling(bodies::forked_tree());
  lab::Tracker tracker(plain, dls(), lab::Settings());
  for (int k = 0; k < 100; ++k) {
    aimless.step();
    tracker.step();
  }
  EXPECT_LT((aimless.pose().theta - tracker.pose().theta).norm(), 1e-9);
}

TEST(Tracker, AHeavierTargetIsFollowedBetterAtTheOthersCost) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  const auto mean_errors = [&](double weight) {
    lab::Tracker tracker(scene, dls());
    changes::set_goal_weight(tracker, 0, weight);
    EXPECT_EQ(tracker.goal_weight(0), weight);
    std::array<double, 2> sums{};
    for (int k = 0; k < 400; ++k) {
      tracker.step();
      for (std::size_t i = 0; i < 2; ++i) sums[i] += tracker.errors()[i];
    }
    return sums;
  };
  EXPECT_LT(mean_errors(20.0)[0], 0.8 * mean_errors(1.0)[0]);
  EXPECT_GT(mean_errors(20.0)[1], mean_errors(1.0)[1]);
  // weights in the scene have the same effect
  const auto by_hand = mean_errors(20.0);
  scene.weights = {20.0, 1.0};
  EXPECT_EQ(mean_errors(20.0), by_hand);
  EXPECT_EQ(lab::Tracker(scene, dls()).problem().weights[0], 20.0);
}

TEST(Tracker, AWeightOfFourIsLikeTwiceTheRows) {
  // with weight w on a goal dls minimises w |J1 d - e1|^2 + |J2 d - e2|^2 + lambda^2 |d|^2
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls());
  for (int k = 0; k < 30; ++k) tracker.step();
  changes::set_goal_weight(tracker, 1, 4.0);
  const ik::Problem plain{tracker.multibody(), tracker.pose(), tracker.targets()};
  ik::Workspace w;
  w.begin(plain);
  ik::MatrixX J = w.jacobian(plain);
  ik::VectorX e = w.error(plain);
  J.bottomRows(3) *= 2.0;
  e.tail(3) *= 2.0;
  const ik::VectorX expected =
      algebra::solve(J.transpose() * J + 1.21 * ik::MatrixX::Identity(8, 8), J.transpose() * e);
  dls().create().step(tracker.problem(), w);
  EXPECT_LT((w.dtheta - expected).norm(), 1e-12);
}

TEST(Tracker, MovesTheJointsOfTheGroupAlone) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.groups = {{"left", {5, 6, 7}}, {"trunk", {0, 1}}};
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scene, info);
    changes::set_group(tracker, 0);
    for (int k = 0; k < 50; ++k) tracker.step();
    const ik::VectorX moved = tracker.pose().theta - scene.multibody.initial_theta();
    EXPECT_TRUE(moved.head(5).isZero(0.0)) << info.id;
    EXPECT_GT(moved.tail(3).norm(), 1e-3) << info.id;
    EXPECT_FALSE(tracker.may_move(0));
    changes::set_group(tracker, std::nullopt);
    for (int k = 0; k < 50; ++k) tracker.step();
    EXPECT_GT((tracker.pose().theta - scene.multibody.initial_theta()).head(5).norm(), 1e-4)
        << info.id;
  }
}

TEST(Tracker, AFrozenJointStaysAndMovesAgainWhenItIsLetGo) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), info);
    changes::set_joint_weight(tracker, 2, 0.0);
    const double before = tracker.pose().theta[2];
    for (int k = 0; k < 30; ++k) tracker.step();
    EXPECT_EQ(tracker.pose().theta[2], before) << info.id;
    changes::set_joint_weight(tracker, 2, 1.0);
    for (int k = 0; k < 30; ++k) tracker.step();
    EXPECT_NE(tracker.pose().theta[2], before) << info.id;
  }
}

TEST(Lead, MakesUpForTheLagOfDamping) {
  // a hinge follows a target that circles at constant speed; the lag of a damped step is constant,
  // so a suitable lead removes it
  lab::WaveCurve circle{Eigen::Vector3d::Zero(), {}};
  circle.waves.push_back({Eigen::Vector3d::UnitX(), 2.0, M_PI / 2.0});
  circle.waves.push_back({Eigen::Vector3d::UnitY(), 2.0, 0.0});
  const auto late_error = [&](double lead) {
    lab::Settings settings;
    settings.params["lambda"] = 1.0;
    settings.set_number("lead", lead);
    lab::Tracker tracker(scenes::hinge(lab::TargetCurve(circle)), dls(), settings);
    return lab::run(tracker, 400, 200).mean_error;
  };
  // a damped step goes half the way (1 / (1 + 1)); the remaining error is the target's motion per
  // step
  EXPECT_NEAR(late_error(0.0), 2.0 * 0.005, 1e-4);
  EXPECT_LT(late_error(1.0), 0.02 * late_error(0.0));
  EXPECT_GT(late_error(3.0), late_error(1.0));
}

TEST(Tracker, ChangesTheWeightOfAimsWithItsSettings) {
  lab::Settings settings;
  settings.aim_weight = 0.25;
  lab::Tracker tracker(aiming(), dls()), other(aiming(), dls(), settings);
  changes::set_goal_weight(tracker, 2, 3.0);
  changes::set_goal_weight(other, 2, 3.0);
  lab::Settings changed = tracker.settings();
  changed.aim_weight = 0.25;
  changes::set_settings(tracker, changed);
  for (const lab::Tracker* each : {&tracker, &other}) {
    const auto weights = each->problem().weights;
    EXPECT_EQ(std::vector<double>(weights.begin(), weights.end()),
              (std::vector<double>{1.0, 1.0, 0.75, 0.25}));
    EXPECT_EQ(each->goal_weight(2), 3.0);
  }
  changed.aim_weight = 1.0;
  changes::set_settings(tracker, changed);
  changes::set_goal_weight(tracker, 2, 1.0);
  EXPECT_TRUE(tracker.problem().weights.empty());
}

TEST(Tracker, ShowsMethodsTheRootsOfTheWeightsOfTheGroupInForce) {
  lab::Scene scene = scenes::circling(bodies::planar_arm(4));
  scene.groups = {{"outer", {2, 3}}, {"inner", {0, 1}}};
  scene.group = 0;
  lab::Tracker tracker(scene, dls());
  const auto mobility = [&tracker] {
    const auto seen = tracker.problem().mobility;
    return std::vector<double>(seen.begin(), seen.end());
  };
  EXPECT_EQ(tracker.group(), 0u);
  EXPECT_EQ(mobility(), (std::vector<double>{0.0, 0.0, 1.0, 1.0}));
  changes::set_joint_weight(tracker, 3, 4.0);
  EXPECT_EQ(mobility(), (std::vector<double>{0.0, 0.0, 1.0, 2.0}));
  changes::set_joint_weight(tracker, 0, 9.0);
  EXPECT_FALSE(tracker.may_move(0));
  changes::set_group(tracker, 1);
  EXPECT_EQ(mobility(), (std::vector<double>{3.0, 1.0, 0.0, 0.0}));
  EXPECT_TRUE(tracker.may_move(0));
  tracker.reset();
  EXPECT_EQ(mobility(), (std::vector<double>{3.0, 1.0, 0.0, 0.0}));
  changes::set_group(tracker, std::nullopt);
  changes::set_joint_weight(tracker, 0, 1.0);
  changes::set_joint_weight(tracker, 3, 1.0);
  EXPECT_TRUE(mobility().empty());
}

TEST(Lead, ShowsMethodsTheTargetSoManyStepsAheadAndNothingElse) {
  lab::Settings settings;
  settings.set_number("lead", 3.0);
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), dls(), settings);
  for (int k = 0; k < 20; ++k) {
    const std::vector<Eigen::Vector3d> before(tracker.targets().begin(), tracker.targets().end());
    tracker.step();
    for (std::size_t i = 0; i < 2; ++i) {
      const Eigen::Vector3d now = tracker.targets()[i];
      EXPECT_LT((tracker.problem().targets[i] - (now + 3.0 * (now - before[i]))).norm(), 1e-15);
      const Eigen::Vector3d hand = tracker.pose().effector.col(static_cast<Eigen::Index>(i));
      EXPECT_NEAR(tracker.errors()[i], (now - hand).norm(), 1e-15);
    }
  }
  tracker.reset();
  EXPECT_EQ(tracker.problem().targets[0], tracker.targets()[0]);
}

TEST(Lead, DoesNotLeapAheadOfAJump) {
  const lab::TargetCurve jumping(lab::JumpCurve{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, 0.02});
  lab::Settings settings;
  settings.set_number("lead", 10.0);
  lab::Tracker tracker(scenes::hinge(jumping), dls(), settings);
  for (int k = 0; k < 9; ++k) {
    tracker.step();
    EXPECT_EQ(tracker.problem().targets[0], tracker.targets()[0]);
  }
}

}  // namespace
