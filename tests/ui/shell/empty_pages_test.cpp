// Every empty page says what it would show and has a button that starts it.
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/shaky.h"
#include "ui/desk.h"

namespace {

/// A desk at a page without content.
std::unique_ptr<Desk> emptiest(const std::string& page, ImVec2 size = {1280.0F, 1400.0F}) {
  // ccd computes no Jacobian, so its spectrum is empty; there is no diagnosis
  const char* method = page == "Spectrum" ? "ccd" : "dls";
  auto desk = std::make_unique<Desk>(io::find_scene("y"), method, size);
  if (page == "Maths") {
    desk->panels.maths.view = static_cast<std::size_t>(ui::MathsView::kLandscape);
  }
  ui::open_page(desk->panels, ui::page_named(page));
  desk->frames(3);
  return desk;
}

TEST(EmptyPages, EveryPageHasAButton) {
  for (const ui::SidePage& page : ui::side_pages()) {
    const auto desk = emptiest(page.name);
    EXPECT_TRUE(desk->has(std::string("empty/") + page.name)) << page.name;
  }
}

TEST(EmptyPages, TheirButtonsAreInsideTheirPagesAtEverySize) {
  for (const ImVec2 size : {ImVec2(900, 600), ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const ui::SidePage& page : ui::side_pages()) {
      const auto desk = emptiest(page.name, size);
      const ui::ItemRect rect = desk->item(std::string("empty/") + page.name);
      EXPECT_GE(rect.min.x, 0.0F) << page.name;
      EXPECT_LE(rect.max.x, size.x) << page.name;
      EXPECT_GT(rect.max.x - rect.min.x, 100.0F) << page.name;
      EXPECT_GT(rect.max.y - rect.min.y, 14.0F) << page.name;
    }
  }
}

/// A desk after pressing the button of an empty page.
std::unique_ptr<Desk> pressed(const std::string& page) {
  auto desk = emptiest(page);
  desk->press("empty/" + page);
  desk->frames(2);
  return desk;
}

TEST(EmptyPages, SpectrumAccusesNoMethodBeforeItsFirstStep) {
  Desk desk(io::find_scene("y"), "sdls");
  desk.timeline = lab::Timeline(desk.timeline.setup());
  ui::open_page(desk.panels, ui::page_named("Spectrum"));
  desk.frames(3);
  EXPECT_FALSE(desk.says("used no Jacobian"));
  EXPECT_TRUE(desk.says("from the first step on"));
  desk.run(1);
  desk.frames(2);
  EXPECT_TRUE(desk.has("plot/filter"));
}

TEST(EmptyPages, SpectrumGetsAMethodWithGains) {
  const auto desk = pressed("Spectrum");
  EXPECT_STREQ(desk->tracker().method_info().id, "dls");
  EXPECT_TRUE(desk->has("plot/filter"));
  EXPECT_FALSE(desk->has("empty/Spectrum"));
}

TEST(EmptyPages, CompareGetsLanesOfOtherMethods) {
  const auto desk = pressed("Compare");
  const lab::Setup& setup = desk->timeline.setup();
  ASSERT_EQ(setup.lanes.size(), 3U);
  EXPECT_STREQ(setup.lanes[0].method->id, "dls");
  EXPECT_STREQ(setup.lanes[1].method->id, "sdls");
  EXPECT_STREQ(setup.lanes[2].method->id, "newton");
  EXPECT_EQ(desk->changes.size(), 1U) << "one change to undo";
  EXPECT_FALSE(desk->has("empty/Compare"));
}

TEST(EmptyPages, CompareOffersNoSecondLaneOfTheSameMethod) {
  for (const ik::MethodInfo& method : ik::methods()) {
    Desk desk(io::find_scene("y"), method.id);
    desk.press("page/Compare");
    desk.frames(2);
    desk.press("empty/Compare");
    std::set<const ik::MethodInfo*> methods;
    for (const lab::Lane& lane : desk.timeline.setup().lanes) {
      EXPECT_TRUE(methods.insert(lane.method).second) << method.id;
    }
    EXPECT_GE(methods.size(), 3U);
  }
}

TEST(EmptyPages, MathematicsOpensABodyOfTwoJoints) {
  auto desk = emptiest("Maths");
  EXPECT_TRUE(desk->says("this one has 7")) << "it says why";
  desk->scenes.push_back({"two-link-arm", "Two-link arm", ""});
  desk->frames(2);
  desk->press("empty/Maths");
  ASSERT_NE(desk->sent<ui::LoadScene>(), nullptr);
  const std::string id = desk->scenes[desk->sent<ui::LoadScene>()->scene].id;
  const Desk arm(io::find_scene(id));
  EXPECT_EQ(arm.tracker().multibody().joint_count(), 2);
}

TEST(EmptyPages, MathematicsShowsTheJacobianWhereThereIsNoSuchScene) {
  const auto desk = pressed("Maths");
  EXPECT_TRUE(desk->has("maths/matrix"));
  EXPECT_FALSE(desk->has("empty/Maths"));
}

TEST(EmptyPages, SweepStartsItsSweep) {
  auto desk = emptiest("Sweep");
  EXPECT_TRUE(desk->says("Compute the map of damping λ and"));
  desk->forget();
  // the request to start lasts for one frame
  desk->point_at(desk->item("empty/Sweep").middle());
  desk->frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk->frames(2);
  ImGui::GetIO().MouseDown[0] = false;
  desk->frame();
  EXPECT_TRUE(desk->sweep_wish().has_value());
  EXPECT_TRUE(desk->sends(ui::Command::kStartSweep));
}

TEST(EmptyPages, SweepGoesBackToRangesThatCanBeSwept) {
  auto desk = emptiest("Sweep");
  desk->panels.sweep.ranges["lambda"] = {2.0, 1.0, false};
  desk->frames(2);
  EXPECT_TRUE(desk->says("must be below"));
  desk->press("empty/Sweep");
  desk->frames(2);
  EXPECT_FALSE(desk->says("must be below"));
}

TEST(EmptyPages, AdviceTriesAllMethods) {
  auto desk = emptiest("Advice");
  EXPECT_EQ(desk->sent<ui::Advise>(), nullptr);
  desk->press("empty/Advice");
  ASSERT_NE(desk->sent<ui::Advise>(), nullptr);
  EXPECT_GT(desk->sent<ui::Advise>()->steps, 0);
}

TEST(EmptyPages, WhyWatchesABodyThatShakes) {
  auto desk = pressed("Why?");
  EXPECT_TRUE(desk->panels.demonstration.open);
  EXPECT_STREQ(desk->tracker().method_info().id, "pseudoinverse");
  EXPECT_TRUE(desk->sends(ui::Command::kPlayOrPause)) << "it plays";
  // the set-up of this act has causes
  const shaky::SetUp set_up{.name = "Act",
                            .cause = lab::CauseId::kOutOfReach,
                            .method = "pseudoinverse",
                            .scene = io::find_scene("y"),
                            .settings = desk->tracker().settings()};
  desk->diagnosis = shaky::watch(set_up).diagnosis;
  EXPECT_NE(desk->diagnosis->causes.front().id, lab::CauseId::kCalm);
  desk->frames(2);
  EXPECT_FALSE(desk->has("empty/Why?"));
}

TEST(EmptyPages, WhyOffersTheSameWhileTheBodyIsCalm) {
  auto desk = emptiest("Why?");
  lab::Diagnosis calm;
  calm.causes = {{.id = lab::CauseId::kCalm, .sentence = "Nothing shakes."}};
  desk->diagnosis = calm;
  desk->frames(2);
  EXPECT_TRUE(desk->says("Nothing shakes."));
  EXPECT_TRUE(desk->has("empty/Why?"));
}

TEST(EmptyPages, WhyOffersTheLaneThatShakesAndNamesTheFrontLane) {
  auto desk = emptiest("Why?");
  lab::Diagnosis calm;
  calm.causes = {{.id = lab::CauseId::kCalm, .sentence = "Nothing shakes."}};
  desk->diagnosis = calm;
  EXPECT_FALSE(desk->has("front-lane/name")) << "there is one lane";
  lab::Setup setup = desk->timeline.setup();
  lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method("pseudoinverse"));
  desk->change(setup);
  desk->frames(6);
  EXPECT_TRUE(desk->has("front-lane/name"));
  std::vector<lab::Standing>& standings = desk->panels.lanes.ranking.standings;
  ASSERT_EQ(standings.size(), 2U);
  standings[1].steps = ui::kMinRanked;
  standings[1].mean_jitter_deg = 8.0;
  standings[1].roughness = 0.5;
  desk->frames(2);
  EXPECT_TRUE(desk->says("Look at Pseudoinverse"));
  desk->press("empty/another lane");
  EXPECT_EQ(desk->timeline.setup().front, 1U);
}

