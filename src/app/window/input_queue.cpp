#include "app/window/input_queue.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace app {
namespace {

/// Whether a press of the key is followed by a character.
bool types(const KeyEvent& event) {
  constexpr int kChord = GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;
  return event.key >= GLFW_KEY_SPACE && event.key <= GLFW_KEY_WORLD_2 && (event.mods & kChord) == 0;
}

/// Whether the key changes the effect of another key or of the wheel.
bool modifies(const KeyEvent& event) {
  return event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER;
}

/// Whether the key may take the focus from a text field.
bool leaves(const KeyEvent& event) {
  return event.key == GLFW_KEY_ENTER || event.key == GLFW_KEY_KP_ENTER ||
         event.key == GLFW_KEY_ESCAPE || event.key == GLFW_KEY_TAB;
}

}  // namespace

void InputQueue::push(const InputEvent& event) {
  const auto* key = std::get_if<KeyEvent>(&event);
  // Dear ImGui repeats keys itself; keys without a number cannot be shortcuts
  if (key != nullptr && (key->action == GLFW_REPEAT || key->key < 0)) return;
  const bool moves = std::holds_alternative<MoveEvent>(event);
  if (moves && !events_.empty() && std::holds_alternative<MoveEvent>(events_.back())) {
    events_.pop_back();
  }
  events_.push_back(event);
}

std::vector<InputEvent> InputQueue::take(TextField field) {
  waited_ = field == TextField::kExpected ? waited_ + 1 : 0;
  if (waited_ > kMaxWait) field = TextField::kNone;
  const bool leaving = leaving_ > 0;
  leaving_ -= leaving ? 1 : 0;
  std::set<int> changed;  // keys, in this frame
  bool moved = false;     // a key that is not printable went down in this frame
  bool pointed = false;   // the pointer has a new place in this frame
  bool clicked = false;   // a button changed in this frame
  bool acted = false;     // a key went down in this frame, or the wheel turned
  std::vector<InputEvent> taken;
  for (; !events_.empty() && !clicked; events_.pop_front()) {
    const InputEvent& event = events_.front();
    if (const auto* key = std::get_if<KeyEvent>(&event)) {
      const bool press = key->action == GLFW_PRESS;
      if (press && (leaving || leaving_ > 0)) break;
      if (press && field == TextField::kActive && types(*key)) continue;
      if (!press && !down_.contains(key->key)) continue;  // its press was left out
      if (press && field == TextField::kExpected) break;
      if (modifies(*key) && acted) break;  // a chord keeps its modifier, which may go up first
      if (!changed.insert(key->key).second) break;
      acted |= press && !modifies(*key);
      press ? void(down_.insert(key->key)) : void(down_.erase(key->key));
      moved |= press && !types(*key);
      if (press && field == TextField::kActive && leaves(*key)) leaving_ = kLeaving;
    } else if (std::holds_alternative<CharacterEvent>(event)) {
      // text fields take the characters of a frame before its keys
      if (leaving || field == TextField::kExpected || (moved && field == TextField::kActive)) break;
    } else if (std::holds_alternative<ButtonEvent>(event)) {
      if (pointed) break;  // a press needs a known item under the pointer, a release a known end
      clicked = true;
    } else if (std::holds_alternative<MoveEvent>(event)) {
      pointed = true;
    } else {
      acted = true;
    }
    taken.push_back(event);
  }
  return taken;
}

bool InputQueue::is_down(std::initializer_list<int> keys) const {
  return std::ranges::any_of(keys, [this](int key) { return down_.contains(key); });
}

}  // namespace app
