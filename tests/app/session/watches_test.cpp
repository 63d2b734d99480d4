#include "app/session/watches.h"

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/picture/marks.h"
#include "app/picture/stage.h"
#include "app/session/session.h"
#include "ik/task/jacobian.h"
#include "support/changes.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"
#include "support/shaky.h"
#include "support/statuses.h"

namespace {

app::Session session_of(const shaky::SetUp& set_up) {
  lab::Scene scene = set_up.scene;
  scene.settings = set_up.settings;
  app::Session session({}, {}, std::move(scene), *ik::find_method(set_up.method));
  for (const auto& [name, value] : set_up.params) edits::set_param(session, name, value);
  return session;
}

/// Plays in frames of one or two steps, as a window does.
void play(app::Session& session, long steps) {
  while (session.tracker().step_count() < steps) session.advance(0.005);
}

/// Advances to the frame in which the causes are named, without a step.
void look(app::Session& session) {
  session.set_playing(false);
  session.advance(1.0);
  session.set_playing(true);
}

void expect_same(const lab::Diagnosis& a, const lab::Diagnosis& b) {
  EXPECT_EQ(a.jitter_deg, b.jitter_deg);
  EXPECT_EQ(a.roughness, b.roughness);
  ASSERT_EQ(a.causes.size(), b.causes.size());
  for (std::size_t i = 0; i < a.causes.size(); ++i) {
    EXPECT_EQ(a.causes[i].id, b.causes[i].id);
    EXPECT_EQ(a.causes[i].strength, b.causes[i].strength);
    EXPECT_EQ(a.causes[i].sentence, b.causes[i].sentence);
    EXPECT_EQ(a.causes[i].joints, b.causes[i].joints);
  }
}

TEST(DiagnosisWatch, SaysInASessionWhatIsSaidOfAPlainRun) {
  for (const shaky::SetUp& set_up : shaky::set_ups()) {
    app::Session session = session_of(set_up);
    play(session, 600);
    look(session);
    ASSERT_EQ(session.tracker().step_count(), 600) << set_up.name;
    ASSERT_NE(session.diagnosis(), nullptr) << set_up.name;
    EXPECT_EQ(session.diagnosis()->causes.front().id, set_up.cause) << set_up.name;
    expect_same(*session.diagnosis(), shaky::watch(set_up).diagnosis);
  }
}

TEST(DiagnosisWatch, ChangesNoBitOfTheRun) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  app::Session session = session_of(set_up);
  for (int i = 0; i < 300; ++i) {
    play(session, 2 * i);
    if (i % 7 == 0) look(session);
  }
  lab::Tracker plain = shaky::tracker_of(set_up);
  lab::run(plain, session.tracker().step_count());
  EXPECT_EQ(session.tracker().pose().theta, plain.pose().theta);
}

TEST(DiagnosisWatch, NamesCausesOnlyNowAndThen) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  lab::Tracker tracker = shaky::tracker_of(set_up);
  app::DiagnosisWatch watch;
  const auto clock = [] { return 0.0; };
  for (int k = 0; k < 600; ++k) {
    tracker.step();
    watch.add(tracker);
    watch.look(tracker, 1.0 / 60.0, clock);
  }
  // ten seconds at two per second; the first wait is longer
  EXPECT_GE(watch.namings(), 17);
  EXPECT_LE(watch.namings(), 20);
}

/// Number of steps after which a body that shook and comes to rest no longer shakes now.
int steps_until_calm(double rate) {
  lab::Tracker tracker = shaky::tracker_of(shaky::find("LittleDamping"));
  app::DiagnosisWatch watch;
  watch.set_rate(200.0);
  const auto look = [&] {
    watch.look(tracker, 10.0, {});
    return watch.diagnosis() != nullptr && watch.diagnosis()->shakes;
  };
  for (int k = 0; k < 400; ++k) tracker.step(), watch.add(tracker);
  EXPECT_TRUE(look());
  changes::set_method_param(tracker, "lambda", 5.0);
  watch.set_rate(rate);
  int steps = 0;
  do {
    tracker.step(), watch.add(tracker);
    ++steps;
  } while (look() && steps < 5000);
  return steps;
}

