#pragma once

#include <span>

#include "ui/shell/laboratory.h"

namespace ui {

/// Keys by the numbers that Dear ImGui 1.86 gets from its GLFW backend in ImGuiIO::KeysDown: for
/// printable ones the capital letter. This is all that knows of that way of numbering.
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

/// A row of the table from which both the overlay and the handling are made.
struct Shortcut {
  const char* keys;  ///< as the overlay writes them
  const char* help;
  Key first;              ///< the key ...
  Key last = Key::kNone;  ///< ... or all keys up to this one
  Key other = Key::kNone;
  ImWchar sign = 0;  ///< a typed character that does the same on every keyboard
  bool control = false;
  bool repeats = false;               ///< while the key is held
  bool in_list = false;               ///< acts while the overlay is open too
  std::optional<Command> sends = {};  ///< what it asks for, or ...
  /// ... what it does. \param index of the key between first and last
  void (*act)(std::size_t index, const LabView& shown, Panels& panels, Edit& edit) = nullptr;
};

std::span<const Shortcut> shortcuts();

/// What the shortcut is for. \param index of the key between first and last
void act(const Shortcut& shortcut, std::size_t index, const LabView& shown, Panels& panels,
         Edit& edit);

/// Does what the pressed keys say, unless they are being typed into a field.
void handle_shortcuts(const LabView& shown, Panels& panels, Edit& edit);

/// The overlay that lists them all, while panels.help.
void help_overlay(const Theme& theme, Panels& panels);

}  // namespace ui
