#include <set>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/run/run.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

// Timeline operations of a session: undo, seeking back, lanes, other runs.
namespace {

lab::Scene named(const char* id) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.id = scene.name = id;
  return scene;
}

class TimelineSession : public testing::Test {
 protected:
  TimelineSession() { session.set_folder(folder.path()); }
  void set(const char* name, double value, long gesture = 0) {
    ui::Edit edit(session.setup());
    ui::set(*lab::find_shared_knob(name), value, edit);
    edit.gesture = gesture;
    session.apply(edit);
  }

  /// Makes 60 steps, seeks to step 20 and sets λ to 2 there. \returns the last pose
  ik::VectorX leave_a_branch() {
    for (int k = 0; k < 60; ++k) session.step();
    const ik::VectorX end = session.tracker().pose().theta;
    edits::send(session, ui::Seek{20L});
    set("lambda", 2.0);
    return end;
  }

  double now = 0.0;
  support::TemporaryFolder folder;
  std::string run = (folder / "session-001.json").string();  // the first saved session
  app::Session session{[this] { return now += 1000.0; },
                       {.items = {{"one", "One", ""}, {"two", "Two", ""}},
                        .load = [](const std::string& id) { return named(id.c_str()); }},
                       named("one"),
                       *ik::find_method("dls")};
};

TEST_F(TimelineSession, UndoesEveryKindOfChange) {
  std::vector<lab::Setup> states{session.setup()};
  const auto apply = [&](const std::function<void(ui::Edit&)>& change) {
    edits::edit(session, change);
    ASSERT_NE(session.setup(), states.back());
    states.push_back(session.setup());
  };
  apply([](ui::Edit& edit) { ui::choose_method(*ik::find_method("sdls"), edit); });
  apply([](ui::Edit& edit) { ui::set(*lab::find_shared_knob("d-max"), 0.3, edit); });
  apply([](ui::Edit& edit) { edit.change("goal").goal_weights[0] = 3.0; });
  apply([](ui::Edit& edit) { edit.change("joint").joint_weights[1] = 0.0; });
  apply([](ui::Edit& edit) {
    ui::set_target(0, {edit.setup.targets[0].curve, Eigen::Vector3d(0.1, 0.2, 0.3)}, edit);
  });
  apply([](ui::Edit& edit) { ui::set_frozen(true, edit); });
  apply([](ui::Edit& edit) { ui::add_lane(*ik::find_method("ccd"), edit); });
  apply([](ui::Edit& edit) { edit.change("front").front = 1; });
  apply([](ui::Edit& edit) { edit.change("gain").front_lane().settings.set_param("gain", 0.5); });
  session.advance(0.02);
  apply([](ui::Edit& edit) { lab::remove_lane(edit.change("remove"), 0); });
  apply([](ui::Edit& edit) { edit.send(ui::LoadScene{1}); });
  for (std::size_t i = states.size() - 1; i > 0; --i) {
    edits::send(session, ui::Command::kUndo);
    EXPECT_EQ(session.setup(), states[i - 1]) << i;
  }
  edits::send(session, ui::Command::kUndo);
  EXPECT_EQ(session.setup(), states[0]) << "there is nothing before the first";
  for (std::size_t i = 1; i < states.size(); ++i) {
    edits::send(session, ui::Command::kRedo);
    EXPECT_EQ(session.setup(), states[i]) << i;
  }
}

TEST_F(TimelineSession, UndoesADragAsOne) {
  const lab::Setup before = session.setup();
  for (int i = 1; i < 8; ++i) {
    set("lambda", 0.1 * i, 4);
    session.advance(0.01);
  }
  ASSERT_EQ(session.timeline().marks().size(), 1U) << "and marks it as one";
  EXPECT_EQ(session.timeline().marks()[0].first, 0);
  edits::send(session, ui::Command::kUndo);
  EXPECT_EQ(session.setup(), before);
}

TEST_F(TimelineSession, GoesBackToWhatItShowed) {
  std::vector<ik::VectorX> rows{session.tracker().pose().theta};
  for (int k = 0; k < 60; ++k) {
    session.step();
    rows.push_back(session.tracker().pose().theta);
    if (k == 30) set("lambda", 0.3);
  }
  for (const long step : {45L, 3L, 30L, 60L, 0L}) {
    edits::send(session, ui::Seek{step});
    EXPECT_EQ(session.tracker().pose().theta, rows[static_cast<std::size_t>(step)]) << step;
    EXPECT_EQ(edits::history(session).size(), 61U) << "the plots know what comes";
  }
  edits::send(session, ui::Command::kStep);
  edits::send(session, ui::Command::kStepBack);
  EXPECT_EQ(session.tracker().step_count(), 0);
  // a change in the past starts a new branch
  edits::send(session, ui::Seek{10L});
  set("lambda", 2.0);
  EXPECT_EQ(session.timeline().last(), 10);
  EXPECT_EQ(edits::history(session).size(), 11U);
}

