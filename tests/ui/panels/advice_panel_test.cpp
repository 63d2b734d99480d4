#include "ui/panels/pages.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "lab/advise/conclusion.h"
#include "lab/sweep/sweep.h"
#include "support/advised.h"
#include "ui/desk.h"
#include "ui/plot/plot.h"

namespace {

class AdvicePanel : public testing::Test {
 protected:
  AdvicePanel() {
    figure = lab::advice_figure(advised);
    desk.advice = {.advised = &advised, .figure = &figure};
    desk.press("page/Advice");
    desk.frames(2);
    desk.forget();
  }
  const lab::Lane& front() const { return desk.timeline.setup().front_lane(); }
  /// Screen position of a candidate's dot.
  ImVec2 dot(std::size_t candidate) const {
    const ui::ItemRect rect = desk.item("advice/figure");
    const ui::ImGuiPainter painter(desk.theme, *ImGui::GetBackgroundDrawList());
    const lab::ScatterLayout layout = lab::lay_out(
        figure, ui::box_of(rect.min, {rect.max.x - rect.min.x, rect.max.y - rect.min.y}),
        ui::plot_style(desk.theme), painter);
    return ui::vec(lab::place_of(figure, layout.frame, candidate).value());
  }
  /// A dot that no other dot covers, with another method than the front lane.
  std::size_t lone_dot() const {
    for (std::size_t i = 0; i < figure.dots.size(); ++i) {
      const lab::Box unit{0.0, 0.0, 300.0, 200.0};
      const auto own = lab::place_of(figure, unit, i);
      if (!own || advised.plan.candidates[i].method == front().method) continue;
      bool alone = true;
      for (std::size_t j = 0; j < figure.dots.size(); ++j) {
        const auto other = lab::place_of(figure, unit, j);
        if (j == i || !other) continue;
        alone &= std::hypot(own->x - other->x, own->y - other->y) > 14.0;
      }
      if (alone) return i;
    }
    throw std::runtime_error("no dot is alone");
  }

  Desk desk;
  lab::Advised advised = support::advised_of(lab::experiment_of(desk.timeline.setup(), 60, 20),
                                             {"dls", "ccd", "pseudoinverse"});
  lab::Scatter figure;
};

TEST_F(AdvicePanel, SaysTheRecommendationsAndTheirReasons) {
  ASSERT_EQ(advised.advice.recommendations.size(), 3U);
  for (const lab::Recommendation& r : advised.advice.recommendations) {
    EXPECT_TRUE(desk.says(r.sentence)) << r.sentence;
    EXPECT_TRUE(desk.says(r.reason)) << r.reason;
  }
  EXPECT_TRUE(desk.says(lab::bounds_in_words(advised)));
}

TEST_F(AdvicePanel, UsesACandidateByOneChange) {
  const lab::Recommendation* r = advised.advice.of(lab::Purpose::kClosest);
  ASSERT_NE(r, nullptr);
  const lab::Candidate& wanted = advised.plan.candidates[r->choice.candidate];
  if (ui::is_in_use(wanted, front())) GTEST_FAIL() << "the test needs another one";
  desk.press("advice/use/closest");
  EXPECT_EQ(desk.changes.size(), 1U);
  EXPECT_TRUE(ui::is_in_use(wanted, front()));
  EXPECT_EQ(front().settings.d_max, wanted.settings.d_max);
  desk.frames(2);
  EXPECT_TRUE(desk.says("In use"));
  desk.press("advice/use/closest");
  EXPECT_EQ(desk.changes.size(), 1U) << "nothing more to change";
}

TEST_F(AdvicePanel, CopiesSetUpsAndCode) {
  using As = ui::CopyCandidate::As;
  const std::size_t calmest = advised.advice.of(lab::Purpose::kCalmest)->choice.candidate;
  desk.press("advice/set-up/calmest");
  ASSERT_NE(desk.sent<ui::CopyCandidate>(), nullptr);
  EXPECT_EQ(desk.sent<ui::CopyCandidate>()->candidate, calmest);
  EXPECT_EQ(desk.sent<ui::CopyCandidate>()->as, As::kSetup);
  desk.press("advice/code/calmest");
  EXPECT_EQ(desk.sent<ui::CopyCandidate>()->as, As::kCode);
  EXPECT_TRUE(desk.changes.empty());
}

TEST_F(AdvicePanel, TellsADotInWordsAndUsesItOnAPress) {
  const std::size_t candidate = lone_dot();
  desk.point_at(dot(candidate));
  desk.frames(3);
  EXPECT_TRUE(desk.says(lab::describe(advised.plan.candidates[candidate])));
  EXPECT_TRUE(desk.says("Press to use it"));
  desk.press_at(dot(candidate));
  EXPECT_EQ(desk.changes.size(), 1U);
  EXPECT_TRUE(ui::is_in_use(advised.plan.candidates[candidate], front()));
}

TEST_F(AdvicePanel, ShowsHowFarItIsAndStops) {
  desk.advice.running = true;
  desk.advice.progress = 0.37;
  desk.advice.left = "2 min left";
  advised.advice.recommendations.clear();
  desk.frames(2);
  EXPECT_TRUE(desk.says("37 %, 2 min left"));
  EXPECT_TRUE(desk.says("come when all candidates are tried"));
  EXPECT_FALSE(desk.has("advice/again"));
  desk.press("advice/stop");
  EXPECT_TRUE(desk.sends(ui::Command::kStopAdvising));
}

TEST_F(AdvicePanel, SavesAndTriesAgain) {
  EXPECT_FALSE(desk.says("for another scene"));
  desk.advice.stale = true;
  desk.frames(2);
  EXPECT_TRUE(desk.says("for another scene"));
  desk.press("advice/save");
  EXPECT_TRUE(desk.sends(ui::Command::kSaveAdvice));
  EXPECT_EQ(desk.sent<ui::Advise>(), nullptr);
  desk.press("advice/again");
  EXPECT_NE(desk.sent<ui::Advise>(), nullptr);
}

TEST(UsedCandidate, KeepsTheTimeStepAndSetsAllParameters) {
  const Desk desk;
  ui::Edit edit(desk.timeline.setup());
  edit.setup.front_lane().settings.time_step = 0.125;
  const ik::MethodInfo& method = *ik::find_method("jacobian-transpose");
  ui::use_candidate({&method, {}}, edit);
  const lab::Settings& settings = edit.setup.front_lane().settings;
  EXPECT_EQ(settings.time_step, 0.125);
  // an earlier value of the parameter must not return
  EXPECT_EQ(settings.param("gain"), ik::get_param(method.create(), "gain"));
}

}  // namespace
