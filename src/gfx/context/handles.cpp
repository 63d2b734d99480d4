#include "gfx/context/handles.h"

#include "gfx/context/context.h"

#include <glad/gl.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string>

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

GpuClock::GpuClock() : possible_(!context_info().web) {
  if (!possible_) return;
  for (Question& question : questions_) question.query = make_query();
}

void GpuClock::begin() {
  if (!possible_) return;
  Question& question = questions_[next_];
  if (question.open) {
    GLuint answered = 0;
    glGetQueryObjectuiv(question.query.id(), GL_QUERY_RESULT_AVAILABLE, &answered);
    if (answered == 0) return;  // this frame is not timed
    GLuint64 ns = 0;
    glGetQueryObjectui64v(question.query.id(), GL_QUERY_RESULT, &ns);
    seconds_ = 1e-9 * static_cast<double>(ns);
    question.open = false;
  }
  glBeginQuery(GL_TIME_ELAPSED, question.query.id());
  running_ = true;
}

void GpuClock::end() {
  if (!running_) return;
  glEndQuery(GL_TIME_ELAPSED);
  questions_[next_].open = true;
  next_ = (next_ + 1) % questions_.size();
  running_ = false;
}

// as the build step that embeds the files declares them
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
  const GLuint block = glGetUniformBlockIndex(program_.id(), "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program_.id(), block, 0);
}

void Program::use() const { glUseProgram(program_.id()); }

}  // namespace gfx
