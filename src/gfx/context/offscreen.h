#pragma once

#include <stdexcept>

#include "gfx/context/context.h"

namespace gfx {

/// No graphics device could be reached without a display.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An OpenGL 3.3 core context without a window or a display, current from its construction on.
///
/// Tries Mesa's surfaceless platform, then every EGL device (as NVIDIA's driver wants it), then
/// the default display. There is no default framebuffer: draw into a Framebuffer.
class Offscreen {
 public:
  /// \throws NoDevice with one sentence where none of the three works
  Offscreen();
  Offscreen(Offscreen&& other) noexcept;
  Offscreen& operator=(Offscreen&& other) noexcept;
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;
  ~Offscreen();

  /// What the context runs on.
  const ContextInfo& info() const { return info_; }

  /// Makes this the thread's context again, after another one was.
  void make_current();

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  ContextInfo info_;
};

}  // namespace gfx
