#include "ui/panels/pages.h"

#include <gtest/gtest.h>

#include "lab/claims/claims.h"
#include "ui/desk.h"
#include "ui/kit/widgets.h"

namespace {

constexpr const char* kClaim = "dls-is-calm";

/// A possible result of measuring a claim.
lab::Finding finding_of(const char* id, lab::Verdict verdict, int answer) {
  lab::Finding finding;
  finding.claim = lab::find_claim(id);
  finding.judgement = {verdict, "So many degrees here and so many there.", answer};
  lab::Plot plot{.title = "Mean error, y"};
  plot.series.push_back({.label = "dls", .x = {0.0, 1.0}, .y = {1.0, 2.0}});
  lab::fit(plot);
  finding.plots = {plot, plot};
  return finding;
}

class ClaimsPanel : public testing::Test {
 protected:
  ClaimsPanel() {
    desk.frames(2);
    desk.press("page/Claims");
    desk.frames(2);
  }
  /// Selects by the filter, because the list may be longer than its space.
  void choose(const char* id) {
    desk.panels.claims.filter = id;
    desk.frames(2);
    desk.press(std::string("claim/") + id);
  }
  std::size_t listed() const {
    std::size_t count = 0;
    for (const lab::Claim& each : lab::claims()) {
      count += desk.has(std::string("claim/") + each.id) ? 1 : 0;
    }
    return count;
  }
  void measured(lab::Verdict verdict, int answer) {
    findings = {finding_of(kClaim, verdict, answer)};
    desk.claims.findings = findings;
    desk.frames(2);
  }

