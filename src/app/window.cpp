#include "app/window.h"

#include <chrono>
#include <cstdio>

#include "app/loop.h"
#include "io/built_in_scenes.h"
#include "io/error.h"

namespace app {
namespace {

double nanoseconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double, std::nano>(Clock::now().time_since_epoch()).count();
}

std::vector<ui::SceneItem> scene_items() {
  std::vector<ui::SceneItem> items;
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    items.push_back({id, scene.name, scene.description});
  }
  return items;
}

}  // namespace

int run_window(const WindowOptions& options) {
  std::vector<ui::SceneItem> scenes = scene_items();
  const World world{.clock = nanoseconds,
                    .load_scene = [](const std::string& id) { return io::find_scene(id); },
                    .save = {}};
  const ik::MethodInfo* method = ik::find_method(options.method.empty() ? "dls" : options.method);
  if (method == nullptr) throw io::Error("unknown method '" + options.method + "'");
  Session session(world, scenes, options.scene ? *options.scene : io::find_scene("y"), *method);
  for (const auto& [setting, value] : options.settings) session.set_setting(*setting, value);
  for (const auto& [name, value] : options.params) session.set_param(name, value);
  session.set_playing(!options.paused);

  ui::Panels panels;
  panels.dark = options.dark;
  GlfwWindow window(options.width, options.height, "iklab");
  Loop loop(window, session, panels, options.content_scale, 1.0);
  for (long frame = 0; loop.frame(); ++frame) {
    if (frame == 0) {
      std::puts("iklab: ready");
      std::fflush(stdout);
    }
    if (frame + 1 == options.frames) break;
  }
  return 0;
}

}  // namespace app
