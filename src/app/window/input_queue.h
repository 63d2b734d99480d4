#pragma once

#include <deque>
#include <initializer_list>
#include <set>
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

}  // namespace app