TEST_F(TimelineSession, GoesToABranchAndBack) {
  const ik::VectorX end = leave_a_branch();
  for (int k = 0; k < 90; ++k) session.step();
  const lab::Setup changed = session.setup();
  ASSERT_EQ(session.timeline().branches().size(), 1U);
  const int branch = session.timeline().branches()[0].id;

  edits::send(session, ui::BranchWish{ui::BranchWish::Kind::kGoTo, branch});
  EXPECT_EQ(session.tracker().step_count(), 20);
  EXPECT_EQ(session.timeline().last(), 60);
  EXPECT_EQ(edits::history(session).size(), 21U) << "later rows are of the other course";
  for (int k = 0; k < 40; ++k) session.step();
  EXPECT_EQ(session.tracker().pose().theta, end);
  EXPECT_EQ(edits::history(session).size(), 61U);
  // a branch that no longer exists is ignored
  edits::send(session, ui::BranchWish{ui::BranchWish::Kind::kGoTo, branch});
  EXPECT_EQ(session.tracker().step_count(), 60);
  const int back = session.timeline().branches()[0].id;
  edits::send(session, ui::BranchWish{ui::BranchWish::Kind::kGoTo, back});
  EXPECT_EQ(session.setup(), changed);
  EXPECT_EQ(session.timeline().last(), 110);
  edits::send(session,
              ui::BranchWish{ui::BranchWish::Kind::kRemove, session.timeline().branches()[0].id});
  EXPECT_TRUE(session.timeline().branches().empty());
}

TEST_F(TimelineSession, ComparesWithABranchAsALane) {
  const ik::VectorX end = leave_a_branch();
  for (int k = 0; k < 50; ++k) session.step();
  const int branch = session.timeline().branches()[0].id;
  edits::send(session, ui::BranchWish{ui::BranchWish::Kind::kCompare, branch});
  EXPECT_EQ(session.tracker().step_count(), 20);
  ASSERT_EQ(session.setup().lanes.size(), 2U);
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 2.0);
  for (int k = 0; k < 40; ++k) session.step();
  // the lane repeats the branch
  EXPECT_EQ(session.timeline().bench().tracker(1).pose().theta, end);
}

TEST_F(TimelineSession, RepeatsWhatIsThereWhileItLoops) {
  for (int k = 0; k < 20; ++k) session.step();
  edits::send(session, ui::Command::kLoop);
  session.set_playing(true);
  for (int i = 0; i < 10; ++i) session.advance(0.02);
  EXPECT_EQ(session.timeline().last(), 20);
  edits::send(session, ui::Command::kLoop);
  for (int i = 0; i < 10; ++i) session.advance(0.02);
  EXPECT_GT(session.timeline().last(), 20);
}

TEST_F(TimelineSession, UndoesAChangeInThePastToWhatWasThere) {
  const auto add = [this](const char* method) {
    edits::edit(session, [&](ui::Edit& edit) { ui::add_lane(*ik::find_method(method), edit); });
  };
  for (int k = 0; k < 10; ++k) session.step();
  add("sdls");
  for (int k = 0; k < 10; ++k) session.step();
  add("pseudoinverse");
  for (int k = 0; k < 10; ++k) session.step();
  session.seek(5);
  ASSERT_EQ(session.setup().lanes.size(), 1U);
  const lab::Setup there = session.setup();
  set("lambda", 0.2);
  session.undo();
  EXPECT_EQ(session.setup(), there);
  session.redo();
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 0.2);
}

TEST_F(TimelineSession, FindsItsPlaceAmongTheChangesWhereverItGoes) {
  set("lambda", 0.2);
  for (int k = 0; k < 10; ++k) session.step();
  set("lambda", 0.3);
  for (int k = 0; k < 10; ++k) session.step();
  session.seek(4);
  session.seek(15);
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 0.3);
  session.undo();
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 0.2);
}

TEST_F(TimelineSession, RepeatsAPart) {
  for (int k = 0; k < 40; ++k) session.step();
  edits::send(session, ui::LoopOver{{10, 16}});
  EXPECT_EQ(session.tracker().step_count(), 10);
  session.set_playing(true);
  std::set<long> seen;
  for (int i = 0; i < 60; ++i) {
    session.advance(0.005);
    seen.insert(session.tracker().step_count());
  }
  EXPECT_EQ(*seen.begin(), 11);  // playback continues from 10 in the same frame
  EXPECT_EQ(*seen.rbegin(), 16);
  EXPECT_EQ(session.timeline().last(), 40);
}

