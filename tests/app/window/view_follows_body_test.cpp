// How the camera of a view keeps a running body in the picture.
#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/window/pointed_view.h"

namespace {

class ViewOfRunningBody : public PointedView {
 protected:
  ViewOfRunningBody() {
    panels.targets.trails = false;
    for (int i = 0; i < 3; ++i) frame();
  }

  /// The nearest place above the middle of the arm that the first picture does not show.
  Eigen::Vector3d place_above() const {
    const gfx::Camera camera = app::camera_for(scene(), kArea.size.x / kArea.size.y);
    Eigen::Vector3d place(1.5, 0.0, 0.0);
    while (camera.project(app::to_gpu(place), {kWindowWidth, kWindowHeight})->y > -10.0f) {
      place.y() += 0.05;
    }
    return place;
  }
  void run(int frames) {
    for (int i = 0; i < frames; ++i) {
      session.advance(0.016);
      frame();
    }
  }
};

TEST_F(ViewOfRunningBody, MovesAwayUntilTheBodyIsInThePicture) {
  const int before = ball_pixels();
  ASSERT_GT(before, 30);
  const Eigen::Vector3d above = place_above();
  ASSERT_LT(above.norm(), 2.95) << "in reach";
  edits::edit(session, [&](ui::Edit& edit) {
    ui::set_target(0, {edit.setup.targets[0].curve, above}, edit);
  });
  frame();
  ASSERT_LT(ball_pixels(), before / 3) << "outside at first";
  run(60);
  ASSERT_GT(session.tracker().pose().effector(1, 0), 0.9 * above.y());
  run(100);
  EXPECT_GT(ball_pixels(), before / 3);  // it is farther away
  const int after = ball_pixels();
  for (int i = 0; i < 200; ++i) frame();
  EXPECT_EQ(ball_pixels(), after) << "it stays while the run stands still";
}

TEST_F(ViewOfRunningBody, StaysWhereTheSystemAsksForLessMotion) {
  panels.still = true;
  const Eigen::Vector3d above = place_above();
  edits::edit(session, [&](ui::Edit& edit) {
    ui::set_target(0, {edit.setup.targets[0].curve, above}, edit);
  });
  frame();
  const int outside = ball_pixels();
  run(160);
  EXPECT_EQ(ball_pixels(), outside);
}

}  // namespace
