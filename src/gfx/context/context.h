#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gfx {

/// What the current OpenGL context runs on.
struct ContextInfo {
  bool software = false;  ///< see is_software()
  bool web = false;       ///< OpenGL ES, as in a browser
};

/// Whether a renderer computes pixels on the processor, by its name, such as "llvmpipe
/// (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader", "Apple Software Renderer" or "GDI
/// Generic".
bool is_software(std::string_view renderer);

/// Returns the address of the OpenGL function with this name: glfwGetProcAddress or
/// eglGetProcAddress.
using FunctionLoader = void (*(*)(const char* name))();

/// Loads the OpenGL functions of the current context. Call it once after making a context current,
/// before any other function of gfx.
/// \throws std::runtime_error if the context is older than OpenGL 3.3
ContextInfo load_functions(FunctionLoader loader);

/// Describes the current context. \pre load_functions() was called
ContextInfo context_info();

/// A string of the current context, by glGetString.
std::string gl_text(unsigned name);
/// Name of the renderer. A browser hides it behind an extension.
std::string renderer_name();

/// Format and type of pixels in the memory order of windows, see glTexImage2D: a software renderer
/// then copies a framebuffer to the window without converting it.
struct PixelOrder {
  unsigned format, type;
};
PixelOrder pixel_order_of_windows();

/// Thrown if no graphics device works without a display.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An OpenGL 3.3 core context without a window or a display, for desktops. The constructor makes it
/// current.
///
/// Tries Mesa's surfaceless platform, then every EGL device (NVIDIA's driver needs this), then
/// the default display. There is no default framebuffer: draw into a Framebuffer.
class Offscreen {
 public:
  /// \throws NoDevice if none of the three works
  Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;
  ~Offscreen();

  /// Makes this the current context of the calling thread.
  void make_current();

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace gfx
