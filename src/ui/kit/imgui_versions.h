#pragma once

#include <imgui.h>

#include <span>

namespace ui {

/// Keys, with GLFW's numbers: for printable keys the capital letter, as in Key{'R'}.
enum class Key {
  kNone = 0,
  kSpace = 32,
  kEscape = 256,
  kEnter = 257,
  kTab = 258,
  kBackspace = 259,
  kDelete = 261,
  kRight = 262,
  kLeft = 263,
  kDown = 264,
  kUp = 265,
  kF1 = 290,
  kF2 = 291,
  kF3 = 292,
  kKeypad1 = 321,
  kKeypad3 = 323,
  kKeypad7 = 327,
};

/// Keys that change what others do.
struct Modifiers {
  bool control = false, shift = false, alt = false, super = false;
};

// What differs between the versions of Dear ImGui from 1.86 to 1.90. From 1.87 on it has a queue of
// events and keys of its own, before that it has arrays that anybody writes.

/// Whether its backend for GLFW finds a letter's key by the keyboard's layout (1.87).
extern const bool kBackendKnowsLayout;

/// Has the present context take in a frame all that it is handed before it. With `keys`, which a
/// backend brings otherwise, set_key() works.
void take_all_input(bool keys);

bool is_down(Key key);
/// Whether the key went down in this frame. \param repeats also while it is held, now and then
bool is_pressed(Key key, bool repeats = false);
/// Whether any key went down in this frame.
bool any_key_pressed();

/// Hands over a key that went down or up.
void set_key(Key key, bool down);
void set_modifiers(const Modifiers& held);
/// Hands over the pointer, between the backend's new frame and Dear ImGui's.
/// \param place null: it is not the window's
void set_pointer(const ImVec2* place, std::span<const bool> buttons);

void add_wheel(double x, double y);

/// Leaves these lists alone to be drawn; `lists` must stay until then.
void set_lists(ImDrawData& data, std::span<ImDrawList*> lists);

}  // namespace ui
