// Bodies edited in the window: undo, redo, replay, sessions, and the plots of ten lanes.
#include <gtest/gtest.h>

#include "app/edits.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/body/build.h"
#include "lab/plot/live_plot.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"
#include "support/zip.h"

namespace {

class BodySession : public testing::Test {
 protected:
  BodySession() { session.set_folder(folder.path()); }
  void build(ui::BuildStep step) {
    edits::edit(session, [&](ui::Edit& edit) { ui::build(step, session.tracker(), panel, edit); });
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) session.step();
  }
  std::string body() const { return io::write_scene(*session.setup().scene); }

  support::TemporaryFolder folder;
  app::Session session{
      {},
      {.items = {{"y", "Y", ""}}, .load = [](const std::string& id) { return io::find_scene(id); }},
      io::find_scene("y"),
      *ik::find_method("dls")};
  ui::BuildPanel panel;
};

TEST_F(BodySession, ABuiltBodyContinuesTheRunAndANewBodyStartsOne) {
  steps(10);
  const int scenes = session.scene_changes(), bodies = session.body_changes();
  build(ui::BuildStep::kAddJoint);
  EXPECT_EQ(session.timeline().now(), 10);
  EXPECT_EQ(session.scene_changes(), scenes);
  EXPECT_GT(session.body_changes(), bodies);
  edits::send(session, ui::Command::kNewBody);
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_EQ(session.scene_changes(), scenes + 1);
  EXPECT_EQ(session.tracker().multibody().joint_count(), 1);
}

TEST_F(BodySession, EveryStepIsUndoneAndRedone) {
  std::vector<std::string> bodies{body()};
  const auto built = [&](ui::BuildStep step) {
    steps(3);
    build(step);
    EXPECT_TRUE(panel.refusal.empty()) << panel.refusal;
    EXPECT_NE(body(), bodies.back());
    bodies.push_back(body());
  };
  panel.chosen = {ui::BodyPart::Kind::kJoint, 0};
  built(ui::BuildStep::kAddJoint);
  built(ui::BuildStep::kAddEffector);
  built(ui::BuildStep::kAddObstacle);
  built(ui::BuildStep::kDelete);
  panel.chosen = {ui::BodyPart::Kind::kEffector, 1};
  built(ui::BuildStep::kDelete);
  panel.chosen = {ui::BodyPart::Kind::kJoint, 2};
  built(ui::BuildStep::kDelete);
  const long now = session.timeline().now();
  for (std::size_t i = bodies.size() - 1; i-- > 0;) {
    session.undo();
    EXPECT_EQ(body(), bodies[i]);
    session.advance(0.01);
  }
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    session.redo();
    EXPECT_EQ(body(), bodies[i]);
  }
  EXPECT_EQ(session.timeline().now(), now);
}

TEST_F(BodySession, SeekingAndPlayingCrossChangesOfTheBody) {
  steps(5);
  build(ui::BuildStep::kAddEffector);
  steps(5);
  const ik::VectorX end = session.tracker().pose().theta;
  const int effectors = session.tracker().multibody().effector_count();
  session.seek(2);
  EXPECT_EQ(session.tracker().multibody().effector_count(), effectors - 1);
  EXPECT_EQ(session.trails(0).effector_count(), static_cast<std::size_t>(effectors - 1));
  for (int i = 0; i < 8; ++i) {
    session.step();
    session.advance(0.01);
    EXPECT_EQ(session.trails(0).effector_count(),
              static_cast<std::size_t>(session.tracker().multibody().effector_count()));
    EXPECT_EQ(session.statuses().size(), session.trails(0).effector_count());
  }
  EXPECT_EQ(session.tracker().pose().theta, end);
  EXPECT_EQ(session.timeline().branches().size(), 0U);
}

