#pragma once

#include <span>

#include "ui/shell/laboratory.h"

namespace ui {

/// GLFW's key codes, which Dear ImGui 1.86 uses as indices of ImGuiIO::KeysDown: the capital letter
/// for printable keys. Only this file depends on them.
enum class Key {
  kNone = 0,
  kSpace = 32,
  kComma = 44,
  kPeriod = 46,
  k1 = 49,
  k9 = 57,
  kC = 67,
  kD = 68,
  kE = 69,
  kF = 70,
  kG = 71,
  kH = 72,
  kJ = 74,
  kK = 75,
  kL = 76,
  kO = 79,
  kQ = 81,
  kR = 82,
  kS = 83,
  kT = 84,
  kV = 86,
  kW = 87,
  kX = 88,
  kY = 89,
  kZ = 90,
  kLeftBracket = 91,
  kRightBracket = 93,
  kEscape = 256,
  kEnter = 257,
  kTab = 258,
  kRight = 262,
  kLeft = 263,
  kDown = 264,
  kUp = 265,
  kF1 = 290,
};

/// A row of the table of shortcuts. It does one of the last four members.
struct Shortcut {
  const char* keys;  ///< names of the keys in the list
  const char* help;
  Key first;              ///< the key ...
  Key last = Key::kNone;  ///< ... or the last of a range of keys
  Key other = Key::kNone;
  ImWchar sign = 0;  ///< a typed character with the same effect on every keyboard layout
  bool control = false;
  bool repeats = false;  ///< while the key is held
  bool in_list = false;  ///< acts also while the list is open
  std::optional<Command> sends = {};
  const char* toggles_setting = nullptr;
  bool* (*toggles)(Panels& panels) = nullptr;
  void (*act)(const Context& context, std::size_t index) = nullptr;  ///< index in a range of keys
};

std::span<const Shortcut> shortcuts();

/// Executes a shortcut. \param index in a range of keys
void act(const Shortcut& shortcut, const Context& context, std::size_t index = 0);

/// Executes the shortcuts of the pressed keys, unless a text field has the focus.
void handle_shortcuts(const Context& context);

/// The list of all shortcuts, while panels.help.
void help_overlay(const Theme& theme, Panels& panels);

}  // namespace ui
