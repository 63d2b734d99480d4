#include "ui/shell/gizmo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ui/desk.h"

namespace {

/// Axes seen at yaw 0 and pitch 0: x to the right, y up, z towards the camera.
constexpr std::array<ui::SeenAxis, 3> kFromTheFront = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
/// Axes seen from the right and above.
constexpr std::array<ui::SeenAxis, 3> kAskew = {
    {{0.5F, -0.4F, 0.77F}, {0, 0.89F, 0.45F}, {-0.87F, -0.23F, 0.45F}}};

TEST(AxisGizmo, LooksFromTheSideThatIsPressed) {
  Desk desk;
  desk.axes = kAskew;
  desk.frames(2);
  const std::pair<const char*, ui::LookFrom::Side> sides[] = {
      {"gizmo/front", ui::LookFrom::Side::kFront},
      {"gizmo/back", ui::LookFrom::Side::kBack},
      {"gizmo/right", ui::LookFrom::Side::kRight},
      {"gizmo/left", ui::LookFrom::Side::kLeft},
      {"gizmo/top", ui::LookFrom::Side::kTop}};
  for (const auto& [item, side] : sides) {
    desk.forget();
    desk.press(item);
    const auto* wish = desk.sent<ui::LookFrom>();
    ASSERT_NE(wish, nullptr) << item;
    EXPECT_EQ(wish->side, side) << item;
  }
  desk.press("gizmo/home");
  EXPECT_TRUE(desk.sends(ui::Command::kFrameCamera));
}

TEST(AxisGizmo, PutsTheEndsWhereTheAxesPoint) {
  Desk desk;
  desk.axes = kFromTheFront;
  desk.frames(2);
  const ImVec2 middle = desk.item("gizmo/front").middle();
  EXPECT_GT(desk.item("gizmo/right").middle().x, middle.x + 10.0F);
  EXPECT_NEAR(desk.item("gizmo/right").middle().y, middle.y, 1.0F);
  EXPECT_LT(desk.item("gizmo/top").middle().y, middle.y - 10.0F) << "y is up";
  // where two ends coincide, the near one is pressed
  desk.press("gizmo/back");
  const auto* wish = desk.sent<ui::LookFrom>();
  ASSERT_NE(wish, nullptr);
  EXPECT_EQ(wish->side, ui::LookFrom::Side::kFront);
}

TEST(AxisGizmo, HasTheTopAtZIfZIsUp) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.z_up = true;
  Desk desk(scene);
  // at yaw 0 and pitch 0: x to the right, z up, y away from the camera
  desk.axes = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
  desk.frames(2);
  const ImVec2 middle = desk.item("gizmo/front").middle();
  EXPECT_LT(desk.item("gizmo/top").middle().y, middle.y - 10.0F);
  EXPECT_GT(desk.item("gizmo/right").middle().x, middle.x + 10.0F);
  desk.press("gizmo/front");  // -y is near, +y is behind it
  const auto* wish = desk.sent<ui::LookFrom>();
  ASSERT_NE(wish, nullptr);
  EXPECT_EQ(wish->side, ui::LookFrom::Side::kFront);
  desk.hover("gizmo/top");
  EXPECT_TRUE(desk.says("Look from above, along −Z"));
}

TEST(AxisGizmo, ChoosesWhatTheCameraFollows) {
  Desk desk;
  desk.frames(2);
  const std::string name = desk.tracker().multibody().effector(1).name;
  desk.press("gizmo/follow");
  desk.frames(2);
  desk.press("follow/target " + name);
  EXPECT_EQ(desk.panels.followed, (ui::Followed{1, true}));
  desk.press("gizmo/follow");
  desk.frames(2);
  desk.press("follow/nothing");
  EXPECT_FALSE(desk.panels.followed);
}

}  // namespace
