#include "io/saved/session_file.h"

#include <gtest/gtest.h>

#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "io/setup/setup_json.h"
#include "support/bodies.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace {

lab::Setup plain(const char* scene = "double-y", const char* method = "dls") {
  const auto loaded = std::make_shared<const lab::Scene>(io::find_scene(scene));
  return lab::setup_of(loaded, *ik::find_method(method), loaded->settings);
}

/// A set-up that differs from the scene's defaults in everything.
lab::Setup changed(lab::Setup setup) {
  lab::add_lane(setup);
  setup.lanes[1].method = ik::find_method("sdls");
  setup.lanes[1].settings.params["max-angle"] = 0.1 + 0.2;  // degrees that round
  setup.lanes[0].settings.d_max = 1.0 / 3.0;
  setup.lanes[0].settings.set_param("lambda", std::nullopt);
  setup.lanes[0].method = ik::find_method("nullspace");
  setup.lanes[0].settings.set_param("rest", 0.1234567890123);
  lab::set_push(setup.lanes[0], 3, -1.0 / 3.0);
  lab::set_push(setup.lanes[0], 9, 0.25);
  setup.front = 1;
  setup.frozen = true;
  setup.targets[0].held = Eigen::Vector3d(0.1, -2.0 / 7.0, 1e-9);
  setup.targets[1].curve = lab::shifted(setup.targets[1].curve, {0.1, 0.2, 0.3});
  setup.goal_weights[2] = 0.7;
  setup.joint_weights[3] = 0.0;
  for (lab::Lane& lane : setup.lanes) lane.settings.time_step = 0.004;
  return setup;
}

/// Compares set-ups; equal scenes may be different objects.
void expect_same(const lab::Setup& a, lab::Setup b) {
  EXPECT_EQ(io::write_scene(*a.scene), io::write_scene(*b.scene));
  b.scene = a.scene;
  b.opened = a.opened;
  EXPECT_EQ(a, b);
}

TEST(SetupText, ReadsBackTheSameBits) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Setup setup = plain(id.c_str());
    expect_same(setup, io::parse_setup(io::setup_text(setup), "text"));
  }
  const lab::Setup setup = changed(plain());
  const std::string text = io::setup_text(setup);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  expect_same(setup, io::parse_setup(text, "text"));
}

TEST(SetupText, IsShortWhereLittleIsChanged) {
  lab::Setup setup = plain();
  setup.front_lane().settings.params["lambda"] = 0.7;
  EXPECT_LT(io::setup_text(setup).size(), 100U) << io::setup_text(setup);
}

TEST(SetupText, HoldsAScenesFileWhole) {
  lab::Scene scene = scenes::circling(bodies::slider_arm());
  scene.id = "some/where.json";
  const auto loaded = std::make_shared<const lab::Scene>(scene);
  const lab::Setup setup = lab::setup_of(loaded, *ik::find_method("ccd"), scene.settings);
  const lab::Setup again = io::parse_setup(io::setup_text(setup), "text");
  EXPECT_EQ(again.scene->id, scene.id);
  expect_same(setup, again);
}

TEST(SetupText, HoldsASceneWholeThatBearsABuiltInOnesName) {
  lab::Scene scene = scenes::circling(bodies::slider_arm());
  scene.id = "humanoid";
  const auto loaded = std::make_shared<const lab::Scene>(scene);
  const lab::Setup setup = lab::setup_of(loaded, *ik::find_method("ccd"), scene.settings);
  const lab::Setup again = io::parse_setup(io::setup_text(setup), "text");
  EXPECT_EQ(again.scene->multibody.joint_count(), scene.multibody.joint_count());
  expect_same(setup, again);
}

TEST(SetupText, SharesThePresentSceneOnlyWhereItIsTheSame) {
  lab::Scene scene = scenes::circling(bodies::slider_arm());
  scene.id = "arm.json";
  const auto loaded = std::make_shared<const lab::Scene>(scene);
  const std::string text =
      io::setup_text(lab::setup_of(loaded, *ik::find_method("ccd"), scene.settings));
  EXPECT_EQ(io::parse_setup(text, "text", loaded).scene, loaded);
  // another body with the same name
  lab::Scene other = scenes::circling(bodies::planar_arm(2));
  other.id = scene.id;
  const auto present = std::make_shared<const lab::Scene>(other);
  const lab::Setup setup = io::parse_setup(text, "text", present);
  EXPECT_NE(setup.scene, present);
  EXPECT_EQ(setup.scene->multibody.joint_count(), scene.multibody.joint_count());
}

TEST(SetupText, HoldsTheLinkThatIsHeld) {
  lab::Setup setup = plain();
  setup.pull = {2, {0.1, -0.2, 0.3}, {1.0 / 3.0, 0.7, -0.9}};
  const std::string text = io::setup_text(setup);
  EXPECT_EQ(io::parse_setup(text, "text").pull, setup.pull);
  std::string wrong = text;
  const std::string name = setup.scene->multibody.joint(2).name;
  wrong.replace(wrong.find("\"" + name + "\""), name.size() + 2, "\"nobody\"");
  EXPECT_THROW((void)io::parse_setup(wrong, "text"), std::exception);
}

