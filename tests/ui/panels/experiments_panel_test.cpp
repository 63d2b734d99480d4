#include "ui/panels/experiments_panel.h"

#include <gtest/gtest.h>

#include "lab/claims/claims.h"
#include "ui/desk.h"

namespace {

constexpr const char* kClaim = "dls-is-calm";

/// What a measurement of that claim might come to.
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

class ExperimentsPanel : public testing::Test {
 protected:
  ExperimentsPanel() {
    desk.frames(2);
    desk.press("page/Experiments");
    desk.frames(2);
  }
  void choose(const char* id) { desk.press(std::string("claim/") + id); }
  void measured(lab::Verdict verdict, int answer) {
    findings = {finding_of(kClaim, verdict, answer)};
    desk.experiments.findings = findings;
    desk.frames(2);
  }

  Desk desk;
  std::vector<lab::Finding> findings;
  const lab::Claim& claim = *lab::find_claim(kClaim);
};

TEST_F(ExperimentsPanel, ListsEveryClaim) {
  for (const lab::Claim& each : lab::claims()) {
    EXPECT_TRUE(desk.has(std::string("claim/") + each.id)) << each.id;
  }
}

TEST_F(ExperimentsPanel, AsksBeforeItTells) {
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

TEST_F(ExperimentsPanel, MeasuresOnceTheUserHasGuessed) {
  choose(kClaim);
  EXPECT_EQ(desk.sent<ui::Measure>(), nullptr);
  desk.press("answer/1");
  EXPECT_EQ(desk.sent<ui::Measure>()->claim, &claim);
  EXPECT_EQ(desk.panels.experiments.predictions.at(&claim), 1);
}

TEST_F(ExperimentsPanel, ShowsHowFarTheMeasurementIsAndGivesItUp) {
  choose(kClaim);
  desk.press("answer/0");
  desk.experiments.measuring = &claim;
  desk.experiments.progress = 0.42;
  desk.frames(2);
  EXPECT_TRUE(desk.says("42 %"));
  EXPECT_FALSE(desk.has("answer/0"));
  EXPECT_FALSE(desk.sends(ui::Command::kStopMeasuring));
  desk.press("experiments/stop");
  EXPECT_TRUE(desk.sends(ui::Command::kStopMeasuring));
  // nothing came of it: it can be measured after all
  desk.experiments.measuring = nullptr;
  desk.forget();
  desk.frames(2);
  desk.press("experiments/measure");
  EXPECT_EQ(desk.sent<ui::Measure>()->claim, &claim);
}

TEST_F(ExperimentsPanel, SaysWhatTheNumbersAreAndWhetherTheGuessWasRight) {
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

TEST_F(ExperimentsPanel, DrawsTheFindingsPlots) {
  choose(kClaim);
  desk.press("answer/0");
  measured(lab::Verdict::kHolds, 0);
  EXPECT_TRUE(desk.has("claim-plot/0"));
  EXPECT_TRUE(desk.has("claim-plot/1"));
  EXPECT_TRUE(desk.says("Mean error, y"));
}

TEST_F(ExperimentsPanel, KeepsTheAnswerToItselfUntilTheUserHasGuessed) {
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

TEST_F(ExperimentsPanel, OffersEveryScene) {
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

TEST_F(ExperimentsPanel, SavesAReportOfWhatWasMeasured) {
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
  desk.press("page/Experiments");
  desk.frames(2);
  EXPECT_FALSE(desk.has(std::string("claim/") + kClaim));
  desk.press("experiments/list");
  desk.frames(2);
  desk.press(std::string("claim/") + lab::claims()[1].id);
  EXPECT_EQ(desk.panels.experiments.chosen, 1U);
  for (const auto& [name, rect] : desk.items) {
    if (name.rfind("answer/", 0) != 0) continue;
    EXPECT_LE(rect.max.x, 1280.0F) << name;
  }
}

TEST(ExperimentsPage, SurvivesAWindowOfAnySize) {
  for (const ImVec2 size : {ImVec2(480, 320), ImVec2(900, 600), ImVec2(3840, 2160)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    const std::vector<lab::Finding> findings = {finding_of(kClaim, lab::Verdict::kHolds, 0)};
    desk.experiments.findings = findings;
    ui::open_page(desk.panels, ui::page_named("Experiments"));
    desk.panels.experiments.predictions[lab::find_claim(kClaim)] = 0;
    for (std::size_t i = 0; i < lab::claims().size(); ++i) {
      desk.panels.experiments.chosen = i;
      desk.frames(2);
    }
  }
}

}  // namespace
