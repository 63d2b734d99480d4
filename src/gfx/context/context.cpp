#include "gfx/context/context.h"

#include <glad/gl.h>

#include <stdexcept>
#include <utility>

namespace gfx {
namespace {

std::string text(GLenum name) {
  const GLubyte* value = glGetString(name);
  return value == nullptr ? std::string() : reinterpret_cast<const char*>(value);
}

void GLAD_API_PTR forward(GLenum, GLenum, GLuint, GLenum severity, GLsizei length,
                          const GLchar* message, const void* callback) {
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
  (*static_cast<const DebugMessages::Callback*>(callback))(
      std::string_view(message, static_cast<std::size_t>(length)));
}

bool has_debug_messages() { return GLAD_GL_KHR_debug != 0 && glDebugMessageCallback != nullptr; }

}  // namespace

ContextInfo load_functions(FunctionLoader loader) {
  if (gladLoadGL(loader) < GLAD_MAKE_VERSION(3, 3)) {
    throw std::runtime_error("this computer's graphics driver does not offer OpenGL 3.3");
  }
  return context_info();
}

ContextInfo context_info() {
  ContextInfo info;
  info.version = text(GL_VERSION);
  info.renderer = text(GL_RENDERER);
  info.web = info.version.find("OpenGL ES") != std::string::npos;
  for (const char* name : {"llvmpipe", "softpipe", "SwiftShader"}) {
    info.software = info.software || info.renderer.find(name) != std::string::npos;
  }
  glGetIntegerv(GL_MAX_SAMPLES, &info.max_samples);
  return info;
}

DebugMessages::DebugMessages(Callback callback) : callback_(std::move(callback)) {
  if (!has_debug_messages()) return;
  glEnable(GL_DEBUG_OUTPUT);
  // in the call that caused it, so that a debugger's stack shows the culprit
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(forward, &callback_);
}

DebugMessages::~DebugMessages() {
  if (has_debug_messages()) glDebugMessageCallback(nullptr, nullptr);
}

}  // namespace gfx
