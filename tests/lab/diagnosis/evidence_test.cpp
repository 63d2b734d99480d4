#include "lab/diagnosis/evidence.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/diagnosis/diagnosis.h"
#include "support/shaky.h"

// Numbers of the diagnosis against forward kinematics, finite differences and closed forms.
namespace {

using lab::CauseId;

struct Observed {
  lab::Tracker tracker;
  lab::DiagnosisObserver observer{lab::kOff};

  void run(int steps) {
    for (int k = 0; k < steps; ++k) {
      tracker.step();
      observer.add(tracker);
    }
  }
  /// The moments that evidence_of analyses, in the same order.
  std::vector<lab::ObservedMoment> analysed(std::size_t count) const {
    std::vector<lab::ObservedMoment> moments(observer.moments().begin(), observer.moments().end());
    std::sort(moments.begin(), moments.end(),
              [](const auto& a, const auto& b) { return a.weight > b.weight; });
    moments.resize(std::min(moments.size(), count));
    return moments;
  }
};

/// A folded arm of 1 m and 0.2 m. Its target circles inside the unreachable center.
Observed in_the_hole() {
  const ik::Multibody straight = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(straight.joints().begin(), straight.joints().end());
  joints[1].initial = 2.8;
  ik::Effector hand = straight.effector(0);
  hand.offset *= 0.2;
  const lab::Scene scene{
      "hole", "", "", ik::Multibody(joints, {hand}), {shaky::round({0.1, 0.0, 0.0}, 0.05, 3.0)},
      {}};
  return {lab::Tracker(scene, *ik::find_method("pseudoinverse"))};
}

TEST(Evidence, MeasuresHowFarATargetIsTooNear) {
  Observed observed = in_the_hole();
  observed.run(600);
  const auto evidence = evidence_of(observed.tracker, observed.observer);
  const auto moments = observed.analysed(evidence.size());
  ASSERT_FALSE(evidence.empty());
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    // the links' reach starts at 1 m - 0.2 m from the root
    const double beyond = 0.8 - moments[i].targets[0].norm();
    ASSERT_GT(beyond, 0.6);
    EXPECT_NEAR(evidence[i].beyond[0], beyond, 1e-12);
    EXPECT_NEAR(evidence[i].alone[0], beyond, 1e-4) << "the folded arm is the nearest pose";
  }
}

TEST(Evidence, SharesTheShakingAsTheSquaresOfTheBends) {
  Observed observed{lab::Tracker(io::read_scene(IKLAB_TEST_DATA "/no_conflict.json"),
                                 *ik::find_method("pseudoinverse"))};
  observed.run(600);
  const auto evidence = evidence_of(observed.tracker, observed.observer);
  const auto moments = observed.analysed(evidence.size());
  double all = 0.0;
  for (const lab::ObservedMoment& moment : moments) all += moment.bend.squaredNorm();
  ASSERT_GT(moments.front().bend.norm(), 1.2 * moments.back().bend.norm()) << "unequal moments";
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    EXPECT_NEAR(evidence[i].share, moments[i].bend.squaredNorm() / all, 1e-12);
  }
}

/// Largest curvature of 1/2 |t - s|^2, by finite differences and power iteration.
double curvature_at(const ik::Multibody& body, const ik::VectorX& theta,
                    const Eigen::Vector3d& target) {
  const auto F = [&](const ik::VectorX& at) {
    return 0.5 * (target - bodies::effectors_at(body, at)[0]).squaredNorm();
  };
  constexpr double kSmall = 1e-4;
  const auto n = theta.size();
  ik::MatrixX H(n, n);
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < n; ++b) {
      const ik::VectorX x = kSmall * ik::VectorX::Unit(n, a);
      const ik::VectorX y = kSmall * ik::VectorX::Unit(n, b);
      H(a, b) = (F(theta + x + y) - F(theta + x - y) - F(theta - x + y) + F(theta - x - y)) /
                (4.0 * kSmall * kSmall);
    }
  }
  const double shift = H.norm();  // makes the largest eigenvalue the largest in magnitude
  ik::VectorX v = ik::VectorX::LinSpaced(n, 1.0, 2.0);
  for (int i = 0; i < 2000; ++i) v = (H * v + shift * v).normalized();
  return v.dot(H * v);
}

TEST(Evidence, HasTheCurvatureOfTheError) {
  Observed observed{shaky::tracker_of(shaky::find("RateTooLarge"))};
  observed.run(600);
  const auto evidence = evidence_of(observed.tracker, observed.observer);
  const auto moments = observed.analysed(evidence.size());
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    EXPECT_NEAR(evidence[i].curvature,
                curvature_at(observed.tracker.multibody(), moments[i].theta, moments[i].targets[0]),
                1e-5);
  }
}

