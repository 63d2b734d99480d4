#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "lab/run/experiment.h"
#include "support/scenes.h"

// What a session does with its timeline: undo, going back, lanes, other runs.
namespace {

lab::Scene named(const char* id) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.id = scene.name = id;
  return scene;
}

class TimelineSession : public testing::Test {
 protected:
  app::World world() {
    app::World world{.clock = [this] { return now += 1000.0; },
                     .load_scene = [](const std::string& id) { return named(id.c_str()); },
                     .save = [](const lab::Recording&, const std::string&) { return "Saved"; }};
    world.save_session = [this](const lab::Timeline& timeline, const std::string& folder) {
      if (folder == "full") throw std::runtime_error("full: no space left");
      saved.push_back(timeline);
      return "Saved the session";
    };
    world.open = [this](const std::string& path) -> std::variant<io::SavedSession, lab::Scene> {
      if (path == "none") throw std::runtime_error("none: no such file");
      if (path == "run") return io::session_of(saved.at(0));
      if (path == "long run") {
        return io::SavedSession{saved.at(0).initial(), {}, lab::kMostRunSteps};
      }
      return named("opened");
    };
    world.read_setup = [](const std::string& text, const lab::Setup& present) {
      if (text == "broken") throw std::runtime_error("clipboard: not JSON");
      lab::Setup setup = present;
      setup.front_lane().settings.lambda = 0.77;
      if (text == "same") return setup;
      lab::Scene scene = scenes::circling(bodies::planar_arm(2));
      scene.id = present.scene->id;
      return lab::setup_of(std::make_shared<const lab::Scene>(scene), *ik::find_method("dls"), {});
    };
    return world;
  }
  void set(const char* name, double value, long gesture = 0) {
    ui::Asked asked;
    asked.setting = ui::SettingChange{lab::find_setting(name), value};
    asked.gesture = gesture;
    session.apply(asked);
  }

  double now = 0.0;
  std::vector<lab::Timeline> saved;
  app::Session session{
      world(), {{"one", "One", ""}, {"two", "Two", ""}}, named("one"), *ik::find_method("dls")};
};

TEST_F(TimelineSession, UndoesEveryKindOfChange) {
  std::vector<lab::Setup> states{session.setup()};
  const auto apply = [&](ui::Asked asked) {
    session.apply(asked);
    ASSERT_NE(session.setup(), states.back());
    states.push_back(session.setup());
  };
  apply({.method = ik::find_method("sdls")});
  apply({.setting = ui::SettingChange{lab::find_setting("d-max"), 0.3}});
  apply({.goal_weight = ui::WeightChange{0, 3.0}});
  apply({.joint_weight = ui::WeightChange{1, 0.0}});
  apply({.target = ui::TargetChange{
             0, {session.setup().targets[0].curve, Eigen::Vector3d(0.1, 0.2, 0.3)}}});
  apply({.freeze = true});
  apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kAdd, 0, ik::find_method("ccd")}});
  apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kFront, 1}});
  apply({.param = ui::ParamChange{"gain", 0.5}});
  session.advance(0.02);
  apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kRemove, 0}});
  apply({.scene = 1});
  for (std::size_t i = states.size() - 1; i > 0; --i) {
    session.apply({.undo = true});
    EXPECT_EQ(session.setup(), states[i - 1]) << i;
  }
  session.apply({.undo = true});
  EXPECT_EQ(session.setup(), states[0]) << "there is nothing before the first";
  for (std::size_t i = 1; i < states.size(); ++i) {
    session.apply({.redo = true});
    EXPECT_EQ(session.setup(), states[i]) << i;
  }
}

TEST_F(TimelineSession, UndoesADragAsOne) {
  const lab::Setup before = session.setup();
  for (int i = 1; i < 8; ++i) {
    set("lambda", 0.1 * i, 4);
    session.advance(0.01);
  }
  session.apply({.undo = true});
  EXPECT_EQ(session.setup(), before);
}

