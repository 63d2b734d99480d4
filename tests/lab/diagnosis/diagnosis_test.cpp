#include "lab/diagnosis/diagnosis.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "lab/diagnosis/evidence.h"
#include "lab/run/run.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/shaky.h"

// Set-ups that are made to have one cause, known beforehand, and what the diagnosis says of them.
namespace {

using lab::CauseId;
using shaky::SetUp;

class EverySetUp : public testing::TestWithParam<SetUp> {};

TEST_P(EverySetUp, IsDiagnosedByItsOwnCauseFirst) {
  const lab::Diagnosis diagnosis = shaky::watch(GetParam()).diagnosis;
  EXPECT_STREQ(name(diagnosis.causes.front().id), name(GetParam().cause))
      << diagnosis.causes.front().sentence;
}

TEST_P(EverySetUp, TellsCausesWithSentenceSourceAndPlaces) {
  const shaky::Watched watched = shaky::watch(GetParam());
  const ik::Multibody& body = watched.tracker.multibody();
  ASSERT_FALSE(watched.diagnosis.causes.empty());
  for (const lab::Cause& cause : watched.diagnosis.causes) {
    EXPECT_GT(cause.strength, 0.0);
    EXPECT_LE(cause.strength, 1.0);
    EXPECT_EQ(cause.sentence.back(), '.');
    EXPECT_FALSE(cause.source.empty());
    for (const int j : cause.joints) EXPECT_TRUE(j >= 0 && j < body.joint_count());
    for (const int i : cause.effectors) EXPECT_TRUE(i >= 0 && i < body.effector_count());
    if (cause.motion.size() > 0) {
      EXPECT_EQ(cause.motion.size(), body.joint_count());
      EXPECT_NEAR(cause.motion.norm(), 1.0, 1e-9);
    }
    if (cause.direction.size() > 0) {
      EXPECT_EQ(cause.direction.size(), body.row_count());
      EXPECT_NEAR(cause.direction.norm(), 1.0, 1e-9);
    }
  }
}

/// Jitter and error over the steps that remedies are measured by, by a run of our own.
lab::Summary tried(lab::Tracker tracker, const lab::Remedy* remedy) {
  if (remedy != nullptr) apply(*remedy, tracker);
  lab::run(tracker, lab::RemedyTrials::kSettle);
  return lab::run(tracker, lab::RemedyTrials::kMeasured);
}

TEST_P(EverySetUp, OffersWhatHelpsOnceAndTheCalmestFirst) {
  const shaky::Watched watched = shaky::watch(GetParam());
  EXPECT_FALSE(watched.diagnosis.trying);
  const lab::Summary without = tried(watched.tracker, nullptr);
  std::vector<const lab::Remedy*> all;
  double calmest = lab::kOff;
  for (const lab::Cause& cause : watched.diagnosis.causes) {
    double before = 0.0;
    for (const lab::Remedy& remedy : cause.remedies) {
      const lab::Summary with = tried(watched.tracker, &remedy);
      SCOPED_TRACE(remedy.label);
      EXPECT_LT(with.mean_jitter_deg, 0.9 * without.mean_jitter_deg);
      // at most twice the error, or a thousandth of the longest reach here
      EXPECT_LE(with.mean_error, std::max(2.0 * without.mean_error, 3e-3));
      EXPECT_GE(with.mean_jitter_deg, before) << "by rising jitter";
      EXPECT_EQ(remedy.with.jitter_deg, with.mean_jitter_deg);
      EXPECT_EQ(remedy.with.error, with.mean_error);
      EXPECT_EQ(remedy.without.jitter_deg, without.mean_jitter_deg);
      before = with.mean_jitter_deg;
      calmest = std::min(calmest, with.mean_jitter_deg);
      for (const lab::Remedy* other : all) {
        EXPECT_FALSE(other->changes == remedy.changes) << "offered twice";
      }
      all.push_back(&remedy);
    }
  }
  if (all.empty()) return;
  ASSERT_FALSE(watched.diagnosis.causes.front().remedies.empty());
  EXPECT_EQ(watched.diagnosis.causes.front().remedies.front().with.jitter_deg, calmest);
}

TEST_P(EverySetUp, IsCalmedByTheFirstRemedy) {
  const shaky::Watched watched = shaky::watch(GetParam());
  const lab::Cause& cause = watched.diagnosis.causes.front();
  if (cause.id == CauseId::kCalm || cause.id == CauseId::kNotFinite) {
    EXPECT_TRUE(cause.remedies.empty());
    return;
  }
  ASSERT_FALSE(cause.remedies.empty());
  const double with = shaky::jitter_after(watched.tracker, &cause.remedies.front());
  const double without = shaky::jitter_after(watched.tracker, nullptr);
  // after a leap the arm has to get there whatever is done
  const bool half = cause.id == CauseId::kLeap;
  EXPECT_LT(with, (half ? 0.65 : 0.2) * without) << cause.remedies.front().label;
}

TEST_P(EverySetUp, ListsCausesByFallingShare) {
  const lab::Diagnosis diagnosis = shaky::watch(GetParam()).diagnosis;
  for (std::size_t i = 1; i < diagnosis.causes.size(); ++i) {
    const lab::Cause &above = diagnosis.causes[i - 1], &below = diagnosis.causes[i];
    const double more = std::round(100.0 * above.strength);
    const double less = std::round(100.0 * below.strength);
    EXPECT_GE(more, less) << name(above.id) << " above " << name(below.id);
    EXPECT_TRUE(more > less || above.id < below.id);
  }
}

TEST_P(EverySetUp, RunsOnAsIfNobodyHadLooked) {
  lab::Tracker alone = shaky::tracker_of(GetParam());
  lab::Tracker watched = shaky::tracker_of(GetParam());
  lab::DiagnosisObserver observer;
  for (int k = 0; k < 300; ++k) {
    alone.step();
    watched.step();
    observer.add(watched);
    if (k % 50 == 0) diagnose(watched, observer);
    for (int j = 0; j < alone.multibody().joint_count(); ++j) {
      ASSERT_EQ(alone.pose().theta[j], watched.pose().theta[j]) << "step " << k;
    }
  }
}

std::string set_up_name(const testing::TestParamInfo<SetUp>& set_up) { return set_up.param.name; }

INSTANTIATE_TEST_SUITE_P(Made, EverySetUp, testing::ValuesIn(shaky::set_ups()), set_up_name);

TEST(Diagnosis, SaysWhichSingularDirectionIsLost) {
  // over its own axis the pan moves nothing: the motion is the pan's, sideways of the line
  const shaky::Watched watched = shaky::watch(shaky::find("OverTheAxis"));
  const lab::Cause& cause = watched.diagnosis.causes.front();
  ASSERT_EQ(cause.id, CauseId::kSingular);
  Eigen::Index joint = 0;
  cause.motion.cwiseAbs().maxCoeff(&joint);
  EXPECT_EQ(watched.tracker.multibody().joint(static_cast<int>(joint)).name, "pan");
  EXPECT_LT(std::abs(cause.direction[1]), 0.2);  // the pan moves nothing up or down
  EXPECT_NE(cause.sentence.find("σ fell to"), std::string::npos);
}

TEST(Diagnosis, SaysByHowMuchATargetIsOutOfReach) {
  const shaky::Watched watched = shaky::watch(shaky::find("OutOfReach"));
  const lab::Cause& cause = watched.diagnosis.causes.front();
  // the target stands 0.6 m beyond three links of 1 m
  EXPECT_NE(cause.sentence.find("hand's target was 0.6"), std::string::npos) << cause.sentence;
  EXPECT_EQ(cause.effectors, std::vector<int>{0});
}

TEST(Diagnosis, DoesNotBlameTheAlternateJacobianWhereTheTrueOneShakesToo) {
  // a target in the hole of 1 m and 0.2 m, and hardly any damping
  const ik::Multibody straight = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(straight.joints().begin(), straight.joints().end());
  joints[1].initial = 2.8;
  ik::Effector hand = straight.effector(0);
  hand.offset *= 0.2;
  lab::Settings settings = shaky::damped(0.05);
  settings.jacobian = ik::JacobianKind::kTarget;
  const lab::Scene scene{
      "hole", "", "", ik::Multibody(joints, {hand}), {shaky::round({0.1, 0.0, 0.0}, 0.05, 3.0)},
      {}};
  const shaky::Watched watched =
      shaky::watch({"Hole", CauseId::kLittleDamping, "dls", scene, settings});
  EXPECT_STREQ(name(watched.diagnosis.causes.front().id), "little-damping");
}

TEST(Diagnosis, ComparesAFixedRateWithTheCurvatureOfTheError) {
  // a hinge of 1 m that aims at a place on its circle, beyond its angle: H = 1, so that steps of
  // r J^T e shrink below r = 2 and swing above
  for (const double rate : {1.8, 2.2}) {
    lab::Tracker tracker(scenes::hinge(shaky::round({0.8, 0.6, 0.0}, 0.01, 3.0)),
                         *ik::find_method("gradient-descent"));
    changes::set_method_param(tracker, "rate", rate);
    changes::set_method_param(tracker, "line-search", 0.0);
    lab::DiagnosisObserver observer;
    for (int k = 0; k < 600; ++k) {
      tracker.step();
      observer.add(tracker);
    }
    const lab::Diagnosis diagnosis = diagnose(tracker, observer);
    EXPECT_EQ(diagnosis.causes.front().id == CauseId::kRate, rate > 2.0) << rate;
    for (const lab::Cause& cause : diagnosis.causes) EXPECT_NE(cause.id, CauseId::kCap);
  }
}

TEST(Diagnosis, SaysHowFarATargetLeapt) {
  const lab::Cause cause = shaky::watch(shaky::find("Leaps")).diagnosis.causes.front();
  EXPECT_NE(cause.sentence.find("jumped 1.3 m"), std::string::npos) << cause.sentence;
}

TEST(Diagnosis, NamesEveryCauseOnce) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(CauseId::kCap); ++i) {
    names.emplace_back(name(static_cast<CauseId>(i)));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

// A hand on a circle of 1 m, its target R m from the middle: at rest e = R - 1 outwards, and
// H = 1 + (R - 1), JᵀJ = 1, so that the cliff is at lambda^2 = (R - 2) / 2.
class Cliff : public testing::TestWithParam<double> {
 protected:
  static lab::Tracker hinge(double distance, double lambda) {
    lab::Settings settings;
    settings.params["lambda"] = lambda;
    settings.params["max-angle"] = 0.5;
    return {scenes::hinge(scenes::standing({distance * 0.96, distance * 0.28, 0.0})),
            *ik::find_method("dls"), settings};
  }
};

TEST_P(Cliff, OfAHingeIsWhereTheFormulaPutsIt) {
  const double cliff = std::sqrt((GetParam() - 2.0) / 2.0);
  lab::Tracker tracker = hinge(GetParam(), 0.5 * cliff);
  lab::DiagnosisObserver observer;
  for (int k = 0; k < 200; ++k) {
    tracker.step();
    observer.add(tracker);
  }
  const std::vector<lab::Evidence> evidence = evidence_of(tracker, observer);
  ASSERT_FALSE(evidence.empty());
  double shares = 0.0;
  for (const lab::Evidence& moment : evidence) {
    EXPECT_NEAR(moment.cliff_at_rest, cliff, 1e-4);
    shares += moment.share;
  }
  EXPECT_NEAR(shares, 1.0, 1e-12);
}

TEST_P(Cliff, SeparatesRestFromShaking) {
  const double cliff = std::sqrt((GetParam() - 2.0) / 2.0);
  lab::Tracker above = hinge(GetParam(), 1.02 * cliff), below = hinge(GetParam(), 0.98 * cliff);
  lab::run(above, 3000);
  lab::run(below, 3000);
  EXPECT_LT(lab::jitter_deg(above), 1e-6);
  EXPECT_GT(lab::jitter_deg(below), 1.0);
}

INSTANTIATE_TEST_SUITE_P(At, Cliff, testing::Values(3.0, 4.0, 9.0));

TEST(Evidence, HalfALinkIsHalfTheMeanLength) {
  EXPECT_DOUBLE_EQ(lab::half_link(bodies::planar_arm(4)), 0.5);
  const ik::Multibody point({ik::Joint()}, {{"hand", 0, Eigen::Vector3d::Zero()}});
  EXPECT_EQ(lab::half_link(point), 0.0);
}

TEST(DiagnosisObserver, MeasuresRoughnessAsItsDocumentSays) {
  // to and fro by the same angle: 1
  lab::Settings settings;
  settings.params["lambda"] = 0.01;
  settings.params["max-angle"] = 0.2;
  lab::Tracker tracker(scenes::hinge(scenes::standing({5.0, 0.0, 0.0})), *ik::find_method("dls"),
                       settings);
  tracker.step();
  lab::DiagnosisObserver observer(lab::kOff);
  for (int k = 0; k < 100; ++k) {
    tracker.step();
    observer.add(tracker);
  }
  EXPECT_EQ(observer.roughness(), 0.0);  // the hand stands at the singular point: nothing moves
  EXPECT_EQ(observer.weight(), 100.0 - lab::kSettling);

  const shaky::Watched swing = shaky::watch(shaky::find("LittleDamping"));
  EXPECT_NEAR(swing.diagnosis.roughness, 1.0, 0.01);
}

TEST(DiagnosisObserver, LeavesOutTheWayToTheTargetsWhereverItBegins) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  for (int k = 0; k < 50; ++k) tracker.step();
  lab::DiagnosisObserver observer(lab::kOff);
  for (long k = 1; k <= lab::kSettling + 1; ++k) {
    EXPECT_EQ(observer.weight(), 0.0);
    tracker.step();
    observer.add(tracker);
  }
  EXPECT_EQ(observer.weight(), 1.0);
}