TEST_F(BodySession, ASavedSessionOpensWithItsBodies) {
  steps(4);
  build(ui::BuildStep::kAddJoint);
  steps(4);
  build(ui::BuildStep::kAddObstacle);
  steps(4);
  const std::string built = body();
  const ik::VectorX end = session.tracker().pose().theta;
  edits::send(session, ui::Command::kSaveSession);
  edits::send(session, ui::LoadScene{0});
  session.open_file((folder / "session-001.json").string());
  edits::wait_for_file(session);
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_EQ(session.timeline().marks().size(), 2U);
  session.seek(12);
  EXPECT_EQ(body(), built);
  EXPECT_EQ(session.tracker().pose().theta, end);
}

TEST_F(BodySession, ASavedSceneOpensEqual) {
  build(ui::BuildStep::kAddJoint);
  build(ui::BuildStep::kAddEffector);
  build(ui::BuildStep::kAddObstacle);
  edits::send(session, ui::Command::kSaveScene);
  const lab::Scene read = io::read_scene(folder / "y-001.json");
  const lab::Scene& built = *session.setup().scene;
  ASSERT_EQ(read.multibody.joint_count(), built.multibody.joint_count());
  for (int j = 0; j < built.multibody.joint_count(); ++j) {
    EXPECT_EQ(read.multibody.joint(j).name, built.multibody.joint(j).name);
    EXPECT_EQ(read.multibody.joint(j).parent_from_joint.matrix(),
              built.multibody.joint(j).parent_from_joint.matrix());
    EXPECT_EQ(read.multibody.joint(j).axis, built.multibody.joint(j).axis);
  }
  EXPECT_EQ(read.targets, built.targets);
  EXPECT_EQ(read.obstacles.size(), built.obstacles.size());
}

TEST_F(BodySession, ARecordingEndsWhereTheBodyChanges) {
  edits::send(session, ui::Command::kRecordOrStop);
  steps(5);
  ASSERT_TRUE(session.shown().saving.recorded);
  build(ui::BuildStep::kAddJoint);
  EXPECT_FALSE(session.shown().saving.recorded);
  steps(5);
}

TEST_F(BodySession, AnAimIsGainedAndLostOnTheTimeline) {
  steps(5);
  const std::string plain = body();
  const lab::Scene& scene = *session.setup().scene;
  const auto change = [&](lab::Scene next) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.change("aim") = lab::with_body(session.setup(), std::move(next));
    });
  };
  change(lab::with_aim_kind(scene, 1, ik::AimKind::kDirection, session.tracker().pose()));
  ASSERT_EQ(session.tracker().aim_errors().size(), 1U);
  EXPECT_LT(session.tracker().aim_errors()[0], 1e-7);
  steps(10);
  const std::string aimed = body();
  const ik::VectorX end = session.tracker().pose().theta;
  edits::send(session, ui::Command::kSaveSession);
  session.seek(3);
  EXPECT_EQ(body(), plain);
  session.seek(15);
  EXPECT_EQ(session.tracker().pose().theta, end);
  session.undo();
  EXPECT_EQ(body(), plain);
  session.open_file((folder / "session-001.json").string());
  edits::wait_for_file(session);
  session.seek(15);
  EXPECT_EQ(body(), aimed);
  EXPECT_EQ(session.tracker().pose().theta, end);
}

