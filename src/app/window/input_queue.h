#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace app {

/// A key that went down or up, with GLFW's numbers.
struct KeyEvent {
  int key, scancode, action, mods;
};
/// A typed character (Unicode).
struct CharacterEvent {
  unsigned code;
};
/// The pointer's new place, in the window's coordinates.
struct MoveEvent {
  float x, y;
};
/// A button of the pointer that went down or up, with GLFW's number.
struct ButtonEvent {
  int button;
  bool down;
};
struct WheelEvent {
  double x, y;
};
using InputEvent = std::variant<KeyEvent, CharacterEvent, MoveEvent, ButtonEvent, WheelEvent>;

/// Queues events for Dear ImGui, which samples keys and buttons once a frame. Without a queue, a
/// key that goes down and up between two frames is lost, the letters after a lost chord act as
/// shortcuts, and a press counts at the pointer's later place. Dear ImGui's own queue (from 1.87)
/// cannot hold letters back for a text field that gets the focus some frames later.
///
/// The queue keeps the order of events, and gives each frame only as many as Dear ImGui can tell
/// apart: a key changes once; a modifier does not change after its key; a button's change is the
/// last event, and the pointer does not move before it.
class InputQueue {
 public:
  /// Whether a text field has the focus; kExpected: it gets the focus in one of the next frames.
  enum class TextField { kNone, kExpected, kActive };

  /// Longest wait of typed keys for an expected text field, frames.
  static constexpr int kMaxWait = 3;
  /// Frames until Dear ImGui tells that a key, such as Enter, has taken the focus from a text
  /// field.
  static constexpr int kLeaving = 2;

  void push(const InputEvent& event);
  /// The events of the next frame. Letters for a text field come as characters only.
  std::vector<InputEvent> take(TextField field);
  /// Whether one of these keys was handed over as down, and not yet as up.
  bool is_down(std::initializer_list<int> keys) const;

 private:
  std::deque<InputEvent> events_;
  std::set<int> down_;  // keys that were handed over as down
  int waited_ = 0;      // frames for an expected text field
  int leaving_ = 0;     // frames in which keys wait: the text field may have lost the focus
};

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