TEST(Diagnosis, SaysThatItHasSeenTooLittle) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver observer(lab::kOff);
  for (long k = 1; k <= lab::kSettling; ++k) {
    tracker.step();
    observer.add(tracker);
  }
  const lab::Cause cause = lab::diagnose(tracker, observer).causes.front();
  EXPECT_TRUE(cause.sentence.starts_with("Too few steps to tell: the first 18 steps"))
      << cause.sentence;
  EXPECT_TRUE(cause.symptoms.empty());
}

TEST(DiagnosisObserver, AgreesWithTheMetricsOnTheWholeRun) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver observer(lab::kOff);
  lab::Metrics metrics(lab::kSettling);
  for (int k = 0; k < 500; ++k) {
    tracker.step();
    observer.add(tracker);
    metrics.add(tracker);
  }
  EXPECT_NEAR(observer.jitter_deg(), metrics.summary().mean_jitter_deg, 1e-9);
}

TEST(DiagnosisObserver, ForgetsWhatIsLongPast) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver observer(50.0);
  const auto watch = [&](int steps) {
    for (int k = 0; k < steps; ++k) {
      tracker.step();
      observer.add(tracker);
    }
  };
  watch(300);
  EXPECT_TRUE(diagnose(tracker, observer).shakes);
  lab::Settings settings = tracker.settings();
  settings.params["max-angle"] = 1e-6;
  changes::set_settings(tracker, settings);
  watch(1000);
  EXPECT_FALSE(diagnose(tracker, observer).shakes);
}

