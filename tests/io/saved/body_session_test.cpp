// Sessions with changes of the body.
#include <gtest/gtest.h>

#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/body/build.h"
#include "lab/body/goals.h"

namespace {

using Eigen::Vector3d;

lab::Setup changed_body(const lab::Setup& setup, const lab::Scene& scene) {
  return lab::with_body(setup, scene);
}

/// A run with seven changes of the body, all undone at the end.
lab::Timeline built_run(lab::Scene scene) {
  lab::Timeline timeline(lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                                       *ik::find_method("sdls")));
  const auto run = [&timeline](int steps) {
    for (int i = 0; i < steps; ++i) timeline.step();
  };
  run(12);
  const lab::Setup before = timeline.setup();
  const lab::Scene& first = *before.scene;
  timeline.apply(changed_body(before, lab::with_joint(first, lab::next_joint(first.multibody, 0))));
  run(7);
  timeline.apply(lab::with_effector(timeline.setup(), {0, {0.1, 0.7, 0.3}, Vector3d::Zero()}));
  run(5);
  timeline.apply(changed_body(timeline.setup(),
                              lab::with_obstacle(*timeline.setup().scene, {0.4, 2.0, 0.0}, 0.2)));
  run(3);
  const lab::Scene& aimless = *timeline.setup().scene;
  timeline.apply(changed_body(
      timeline.setup(),
      lab::with_aim_kind(aimless, 0, ik::AimKind::kDirection, timeline.bench().front().pose())));
  run(4);
  lab::Scene aimed = *timeline.setup().scene;
  lab::AimCurve curve = *lab::aim_curve(aimed, 0);
  curve.base.direction = {0.3, -0.4, 0.2};
  timeline.apply(
      changed_body(timeline.setup(), lab::with_changed_aim(aimed, 0, {0.1, 0.2, 0.7}, 0.3, curve)));
  run(6);
  ik::Joint joint = aimed.multibody.joint(aimed.multibody.solver_index(0));
  joint.initial = 0.31;
  timeline.apply(
      changed_body(timeline.setup(), lab::with_changed_joint(*timeline.setup().scene, 0, joint)));
  run(3);
  lab::Setup held = timeline.setup();
  held.targets[0].held = Vector3d(0.1, 0.2, 0.3);
  timeline.apply(held);
  run(20);
  timeline.apply(before);  // as undo does
  run(9);
  return timeline;
}

TEST(BodySession, ReplaysToTheSameBits) {
  for (const bool built_in : {true, false}) {
    const lab::Timeline run = built_run(built_in ? io::find_scene("y") : lab::new_body());
    const std::string text = io::write_session(io::session_of(run));
    const io::SavedSession read = io::parse_session(text, "run.json");
    ASSERT_EQ(read.changes.size(), run.changes().size());
    lab::Timeline again(read.start);
    auto change = read.changes.begin();
    for (long step = 0; step <= read.steps; ++step) {
      if (step > 0) again.step();
      for (; change != read.changes.end() && change->step == step; ++change) {
        EXPECT_EQ(change->setup.opened, read.start.opened);
        again.apply(change->setup);
      }
    }
    EXPECT_EQ(again.bench().front().pose().theta, run.bench().front().pose().theta);
    EXPECT_EQ(again.bench().front().errors()[0], run.bench().front().errors()[0]);
    EXPECT_EQ(io::write_scene(*again.setup().scene), io::write_scene(*run.setup().scene));
    EXPECT_EQ(io::write_session(read), text);
    // the change that holds a target shares the scene of the previous change
    EXPECT_EQ(read.changes[6].setup.scene, read.changes[5].setup.scene);
    EXPECT_NE(read.changes[5].setup.scene, read.changes[4].setup.scene);
  }
}

TEST(BodySession, NamesTheStepOfABodyThatIsWrong) {
  const std::string text = io::write_session(io::session_of(built_run(lab::new_body())));
  std::string wrong = text;
  const std::size_t at = wrong.find("\"radius\":0.2");
  ASSERT_NE(at, std::string::npos);
  wrong.replace(at, 12, "\"radius\":-10");
  try {
    io::parse_session(wrong, "run.json");
    FAIL() << "read";
  } catch (const io::Error& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("run.json: the setup of step 24: "), std::string::npos) << line;
    EXPECT_NE(line.find("obstacles[0].radius"), std::string::npos) << line;
  }
}

}  // namespace
