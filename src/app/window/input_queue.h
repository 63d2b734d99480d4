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

/// Events on their way to Dear ImGui, which looks at the state of keys and buttons once a frame.
/// Its own queue (from 1.87) is not used: it cannot hold letters back for a text field that gets
/// the focus some frames later. A key that goes down and up between two frames would be lost, the
/// letters after a lost chord would act as shortcuts, and a press would count where the pointer is
/// by then. The queue hands over the events in their order, to each frame as many as it can tell
/// apart: a key changes once in a frame, a modifier not after what it modifies, and a button is the
/// last in its frame, before which the pointer does not move.
class InputQueue {
 public:
  /// Whether a text field has the focus; kExpected: it gets the focus in one of the next frames.
  enum class TextField { kNone, kExpected, kActive };

  /// Frames for which typed keys wait for an expected text field.
  static constexpr int kMostWait = 3;
  /// Frames until Dear ImGui tells that a key, such as Enter, has taken the focus from a text
  /// field.
  static constexpr int kLeaving = 2;

  void push(const InputEvent& event);
  /// The events of the next frame. Letters for a text field come as characters alone.
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