TEST(DiagnosisWatch, MeansByNowTheSameTimeHoweverSlowTheRunIs) {
  const int fast = steps_until_calm(200.0), slow = steps_until_calm(4.0);
  EXPECT_GT(fast, 240) << "over a second";
  EXPECT_LT(slow, 60) << "15 s at 4 steps a second";
  EXPECT_GT(slow, 8) << "two seconds";
}

TEST(DiagnosisWatch, RepeatsNoStepsOfManyUpdates) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  for (const bool many : {false, true}) {
    lab::Tracker tracker = shaky::tracker_of(set_up);
    tracker.change([many](lab::Setup& setup) {
      setup.front_lane().settings.iterations = lab::kMaxDiagnosedUpdates + (many ? 1 : 0);
    });
    app::DiagnosisWatch watch;
    for (int k = 0; k < 300; ++k) {
      tracker.step();
      watch.add(tracker);
    }
    watch.look(tracker, 1.0, [] { return 0.0; });
    EXPECT_EQ(watch.namings(), many ? 0 : 1);
  }
}

TEST(DiagnosisWatch, NamesLessOftenWhereItTakesLong) {
  // a calm run, so that no remedy is tried
  lab::Tracker tracker = shaky::tracker_of(shaky::find("CalmOutOfReach"));
  app::DiagnosisWatch watch;
  int reads = 0;
  const auto clock = [&] { return 1e8 * ++reads; };  // 0.1 s per naming
  for (int k = 0; k < 600; ++k) {
    tracker.step();
    watch.add(tracker);
    watch.look(tracker, 1.0 / 60.0, clock);
  }
  EXPECT_GE(watch.namings(), 4);
  EXPECT_LE(watch.namings(), 6) << "every two seconds, so that it takes a twentieth of the time";
}

TEST(DiagnosisWatch, TriesRemediesAFewStepsAFrame) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  lab::Tracker tracker = shaky::tracker_of(set_up);
  app::DiagnosisWatch watch;
  double now = 0.0;
  const auto clock = [&] { return now += 5e4; };  // 0.05 ms per reading
  int frames = 0;
  for (int k = 0; k < 3000 && (watch.diagnosis() == nullptr || watch.diagnosis()->trying); ++k) {
    tracker.step();
    watch.add(tracker);
    const double before = now;
    watch.look(tracker, 1.0 / 60.0, clock);
    if (watch.diagnosis() == nullptr) continue;
    ++frames;
    EXPECT_LT(now - before, 1e6) << "a millisecond";
    if (watch.diagnosis()->trying) {
      for (const lab::Cause& cause : watch.diagnosis()->causes) EXPECT_TRUE(cause.remedies.empty());
    }
  }
  EXPECT_GT(frames, 20);
  ASSERT_NE(watch.diagnosis(), nullptr);
  EXPECT_FALSE(watch.diagnosis()->causes.front().remedies.empty());
}

TEST(DiagnosisWatch, LooksOnceAtARunThatStandsStill) {
  app::Session session = session_of(shaky::find("LittleDamping"));
  play(session, 200);
  look(session);
  const lab::Diagnosis* first = session.diagnosis();
  ASSERT_NE(first, nullptr);
  const std::string* sentence = &first->causes.front().sentence;
  const char* text = sentence->data();
  session.set_playing(false);
  for (int i = 0; i < 10; ++i) session.advance(1.0);
  EXPECT_EQ(session.diagnosis()->causes.front().sentence.data(), text) << "not made anew";
}