TEST_F(TimelineSession, GoesBackToWhatItShowed) {
  std::vector<Eigen::VectorXd> rows{session.tracker().pose().theta};
  for (int k = 0; k < 60; ++k) {
    session.step();
    rows.push_back(session.tracker().pose().theta);
    if (k == 30) set("lambda", 0.3);
  }
  for (const long step : {45L, 3L, 30L, 60L, 0L}) {
    session.apply({.seek = step});
    EXPECT_EQ(session.tracker().pose().theta, rows[static_cast<std::size_t>(step)]) << step;
    EXPECT_EQ(session.history().size(), 61U) << "the plots know what comes";
  }
  session.apply({.step = true});
  session.apply({.step_back = true});
  EXPECT_EQ(session.tracker().step_count(), 0);
  // a change in the past is the beginning of another future
  session.apply({.seek = 10L});
  set("lambda", 2.0);
  EXPECT_EQ(session.timeline().last(), 10);
  EXPECT_EQ(session.history().size(), 11U);
}

TEST_F(TimelineSession, RepeatsWhatIsThereWhileItLoops) {
  for (int k = 0; k < 20; ++k) session.step();
  session.apply({.loop = true});
  session.set_playing(true);
  for (int i = 0; i < 10; ++i) session.advance(0.02);
  EXPECT_EQ(session.timeline().last(), 20);
  session.apply({.loop = true});
  for (int i = 0; i < 10; ++i) session.advance(0.02);
  EXPECT_GT(session.timeline().last(), 20);
}

TEST_F(TimelineSession, UndoesAChangeInThePastToWhatWasThere) {
  const auto add = [this](const char* method) {
    session.apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kAdd, 0, ik::find_method(method)}});
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
  EXPECT_EQ(session.setup().front_lane().settings.lambda, 0.2);
}

TEST_F(TimelineSession, FindsItsPlaceAmongTheChangesWhereverItGoes) {
  set("lambda", 0.2);
  for (int k = 0; k < 10; ++k) session.step();
  set("lambda", 0.3);
  for (int k = 0; k < 10; ++k) session.step();
  session.seek(4);
  session.seek(15);
  EXPECT_EQ(session.setup().front_lane().settings.lambda, 0.3);
  session.undo();
  EXPECT_EQ(session.setup().front_lane().settings.lambda, 0.2);
}

TEST_F(TimelineSession, RepeatsAPart) {
  for (int k = 0; k < 40; ++k) session.step();
  session.apply({.loop_over = ui::StepSpan{10, 16}});
  EXPECT_EQ(session.tracker().step_count(), 10);
  session.set_playing(true);
  std::set<long> seen;
  for (int i = 0; i < 60; ++i) {
    session.advance(0.005);
    seen.insert(session.tracker().step_count());
  }
  EXPECT_EQ(*seen.begin(), 11);  // it goes on from 10 in the same frame
  EXPECT_EQ(*seen.rbegin(), 16);
  EXPECT_EQ(session.timeline().last(), 40);
}

TEST_F(TimelineSession, KeepsAHistoryOfEveryLane) {
  session.apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kAdd, 0, ik::find_method("sdls")}});
  for (int k = 0; k < 10; ++k) session.step();
  const ui::Shown shown = session.shown();
  ASSERT_EQ(shown.histories.size(), 2U);
  EXPECT_EQ(shown.histories[0]->size(), 11U);
  EXPECT_EQ(shown.histories[1]->size(), 11U);
  EXPECT_EQ(shown.histories[1]->error(10, 0), session.timeline().bench().tracker(1).errors()[0]);
}