TEST(Diagnosis, OffersTheRateOfTheSteepestMomentNotOfTheHeaviest) {
  Observed observed{
      lab::Tracker(shaky::arm(3, shaky::swinging({0.5, 1.0, 0.0}, {1.0, 0.0, 0.0}, 3.0)),
                   *ik::find_method("gradient-descent"))};
  changes::set_method_param(observed.tracker, "rate", 1.2);
  changes::set_method_param(observed.tracker, "line-search", 0.0);
  observed.run(600);
  const auto moments = observed.analysed(6);
  std::vector<double> curvatures;
  for (const lab::ObservedMoment& moment : moments) {
    curvatures.push_back(
        curvature_at(observed.tracker.multibody(), moment.theta, moment.targets[0]));
  }
  const double most = *std::max_element(curvatures.begin(), curvatures.end());
  ASSERT_GT(most, 1.1 * curvatures.front()) << "the heaviest is not the steepest";
  const lab::Diagnosis diagnosis = name_causes(observed.tracker, observed.observer);
  const lab::Cause& rate = diagnosis.causes.front();
  ASSERT_EQ(rate.id, CauseId::kRate);
  const auto& change = std::get<lab::KnobChange>(rate.remedies.front().changes.front());
  EXPECT_STREQ(change.knob.name, "rate");
  EXPECT_LE(change.value, 1.0 / most + 1e-6);
  EXPECT_GT(change.value, 0.9 / most) << "two digits";
}

TEST(Diagnosis, OffersALambdaAboveTheCliffWhereTheBodyRests) {
  // a 1 m hinge and a target at R = 2.2 m: it rests above lambda^2 = (R - 2) / 2 (Cliff); at an
  // angle a from the rest pose the bound (R cos a - 2) / 2 is lower
  constexpr double kDistance = 2.2;
  lab::Settings settings = shaky::damped(0.05);
  settings.params["max-angle"] = 0.5;
  Observed observed{
      lab::Tracker(scenes::hinge(scenes::standing({0.96 * kDistance, 0.28 * kDistance, 0.0})),
                   *ik::find_method("dls"), settings)};
  observed.run(200);
  const double cliff = std::sqrt((kDistance - 2.0) / 2.0);
  for (const lab::Evidence& moment : evidence_of(observed.tracker, observed.observer)) {
    ASSERT_LT(1.05 * moment.cliff, 0.95 * cliff) << "while it swings";
  }
  const lab::Diagnosis diagnosis = name_causes(observed.tracker, observed.observer);
  ASSERT_TRUE(diagnosis.shakes);
  bool offered = false;
  for (const lab::Cause& cause : diagnosis.causes) {
    for (const lab::Remedy& remedy : cause.remedies) {
      for (const auto& change : remedy.changes) {
        const auto* setting = std::get_if<lab::KnobChange>(&change);
        if (setting == nullptr || setting->knob.name != std::string("lambda")) continue;
        offered = true;
        EXPECT_GT(setting->value, cliff) << remedy.label;
      }
    }
  }
  EXPECT_TRUE(offered);
}

/// Smallest total error that damped steps find from random poses, m.
double least_together(const ik::Multibody& body, const std::vector<Eigen::Vector3d>& targets) {
  lab::Scene scene{"still", "", "", body, {}, {}};
  for (const Eigen::Vector3d& target : targets) scene.targets.push_back(scenes::standing(target));
  bodies::Numbers numbers(3);
  double least = lab::kOff;
  for (int start = 0; start < 40 && least > 1e-4; ++start) {
    std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
    const ik::VectorX pose = 2.0 * numbers.vector(body.joint_count());
    for (std::size_t j = 0; j < joints.size(); ++j) {
      joints[j].initial = pose[static_cast<Eigen::Index>(j)];
    }
    lab::Scene own = scene;
    own.multibody = ik::Multibody(
        joints, std::vector<ik::Effector>(body.effectors().begin(), body.effectors().end()));
    lab::Tracker tracker(own, *ik::find_method("dls-error"));
    for (int k = 0; k < 500; ++k) tracker.step();
    least = std::min(least, *std::max_element(tracker.errors().begin(), tracker.errors().end()));
  }
  return least;
}

class NoConflict : public testing::Test {
 protected:
  static Observed watched() {
    lab::Settings settings;
    settings.jacobian = ik::JacobianKind::kTarget;
    Observed observed{lab::Tracker(io::read_scene(IKLAB_TEST_DATA "/no_conflict.json"),
                                   *ik::find_method("pseudoinverse"), settings)};
    for (int k = 0; k < 400; ++k) observed.tracker.step();
    observed.run(600);
    return observed;
  }
};

TEST_F(NoConflict, IsClaimedWhereAllTargetsCanBeReachedTogether) {
  Observed observed = watched();
  const auto evidence = evidence_of(observed.tracker, observed.observer);
  const auto moments = observed.analysed(evidence.size());
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    ASSERT_LT(least_together(observed.tracker.multibody(), moments[i].targets), 1e-3);
    for (const double error : evidence[i].together) EXPECT_LT(error, 1e-2);
  }
  for (const lab::Cause& cause : name_causes(observed.tracker, observed.observer).causes) {
    EXPECT_STRNE(name(cause.id), "conflict") << cause.sentence;
  }
}

