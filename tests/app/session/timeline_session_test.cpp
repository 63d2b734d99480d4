// Timeline operations of a session: undo, seeking back, lanes, other runs.
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "app/session/session_fixture.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/run/run.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

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

using sessions::SessionTest;

class LeftRuns : public SessionTest {
 protected:
  template <class Kind>
  void send(const Kind& action) {
    edits::send(session, action);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) session.step();
  }
  /// What must come back with a run: place, end, pose, and a row of the plots.
  struct Seen {
    long now, last;
    Eigen::VectorXd theta;
    std::vector<double> times;

    bool operator==(const Seen&) const = default;
  };
  Seen seen() const {
    const lab::History& history = *session.shown().seen.histories[0];
    std::vector<double> times;
    for (std::size_t row = 0; row < history.size(); ++row) times.push_back(history.time(row));
    return {session.timeline().now(), session.timeline().last(), session.tracker().pose().theta,
            times};
  }
  std::vector<ui::LeftRun> left() const {
    const std::span<const ui::LeftRun> runs = session.shown().left_runs;
    return {runs.begin(), runs.end()};
  }
};

TEST_F(LeftRuns, ComeBackWholeByOneUndoAfterAnotherScene) {
  edits::set(session, "lambda", 0.3);
  steps(40);
  session.seek(25);
  const Seen before = seen();
  send(ui::LoadScene{1});
  ASSERT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.timeline().last(), 0);
  steps(3);
  session.undo();
  EXPECT_EQ(session.tracker().scene().id, "tree");
  EXPECT_TRUE(seen() == before);
  EXPECT_EQ(before.times.size(), 41U);
  // the run goes on as if nothing had happened
  session.seek(40);
  EXPECT_EQ(session.timeline().now(), 40);
  session.seek(25);
  // and so does the one of the other scene
  session.redo();
  EXPECT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.timeline().last(), 3);
  session.undo();
  session.undo();
  EXPECT_FALSE(session.setup().front_lane().settings.param("lambda")) << "undo goes on before it";
}

TEST_F(LeftRuns, ComeBackWholeByOneUndoAfterAFreshStart) {
  steps(30);
  const Seen before = seen();
  const int scenes = session.scene_changes();
  send(ui::Command::kRestart);
  EXPECT_EQ(session.timeline().last(), 0);
  EXPECT_EQ(session.shown().undo.undo_name(), "start anew");
  session.undo();
  EXPECT_TRUE(seen() == before);
  EXPECT_EQ(session.scene_changes(), scenes) << "the camera stays";
  EXPECT_FALSE(session.shown().undo.can_undo());
}

TEST_F(LeftRuns, ComeBackWholeByOneUndoAfterAFile) {
  steps(20);
  send(ui::Command::kSaveSession);
  steps(10);
  const Seen before = seen();
  session.open_file((folder / "session-001.json").string());
  edits::wait_for_file(session);
  ASSERT_NE(session.timeline().last(), before.last);
  session.undo();
  EXPECT_TRUE(seen() == before);
}

TEST_F(LeftRuns, AreOfferedAndGoneTo) {
  edits::set(session, "lambda", 0.3);
  steps(12);
  send(ui::LoadScene{1});
  steps(5);
  ASSERT_EQ(left().size(), 1U);
  EXPECT_EQ(left()[0].timeline->last(), 12);
  const int tree = left()[0].number;
  send(ui::LeftRunWish{ui::LeftRunWish::Kind::kGoTo, tree});
  EXPECT_EQ(session.tracker().scene().id, "tree");
  EXPECT_EQ(session.timeline().now(), 12);
  EXPECT_EQ(session.run_number(), tree);
  ASSERT_EQ(left().size(), 1U);
  EXPECT_EQ(left()[0].timeline->last(), 5);
  session.undo();
  EXPECT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.timeline().last(), 5);
  send(ui::LeftRunWish{ui::LeftRunWish::Kind::kRemove, tree});
  EXPECT_TRUE(left().empty());
  // without the run, undo brings its set-up back
  session.undo();
  EXPECT_EQ(session.tracker().scene().id, "tree");
  EXPECT_EQ(session.setup().front_lane().settings.param("lambda"), 0.3);
  EXPECT_EQ(session.timeline().last(), 0);
}

TEST_F(LeftRuns, AreOnlyRunsThatWereMadeAndNotTooMany) {
  send(ui::Command::kRestart);
  EXPECT_TRUE(left().empty()) << "nothing was made";
  for (int i = 0; i < 30; ++i) {
    steps(1);
    send(ui::Command::kRestart);
  }
  ASSERT_GE(left().size(), 4U);
  EXPECT_LE(left().size(), 16U);
  EXPECT_EQ(left().back().number + 1, session.run_number()) << "the last ones";
}

TEST_F(LeftRuns, KeepTheirPlaceForUndoAmongEqualSetups) {
  steps(5);
  send(ui::Command::kRestart);
  edits::set(session, "lambda", 0.3);
  steps(5);
  // both runs began with this set-up: the place is the one of this run
  session.seek(0);
  session.seek(3);
  session.undo();
  EXPECT_EQ(session.timeline().last(), 3) << "λ is undone in this run";
  EXPECT_FALSE(session.setup().front_lane().settings.param("lambda"));
  session.undo();
  EXPECT_EQ(session.timeline().last(), 5);
  EXPECT_EQ(session.timeline().now(), 5);
}

TEST_F(LeftRuns, AreTheSameBitsWhereverOneGoesInThem) {
  steps(4000);
  const long places[] = {3999, 1234, 200, 0, 2801};
  std::vector<Eigen::VectorXd> poses;
  for (const long step : places) {
    session.seek(step);
    poses.push_back(session.tracker().pose().theta);
  }
  send(ui::LoadScene{1});
  session.undo();
  EXPECT_EQ(session.timeline().now(), 2801);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    session.seek(places[i]);
    EXPECT_EQ(session.tracker().pose().theta, poses[i]) << places[i];
  }
}

TEST_F(LeftRuns, AreForgottenWhereARunBegins) {
  steps(5);
  session.begin_here();
  EXPECT_TRUE(left().empty());
  EXPECT_FALSE(session.shown().undo.can_undo());
  EXPECT_EQ(session.timeline().last(), 0);
}

TEST_F(LeftRuns, TakeAnErrorAwayWhenALaterCommandSucceeds) {
  session.open_file("nowhere.json");
  edits::wait_for_file(session);
  ASSERT_TRUE(session.shown().message.trouble);
  session.advance(0.001);
  EXPECT_TRUE(session.shown().message.trouble) << "time alone does not take it away";
  edits::set(session, "lambda", 0.3);
  EXPECT_FALSE(session.shown().message.trouble);
  EXPECT_TRUE(session.message().empty());
}

}  // namespace
