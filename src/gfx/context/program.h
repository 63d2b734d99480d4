#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "gfx/context/handles.h"

namespace gfx {

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
