#pragma once

#include <glad/gl.h>

#include <functional>
#include <string_view>
#include <utility>

namespace test {

/// Calls a function with each warning and error of the OpenGL driver while this object lives.
///
/// Needs a context with KHR_debug; otherwise reports nothing. Notifications are ignored.
class DebugMessages {
 public:
  using Callback = std::function<void(std::string_view message)>;

  explicit DebugMessages(Callback callback) : callback_(std::move(callback)) {
    if (!available()) return;
    glEnable(GL_DEBUG_OUTPUT);
    // report within the causing call, so that a debugger's stack shows it
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(forward, &callback_);
  }
  DebugMessages(const DebugMessages&) = delete;
  DebugMessages& operator=(const DebugMessages&) = delete;
  ~DebugMessages() {
    if (available()) glDebugMessageCallback(nullptr, nullptr);
  }

 private:
  static bool available() { return GLAD_GL_KHR_debug != 0 && glDebugMessageCallback != nullptr; }

  static void GLAD_API_PTR forward(GLenum, GLenum, GLuint, GLenum severity, GLsizei length,
                                   const GLchar* message, const void* callback) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
    (*static_cast<const Callback*>(callback))(
        std::string_view(message, static_cast<std::size_t>(length)));
  }

  Callback callback_;
};

}  // namespace test
