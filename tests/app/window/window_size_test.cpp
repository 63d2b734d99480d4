#include <gtest/gtest.h>

#include "app/window/glfw_window.h"

namespace {

using Size = app::GlfwWindow::Size;

TEST(WindowSize, IsAtMostTheDisplays) {
  const Size displays{1920, 1080};
  EXPECT_EQ(app::GlfwWindow::fitting({20000, 720}, displays), (Size{1920, 720}));
  EXPECT_EQ(app::GlfwWindow::fitting({800, 600}, displays), (Size{800, 600}));
  EXPECT_EQ(app::GlfwWindow::fitting({20000, 30000}, displays), displays);
  const Size unknown = app::GlfwWindow::fitting({20000, 30000}, {0, 0});
  EXPECT_GE(unknown.width, 1920);
  EXPECT_LT(unknown.width, 16384) << "as much as graphics drivers can draw";
}

}  // namespace
