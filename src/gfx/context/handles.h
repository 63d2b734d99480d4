#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace gfx {

/// Owns one OpenGL object by its name; zero owns nothing. Moves, never copies.
///
/// The context that made the object must be current where the handle dies.
template <void (*kDelete)(unsigned)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(unsigned id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
  Handle& operator=(Handle&& other) noexcept {
    // the old object leaves with the temporary, also when a handle is moved onto itself
    Handle taken(std::move(other));
    std::swap(id_, taken.id_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ != 0) kDelete(id_);
  }

  /// The name OpenGL knows the object by.
  unsigned id() const { return id_; }

 private:
  unsigned id_ = 0;
};

void delete_buffer(unsigned id);
void delete_vertex_array(unsigned id);
void delete_texture(unsigned id);
void delete_renderbuffer(unsigned id);
void delete_framebuffer(unsigned id);
void delete_shader(unsigned id);
void delete_program(unsigned id);
void delete_query(unsigned id);

using BufferHandle = Handle<delete_buffer>;
using VertexArrayHandle = Handle<delete_vertex_array>;
using TextureHandle = Handle<delete_texture>;
using RenderbufferHandle = Handle<delete_renderbuffer>;
using FramebufferHandle = Handle<delete_framebuffer>;
using ShaderHandle = Handle<delete_shader>;
using ProgramHandle = Handle<delete_program>;
using QueryHandle = Handle<delete_query>;

BufferHandle make_buffer();
VertexArrayHandle make_vertex_array();
TextureHandle make_texture();
RenderbufferHandle make_renderbuffer();
FramebufferHandle make_framebuffer();
QueryHandle make_query();

/// How long the graphics card takes for what is drawn between begin() and end(), without ever
/// waiting for it: the answer is some frames old. A browser gives none.
class GpuClock {
 public:
  GpuClock();
  /// Not inside another one's.
  void begin();
  void end();

  double seconds() const { return seconds_; }  ///< the last answer; 0 before the first

 private:
  struct Question {
    QueryHandle query;
    bool open = false;  // asked, and not answered
  };
  // so many frames may be under way
  std::array<Question, 4> questions_;
  std::size_t next_ = 0;
  bool running_ = false;
  bool possible_;
  double seconds_ = 0.0;
};

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
