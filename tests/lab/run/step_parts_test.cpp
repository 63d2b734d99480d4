#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/timeline.h"

namespace {

/// Two lanes on the Y that make `iterations` updates a step.
lab::Setup many_updates(int iterations) {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"), scene->settings);
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("sdls");
  for (lab::Lane& lane : setup.lanes) lane.settings.iterations = iterations;
  return setup;
}

void expect_same(const lab::Bench& a, const lab::Bench& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a.tracker(i).pose().theta, b.tracker(i).pose().theta) << i;
    EXPECT_EQ(a.tracker(i).last_step(), b.tracker(i).last_step()) << i;
    EXPECT_EQ(a.tracker(i).updates(), b.tracker(i).updates()) << i;
    EXPECT_EQ(a.tracker(i).step_count(), b.tracker(i).step_count()) << i;
  }
}

int parts_of_step(lab::Timeline& run, int updates) {
  int parts = 1;
  while (!run.step_part(updates)) ++parts;
  return parts;
}

TEST(StepParts, GiveTheBitsOfWholeSteps) {
  for (const double tolerance : {lab::kOff, 0.02}) {
    lab::Setup setup = many_updates(100);
    for (lab::Lane& lane : setup.lanes) lane.settings.tolerance = tolerance;
    lab::Timeline whole(setup), parted(setup);
    for (int k = 0; k < 40; ++k) {
      whole.step();
      parts_of_step(parted, 7 + k);
      ASSERT_NO_FATAL_FAILURE(expect_same(whole.bench(), parted.bench())) << tolerance << ' ' << k;
    }
    EXPECT_EQ(parted.now(), 40);
    EXPECT_EQ(parted.last(), 40);
  }
}

TEST(StepParts, HaveAtMostAsManyUpdatesAsAskedFor) {
  lab::Timeline run(many_updates(100));
  EXPECT_EQ(lab::updates_in_step(run.bench().setup()), 200);
  EXPECT_EQ(parts_of_step(run, 1000), 1);
  EXPECT_EQ(parts_of_step(run, 10), 20);
  EXPECT_EQ(parts_of_step(run, 100), 2);
}

TEST(StepParts, ShowNothingOfAnUnfinishedStep) {
  lab::Timeline run(many_updates(100)), other(many_updates(100));
  run.step();
  other.step();
  EXPECT_FALSE(run.step_part(30));
  expect_same(run.bench(), other.bench());
  EXPECT_EQ(run.now(), 1);
}

TEST(StepParts, AreDiscardedByAChange) {
  lab::Timeline run(many_updates(100)), other(many_updates(100));
  EXPECT_FALSE(run.step_part(150));
  for (lab::Timeline* each : {&run, &other}) {
    lab::Setup next = each->setup();
    for (lab::Lane& lane : next.lanes) lane.settings.params["lambda"] = 0.3;
    each->apply(next);
    parts_of_step(*each, 1000);
  }
  expect_same(run.bench(), other.bench());
}

TEST(StepParts, AreDiscardedByASeek) {
  lab::Timeline run(many_updates(20));
  for (int k = 0; k < 5; ++k) run.step();
  const lab::Bench fifth = run.bench();
  run.step();
  EXPECT_FALSE(run.step_part(30));
  run.seek(5);
  expect_same(run.bench(), fifth);
  // an approach makes no step itself
  run.approach(3);
  EXPECT_EQ(run.now(), 0);
}

}  // namespace