TEST_F(BodySession, AnotherRecordingOfTheFileIsOpened) {
  support::GltfWriter writer;
  const support::GltfArm arm;
  std::string members = arm.members(writer);
  members.pop_back();
  // animates the shoulder alone, with other keys
  const Eigen::MatrixXf turns = arm.turns.rowwise().reverse();
  const std::string input = std::to_string(writer.floats(arm.times, "SCALAR")),
                    output = std::to_string(writer.floats(turns, "VEC4"));
  members += R"(,{"name":"Back","samplers":[{"input":)" + input + R"(,"output":)" + output +
             R"(}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}])";
  const std::string path = (folder / "arm.gltf").string();
  io::write_file(path, writer.text(members));
  session.open_file(path);
  edits::wait_for_file(session);
  ASSERT_EQ(session.tracker().scene().recordings, (std::vector<std::string>{"Wave", "Back"}));
  const int joints = session.tracker().multibody().joint_count();
  edits::send(session, ui::FollowRecording{"Back"});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().recording, "Back");
  EXPECT_EQ(session.tracker().scene().id, path + "#Back");
  // the shoulder does not slide in this animation
  EXPECT_EQ(session.tracker().multibody().joint_count(), joints - 3);
  edits::send(session, ui::FollowRecording{"Wave"});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().recording, "Wave");
  EXPECT_EQ(session.tracker().multibody().joint_count(), joints);
  edits::send(session, ui::FollowRecording{"Dance"});
  edits::wait_for_file(session);
  EXPECT_NE(session.message().find("no animation \"Dance\""), std::string::npos);
  EXPECT_EQ(session.tracker().scene().recording, "Wave");
  // opening another file clears the message
  session.open_file(path);
  edits::wait_for_file(session);
  EXPECT_EQ(session.message().find("no animation"), std::string::npos) << session.message();
}

TEST_F(BodySession, AnotherRecordingKeepsTheEffectorsThatWereChosen) {
  support::GltfWriter writer;
  const support::GltfArm arm;
  const std::string path = (folder / "arm.gltf").string();
  io::write_file(path, writer.text(arm.members(writer)));
  session.open_file(path, {.effectors = {"Elbow"}, .aim = ik::AimKind::kOrientation});
  edits::wait_for_file(session);
  const auto before = session.tracker().multibody().effectors();
  ASSERT_EQ(before.size(), 1U);
  ASSERT_EQ(before[0].name, "Elbow");
  edits::send(session, ui::FollowRecording{"Wave"});
  edits::wait_for_file(session);
  const auto after = session.tracker().multibody().effectors();
  ASSERT_EQ(session.tracker().scene().id, path + "#Wave");
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(after[0].name, "Elbow");
  EXPECT_EQ(after[0].aim, ik::AimKind::kOrientation);
  EXPECT_TRUE(after[0].offset.isZero(0.0)) << "the frame of the link that was named";
  // effectors chosen by default keep their offsets too
  session.open_file(path);
  edits::wait_for_file(session);
  const Eigen::Vector3d tip = session.tracker().multibody().effector(0).offset;
  ASSERT_FALSE(tip.isZero(0.0));
  edits::send(session, ui::FollowRecording{"Wave"});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().multibody().effector(0).offset, tip);
}

TEST_F(BodySession, OfFilesGivenTogetherTheOneThatCanBeOpenedIsOpened) {
  support::GltfWriter writer;
  const support::GltfArm arm;
  const std::string hero = (folder / "hero.gltf").string(), buffer = (folder / "hero.bin").string(),
                    wrist = (folder / "wrist.stl").string();
  io::write_file(hero, writer.beside(arm.members(writer), "hero.bin"));
  io::write_file(buffer, writer.bytes());
  io::write_file(wrist, "solid wrist");
  session.open_files({buffer, hero, wrist});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().id, hero) << session.message();
  edits::send(session, ui::OpenFile{folder.path().string()});
  edits::wait_for_file(session);
  EXPECT_EQ(session.message(), "Opened " + hero) << "a folder, too";
  session.open_files({buffer, wrist});
  EXPECT_EQ(session.message(), buffer +
                                   " and 1 more: no robot, character, scene or session among "
                                   "them");
  EXPECT_FALSE(session.opening());
}