TEST_F(TimelineSession, SavesAndOpensARun) {
  for (int k = 0; k < 30; ++k) session.step();
  set("d-max", 0.2);
  for (int k = 0; k < 30; ++k) session.step();
  const Eigen::VectorXd end = session.tracker().pose().theta;
  session.apply({.save_session = true});
  ASSERT_EQ(saved.size(), 1U);
  session.apply({.scene = 1});
  session.open_file("run");
  session.wait_for_file();
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_EQ(session.timeline().last(), 60);
  EXPECT_EQ(session.history().size(), 61U);
  session.seek(60);
  EXPECT_EQ(session.tracker().pose().theta, end);
  session.open_file("a scene");
  session.wait_for_file();
  EXPECT_EQ(session.tracker().scene().id, "opened");
  session.open_file("none");
  session.wait_for_file();
  EXPECT_EQ(session.message(), "none: no such file");
  session.set_folder("full");
  session.apply({.save_session = true});
  EXPECT_EQ(session.message(), "full: no space left");
}

TEST_F(TimelineSession, ShowsAnOpenedRunAsItWasShownWhileItWasMade) {
  for (int k = 0; k < 20; ++k) session.step();
  session.apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kAdd, 0, ik::find_method("sdls")}});
  for (int k = 0; k < 10; ++k) session.step();
  std::vector<double> shown;
  for (std::size_t row = 0; row < session.history().size(); ++row) {
    shown.push_back(session.history().error(row, 0));
  }
  session.apply({.save_session = true});
  session.open_file("run");
  session.wait_for_file();
  EXPECT_EQ(session.timeline().now(), 0);
  ASSERT_EQ(session.history().size(), shown.size());
  for (std::size_t row = 0; row < shown.size(); ++row) {
    EXPECT_EQ(session.history().error(row, 0), shown[row]) << row;
  }
  session.seek(30);
  ASSERT_EQ(session.shown().histories.size(), 2U);
  EXPECT_EQ(session.shown().histories[1]->size(), 11U);
}

TEST_F(TimelineSession, GoesOnWhileALongRunIsOpenedAndCanGiveItUp) {
  session.step();
  session.apply({.save_session = true});
  session.open_file("long run");
  session.set_playing(true);
  for (int frame = 0; frame < 20; ++frame) EXPECT_GT(session.advance(0.02), 0) << frame;
  ASSERT_TRUE(session.shown().opening);
  EXPECT_EQ(session.shown().opening->name, "long run");
  EXPECT_LT(session.shown().opening->share, 1.0);
  session.apply({.stop_opening = true});
  EXPECT_FALSE(session.shown().opening);
  EXPECT_EQ(session.message(), "Gave up opening long run");
  EXPECT_GT(session.timeline().now(), 60);
  // one that is still being opened at the end is waited for no longer than a step takes
  session.open_file("long run");
}

TEST_F(TimelineSession, PastesASetupAndStartsAnewWithAnotherScene) {
  for (int k = 0; k < 10; ++k) session.step();
  session.paste_setup("same");
  EXPECT_EQ(session.tracker().step_count(), 10);
  EXPECT_EQ(session.setup().front_lane().settings.lambda, 0.77);
  session.apply({.undo = true});
  EXPECT_NE(session.setup().front_lane().settings.lambda, 0.77);
  // of the same name, but another body
  session.paste_setup("other");
  EXPECT_EQ(session.tracker().multibody().joint_count(), 2);
  EXPECT_EQ(session.tracker().step_count(), 0);
  session.step();
  session.paste_setup("broken");
  EXPECT_EQ(session.message(), "clipboard: not JSON");
}

TEST_F(TimelineSession, CarriesTheLanesToAnotherScene) {
  session.apply({.lane = ui::LaneChange{ui::LaneChange::Kind::kAdd, 0, ik::find_method("sdls")}});
  session.apply({.scene = 1});
  ASSERT_EQ(session.setup().lanes.size(), 2U);
  EXPECT_STREQ(session.setup().lanes[1].method->id, "sdls");
  EXPECT_EQ(session.tracker().scene().id, "two");
}

}  // namespace