  Desk desk;
  std::vector<lab::Finding> findings;
  const lab::Claim& claim = *lab::find_claim(kClaim);
};

TEST_F(ClaimsPanel, ListsEveryClaim) {
  for (const lab::Claim& each : lab::claims()) {
    EXPECT_TRUE(desk.has(std::string("claim/") + each.id)) << each.id;
  }
}

TEST_F(ClaimsPanel, ListsClaimsAsSentencesWithVerdictsInWords) {
  std::vector<lab::Finding> some;
  const std::span<const lab::Claim> all = lab::claims();
  for (const int i : {0, 1, 2}) {
    some.push_back(
        finding_of(all[static_cast<std::size_t>(i)].id, static_cast<lab::Verdict>(i), -1));
  }
  desk.claims.findings = some;
  for (const lab::Finding& finding : some) {
    desk.panels.claims.predictions[finding.claim] = ui::ClaimsPanel::kNoPrediction;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    desk.panels.claims.filter = all[i].id;
    desk.frames(2);
    EXPECT_EQ(listed(), 1U) << all[i].id;
    EXPECT_TRUE(desk.says(all[i].sentence)) << all[i].sentence;
    const std::string verdict = i < 3 ? lab::name(static_cast<lab::Verdict>(i)) : "not yet run";
    EXPECT_TRUE(desk.says(verdict)) << verdict;
  }
}

TEST_F(ClaimsPanel, FiltersByTextAndByVerdict) {
  desk.type("experiments/filter", "out of reach", false);
  desk.frames(2);
  std::size_t expected = 0;
  for (const lab::Claim& each : lab::claims()) {
    const std::string words = std::string(each.sentence) + each.id;
    const bool fits = words.find("out of reach") != std::string::npos;
    expected += fits ? 1 : 0;
    if (fits) {
      EXPECT_TRUE(desk.has(std::string("claim/") + each.id)) << each.id;
    }
  }
  EXPECT_TRUE(desk.has(std::string("claim/") + lab::claims()[desk.panels.claims.chosen].id))
      << "the chosen claim is in the list";
  EXPECT_GE(expected, 2U);
  EXPECT_LT(listed(), lab::claims().size());
  desk.panels.claims.filter.clear();
  measured(lab::Verdict::kDoesNotHold, -1);
  desk.panels.claims.predictions[&claim] = 0;
  const auto choose_verdict = [this](const std::string& verdict) {
    desk.press("experiments/verdict-filter");
    desk.frames(2);
    desk.press("experiments/verdict-filter/" + verdict);
    desk.frames(2);
  };
  choose_verdict("does not hold");
  EXPECT_EQ(listed(), 1U);
  EXPECT_TRUE(desk.has(std::string("claim/") + kClaim));
  choose_verdict("not yet run");
  EXPECT_EQ(listed(), lab::claims().size() - 1);
  choose_verdict("holds in part");
  EXPECT_EQ(listed(), 0U);
  desk.press("experiments/show-all");
  desk.frames(2);
  EXPECT_EQ(listed(), lab::claims().size());
}

TEST_F(ClaimsPanel, RunsTheOthersAndShowsResultsWithoutPredictions) {
  measured(lab::Verdict::kHolds, 0);
  EXPECT_TRUE(desk.says(ui::format("1 of %zu measured", lab::claims().size())));
  desk.press("experiments/run-others");
  EXPECT_TRUE(desk.sends(ui::Command::kMeasureAll));
  desk.claims.measuring = &lab::claims()[1];
  desk.claims.waiting = 5;
  desk.frames(2);
  EXPECT_TRUE(desk.says("5 more to come"));
  desk.press("experiments/stop-all");
  EXPECT_TRUE(desk.sends(ui::Command::kStopMeasuring));
  choose(kClaim);
  EXPECT_FALSE(desk.says("This holds."));
  desk.forget();
  desk.press("experiments/no-prediction");
  EXPECT_TRUE(desk.says("This holds."));
  EXPECT_FALSE(desk.says("You predicted"));
  EXPECT_FALSE(desk.has("experiments/score")) << "it counts as no prediction";
  EXPECT_EQ(desk.sent<ui::Measure>(), nullptr);
}

TEST_F(ClaimsPanel, RunsAllWithoutAVerdictBeforeTheGuess) {
  std::vector<lab::Finding> all;
  for (const lab::Claim& each : lab::claims()) {
    all.push_back(finding_of(each.id, lab::Verdict::kDoesNotHold, 0));
  }
  desk.claims.findings = all;
  const auto tells = [this](const lab::Claim& each) {
    desk.panels.claims.filter = each.id;
    desk.frames(2);
    EXPECT_TRUE(desk.has(std::string("claim/") + each.id));
    return desk.says("does not hold");
  };
  for (const lab::Claim& each : lab::claims()) {
    EXPECT_FALSE(tells(each)) << each.id;
    EXPECT_TRUE(desk.says("waits for your guess")) << each.id;
  }
  // nor does the filter tell it
  desk.panels.claims.filter.clear();
  desk.panels.claims.verdict = 1 + static_cast<std::size_t>(lab::Verdict::kDoesNotHold);
  desk.frames(2);
  EXPECT_EQ(listed(), 0U);
  desk.panels.claims.verdict = 0;
  // a known result is shown at once
  choose(kClaim);
  desk.forget();
  desk.press("answer/0");
  EXPECT_EQ(desk.sent<ui::Measure>(), nullptr);
  EXPECT_TRUE(tells(claim));
}

TEST_F(ClaimsPanel, CountsGuessesUntilTheyAreForgotten) {
  const lab::Claim &first = lab::claims()[0], &second = lab::claims()[1];
  const std::vector<lab::Finding> two = {finding_of(first.id, lab::Verdict::kHolds, 0),
                                         finding_of(second.id, lab::Verdict::kHolds, 1)};
  desk.claims.findings = two;
  desk.panels.claims.chosen = 0;
  desk.frames(2);
  EXPECT_FALSE(desk.has("experiments/score"));
  EXPECT_FALSE(desk.has("experiments/start-over"));
  desk.press("answer/0");
  desk.panels.claims.chosen = 1;
  desk.frames(2);
  desk.press("answer/0");
  desk.frames(2);
  EXPECT_TRUE(desk.says("1 of 2 correct"));
  desk.press("experiments/start-over");
  desk.frames(2);
  EXPECT_FALSE(desk.has("experiments/score"));
  EXPECT_TRUE(desk.has("answer/0")) << "asked again";
  desk.press("experiments/show-verdicts");
  desk.frames(2);
  EXPECT_TRUE(desk.says("This holds."));
  EXPECT_FALSE(desk.has("experiments/score")) << "nothing was guessed";
  EXPECT_FALSE(desk.has("experiments/show-verdicts"));
}

TEST_F(ClaimsPanel, NamesScenesInWords) {
  desk.scenes.push_back({"y", "The letter Y", ""});
  choose(kClaim);
  EXPECT_TRUE(desk.says("Set up The letter Y here"));
}

TEST_F(ClaimsPanel, AsksBeforeItTells) {
  for (const lab::Claim& each : lab::claims()) {
    choose(each.id);
    EXPECT_TRUE(desk.says(each.source)) << each.source;
    EXPECT_TRUE(desk.says(each.question)) << each.question;
    for (std::size_t i = 0; i < each.answers.size(); ++i) {
      EXPECT_TRUE(desk.says(each.answers[i])) << each.answers[i];
      EXPECT_TRUE(desk.has("answer/" + std::to_string(i)));
    }
    EXPECT_FALSE(desk.has("experiments/verdict"));
  }
}

TEST_F(ClaimsPanel, MeasuresOnceTheUserHasGuessed) {
  choose(kClaim);
  EXPECT_EQ(desk.sent<ui::Measure>(), nullptr);
  desk.press("answer/1");
  EXPECT_EQ(desk.sent<ui::Measure>()->claim, &claim);
  EXPECT_EQ(desk.panels.claims.predictions.at(&claim), 1);
}

TEST_F(ClaimsPanel, ShowsHowFarTheMeasurementIsAndGivesItUp) {
  choose(kClaim);
  desk.press("answer/0");
  desk.claims.measuring = &claim;
  desk.claims.progress = 0.42;
  desk.frames(2);
  EXPECT_TRUE(desk.says("42 %"));
  EXPECT_FALSE(desk.has("answer/0"));
  EXPECT_FALSE(desk.sends(ui::Command::kStopMeasuring));
  desk.press("experiments/stop");
  EXPECT_TRUE(desk.sends(ui::Command::kStopMeasuring));
  // stopped without a result, so it can be measured again
  desk.claims.measuring = nullptr;
  desk.forget();
  desk.frames(2);
  desk.press("experiments/measure");
  EXPECT_EQ(desk.sent<ui::Measure>()->claim, &claim);
}

TEST_F(ClaimsPanel, SaysWhatTheNumbersAreAndWhetherTheGuessWasRight) {
  choose(kClaim);
  desk.press("answer/0");
  measured(lab::Verdict::kInPart, 0);
  EXPECT_TRUE(desk.says("This holds in part."));
  EXPECT_TRUE(desk.says(findings[0].judgement.sentence));
  EXPECT_TRUE(desk.says("which is correct"));
  EXPECT_TRUE(desk.says("1 of 1 correct"));
  measured(lab::Verdict::kDoesNotHold, 1);
  EXPECT_TRUE(desk.says("This does not hold."));
  EXPECT_TRUE(desk.says(std::string("it is “") + claim.answers[1] + "”"));
  EXPECT_TRUE(desk.says("0 of 1 correct"));
  measured(lab::Verdict::kNotJudged, -1);
  EXPECT_TRUE(desk.says("confirms none"));
  EXPECT_FALSE(desk.has("experiments/score"));
}

TEST_F(ClaimsPanel, DrawsTheFindingsPlots) {
  choose(kClaim);
  desk.press("answer/0");
  measured(lab::Verdict::kHolds, 0);
  EXPECT_TRUE(desk.has("claim-plot/0"));
  EXPECT_TRUE(desk.has("claim-plot/1"));
  EXPECT_TRUE(desk.says("Mean error, y"));
}

TEST_F(ClaimsPanel, KeepsTheAnswerToItselfUntilTheUserHasGuessed) {
  measured(lab::Verdict::kHolds, 0);
  choose(kClaim);
  EXPECT_TRUE(desk.has("answer/0"));
  EXPECT_FALSE(desk.says("This holds."));
  EXPECT_FALSE(desk.has("claim-plot/0"));
  desk.press("answer/0");
  EXPECT_TRUE(desk.says("This holds."));
  desk.press("experiments/again");
  desk.frames(2);
  EXPECT_TRUE(desk.has("answer/0"));
}

TEST_F(ClaimsPanel, OffersEveryScene) {
  for (const lab::Claim& each : lab::claims()) {
    choose(each.id);
    for (const std::string& scene : lab::scenes_of(each)) {
      desk.forget();
      desk.press("set-up/" + scene);
      ASSERT_TRUE(desk.sent<ui::ShowClaim>()) << each.id << ' ' << scene;
      EXPECT_EQ(desk.sent<ui::ShowClaim>()->claim, &each);
      EXPECT_EQ(desk.sent<ui::ShowClaim>()->scene, scene);
    }
  }
}

TEST_F(ClaimsPanel, SavesAReportOfWhatWasMeasured) {
  choose(kClaim);
  desk.press("answer/0");
  EXPECT_FALSE(desk.has("experiments/report"));
  measured(lab::Verdict::kHolds, 0);
  desk.hover("experiments/report");
  EXPECT_TRUE(desk.says("/somewhere/recordings"));
  EXPECT_FALSE(desk.sends(ui::Command::kSaveReport));
  desk.press("experiments/report");
  EXPECT_TRUE(desk.sends(ui::Command::kSaveReport));
}

TEST(ExperimentsPage, FoldsItsListWhereThereIsLittleRoom) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 720}, 2.0F);
  desk.press("page/Claims");
  desk.frames(2);
  EXPECT_FALSE(desk.has(std::string("claim/") + kClaim));
  desk.press("experiments/list");
  desk.frames(2);
  desk.press(std::string("claim/") + lab::claims()[1].id);
  EXPECT_EQ(desk.panels.claims.chosen, 1U);
  for (const auto& [name, rect] : desk.items) {
    if (name.rfind("answer/", 0) != 0) continue;
    EXPECT_LE(rect.max.x, 1280.0F) << name;
  }
}

TEST(ExperimentsPage, SurvivesAWindowOfAnySize) {
  for (const ImVec2 size : {ImVec2(480, 320), ImVec2(900, 600), ImVec2(3840, 2160)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    const std::vector<lab::Finding> findings = {finding_of(kClaim, lab::Verdict::kHolds, 0)};
    desk.claims.findings = findings;
    ui::open_page(desk.panels, ui::page_named("Claims"));
    desk.panels.claims.predictions[lab::find_claim(kClaim)] = 0;
    for (std::size_t i = 0; i < lab::claims().size(); ++i) {
      desk.panels.claims.chosen = i;
      desk.frames(2);
    }
  }
}

}  // namespace