TEST_F(BodySession, OfSeveralFilesThatCanBeOpenedTheUserChooses) {
  std::vector<std::string> offered;
  app::WindowActions window;
  window.choose_file = [&](std::vector<std::string> paths) { offered = std::move(paths); };
  session.set_window(std::move(window));
  const std::string one = (folder / "one.json").string(), two = (folder / "two.json").string();
  io::write_file(one, io::write_scene(io::find_scene("y")));
  io::write_file(two, io::write_scene(io::find_scene("two-link-arm")));
  session.open_files({two, one});
  EXPECT_FALSE(session.opening());
  EXPECT_EQ(offered, (std::vector<std::string>{one, two}));
  edits::send(session, ui::OpenFile{offered[1]});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().id, two);
}

TEST_F(BodySession, AnArchiveOpensAsTheOneFileInIt) {
  const char* const cache = ::getenv("XDG_CACHE_HOME");
  const std::string before = cache == nullptr ? "" : cache;
  ::setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
  const std::string path = (folder / "arm.zip").string(),
                    scene = io::write_scene(io::find_scene("two-link-arm"));
  for (int i = 0; i < 20; ++i) {
    io::write_file(path, support::zip_of({support::stored("arm/arm.json", scene),
                                          support::stored("arm/readme.txt", "")}));
    session.open_files({path});
    edits::wait_for_file(session);
  }
  EXPECT_EQ(session.tracker().scene().name, "Two-link arm") << session.message();
  EXPECT_EQ(session.recent().front(), session.tracker().scene().id);
  const auto unzipped = std::filesystem::directory_iterator(folder / "cache/iklab/unzipped");
  EXPECT_EQ(std::distance(begin(unzipped), end(unzipped)), 8) << "older ones are removed";
  io::write_file(path, support::zip_of({support::stored("one.json", scene),
                                        support::stored("two.json", scene)}));
  session.open_files({path});
  edits::wait_for_file(session);
  EXPECT_EQ(session.message(), path + ": unzip it and open one of one.json and two.json");
  cache == nullptr ? ::unsetenv("XDG_CACHE_HOME") : ::setenv("XDG_CACHE_HOME", before.c_str(), 1);
}

TEST_F(BodySession, OpenedFilesAreAmongTheScenesAndOpenAgain) {
  const std::string scene = (folder / "arm.json").string();
  lab::Scene arm = io::find_scene("two-link-arm");
  arm.name = "An arm of mine";
  io::write_file(scene, io::write_scene(arm));
  steps(3);
  edits::send(session, ui::Command::kSaveSession);
  const std::string run = (folder / "session-001.json").string();
  for (const std::string& path : {scene, run}) {
    session.open_file(path);
    edits::wait_for_file(session);
  }
  EXPECT_EQ(session.recent(), (std::vector<std::string>{run, scene}));
  const auto items = session.shown().scenes.items;
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].name, "An arm of mine");
  EXPECT_EQ(items[2].name, "session-001.json");
  edits::send(session, ui::LoadScene{1});
  edits::wait_for_file(session);
  EXPECT_EQ(session.tracker().scene().id, scene);
  edits::send(session, ui::LoadScene{2});
  edits::wait_for_file(session);
  EXPECT_EQ(session.timeline().last(), 3) << "the run";
  session.open_file((folder / "nowhere.json").string());
  edits::wait_for_file(session);
  EXPECT_EQ(session.recent().front(), run) << "one that did not open is none";
}

TEST_F(BodySession, AFileThatIsGoneLeavesTheScenesWithoutAnError) {
  const std::string path = (folder / "arm.json").string();
  io::write_file(path, io::write_scene(io::find_scene("two-link-arm")));
  session.open_file(path);
  edits::wait_for_file(session);
  edits::send(session, ui::LoadScene{0});
  std::filesystem::remove(path);
  edits::send(session, ui::LoadScene{1});
  EXPECT_EQ(session.message(), "Two-link arm is no longer there");
  EXPECT_FALSE(session.shown().message.trouble);
  EXPECT_EQ(session.tracker().scene().id, "y");
  EXPECT_EQ(session.shown().scenes.items.size(), 1U);
  EXPECT_TRUE(session.recent().empty());
}

