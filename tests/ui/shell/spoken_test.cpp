#include "ui/shell/spoken.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/shaky.h"
#include "ui/desk.h"
#include "ui/solved_map.h"

namespace {

/// Does what a reader asks, as the window does.
ui::Edit asked(Desk& desk, std::string_view name, std::string_view value = "") {
  const ui::LabView shown = desk.shown();
  ui::Edit edit(desk.timeline.setup());
  ui::fulfil(name, value, {shown, desk.panels, edit});
  return edit;
}

TEST(Spoken, SaysWhatTheControlsShow) {
  Desk desk;
  desk.press("page/Sweep");
  const ui::Spoken words = ui::spoken(desk.shown(), desk.panels);
  EXPECT_EQ(words.scene, desk.tracker().scene().id);
  EXPECT_EQ(words.method, "dls");
  EXPECT_NE(words.title.find("Damped least squares"), std::string::npos);
  EXPECT_EQ(words.methods.size(), ik::methods().size());
  ASSERT_EQ(words.scenes.size(), 3U);
  EXPECT_EQ(words.scenes[1], (ui::SpokenChoice{"circling", "Circling"}));
  EXPECT_EQ(words.page, "Sweep");
  EXPECT_NE(words.page_help.find("Maps of error"), std::string::npos);
  EXPECT_FALSE(words.playing);
  desk.playback.playing = true;
  EXPECT_TRUE(ui::spoken(desk.shown(), desk.panels).playing);
  desk.panels.hidden = true;
  EXPECT_EQ(ui::spoken(desk.shown(), desk.panels).page, "");
}

TEST(Spoken, HasLambdaAndDMaxAsTextsWithUnits) {
  Desk desk;
  desk.change(asked(desk, "lambda", "0.35").setup);
  desk.change(asked(desk, "d-max", "off").setup);
  const auto settings = ui::spoken(desk.shown(), desk.panels).settings;
  ASSERT_EQ(settings.size(), 2U + desk.timeline.setup().targets.size());
  EXPECT_EQ(settings[0].value, "0.35");
  EXPECT_NE(settings[0].label.find("λ"), std::string::npos);
  EXPECT_NE(settings[0].label.find("m/rad"), std::string::npos);
  EXPECT_EQ(settings[1].value, "off");
  EXPECT_TRUE(settings[0].used);
  // the transpose has no damping, and the field says so
  desk.change(asked(desk, "method", "jacobian-transpose").setup);
  const auto without = ui::spoken(desk.shown(), desk.panels).settings;
  EXPECT_FALSE(without[0].used);
  EXPECT_NE(without[0].help, settings[0].help);
}

TEST(Spoken, IsFulfilledLikeThePanels) {
  Desk desk;
  EXPECT_EQ(asked(desk, "lambda", "0.35").setup.front_lane().settings.params.at("lambda"), 0.35);
  EXPECT_EQ(asked(desk, "d-max", "0.2").setup.front_lane().settings.d_max, 0.2);
  EXPECT_STREQ(asked(desk, "method", "sdls").setup.front_lane().method->id, "sdls");
  EXPECT_EQ(sent_in<ui::LoadScene>(asked(desk, "scene", "three"))->scene, 2U);
  EXPECT_EQ(*sent_in<ui::Command>(asked(desk, "play")), ui::Command::kPlayOrPause);
  EXPECT_EQ(*sent_in<ui::Command>(asked(desk, "step")), ui::Command::kStep);
  EXPECT_EQ(*sent_in<ui::Command>(asked(desk, "restart")), ui::Command::kRestart);
}

TEST(Spoken, RefusesWithTheSentenceOfTheFields) {
  Desk desk;
  for (const char* text : {"0", "-1", "much", ""}) {
    const ui::Edit edit = asked(desk, "d-max", text);
    EXPECT_TRUE(edit.setup == desk.timeline.setup()) << text;
    const auto* told = sent_in<ui::Tell>(edit);
    ASSERT_NE(told, nullptr) << text;
    EXPECT_NE(told->text.find("expected a number above 0, or off"), std::string::npos);
  }
  for (const char* name : {"scene", "method", "nothing", ""}) {
    const ui::Edit edit = asked(desk, name, "nothing");
    EXPECT_TRUE(edit.setup == desk.timeline.setup() && edit.actions.empty()) << name;
  }
}

TEST(Spoken, AddsChoosesAndRemovesLanes) {
  Desk desk;
  desk.change(asked(desk, "add-lane", "sdls").setup);
  const ui::Spoken words = ui::spoken(desk.shown(), desk.panels);
  EXPECT_EQ(words.lanes, lab::lane_labels(desk.timeline.setup()));
  ASSERT_EQ(words.lanes.size(), 2U);
  EXPECT_EQ(words.lane, 0U);
  desk.change(asked(desk, "lane", "1").setup);
  EXPECT_EQ(ui::spoken(desk.shown(), desk.panels).method, "sdls");
  desk.change(asked(desk, "remove-lane").setup);
  EXPECT_EQ(ui::spoken(desk.shown(), desk.panels).method, "dls");
  EXPECT_TRUE(asked(desk, "remove-lane").setup == desk.timeline.setup()) << "one stays";
  EXPECT_TRUE(asked(desk, "lane", "7").setup == desk.timeline.setup());
}

TEST(Spoken, MovesATargetByThreeNumbers) {
  Desk desk;
  const std::string name = desk.tracker().multibody().effector(0).name;
  const auto field = [&desk] { return ui::spoken(desk.shown(), desk.panels).settings.at(2); };
  EXPECT_EQ(field().value, "off");
  EXPECT_NE(field().label.find(name), std::string::npos);
  desk.change(asked(desk, field().name, "0.5, 1,-0.25").setup);
  const auto& held = desk.timeline.setup().targets[0].held;
  ASSERT_TRUE(held);
  EXPECT_EQ(*held, Eigen::Vector3d(0.5, 1.0, -0.25));
  EXPECT_EQ(field().value, "0.5, 1, -0.25");
  for (const char* wrong : {"0.5, 1", "here", "1,2,3,4", ""}) {
    const ui::Edit edit = asked(desk, field().name, wrong);
    EXPECT_TRUE(edit.setup == desk.timeline.setup()) << wrong;
    EXPECT_NE(sent_in<ui::Tell>(edit), nullptr) << wrong;
  }
  desk.change(asked(desk, field().name, "off").setup);
  EXPECT_FALSE(desk.timeline.setup().targets[0].held);
}

TEST(Spoken, OpensAndClosesPages) {
  Desk desk;
  const auto page = [&desk] { return ui::spoken(desk.shown(), desk.panels).page; };
  asked(desk, "page", "Claims");
  EXPECT_EQ(page(), "Claims");
  asked(desk, "page");
  EXPECT_EQ(page(), "");
  EXPECT_EQ(ui::spoken(desk.shown(), desk.panels).pages.size(), ui::side_pages().size());
}

TEST(SpokenPage, SaysTheCausesAndOffersTheirRemedies) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  Desk desk(set_up.scene, set_up.method);
  asked(desk, "page", "Why?");
  EXPECT_EQ(ui::spoken(desk.shown(), desk.panels).page_actions.size(), 0U) << "not known yet";
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings = set_up.settings;
  desk.change(setup);
  desk.diagnosis = shaky::watch(set_up).diagnosis;
  const ui::Spoken words = ui::spoken(desk.shown(), desk.panels);
  std::string all;
  for (const std::string& line : words.page_lines) all += line + "\n";
  for (const lab::Cause& cause : desk.diagnosis->causes) {
    EXPECT_NE(all.find(cause.sentence), std::string::npos) << all;
    for (const lab::Symptom& symptom : cause.symptoms) {
      EXPECT_NE(all.find(text(symptom)), std::string::npos) << all;
    }
  }
  ASSERT_FALSE(words.page_actions.empty());
  EXPECT_FALSE(asked(desk, "do", words.page_actions[0]).setup == setup) << "a remedy changes it";
  EXPECT_TRUE(asked(desk, "do", "nothing of the kind").setup == setup);
}