TEST(SetupText, HoldsTheLastDragOfATargetWhileTheRunStood) {
  lab::Setup setup = plain();
  setup.nudge = {7, 2, 3};
  const std::string text = io::setup_text(setup);
  EXPECT_EQ(io::parse_setup(text, "text").nudge, setup.nudge);
  std::string wrong = text;
  wrong.replace(wrong.find("\"updates\":3"), 11, "\"updates\":-1");
  EXPECT_THROW((void)io::parse_setup(wrong, "text"), io::Error);
}

TEST(SetupText, NamesTheGroupThatMovesAlone) {
  lab::Setup setup = plain("humanoid");
  ASSERT_GT(setup.scene->groups.size(), 1U);
  setup.group = 1;
  EXPECT_EQ(io::parse_setup(io::setup_text(setup), "text").group, 1U);
  setup.group.reset();
  EXPECT_FALSE(io::parse_setup(io::setup_text(setup), "text").group);
}

TEST(SetupText, NamesThePlaceOfWhatIsWrong) {
  const auto message = [](const std::string& text) {
    try {
      io::parse_setup(text, "pasted");
    } catch (const io::Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(R"({"lanes": []})"), "pasted: scene: missing");
  EXPECT_EQ(message(R"({"scene": "nowhere", "lanes": []})"),
            "pasted: scene: no built-in scene 'nowhere'");
  EXPECT_EQ(message(R"({"scene": "y", "lanes": [{"method": "magic"}]})"),
            "pasted: lanes[0].method: no method 'magic'");
  EXPECT_EQ(message(R"({"scene": "y", "lanes": [{"method": "dls", "settings": {"lambda": -1}}]})"),
            "pasted: lanes[0].settings.lambda: expected a number of at least 0");
  EXPECT_NE(message(R"({"scene": "y", "lanes": [{"method": "dls"}], "front": 3})").find("front"),
            std::string::npos);
  EXPECT_NE(message(R"({"scene": "y", "lanes": [{"method": "dls"}, {"method": "sdls"}]})")
                .find("the id appears twice"),
            std::string::npos);
  EXPECT_NE(message(R"({"scene": "y", "lanes": [{"method": "dls"}], "x": 1})").find("pasted: x"),
            std::string::npos);
  EXPECT_EQ(message(R"({"scene": "y", "lanes": [{"method": "dls", "pushes": [
                      {"joint": "nobody", "travel": 1}]}]})"),
            "pasted: lanes[0].pushes[0].joint: no joint 'nobody'");
  EXPECT_NE(message("nonsense").find("not JSON"), std::string::npos);
}

lab::Timeline some_run() {
  lab::Timeline timeline(plain());
  for (int k = 0; k < 100; ++k) timeline.step();
  timeline.apply(changed(timeline.setup()));
  for (int k = 0; k < 30; ++k) timeline.step();
  lab::Setup setup = timeline.setup();
  setup.frozen = false;
  setup.targets[0].held.reset();
  timeline.apply(setup);
  setup.front_lane().settings.d_max = 0.2;
  timeline.apply(setup);
  for (int k = 0; k < 70; ++k) timeline.step();
  return timeline;
}

/// Timeline of the session at its end.
lab::Timeline replay(const io::SavedSession& session) {
  lab::Timeline timeline(session.start);
  auto change = session.changes.begin();
  for (long step = 0;; ++step) {
    for (; change != session.changes.end() && change->step == step; ++change) {
      timeline.apply(change->setup);
    }
    if (step == session.steps) return timeline;
    timeline.step();
  }
}

TEST(SessionFile, RepeatsARunToTheBit) {
  const lab::Timeline timeline = some_run();
  const std::string text = io::write_session(io::session_of(timeline));
  const lab::Timeline again = replay(io::parse_session(text, "session"));
  ASSERT_EQ(again.now(), timeline.now());
  ASSERT_EQ(again.bench().size(), timeline.bench().size());
  for (std::size_t i = 0; i < again.bench().size(); ++i) {
    EXPECT_EQ(again.bench().tracker(i).pose().theta, timeline.bench().tracker(i).pose().theta);
  }
  EXPECT_EQ(io::write_session(io::session_of(again)), text);
}

/// some_run() with a branch that has another body, at a step in the middle.
lab::Timeline branched_run() {
  lab::Timeline timeline = some_run();
  timeline.seek(150);
  lab::Setup setup = timeline.setup();
  lab::Scene body = *setup.scene;
  body.name = "another";
  body.id = "another";
  setup.scene = std::make_shared<const lab::Scene>(body);
  timeline.apply(setup);
  for (int k = 0; k < 20; ++k) timeline.step();
  timeline.seek(60);
  setup = timeline.setup();
  setup.front_lane().settings.d_max = 0.7;
  timeline.apply(setup);
  for (int k = 0; k < 25; ++k) timeline.step();
  timeline.seek(70);
  return timeline;
}

