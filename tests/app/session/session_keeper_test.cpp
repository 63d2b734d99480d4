#include "app/session/session_keeper.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "lab/body/build.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

app::Session session_of(const char* scene = "y") {
  return {{},
          {.items = {}, .load = [](const std::string& id) { return io::find_scene(id); }},
          io::find_scene(scene),
          *ik::find_method("dls")};
}

/// A session with its keeper, as in the window.
class SessionKeeperTest : public testing::Test {
 protected:
  /// Lets the window's time pass, with a look every quarter of a second.
  void pass(double seconds) {
    for (double t = 0.0; t < seconds; t += 0.25) {
      keeper->look(session, 0.25);
      pool.work_for(60.0);  // until no work is left
    }
  }
  /// Path of the kept file; empty if there is none.
  fs::path file() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.path(), ignored)) {
      if (entry.path().extension() == ".json") return entry.path();
    }
    return {};
  }
  void set_lambda(double lambda) {
    lab::Setup setup = session.setup();
    setup.front_lane().settings.set_param("lambda", lambda);
    session.change(setup, "λ");
  }
  /// The session that another program finds after this one is lost.
  io::SavedSession lost() {
    keeper.reset();
    const auto files = io::take_lost_sessions(folder.path());
    EXPECT_EQ(files.size(), 1U);
    return io::read_session(files.at(0));
  }
  const support::TemporaryFolder folder;
  app::Session session = session_of();
  work::Pool pool{0};  // no threads: the test does the work
  std::unique_ptr<app::SessionKeeper> keeper =
      std::make_unique<app::SessionKeeper>(pool, folder.path());
};

TEST_F(SessionKeeperTest, WritesNothingOfARunThatTheUserHasNotChanged) {
  // options that apply before the first frame are not changes by the user
  set_lambda(0.4);
  session.reset();
  session.set_playing(true);
  for (int i = 0; i < 50; ++i) session.advance(0.02);
  pass(30.0);
  EXPECT_EQ(folder.count(), 0);
  keeper->finish(session);
  EXPECT_EQ(folder.count(), 0);
}

TEST_F(SessionKeeperTest, KeepsEveryChangeWithinTwoSeconds) {
  pass(0.25);
  for (const char* lambda : {"0.3", "0.7"}) {
    session.step();
    set_lambda(std::stod(lambda));
    pass(2.0);
    EXPECT_NE(support::text_of(file()).find(lambda), std::string::npos) << lambda;
  }
  const io::SavedSession found = lost();
  ASSERT_EQ(found.changes.size(), 2U);
  EXPECT_EQ(found.changes[1].setup.front_lane().settings.params.at("lambda"), 0.7);
}

TEST_F(SessionKeeperTest, BringsBackBodyBranchesAndStep) {
  pass(0.25);
  session.step();
  set_lambda(0.3);
  for (int i = 0; i < 9; ++i) session.step();
  session.seek(4);
  lab::Setup setup = session.setup();
  lab::Scene body = *setup.scene;
  body.targets[0] = lab::shifted(body.targets[0], {0.1, 0.0, 0.0});
  body.name = "made by hand";
  setup.scene = std::make_shared<const lab::Scene>(body);
  session.change(setup, "body");
  for (int i = 0; i < 5; ++i) session.step();
  session.seek(6);
  keeper->finish(session);

  keeper.reset();
  const auto files = io::take_lost_sessions(folder.path());
  ASSERT_EQ(files.size(), 1U);
  app::Session next = session_of("double-y");
  next.bring_back(files[0].string(), "here again");
  next.set_playing(true);
  for (int i = 0; i < 10000 && next.opening(); ++i) {
    next.advance(0.0);
    usleep(100);
  }
  next.advance(0.0);
  EXPECT_EQ(next.message(), "here again");
  EXPECT_FALSE(next.shown().playback.playing);
  EXPECT_EQ(next.timeline().now(), 6);
  EXPECT_EQ(next.timeline().last(), 9);
  EXPECT_EQ(next.setup().scene->name, "made by hand");
  EXPECT_EQ(next.tracker().pose().theta, session.tracker().pose().theta);
  ASSERT_EQ(next.timeline().branches().size(), 1U);
  EXPECT_EQ(next.timeline().branches()[0].fork, session.timeline().branches()[0].fork);
  EXPECT_EQ(next.timeline().branches()[0].last, 10);
}

