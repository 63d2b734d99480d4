#include "lab/run/timeline.h"

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

std::shared_ptr<const lab::Scene> shared_scene(const char* id) {
  return std::make_shared<const lab::Scene>(io::find_scene(id));
}

lab::Setup start(const char* scene = "double-y", const char* method = "dls") {
  const auto loaded = shared_scene(scene);
  return lab::setup_of(loaded, *ik::find_method(method), loaded->settings);
}

/// The poses of all lanes, one below the other.
ik::VectorX poses(const lab::Bench& bench) {
  ik::VectorX all(0);
  for (std::size_t i = 0; i < bench.size(); ++i) {
    const ik::VectorX& theta = bench.tracker(i).pose().theta;
    const Eigen::Index before = all.size();
    all.conservativeResize(before + theta.size());
    all.tail(theta.size()) = theta;
  }
  return all;
}

/// Something that a user might do in that step, or nothing; every kind of change comes in turn.
bool meddle(long step, lab::Setup& setup) {
  if (step % 37 != 5) return false;
  const auto turn = step / 37;
  lab::Lane& lane = setup.front_lane();
  const auto& methods = ik::methods();
  switch (turn % 13) {
    case 0:
      lane.settings.params["lambda"] = 0.2 + 0.1 * static_cast<double>(turn % 7);
      break;
    case 1:
      setup.targets[1].held = Eigen::Vector3d(0.3, 1.0, 0.01 * static_cast<double>(turn));
      break;
    case 2: {
      // training takes long, and newton is slow: the others will do
      const auto next = static_cast<std::size_t>(turn * 5) % 5;
      lab::set_method(lane, methods[next]);
      break;
    }
    case 3:
      lane.settings.d_max = turn % 2 == 0 ? 0.4 : lab::kOff;
      lane.settings.adaptive_d_max = turn % 3 == 0;
      break;
    case 4:
      setup.frozen = !setup.frozen;
      break;
    case 5:
      if (setup.lanes.size() < 4) {
        const std::size_t added = lab::add_lane(setup);
        setup.lanes[added].method = ik::find_method("sdls");
      }
      break;
    case 6:
      setup.targets[1].held.reset();
      break;
    case 7:
      setup.joint_weights[2] = turn % 2 == 0 ? 0.0 : 2.0;
      break;
    case 8:
      setup.front = (setup.front + 1) % setup.lanes.size();
      break;
    case 9: {
      lab::WaveCurve curve = std::get<lab::WaveCurve>(setup.targets[0].curve.shape());
      curve.center.x() += 0.2;
      setup.targets[0].curve = lab::TargetCurve(curve);
      break;
    }
    case 10:
      setup.goal_weights[3] = 0.5;
      break;
    case 11: {
      // two leaders in turn, there and partly back
      const double travel = 0.15 * static_cast<double>(turn % 5) - 0.2;
      lab::set_push(lane, turn % 2 == 0 ? 3 : 9, travel);
      break;
    }
    default:
      if (setup.lanes.size() > 2) lab::remove_lane(setup, 0);
      break;
  }
  return true;
}

/// A timeline with changes on the way, and where its bodies were after every step.
struct Meddled {
  explicit Meddled(long steps) : timeline(start()) {
    rows.push_back(poses(timeline.bench()));
    for (long k = 1; k <= steps; ++k) {
      timeline.step();
      lab::Setup setup = timeline.setup();
      if (meddle(k, setup)) timeline.apply(setup);
      rows.push_back(poses(timeline.bench()));
    }
  }
  lab::Timeline timeline;
  std::vector<ik::VectorX> rows;
};

TEST(Timeline, GoesBackAndOnAgainToTheSameBits) {
  Meddled made(1500);
  bodies::Numbers numbers(7);
  for (int i = 0; i < 40; ++i) {
    const auto step = static_cast<long>(1500.0 * 0.5 * (1.0 + numbers.next()));
    made.timeline.seek(step);
    ASSERT_EQ(made.timeline.now(), step);
    ASSERT_EQ(poses(made.timeline.bench()), made.rows[static_cast<std::size_t>(step)]) << step;
    if (step == 1500) continue;
    made.timeline.step();
    ASSERT_EQ(poses(made.timeline.bench()), made.rows[static_cast<std::size_t>(step) + 1]) << step;
  }
  EXPECT_EQ(made.timeline.last(), 1500);
}

TEST(Timeline, IsRepeatedByItsChangesAlone) {
  const Meddled made(10000);
  lab::Timeline again(made.timeline.initial());
  auto change = made.timeline.changes().begin();
  for (long k = 1; k <= 10000; ++k) {
    again.step();
    for (; change != made.timeline.changes().end() && change->step == k; ++change) {
      again.apply(change->setup);
    }
    ASSERT_EQ(poses(again.bench()), made.rows[static_cast<std::size_t>(k)]) << k;
  }
}

