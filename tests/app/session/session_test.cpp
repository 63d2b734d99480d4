#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session_fixture.h"
#include "io/saved/recording_files.h"
#include "io/setup/setup_json.h"

namespace {

using namespace sessions;

TEST_F(SessionTest, MakesTheStepsThatFallIntoRealTime) {
  // 5 ms a step: 12 ms hold two, and leave 2 ms for the next frame
  EXPECT_EQ(session.advance(0.012), 2);
  EXPECT_EQ(session.advance(0.004), 1);
  EXPECT_EQ(session.tracker().step_count(), 3);
  EXPECT_NEAR(session.tracker().time(), 0.015, 1e-12);
}

TEST_F(SessionTest, PreparesAMethodInTheBackgroundWhileTheBodyWaits) {
  app::Session learner({}, {}, named("tree", bodies::forked_tree()), *ik::find_method("learned"));
  const ik::VectorX waiting = learner.tracker().pose().theta;
  double before = 0.0;
  int frames = 0;
  for (; learner.tracker().prepared() < 1.0; ++frames) {
    EXPECT_EQ(learner.advance(0.02), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_GE(learner.tracker().prepared(), before);
    before = learner.tracker().prepared();
    EXPECT_EQ(learner.tracker().pose().theta, waiting);
  }
  EXPECT_GT(frames, 10);
  EXPECT_EQ(learner.advance(0.0201), 4);
  // the same bits as in one go
  lab::Tracker alone(learner.setup());
  for (int k = 0; k < 4; ++k) alone.step();
  EXPECT_EQ(learner.tracker().pose().theta, alone.pose().theta);
  // another lesson is to be learnt first, and a single step does not wait for frames
  edits::set_param(learner, "seed", 5.0);
  EXPECT_EQ(learner.advance(0.0201), 0);
  learner.step();
  EXPECT_EQ(learner.tracker().prepared(), 1.0);
  EXPECT_EQ(learner.tracker().step_count(), 5);
}

TEST_F(SessionTest, PreparesAnewForAnotherLessonBeforeAndAfterTheEndOfTheFirst) {
  app::Session learner({}, {}, named("tree", bodies::forked_tree()), *ik::find_method("learned"));
  const auto learn_until = [&learner](double share) {
    for (int i = 0; i < 20'000 && learner.tracker().prepared() < share; ++i) {
      learner.advance(0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_GE(learner.tracker().prepared(), share);
  };
  learn_until(0.1);
  edits::set_param(learner, "seed", 2.0);
  learn_until(1.0);
  edits::set_param(learner, "seed", 3.0);
  EXPECT_EQ(learner.tracker().prepared(), 0.0);
  learn_until(1.0);
  lab::Tracker alone(learner.setup());
  alone.step();
  learner.step();
  EXPECT_EQ(learner.tracker().pose().theta, alone.pose().theta);
}

TEST_F(SessionTest, IsBusyWhileItPlaysOrComputesAndThenRests) {
  EXPECT_TRUE(session.busy());
  session.advance(1.0);
  session.set_playing(false);
  // trials of statuses and remedies end
  int frames = 0;
  while (session.busy() && ++frames < 100000) session.advance(0.016);
  EXPECT_FALSE(session.busy());
  edits::send(session, ui::Advise{40});
  EXPECT_TRUE(session.busy());
  edits::send(session, ui::Command::kStopAdvising);
  session.advance(0.016);
  EXPECT_FALSE(session.busy());
  session.set_playing(true);
  EXPECT_TRUE(session.busy());
}

TEST_F(SessionTest, SavesPlotsAndSaysWhereOrWhyNot) {
  ui::Edit edit(session.setup());
  const lab::Series line{.label = "line", .x = {0.0, 1.0}, .y = {2.0, 3.0}};
  edit.send(
      ui::SavePlots{{{.title = "one", .series = {line}}, {.title = "two", .series = {line}}}});
  session.apply(edit);
  const std::string figure = support::text_of(folder / "tree-plots-001.svg");
  EXPECT_NE(figure.find("<svg"), std::string::npos);
  EXPECT_EQ(session.message(),
            "Saved tree-plots-001.svg, .png, .pdf and 2 tables in " + folder.path().string());
  EXPECT_FALSE(session.shown().message.trouble);
  edit.send(ui::SetFolder{nowhere});
  session.apply(edit);
  EXPECT_NE(session.message().find(nowhere), std::string::npos) << session.message();
  EXPECT_TRUE(session.shown().message.trouble);
}

TEST_F(SessionTest, FollowsTheSpeed) {
  session.set_speed(0.5);
  EXPECT_EQ(session.advance(0.0201), 2);
  session.set_speed(2.0);
  EXPECT_EQ(session.advance(0.0201), 8);
  session.set_speed(10.0);
  EXPECT_EQ(session.advance(0.0167), 33);
}

TEST_F(SessionTest, SlowsDownInsteadOfSpiralling) {
  EXPECT_EQ(session.advance(60.0), app::Session::kMaxSteps);
  EXPECT_EQ(session.advance(0.0001), 0) << "what was missed is not caught up with";
  session.set_speed(10.0);
  EXPECT_EQ(session.advance(60.0), 10 * app::Session::kMaxSteps);
}

TEST_F(SessionTest, TakesNoTimeForNone) {
  for (const double seconds : {0.0, -1.0, std::nan("")}) EXPECT_EQ(session.advance(seconds), 0);
}

TEST_F(SessionTest, StandsStillWhilePaused) {
  session.set_playing(false);
  EXPECT_EQ(session.advance(1.0), 0);
  EXPECT_EQ(session.tracker().step_count(), 0);
}

TEST_F(SessionTest, StepsOnceAndPauses) {
  edits::send(session, ui::Command::kStep);
  EXPECT_EQ(session.tracker().step_count(), 1);
  EXPECT_FALSE(session.shown().playback.playing);
  EXPECT_EQ(edits::history(session).size(), 2U);
  edits::send(session, ui::Command::kStep);
  EXPECT_EQ(session.tracker().step_count(), 2);
}

TEST_F(SessionTest, PlaysAndPauses) {
  edits::send(session, ui::Command::kPlayOrPause);
  EXPECT_FALSE(session.shown().playback.playing);
  edits::send(session, ui::Command::kPlayOrPause);
  EXPECT_TRUE(session.shown().playback.playing);
}

TEST_F(SessionTest, GoesBackToTheInitialPose) {
  const ik::VectorX initial = session.tracker().pose().theta;
  session.advance(0.04);
  ASSERT_NE(session.tracker().pose().theta, initial);
  edits::send(session, ui::Command::kRestart);
  EXPECT_EQ(session.tracker().pose().theta, initial);
  EXPECT_EQ(session.tracker().step_count(), 0);
  EXPECT_EQ(edits::history(session).size(), 1U);
  EXPECT_EQ(session.trails(0).size(), 1U);
}

TEST_F(SessionTest, HasTrailsOfEveryLane) {
  session.advance(0.04);
  edits::edit(session, [](ui::Edit& edit) { ui::add_lane(*ik::find_method("ccd"), edit); });
  session.advance(0.02);
  ASSERT_EQ(session.setup().lanes.size(), 2U);
  EXPECT_EQ(session.trails(0).size(), 13U);
  EXPECT_EQ(session.trails(1).size(), 4U) << "since the lane exists";
  gfx::Picture first, second;
  session.trails(0).add_effector(first, 0, 1.0F, {});
  session.trails(1).add_effector(second, 0, 1.0F, {});
  EXPECT_NE(first.trail_points.back(), second.trail_points.back()) << "another method";
  // the trail of the lane in front, not of the place in front
  edits::edit(session, [](ui::Edit& edit) { edit.change("bring to the front").front = 1; });
  EXPECT_EQ(session.trails(1).size(), 4U);
  edits::edit(session, [](ui::Edit& edit) { lab::remove_lane(edit.change("remove"), 0); });
  EXPECT_EQ(session.trails(0).size(), 4U);
}

TEST_F(SessionTest, KeepsThePoseWhenTheMethodChanges) {
  session.advance(0.04);
  for (const ik::MethodInfo& method : ik::methods()) {
    const ik::VectorX theta = session.tracker().pose().theta;
    edits::choose(session, *&method);
    EXPECT_EQ(&session.tracker().method_info(), &method);
    EXPECT_EQ(session.tracker().pose().theta, theta);
    EXPECT_EQ(session.tracker().step_count(), 8);
  }
}

TEST_F(SessionTest, RemembersTheParametersOfEachMethod) {
  edits::choose(session, *ik::find_method("sdls"));
  edits::set_param(session, "gamma-max", 0.25);
  edits::choose(session, *ik::find_method("dls"));
  edits::choose(session, *ik::find_method("sdls"));
  EXPECT_EQ(ik::get_param(session.tracker().method(), "gamma-max"), 0.25);
  edits::send(session, ui::LoadScene{1});
  EXPECT_EQ(ik::get_param(session.tracker().method(), "gamma-max"), 0.25);
}

TEST_F(SessionTest, LeavesOutWhatASettingDoesNotAccept) {
  const lab::Knob& iterations = *lab::find_shared_knob("iterations");
  for (const double value : {0.0, -1.0, 1.5, lab::kOff}) {
    edits::set(session, iterations.name, value);
    EXPECT_EQ(session.tracker().settings().iterations, 1) << value;
  }
  edits::set(session, iterations.name, 3.0);
  EXPECT_EQ(session.tracker().settings().iterations, 3);
}

TEST_F(SessionTest, ChangesToAnotherScene) {
  session.advance(0.04);
  edits::send(session, ui::LoadScene{1});
  EXPECT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.shown().scenes.chosen, 1U);
  EXPECT_EQ(session.scene_changes(), 1);
  EXPECT_EQ(session.tracker().step_count(), 0);
  EXPECT_EQ(edits::history(session).effector_count(), 1);
  EXPECT_EQ(session.trails(0).effector_count(), 1U);
  EXPECT_EQ(session.spectrum().components.size(), 2U);
}

TEST_F(SessionTest, TakesEverythingButLanesFromAnotherScene) {
  edits::edit(session, [](ui::Edit& edit) {
    lab::Setup& setup = edit.change("everything");
    setup.front_lane().settings.d_max = 0.7;
    for (const char* method : {"dls", "sdls"}) {
      lab::Lane& lane = setup.lanes[lab::add_lane(setup)];
      lane.method = ik::find_method(method);
      lane.settings.d_max = 0.2;
      lane.settings.iterations = 3;
    }
    setup.lanes[2].settings.set_param("gamma-max", 0.4);
    for (lab::Lane& lane : setup.lanes) lab::set_push(lane, 0, 0.3);
    setup.frozen = true;
    setup.goal_weights[0] = 0.5;
    setup.joint_weights[0] = 0.5;
    setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
    setup.pull = {0, Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX()};
    setup.front = 1;
  });
  const std::vector<lab::Lane> before = session.setup().lanes;
  ASSERT_EQ(before.size(), 3U);
  lab::Scene scene = named("other", bodies::forked_tree());
  scene.settings.time_step = 0.004;
  scene.settings.d_max = 0.9;
  session.set_scene(scene);

  lab::Setup expected =
      lab::setup_of(session.setup().scene, *ik::find_method("dls"), scene.settings);
  expected.lanes = before;
  expected.front = 1;
  // two lanes of one method differ by their settings alone: these stay, but time passes alike
  for (lab::Lane& lane : expected.lanes) {
    lane.settings.time_step = 0.004;
    lane.pushes.clear();
  }
  lab::Settings alone = scene.settings;
  alone.set_param("gamma-max", 0.4);
  expected.lanes[2].settings = alone;
  EXPECT_EQ(session.setup(), expected);
  EXPECT_EQ(session.timeline().initial(), expected);
}

TEST_F(SessionTest, GoesOnWithAPastedSetupOfTheBodyThatItsUserHasMade) {
  lab::Setup setup =
      lab::setup_of(std::make_shared<const lab::Scene>(named("tree", bodies::planar_arm(3))),
                    *ik::find_method("dls"));
  setup.opened = session.setup().opened;
  session.change(setup, "body");
  session.set_playing(true);
  session.advance(0.04);
  const long before = session.timeline().now();
  ASSERT_GT(before, 0);
  lab::Setup other = session.setup();
  other.frozen = true;
  session.paste_setup(io::setup_text(other));
  EXPECT_EQ(session.timeline().now(), before) << "the run goes on";
  EXPECT_TRUE(session.setup().frozen);
  EXPECT_EQ(session.scene_changes(), 0);
  // and undo leads back to the body that was opened
  session.undo();
  session.undo();
  EXPECT_EQ(session.setup().scene, session.setup().opened);
}

TEST_F(SessionTest, SaysWhyASceneCannotBeLoadedAndGoesOn) {
  session.advance(0.04);
  edits::send(session, ui::LoadScene{2});
  EXPECT_EQ(session.message(), "broken.json: no such file");
  EXPECT_EQ(session.tracker().scene().id, "tree");
  EXPECT_EQ(session.tracker().step_count(), 8);
}

TEST_F(SessionTest, RecordsTheRowThereIsAndEveryStep) {
  session.advance(0.015);
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_TRUE(session.shown().saving.recorded);
  EXPECT_EQ(session.shown().saving.recorded, 1U);
  session.advance(0.015);
  edits::edit(session, [this](ui::Edit& edit) {
    edit.send(ui::SetFolder{(folder / "there").string()});
    edit.send(ui::Command::kRecordOrStop);
  });
  EXPECT_FALSE(session.shown().saving.recorded);
  EXPECT_EQ(steps_in("there/tree-dls-001.csv"), (std::vector<long>{3, 4, 5, 6}));
  EXPECT_EQ(session.message(),
            "Saved tree-dls-001.csv, .svg, .png in " + (folder / "there").string());
}

TEST_F(SessionTest, SavesTheRecordingBeforeTheSceneOrTheTimeChanges) {
  edits::send(session, ui::Command::kRecordOrStop);
  session.advance(0.01);
  edits::send(session, ui::LoadScene{1});
  EXPECT_EQ(steps_in("tree-dls-001.csv").size(), 3U);
  edits::send(session, ui::Command::kRecordOrStop);
  edits::send(session, ui::Command::kRestart);
  EXPECT_EQ(steps_in("slide-dls-001.csv").size(), 1U);
}

TEST_F(SessionTest, GoesOnRecordingWhateverChangesButTheBody) {
  edits::send(session, ui::Command::kRecordOrStop);
  session.advance(0.01);
  edits::choose(session, *ik::find_method("sdls"));
  session.advance(0.01);
  edits::edit(session, [](ui::Edit& edit) { lab::add_lane(edit.change("lane")); });
  edits::edit(session, [](ui::Edit& edit) { edit.change("front").front = 1; });
  session.advance(0.01);
  edits::send(session, ui::Command::kUndo);
  EXPECT_TRUE(session.shown().saving.recorded);
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_EQ(steps_in("tree-dls-001.csv"), (std::vector<long>{0, 1, 2, 3, 4, 5, 6, 4, 5, 6}));
  EXPECT_EQ(numbers_in("tree-dls-001.csv", "lane"),
            (std::vector<long>{1, 1, 1, 1, 1, 1, 1, 2, 2, 2}));
  const std::string text = support::text_of(folder / "tree-dls-001.csv");
  for (const char* change : {"0.01 s: method dls → sdls", "0.02 s: lane of sdls added"}) {
    EXPECT_NE(text.find(change), std::string::npos) << change;
  }
}

TEST_F(SessionTest, KnowsThePaceItReaches) {
  for (int i = 0; i < 10; ++i) session.advance(0.02);
  EXPECT_FALSE(session.shown().seen.timing.speed()) << "too early to tell";
  for (int i = 0; i < 30; ++i) session.advance(0.02);
  EXPECT_NEAR(session.shown().seen.timing.speed().value(), 1.0, 1e-9);
  session.set_speed(0.5);
  // 8 steps of 5 ms are all that a frame makes
  for (int i = 0; i < 30; ++i) session.advance(0.16);
  EXPECT_NEAR(session.shown().seen.timing.speed().value(), 0.25, 0.01);
}

TEST_F(SessionTest, TellsTroubleFromNews) {
  edits::send(session, ui::LoadScene{2});
  EXPECT_TRUE(session.shown().message.trouble);
  edits::send(session, ui::Command::kRecordOrStop);
  edits::send(session, ui::Command::kRecordOrStop);
  EXPECT_FALSE(session.shown().message.trouble);
}

TEST_F(SessionTest, DoesNotRecordIntoAFolderThatCannotBeWritten) {
  edits::edit(session, [this](ui::Edit& edit) {
    edit.send(ui::SetFolder{nowhere});
    edit.send(ui::Command::kRecordOrStop);
  });
  EXPECT_FALSE(session.shown().saving.recorded);
  ASSERT_TRUE(session.shown().saving.question);
  EXPECT_NE(session.shown().saving.question->problem.find(nowhere), std::string::npos);
  EXPECT_EQ(session.shown().saving.question->unsaved_rows, 0U);
  EXPECT_EQ(session.message(), session.shown().saving.question->problem);
  EXPECT_TRUE(session.shown().message.trouble);
}

TEST_F(SessionTest, TimesTheUpdates) {
  edits::set(session, "iterations", 4.0);
  session.advance(0.01);
  EXPECT_EQ(session.timing().update_ns.size(), 2U);
  EXPECT_EQ(session.timing().update_ns.median(), 250.0) << "1000 ns for four updates";
}

TEST_F(SessionTest, ComesThroughNumbersThatAreNotFinite) {
  lab::Scene scene = named("far", bodies::forked_tree());
  scene.targets[0] = lab::TargetCurve(lab::WaveCurve{Eigen::Vector3d::Constant(std::nan("")), {}});
  for (const ik::MethodInfo& method : ik::methods()) {
    session.set_scene(scene);
    edits::choose(session, method);
    while (session.tracker().prepared() < 1.0) session.advance(0.04);
    EXPECT_GT(session.advance(0.04), 0) << method.id;
    EXPECT_EQ(session.tracker().outcome(), ik::Outcome::kNotFinite) << method.id;
  }
}

TEST_F(SessionTest, KeepsTheSpeedInItsRange) {
  session.set_speed(1e9);
  EXPECT_EQ(session.speed(), 10.0);
  session.set_speed(0.0);
  EXPECT_EQ(session.speed(), 0.1);
  session.set_speed(std::nan(""));
  EXPECT_EQ(session.speed(), 0.1);
}

TEST_F(SessionTest, RepeatsBitForBitWhateverTheFramesAreLike) {
  app::Session other({}, {}, named("tree", bodies::forked_tree()), *ik::find_method("dls"));
  for (int i = 0; i < 30; ++i) session.advance(0.01);
  while (other.tracker().step_count() < session.tracker().step_count()) other.step();
  EXPECT_EQ(session.tracker().pose().theta, other.tracker().pose().theta);
}

class ActionsTest : public sessions::SessionTest {
 protected:
  ActionsTest() {
    session.set_window({.take_back = [this](ui::Edit& edit) { edit.setup = session.setup(); },
                        .obey = [this](ui::Command command) { obeyed.push_back(command); },
                        .copy = [this](const std::string& text, const char*) { copied = text; },
                        .open_link = [this](const std::string& link) { opened = link; },
                        .take_picture = [this](const ui::TakePicture& wish) { taken = wish; },
                        .copy_picture = [this](const std::string& png) { picture = png; },
                        .look_from = [this](ui::LookFrom::Side side) { seen_from = side; }});
  }

  std::vector<ui::Command> obeyed;
  std::string copied, opened, picture;
  std::optional<ui::TakePicture> taken;
  std::optional<ui::LookFrom::Side> seen_from;
};

TEST_F(ActionsTest, AskTheWindowForWhatOnlyItCanDo) {
  for (const ui::Command command :
       {ui::Command::kOpenFile, ui::Command::kCopyLink, ui::Command::kCopyView,
        ui::Command::kCopyFrame, ui::Command::kPasteSetup, ui::Command::kScreenshot,
        ui::Command::kFilmOrStop, ui::Command::kFrameCamera, ui::Command::kFrameCrowd,
        ui::Command::kQuit}) {
    obeyed.clear();
    edits::send(session, command);
    EXPECT_EQ(obeyed, std::vector<ui::Command>{command});
  }
  edits::send(session, ui::LookFrom{ui::LookFrom::Side::kTop});
  EXPECT_EQ(seen_from, ui::LookFrom::Side::kTop);
  edits::send(session, ui::OpenLink{"https://a.org/?scene=y"});
  EXPECT_EQ(opened, "https://a.org/?scene=y");
}

TEST_F(ActionsTest, CopyTheSetup) {
  edits::send(session, ui::Command::kCopySetup);
  EXPECT_NE(copied.find("\"scene\""), std::string::npos);
}

TEST_F(ActionsTest, ThatTakeADragBackLeaveNoChange) {
  const lab::Setup before = session.setup();
  edits::edit(session, [](ui::Edit& edit) {
    ui::set_target(0, {edit.setup.targets[0].curve, Eigen::Vector3d::UnitX()}, edit);
    edit.send(ui::Command::kTakeBack);
  });
  EXPECT_EQ(session.setup(), before);
  EXPECT_FALSE(session.shown().undo.can_undo());
}

TEST_F(ActionsTest, OfTheWindowDoNothingWithoutOne) {
  session.set_window({});
  for (const ui::Command command : {ui::Command::kQuit, ui::Command::kCopySetup,
                                    ui::Command::kOpenFile, ui::Command::kFrameCamera}) {
    edits::send(session, command);
  }
  EXPECT_EQ(session.message(), "");
  EXPECT_TRUE(obeyed.empty() && copied.empty());
}

TEST_F(ActionsTest, CopyPlotsAsATableAndAsAPicture) {
  lab::Plot plot{.title = "Jitter",
                 .x = {.label = "t", .unit = "s", .min = 0.0, .max = 1.0},
                 .y = {.label = "jitter", .unit = "°"}};
  plot.series.push_back({.label = "DLS", .x = {0.0, 0.5, 2.0}, .y = {0.25, 0.125, 9.0}});
  edits::send(session, ui::CopyPlots{{plot}, ui::CopyPlots::As::kData});
  EXPECT_EQ(copied, "t [s]\tDLS [°]\n0\t0.25\n0.5\t0.125\n");
  edits::send(session, ui::CopyPlots{{plot, plot}, ui::CopyPlots::As::kPicture});
  EXPECT_EQ(picture.substr(1, 3), "PNG");
  edits::send(session, ui::TakePicture{.scale = 4, .transparent = true});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->scale, 4);
  EXPECT_TRUE(taken->transparent);
}

}  // namespace
