#include "ui/panels/ranking.h"

#include <gtest/gtest.h>

#include <set>

#include "support/scenes.h"

namespace {

using Ids = std::vector<int>;

TEST(HeldOrder, TakesTheFirstOrderAtOnce) {
  ui::HeldOrder order;
  EXPECT_EQ(order.update(Ids{3, 1, 2}, 0.0), (Ids{3, 1, 2}));
}

TEST(HeldOrder, MovesRowsWhenTheirPlacesHaveHeldForASecond) {
  ui::HeldOrder order;
  order.update(Ids{1, 2, 3}, 0.0);
  EXPECT_EQ(order.update(Ids{2, 1, 3}, 5.0), (Ids{1, 2, 3})) << "a new place has not held yet";
  EXPECT_EQ(order.update(Ids{2, 1, 3}, 5.9), (Ids{1, 2, 3}));
  EXPECT_EQ(order.update(Ids{2, 1, 3}, 6.0), (Ids{2, 1, 3}));
}

TEST(HeldOrder, IgnoresAChangeThatGoesBack) {
  ui::HeldOrder order;
  order.update(Ids{1, 2}, 0.0);
  for (int i = 0; i < 20; ++i) {
    // the two swap every half second
    const Ids wanted = i % 2 == 0 ? Ids{2, 1} : Ids{1, 2};
    EXPECT_EQ(order.update(wanted, 2.0 + 0.5 * i), (Ids{1, 2})) << i;
  }
}

TEST(HeldOrder, MovesASteadyRowPastRowsThatAreNot) {
  ui::HeldOrder order;
  order.update(Ids{1, 2, 3, 4}, 0.0);
  // 4 becomes first and stays; 1 and 2 swap all the time
  for (int i = 0; i <= 4; ++i) {
    order.update(i % 2 == 0 ? Ids{4, 1, 2, 3} : Ids{4, 2, 1, 3}, 10.0 + 0.25 * i);
  }
  EXPECT_EQ(order.shown(), (Ids{4, 1, 2, 3}));
}

TEST(HeldOrder, IsAlwaysAPermutation) {
  ui::HeldOrder order;
  Ids wanted{0, 1, 2, 3, 4, 5};
  order.update(wanted, 0.0);
  unsigned seed = 1;
  for (int i = 1; i < 400; ++i) {
    seed = 1664525U * seed + 1013904223U;
    if ((seed >> 16) % 4 == 0) std::swap(wanted[(seed >> 20) % 6], wanted[(seed >> 24) % 6]);
    const Ids& shown = order.update(wanted, 0.3 * i);
    EXPECT_EQ(std::set<int>(shown.begin(), shown.end()).size(), 6U) << i;
  }
  EXPECT_EQ(order.update(wanted, 1000.0), wanted) << "what holds is shown in the end";
}

TEST(HeldOrder, TakesOtherRowsAndOtherValuesAtOnce) {
  ui::HeldOrder order;
  order.update(Ids{1, 2}, 0.0);
  EXPECT_EQ(order.update(Ids{3, 2, 1}, 0.1), (Ids{3, 2, 1})) << "a row more";
  EXPECT_EQ(order.update(Ids{2, 3}, 0.2), (Ids{2, 3})) << "a row less";
  order.reset();
  EXPECT_EQ(order.update(Ids{3, 2}, 0.3), (Ids{3, 2})) << "sorted by another column";
}

std::vector<std::string> names(const std::vector<std::size_t>& columns) {
  std::vector<std::string> result;
  for (const std::size_t i : columns) result.emplace_back(ui::ranking_columns()[i].name);
  return result;
}

TEST(RankingColumns, AreLeftOutOneByOne) {
  using Names = std::vector<std::string>;
  const auto fit = [](float room) { return names(ui::columns_that_fit(room, 50.0F, 0)); };
  EXPECT_EQ(fit(400), (Names{"error", "max", "jitter", "back", "µs"}));
  EXPECT_EQ(fit(250), (Names{"error", "max", "jitter", "back", "µs"}));
  EXPECT_EQ(fit(249), (Names{"error", "max", "jitter", "back"}));
  EXPECT_EQ(fit(199), (Names{"error", "max", "jitter"}));
  EXPECT_EQ(fit(149), (Names{"error", "jitter"}));
  EXPECT_EQ(fit(10), (Names{"error", "jitter"}));
}

TEST(RankingColumns, KeepTheOneThatSorts) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(ui::columns_that_fit(150, 50.0F, 4)), (Names{"error", "jitter", "µs"}));
}

TEST(Difference, IsAPercentageOrAMultiple) {
  EXPECT_EQ(ui::difference_text(1.12, 1.0), "+12 %");
  EXPECT_EQ(ui::difference_text(0.97, 1.0), "−3 %");
  EXPECT_EQ(ui::difference_text(0.0, 2.0), "−100 %");
  EXPECT_EQ(ui::difference_text(2.001, 2.0), "±0 %");
  EXPECT_EQ(ui::difference_text(5.98, 2.0), "+199 %");
  EXPECT_EQ(ui::difference_text(6.8, 2.0), "×3.4");
  EXPECT_EQ(ui::difference_text(46.0, 2.0), "×23");
  EXPECT_EQ(ui::difference_text(0.0, 0.0), "±0 %");
  EXPECT_EQ(ui::difference_text(1.0, 0.0), "–");
}

