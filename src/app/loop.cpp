#include "app/loop.h"

#include <GLFW/glfw3.h>

#include <thread>

namespace app {
namespace {

/// Samples a pixel. Software pays twice the time for four of them (26 instead of 13 ms a frame).
int samples_for(const gfx::ContextInfo& context) { return context.software ? 1 : 4; }

/// A driver that does not wait for the display would draw as fast as it can for nobody.
constexpr std::chrono::milliseconds kShortestFrame{4};

std::string title(const Session& session) {
  const lab::Scene& scene = session.tracker().scene();
  return "iklab — " + (scene.name.empty() ? scene.id : scene.name) + " — " +
         session.tracker().method_info().label;
}

}  // namespace

Loop::Loop(GlfwWindow& window, Session& session, ui::Panels& panels, double content_scale)
    : window_(window),
      session_(session),
      panels_(panels),
      content_scale_(content_scale),
      context_(gfx::load_functions(glfwGetProcAddress)),
      imgui_(window),
      canvas_(window.pixels().width, window.pixels().height, samples_for(context_)) {}

float Loop::pixels_per_point() const {
  return content_scale_ > 0.0 ? static_cast<float>(content_scale_) : window_.content_scale();
}

void Loop::pass_time() {
  const double seconds = std::chrono::duration<double>(Clock::now() - last_frame_).count();
  last_frame_ = Clock::now();
  session_.timing().frame_s.add(seconds);
  session_.advance(seconds);
}

bool Loop::frame() {
  glfwPollEvents();
  const GlfwWindow::Size pixels = window_.pixels();
  const GlfwWindow::Size size = window_.size();
  if (pixels.empty() || size.empty()) {
    // minimised: nothing to see, so nothing moves
    glfwWaitEventsTimeout(0.1);
    last_frame_ = Clock::now();
    return !window_.closing();
  }
  const Clock::time_point start = Clock::now();
  pass_time();
  canvas_.resize(pixels.width, pixels.height);

  const float density = static_cast<float>(pixels.width) / static_cast<float>(size.width);
  imgui_.set_look(panels_.dark, lab::lane_color(session_.setup(), session_.setup().front),
                  pixels_per_point(), density);
  imgui_.begin_frame();
  const ui::Layout layout =
      ui::arrange(imgui_.theme(), ImGui::GetIO().DisplaySize, panels_.hidden, panels_.strip_height);
  ui::Asked asked = ui::draw(imgui_.theme(), layout, session_.shown(), panels_);
  if (const auto target = view_.take_hold(session_, panels_, layout.view)) asked.target = target;
  session_.apply(asked);
  view_.update(session_, layout.view);
  if (asked.frame_camera) view_.frame(session_.tracker().scene(), layout.view);
  if (asked.quit) window_.close();

  draw(layout, density);
  window_.set_title(title(session_));
  if (Clock::now() - start < kShortestFrame) {
    std::this_thread::sleep_until(start + 2 * kShortestFrame);
  }
  return !window_.closing();
}

void Loop::draw(const ui::Layout& layout, float pixels_per_coordinate) {
  view_.draw(session_, panels_, layout.view, canvas_.id(), pixels_per_coordinate, canvas_.height(),
             pixels_per_point());
  imgui_.draw();
  canvas_.copy_to(0, 0, 0);
  glfwSwapBuffers(window_.handle());
}

}  // namespace app
