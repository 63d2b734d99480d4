#include "gfx/context/context.h"

#include <glad/gl.h>

#include <algorithm>

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
  return {.software = is_software(renderer_name()),
          .web = gl_text(GL_VERSION).find("OpenGL ES") != std::string::npos};
}

bool is_software(std::string_view renderer) {
  std::string name(renderer);
  for (char& letter : name) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  constexpr const char* kNames[] = {"llvmpipe", "softpipe",     "swrast",     "swiftshader",
                                    "software", "basic render", "gdi generic"};
  return std::ranges::any_of(
      kNames, [&name](const char* part) { return name.find(part) != std::string::npos; });
}

}  // namespace gfx
