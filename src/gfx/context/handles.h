#pragma once

#include <utility>

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

}  // namespace gfx