TEST(DiagnosisWatch, StartsAnewWhereWhatWasSeenDoesNotHoldAnyMore) {
  const shaky::SetUp& set_up = shaky::find("LittleDamping");
  const auto seen = [&](const std::function<void(ui::Edit&)>& change) {
    app::Session session = session_of(set_up);
    play(session, 300);
    look(session);
    EXPECT_NE(session.diagnosis(), nullptr);
    edits::edit(session, change);
    return session.diagnosis() != nullptr;
  };
  EXPECT_FALSE(seen([](ui::Edit& edit) { ui::choose_method(*ik::find_method("newton"), edit); }));
  EXPECT_FALSE(seen([](ui::Edit& edit) { ui::set(*lab::find_shared_knob("lambda"), 0.7, edit); }));
  EXPECT_FALSE(seen([](ui::Edit& edit) { edit.send(ui::Seek{100}); }));
  EXPECT_FALSE(seen([](ui::Edit& edit) { edit.send(ui::Command::kRestart); }));
  EXPECT_FALSE(seen([](ui::Edit& edit) { edit.change("weight").goal_weights[0] = 0.5; }));
  EXPECT_FALSE(seen([](ui::Edit& edit) { edit.change("weight").joint_weights[0] = 0.5; }));
  EXPECT_TRUE(seen([](ui::Edit& edit) { ui::set_frozen(true, edit); }))
      << "targets may move as they like";
  EXPECT_TRUE(seen([](ui::Edit& edit) { edit.send(ui::SetSpeed{2.0}); }));
}

TEST(DiagnosisWatch, StartsAnewWhereOtherJointsMove) {
  shaky::SetUp set_up = shaky::find("LittleDamping");
  set_up.scene.groups.push_back({"first joint", {0}});
  app::Session session = session_of(set_up);
  play(session, 300);
  look(session);
  ASSERT_NE(session.diagnosis(), nullptr);
  edits::edit(session, [](ui::Edit& edit) { edit.change("group").group = 0; });
  EXPECT_EQ(session.diagnosis(), nullptr);
}

TEST(DiagnosisWatch, ForgetsALaneThatIsInFrontNoLonger) {
  app::Session session = session_of(shaky::find("LittleDamping"));
  edits::edit(session, [](ui::Edit& edit) { lab::add_lane(edit.change("add")); });
  play(session, 300);
  look(session);
  ASSERT_NE(session.diagnosis(), nullptr);
  edits::edit(session, [](ui::Edit& edit) { edit.change("front").front = 1; });
  EXPECT_EQ(session.diagnosis(), nullptr);
}

TEST(DiagnosisWatch, CalmsTheBodyByARemedyThatCanBeUndone) {
  app::Session session = session_of(shaky::find("LittleDamping"));
  play(session, 400);
  look(session);
  ASSERT_NE(session.diagnosis(), nullptr);
  const lab::Remedy remedy = session.diagnosis()->causes.front().remedies.front();
  const lab::Setup before = session.setup();
  lab::Setup next = before;
  lab::apply(remedy, next.front_lane());
  edits::edit(session, [&](ui::Edit& edit) { edit.change(remedy.label) = next; });
  EXPECT_EQ(session.shown().undo.undo_name(), remedy.label);
  play(session, 900);
  look(session);
  ASSERT_NE(session.diagnosis(), nullptr);
  EXPECT_FALSE(session.diagnosis()->shakes);
  edits::send(session, ui::Command::kUndo);
  EXPECT_EQ(session.setup(), before);
  play(session, 1400);
  look(session);
  EXPECT_TRUE(session.diagnosis()->shakes);
}

class Highlight : public testing::Test {
 protected:
  Highlight() {
    style.dark = true;
    picture.clear();
  }
  int marked(const gfx::Surface& surface) const {
    const gfx::Color color = app::highlight_color(style.dark);
    return surface.color.r == color.r && surface.color.g == color.g && surface.color.b == color.b;
  }
  lab::Tracker tracker = shaky::tracker_of(shaky::find("AtOdds"));
  app::Stage stage = app::measure(tracker.scene());
  app::PictureStyle style;
  gfx::Picture picture;
  lab::Cause cause;
};

TEST_F(Highlight, MarksTheCausesJointsAndEffectors) {
  cause.joints = {1, 3};
  cause.effectors = {1};
  app::add_highlight(tracker, cause, stage, style, picture);
  ASSERT_EQ(picture.drums.size() + picture.balls.size(), 3U);
  for (const gfx::Drum& drum : picture.drums) EXPECT_TRUE(marked(drum.surface));
  const Eigen::Vector3d hand = tracker.pose().effector.col(1);
  EXPECT_NEAR(picture.balls.back().center.x, hand.x(), 1e-6);
  EXPECT_NEAR(picture.balls.back().center.y, hand.y(), 1e-6);
  EXPECT_TRUE(picture.arrows.empty());
}