TEST_F(TimelineSession, KeepsAHistoryOfEveryLane) {
  edits::edit(session, [&](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
  for (int k = 0; k < 10; ++k) session.step();
  const auto histories = session.shown().seen.histories;
  ASSERT_EQ(histories.size(), 2U);
  EXPECT_EQ(histories[0]->size(), 11U);
  EXPECT_EQ(histories[1]->size(), 11U);
  EXPECT_EQ(histories[1]->error(10, 0), session.timeline().bench().tracker(1).errors()[0]);
}

TEST_F(TimelineSession, SavesAndOpensARun) {
  for (int k = 0; k < 30; ++k) session.step();
  set("d-max", 0.2);
  for (int k = 0; k < 30; ++k) session.step();
  const ik::VectorX end = session.tracker().pose().theta;
  edits::send(session, ui::Command::kSaveSession);
  EXPECT_EQ(session.message(), "Saved " + run);
  edits::send(session, ui::LoadScene{1});
  session.open_file(run);
  edits::wait_for_file(session);
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_EQ(session.timeline().last(), 60);
  EXPECT_EQ(edits::history(session).size(), 61U);
  session.seek(60);
  EXPECT_EQ(session.tracker().pose().theta, end);
  const std::string scene = IKLAB_SOURCE_DIR "/assets/scenes/double-y.json";
  session.open_file(scene);
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().id, scene);
  session.open_file("none.json");
  edits::wait_for_file(session);
  EXPECT_NE(session.message().find("none.json"), std::string::npos) << session.message();
  EXPECT_TRUE(session.shown().message.trouble);
  session.set_folder(run);  // a file, not a folder
  edits::send(session, ui::Command::kSaveSession);
  EXPECT_NE(session.message().find(run), std::string::npos) << session.message();
  EXPECT_TRUE(session.shown().message.trouble);
}

TEST_F(TimelineSession, ShowsAnOpenedRunAsItWasShownWhileItWasMade) {
  for (int k = 0; k < 20; ++k) session.step();
  edits::edit(session, [&](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
  for (int k = 0; k < 10; ++k) session.step();
  std::vector<double> shown;
  for (std::size_t row = 0; row < edits::history(session).size(); ++row) {
    shown.push_back(edits::history(session).error(row, 0));
  }
  edits::send(session, ui::Command::kSaveSession);
  session.open_file(run);
  edits::wait_for_file(session);
  EXPECT_EQ(session.timeline().now(), 0);
  ASSERT_EQ(edits::history(session).size(), shown.size());
  for (std::size_t row = 0; row < shown.size(); ++row) {
    EXPECT_EQ(edits::history(session).error(row, 0), shown[row]) << row;
  }
  session.seek(30);
  ASSERT_EQ(session.shown().seen.histories.size(), 2U);
  EXPECT_EQ(session.shown().seen.histories[1]->size(), 11U);
}

TEST_F(TimelineSession, GoesOnWhileALongRunIsOpenedAndCanGiveItUp) {
  const io::SavedSession endless{session.setup(), {}, lab::kMaxRunSteps};
  session.open_run(endless, "long run");
  session.set_playing(true);
  for (int frame = 0; frame < 20; ++frame) EXPECT_GT(session.advance(0.02), 0) << frame;
  ASSERT_TRUE(session.shown().opening);
  EXPECT_EQ(session.shown().opening->name, "long run");
  EXPECT_LT(session.shown().opening->share, 1.0);
  edits::send(session, ui::Command::kStopOpening);
  EXPECT_FALSE(session.shown().opening);
  EXPECT_EQ(session.message(), "Stopped opening long run");
  EXPECT_GT(session.timeline().now(), 60);
  // the destructor waits at most one step for a run that is still opening
  session.open_run(endless, "long run");
}

TEST_F(TimelineSession, PastesASetupAndStartsAnewWithAnotherScene) {
  for (int k = 0; k < 10; ++k) session.step();
  lab::Setup same = session.setup();
  same.front_lane().settings.params["lambda"] = 0.77;
  session.paste_setup(io::setup_text(same));
  EXPECT_EQ(session.tracker().step_count(), 10);
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 0.77);
  edits::send(session, ui::Command::kUndo);
  EXPECT_NE(session.setup().front_lane().settings.param("lambda"), 0.77);
  // the same name with another body
  lab::Scene arm = scenes::circling(bodies::planar_arm(2));
  arm.id = session.setup().scene->id;
  session.paste_setup(io::setup_text(
      lab::setup_of(std::make_shared<const lab::Scene>(arm), *ik::find_method("dls"), {})));
  EXPECT_EQ(session.tracker().multibody().joint_count(), 2);
  EXPECT_EQ(session.tracker().step_count(), 0);
  session.step();
  session.paste_setup("broken");
  EXPECT_EQ(session.message().find("clipboard"), 0U) << session.message();
  EXPECT_TRUE(session.shown().message.trouble);
}

TEST_F(TimelineSession, CarriesTheLanesToAnotherScene) {
  edits::edit(session, [&](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
  edits::send(session, ui::LoadScene{1});
  ASSERT_EQ(session.setup().lanes.size(), 2U);
  EXPECT_STREQ(session.setup().lanes[1].method->id, "sdls");
  EXPECT_EQ(session.tracker().scene().id, "two");
}

}  // namespace