TEST(DiagnosisObserver, StartsAfreshWithTheTracker) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver observer;
  for (int k = 0; k < 100; ++k) tracker.step(), observer.add(tracker);
  EXPECT_GT(observer.weight(), 0.0);
  EXPECT_GT(observer.moments().size(), 0U);
  tracker.reset();
  tracker.step();
  observer.add(tracker);
  EXPECT_EQ(observer.weight(), 0.0);
  EXPECT_EQ(observer.moments().size(), 0U);
  for (int k = 0; k < 100; ++k) tracker.step(), observer.add(tracker);
  changes::set_method(tracker, *ik::find_method("newton"));
  tracker.step();
  observer.add(tracker);
  EXPECT_LE(observer.weight(), 1.0);
}

TEST(DiagnosisObserver, SpreadsItsMomentsOverALongRun) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver all(lab::kOff), late(100.0);
  for (int k = 0; k < 4000; ++k) {
    tracker.step();
    all.add(tracker);
    late.add(tracker);
  }
  long first = 4000, last = 0;
  for (const lab::ObservedMoment& moment : all.moments()) {
    first = std::min(first, moment.step);
    last = std::max(last, moment.step);
  }
  EXPECT_LT(first, 1000);
  EXPECT_GT(last, 3000);
  for (const lab::ObservedMoment& moment : late.moments()) EXPECT_GT(moment.step, 3700);
}

