#include "lab/diagnosis/diagnosis.h"

#include <gtest/gtest.h>

#include "support/shaky.h"

// Which remedies of a given diagnosis are offered.
namespace {

std::vector<std::string> offered(const lab::Tracker& tracker, std::vector<lab::Remedy> remedies) {
  lab::Diagnosis diagnosis;
  diagnosis.causes.emplace_back();
  diagnosis.causes.front().remedies = std::move(remedies);
  lab::RemedyTrials trials(tracker, diagnosis);
  while (!trials.advance(1000)) {
  }
  std::vector<std::string> labels;
  for (const lab::Remedy& remedy : trials.diagnosis().causes.front().remedies) {
    labels.push_back(remedy.label);
  }
  return labels;
}

using Labels = std::vector<std::string>;

/// A 1 m hinge, nearly undamped, with a target that jumps to and fro by `way`. With lambda = 1 half
/// of the error is left in a step: half of the jitter, more error.
lab::Tracker jumping(double way) {
  const lab::TargetCurve curve(
      lab::JumpCurve{{{1.0, 0.0, 0.0}, {std::cos(way), std::sin(way), 0.0}}, 0.1});
  return {scenes::hinge(curve), *ik::find_method("dls"), shaky::damped(1e-3)};
}

TEST(RemedyTrials, KeepARemedyWithMoreErrorWhereItStillCountsAsReached) {
  const lab::Tracker small = jumping(1e-3), large = jumping(0.1);
  for (const lab::Tracker* tracker : {&small, &large}) {
    lab::Tracker without = *tracker, with = *tracker;
    apply(lab::raise_lambda(1.0), with);
    lab::run(without, 100);
    lab::run(with, 100);
    ASSERT_GT(lab::run(with, 300).mean_error, 2.0 * lab::run(without, 300).mean_error);
  }
  // a thousandth of the 1 m reach counts as reached
  EXPECT_EQ(offered(small, {lab::raise_lambda(1.0)}), Labels{"Raise λ to 1"});
  EXPECT_EQ(offered(large, {lab::raise_lambda(1.0)}), Labels{});
}

/// A 1 m hinge and a target at 3 m. It rests above lambda^2 = 1/2 (Cliff); below, it swings less
/// the closer lambda is to that value.
lab::Tracker below_the_cliff() {
  lab::Settings settings = shaky::damped(0.1);
  settings.params["max-angle"] = 0.5;
  lab::Tracker tracker(scenes::hinge(scenes::standing({2.88, 0.84, 0.0})), *ik::find_method("dls"),
                       settings);
  lab::run(tracker, 200);
  return tracker;
}

TEST(RemedyTrials, OfferOneThatStillShakesOnlyWhereAllDo) {
  const lab::Tracker tracker = below_the_cliff();
  const lab::Remedy calm = lab::raise_lambda(0.8), shaky = lab::raise_lambda(0.705);
  EXPECT_EQ(offered(tracker, {shaky}), Labels{"Raise λ to 0.705"}) << "better than nothing";
  EXPECT_EQ(offered(tracker, {shaky, calm}), Labels{"Raise λ to 0.8"});
  EXPECT_EQ(offered(tracker, {calm, shaky}), Labels{"Raise λ to 0.8"});
}

}  // namespace
