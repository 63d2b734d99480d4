// The camera of a view: the pointer, links to it, a running body, a crowd.
#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "app/crowd_run.h"
#include "app/edits.h"
#include "app/window/pointed_view.h"
#include "app/window/view.h"
#include "ui/kit/imgui_versions.h"

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
    view.set_area({{0, 0}, size});
    view.update(session, panels);
    EXPECT_EQ(view.camera_view(), camera);
  }
  EXPECT_NE(ball_pixels(), ball) << "placed for the low picture";
  frame();
  EXPECT_EQ(view.camera_view(), camera);
  EXPECT_EQ(ball_pixels(), ball);
  view.frame(session);
  EXPECT_FLOAT_EQ(view.camera_view().zoom, 1.0F) << "the first view again";
}

TEST_F(LinkedCamera, TakesAnyNumbers) {
  view.set_camera({.yaw = 1e6F, .pitch = 9.0F, .zoom = 1e-4F, .focus = {1e6F, -1e6F, 0.0F}});
  frame();
  EXPECT_LE(view.camera_view().pitch, gfx::Camera::kMaxPitch);
  EXPECT_EQ(ball_pixels(), 0);
}

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

class ViewOfReach : public PointedView {
 protected:
  ViewOfReach() {
    session.set_playing(false);
    for (int i = 0; i < 3; ++i) frame();
  }
  /// Shows the shape of the reach. \returns whether it came within 60 s
  bool show() {
    panels.reach.open = true;
    reach = ui::ReachWish{.cloud = true};
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (session.reach().cloud() == nullptr && std::chrono::steady_clock::now() < late) {
      frame();
      session.advance(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    frame();
    return session.reach().cloud() != nullptr;
  }
};

TEST_F(ViewOfReach, HoldsAllOfItWhenItAppears) {
  ASSERT_TRUE(show());
  const float zoom = view.camera_view().zoom;
  EXPECT_LT(zoom, 1.0F) << "the first view holds the curve, which is smaller";
  EXPECT_GT(zoom, 0.2F);
  frame();
  EXPECT_EQ(view.camera_view().zoom, zoom);
  view.frame(session);
  frame();
  EXPECT_NEAR(view.camera_view().zoom, zoom, 1e-3F) << "also from the first angle";
}

TEST_F(ViewOfReach, LeavesACameraThatTheUserHasMoved) {
  view.look_from(ui::LookFrom::Side::kTop);
  const app::CameraView moved = view.camera_view();
  ASSERT_TRUE(show());
  EXPECT_EQ(view.camera_view().zoom, moved.zoom);
}

class ViewCrowd : public PointedView {
 protected:
  ViewCrowd() {
    run.setup = session.setup();
    for (int i = 0; i < 3; ++i) frame();
  }

  void show(int count) {
    run.wish->count = count;
    crowd = &run.begin();
    frame();
  }
  void drop() {
    crowd = nullptr;
    frame();
  }
  /// Number of the crowd's bodies in the picture.
  std::size_t visible() {
    picture();
    ui::CrowdShown told;
    view.tell(told);
    return std::accumulate(told.drawn.begin(), told.drawn.end(), std::size_t{0});
  }
  void turn() {
    press({100.0, 100.0});
    point_at({160.0, 100.0});
    release();
  }

  crowd_run::Runner run;
};

TEST_F(ViewCrowd, IsFramedAsAWholeAsItComesAndChanges) {
  for (const int count : {20, 500, 90}) {
    show(count);
    EXPECT_EQ(visible(), static_cast<std::size_t>(count));
  }
}

TEST_F(ViewCrowd, LeavesThePictureAsItWas) {
  const gfx::Image before = picture();
  show(20);
  EXPECT_NE(picture().rgba, before.rgba);
  drop();
  EXPECT_EQ(picture().rgba, before.rgba);
}

TEST_F(ViewCrowd, LeavesTheCameraOfAGridAloneUntilTheUserFramesIt) {
  panels.lanes.apart = true;
  edits::edit(session, [](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
  for (int i = 0; i < 3; ++i) frame();
  run.setup = session.setup();
  show(500);
  EXPECT_LT(visible(), 500U) << "the other lanes' bodies stay large";
  view.frame_crowd(*crowd);
  EXPECT_EQ(visible(), 500U);
  show(700);
  EXPECT_EQ(visible(), 700U);
}

TEST_F(ViewCrowd, StaysAsTheUserHasTurnedIt) {
  show(20);
  turn();
  const float turned = view.axes()[0].x;
  show(500);
  EXPECT_LT(visible(), 500U) << "the camera is still near the twenty";
  drop();
  EXPECT_EQ(view.axes()[0].x, turned);
}

/// A window of 800 x 600 with a panel over its left 200 pixels.
class Pointer : public testing::Test {
 protected:
  Pointer() : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    io.Fonts->Build();
    ui::take_all_input(true);
    frame();
    frame();
  }
  ~Pointer() override { ImGui::DestroyContext(context); }

  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({200, 600});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ImGui::End();
    changed |= app::move_camera(camera, {{200, 0}, {600, 600}});
    ImGui::Render();
  }

  void drag(int button, ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    frame();
    frame();
    io.MouseDown[button] = true;
    frame();
    io.MousePos = to;
    frame();
    io.MouseDown[button] = false;
    frame();
  }

  ImGuiContext* context;
  gfx::Camera camera;
  const gfx::Camera before;
  bool changed = false;
};

TEST_F(Pointer, TurnsTheViewByALeftDrag) {
  drag(0, {400, 300}, {460, 300});
  EXPECT_TRUE(changed);
  EXPECT_NE(camera.yaw, before.yaw);
  EXPECT_EQ(camera.focus, before.focus);
  EXPECT_EQ(camera.distance, before.distance);
}

TEST_F(Pointer, MovesTheViewByARightMiddleOrShiftDrag) {
  for (const int button : {1, 2}) {
    camera = before;
    drag(button, {400, 300}, {460, 330});
    EXPECT_NE(camera.focus, before.focus) << button;
    EXPECT_EQ(camera.yaw, before.yaw);
  }
  camera = before;
  ui::set_modifiers({.shift = true});
  drag(0, {400, 300}, {460, 330});
  EXPECT_NE(camera.focus, before.focus);
  EXPECT_EQ(camera.yaw, before.yaw);
}

TEST_F(Pointer, ComesNearerByTheWheel) {
  ImGui::GetIO().MousePos = {400, 300};
  frame();
  ImGui::GetIO().MouseWheel = 1.0F;
  frame();
  EXPECT_LT(camera.distance, before.distance);
}

TEST_F(Pointer, LeavesTheViewAloneOnAPanel) {
  drag(0, {100, 300}, {160, 300});
  ImGui::GetIO().MousePos = {100, 300};
  frame();
  ImGui::GetIO().MouseWheel = 1.0F;
  frame();
  EXPECT_FALSE(changed);
}

TEST_F(Pointer, HoldsOnToADragThatLeavesOrEntersAPanel) {
  drag(0, {100, 300}, {400, 300});
  EXPECT_FALSE(changed) << "it began on the panel";
  drag(0, {400, 300}, {100, 300});
  EXPECT_TRUE(changed) << "it began on the picture";
}

TEST_F(Pointer, DoesNothingByMovingAlone) {
  ImGui::GetIO().MousePos = {400, 300};
  frame();
  ImGui::GetIO().MousePos = {500, 350};
  frame();
  EXPECT_FALSE(changed);
}

}  // namespace
