#pragma once

struct GLFWmonitor;

namespace app {

/// glfwInit(). GLFW 3.4 chooses between Wayland and X11; where no Wayland display can be, it is not
/// asked for one, as libwayland would complain on standard error.
/// \returns whether there is a display
bool start_glfw();

/// Asks that the next window says whose it is: the desktop takes name and icon from iklab.desktop.
void hint_program();

/// Pixels per window coordinate in GLFW's work area of a display: the display's scale on Wayland,
/// else 1.
float pixels_per_coordinate(GLFWmonitor* display);

}  // namespace app
