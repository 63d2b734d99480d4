#pragma once

struct GLFWmonitor;

namespace app {

/// Calls glfwInit(). GLFW 3.4 chooses between Wayland and X11. If no Wayland display can exist, X11
/// is requested: libwayland would print an error.
/// \returns whether there is a display
bool start_glfw();

/// Names the program of the next window: the desktop takes name and icon from iklab.desktop.
void hint_program();

/// Pixels per window coordinate in GLFW's work area of a display: the display's scale on Wayland,
/// else 1.
float pixels_per_coordinate(GLFWmonitor* display);

}  // namespace app
