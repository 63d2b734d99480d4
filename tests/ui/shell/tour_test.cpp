#include "ui/shell/tour.h"

#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/run/metrics.h"
#include "ui/desk.h"
#include "ui/drawn.h"

namespace {

TEST(Tour, ShowsWhatToPressFirstWithoutScrollingInALargeScale) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, 2.0F);
  desk.panels.tour.open = true;
  desk.frames(3);
  const ui::ItemRect watch = desk.item("tour/demonstration"), next = desk.item("tour/next");
  EXPECT_LT(watch.max.y, next.min.y);
  for (const ui::ItemRect& rect : {watch, next, desk.item("tour/skip")}) {
    EXPECT_LE(rect.max.y, rect.clip_max.y);
  }
  // the button of the next card is at the same height
  desk.press("tour/next");
  desk.frames(2);
  EXPECT_EQ(desk.item("tour/next").min.y, next.min.y);
  // a scroll bar may narrow the card, but the pointer stays on the button
  const float middle = 0.5F * (next.min.x + next.max.x);
  EXPECT_LT(desk.item("tour/next").min.x, middle);
  EXPECT_GT(desk.item("tour/next").max.x, middle);
  desk.press("tour/back");
  EXPECT_EQ(desk.panels.tour.card, 0U);
}

TEST(Tour, OutlinesNothingOverAnOpenList) {
  Desk desk;
  desk.panels.tour.open = true;
  desk.frames(2);
  const auto outlined = [] { return ImGui::GetForegroundDrawList()->VtxBuffer.size() > 0; };
  EXPECT_TRUE(outlined());
  desk.panels.help = true;
  desk.frames(2);
  EXPECT_FALSE(outlined());
  desk.panels.help = false;
  desk.panels.palette.open = true;
  desk.frames(2);
  EXPECT_FALSE(outlined());
  desk.panels.palette.open = false;
  desk.frames(2);
  EXPECT_TRUE(outlined());
  desk.press("rail/menu");
  desk.frames(2);
  EXPECT_FALSE(outlined());
}

TEST(Tour, ShowsRecordingAndThePageReach) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.panels.tour.open = true;
  bool records = false, reaches = false;
  for (std::size_t card = 0; card < 8; ++card) {
    desk.panels.tour.card = card;
    desk.frames(2);
    records |= desk.says("saves the recording");
    reaches |= desk.says("page Reach");
  }
  EXPECT_TRUE(records);
  EXPECT_TRUE(reaches);
}

TEST(Tour, HasACardAsHighAsItsText) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  const drawn::Reader reader(*ImGui::GetIO().Fonts, 1.0F);
  desk.panels.tour.open = true;
  std::set<float> heights;
  for (std::size_t card = 0; card < 8; ++card) {
    desk.panels.tour.card = card;
    desk.frames(3);
    const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
    float top = 1e9F, bottom = 0.0F;
    for (const drawn::Words& words : reader.read(*ImGui::GetDrawData()).words) {
      if (words.window != "tour") continue;
      EXPECT_FALSE(words.cut_down) << words.text;
      top = std::min(top, words.whole.min.y);
      bottom = std::max(bottom, words.whole.max.y);
    }
    // the buttons' words are in the middle of their frames
    EXPECT_NEAR(top, layout.card.corner.y, 20.0F) << card;
    EXPECT_NEAR(bottom, layout.card.end().y, 20.0F) << card;
    heights.insert(layout.card.size.y);
  }
  EXPECT_GT(heights.size(), 1U);
}

TEST(Tour, ShowsItsCardsAndEnds) {
  Desk desk;
  EXPECT_FALSE(desk.has("tour/next"));
  desk.panels.tour.open = true;
  desk.frames(2);
  int cards = 0;
  for (; desk.panels.tour.open && cards < 20; ++cards) desk.press("tour/next");
  EXPECT_EQ(cards, 8);
  desk.panels.tour.open = true;
  desk.frames(2);
  desk.press("tour/skip");
  EXPECT_FALSE(desk.panels.tour.open);
}

// At 900 × 600 a page lies over the picture, and the frame lies over everything.
TEST(Tour, OutlinesThePictureBesideAPageThatCoversIt) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {900.0F, 600.0F});
  desk.panels.tour.open = true;
  const auto right_edge = [] {
    float right = 0.0F;
    for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
      right = std::max(right, vertex.pos.x);
    }
    return right;
  };
  desk.frames(2);
  const float alone = right_edge();
  ui::open_page(desk.panels, 0);
  desk.frames(2);
  const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
  ASSERT_FALSE(layout.page_beside);
  EXPECT_LT(right_edge(), alone);
  EXPECT_LE(right_edge(), layout.page.corner.x);
}

// A phone held sideways: the page has half of the width.
TEST(Tour, HasItsCardBesideAPageThatCoversThePicture) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {844.0F, 390.0F});
  desk.panels.tour.open = true;
  ui::open_page(desk.panels, 0);
  desk.frames(4);
  const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
  ASSERT_FALSE(layout.page_beside);
  EXPECT_TRUE(desk.says("A race that cannot be won"));
  EXPECT_LE(desk.item("tour/next").max.x, layout.page.corner.x);
  desk.press("tour/next");
  EXPECT_EQ(desk.panels.tour.card, 1U);
}

