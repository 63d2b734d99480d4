#include "app/window/glfw_window.h"

#include <GLFW/glfw3.h>

namespace app {

GlfwWindow& GlfwWindow::of(GLFWwindow* window) {
  return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
}

void GlfwWindow::watch_events() {
  glfwSetWindowUserPointer(window_, this);
  const auto stir = [](GLFWwindow* window, auto...) { of(window).stirred_ = true; };
  glfwSetCursorPosCallback(window_, stir);
  glfwSetCursorEnterCallback(window_, stir);
  glfwSetMouseButtonCallback(window_, stir);
  glfwSetScrollCallback(window_, stir);
  glfwSetWindowFocusCallback(window_, stir);
  glfwSetWindowRefreshCallback(window_, stir);
  glfwSetWindowIconifyCallback(window_, stir);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    GlfwWindow& self = of(window);
    self.stirred_ = true;
    self.dropped_.insert(self.dropped_.end(), paths, paths + count);
  });
}

void GlfwWindow::queue_keyboard() {
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int mods) {
    GlfwWindow& self = of(window);
    self.stirred_ = true;
    self.keyboard_.push(KeyEvent{key, code, action, mods});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned code) {
    of(window).keyboard_.push(CharacterEvent{code});
  });
}

}  // namespace app