TEST_F(NoConflict, IsDiagnosedByTheAlternateJacobian) {
  Observed observed = watched();
  const lab::Diagnosis diagnosis = diagnose(observed.tracker, observed.observer);
  ASSERT_TRUE(diagnosis.shakes);
  EXPECT_STREQ(name(diagnosis.causes.front().id), "alternate-jacobian")
      << diagnosis.causes.front().sentence;
  // a separate run over the same steps
  lab::Tracker usual(io::read_scene(IKLAB_TEST_DATA "/no_conflict.json"),
                     *ik::find_method("pseudoinverse"));
  for (int k = 0; k < 400; ++k) usual.step();
  lab::DiagnosisObserver calm(lab::kOff);
  for (int k = 0; k < 600; ++k) usual.step(), calm.add(usual);
  EXPECT_LT(calm.jitter_deg(), 0.5 * diagnosis.jitter_deg);
}

TEST(Evidence, TriesTheOtherJacobianFromTheMomentsOfAnyRun) {
  // steps by J at the target are five times too long for this hinge: with it the hinge swings,
  // without it it rests
  Observed observed{shaky::tracker_of(shaky::find("AlternateJacobian"))};
  observed.run(600);
  const auto evidence = evidence_of(observed.tracker, observed.observer);
  ASSERT_FALSE(evidence.empty());
  for (const lab::Evidence& moment : evidence) EXPECT_LT(moment.bends_at_effector, 0.1);
}

TEST(Rest, KeepsTheBestOfItsStarts) {
  // many local minima: four effectors share joints, and the targets leave the reach
  Observed observed{lab::Tracker(io::find_scene("double-y"), *ik::find_method("pseudoinverse"))};
  observed.run(600);
  const ik::Multibody& body = observed.tracker.multibody();
  const auto squares = [](const std::vector<double>& errors) {
    double sum = 0.0;
    for (const double error : errors) sum += error * error;
    return sum;
  };
  for (const lab::ObservedMoment& moment : observed.analysed(6)) {
    const ik::Pose pose = ik::pose_at(body, moment.theta),
                   start = ik::pose_at(body, body.initial_theta());
    ik::Problem problem = observed.tracker.problem().at(pose);
    problem.targets = moment.targets;
    lab::Rest rest;
    const double best = squares(rest.best(problem, {-1, true}).errors);
    EXPECT_LE(best, squares(rest.here(problem, {-1, true})));
    EXPECT_LE(best, squares(rest.here(problem.at(start), {-1, true})));
  }
}

TEST(AlternateRun, IsMadeOnlyWhereTheRunCanBeRepeated) {
  for (const bool changed : {false, true}) {
    Observed observed{shaky::tracker_of(shaky::find("AlternateJacobian"))};
    observed.run(100);
    if (changed) changes::set_method_param(observed.tracker, "lambda", 0.2);
    observed.run(200);
    const auto run = run_at_effector(observed.tracker, observed.observer);
    ASSERT_EQ(run.has_value(), !changed) << "the steps before the change were by another lambda";
    if (!run) continue;
    EXPECT_NEAR(run->at_target.jitter_deg, observed.observer.jitter_deg(), 1e-9);
    EXPECT_NEAR(run->at_target.roughness, observed.observer.roughness(), 1e-9);
    // a separate run with the Jacobian at the effector
    lab::Settings usual = observed.tracker.settings();
    usual.jacobian = ik::JacobianKind::kEffector;
    Observed other{lab::Tracker(observed.tracker.scene(), observed.tracker.method_info(), usual)};
    other.run(300);
    EXPECT_NEAR(run->at_effector.jitter_deg, other.observer.jitter_deg(), 1e-9);
  }
}

TEST(Conflict, SaysFromHowManyStartsTheBestPoseWasFound) {
  const lab::Diagnosis diagnosis = shaky::watch(shaky::find("AtOdds")).diagnosis;
  const lab::Cause& cause = diagnosis.causes.front();
  ASSERT_EQ(cause.id, CauseId::kConflict);
  EXPECT_NE(cause.sentence.find("m are left in the best pose found from 24 starts."),
            std::string::npos)
      << cause.sentence;
}

TEST(DiagnosisObserver, ForgetsAJumpWhenItsHorizonHasPassed) {
  for (const int between : {20, 200}) {
    lab::Tracker tracker(scenes::hinge(scenes::standing({1.0, 0.0, 0.0})), *ik::find_method("dls"));
    lab::DiagnosisObserver observer(100.0);
    const auto watch = [&](const Eigen::Vector3d& target, int steps) {
      changes::set_target(tracker, 0, scenes::standing(target), target);
      for (int k = 0; k < steps; ++k) tracker.step(), observer.add(tracker);
    };
    watch({1.0, 0.0, 0.0}, 10);
    watch({1.0, 0.7, 0.0}, between);
    EXPECT_NEAR(observer.leap(), 0.7, 1e-12);
    watch({1.0, 0.4, 0.0}, 5);
    EXPECT_NEAR(observer.leap(), between > 100 ? 0.3 : 0.7, 1e-12) << between;
  }
}

}  // namespace
