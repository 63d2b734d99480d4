#pragma once

namespace app {

/// glfwInit(), where GLFW can choose between Wayland and X11 (3.4 on) without asking for a Wayland
/// display that cannot be there: its library would complain on standard error.
/// \returns whether there is a display
bool start_glfw();

}  // namespace app
