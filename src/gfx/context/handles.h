#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace gfx {

/// Owns one OpenGL object; id 0 owns nothing. Movable, not copyable.
///
/// The context that made the object must be current when the handle is destroyed.
template <void (*kDelete)(unsigned)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(unsigned id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
  Handle& operator=(Handle&& other) noexcept {
    // the temporary deletes the old object; a self-move is safe
    Handle taken(std::move(other));
    std::swap(id_, taken.id_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ != 0) kDelete(id_);
  }

  unsigned id() const { return id_; }  ///< OpenGL's name of the object

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

/// A vertex attribute: `size` floats, starting at byte `offset` of a vertex or an instance.
struct FloatAttribute {
  unsigned index;
  int size;
  std::size_t offset;
};

/// Replaces the contents of a buffer that changes every frame.
void stream(const BufferHandle& buffer, std::span<const std::byte> data);

enum class Filter { kNearest, kLinear };
/// Sets the filter of the bound 2D texture. Coordinates are clamped to its edges.
void set_filter(Filter filter);

/// A triangle mesh in the graphics card's memory.
struct MeshBuffers {
  VertexArrayHandle vertex_array;
  BufferHandle vertices, indices;
  int index_count = 0;
};

/// Uploads a mesh with vertices of `stride` bytes that have these attributes.
MeshBuffers upload_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                        std::size_t index_count, std::size_t stride,
                        std::initializer_list<FloatAttribute> attributes);
template <class Mesh>
MeshBuffers upload_mesh(const Mesh& mesh, std::initializer_list<FloatAttribute> attributes) {
  return upload_mesh(std::as_bytes(std::span(mesh.vertices)),
                     std::as_bytes(std::span(mesh.indices)), mesh.indices.size(),
                     sizeof(mesh.vertices[0]), attributes);
}

/// Binds a vertex array that reads these attributes from a buffer of instances of `stride` bytes,
/// starting at instance `first`: OpenGL 3.3 has no base instance.
void bind_instances(const VertexArrayHandle& vertex_array, const BufferHandle& buffer,
                    std::size_t stride, std::size_t first,
                    std::initializer_list<FloatAttribute> attributes);

/// Measures the graphics card's time for the draw calls between begin() and end().
///
/// Never waits for the card: the result is some frames old. WebGL has no timer queries.
class GpuClock {
 public:
  GpuClock();
  /// Only one clock may run at a time.
  void begin();
  void end();

  double seconds() const { return seconds_; }  ///< the last result; 0 before the first

 private:
  struct TimerQuery {
    QueryHandle query;
    bool pending = false;  // ended, result not read yet
  };
  std::array<TimerQuery, 4> queries_;  // frames that may be in flight
  std::size_t next_ = 0;
  bool running_ = false;
  bool available_;
  double seconds_ = 0.0;
};

/// The dialect of GLSL that shaders are compiled for.
enum class Dialect {
  kDesktop,  ///< OpenGL 3.3 core
  kWeb,      ///< OpenGL ES 3.0, as in WebGL 2
};

/// The dialect of the current context.
Dialect current_dialect();

/// A vertex and a fragment shader, linked.
///
/// The sources shaders/NAME.vert and shaders/NAME.frag are embedded in the executable. Each is
/// compiled after the `#version` line of the dialect and the text of frame.glsl. The uniform block
/// `Frame` is bound to point 0, `Cell` to point 1; samplers read texture unit 0.
class Program {
 public:
  /// \throws std::runtime_error with the file's name and the driver's message
  explicit Program(std::string_view name, Dialect dialect = current_dialect())
      : Program(name, name, dialect) {}
  Program(std::string_view vertex_name, std::string_view fragment_name,
          Dialect dialect = current_dialect());

  void use() const;
  /// The location of a uniform outside the block; -1 if the shaders do not use it.
  int uniform(const char* name) const;

 private:
  ProgramHandle program_;
};

}  // namespace gfx
