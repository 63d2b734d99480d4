// The camera of a link.
#include <gtest/gtest.h>

#include "app/window/pointed_view.h"

namespace {

class LinkedCamera : public PointedView {
 protected:
  LinkedCamera() {
    panels.targets.trails = false;
    session.set_playing(false);
    for (int i = 0; i < 3; ++i) frame();
  }
};

TEST_F(LinkedCamera, AtZoomOneIsTheFirstView) {
  const app::CameraView first = view.camera_view();
  EXPECT_FLOAT_EQ(first.zoom, 1.0F);
  view.look_from(ui::LookFrom::Side::kTop);
  EXPECT_NE(view.camera_view(), first);
  view.set_camera(first);
  EXPECT_EQ(view.camera_view(), first);
}

TEST_F(LinkedCamera, ShowsABallTwiceAsLargeAtTwiceTheZoom) {
  app::CameraView camera = view.camera_view();
  const Eigen::Vector3d& target = session.tracker().targets()[0];
  for (int c = 0; c < 3; ++c)
    camera.focus[static_cast<std::size_t>(c)] = static_cast<float>(target[c]);
  view.set_camera(camera);
  const int once = ball_pixels();
  ASSERT_GT(once, 30);
  camera.zoom = 2.0F;
  view.set_camera(camera);
  EXPECT_NEAR(static_cast<double>(ball_pixels()) / once, 4.0, 0.8);
  frame();
  EXPECT_EQ(view.camera_view(), camera) << "no frame moves it";
}

TEST_F(LinkedCamera, KeepsItsZoomInAPictureOfAnotherShape) {
  app::CameraView camera = view.camera_view();
  camera.yaw = 0.5F;
  camera.zoom = 1.5F;
  view.set_camera(camera);
  const int ball = ball_pixels();
  for (const ImVec2 size : {ImVec2(300.0F, 600.0F), ImVec2(900.0F, 200.0F)}) {
    view.update(session, panels, {{0, 0}, size});
    EXPECT_EQ(view.camera_view(), camera);
  }
  EXPECT_NE(ball_pixels(), ball) << "placed for the low picture";
  frame();
  EXPECT_EQ(view.camera_view(), camera);
  EXPECT_EQ(ball_pixels(), ball);
  view.frame(session, kArea);
  EXPECT_FLOAT_EQ(view.camera_view().zoom, 1.0F) << "the first view again";
}

TEST_F(LinkedCamera, TakesAnyNumbers) {
  view.set_camera({.yaw = 1e6F, .pitch = 9.0F, .zoom = 1e-4F, .focus = {1e6F, -1e6F, 0.0F}});
  frame();
  EXPECT_LE(view.camera_view().pitch, gfx::Camera::kMaxPitch);
  EXPECT_EQ(ball_pixels(), 0);
}

}  // namespace
