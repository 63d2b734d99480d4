#include "ui/panels/pages.h"

#include <gtest/gtest.h>

#include "lab/crowd/crowd.h"
#include "ui/desk.h"

namespace {

/// A desk with the page Crowd open, and the state of a crowd that it shows.
class CrowdPage : public testing::Test {
 protected:
  CrowdPage() {
    desk.panels.page = ui::page_named("Crowd");
    desk.frames(2);
  }

  void switch_on() {
    desk.press("crowd/on");
    desk.crowd = {.wanted = true,
                  .bodies = 2000,
                  .method = ik::find_method("sdls"),
                  .threads = 3,
                  .solve_s = 0.00125,
                  .steps = 4,
                  .upload_s = 0.00042,
                  .draw_s = 0.0079,
                  .speed = 0.5,
                  .mean_error = 0.1234,
                  .drawn = {10, 200, 300, 400}};
    desk.frames(2);
  }

  Desk desk;
};

TEST_F(CrowdPage, IsOffAtFirstAndAsksForNothing) {
  EXPECT_FALSE(desk.panels.crowd.on);
  EXPECT_FALSE(desk.crowd_wish().has_value());
  EXPECT_TRUE(desk.says("There is no crowd yet."));
  EXPECT_TRUE(desk.item("crowd/field").disabled);
}

TEST_F(CrowdPage, AsksForACrowdFromTheSwitchOnWhateverPageIsOpen) {
  desk.press("crowd/on");
  ASSERT_TRUE(desk.crowd_wish().has_value());
  EXPECT_EQ(desk.crowd_wish()->count, 1000);
  EXPECT_EQ(desk.crowd_wish()->kind, ui::CrowdKind::kScene);
  EXPECT_EQ(desk.crowd_wish()->method, nullptr);
  desk.panels.page = 0;
  desk.frames(2);
  EXPECT_TRUE(desk.crowd_wish().has_value());
  desk.panels.page = ui::page_named("Crowd");
  desk.frames(2);
  desk.press("crowd/on");
  EXPECT_FALSE(desk.crowd_wish().has_value());
}

TEST_F(CrowdPage, SetsTheCountOverItsRangeAndAsAWholeNumber) {
  desk.press("crowd/on");
  desk.drag("crowd/count", 0.5F, 0.02F);
  EXPECT_EQ(desk.crowd_wish()->count, 1);
  desk.drag("crowd/count", 0.5F, 0.99F);
  EXPECT_EQ(desk.crowd_wish()->count, lab::kMaxBodies);
  // the slider is logarithmic: its center is the geometric mean of its ends
  desk.press_part("crowd/count", 0.5F);
  EXPECT_NEAR(desk.crowd_wish()->count, 141, 15);
  desk.type("crowd/count", "12345");
  EXPECT_EQ(desk.crowd_wish()->count, 12345);
  desk.type("crowd/count", "99999");
  EXPECT_EQ(desk.crowd_wish()->count, 12345) << "refused, not cut";
}

TEST_F(CrowdPage, SetsSpacingBodiesAndMethod) {
  desk.press("crowd/on");
  desk.type("crowd/spacing", "2.5");
  EXPECT_EQ(desk.crowd_wish()->spacing, 2.5);
  desk.press("crowd-kind/double-Y");
  EXPECT_EQ(desk.crowd_wish()->kind, ui::CrowdKind::kDoubleY);
  desk.press("crowd-kind/both");
  EXPECT_EQ(desk.crowd_wish()->kind, ui::CrowdKind::kBoth);
  desk.press("crowd-kind/scene");
  EXPECT_EQ(desk.crowd_wish()->kind, ui::CrowdKind::kScene);
  for (const char* id : {"sdls", "jacobian-transpose"}) {
    desk.press("crowd-method");
    desk.frames(2);
    desk.press(std::string("crowd-method/") + id);
    EXPECT_EQ(desk.crowd_wish()->method, ik::find_method(id));
  }
  desk.press("crowd-method");
  desk.frames(2);
  desk.press("crowd-method/front's");
  EXPECT_EQ(desk.crowd_wish()->method, nullptr);
}

TEST_F(CrowdPage, CountsTheBodiesOutsideThePicture) {
  switch_on();
  EXPECT_TRUE(desk.says("1090 outside the picture")) << "2000 - 10 - 200 - 300 - 400";
}

TEST_F(CrowdPage, ColoursByMethodErrorOrStatus) {
  desk.press("crowd/on");
  EXPECT_EQ(desk.crowd_wish()->tone, lab::CrowdTone::kMethod);
  desk.press("crowd-tone/error");
  EXPECT_EQ(desk.crowd_wish()->tone, lab::CrowdTone::kError);
  desk.press("crowd-tone/status");
  EXPECT_EQ(desk.crowd_wish()->tone, lab::CrowdTone::kStatus);
  desk.press("crowd-tone/method");
  EXPECT_EQ(desk.crowd_wish()->tone, lab::CrowdTone::kMethod);
}

TEST_F(CrowdPage, SaysInThePictureWhatTheColoursMean) {
  switch_on();
  EXPECT_FALSE(desk.has("crowd/scale"));
  desk.crowd.tone = lab::CrowdTone::kError;
  desk.crowd.error_scale = 0.5;
  desk.frames(2);
  ASSERT_TRUE(desk.has("crowd/scale"));
  EXPECT_TRUE(desk.says("mean error of a body [m]"));
  EXPECT_TRUE(desk.says("0.25"));
  desk.crowd.tone = lab::CrowdTone::kStatus;
  desk.frames(2);
  for (const lab::EffectorStatus status : lab::kCrowdStatuses) {
    EXPECT_TRUE(desk.has(std::string("crowd/status/") + lab::name(status)));
    EXPECT_TRUE(desk.says(lab::name(status)));
  }
  desk.crowd.bodies = 0;
  desk.frames(2);
  EXPECT_FALSE(desk.has("crowd/status/reached"));
}

TEST_F(CrowdPage, ShowsTheWholeFieldByButtonAndByKey) {
  switch_on();
  EXPECT_FALSE(desk.sends(ui::Command::kFrameCrowd));
  desk.press("crowd/field");
  EXPECT_TRUE(desk.sends(ui::Command::kFrameCrowd));
  desk.forget();
  desk.key(ui::Key{'W'});
  EXPECT_TRUE(desk.sends(ui::Command::kFrameCrowd));
  desk.key(ui::Key{'C'});
  EXPECT_FALSE(desk.panels.crowd.on);
  desk.key(ui::Key{'C'});
  EXPECT_TRUE(desk.panels.crowd.on);
}

TEST_F(CrowdPage, TellsWhatItTakes) {
  desk.press("crowd/on");
  desk.crowd.wanted = true;
  desk.frames(2);
  EXPECT_TRUE(desk.says("The bodies are being made."));
  desk.press("crowd/on");
  switch_on();
  for (const char* text :
       {"1.25 ms", "1.6 million/s", "0.42 ms", "7.90 ms", "4 a picture, 0.50 of the run's speed",
        "0.1234 m", "10 near", "200 middle", "300 far", "400 distant"}) {
    EXPECT_TRUE(desk.says(text)) << text;
  }
  EXPECT_FALSE(desk.says("this is DLS"));
  desk.crowd.stands_in = true;
  desk.frames(2);
  EXPECT_TRUE(desk.says("this is DLS"));
}

TEST_F(CrowdPage, SaysWhyThereCanBeNone) {
  switch_on();
  const std::string why = "a crowd's effectors cannot aim";
  desk.crowd.trouble = &why;
  desk.frames(2);
  EXPECT_TRUE(desk.says(why));
  EXPECT_FALSE(desk.has("crowd/levels"));
}

TEST_F(CrowdPage, ExplainsItselfOnHover) {
  switch_on();
  const std::pair<const char*, const char*> hints[] = {
      {"crowd/on", "a wave runs through the field"},
      {"crowd/field", "every body is visible"},
      {"crowd/count", "around the one in the middle"},
      {"crowd/spacing", "to its neighbour"},
      {"crowd-kind/both", "both by turns"},
      {"crowd-method", "The front lane's"},
      {"crowd/reading/solve", "all 2000 bodies by Selectively damped least squares"},
      {"crowd/reading/bodies", "updated in a second"},
      {"crowd/reading/upload", "one texture"},
      {"crowd/reading/draw", "what is in the picture"},
      {"crowd/reading/steps", "cannot keep up"},
      {"crowd/reading/mean error", "all bodies and effectors"},
      {"crowd/level/near", "round"},
      {"crowd/level/distant", "branches"}};
  for (const auto& [item, text] : hints) {
    desk.hover(item);
    EXPECT_TRUE(desk.says(text)) << item;
  }
}

TEST(CrowdPageLayout, FitsIntoSmallAndLargeWindows) {
  for (const float scale : {1.0F, 2.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F * scale, 720.0F * scale},
              scale);
    desk.panels.page = ui::page_named("Crowd");
    desk.panels.crowd.on = true;
    desk.crowd = {.wanted = true,
                  .bodies = 20000,
                  .method = ik::find_method("dls"),
                  .drawn = {1000, 2000, 3000, 14000}};
    desk.frames(3);
    for (const auto& [name, rect] : desk.items) {
      if (name.rfind("crowd", 0) != 0) continue;
      EXPECT_LE(rect.max.x, 1280.0F * scale) << name;
      EXPECT_LE(rect.max.y, 720.0F * scale - 28.0F * scale) << name;
    }
  }
}

}  // namespace