TEST(DiagnosisObserver, AllocatesNothingOnceWarm) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("OutOfReach"));
  lab::DiagnosisObserver observer;
  const auto watch = [&](int steps) {
    for (int k = 0; k < steps; ++k) tracker.step(), observer.add(tracker);
  };
  watch(2000);
  const std::size_t before = allocation_count();
  watch(500);
  EXPECT_EQ(allocation_count(), before);
}

TEST(DiagnosisObserver, WantsAHorizonAboveOneStep) {
  EXPECT_THROW(lab::DiagnosisObserver(1.0), std::invalid_argument);
  EXPECT_THROW(lab::DiagnosisObserver(std::nan("")), std::invalid_argument);
}

TEST(Remedy, ChangesSettingsMethodAndParameters) {
  lab::Tracker tracker(scenes::hinge(scenes::standing({0.6, 0.8, 0.0})),
                       *ik::find_method("pseudoinverse"));
  apply(lab::switch_to_damping(0.7), tracker);
  EXPECT_STREQ(tracker.method_info().id, "dls");
  EXPECT_EQ(ik::get_param(tracker.method(), "lambda"), 0.7);
  apply(lab::turn_on_d_max(0.4), tracker);
  EXPECT_EQ(tracker.settings().d_max, 0.4);
  EXPECT_EQ(lab::turn_on_d_max(0.4).label, "Turn on D_max at 0.4 m");
  EXPECT_EQ(lab::raise_lambda(0.8).label, "Raise λ to 0.8");
  apply(lab::switch_to(*ik::find_method("gradient-descent")), tracker);
  const lab::Knob rate = lab::find_param(tracker.method_info(), "rate").value();
  apply(lab::set(rate, 0.25, ""), tracker);
  EXPECT_EQ(ik::get_param(tracker.method(), "rate"), 0.25);
}