/// A run of two methods with their histories.
struct Raced {
  Raced() : timeline(setup()) {}
  static lab::Setup setup() {
    lab::Setup setup =
        lab::setup_of(std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree())),
                      *ik::find_method("dls"));
    lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method("jacobian-transpose"));
    return setup;
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) {
      timeline.step();
      for (std::size_t i = 0; i < 2; ++i) histories[i].add(timeline.bench().tracker(i));
    }
  }
  /// Updates in the next frame, or again in the same frame.
  void update(bool playing, double seconds = 1.0 / 60.0) {
    const lab::History* const pointers[] = {&histories[0], &histories[1]};
    ui::update(ranking, timeline, pointers, playing, now += seconds);
  }

  lab::Timeline timeline;
  lab::History histories[2];
  ui::Ranking ranking;
  double now = 0.0;
};

TEST(Ranking, ComparesTheSameStepsOfAllLanesWhilePlaying) {
  Raced raced;
  raced.run(100);
  raced.update(true);
  EXPECT_EQ(raced.ranking.at, 100);
  raced.run(19);
  raced.update(true);
  EXPECT_EQ(raced.ranking.at, 100) << "a tenth of a second has not passed";
  raced.run(1);
  raced.update(true);
  EXPECT_EQ(raced.ranking.at, 100) << "a lane for each frame: the second is missing";
  raced.update(true, 0.0);
  EXPECT_EQ(raced.ranking.at, 100) << "still the same frame";
  raced.run(3);
  raced.update(true);
  EXPECT_EQ(raced.ranking.at, 120);
  for (std::size_t lane = 0; lane < 2; ++lane) {
    const lab::Standing expected = lab::standing(raced.histories[lane], 0, 120);
    EXPECT_EQ(raced.ranking.standings[lane].steps, 120) << lane;
    EXPECT_EQ(raced.ranking.standings[lane].mean_error, expected.mean_error) << lane;
  }
}

TEST(Ranking, IsUpToDateAfterAStepOfAPausedRun) {
  Raced raced;
  raced.run(100);
  raced.update(false);
  raced.run(1);
  raced.update(false);
  EXPECT_EQ(raced.ranking.at, 101);
  EXPECT_EQ(raced.ranking.standings[1].steps, 101);
}

TEST(Ranking, StartsAnewWithOtherLanes) {
  Raced raced;
  raced.run(100);
  raced.update(true);
  lab::Setup setup = raced.timeline.setup();
  lab::set_method(setup.lanes[1], *ik::find_method("sdls"));
  raced.timeline.apply(setup);
  raced.run(5);
  raced.update(true);
  EXPECT_EQ(raced.ranking.steps, 5) << "the steps since the change";
}

TEST(Ranking, SaysWhetherTheFirstShakesAndWhichIsTheBestCalmOne) {
  ui::Ranking ranking;
  ranking.steps = 400;
  const std::vector<std::string> labels{"A", "B", "C"};
  for (int id = 0; id < 3; ++id) ranking.lanes.push_back({.id = id});
  ranking.standings.assign(3, {.steps = 400});
  const auto set = [&ranking](std::size_t lane, double jitter_deg, double roughness) {
    ranking.standings[lane].mean_jitter_deg = jitter_deg;
    ranking.standings[lane].roughness = roughness;
  };
  set(0, 45.9, 0.47);
  set(1, 0.3, 0.2);
  set(2, 0.4, 0.02);  // fast but smooth
  const auto verdict = [&](std::vector<int> order) {
    ranking.order.reset();
    ranking.order.update(order, 0.0);
    return ui::verdict(ranking, labels);
  };
  EXPECT_EQ(
      verdict({0, 1, 2}),
      "A is first by mean error over 400 steps, but it shakes: jitter 45.90°, and 47 % of its "
      "motion turns back. "
      "The best that does not is C.");
  EXPECT_EQ(verdict({2, 0, 1}), "C is first by mean error over 400 steps, and does not shake.");
  set(2, 0.2, 0.1);
  EXPECT_TRUE(verdict({0, 1, 2}).ends_with("All shake.")) << "at the limits";
  set(2, 0.19, 0.5);
  EXPECT_TRUE(verdict({0, 1, 2}).ends_with("is C.")) << "too little to see";
  ranking.steps = 40;
  EXPECT_EQ(verdict({0, 1, 2}), "Lanes are not ranked yet, measuring: 40 of 200 steps.");
}

TEST(Ranking, RanksAtOnceWhenThereAreStepsForIt) {
  Raced raced;
  raced.timeline.apply([] {
    lab::Setup setup = Raced::setup();
    std::swap(setup.lanes[0], setup.lanes[1]);
    return setup;
  }());
  const auto ids = [&raced] {
    raced.ranking.at = -1;
    raced.update(false);
    return raced.ranking.order.shown();
  };
  const Ids first = ids();
  raced.run(ui::kMinRanked - 1);
  EXPECT_EQ(ids(), first) << "in the order of the list";
  EXPECT_FALSE(ui::is_ranked(raced.ranking));
  raced.run(1);
  const Ids ranked = ids();
  const auto error = [&raced](int id) {
    const auto lane = std::ranges::find(raced.ranking.lanes, id, &lab::Lane::id);
    return raced.ranking.standings[static_cast<std::size_t>(lane - raced.ranking.lanes.begin())]
        .mean_error;
  };
  EXPECT_TRUE(ui::is_ranked(raced.ranking));
  EXPECT_LE(error(ranked[0]), error(ranked[1]));
  EXPECT_NE(ranked, first);
  lab::Setup setup = raced.timeline.setup();
  lab::set_method(setup.lanes[1], *ik::find_method("sdls"));
  raced.timeline.apply(setup);
  raced.run(5);
  EXPECT_EQ(ids(), ranked) << "rows stay until the lanes are ranked again";
}

}  // namespace
