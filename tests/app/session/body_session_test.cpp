// Bodies edited in the window: undo, redo, replay, sessions.
#include <gtest/gtest.h>

#include "app/edits.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/body/build.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

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
  EXPECT_EQ(session.trails().effector_count(), static_cast<std::size_t>(effectors - 1));
  for (int i = 0; i < 8; ++i) {
    session.step();
    session.advance(0.01);
    EXPECT_EQ(session.trails().effector_count(),
              static_cast<std::size_t>(session.tracker().multibody().effector_count()));
    EXPECT_EQ(session.statuses().size(), session.trails().effector_count());
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

TEST_F(BodySession, TheNewBodyIsAmongTheScenes) {
  edits::send(session, ui::Command::kNewBody);
  const auto items = session.shown().scenes.items;
  ASSERT_EQ(items.back().id, lab::kNewBody);
  edits::send(session, ui::LoadScene{0});
  edits::send(session, ui::LoadScene{items.size() - 1});
  EXPECT_EQ(session.tracker().scene().id, lab::kNewBody);
}

}  // namespace
