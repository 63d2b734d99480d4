#include "gfx/context/program.h"

#include <glad/gl.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "gfx/context/context.h"

namespace gfx {

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