TEST(Tour, WaitsBehindAPageAsWideAsThePicture) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {390.0F, 844.0F});
  desk.panels.tour.open = true;
  desk.frames(4);
  EXPECT_TRUE(desk.has("tour/next"));
  ui::open_page(desk.panels, 0);
  desk.frames(4);
  EXPECT_FALSE(desk.has("tour/next"));
  ui::show_page(desk.panels.arrangement, false);
  desk.frames(4);
  EXPECT_TRUE(desk.has("tour/next"));
}

/// A desk with the Y that shows the demonstration.
struct Shown {
  Shown() : desk(io::find_scene("y"), "sdls") {
    desk.frames(2);
    desk.panels.demonstration.open = true;
    desk.frames(2);
  }
  std::string method() const { return desk.tracker().method_info().id; }
  Desk desk;
};

TEST(Demonstration, GoesFromActToActByItself) {
  Shown shown;
  Desk& desk = shown.desk;
  EXPECT_TRUE(desk.sends(ui::Command::kRestart));
  EXPECT_EQ(shown.method(), "pseudoinverse");
  EXPECT_TRUE(desk.says("J loses rank"));
  std::vector<double> lambdas;
  for (int i = 0; i < 160 && desk.panels.demonstration.open; ++i) {
    desk.run(40);
    desk.frame();
    lambdas.push_back(*desk.tracker().settings().param("lambda"));
  }
  EXPECT_EQ(shown.method(), "dls");
  EXPECT_EQ(desk.panels.demonstration.act, 3U);
  EXPECT_LT(desk.tracker().settings().d_max, 1.0);
  const auto lowest = std::ranges::min_element(lambdas);
  EXPECT_TRUE(std::is_sorted(lambdas.begin(), lowest, std::greater())) << "λ is drawn down";
  EXPECT_GT(std::set<double>(lambdas.begin(), lambdas.end()).size(), 10U) << "little by little";
  EXPECT_TRUE(desk.says("the sliders are on the left"));
  desk.press("demonstration/stop");
  EXPECT_FALSE(desk.panels.demonstration.open);
  EXPECT_EQ(shown.method(), "dls") << "everything stays as it is";
}

TEST(Demonstration, GoesOnAndStopsWhenAsked) {
  Shown shown;
  shown.desk.press("demonstration/next");
  shown.desk.frames(2);
  EXPECT_EQ(shown.method(), "dls");
  shown.desk.press("demonstration/stop");
  shown.desk.frames(2);
  EXPECT_FALSE(shown.desk.has("demonstration/next"));
}

TEST(Demonstration, EndsWhenTheUserChangesWhatItShows) {
  for (const char* item : {"method", "setting/lambda"}) {
    Shown shown;
    shown.desk.press("demonstration/next");
    shown.desk.frames(2);
    if (std::string(item) == "method") {
      shown.desk.choose_method("sdls");
    } else {
      shown.desk.press_part(item, 0.9F);
    }
    shown.desk.frames(2);
    EXPECT_FALSE(shown.desk.panels.demonstration.open) << item;
  }
}

TEST(Demonstration, AsksForTheYFirst) {
  Desk desk;
  desk.scenes.push_back({"y", "Y", ""});
  desk.panels.demonstration.open = true;
  desk.frame();
  const auto* load = desk.sent<ui::LoadScene>();
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(desk.scenes[load->scene].id, "y");
}

// checks the statements on the cards
TEST(Demonstration, IsRightAboutTheMethods) {
  struct Measured {
    double error, jitter_deg;
  };
  const auto measure = [](const char* method, double lambda, double d_max) {
    lab::Scene scene = io::find_scene("y");
    scene.settings.set_param("lambda", lambda);
    scene.settings.d_max = d_max;
    lab::Tracker tracker(std::move(scene), *ik::find_method(method));
    Measured sums{0.0, 0.0};
    constexpr int kSteps = 4000, kTransient = 400;
    for (int k = -kTransient; k < kSteps; ++k) {
      tracker.step();
      if (k < 0) continue;
      for (const double error : tracker.errors()) sums.error += 0.5 * error / kSteps;
      sums.jitter_deg += lab::jitter_deg(tracker) / kSteps;
    }
    return sums;
  };
  const Measured pseudoinverse = measure("pseudoinverse", 0.6, lab::kOff);
  const Measured damped = measure("dls", 0.6, lab::kOff);
  const Measured cliff = measure("dls", 0.2, lab::kOff);
  const Measured clamped = measure("dls", 0.35, 0.1);
  const Measured above = measure("dls", 0.43, lab::kOff), below = measure("dls", 0.37, lab::kOff);
  EXPECT_GT(pseudoinverse.jitter_deg, 10.0 * damped.jitter_deg);
  EXPECT_LT(damped.jitter_deg, lab::kShakingJitter) << "calm";
  EXPECT_LT(damped.error, pseudoinverse.error) << "and closer";
  EXPECT_LT(above.error, damped.error) << "follows more closely";
  EXPECT_LT(above.jitter_deg, 1.0) << "the cliff is near 0.4";
  EXPECT_GT(below.jitter_deg, 1.0) << "the cliff is near 0.4";
  EXPECT_GT(cliff.jitter_deg, pseudoinverse.jitter_deg) << "shakes again";
  EXPECT_LT(clamped.jitter_deg, lab::kShakingJitter) << "calm";
  EXPECT_LT(clamped.error, damped.error) << "and closer";
}

}  // namespace
