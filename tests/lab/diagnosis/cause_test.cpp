#include "lab/diagnosis/cause.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/shaky.h"

// What the diagnosis says of set-ups whose numbers are known from how they are made.
namespace {

using lab::CauseId;
using lab::Symptom;

const Symptom& symptom(const lab::Cause& cause, const std::string& what) {
  for (const Symptom& found : cause.symptoms) {
    if (found.what.find(what) != std::string::npos) return found;
  }
  throw std::out_of_range(what);
}

lab::Cause cause(CauseId id, double strength) {
  lab::Cause made;
  made.id = id;
  made.strength = strength;
  return made;
}

class SymptomsOfEverySetUp : public testing::TestWithParam<shaky::SetUp> {};

TEST_P(SymptomsOfEverySetUp, AreNumbersAndSayWhyEachCauseStandsAboveTheNext) {
  const lab::Diagnosis diagnosis = shaky::watch(GetParam()).diagnosis;
  for (std::size_t i = 0; i < diagnosis.causes.size(); ++i) {
    const lab::Cause& here = diagnosis.causes[i];
    EXPECT_FALSE(here.symptoms.empty()) << name(here.id);
    for (const Symptom& found : here.symptoms) {
      EXPECT_TRUE(std::isfinite(found.value) && std::isfinite(found.threshold)) << found.what;
      EXPECT_FALSE(found.what.empty());
    }
    if (i + 1 == diagnosis.causes.size()) {
      EXPECT_EQ(here.above, "");
      break;
    }
    const std::string next = words(diagnosis.causes[i + 1].id);
    EXPECT_EQ(here.above.rfind("Above \"" + next + "\" because ", 0), 0U) << here.above;
    EXPECT_EQ(here.above.back(), '.');
  }
}

std::string symptoms_test_name(const testing::TestParamInfo<shaky::SetUp>& set_up) {
  return set_up.param.name;
}

INSTANTIATE_TEST_SUITE_P(Made, SymptomsOfEverySetUp, testing::ValuesIn(shaky::set_ups()),
                         symptoms_test_name);

TEST(Symptoms, MeasureATargetThatIsOutOfReach) {
  // three links of 1 m, and a target 3.6 m away that swings by 1 m across: a hundredth of the reach
  // counts as reached
  const lab::Cause out = shaky::watch(shaky::find("OutOfReach")).diagnosis.causes.front();
  ASSERT_EQ(out.id, CauseId::kOutOfReach);
  const double least = 0.6 - 1e-9, most = std::hypot(3.6, 1.0) - 3.0 + 1e-9;
  for (const char* what : {"hand's error at rest", "beyond its links"}) {
    EXPECT_GE(symptom(out, what).value, least) << what;
    EXPECT_LE(symptom(out, what).value, most) << what;
    EXPECT_EQ(symptom(out, what).unit, "m");
  }
  EXPECT_NEAR(symptom(out, "hand's error at rest").threshold, 0.03, 1e-12);
  EXPECT_EQ(symptom(out, "beyond its links").threshold, 0.0);
}

TEST(Symptoms, NameLostDirectionsOnlyWhereMostOfTheShakingIsAlongThem) {
  const auto sentence = [](shaky::SetUp set_up) {
    const lab::Diagnosis diagnosis = shaky::watch(set_up).diagnosis;
    const auto out = std::ranges::find(diagnosis.causes, CauseId::kOutOfReach, &lab::Cause::id);
    return out == diagnosis.causes.end() ? std::string() : out->sentence;
  };
  EXPECT_NE(sentence(shaky::find("OutOfReach")).find("lost directions"), std::string::npos);
  // a hinge has one direction, and it is not lost: its steps are three times too long
  const std::string hinge =
      sentence({"Hinge", CauseId::kOutOfReach, "pseudoinverse",
                scenes::hinge(shaky::swinging({3.0, 0.0, 0.0}, {0.0, 0.3, 0.0}, 2.0))});
  EXPECT_NE(hinge.find("beyond what its links reach."), std::string::npos) << hinge;
  EXPECT_EQ(hinge.find("lost directions"), std::string::npos) << hinge;
}

TEST(Symptoms, MeasureAJump) {
  // from (2, 0.5) to (1.5, 1.7), with an arm of 3 m
  const lab::Cause leap = shaky::watch(shaky::find("Leaps")).diagnosis.causes.front();
  EXPECT_NEAR(symptom(leap, "jump of hand's target").value, std::hypot(0.5, 1.2), 1e-9);
  EXPECT_NEAR(symptom(leap, "jump of hand's target").threshold, 0.3, 1e-12);
}

TEST(Symptoms, CompareTheRateWithTwiceTheInverseOfTheCurvature) {
  // a hinge of 1 m whose target is on its circle: the error's curvature is 1 at the target, give or
  // take the small circle of the target, and cos(a) at the angle a from it
  lab::Tracker tracker(scenes::hinge(shaky::round({0.8, 0.6, 0.0}, 0.01, 3.0)),
                       *ik::find_method("gradient-descent"));
  changes::set_method_param(tracker, "rate", 2.2);
  changes::set_method_param(tracker, "line-search", 0.0);
  lab::DiagnosisObserver observer;
  for (int k = 0; k < 600; ++k) {
    tracker.step();
    observer.add(tracker);
  }
  const lab::Cause rate = diagnose(tracker, observer).causes.front();
  ASSERT_EQ(rate.id, CauseId::kRate);
  EXPECT_EQ(symptom(rate, "rate").value, 2.2);
  EXPECT_GT(symptom(rate, "rate").threshold, 2.0 / 1.01);
  EXPECT_LT(symptom(rate, "rate").threshold, 2.2);
}

TEST(Symptoms, CompareLambdaWithTheCliff) {
  const lab::Cause little = shaky::watch(shaky::find("LittleDamping")).diagnosis.causes.front();
  ASSERT_EQ(little.id, CauseId::kLittleDamping);
  EXPECT_EQ(symptom(little, "λ").value, 0.05);
  EXPECT_GT(symptom(little, "λ").threshold, 0.05);
  EXPECT_EQ(symptom(little, "λ").unit, "m/rad");
}

TEST(SymptomText, HasValueThresholdUnitsAndMeaning) {
  EXPECT_EQ(text(Symptom{"error", 0.61234, 0.03, "m", "a hundredth"}),
            "error: 0.612 m > 0.03 m, a hundredth");
  EXPECT_EQ(text(Symptom{"jitter", 0.1, 0.2, "°", ""}), "jitter: 0.1° < 0.2°");
  EXPECT_EQ(text(Symptom{"error", 5.7e-16, 0.03, "m", ""}), "error: 0 m < 0.03 m") << "rounding";
  EXPECT_EQ(text(Symptom{"count", 3.0, 3.0, "", ""}), "count: 3 = 3");
  EXPECT_EQ(text(Symptom{"share", 0.401, 10.0, "%", ""}), "share: 0 % < 10 %");
  EXPECT_EQ(text(Symptom{"share", 10.3, 10.0, "%", ""}), "share: 10.3 % > 10 %");
  EXPECT_EQ(text(Symptom{"beyond", 0.9, 0.0, "m", ""}), "beyond: 0.9 m") << "that it is not 0";
}

TEST(WhyAbove, ComparesShares) {
  const std::string why =
      why_above(cause(CauseId::kSingular, 0.972), cause(CauseId::kOutOfReach, 0.41));
  EXPECT_EQ(why,
            "Above \"target out of reach\" because this is at work in 97 % of the shaking and that "
            "in 41 %.");
}

TEST(WhyAbove, NamesTheRootWhereSharesAreTheSame) {
  const std::string why =
      why_above(cause(CauseId::kLittleDamping, 0.999), cause(CauseId::kOutOfReach, 1.0));
  EXPECT_EQ(why,
            "Above \"target out of reach\" because both are at work in 100 % of the shaking and "
            "this is nearer "
            "to the root: with enough damping the body comes to rest even so.");
}

TEST(Presence, IsSaidOnlyOfAMeasuredShare) {
  EXPECT_EQ(presence(cause(CauseId::kOutOfReach, 0.174)), "at work in 17 % of the shaking");
  for (const CauseId id :
       {CauseId::kMethod, CauseId::kNotFinite, CauseId::kCalm, CauseId::kSaddle}) {
    EXPECT_EQ(presence(cause(id, 1.0)), "");
  }
}

TEST(WhyAbove, SaysNoShareOfTheMethodBesideAnEqualOne) {
  EXPECT_EQ(why_above(cause(CauseId::kLeap, 1.0), cause(CauseId::kMethod, 1.0)).find('%'),
            std::string::npos);
}

TEST(WhyAbove, ClaimsNoMeasuredShareOfTheMethod) {
  const std::string why = why_above(cause(CauseId::kMethod, 0.5), cause(CauseId::kCap, 0.23));
  EXPECT_EQ(why,
            "Above \"steps cut by a cap\" because that is at work in only 23 % of the shaking.");
}

TEST(CauseOrder, IsByShareInPerCentAndThenByTheRoot) {
  using enum CauseId;
  EXPECT_TRUE(is_above(cause(kCap, 0.6), cause(kLeap, 0.5)));
  EXPECT_FALSE(is_above(cause(kLeap, 0.5), cause(kCap, 0.6)));
  EXPECT_TRUE(is_above(cause(kLeap, 0.501), cause(kCap, 0.504)));
  EXPECT_FALSE(is_above(cause(kCap, 0.504), cause(kLeap, 0.501)));
}

TEST(CauseWords, TellAllCausesApart) {
  std::set<std::string> all;
  constexpr int kLast = static_cast<int>(CauseId::kCap);
  for (int i = 0; i <= kLast; ++i) all.insert(lab::words(static_cast<CauseId>(i)));
  EXPECT_EQ(all.size(), kLast + 1U);
  EXPECT_FALSE(all.contains(""));
}

TEST(RemedyEffect, IsBeforeAndAfterInTheirUnits) {
  lab::Remedy remedy;
  remedy.without = {.jitter_deg = 8.25, .error = 0.6124};
  remedy.with = {.jitter_deg = 0.05, .error = 0.634};
  EXPECT_EQ(effect(remedy), "jitter 8.25° → 0.05°, error 0.612 m → 0.634 m");
}

}  // namespace
