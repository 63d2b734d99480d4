#include "gfx/context/handles.h"

#include <glad/gl.h>

namespace gfx {
namespace {

unsigned generate(void (*generator)(GLsizei, GLuint*)) {
  GLuint id = 0;
  generator(1, &id);
  return id;
}

}  // namespace

void delete_buffer(unsigned id) { glDeleteBuffers(1, &id); }
void delete_vertex_array(unsigned id) { glDeleteVertexArrays(1, &id); }
void delete_texture(unsigned id) { glDeleteTextures(1, &id); }
void delete_renderbuffer(unsigned id) { glDeleteRenderbuffers(1, &id); }
void delete_framebuffer(unsigned id) { glDeleteFramebuffers(1, &id); }
void delete_shader(unsigned id) { glDeleteShader(id); }
void delete_program(unsigned id) { glDeleteProgram(id); }
void delete_query(unsigned id) { glDeleteQueries(1, &id); }

BufferHandle make_buffer() { return BufferHandle(generate(glGenBuffers)); }
VertexArrayHandle make_vertex_array() { return VertexArrayHandle(generate(glGenVertexArrays)); }
TextureHandle make_texture() { return TextureHandle(generate(glGenTextures)); }
RenderbufferHandle make_renderbuffer() { return RenderbufferHandle(generate(glGenRenderbuffers)); }
FramebufferHandle make_framebuffer() { return FramebufferHandle(generate(glGenFramebuffers)); }
QueryHandle make_query() { return QueryHandle(generate(glGenQueries)); }

}  // namespace gfx