/// A session without the fields that its file does not store.
io::SavedSession stripped(io::SavedSession session) {
  for (lab::SetupChange& change : session.changes) change.gesture = 0;
  for (lab::Branch& branch : session.branches) {
    branch.id = 0;
    branch.fork = 0;
    for (lab::SetupChange& change : branch.changes) change.gesture = 0;
  }
  return session;
}

void expect_same(const std::vector<lab::SetupChange>& a, const std::vector<lab::SetupChange>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].step, b[i].step);
    expect_same(a[i].setup, b[i].setup);
  }
}

TEST(SessionFile, HoldsTheBranchesAndTheStepOfAWholeRun) {
  const io::SavedSession whole = io::whole_session_of(branched_run());
  ASSERT_EQ(whole.branches.size(), 2U);
  const io::SavedSession read = io::parse_session(io::write_session(whole), "s");
  EXPECT_EQ(read.now, 70);
  EXPECT_EQ(read.steps, 85);
  expect_same(read.changes, whole.changes);
  ASSERT_EQ(read.branches.size(), whole.branches.size());
  for (std::size_t i = 0; i < read.branches.size(); ++i) {
    EXPECT_EQ(read.branches[i].last, whole.branches[i].last);
    expect_same(read.branches[i].changes, whole.branches[i].changes);
  }
  EXPECT_EQ(io::write_session(stripped(read)), io::write_session(stripped(whole)));
  EXPECT_EQ(io::write_session(io::session_of(branched_run())).find("branches"), std::string::npos)
      << "a saved session is the present course alone";
}

TEST(SessionFile, IsWrittenAndReadInPortionsToTheSameText) {
  const io::SavedSession whole = io::whole_session_of(branched_run());
  io::SessionWriter writer(whole);
  std::size_t portions = 1;
  for (double before = 0.0, share = 0.0; (share = writer.advance(1)) < 1.0; ++portions) {
    EXPECT_GT(share, before);
    before = share;
  }
  std::size_t changes = whole.changes.size();
  for (const lab::Branch& branch : whole.branches) changes += branch.changes.size();
  EXPECT_EQ(portions, changes);
  const std::string text = writer.take();
  EXPECT_EQ(text, io::write_session(whole));
  io::SessionReader reader(text, "s");
  std::size_t read = 1;
  while (reader.advance(1) < 1.0) ++read;
  EXPECT_EQ(read, changes);
  EXPECT_EQ(io::write_session(stripped(reader.take())), io::write_session(stripped(whole)));
}

TEST(SessionFile, KeepsAChangeToABodyOfTheSameText) {
  lab::Timeline timeline(plain());
  timeline.step();
  lab::Setup setup = timeline.setup();
  setup.scene = std::make_shared<const lab::Scene>(*setup.scene);
  timeline.apply(setup);
  timeline.step();
  const std::string text = io::write_session(io::session_of(timeline));
  const io::SavedSession read = io::parse_session(text, "s");
  ASSERT_EQ(read.changes.size(), 1U);
  // a new scene object resets the method's memory, even if its text is the same
  EXPECT_NE(read.changes[0].setup.scene, read.start.scene);
}

TEST(SessionFile, TakesANameOfItsOwn) {
  const support::TemporaryFolder folder;
  const lab::Timeline timeline = some_run();
  const auto one = io::save_session(folder.path() / "new", timeline);
  const auto two = io::save_session(folder.path() / "new", timeline);
  EXPECT_NE(one, two);
  EXPECT_EQ(io::read_file(one), io::read_file(two));
  EXPECT_EQ(io::read_session(one).steps, 200);
}

TEST(SessionFile, NamesThePlaceOfWhatIsWrong) {
  const std::string good = io::write_session(io::session_of(some_run()));
  const auto message = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    try {
      io::parse_session(text, "s.json");
    } catch (const io::Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("iklab-session", "ik-scene"), "s.json: format: expected \"iklab-session\"");
  EXPECT_EQ(message("\"step\": 100", "\"step\": 500"),
            "s.json: changes[0].step: expected a step between the change before it and the end");
  EXPECT_NE(message("\"steps\": 200", "\"steps\": 2.5").find("s.json: steps"), std::string::npos);
  EXPECT_NE(message("\"patch\": [", "\"patch\": [{\"op\": \"x\"}, ").find("changes[0].patch"),
            std::string::npos);
  EXPECT_NE(message("double-y", "nowhere").find("start.scene"), std::string::npos);
  EXPECT_EQ(message("\"step\": 130", "\"step\": 99"),
            "s.json: changes[1].step: expected a step between the change before it and the end");
  EXPECT_NE(message("\"steps\": 200,", "\"steps\": 200, \"now\": 201,").find("s.json: now"),
            std::string::npos);
  EXPECT_NE(message("\n  ]\n}", "],\"branches\": [{\"steps\": 1, \"changes\": [{}]}]}")
                .find("branches[0].changes[0]"),
            std::string::npos);
}

}  // namespace
