#pragma once

// The OpenGL functions for a browser: emscripten links OpenGL ES 3, nothing is loaded at run time.

#include <GLES3/gl3.h>

#define GLAD_MAKE_VERSION(major, minor) ((major)*10000 + (minor))
#define GL_TIME_ELAPSED 0x88BF
#define GL_FRAMEBUFFER_SRGB 0x8DB9

inline int gladLoadGL(void (*(*)(const char*))()) { return GLAD_MAKE_VERSION(3, 3); }

// browsers time drawing only with an extension
inline void glGetQueryObjectui64v(GLuint, GLenum, GLuint64* time) { *time = 0; }