TEST_F(SessionKeeperTest, RemovesTheFileOfAWindowThatItsUserEnds) {
  pass(0.25);
  set_lambda(0.3);
  keeper->finish(session);
  EXPECT_FALSE(file().empty());
  keeper->discard();
  EXPECT_EQ(folder.count(), 0);
  pass(3.0);
  keeper->finish(session);
  EXPECT_EQ(folder.count(), 0);
}

TEST_F(SessionKeeperTest, WritesAnotherRunToo) {
  pass(0.25);
  session.set_scene(io::find_scene("double-y"));
  keeper->finish(session);
  EXPECT_EQ(lost().start.scene->id, "double-y");
}

TEST_F(SessionKeeperTest, BringsBackTheRunsOfOtherScenesToo) {
  pass(0.25);
  set_lambda(0.3);
  for (int i = 0; i < 5; ++i) session.step();
  session.seek(4);
  const ik::VectorX left = session.tracker().pose().theta;
  session.set_scene(io::find_scene("double-y"));
  for (int i = 0; i < 3; ++i) session.step();
  set_lambda(0.5);
  pass(4.0);

  keeper.reset();
  const auto files = io::take_lost_sessions(folder.path());
  ASSERT_EQ(files.size(), 2U);
  app::Session next = session_of("two-link-arm");
  next.bring_back(files[1].string(), "here again", {files[0].string()});
  edits::wait_for_file(next);
  EXPECT_EQ(next.setup().scene->id, "double-y");
  EXPECT_EQ(next.setup().front_lane().settings.param("lambda"), 0.5);
  EXPECT_EQ(next.message(), "here again");
  ASSERT_EQ(next.left_runs().size(), 1U);
  EXPECT_EQ(next.left_runs()[0].timeline->last(), 5);
  edits::send(next, ui::LeftRunWish{ui::LeftRunWish::Kind::kGoTo, next.left_runs()[0].number});
  EXPECT_EQ(next.setup().scene->id, "y");
  EXPECT_EQ(next.timeline().now(), 4);
  EXPECT_EQ(next.tracker().pose().theta, left);
}

TEST_F(SessionKeeperTest, WritesThePresentRunLast) {
  pass(0.25);
  set_lambda(0.3);
  pass(3.0);
  session.step();  // not written yet when the run is left
  session.set_scene(io::find_scene("double-y"));
  set_lambda(0.5);
  for (int i = 0; i < 15; ++i) {
    pass(2.0);
    const auto newest = [this] {
      fs::path path;
      for (const auto& entry : fs::directory_iterator(folder.path())) {
        if (entry.path().extension() != ".json") continue;
        if (path.empty() || fs::last_write_time(path) < fs::last_write_time(entry)) path = entry;
      }
      return path;
    };
    EXPECT_EQ(io::read_session(newest()).start.scene->id, "double-y") << i;
  }
}

TEST_F(SessionKeeperTest, RemovesTheFileOfARunThatIsGoneFromTheList) {
  pass(0.25);
  set_lambda(0.3);
  session.step();
  session.set_scene(io::find_scene("double-y"));
  pass(4.0);
  ASSERT_EQ(session.left_runs().size(), 1U);
  edits::send(session,
              ui::LeftRunWish{ui::LeftRunWish::Kind::kRemove, session.left_runs()[0].number});
  pass(0.5);
  EXPECT_EQ(lost().start.scene->id, "double-y");
}

TEST_F(SessionKeeperTest, SaysOnceWhyNothingCanBeKept) {
  const fs::path place = folder / "file";
  support::put(place, "");
  app::SessionKeeper broken(pool, place);
  broken.look(session, 0.25);
  set_lambda(0.3);
  std::string problem;
  for (int i = 0; i < 9 && problem.empty(); ++i) {
    broken.look(session, 0.25);
    pool.work_for(60.0);
    problem = broken.take_problem();
  }
  EXPECT_NE(problem.find("not kept against a crash: " + place.string()), std::string::npos)
      << problem;
  for (int i = 0; i < 40; ++i) {
    broken.look(session, 0.25);
    pool.work_for(60.0);
    EXPECT_EQ(broken.take_problem(), "") << i;
  }
}

}  // namespace
