#include "lab/claims/measurement.h"

#include <set>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/timeline.h"
#include "support/claims.h"

namespace {

std::shared_ptr<const lab::Scene> scene_of(const std::string& id) {
  return std::make_shared<const lab::Scene>(io::find_scene(id));
}

/// True if the lane has the method and settings of the run.
bool is(const lab::Lane& lane, const lab::ClaimRun& run, const lab::Scene& scene) {
  lab::Settings settings = scene.settings;
  for (const auto& [knob, value] : run.settings) knob->set(settings, value);
  return std::string_view(lane.method->id) == run.method && lane.settings == settings;
}

TEST(ClaimSetup, HoldsRunsOfThePlanOnThatScene) {
  for (const lab::Claim& claim : lab::claims()) {
    std::set<std::string> scenes;
    for (const lab::ClaimRun& run : claim.plan()) scenes.insert(run.scene);
    EXPECT_EQ(lab::scenes_of(claim).size(), scenes.size()) << claim.id;
    for (const std::string& id : lab::scenes_of(claim)) {
      const auto scene = scene_of(id);
      const lab::Setup setup = lab::setup_of(claim, id, scene);
      EXPECT_EQ(setup.scene, scene);
      ASSERT_FALSE(setup.lanes.empty());
      EXPECT_LE(setup.lanes.size(), lab::kMaxClaimLanes);
      std::set<int> ids;
      for (const lab::Lane& lane : setup.lanes) {
        ids.insert(lane.id);
        int matches = 0;
        for (const lab::ClaimRun& run : claim.plan()) {
          matches += run.scene == id && is(lane, run, *scene) ? 1 : 0;
        }
        EXPECT_GE(matches, 1) << claim.id << ' ' << id;
      }
      EXPECT_EQ(ids.size(), setup.lanes.size()) << "lanes are told apart by their ids";
    }
  }
}

TEST(ClaimSetup, HoldsEveryRunWhereTheyAreFew) {
  const lab::Claim& claim = *lab::find_claim("clamping-the-step-helps");
  const auto scene = scene_of("double-y");
  const lab::Setup setup = lab::setup_of(claim, "double-y", scene);
  std::size_t at = 0;
  for (const lab::ClaimRun& run : claim.plan()) {
    if (run.scene != "double-y") continue;
    ASSERT_LT(at, setup.lanes.size());
    EXPECT_TRUE(is(setup.lanes[at++], run, *scene)) << run.series;
  }
  EXPECT_EQ(at, setup.lanes.size());
}

TEST(ClaimSetup, HoldsTheEndsAndTheMiddleOfASweep) {
  const lab::Claim& claim = *lab::find_claim("best-lambda-of-the-y");
  const lab::Setup setup = lab::setup_of(claim, "y", scene_of("y"));
  ASSERT_EQ(setup.lanes.size(), 3U);
  EXPECT_NEAR(*setup.lanes[0].settings.param("lambda"), 0.05, 1e-12);
  EXPECT_NEAR(*setup.lanes[1].settings.param("lambda"), 0.5, 1e-12);
  EXPECT_NEAR(*setup.lanes[2].settings.param("lambda"), 1.0, 1e-12);
}

TEST(ClaimSetup, MovesAsTheMeasuredRunDid) {
  const lab::Claim& claim = *lab::find_claim("alternate-jacobian");
  lab::Timeline timeline(lab::setup_of(claim, "folded-arm", scene_of("folded-arm")));
  std::vector<lab::ClaimRun> plan = claim.plan();
  std::erase_if(plan, [](const lab::ClaimRun& run) { return run.scene != "folded-arm"; });
  ASSERT_EQ(timeline.bench().size(), plan.size());
  std::vector<lab::ClaimResult> results;
  for (lab::ClaimRun& run : plan) {
    run.steps = 50;
    run.warmup = 0;
    results.push_back(
        support::conduct(run, [](const std::string& id) { return io::find_scene(id); }));
  }
  for (std::size_t k = 0; k < 50; ++k) {
    timeline.step();
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const auto errors = timeline.bench().tracker(i).errors();
      double sum = 0.0;
      for (const double error : errors) sum += error;
      EXPECT_EQ(results[i].error[k], sum / static_cast<double>(errors.size()));
    }
  }
}

std::vector<lab::ClaimRun> two_runs() {
  return {{"a", "y", "dls", {}, 0.0, 60, 10}, {"b", "y", "sdls", {}, 0.0, 60, 10}};
}
lab::Judgement judge(std::span<const lab::ClaimResult> results) {
  return {lab::Verdict::kHolds, std::to_string(results.size()), 0};
}

class Watched : public testing::Test {
 protected:
  lab::Claim claim{.id = "watched",
                   .sentence = "",
                   .source = "",
                   .question = "",
                   .answers = {"yes", "no"},
                   .plan = two_runs,
                   .judge = judge};
  lab::SceneSource scenes = [](const std::string& id) { return io::find_scene(id); };
};

TEST_F(Watched, MeasurementRisesFromNothingToAllAndPortionsChangeNoNumber) {
  const lab::Finding alone = support::conduct(claim, scenes);
  EXPECT_EQ(alone.judgement.sentence, "2");
  for (const long portion : {1L, 7L, 60L}) {
    lab::Measurement measurement(claim, scenes);
    double last = 0.0, share = 0.0;
    int calls = 0;
    for (; share < 1.0; ++calls, last = share) {
      share = measurement.advance(portion);
      EXPECT_GE(share, last);
      EXPECT_NEAR(share, std::min(1.0, last + static_cast<double>(portion) / 120.0), 0.06);
    }
    EXPECT_EQ(share, 1.0);
    EXPECT_EQ(calls, 2 * ((60 + portion - 1) / portion));
    EXPECT_EQ(measurement.advance(portion), 1.0);
    const lab::Finding finding = measurement.finding();
    ASSERT_EQ(finding.results.size(), 2U);
    EXPECT_EQ(finding.claim, &claim);
    EXPECT_EQ(finding.results[1].error, alone.results[1].error);
    EXPECT_EQ(finding.judgement.sentence, "2");
  }
}

}  // namespace
