#include <GLFW/glfw3.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <cmath>
#include <stdexcept>

#include "app/window/glfw_window.h"
#include "app/window/page.h"

// The window is the page's canvas, as large as the page allows. Its coordinates are pixels.
namespace app {
namespace {

constexpr const char* kCanvas = "#canvas";

GlfwWindow::Size canvas_size() {
  double width = 0.0, height = 0.0;
  emscripten_get_element_css_size(kCanvas, &width, &height);
  const double density = emscripten_get_device_pixel_ratio();
  return {static_cast<int>(std::lround(width * density)),
          static_cast<int>(std::lround(height * density))};
}

}  // namespace

GlfwWindow::GlfwWindow(int, int, const std::string& title) : title_(title) {
  if (glfwInit() == GLFW_FALSE) throw std::runtime_error("no window can be opened");
  // see samples_for()
  glfwWindowHint(GLFW_SAMPLES, page_draws_by_software() != 0 ? 0 : 4);
  glfwWindowHint(GLFW_ALPHA_BITS, 0);
  const Size size = canvas_size();
  window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) throw std::runtime_error("this browser does not offer WebGL 2");
  watch_events();
  glfwMakeContextCurrent(window_);
  follow_sizes();
  emscripten_set_webglcontextlost_callback(
      kCanvas, this, EM_FALSE, [](int, const void*, void* window) {
        static_cast<GlfwWindow*>(window)->lost_ = true;
        static_cast<GlfwWindow*>(window)->stir();
        return EM_TRUE;  // otherwise the browser would not restore the context
      });
}

bool GlfwWindow::can_draw() const {
  return page_in_sight() != 0 &&
         !emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context());
}

void GlfwWindow::follow_sizes() {
  const Size size = canvas_size();
  if (size == size_) return;
  size_ = pixels_ = size;
  stir();
  // GLFW would take the display's size as a request for full screen
  if (!size.empty()) page_resize(size.width, size.height);
}

// GLFW's pointer and wheel events differ between emscripten's versions
void GlfwWindow::queue_pointer() {
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    const double pixels = page_pixels_per_coordinate();
    of(window).stir();
    of(window).input_.push(
        MoveEvent{static_cast<float>(pixels * x), static_cast<float>(pixels * y)});
  });
  glfwSetScrollCallback(window_, nullptr);
  const auto push = [](int, const EmscriptenWheelEvent* event, void* window) {
    auto& self = *static_cast<GlfwWindow*>(window);
    self.stir();
    self.input_.push(WheelEvent{event->deltaX, event->deltaY});
    return EM_TRUE;
  };
  emscripten_set_wheel_callback(kCanvas, this, EM_TRUE, push);
}

// a query through GLFW would link all OpenGL functions
gfx::FunctionLoader GlfwWindow::loader() { return nullptr; }

void GlfwWindow::stir() {
  had_event_ = true;
  if (std::exchange(sleeps_, false)) emscripten_resume_main_loop();
}

void GlfwWindow::take_events(bool waits) {
  if (waits && !std::exchange(sleeps_, true)) emscripten_pause_main_loop();
  follow_sizes();
}

void GlfwWindow::wait_for_event(double) {}

GlfwWindow::~GlfwWindow() { glfwTerminate(); }

GlfwWindow::Size GlfwWindow::pixels() const { return pixels_; }

float GlfwWindow::content_scale() const {
  return static_cast<float>(emscripten_get_device_pixel_ratio());
}

// a drag continues outside the canvas, and a finger never enters it
bool GlfwWindow::has_pointer() const { return true; }

int GlfwWindow::by_layout(int key) { return page_key(key); }

// only the reader closes a page
bool GlfwWindow::closing() const { return false; }

void GlfwWindow::close() {}

}  // namespace app
