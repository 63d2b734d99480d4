#include "app/window/key_layout.h"

#include <GLFW/glfw3.h>

#include <optional>
#include <string_view>

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

}  // namespace app
