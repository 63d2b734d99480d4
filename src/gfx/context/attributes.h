#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <vector>

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

}  // namespace gfx