TEST_F(BodySession, TheNewBodyIsAmongTheScenes) {
  edits::send(session, ui::Command::kNewBody);
  const auto items = session.shown().scenes.items;
  ASSERT_EQ(items.back().id, lab::kNewBody);
  edits::send(session, ui::LoadScene{0});
  edits::send(session, ui::LoadScene{items.size() - 1});
  EXPECT_EQ(session.tracker().scene().id, lab::kNewBody);
}

class BodyPlots : public BodySession {
 protected:
  static constexpr std::size_t kLanes = 10;

  BodyPlots() {
    for (std::size_t lane = 1; lane < kLanes; ++lane) {
      edits::edit(session, [lane](ui::Edit& edit) {
        ui::add_lane(ik::methods()[lane % ik::methods().size()], edit);
      });
    }
  }
  void add_effector() { build(ui::BuildStep::kAddEffector); }
  auto histories() const { return session.shown().seen.histories; }
  /// Expects rows first to last in every lane, the last one with the current body's errors.
  void expect_rows(long first, long last) const {
    ASSERT_EQ(histories().size(), kLanes);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const lab::History& history = *histories()[lane];
      const lab::Tracker& tracker = session.timeline().bench().tracker(lane);
      ASSERT_EQ(history.effector_count(), tracker.multibody().effector_count());
      ASSERT_EQ(history.aim_count(), tracker.multibody().aim_count());
      ASSERT_EQ(history.size(), static_cast<std::size_t>(last - first + 1));
      EXPECT_EQ(history.step(0), first);
      EXPECT_EQ(history.step(history.size() - 1), last);
      const std::size_t row = history.row_of(session.timeline().now());
      for (int i = 0; i < history.effector_count(); ++i) {
        EXPECT_EQ(history.error(row, i), tracker.errors()[static_cast<std::size_t>(i)]);
      }
    }
  }
  /// Expects correct plots of all signals of all lanes over the whole time.
  void expect_whole_plots() const {
    const lab::Timeline& timeline = session.timeline();
    const lab::Runs runs{timeline.setup(), histories(), timeline.marks()};
    for (const lab::SignalInfo& signal : lab::signals()) {
      if (!lab::has(runs, signal.signal)) continue;
      const lab::Plot plot = lab::whole_plot(runs, {.signal = signal.signal}, {-1.0, 1e3});
      const std::size_t lines =
          signal.by_lane() ? kLanes : static_cast<std::size_t>(signal.count(runs.front()));
      EXPECT_EQ(plot.series.size(), lines) << signal.id;
      for (const lab::Series& series : plot.series) {
        EXPECT_EQ(series.x.size(), series.y.size());
        EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end())) << signal.id;
      }
    }
  }
};

TEST_F(BodyPlots, BeginAnewWithAnotherNumberOfEffectorsAndAims) {
  steps(20);
  expect_rows(0, 20);
  add_effector();
  expect_rows(20, 20);
  expect_whole_plots();
  steps(15);
  expect_rows(20, 35);
  const lab::Scene& scene = *session.setup().scene;
  edits::edit(session, [&](ui::Edit& edit) {
    edit.change("aim") = lab::with_body(
        session.setup(),
        lab::with_aim_kind(scene, 0, ik::AimKind::kOrientation, session.tracker().pose()));
  });
  expect_rows(35, 35);
  steps(5);
  expect_rows(35, 40);
  expect_whole_plots();
}

TEST_F(BodyPlots, GoOnWhereTheNumberStays) {
  steps(10);
  build(ui::BuildStep::kAddObstacle);
  steps(5);
  expect_rows(0, 15);
}

