#include "gfx/context/handles.h"

#include "gfx/context/context.h"

#include <glad/gl.h>

#include <stdexcept>
#include <string>

namespace gfx {
namespace {

unsigned generate(void (*generator)(GLsizei, GLuint*)) {
  GLuint id = 0;
  generator(1, &id);
  return id;
}

/// The bound vertex array reads attributes from the bound buffer, from byte `begin` on.
/// \param divisor 1: a value for each instance, 0: for each vertex
void read_attributes(std::size_t stride, std::size_t begin, GLuint divisor,
                     std::initializer_list<FloatAttribute> attributes) {
  for (const FloatAttribute& a : attributes) {
    glEnableVertexAttribArray(a.index);
    glVertexAttribPointer(a.index, a.size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(begin + a.offset));
    glVertexAttribDivisor(a.index, divisor);
  }
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

void stream(const BufferHandle& buffer, std::span<const std::byte> data) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size()), data.data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void set_filter(Filter filter) {
  for (const GLenum size : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    glTexParameteri(GL_TEXTURE_2D, size, filter == Filter::kLinear ? GL_LINEAR : GL_NEAREST);
  }
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  }
}

MeshBuffers upload_mesh(std::span<const std::byte> vertices, std::span<const std::byte> indices,
                        std::size_t index_count, std::size_t stride,
                        std::initializer_list<FloatAttribute> attributes) {
  MeshBuffers mesh{make_vertex_array(), make_buffer(), make_buffer(),
                   static_cast<int>(index_count)};
  glBindVertexArray(mesh.vertex_array.id());
  const auto fill = [](GLenum target, const BufferHandle& buffer, std::span<const std::byte> data) {
    glBindBuffer(target, buffer.id());
    glBufferData(target, static_cast<GLsizeiptr>(data.size()), data.data(), GL_STATIC_DRAW);
  };
  fill(GL_ELEMENT_ARRAY_BUFFER, mesh.indices, indices);
  fill(GL_ARRAY_BUFFER, mesh.vertices, vertices);
  read_attributes(stride, 0, 0, attributes);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return mesh;
}

void bind_instances(const VertexArrayHandle& vertex_array, const BufferHandle& buffer,
                    std::size_t stride, std::size_t first,
                    std::initializer_list<FloatAttribute> attributes) {
  glBindVertexArray(vertex_array.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
  read_attributes(stride, first * stride, 1, attributes);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

GpuClock::GpuClock() : available_(!context_info().web) {
  if (!available_) return;
  for (TimerQuery& timer : queries_) timer.query = make_query();
}

void GpuClock::begin() {
  if (!available_) return;
  TimerQuery& timer = queries_[next_];
  if (timer.pending) {
    GLuint ready = 0;
    glGetQueryObjectuiv(timer.query.id(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (ready == 0) return;  // this frame is not timed
    GLuint64 ns = 0;
    glGetQueryObjectui64v(timer.query.id(), GL_QUERY_RESULT, &ns);
    seconds_ = 1e-9 * static_cast<double>(ns);
    timer.pending = false;
  }
  glBeginQuery(GL_TIME_ELAPSED, timer.query.id());
  running_ = true;
}

void GpuClock::end() {
  if (!running_) return;
  glEndQuery(GL_TIME_ELAPSED);
  queries_[next_].pending = true;
  next_ = (next_ + 1) % queries_.size();
  running_ = false;
}

// declared as in the source that the build step iklab_embed generates
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EmbeddedFile> shader_files();

namespace {

std::string_view shader_text(const std::string& name) {
  for (const EmbeddedFile& file : shader_files()) {
    if (file.name == name) return file.text;
  }
  throw std::runtime_error("no shader is called " + name);
}

constexpr std::string_view version_lines(Dialect dialect) {
  if (dialect == Dialect::kDesktop) return "#version 330 core\n";
  return "#version 300 es\n"
         "precision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n";
}

ShaderHandle compile(GLenum stage, const std::string& name, Dialect dialect) {
  const std::array<std::string_view, 3> parts = {version_lines(dialect), shader_text("frame.glsl"),
                                                 shader_text(name)};
  std::array<const GLchar*, 3> texts{};
  std::array<GLint, 3> lengths{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    texts[i] = parts[i].data();
    lengths[i] = static_cast<GLint>(parts[i].size());
  }
  ShaderHandle shader(glCreateShader(stage));
  glShaderSource(shader.id(), static_cast<GLsizei>(texts.size()), texts.data(), lengths.data());
  glCompileShader(shader.id());
  GLint done = 0;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &done);
  if (done == 0) {
    std::array<GLchar, 2048> log{};
    glGetShaderInfoLog(shader.id(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw std::runtime_error("shader " + name + " does not compile: " + log.data());
  }
  return shader;
}

}  // namespace

Dialect current_dialect() { return context_info().web ? Dialect::kWeb : Dialect::kDesktop; }

Program::Program(std::string_view vertex_name, std::string_view fragment_name, Dialect dialect)
    : program_(glCreateProgram()) {
  const ShaderHandle vertex =
      compile(GL_VERTEX_SHADER, std::string(vertex_name) + ".vert", dialect);
  const ShaderHandle fragment =
      compile(GL_FRAGMENT_SHADER, std::string(fragment_name) + ".frag", dialect);
  glAttachShader(program_.id(), vertex.id());
  glAttachShader(program_.id(), fragment.id());
  glLinkProgram(program_.id());
  glDetachShader(program_.id(), vertex.id());
  glDetachShader(program_.id(), fragment.id());
  GLint done = 0;
  glGetProgramiv(program_.id(), GL_LINK_STATUS, &done);
  if (done == 0) {
    std::array<GLchar, 2048> log{};
    glGetProgramInfoLog(program_.id(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw std::runtime_error("shaders " + std::string(vertex_name) + " and " +
                             std::string(fragment_name) + " do not link: " + log.data());
  }
  GLuint point = 0;
  for (const char* name : {"Frame", "Cell"}) {
    const GLuint block = glGetUniformBlockIndex(program_.id(), name);
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(program_.id(), block, point);
    ++point;
  }
}

void Program::use() const { glUseProgram(program_.id()); }

int Program::uniform(const char* name) const { return glGetUniformLocation(program_.id(), name); }

}  // namespace gfx
