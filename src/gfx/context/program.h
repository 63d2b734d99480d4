#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <glad/gl.h>

#include "gfx/context/handles.h"

namespace gfx {

/// The attribute of that number is `size` floats of the buffer that is bound, in every `stride`
/// bytes from `offset` on.
inline void float_attribute(GLuint index, GLint size, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

/// How many bytes the values take.
template <typename T>
GLsizeiptr bytes(const std::vector<T>& values) {
  return static_cast<GLsizeiptr>(values.size() * sizeof(T));
}

/// Which of the two families of OpenGL a shader is compiled for.
enum class Dialect {
  kDesktop,  ///< OpenGL 3.3 core
  kWeb,      ///< OpenGL ES 3.0, which WebGL 2 is
};

/// The one of the current context.
Dialect current_dialect();

/// A vertex and a fragment shader, linked.
///
/// Sources come from the folder shaders/, compiled into the program: NAME.vert and NAME.frag,
/// each after the `#version` line of the dialect and the text of frame.glsl. The uniform block
/// `Frame` is bound to point 0, samplers read texture unit 0.
class Program {
 public:
  /// \throws std::runtime_error with the driver's message, naming the file
  Program(std::string_view name, Dialect dialect) : Program(name, name, dialect) {}
  Program(std::string_view vertex_name, std::string_view fragment_name, Dialect dialect);

  void use() const;

 private:
  ProgramHandle program_;
};

}  // namespace gfx
