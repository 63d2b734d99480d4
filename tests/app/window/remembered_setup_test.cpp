#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/window/preferences.h"
#include "app/window/remembered.h"

namespace {

using namespace remembered;

using RememberedSetup = Preferences;

TEST_F(RememberedSetup, IsBackAsAWhole) {
  app::Session before = make_session({});
  before.set_scene(load("slide"));
  edits::edit(before, [](ui::Edit& edit) {
    ui::add_lane(*ik::find_method("pseudoinverse"), edit);
    lab::Setup& setup = edit.change("test");
    setup.front = 1;
    setup.lanes[0].settings.set_param("lambda", 0.3);
    setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
    setup.joint_weights[0] = 0.5;
    setup.frozen = true;
  });
  const io::Preferences saved = app::preferences_of(before, {}, {});
  io::write_preferences(file, saved);
  const io::Preferences read = io::read_preferences(file).preferences;
  EXPECT_EQ(read, saved);
  const app::Session after = make_session(read);
  EXPECT_EQ(after.setup().lanes, before.setup().lanes);
  EXPECT_EQ(after.setup().front, 1U);
  EXPECT_EQ(after.setup().targets, before.setup().targets);
  EXPECT_EQ(after.setup().joint_weights, before.setup().joint_weights);
  EXPECT_TRUE(after.setup().frozen);
  EXPECT_FALSE(after.shown().undo.can_undo());
  EXPECT_EQ(after.timeline().changes().size(), 0U) << "it is row 0";

  // options choose instead
  app::WindowOptions lanes;
  lanes.method = "dls";
  lanes.further_lanes = {ik::find_method("sdls")};
  EXPECT_EQ(make_session(read, lanes).setup().lanes.size(), 2U);
  EXPECT_FALSE(make_session(read, lanes).setup().frozen);
  app::WindowOptions method;
  method.method = "sdls";
  const app::Session other = make_session(read, method);
  EXPECT_STREQ(other.tracker().method_info().id, "sdls");
  EXPECT_EQ(other.setup().lanes.size(), 2U);
  app::WindowOptions scene;
  scene.scene = load("y");
  EXPECT_EQ(make_session(read, scene).setup().lanes.size(), 1U) << "that was for another scene";
}

TEST_F(RememberedSetup, IsNotNamedWhereSceneMethodAndSettingsTellIt) {
  app::Session session = make_session({});
  edits::set(session, "d-max", 0.3);
  EXPECT_EQ(app::preferences_of(session, {}, {}).setup, "");
}

TEST_F(RememberedSetup, IsToldIfItDoesNotFitTheSceneAnyMore) {
  io::Preferences kept = kept_of_slide();
  kept.setup = R"({"scene":"slide","lanes":[{"method":"sdls"}],"joint-weights":{"gone":1}})";
  const app::Session session = make_session(kept);
  EXPECT_EQ(session.message(), "preferences: setup: joint-weights.gone: no joint 'gone'");
  EXPECT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.tracker().settings().d_max, 0.3);
}

}  // namespace