TEST(Remedy, ChangesALaneAsItChangesATracker) {
  lab::Lane lane{.method = ik::find_method("gradient-descent"),
                 .settings = {.params = {{"rate", 2.0}}}};
  apply(lab::set(lab::find_param(*lane.method, "rate").value(), 0.25, ""), lane);
  EXPECT_EQ(lane.settings.params, (lab::Params{{"rate", 0.25}}));
  apply(lab::switch_to_damping(0.7), lane);
  EXPECT_STREQ(lane.method->id, "dls");
  EXPECT_EQ(lane.settings.params, (lab::Params{{"lambda", 0.7}}));
}

TEST(Remedy, RoundsUpToTwoDigits) {
  EXPECT_EQ(lab::rounded_up(0.5213), 0.53);
  EXPECT_EQ(lab::rounded_up(0.52), 0.52);
  EXPECT_EQ(lab::rounded_up(1.01), 1.1);
  EXPECT_EQ(lab::rounded_up(234.0), 240.0);
  EXPECT_EQ(lab::rounded_up(0.0), 0.0);
  EXPECT_EQ(lab::rounded_down(0.5213), 0.52);
  EXPECT_EQ(lab::rounded_down(0.52), 0.52);
  EXPECT_EQ(lab::rounded_down(239.0), 230.0);
}

}  // namespace
