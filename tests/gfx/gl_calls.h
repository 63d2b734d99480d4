#pragma once

#include <glad/gl.h>

#include <map>
#include <string>

namespace test {

/// Counts OpenGL calls while this object lives, by wrapping the functions that glad loads. At most
/// one may exist.
class GlCalls {
 public:
  GlCalls() {
    current = this;
    buffer_data = glad_glBufferData;
    glad_glBufferData = [](GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
      current->count(target == GL_UNIFORM_BUFFER ? "upload of uniforms" : "upload of vertices");
      buffer_data(target, size, data, usage);
    };
    gen_buffers = glad_glGenBuffers;
    glad_glGenBuffers = [](GLsizei n, GLuint* ids) {
      current->count("object");
      gen_buffers(n, ids);
    };
    gen_textures = glad_glGenTextures;
    glad_glGenTextures = [](GLsizei n, GLuint* ids) {
      current->count("object");
      gen_textures(n, ids);
    };
    gen_framebuffers = glad_glGenFramebuffers;
    glad_glGenFramebuffers = [](GLsizei n, GLuint* ids) {
      current->count("object");
      gen_framebuffers(n, ids);
    };
    tex_image = glad_glTexImage2D;
    glad_glTexImage2D = [](GLenum target, GLint level, GLint format, GLsizei width, GLsizei height,
                           GLint border, GLenum pixels, GLenum type, const void* data) {
      current->count("texture memory");
      tex_image(target, level, format, width, height, border, pixels, type, data);
    };
    bind_framebuffer = glad_glBindFramebuffer;
    glad_glBindFramebuffer = [](GLenum target, GLuint id) {
      current->count("framebuffer");
      bind_framebuffer(target, id);
    };
    draw_instanced = glad_glDrawElementsInstanced;
    glad_glDrawElementsInstanced = [](GLenum mode, GLsizei count, GLenum type, const void* first,
                                      GLsizei instances) {
      current->counts_["instance"] += instances;
      current->count("draw");
      draw_instanced(mode, count, type, first, instances);
    };
  }
  GlCalls(const GlCalls&) = delete;
  GlCalls& operator=(const GlCalls&) = delete;
  ~GlCalls() {
    glad_glBufferData = buffer_data;
    glad_glGenBuffers = gen_buffers;
    glad_glGenTextures = gen_textures;
    glad_glGenFramebuffers = gen_framebuffers;
    glad_glTexImage2D = tex_image;
    glad_glBindFramebuffer = bind_framebuffer;
    glad_glDrawElementsInstanced = draw_instanced;
  }

  /// Counts by kind of call. Drawn solids count as "instance", the calls that draw them as "draw".
  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  void count(const char* kind) { ++counts_[kind]; }

  std::map<std::string, int> counts_;

  static inline GlCalls* current = nullptr;
  static inline PFNGLBUFFERDATAPROC buffer_data = nullptr;
  static inline PFNGLGENBUFFERSPROC gen_buffers = nullptr;
  static inline PFNGLGENTEXTURESPROC gen_textures = nullptr;
  static inline PFNGLGENFRAMEBUFFERSPROC gen_framebuffers = nullptr;
  static inline PFNGLTEXIMAGE2DPROC tex_image = nullptr;
  static inline PFNGLBINDFRAMEBUFFERPROC bind_framebuffer = nullptr;
  static inline PFNGLDRAWELEMENTSINSTANCEDPROC draw_instanced = nullptr;
};

}  // namespace test