TEST(EmptyPages, CrowdComes) {
  auto desk = emptiest("Crowd");
  EXPECT_TRUE(desk->says("Show 1000 bodies"));
  desk->press("empty/Crowd");
  ASSERT_TRUE(desk->crowd_wish().has_value());
  EXPECT_EQ(desk->crowd_wish()->count, 1000);
  EXPECT_FALSE(desk->has("empty/Crowd"));
}

TEST(EmptyPages, CrowdThatCannotBeBecomesOneOfTheY) {
  auto desk = pressed("Crowd");
  const std::string trouble = "This body cannot.";
  desk->crowd.trouble = &trouble;
  desk->frames(2);
  EXPECT_TRUE(desk->says(trouble));
  desk->press("empty/Crowd");
  EXPECT_EQ(desk->crowd_wish()->kind, ui::CrowdKind::kY);
}

TEST(EmptyPages, ReachLetsTheTargetsStandInThePresentPose) {
  auto desk = emptiest("Reach");
  const ik::VectorX theta = desk->tracker().pose().theta;
  desk->press("empty/Reach");
  const lab::Setup& setup = desk->timeline.setup();
  EXPECT_TRUE(setup.frozen);
  EXPECT_EQ(setup.start, std::vector<double>(theta.begin(), theta.end()));
  EXPECT_FALSE(desk->has("empty/Reach"));
  EXPECT_EQ(desk->changes.size(), 1U) << "one change to undo";
}

TEST(EmptyPages, ClaimsAreRun) {
  auto desk = emptiest("Claims");
  EXPECT_FALSE(desk->sends(ui::Command::kMeasureAll));
  desk->press("empty/Claims");
  EXPECT_TRUE(desk->sends(ui::Command::kMeasureAll));
}

}  // namespace
