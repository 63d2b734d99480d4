#include "app/window/view.h"

#include <gtest/gtest.h>

#include "ui/kit/imgui_versions.h"

// the panels' key codes equal GLFW's
#include <GLFW/glfw3.h>
static_assert(static_cast<int>(ui::Key::kSpace) == GLFW_KEY_SPACE);
static_assert(static_cast<int>(ui::Key{'.'}) == GLFW_KEY_PERIOD);
static_assert(static_cast<int>(ui::Key{'1'}) == GLFW_KEY_1);
static_assert(static_cast<int>(ui::Key{'9'}) == GLFW_KEY_9);
static_assert(static_cast<int>(ui::Key{'Q'}) == GLFW_KEY_Q);
static_assert(static_cast<int>(ui::Key{'['}) == GLFW_KEY_LEFT_BRACKET);
static_assert(static_cast<int>(ui::Key{']'}) == GLFW_KEY_RIGHT_BRACKET);
static_assert(static_cast<int>(ui::Key::kEscape) == GLFW_KEY_ESCAPE);
static_assert(static_cast<int>(ui::Key::kTab) == GLFW_KEY_TAB);
static_assert(static_cast<int>(ui::Key::kRight) == GLFW_KEY_RIGHT);
static_assert(static_cast<int>(ui::Key::kF1) == GLFW_KEY_F1);
static_assert(static_cast<int>(ui::Key::kKeypad1) == GLFW_KEY_KP_1);
static_assert(static_cast<int>(ui::Key::kKeypad3) == GLFW_KEY_KP_3);
static_assert(static_cast<int>(ui::Key::kKeypad7) == GLFW_KEY_KP_7);

namespace {

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
