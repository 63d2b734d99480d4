#pragma once

#include <functional>
#include <string>

namespace app {

/// The sign that a key types alone in the user's keyboard layout, UTF-8; empty if there is none.
/// \param key GLFW's number, which names keys by their place on an American keyboard
using KeyLabels = std::function<std::string(int key)>;

/// GLFW's number of the letter or sign on a key, for shortcuts.
///
/// * A key with a Latin letter is that letter: Z is where the user's keyboard has Z.
/// * A key of the row of digits without a letter is its digit, also where digits need Shift.
/// * A layout without Latin letters, such as a Russian one, has them in their American places.
/// * Other keys have their American meaning, unless that is a letter that another key has.
/// \returns GLFW_KEY_UNKNOWN for a letter such as ı, where another key has the i
int key_by_layout(int key, const KeyLabels& label);

}  // namespace app
