#include "gfx/context/context.h"

#include <glad/gl.h>

namespace gfx {

std::string gl_text(unsigned name) {
  const GLubyte* value = glGetString(name);
  return value == nullptr ? std::string() : reinterpret_cast<const char*>(value);
}

ContextInfo load_functions(FunctionLoader loader) {
  if (gladLoadGL(loader) < GLAD_MAKE_VERSION(3, 3)) {
    throw std::runtime_error("this computer's graphics driver does not offer OpenGL 3.3");
  }
  return context_info();
}

ContextInfo context_info() {
  ContextInfo info;
  info.version = gl_text(GL_VERSION);
  info.renderer = renderer_name();
  info.web = info.version.find("OpenGL ES") != std::string::npos;
  for (const char* name : {"llvmpipe", "softpipe", "SwiftShader"}) {
    info.software = info.software || info.renderer.find(name) != std::string::npos;
  }
  return info;
}

}  // namespace gfx
