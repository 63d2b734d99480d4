#include "app/window/glfw_window.h"

#include <GLFW/glfw3.h>

namespace app {

GlfwWindow& GlfwWindow::of(GLFWwindow* window) {
  return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
}

void GlfwWindow::watch_events() {
  glfwSetWindowUserPointer(window_, this);
  const auto stir = [](GLFWwindow* window, auto...) { of(window).stir(); };
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int entered) {
    of(window).entered_ = entered == GLFW_TRUE;
    of(window).stir();
  });
  glfwSetWindowFocusCallback(window_, stir);
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) {
    of(window).exposed_ = true;
    of(window).stir();
  });
  glfwSetWindowIconifyCallback(window_, stir);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    GlfwWindow& self = of(window);
    self.stir();
    self.dropped_.insert(self.dropped_.end(), paths, paths + count);
  });
}

void GlfwWindow::queue_input() {
  static constexpr auto kPush = [](GLFWwindow* window, const InputEvent& event) {
    GlfwWindow& self = of(window);
    self.stir();
    self.input_.push(event);
  };
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int code, int action, int mods) {
    const int meant = of(window).key_of_event(key, action == GLFW_RELEASE);
    kPush(window, KeyEvent{meant, code, action, mods});
  });
  glfwSetCharCallback(
      window_, [](GLFWwindow* window, unsigned code) { kPush(window, CharacterEvent{code}); });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
    kPush(window, ButtonEvent{button, action == GLFW_PRESS});
  });
  queue_pointer();
}

int GlfwWindow::key_of_event(int key, bool up) {
  const auto held = held_keys_.find(key);
  if (!up) return held_keys_[key] = by_layout(key);
  if (held == held_keys_.end()) return by_layout(key);
  const int meant = held->second;
  held_keys_.erase(held);
  return meant;
}

void GlfwWindow::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

}  // namespace app
