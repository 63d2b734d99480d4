#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <string_view>

#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"

namespace gfx {
namespace {

bool lists(const char* extensions, std::string_view name) {
  return extensions != nullptr && std::string_view(extensions).find(name) != std::string_view::npos;
}

/// Makes a core context on this display; EGL_NO_CONTEXT on failure.
EGLContext make_context(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
    return EGL_NO_CONTEXT;
  }
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return EGL_NO_CONTEXT;
  // drawing goes to framebuffer objects, so the config needs no surface
  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, wanted, &config, 1, &count) == EGL_FALSE || count == 0) {
    return EGL_NO_CONTEXT;
  }
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                            3,
                            EGL_CONTEXT_MINOR_VERSION,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
#ifndef NDEBUG
                            EGL_CONTEXT_OPENGL_DEBUG,
                            EGL_TRUE,
#endif
                            EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
  }
  return context;
}

struct Found {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

Found find_context() {
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));

  Found found;
  const auto attempt = [&found](EGLDisplay display) {
    found = {display, make_context(display)};
    return found.context != EGL_NO_CONTEXT;
  };
  if (platform_display != nullptr && lists(client, "EGL_MESA_platform_surfaceless")) {
    if (attempt(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr))) {
      return found;
    }
  }
  const auto query_devices =
      reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (platform_display != nullptr && query_devices != nullptr &&
      lists(client, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};  // more graphics cards than a desktop holds
    EGLint count = 0;
    query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (EGLint i = 0; i < count; ++i) {
      EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
      if (attempt(platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr))) return found;
    }
  }
  attempt(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

}  // namespace

std::string renderer_name() { return gl_text(GL_RENDERER); }

PixelOrder pixel_order_of_windows() { return {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV}; }

Offscreen::Offscreen() {
  const Found found = find_context();
  if (found.context == EGL_NO_CONTEXT) {
    throw NoDevice("no graphics device offers OpenGL 3.3 without a display (EGL)");
  }
  display_ = found.display;
  context_ = found.context;
  load_functions(eglGetProcAddress);
}

Offscreen::~Offscreen() {
  if (eglGetCurrentContext() == context_) {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  // the display stays initialised: another context of the process may share it
  eglDestroyContext(display_, context_);
}

void Offscreen::make_current() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
}

Screen::Screen(int width, int height, int samples) : width_(width), height_(height) {
  own_.emplace(width, height, samples);
  if (context_info().software && samples <= 1) copy_.emplace();
}

void Screen::resize(int width, int height) {
  own_->resize(width, height);
  width_ = own_->width();
  height_ = own_->height();
}

unsigned Screen::id() const { return own_->id(); }

void Screen::show() {
  if (!copy_) {
    const PixelArea whole{0, 0, width_, height_};
    return own_->copy_parts_to(0, {&whole, 1});
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  for (const GLenum state : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST}) {
    glDisable(state);
  }
  glViewport(0, 0, width_, height_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, own_->texture());
  set_filter(Filter::kNearest);
  copy_->program.use();
  glBindVertexArray(copy_->no_attributes.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

Image Screen::image() const { return own_->read_pixels(); }

}  // namespace gfx
