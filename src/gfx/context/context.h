#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gfx {

/// What the current OpenGL context runs on.
struct ContextInfo {
  std::string version;    ///< such as "3.3 (Core Profile) Mesa 22.3.6"
  std::string renderer;   ///< such as "llvmpipe (LLVM 15.0.6, 256 bits)"
  bool software = false;  ///< drawn by the processor: prefer few samples
  bool web = false;       ///< OpenGL ES, as in a browser: shaders are compiled in its dialect
  int max_samples = 0;    ///< most samples a pixel of a framebuffer
};

/// How a window or display library finds an OpenGL function by its name.
using FunctionLoader = void (*(*)(const char* name))();

/// Finds the functions of the current context; call once after making a context current and
/// before anything else of gfx.
/// \throws std::runtime_error where the context is older than OpenGL 3.3
ContextInfo load_functions(FunctionLoader loader);

/// Describes the current context, whose functions are loaded.
ContextInfo context_info();

/// Hands the driver's warnings and errors to a function for as long as this object lives.
///
/// Wants a context with KHR_debug; without it nothing is ever reported. Notifications, which
/// drivers send in great number, are left out.
class DebugMessages {
 public:
  using Callback = std::function<void(std::string_view message)>;
  explicit DebugMessages(Callback callback);
  DebugMessages(const DebugMessages&) = delete;
  DebugMessages& operator=(const DebugMessages&) = delete;
  ~DebugMessages();

 private:
  Callback callback_;
};

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
