#pragma once

struct GLFWmonitor;

namespace app {

/// glfwInit(), where GLFW can choose between Wayland and X11 (3.4 on) without asking for a Wayland
/// display that cannot be there: its library would complain on standard error.
/// \returns whether there is a display
bool start_glfw();

/// Pixels of a display for each of a window's coordinates there, with which GLFW's work areas must
/// be divided: 1, but on Wayland the display's scale.
float pixels_per_coordinate(GLFWmonitor* display);

}  // namespace app
