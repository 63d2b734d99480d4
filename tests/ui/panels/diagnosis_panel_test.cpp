#include "ui/panels/pages.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "lab/scene/number_text.h"
#include "support/shaky.h"
#include "ui/desk.h"

namespace {

/// A desk with a shaking set-up and its diagnosis, at the page of causes.
class DiagnosisPanel : public testing::Test {
 protected:
  explicit DiagnosisPanel(const char* name = "LittleDamping", ImVec2 size = {1280, 720})
      : set_up(shaky::find(name)), desk(set_up.scene, set_up.method, size) {
    lab::Setup setup = desk.timeline.setup();
    setup.front_lane().settings = set_up.settings;
    desk.change(setup);
    desk.diagnosis = shaky::watch(set_up).diagnosis;
    open();
  }
  void open() {
    desk.frames(2);
    desk.press("page/Why?");
  }
  const lab::Cause& cause(std::size_t i) const { return desk.diagnosis->causes[i]; }

  const shaky::SetUp& set_up;
  Desk desk;
};

TEST_F(DiagnosisPanel, NamesEveryCauseWithItsNumbersAndItsSource) {
  ASSERT_EQ(cause(0).id, lab::CauseId::kLittleDamping);
  // one cause at a time, because the page scrolls
  for (std::size_t i = 0; i < desk.diagnosis->causes.size(); ++i) {
    lab::Diagnosis one = *desk.diagnosis;
    one.causes = {cause(i)};
    const auto all = std::exchange(desk.diagnosis, one);
    desk.frames(2);
    desk.press("section/Evidence");
    desk.point_at({5.0F, 5.0F});
    desk.frames(2);
    EXPECT_TRUE(desk.says(lab::words(cause(0).id)));
    EXPECT_TRUE(desk.says(cause(0).sentence)) << cause(0).sentence;
    EXPECT_TRUE(desk.says(cause(0).source));
    for (const lab::Symptom& symptom : cause(0).symptoms) {
      EXPECT_TRUE(desk.says(text(symptom))) << text(symptom);
    }
    for (const lab::Remedy& remedy : cause(0).remedies) {
      EXPECT_TRUE(desk.says(remedy.label));
      EXPECT_TRUE(desk.says(lab::brief_number(remedy.with.jitter_deg) + "°"));
      EXPECT_TRUE(desk.says(lab::brief_number(remedy.with.error) + " m"));
    }
    for (const int j : cause(0).joints) {
      EXPECT_TRUE(desk.says(desk.tracker().multibody().joint(j).name));
    }
    desk.diagnosis = all;
  }
}

TEST_F(DiagnosisPanel, PutsTheStrongestFirst) {
  desk.diagnosis->causes.push_back(cause(0));
  desk.diagnosis->causes.back().id = lab::CauseId::kCap;
  desk.diagnosis->causes.resize(2, cause(0));
  desk.frames(2);
  EXPECT_LT(desk.item("cause/little-damping").min.y,
            desk.item(std::string("cause/") + lab::name(cause(1).id)).min.y);
}

TEST_F(DiagnosisPanel, SaysWhyTheFirstCauseStandsAboveTheNext) {
  desk.diagnosis->causes.resize(1, cause(0));
  desk.diagnosis->causes[0].above = "Above \"out of reach\" because of a test.";
  desk.frames(2);
  EXPECT_TRUE(desk.says("Too little damping"));
  EXPECT_TRUE(desk.says(cause(0).above));
}

TEST_F(DiagnosisPanel, SaysWhatItsNumbersAreAndThatTheyOverlap) {
  desk.diagnosis->causes.resize(2, cause(0));
  desk.diagnosis->causes[0].strength = 0.87;
  desk.diagnosis->causes[1].id = lab::CauseId::kOutOfReach;
  desk.diagnosis->causes[1].strength = 0.33;
  desk.frames(2);
  EXPECT_TRUE(desk.says("in 87 %"));
  EXPECT_TRUE(desk.says("no parts of a whole"));
  desk.hover("cause/little-damping");
  EXPECT_TRUE(desk.says("at work in 87 % of the shaking"));
  // a property of the method is what others leave: its share is not measured
  desk.diagnosis->causes.resize(1, cause(0));
  desk.diagnosis->causes[0].id = lab::CauseId::kMethod;
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_FALSE(desk.says("in 87 %"));
}

TEST_F(DiagnosisPanel, KeepsItsOrderWhileThePointerIsOnIt) {
  desk.diagnosis->causes.resize(1, cause(0));
  ASSERT_GE(cause(0).remedies.size(), 2U);
  const std::string first = cause(0).remedies[0].label, second = cause(0).remedies[1].label;
  desk.point_at(desk.item("remedy/little-damping/0").middle());
  desk.frames(3);
  std::swap(desk.diagnosis->causes[0].remedies[0], desk.diagnosis->causes[0].remedies[1]);
  desk.frames(3);
  desk.press("remedy/little-damping/0");
  EXPECT_EQ(desk.changes.back(), first) << "it is under the pointer still";
  desk.point_at({5.0F, 5.0F});
  desk.frames(3);
  desk.press("remedy/little-damping/0");
  EXPECT_EQ(desk.changes.back(), second);
}

TEST_F(DiagnosisPanel, ListsTheCalmestRemedyFirst) {
  desk.diagnosis->causes.resize(1, cause(0));
  ASSERT_GE(cause(0).remedies.size(), 2U);
  desk.frames(2);
  EXPECT_LT(desk.item("remedy/little-damping/0").max.y, desk.item("remedy/little-damping/1").min.y);
}

TEST_F(DiagnosisPanel, ChangesTheSetupByARemedyAsOneNamedChange) {
  const lab::Setup before = desk.timeline.setup();
  const lab::Remedy remedy = cause(0).remedies[0];
  desk.press("remedy/little-damping/0");
  ASSERT_FALSE(desk.changes.empty());
  EXPECT_EQ(desk.changes.back(), remedy.label);
  lab::Setup expected = before;
  lab::apply(remedy, expected.front_lane());
  EXPECT_EQ(desk.timeline.setup(), expected);
  EXPECT_FALSE(expected == before);
  EXPECT_EQ(desk.undo.undo(), before);
}

TEST_F(DiagnosisPanel, ChangesTheFrontLaneOnly) {
  lab::Setup setup = desk.timeline.setup();
  lab::add_lane(setup);
  setup.front = 1;
  desk.change(setup);
  desk.frames(2);
  desk.press("remedy/little-damping/0");
  EXPECT_EQ(desk.timeline.setup().lanes[0], setup.lanes[0]);
  EXPECT_FALSE(desk.timeline.setup().lanes[1] == setup.lanes[1]);
}

TEST_F(DiagnosisPanel, SaysWhatARemedyChanges) {
  const auto& remedies = cause(0).remedies;
  const auto raise = std::find_if(remedies.begin(), remedies.end(), [](const auto& remedy) {
    return std::holds_alternative<lab::KnobChange>(remedy.changes[0]);
  });
  ASSERT_NE(raise, remedies.end());
  desk.hover("remedy/little-damping/" + std::to_string(raise - remedies.begin()));
  EXPECT_TRUE(desk.says(lab::find_shared_knob("lambda")->help));
  EXPECT_TRUE(desk.says("Tried on a copy of the body"));
}

TEST_F(DiagnosisPanel, LightsTheFirstCauseOrTheOneUnderThePointerOrThePressedOne) {
  desk.diagnosis->causes.resize(1, cause(0));
  desk.diagnosis->causes.push_back(cause(0));
  desk.diagnosis->causes.back().id = lab::CauseId::kCap;
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_EQ(desk.panels.diagnosis.lit, 0U);
  desk.hover("cause/cap");
  EXPECT_EQ(desk.panels.diagnosis.lit, 1U);
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_EQ(desk.panels.diagnosis.lit, 0U);
  desk.press("cause/cap");
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_EQ(desk.panels.diagnosis.lit, 1U) << "it was pressed";
  desk.press("cause/cap");
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_EQ(desk.panels.diagnosis.lit, 0U) << "it was let go";
}

TEST_F(DiagnosisPanel, LightsNothingOnOtherPages) {
  ASSERT_TRUE(desk.panels.diagnosis.lit);
  desk.press("page/Compare");
  desk.frames(2);
  EXPECT_FALSE(desk.panels.diagnosis.lit);
}

TEST_F(DiagnosisPanel, IsOnePressAwayFromTheWordInTheStatusBar) {
  desk.press("page/Compare");
  EXPECT_TRUE(desk.says("shaking now: too little damping"));
  desk.hover("status/shaking");
  EXPECT_TRUE(desk.says(cause(0).sentence));
  EXPECT_TRUE(desk.says("the last two seconds or so, 240 steps at most"))
      << "the ranking is about more steps";
  desk.press("status/shaking");
  EXPECT_EQ(desk.panels.page, ui::page_named("Why?"));
}

TEST_F(DiagnosisPanel, SaysInANarrowWindowThatItShakesWithoutTheCause) {
  Desk narrow(shaky::find("LittleDamping").scene, "dls", {360, 600});
  narrow.diagnosis = desk.diagnosis;
  narrow.frames(2);
  EXPECT_TRUE(narrow.has("status/shaking"));
  EXPECT_TRUE(narrow.says("shaking now"));
  EXPECT_FALSE(narrow.says("shaking now:"));
}

TEST_F(DiagnosisPanel, SaysThatNothingShakesWhereNothingDoes) {
  desk.diagnosis = shaky::watch(shaky::find("Calm")).diagnosis;
  desk.frames(2);
  EXPECT_TRUE(desk.says(cause(0).sentence));
  EXPECT_FALSE(desk.has("status/shaking"));
  EXPECT_FALSE(desk.panels.diagnosis.lit);
}

TEST_F(DiagnosisPanel, WaitsWhereTooLittleWasSeen) {
  desk.diagnosis.reset();
  desk.frames(2);
  EXPECT_TRUE(desk.has("diagnosis/watching"));
  EXPECT_FALSE(desk.has("status/shaking"));
  EXPECT_FALSE(desk.panels.diagnosis.lit);
}

TEST(WhyPage, KeepsItsButtonsInTheWindowAtEveryScaleAndForEveryCause) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const shaky::SetUp& set_up : shaky::set_ups()) {
      Desk desk(set_up.scene, set_up.method, {1280, 720}, scale);
      desk.diagnosis = shaky::watch(set_up).diagnosis;
      desk.frames(2);
      desk.press("page/Why?");
      int buttons = 0;
      for (const auto& [name, rect] : desk.items) {
        if (name.rfind("remedy/", 0) != 0) continue;
        ++buttons;
        EXPECT_GE(rect.min.x, 316.0F) << set_up.name << ' ' << name;
        EXPECT_LE(rect.max.x, scale > 1.0F ? 1600.0F : 1280.0F) << set_up.name << ' ' << name;
      }
      EXPECT_EQ(buttons > 0, desk.diagnosis->causes.front().id != lab::CauseId::kCalm &&
                                 !desk.diagnosis->causes.front().remedies.empty())
          << set_up.name;
    }
  }
}

}  // namespace
