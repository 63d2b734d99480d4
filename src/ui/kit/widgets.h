#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/kit/items.h"
#include "ui/kit/theme.h"

namespace ui {

/// A heading that folds what follows.
/// \param open at first
/// \returns whether it is open
bool section(const Theme& theme, const char* title, bool open = true);

/// A word in bold, level with the text in the frames beside it.
void heading(const Theme& theme, const char* text);

/// A sign at the end of what folds: pointing down where it is open, else to the right.
void chevron(const Theme& theme, ImVec2 middle, bool open);

/// Shows a text on hover of the last item, wrapped; also where the item is disabled.
void hint(const Theme& theme, const char* text);

/// Shows a text while the pointer rests anywhere in a part of this window.
void hint_in(const Theme& theme, ImVec2 min, ImVec2 max, const char* text);

/// Words as wide as there is room, then in further lines.
void paragraph(ImVec4 color, const std::string& text);

/// A word and a number beside it, under one name and with one hint.
void reading(const Theme& theme, std::string_view group, std::string_view name, const char* word,
             const char* number, const char* help);

/// A bar of which a share, 0 to 1, is filled.
void share_bar(const Theme& theme, const ItemRect& rect, double share);

/// The ground of a row of a list, where it is the chosen one or under the pointer.
void row_ground(const Theme& theme, const ItemRect& rect, bool chosen, bool hovered);

/// Goes on in the line of the last item where something of that width fits there, else in the next.
/// \param right end of the line, on the screen
void flow(float gap, float width, float right);

/// A name at the left of a row; the control comes after it, at kLabelWidth. The help is shown on
/// hover of the whole row; what its controls have to say comes below it.
void row_label(const Theme& theme, const char* label, const char* help);

/// Of windows that stand where they are put, without a title, and leave nothing in a file.
inline constexpr ImGuiWindowFlags kPlainWindow = ImGuiWindowFlags_NoDecoration |
                                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                                 ImGuiWindowFlags_NoSavedSettings;

inline constexpr float kLabelWidth = 112.0F;  ///< design points, the column of names
inline constexpr float kResetWidth = 20.0F;   ///< design points, the column of reset buttons

/// What a number slider shows.
struct NumberRow {
  const char* id;    ///< unique in the panel
  const char* unit;  ///< "" for a pure number
  double min, max;
  bool logarithmic = false;
  bool whole = false;     ///< a count
  std::string_view word;  ///< shown instead of the number, such as "off"
};

/// A slider filled up to its value, in the method's colour. Typed values stay in the range.
/// \returns the new value in the frame it changed
std::optional<double> number_slider(const Theme& theme, const NumberRow& row, double value);

/// A small arrow at the end of the row of the last item that takes a value back; only its room
/// where nothing was changed.
/// \returns true if it was pressed, or the last item with the right button
bool reset_button(const Theme& theme, const char* id, bool changed, const char* what);

/// Buttons side by side, one of which is pressed.
/// \returns the number of the one that the user chose, if it is another
std::optional<std::size_t> segments(const Theme& theme, const char* id,
                                    std::span<const char* const> names, std::size_t chosen,
                                    float width);

/// A sliding switch.
/// \returns true in the frame it was pressed
bool switch_button(const Theme& theme, const char* id, bool on);

/// The signs of the run panel.
enum class Icon {
  kPlay,
  kPause,
  kStep,
  kStepBack,
  kReset,
  kRecord,
  kStop,
  kUndo,
  kRedo,
  kLoop,
  kSave,
};

/// A button with a sign.
bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary = false);

}  // namespace ui
