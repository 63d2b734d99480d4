#include "ui/panels/targets_panel.h"

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// A desk with the section open.
struct Aimed : Desk {
  Aimed() : Desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 1800}) {
    press("section/Targets");
    frames(2);
  }
  const lab::TargetSetup& target(std::size_t i) const { return timeline.setup().targets[i]; }
  const std::string& name(int i) const { return tracker().multibody().effector(i).name; }
};

TEST(TargetsPanel, FreezesTheTargetsAndLetsThemGo) {
  Aimed desk;
  desk.press("targets/freeze");
  EXPECT_TRUE(desk.timeline.setup().frozen);
  const Eigen::Vector3d there = desk.tracker().targets()[0];
  desk.run(20);
  EXPECT_EQ(desk.tracker().targets()[0], there);
  desk.press("targets/freeze");
  desk.run(20);
  EXPECT_NE(desk.tracker().targets()[0], there);
}

TEST(TargetsPanel, ThrowsAJumpAndRestores) {
  Aimed desk;
  const Eigen::Vector3d before = desk.tracker().targets()[1];
  desk.press("jump/" + desk.name(1));
  const Eigen::Vector3d after = desk.tracker().targets()[1];
  EXPECT_GT((after - before).norm(), 0.1);
  desk.press("let-go/" + desk.name(1));
  EXPECT_EQ(desk.tracker().targets()[1], before);
}

TEST(TargetsPanel, LetsAHeldTargetGo) {
  Aimed desk;
  lab::Setup setup = desk.timeline.setup();
  setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
  desk.change(setup);
  desk.frames(2);
  desk.press("let-go/" + desk.name(0));
  EXPECT_FALSE(desk.target(0).held);
}

TEST(TargetsPanel, EditsACurve) {
  Aimed desk;
  desk.press("target-curve/" + desk.name(0));
  desk.frames(2);
  desk.press("curve/add");
  const auto waves = [&] { return std::get<lab::WaveCurve>(desk.target(0).curve.shape()).waves; };
  ASSERT_EQ(waves().size(), 3U);
  desk.frames(2);
  desk.type("curve/Frequency 1", "2.5");
  EXPECT_EQ(waves()[0].frequency, 2.5);
  desk.press("curve/remove");
  EXPECT_EQ(waves().size(), 2U);
}

TEST(TargetsPanel, LetsALinkGo) {
  Aimed desk;
  lab::Setup setup = desk.timeline.setup();
  setup.pull = {0, {0.1, 0.0, 0.0}, {0.2, 0.3, 0.0}};
  desk.change(setup);
  desk.frames(2);
  desk.press("let-go/link");
  ASSERT_FALSE(desk.changes.empty());
  EXPECT_FALSE(desk.timeline.setup().pull);
}

}  // namespace