TEST_F(BodyPlots, ShowTheFormerBodyAgainWhereTheTimelineGoesBack) {
  steps(20);
  std::vector<double> errors;  // of the front lane
  for (std::size_t row = 0; row <= 20; ++row) errors.push_back(histories()[0]->error(row, 1));
  add_effector();
  steps(15);
  session.seek(7);
  expect_rows(0, 20);
  for (std::size_t row = 0; row <= 20; ++row) EXPECT_EQ(histories()[0]->error(row, 1), errors[row]);
  session.seek(30);
  expect_rows(20, 35);
  expect_whole_plots();
  // playing across the change
  session.seek(15);
  for (int i = 0; i < 20; ++i) session.step();
  expect_rows(20, 35);
  EXPECT_EQ(session.timeline().branches().size(), 0U);
}

TEST_F(BodyPlots, AnUndoneStepBringsThePlotsBack) {
  steps(20);
  add_effector();
  session.undo();
  expect_rows(0, 20);
  steps(5);
  expect_rows(0, 25);
  add_effector();
  steps(5);
  session.undo();  // 5 steps later: the old body starts again
  expect_rows(30, 30);
  session.seek(10);
  expect_rows(0, 25);
}

TEST_F(BodyPlots, AHiddenLineStaysHiddenWhenAnEffectorBeforeItIsDeleted) {
  add_effector();
  steps(3);
  const ik::Multibody& body = session.tracker().multibody();
  ASSERT_EQ(body.effector_count(), 3);
  const std::string hidden = body.effector(1).name;
  const lab::LiveChoice choice{.off = {{lab::Signal::kErrors, hidden}}};
  panel.chosen = {ui::BodyPart::Kind::kEffector, 0};
  build(ui::BuildStep::kDelete);
  steps(3);
  const lab::Timeline& timeline = session.timeline();
  const lab::Plot plot =
      lab::whole_plot({timeline.setup(), histories(), timeline.marks()}, choice, {-1.0, 1e3});
  ASSERT_EQ(plot.series.size(), 2U);
  for (const lab::Series& series : plot.series) {
    EXPECT_EQ(series.visible, series.label != hidden);
    EXPECT_EQ(series.x.empty(), series.label == hidden);
  }
}

TEST_F(BodyPlots, AnOpenedSessionHasTheRowsOfAllBodies) {
  steps(12);
  add_effector();
  steps(9);
  edits::send(session, ui::Command::kSaveSession);
  session.open_file((folder / "session-001.json").string());
  edits::wait_for_file(session);
  ASSERT_EQ(session.timeline().now(), 0);
  const std::size_t size = histories()[0]->size();
  EXPECT_GE(size, 12U);
  session.seek(21);
  expect_rows(12, 21);
}

// several bodies at one step, as from dragging a joint: only the last one counts
TEST_F(BodyPlots, ShowTheLastOfSeveralBodiesOfOneStep) {
  steps(5);
  double away = 0.0;  // m: the second arm has the same columns but different errors
  for (const char* scene : {"two-link-arm", "two-link-arm", "planar-arm"}) {
    lab::Scene body = io::find_scene(scene);
    body.targets[0] = lab::shifted(body.targets[0], {away += 0.1, 0.0, 0.0});
    lab::Setup setup =
        lab::setup_of(std::make_shared<const lab::Scene>(body), *ik::find_method("dls"));
    setup.opened = session.setup().opened;
    session.change(setup, "body");
    const lab::History& history = *histories().front();
    const lab::Tracker& tracker = session.tracker();
    ASSERT_EQ(history.effector_count(), tracker.multibody().effector_count()) << scene;
    ASSERT_EQ(history.size(), 1U) << scene;
    ASSERT_EQ(history.step(0), session.timeline().now()) << scene;
    for (int i = 0; i < history.effector_count(); ++i) {
      const Eigen::Vector3d target = tracker.targets()[static_cast<std::size_t>(i)];
      EXPECT_DOUBLE_EQ(history.error(0, i), (target - tracker.pose().effector.col(i)).norm())
          << scene;
    }
  }
}

}  // namespace