TEST(SpokenPage, SaysTheVerdictAndTakesASolution) {
  Desk desk(io::find_scene("two-link-arm"), "gauss-newton");
  asked(desk, "page", "Reach");
  const auto first = [&desk] { return ui::spoken(desk.shown(), desk.panels).page_actions.at(0); };
  EXPECT_EQ(first(), "Let the targets stand");
  desk.change(asked(desk, "do", first()).setup);
  EXPECT_TRUE(desk.timeline.setup().frozen);
  const SolvedMap solved(desk.tracker(), 40);
  ASSERT_FALSE(solved.solutions.empty());
  const std::string ends[] = {"DLS: reached after 12 updates"};
  const lab::GoalVerdict verdict{.sentence = "not reached: 0.1 m are left"};
  desk.reach = solved.shown();
  desk.reach.verdict = &verdict;
  desk.reach.lane_ends = ends;
  const ui::Spoken words = ui::spoken(desk.shown(), desk.panels);
  EXPECT_NE(std::ranges::find(words.page_lines, verdict.sentence), words.page_lines.end());
  EXPECT_NE(std::ranges::find(words.page_lines, ends[0]), words.page_lines.end());
  EXPECT_NE(words.page_lines.back().find(solved.solutions[0].name), std::string::npos);
  ASSERT_EQ(words.page_actions.size(), 1U + solved.solutions.size());
  const ui::Edit edit = asked(desk, "do", words.page_actions[1]);
  const ik::VectorX& theta = solved.solutions[0].theta;
  EXPECT_EQ(edit.setup.start, std::vector<double>(theta.begin(), theta.end()));
  EXPECT_FALSE(asked(desk, "do", words.page_actions[0]).setup.frozen) << "they move again";
}

