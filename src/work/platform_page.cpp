#include "work/platform.h"

#include <emscripten.h>

namespace work {

bool threads_available() { return false; }

int machine_threads() { return 1; }

void set_lowest_priority() {}

double nanoseconds() { return 1e6 * emscripten_get_now(); }

double thread_nanoseconds() { return nanoseconds(); }

// a page must not wait: the browser calls the next frame when the display is ready
void sleep_until(double) {}

namespace {

struct PageLoop {
  std::function<bool()> frame;
  std::function<void()> end;
};

}  // namespace

void run_loop(const std::function<bool()>& frame, const std::function<void()>& end) {
  // deleted when the loop ends; otherwise lives as long as the page
  auto* const loop = new PageLoop{frame, end};
  emscripten_set_main_loop_arg(
      [](void* argument) {
        auto* const own = static_cast<PageLoop*>(argument);
        if (own->frame()) return;
        emscripten_cancel_main_loop();
        own->end();
        delete own;
      },
      loop, 0, 0);
}

}  // namespace work
