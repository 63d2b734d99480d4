#pragma once

#include <span>
#include <variant>

#include "ui/kit/imgui_versions.h"
#include "ui/shell/laboratory.h"

namespace ui {

/// The effect of a shortcut: sends a command, toggles the setting with this name, toggles a
/// switch of the panels, or calls a function with the index of the key in a range of keys.
using ShortcutAction = std::variant<Command, const lab::Knob*, bool* (*)(Panels&),
                                    void (*)(const Context&, std::size_t)>;

/// A row of the table of shortcuts.
struct Shortcut {
  const char* keys;  ///< names of the keys in the list
  const char* help;
  Key first;  ///< the key, or the first of a range of keys
  ShortcutAction action;
  Key last = Key::kNone;   ///< last key of a range of keys
  Key other = Key::kNone;  ///< a second key with the same effect, without Ctrl
  ImWchar sign = 0;        ///< a typed character with the same effect on every keyboard layout
  bool control = false;
  bool repeats = false;  ///< also repeatedly while the key is held
  bool in_list = false;  ///< acts also while the list is open
  /// Words for the list of commands, separated by commas.
  const char* synonyms = "";
  /// Names of the keys that work in a browser; null: the same, "": none.
  const char* in_browser = nullptr;
};

std::span<const Shortcut> shortcuts();

/// Names of the shortcut's keys on a platform; empty if it has none there.
const char* keys_on(const Platform& platform, const Shortcut& shortcut);

/// Executes a shortcut. \param index of the key in a range of keys
void act(const Shortcut& shortcut, const Context& context, std::size_t index = 0);

/// Executes the shortcuts of the pressed keys, unless a text field has the focus.
void handle_shortcuts(const Context& context);

/// The list of all shortcuts, while panels.help.
void help_overlay(const Theme& theme, const Platform& platform, Panels& panels);

}  // namespace ui
