#include "app/window/glfw_window.h"

#include <GLFW/glfw3.h>

namespace app {

GlfwWindow& GlfwWindow::of(GLFWwindow* window) {
  return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
}

void GlfwWindow::collect_drops() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    GlfwWindow& self = of(window);
    self.dropped_.insert(self.dropped_.end(), paths, paths + count);
  });
}

void GlfwWindow::queue_keyboard() {
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int mods) {
    of(window).keyboard_.push(KeyEvent{key, code, action, mods});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned code) {
    of(window).keyboard_.push(CharacterEvent{code});
  });
}

}  // namespace app