TEST_F(Highlight, PointsTheLostDirectionTowardsTheTargets) {
  const int k = tracker.multibody().effector_count();
  cause.direction = ik::VectorX::Zero(3 * k);
  const Eigen::Vector3d way = tracker.targets()[1] - tracker.pose().effector.col(1);
  for (const double sign : {1.0, -1.0}) {
    picture.clear();
    cause.direction.segment<3>(3) = sign * way.normalized();
    app::add_highlight(tracker, cause, stage, style, picture);
    ASSERT_EQ(picture.arrows.size(), 1U) << "the other hand has no part in it";
    const glm::vec3 shown = picture.arrows[0].to - picture.arrows[0].from;
    EXPECT_GT(shown.x * way.x() + shown.y * way.y() + shown.z * way.z(),
              0.99 * way.norm() * 1.3 * stage.link_length);
    EXPECT_TRUE(marked(picture.arrows[0].surface));
  }
}

TEST_F(Highlight, ShowsAMotionByWhatItDoesToTheEffectorsToAndFro) {
  // J gives the motion of the effectors
  cause.motion = ik::VectorX::Zero(tracker.multibody().joint_count());
  cause.motion[0] = 1.0;
  app::add_highlight(tracker, cause, stage, style, picture);
  const ik::MatrixX J = difference_jacobian(tracker.multibody(), tracker.pose().theta);
  ASSERT_EQ(picture.arrows.size() % 2, 0U);
  ASSERT_FALSE(picture.arrows.empty());
  const Eigen::Vector3d way = J.col(0).segment<3>(0).normalized();
  const glm::vec3 there = picture.arrows[0].to - picture.arrows[0].from;
  const glm::vec3 back = picture.arrows[1].to - picture.arrows[1].from;
  const Eigen::Vector3d shown = Eigen::Vector3d(there.x, there.y, there.z).normalized();
  EXPECT_NEAR(shown.dot(way), 1.0, 1e-3);
  EXPECT_NEAR(there.x + back.x, 0.0, 1e-5);
  EXPECT_NEAR(there.y + back.y, 0.0, 1e-5);
}

TEST_F(Highlight, DrawsNothingOfWhatIsNoNumberOrNotThere) {
  cause.joints = {-1, 99};
  cause.effectors = {-1, 99};
  cause.direction = ik::VectorX::Constant(6, std::nan(""));
  app::add_highlight(tracker, cause, stage, style, picture);
  cause.direction.resize(0);
  cause.motion = ik::VectorX::Ones(2);
  app::add_highlight(tracker, cause, stage, style, picture);
  EXPECT_TRUE(picture.arrows.empty());
  EXPECT_TRUE(picture.drums.empty());
  EXPECT_TRUE(picture.balls.empty());
}

app::Session session_of(lab::Scene scene) {
  return app::Session({}, {}, std::move(scene), *ik::find_method("dls"));
}

/// Lets frames pass while the run is paused.
void wait(app::Session& session, int frames = 400) {
  session.set_playing(false);
  for (int i = 0; i < frames; ++i) session.advance(1.0 / 60.0);
}

TEST(StatusWatch, SaysInASessionThatStandsStillWhatAWholeTrialSays) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 100) session.advance(0.005);
  wait(session);
  const auto whole = lab::effector_statuses(session.tracker());
  ASSERT_EQ(session.statuses().size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(session.statuses()[i], whole[i]);
}

TEST(StatusWatch, MakesAFewUpdatesAFrameAndNoneOfAStateThatIsJudged) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  for (int k = 0; k < 100; ++k) tracker.step();
  app::StatusWatch watch;
  double now = 0.0;
  int reads = 0;
  const auto clock = [&] { return ++reads, now += 1e4; };  // 0.01 ms per reading
  for (int frame = 0; frame < 2000; ++frame) {
    const double before = now;
    watch.look(tracker, clock);
    EXPECT_LE(now - before, app::StatusWatch::kTrialBudgetNs + 3e4);
  }
  const int before = reads;
  watch.look(tracker, clock);
  EXPECT_EQ(reads, before);
}

