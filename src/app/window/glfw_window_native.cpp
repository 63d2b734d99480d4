#include "app/window/glfw_window.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "work/platform.h"

namespace app {
namespace {

/// Calls glfwInit(). GLFW 3.4 chooses between Wayland and X11. If no Wayland display can exist, X11
/// is requested: libwayland would print an error.
/// \returns whether there is a display
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

/// Names the program of the next window: the desktop takes name and icon from iklab.desktop.
void hint_program() {
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "iklab");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "iklab");
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, "iklab");
#endif
}

/// Pixels per window coordinate in GLFW's work area of a display: the display's scale on Wayland,
/// else 1.
float pixels_per_coordinate([[maybe_unused]] GLFWmonitor* display) {
  float x = 1.0F;
#ifdef GLFW_PLATFORM_WAYLAND
  float y = 1.0F;
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) glfwGetMonitorContentScale(display, &x, &y);
#endif
  return x;
}

std::string last_problem() {
  const char* words = nullptr;
  glfwGetError(&words);
  return words == nullptr ? "the window library gives no reason" : words;
}

/// Work area of the primary display; empty without a display.
GlfwWindow::Size work_area() {
  GlfwWindow::Size area{};
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  int x = 0, y = 0;
  if (monitor == nullptr) return area;
  glfwGetMonitorWorkarea(monitor, &x, &y, &area.width, &area.height);
  const float pixels = std::max(pixels_per_coordinate(monitor), 1.0F);
  return {static_cast<int>(static_cast<float>(area.width) / pixels),
          static_cast<int>(static_cast<float>(area.height) / pixels)};
}

/// The smallest rectangle around all displays, in window coordinates; empty without a display.
GlfwWindow::Size all_displays() {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  int left = 0, top = 0, right = 0, bottom = 0;
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    left = i == 0 ? x : std::min(left, x);
    top = i == 0 ? y : std::min(top, y);
    right = i == 0 ? x + width : std::max(right, x + width);
    bottom = i == 0 ? y + height : std::max(bottom, y + height);
  }
  return {right - left, bottom - top};
}

}  // namespace

GlfwWindow::GlfwWindow(int width, int height, const std::string& title) : title_(title) {
  if (!start_glfw()) {
    throw std::runtime_error("no window can be opened: " + last_problem());
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // the canvas has its own samples and depth
  glfwWindowHint(GLFW_SAMPLES, 0);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  hint_program();
  const bool asked = width > 0 && height > 0;
  const Size size = asked ? fitting({width, height}, all_displays()) : first_size(work_area());
  is_cut_ = asked && size != Size{width, height};
  window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string reason = last_problem();
    glfwTerminate();
    throw std::runtime_error("no window with OpenGL 3.3 can be opened: " + reason);
  }
  // later errors are printed only
  glfwSetErrorCallback(
      [](int, const char* words) { std::fprintf(stderr, "iklab: window: %s\n", words); });
  glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
  watch_events();
  follow_sizes();
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
}

void GlfwWindow::follow_sizes() {
  glfwGetWindowSize(window_, &size_.width, &size_.height);
  glfwGetFramebufferSize(window_, &pixels_.width, &pixels_.height);
  glfwSetWindowSizeCallback(window_, [](GLFWwindow* window, int width, int height) {
    GlfwWindow& self = of(window);
    self.size_ = {width, height};
    self.stir();
  });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int width, int height) {
    of(window).pixels_ = {width, height};
  });
}

void GlfwWindow::queue_pointer() {
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    of(window).stir();
    of(window).input_.push(MoveEvent{static_cast<float>(x), static_cast<float>(y)});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
    of(window).stir();
    of(window).input_.push(WheelEvent{x, y});
  });
}

void GlfwWindow::take_events(bool waits) { waits ? glfwWaitEventsTimeout(0.1) : glfwPollEvents(); }

void GlfwWindow::wait_for_event(double time) {
  while (!had_event_) {
    const double seconds = 1e-9 * (time - work::nanoseconds());
    if (seconds <= 0.0) return;
    glfwWaitEventsTimeout(seconds);
  }
}

gfx::FunctionLoader GlfwWindow::loader() { return glfwGetProcAddress; }

void GlfwWindow::stir() { had_event_ = true; }

bool GlfwWindow::can_draw() const { return true; }

GlfwWindow::~GlfwWindow() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

GlfwWindow::Size GlfwWindow::first_size(Size work_area) {
  const Size least{1280, 720};
  if (work_area.empty()) return least;
  const auto side = [](int whole, int least_side) {
    return std::min(std::max(4 * whole / 5, least_side), whole);
  };
  return {side(work_area.width, least.width), side(work_area.height, least.height)};
}

GlfwWindow::Size GlfwWindow::fitting(Size wanted, Size displays) {
  constexpr Size kUsual{4096, 4096};
  const Size most = displays.empty() ? kUsual : displays;
  return {std::min(wanted.width, most.width), std::min(wanted.height, most.height)};
}

GlfwWindow::Size GlfwWindow::pixels() const {
  if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) return {0, 0};
  return pixels_;
}

float GlfwWindow::content_scale() const {
  float x = 1.0F, y = 1.0F;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

bool GlfwWindow::has_pointer() const {
  return entered_ || glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE;
}

int GlfwWindow::by_layout(int key) {
  return key_by_layout(key, [](int other) {
    // GLFW complains about the name of a key that the keyboard does not have
    const bool exists = glfwGetKeyScancode(other) >= 0;
    const char* const label = exists ? glfwGetKeyName(other, 0) : nullptr;
    return std::string(label == nullptr ? "" : label);
  });
}

bool GlfwWindow::closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void GlfwWindow::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

}  // namespace app
