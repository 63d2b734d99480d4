#include "app/window/glfw_versions.h"

#include <GLFW/glfw3.h>

#include <cstdlib>

namespace app {

bool start_glfw() {
#ifdef GLFW_PLATFORM_WAYLAND
  // Wayland's socket is inherited, has its own path, or is in the folder of the user's session
  const char* const display = std::getenv("WAYLAND_DISPLAY");
  const bool path = display != nullptr && display[0] == '/';
  const bool wayland =
      path || std::getenv("WAYLAND_SOCKET") != nullptr || std::getenv("XDG_RUNTIME_DIR") != nullptr;
  const bool x11 = !wayland && glfwPlatformSupported(GLFW_PLATFORM_X11) == GLFW_TRUE;
  glfwInitHint(GLFW_PLATFORM, x11 ? GLFW_PLATFORM_X11 : GLFW_ANY_PLATFORM);
#endif
  return glfwInit() == GLFW_TRUE;
}

void hint_program() {
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "iklab");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "iklab");
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "iklab");
#endif
}

float pixels_per_coordinate([[maybe_unused]] GLFWmonitor* display) {
  float x = 1.0F;
#ifdef GLFW_PLATFORM_WAYLAND
  float y = 1.0F;
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) glfwGetMonitorContentScale(display, &x, &y);
#endif
  return x;
}

}  // namespace app