TEST(StatusWatch, SaysOfThisVeryFrameWhatPlaceAloneTells) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  app::StatusWatch watch;
  watch.look(tracker, {});
  changes::set_target(tracker, 0, tracker.scene().targets[0], Eigen::Vector3d(90.0, 0.0, 0.0));
  watch.look(tracker, {});
  EXPECT_EQ(watch.statuses()[0], lab::EffectorStatus::kOutOfReach);
}

TEST(StatusWatch, CallsNoEffectorReachedInAFrameInWhichItIsNot) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  const auto hold = [&tracker](int i, const Eigen::Vector3d& place) {
    const auto target = static_cast<std::size_t>(i);
    changes::set_target(tracker, target, tracker.scene().targets[target], place);
  };
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    hold(i, tracker.pose().effector.col(i));
  }
  // with so much damping and such a slow machine a trial has no result for many frames
  lab::Settings settings = tracker.settings();
  settings.set_param("lambda", 20.0);
  changes::set_settings(tracker, settings);
  double now = 0.0;
  const auto clock = [&now] { return now += 1e9; };
  app::StatusWatch watch;
  for (int frame = 0; frame < 400; ++frame) watch.look(tracker, clock);
  ASSERT_EQ(watch.statuses()[0], lab::EffectorStatus::kReached);
  hold(0, tracker.pose().effector.col(0) + Eigen::Vector3d(0.1, 0.1, 0.0));
  for (int frame = 0; frame < 3; ++frame) {
    watch.look(tracker, clock);
    ASSERT_TRUE(watch.statuses()[0].has_value());
    EXPECT_NE(watch.statuses()[0], lab::EffectorStatus::kReached) << frame;
  }
}

TEST(StatusWatch, SaysWithinAFewFramesThatATargetHasLeftOrEnteredTheReach) {
  // the target leaves the plane of an arm, which no bounding shell detects, and comes back
  lab::Scene scene{"arm", "", "", bodies::planar_arm(3), {scenes::standing({1.0, 1.0, 0.0})}, {}};
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  for (int k = 0; k < 400; ++k) tracker.step();
  app::StatusWatch watch;
  for (const double beside : {0.4, 0.0, 0.8, 0.1, 0.0}) {
    changes::set_target(tracker, 0, scene.targets[0], Eigen::Vector3d(1.0, 1.0, beside));
    constexpr int kFew = 60;
    for (int frame = 0; frame < kFew; ++frame) {
      tracker.step();
      watch.look(tracker, {});
    }
    EXPECT_EQ(watch.statuses()[0] == lab::EffectorStatus::kOutOfReach, beside > 0.0) << beside;
  }
}

TEST(StatusWatch, SaysInEveryFrameHowAnEffectorFollows) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  app::StatusWatch watch;
  // the target alternates between its circle and a place out of reach
  for (int frame = 0; frame < 400; ++frame) {
    tracker.step();
    const double away = frame % 100 < 50 ? 90.0 : 0.0;
    changes::set_target(tracker, 0, tracker.scene().targets[0], Eigen::Vector3d(away, 0.0, 0.0));
    watch.look(tracker, {});
    for (const auto& status : watch.statuses()) ASSERT_TRUE(status.has_value()) << frame;
  }
}

TEST(StatusWatch, ForgetsWhatAnotherSetupMakesUntrue) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 100) session.advance(0.005);
  wait(session);
  edits::choose(session, *ik::find_method("jacobian-transpose"));
  EXPECT_TRUE(session.statuses().empty());
}

TEST(StatusWatch, ChangesNoBitOfTheRun) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 300) session.advance(0.005);
  lab::Tracker plain(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  while (plain.step_count() < session.tracker().step_count()) plain.step();
  EXPECT_EQ(session.tracker().pose().theta, plain.pose().theta);
}

}  // namespace
