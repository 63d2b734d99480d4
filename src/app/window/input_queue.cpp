#include "app/window/input_queue.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <GLFW/glfw3.h>

namespace app {
namespace {

bool is_digit_key(int key) { return key >= GLFW_KEY_0 && key <= GLFW_KEY_9; }
bool is_letter_key(int key) { return key >= GLFW_KEY_A && key <= GLFW_KEY_Z; }

/// GLFW's number of a Latin letter; GLFW's numbers of letters equal their capitals' ASCII codes.
std::optional<int> letter_of(const std::string& label) {
  if (label.size() != 1) return std::nullopt;
  const char sign = label[0];
  if (sign >= 'a' && sign <= 'z') return GLFW_KEY_A + (sign - 'a');
  if (sign >= 'A' && sign <= 'Z') return GLFW_KEY_A + (sign - 'A');
  return std::nullopt;
}

/// Whether a key of the layout has the letter; for 0, whether one has any Latin letter.
bool has_letter(const KeyLabels& label, int letter) {
  for (int key = GLFW_KEY_SPACE; key <= GLFW_KEY_WORLD_2; ++key) {
    const auto found = letter_of(label(key));
    if (found && (letter == 0 || *found == letter)) return true;
  }
  return false;
}

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

int key_by_layout(int key, const KeyLabels& label) {
  if (key <= GLFW_KEY_SPACE || key > GLFW_KEY_WORLD_2) return key;
  const std::string own = label(key);
  if (const auto letter = letter_of(own)) return *letter;
  if (own.empty() || is_digit_key(key) || !has_letter(label, 0)) return key;
  // GLFW's numbers of signs equal their ASCII codes
  constexpr std::string_view kSigns = "0123456789`-=[]\\;',./";
  if (own.size() == 1 && kSigns.find(own[0]) != kSigns.npos) return own[0];
  return is_letter_key(key) && has_letter(label, key) ? GLFW_KEY_UNKNOWN : key;
}

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
