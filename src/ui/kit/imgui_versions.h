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

struct Modifiers {
  bool control = false, shift = false, alt = false, super = false;
};

// Functions that differ between Dear ImGui 1.86 and 1.90. From 1.87 on it has named keys and a
// queue of events, before that arrays of states.

/// Whether GLFW's number is a key that types a sign of the American keyboard.
bool is_printable(int number);

/// Makes the current context process all received events in the next frame.
/// \param keys also maps the keys that set_key() uses: for contexts without a backend
void take_all_input(bool keys);

bool is_down(Key key);
/// \param repeats also while it is held
bool is_pressed(Key key, bool repeats = false);
bool any_key_pressed();

void set_key(Key key, bool down);
void set_modifiers(const Modifiers& held);
/// Sets the pointer's place and buttons, between the backend's NewFrame and Dear ImGui's.
/// \param place null: the pointer is not in the window
void set_pointer(const ImVec2* place, std::span<const bool> buttons);

void add_wheel(double x, double y);

/// Presses an item in this frame, as by a key; a text field or a field of numbers opens for typing.
/// Call it after ImGui::NewFrame and before the item.
void press_item(ImGuiID id);
bool is_item_pressed(ImGuiID id);

/// Replaces the draw lists of `data`. `lists` must outlive the drawing.
void set_lists(ImDrawData& data, std::span<ImDrawList*> lists);

}  // namespace ui
