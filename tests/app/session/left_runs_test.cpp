#include <span>
#include <vector>

#include "app/edits.h"
#include "app/session/session_fixture.h"

namespace {

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

TEST_F(LeftRuns, KeepAnErrorOfTheCommandItself) {
  send(ui::LoadScene{2});
  EXPECT_TRUE(session.shown().message.trouble);
}

}  // namespace
