#pragma once

#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace app {

/// The window library and one window with an OpenGL 3.3 core context, current from its
/// construction.
class GlfwWindow {
 public:
  /// \param width, height in the display's coordinates
  /// \throws std::runtime_error with one sentence where there is no display or no OpenGL 3.3
  GlfwWindow(int width, int height, const std::string& title);
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;
  ~GlfwWindow();

  struct Size {
    int width, height;
    bool empty() const { return width <= 0 || height <= 0; }
    bool operator==(const Size&) const = default;
  };
  Size size() const;            ///< in the display's coordinates
  Size pixels() const;          ///< of its framebuffer; empty while minimised
  float content_scale() const;  ///< pixels a design point, as the display asks for it

  bool closing() const;
  void close();
  /// The files that were dropped on it since the last call.
  std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
  void set_title(const std::string& title);

  GLFWwindow* handle() const { return window_; }

 private:
  GLFWwindow* window_ = nullptr;
  std::string title_;
  std::vector<std::string> dropped_;
};

}  // namespace app