TEST(Timeline, ReachesEveryStepOfALongRun) {
  // more checkpoints than are kept
  lab::Timeline timeline(start("y"));
  std::vector<ik::VectorX> rows{poses(timeline.bench())};
  constexpr long kSteps = 120'000;
  for (long k = 1; k <= kSteps; ++k) {
    timeline.step();
    if (k % 9'999 == 0) rows.push_back(poses(timeline.bench()));
  }
  for (std::size_t i = rows.size(); i-- > 0;) {
    timeline.seek(9'999 * static_cast<long>(i));
    EXPECT_EQ(poses(timeline.bench()), rows[i]) << i;
  }
}

TEST(Timeline, ForgetsTheFutureOfAPastThatChanges) {
  lab::Timeline timeline(start("y"));
  for (int k = 0; k < 450; ++k) timeline.step();
  timeline.seek(250);
  lab::Setup setup = timeline.setup();
  setup.front_lane().settings.params["lambda"] = 2.0;
  timeline.apply(setup);
  EXPECT_EQ(timeline.last(), 250);
  for (int k = 0; k < 300; ++k) timeline.step();
  const ik::VectorX end = poses(timeline.bench());

  lab::Timeline straight(start("y"));
  for (int k = 0; k < 250; ++k) straight.step();
  straight.apply(setup);
  for (int k = 0; k < 300; ++k) straight.step();
  EXPECT_EQ(poses(straight.bench()), end);
  timeline.seek(100);
  timeline.seek(550);
  EXPECT_EQ(poses(timeline.bench()), end);
}

/// The present setup with another damping.
lab::Setup damped(const lab::Timeline& timeline, double lambda) {
  lab::Setup setup = timeline.setup();
  setup.front_lane().settings.params["lambda"] = lambda;
  return setup;
}

void make_steps(lab::Timeline& timeline, int steps) {
  for (int k = 0; k < steps; ++k) timeline.step();
}

TEST(TimelineBranch, LeadsBackToTheBitsOfTheCourseThatWasLeft) {
  Meddled made(700);
  lab::Timeline& timeline = made.timeline;
  std::vector<std::string> marks;
  for (const lab::ChangeMark& mark : timeline.marks()) marks.push_back(mark.text());
  timeline.seek(333);
  timeline.apply(damped(timeline, 2.0));
  make_steps(timeline, 500);
  const ik::VectorX other_end = poses(timeline.bench());
  ASSERT_EQ(timeline.branches().size(), 1U);
  EXPECT_EQ(timeline.branches()[0].fork, 333);
  EXPECT_EQ(timeline.branches()[0].last, 700);

  timeline.go_to_branch(timeline.branches()[0].id);
  EXPECT_EQ(timeline.now(), 333);
  EXPECT_EQ(timeline.last(), 700);
  ASSERT_EQ(timeline.marks().size(), marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) EXPECT_EQ(timeline.marks()[i].text(), marks[i]);
  for (const long step : {333L, 334L, 500L, 700L, 120L, 650L}) {
    timeline.seek(step);
    ASSERT_EQ(poses(timeline.bench()), made.rows[static_cast<std::size_t>(step)]) << step;
  }
  // and the other one is kept in turn
  ASSERT_EQ(timeline.branches().size(), 1U);
  EXPECT_EQ(timeline.branches()[0].fork, 333);
  timeline.seek(20);
  timeline.go_to_branch(timeline.branches()[0].id);
  EXPECT_EQ(timeline.now(), 333);
  timeline.seek(833);
  EXPECT_EQ(poses(timeline.bench()), other_end);
}

TEST(TimelineBranch, ForksWhereThePresentCourseLeavesIt) {
  lab::Timeline timeline(start("y"));
  make_steps(timeline, 600);
  timeline.seek(400);
  timeline.apply(damped(timeline, 2.0));
  make_steps(timeline, 300);
  timeline.seek(150);
  timeline.apply(damped(timeline, 3.0));
  make_steps(timeline, 10);
  // both were left at 150, though the first branched off later
  ASSERT_EQ(timeline.branches().size(), 2U);
  EXPECT_EQ(timeline.branches()[0].fork, 150);
  EXPECT_EQ(timeline.branches()[0].last, 600);
  EXPECT_EQ(timeline.branches()[1].fork, 150);
  EXPECT_EQ(timeline.branches()[1].last, 700);
  // seen from the second, the first leaves at 400 again
  timeline.go_to_branch(timeline.branches()[1].id);
  ASSERT_EQ(timeline.branches().size(), 2U);
  EXPECT_EQ(timeline.branches()[0].fork, 400);
  EXPECT_EQ(timeline.branches()[1].fork, 150);
  EXPECT_EQ(timeline.branches()[1].last, 160);
}

TEST(TimelineBranch, OfASavedRunLeadsToTheSameBits) {
  lab::Timeline timeline(start("y"));
  make_steps(timeline, 100);
  timeline.apply(damped(timeline, 0.5));
  make_steps(timeline, 200);
  const ik::VectorX end = poses(timeline.bench());
  timeline.seek(150);
  timeline.apply(damped(timeline, 2.0));
  make_steps(timeline, 40);

  // the same courses, without what is derived from them
  lab::Timeline again(timeline.initial());
  make_steps(again, 100);
  again.apply(timeline.changes()[0].setup);
  make_steps(again, 50);
  again.apply(timeline.changes()[1].setup);
  make_steps(again, 40);
  const long before = again.revision();
  std::vector<lab::Branch> branches = timeline.branches();
  ASSERT_EQ(branches.size(), 1U);
  branches[0].id = branches[0].fork = 0;
  again.add_branches(branches);
  EXPECT_GT(again.revision(), before);
  ASSERT_EQ(again.branches().size(), 1U);
  EXPECT_EQ(again.branches()[0].fork, 150);
  again.go_to_branch(again.branches()[0].id);
  again.seek(300);
  EXPECT_EQ(poses(again.bench()), end);
}

TEST(Timeline, CountsChangesOfItsCoursesButNoSteps) {
  lab::Timeline timeline(start("y"));
  long before = timeline.revision();
  make_steps(timeline, 700);
  timeline.seek(333);
  EXPECT_EQ(timeline.revision(), before);
  const auto expect_counted = [&](const char* what) {
    EXPECT_GT(timeline.revision(), before) << what;
    before = timeline.revision();
  };
  timeline.apply(damped(timeline, 2.0));
  expect_counted("a change");
  make_steps(timeline, 300);
  ASSERT_EQ(timeline.branches().size(), 1U);
  timeline.go_to_branch(timeline.branches()[0].id);
  expect_counted("another course");
  ASSERT_FALSE(timeline.branches().empty());
  timeline.remove_branch(timeline.branches().back().id);
  expect_counted("a course less");
  timeline.restart();
  expect_counted("a new run");
}

TEST(TimelineBranch, KnowsTheSetupAfterItsFork) {
  lab::Timeline timeline(start("y"));
  make_steps(timeline, 100);
  timeline.apply(damped(timeline, 0.5));
  make_steps(timeline, 100);
  timeline.seek(60);
  timeline.apply(damped(timeline, 2.0));
  make_steps(timeline, 5);
  timeline.seek(60);
  ASSERT_EQ(timeline.branches().size(), 1U);
  EXPECT_EQ(timeline.setup_after_fork(timeline.branches()[0].id), timeline.initial());
  // the present course as a branch has the change at the fork itself
  const lab::Setup changed = timeline.setup();
  timeline.go_to_branch(timeline.branches()[0].id);
  ASSERT_EQ(timeline.branches().size(), 1U);
  EXPECT_EQ(timeline.setup_after_fork(timeline.branches()[0].id), changed);
}

TEST(TimelineBranch, IsLeftByAChangeOfThePastAlone) {
  lab::Timeline timeline(start("y"));
  make_steps(timeline, 50);
  timeline.apply(damped(timeline, 0.5));
  timeline.apply(damped(timeline, 0.6));
  make_steps(timeline, 50);
  EXPECT_TRUE(timeline.branches().empty());
  timeline.seek(70);
  // a drag
  for (int move = 1; move <= 30; ++move) timeline.apply(damped(timeline, 0.6 + 0.01 * move));
  ASSERT_EQ(timeline.branches().size(), 1U);
  timeline.remove_branch(timeline.branches()[0].id);
  EXPECT_TRUE(timeline.branches().empty());
  make_steps(timeline, 5);
  timeline.seek(72);
  timeline.apply(damped(timeline, 0.5));
  EXPECT_EQ(timeline.branches().size(), 1U);
  timeline.restart();
  EXPECT_TRUE(timeline.branches().empty());
}

TEST(TimelineBranch, GoesWhenItIsTheOldestOfTooMany) {
  lab::Timeline timeline(start("y"));
  for (std::size_t i = 0; i <= lab::Timeline::kMaxBranches; ++i) {
    make_steps(timeline, 20);
    timeline.seek(timeline.now() - 10);
    timeline.apply(damped(timeline, 0.1 + 0.01 * static_cast<double>(i)));
  }
  ASSERT_EQ(timeline.branches().size(), lab::Timeline::kMaxBranches);
  EXPECT_EQ(timeline.branches().front().id, 2);

  // one with very many changes alone is too much
  lab::Timeline busy(start("y"));
  for (std::size_t k = 0; k <= lab::Timeline::kMaxBranchChanges; ++k) {
    busy.apply(damped(busy, 0.1 + 1e-5 * static_cast<double>(k)));
  }
  busy.step();
  busy.seek(0);
  busy.apply(damped(busy, 2.0));
  EXPECT_TRUE(busy.branches().empty());
}

TEST(Timeline, SeeksOnlyWhatWasMade) {
  lab::Timeline timeline(start("y"));
  for (int k = 0; k < 10; ++k) timeline.step();
  timeline.seek(99);
  EXPECT_EQ(timeline.now(), 10);
  timeline.seek(-3);
  EXPECT_EQ(timeline.now(), 0);
}

TEST(Timeline, StartsAnewWithThePresentSetup) {
  lab::Timeline timeline(start("y"));
  for (int k = 0; k < 30; ++k) timeline.step();
  lab::Setup setup = timeline.setup();
  setup.front_lane().settings.params["lambda"] = 0.25;
  setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
  timeline.apply(setup);
  timeline.restart();
  EXPECT_EQ(timeline.last(), 0);
  EXPECT_TRUE(timeline.changes().empty());
  lab::Timeline fresh(setup);
  for (int k = 0; k < 50; ++k) {
    timeline.step();
    fresh.step();
    ASSERT_EQ(poses(timeline.bench()), poses(fresh.bench())) << k;
  }
}

TEST(Bench, RunsEveryLaneAsATrackerAlone) {
  lab::Setup setup = start("double-y");
  for (const char* id : {"sdls", "jacobian-transpose", "newton"}) {
    setup.lanes[lab::add_lane(setup)].method = ik::find_method(id);
  }
  setup.lanes[2].settings.d_max = 0.3;
  setup.lanes[0].settings.set_param("lambda", 0.7);
  lab::Bench bench(setup);
  std::vector<lab::Tracker> alone;
  for (const lab::Lane& lane : setup.lanes) {
    alone.emplace_back(*setup.scene, *lane.method, lane.settings);
  }
  for (int k = 0; k < 200; ++k) {
    bench.step();
    for (std::size_t i = 0; i < alone.size(); ++i) {
      alone[i].step();
      ASSERT_EQ(bench.tracker(i).pose().theta, alone[i].pose().theta) << i << " in step " << k;
      ASSERT_TRUE(std::equal(alone[i].targets().begin(), alone[i].targets().end(),
                             bench.tracker(0).targets().begin()));
    }
  }
}

TEST(Bench, StartsANewLaneWhereTheFrontOneIs) {
  lab::Bench bench(start("y"));
  for (int k = 0; k < 100; ++k) bench.step();
  lab::Setup setup = bench.setup();
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("sdls");
  bench.apply(setup);
  ASSERT_EQ(bench.size(), 2U);
  EXPECT_EQ(bench.tracker(1).pose().theta, bench.tracker(0).pose().theta);
  EXPECT_EQ(bench.tracker(1).step_count(), 100);
  bench.step();
  EXPECT_NE(bench.tracker(1).pose().theta, bench.tracker(0).pose().theta);
  // the lane that is left is the one that was there, by its id and not by its place
  const ik::VectorX second = bench.tracker(1).pose().theta;
  setup = bench.setup();
  lab::remove_lane(setup, 0);
  bench.apply(setup);
  EXPECT_EQ(bench.front().pose().theta, second);
}

TEST(Bench, GivesEveryParameterBackItsDefault) {
  lab::Setup plain = start("y", "dls-manipulability");
  const ik::AnyMethod defaults = plain.front_lane().method->create();
  std::string name;
  ik::AnyMethod copy = defaults;
  copy.visit([&name](const ik::Knob& info, ik::KnobValue) { name = info.name; });
  lab::Setup changed = plain;
  changed.front_lane().settings.set_param(name, 0.123);
  lab::Bench bench(plain);
  bench.apply(changed);
  EXPECT_EQ(ik::get_param(bench.front().method(), name), 0.123);
  bench.apply(plain);
  EXPECT_EQ(ik::get_param(bench.front().method(), name), ik::get_param(defaults, name));
}

TEST(Bench, TimesUpdatesWithTheClockItIsGiven) {
  lab::Bench bench(start("y"));
  bench.step();
  EXPECT_EQ(bench.update_ns(0), 0.0);
  double now = 0.0;
  bench.step([&now] { return now += 250.0; });
  EXPECT_EQ(bench.update_ns(0), 250.0);
}

}  // namespace