TEST(SpokenPage, KeepsAVerdictOnAClaimUntilTheGuess) {
  Desk desk;
  const lab::Claim& claim = lab::claims()[0];
  const lab::Finding findings[] = {
      {.claim = &claim, .judgement = {lab::Verdict::kHolds, "The numbers say so.", 0}}};
  desk.claims.findings = findings;
  asked(desk, "page", "Claims");
  const auto said = [&desk] {
    std::string all;
    for (const auto& line : ui::spoken(desk.shown(), desk.panels).page_lines) all += line + "\n";
    return all;
  };
  EXPECT_NE(said().find(claim.sentence), std::string::npos);
  EXPECT_NE(said().find(claim.question), std::string::npos);
  EXPECT_EQ(said().find("The numbers say so."), std::string::npos);
  asked(desk, "do", std::string("My guess: ") + claim.answers[0]);
  EXPECT_NE(said().find("The numbers say so."), std::string::npos);
  asked(desk, "do", "Next claim");
  EXPECT_NE(said().find(lab::claims()[1].sentence), std::string::npos);
}

TEST(SpokenReport, IsAboutTheFrontLane) {
  Desk desk;
  EXPECT_EQ(ui::report(desk.shown()).shaking, "") << "not known yet";
  EXPECT_EQ(ui::report(desk.shown()).outcome, "moved");
  const auto& errors = desk.tracker().errors();
  ASSERT_EQ(errors.size(), 2);
  EXPECT_DOUBLE_EQ(ui::report(desk.shown()).error, 0.5 * (errors[0] + errors[1]));
  desk.diagnosis = lab::Diagnosis{.causes = {lab::Cause{.id = lab::CauseId::kLittleDamping}}};
  EXPECT_EQ(ui::report(desk.shown()).shaking, "shaking now: too little damping");
  desk.diagnosis->causes.front().id = lab::CauseId::kCalm;
  EXPECT_EQ(ui::report(desk.shown()).shaking, "calm");
}

constexpr double kRest = 10.0;  // s

TEST(Narrator, SpeaksAtMostOnceASecond) {
  ui::Narrator narrator;
  ui::Report report{.outcome = "moved", .error = 0.1, .least = 1e-3};
  int sentences = 0;
  for (int frame = 0; frame < 600; ++frame) {  // ten seconds
    report.outcome = frame % 2 == 0 ? "stalled" : "moved";
    report.error *= frame % 2 == 0 ? 10.0 : 0.1;
    report.message = "message " + std::to_string(frame);
    if (!narrator.say(report, frame / 60.0).empty()) ++sentences;
  }
  EXPECT_EQ(sentences, 10);
}

TEST(Narrator, IsSilentWhileNothingChanges) {
  ui::Narrator narrator;
  ui::Report report{.outcome = "moved", .shaking = "calm", .error = 0.12, .least = 1e-3};
  EXPECT_EQ(narrator.say(report, 0.0), "moved; mean error 0.12 m; calm");
  EXPECT_EQ(narrator.say(report, 1 * kRest), "");
  report.error = 0.17;  // less than half as much again
  EXPECT_EQ(narrator.say(report, 2 * kRest), "");
  report.error = 0.19;
  EXPECT_EQ(narrator.say(report, 3 * kRest), "moved; mean error 0.19 m; calm");
  report.shaking = "shaking now: too little damping";
  EXPECT_EQ(narrator.say(report, 4 * kRest),
            "moved; mean error 0.19 m; shaking now: too little damping");
}

TEST(Narrator, CountsSmallErrorsAsEqual) {
  ui::Narrator narrator;
  ui::Report report{.outcome = "reached", .error = 9e-4, .least = 1e-3};
  EXPECT_NE(narrator.say(report, 0.0), "");
  report.error = 1e-12;
  EXPECT_EQ(narrator.say(report, kRest), "");
}

TEST(Narrator, SaysOnceWhyTheGoalsAreNotReached) {
  ui::Narrator narrator;
  ui::Report report{.outcome = "stalled", .error = 0.1};
  narrator.say(report, 0.0);
  report.verdict = "not reached: none of 201 starts reaches; 0.1 m are left";
  EXPECT_EQ(narrator.say(report, 1 * kRest), report.verdict);
  EXPECT_EQ(narrator.say(report, 2 * kRest), "");
}

TEST(Narrator, RepeatsAMessageOnlyIfItComesAgain) {
  ui::Narrator narrator;
  ui::Report report{.outcome = "moved", .error = 0.1, .message = "Saved run.csv"};
  EXPECT_EQ(narrator.say(report, 0.0), "Saved run.csv; moved; mean error 0.1 m");
  EXPECT_EQ(narrator.say(report, 1 * kRest), "");
  report.message = "";
  EXPECT_EQ(narrator.say(report, 2 * kRest), "");
  report.message = "Saved run.csv";
  EXPECT_EQ(narrator.say(report, 3 * kRest), "Saved run.csv");
}

}  // namespace
