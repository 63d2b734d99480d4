#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/kit/focus.h"
#include "ui/kit/hints.h"
#include "ui/kit/text.h"
#include "ui/kit/theme.h"

namespace ui {

/// \pre a menu is open
void close_top_popup();

ItemRect item_rect();  ///< the last item's

/// ImGui::InvisibleButton, which ends the program for a side of 0, with at least a pixel.
bool press_area(const char* id, ImVec2 size);

void fill_rect(ImDrawList& list, const ItemRect& rect, ImVec4 color, float rounding = 0.0F,
               ImDrawFlags corners = 0);

/// A heading that folds the contents below it. \returns whether it is open
bool section(const Theme& theme, const char* title, bool open = true);

/// An arrow head for something that opens: down if it is open, else to the right.
void chevron(const Theme& theme, ImVec2 middle, bool open);

/// mark() and hint() for the last item.
void describe(const Theme& theme, std::string_view group, std::string_view name,
              std::string_view help);

/// Fades the contents at the ends where the window can scroll on. Call it after the contents.
void fade_scrolled_ends(const Theme& theme);

/// Whether two parts of a page have more room side by side than one above the other.
inline bool fit_beside(ImVec2 page, float least) { return page.x >= least && page.x > page.y; }

/// A word and a number beside it, with one name and one hint.
void reading(const Theme& theme, std::string_view group, std::string_view name,
             std::string_view word, std::string_view number, std::string_view help);

void share_bar(const Theme& theme, const ItemRect& rect, double share);

struct RowState {
  bool chosen = false, hovered = false;
};
/// The background of a row of a list.
void row_ground(const Theme& theme, const ItemRect& rect, RowState state);

/// A small square in the colour of a method or an effector.
/// \param left middle of its left edge
/// \param half half its side, design points; more than 2
void swatch(const Theme& theme, lab::Color color, ImVec2 left, float half,
            ImDrawList& list = *ImGui::GetWindowDrawList());

/// A swatch as an item, one line high; the next item follows it after a gap.
void swatch_before(const Theme& theme, lab::Color color, float half, float gap);

/// A filled circle as an item, one line high.
/// \param radius design points
void dot(const Theme& theme, ImVec4 color, float radius);

/// Continues the line of the last item if `width` fits there, else begins the next line.
/// \param right end of the line, on the screen
void flow(float gap, float width, float right);

/// The label of a row; its control follows at kLabelWidth. The help is the hint of the whole row,
/// after the label if its column cuts that; hints of the row's controls are paragraphs below it.
void row_label(const Theme& theme, std::string_view label, std::string_view help);

/// Begins a window at a fixed place, until ImGui::End(). \param padding display coordinates
void begin_window(const char* name, const Area& area, ImVec2 padding, ImGuiWindowFlags flags);

/// Begins a window over the picture with padding, rounded corners and a border, until ImGui::End().
/// \param padding design points
void begin_overlay(const Theme& theme, const char* name, ImVec2 padding, float rounding,
                   ImGuiWindowFlags flags);

/// Flags of windows without a title, at a fixed place that is not saved.
inline constexpr ImGuiWindowFlags kPlainWindow = ImGuiWindowFlags_NoDecoration |
                                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                                 ImGuiWindowFlags_NoSavedSettings;

/// The same for windows that stay behind the others.
inline constexpr ImGuiWindowFlags kWindowBehind =
    kPlainWindow | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;

inline constexpr float kLabelWidth = 112.0F;  ///< design points, the column of labels

/// Width of the column of reset buttons.
inline float reset_width(const Theme& theme) { return theme.finger(20.0F); }
/// Width for ImGui::SetNextItemWidth: up to the column of reset buttons, where sliders end.
inline float to_reset_column(const Theme& theme) {
  return -reset_width(theme) - ImGui::GetStyle().ItemInnerSpacing.x;
}

/// A menu without an arrow. \returns whether it is open, until ImGui::EndCombo()
bool begin_combo(const char* id, const std::string& shown, float width = -1.0F);

/// A row of an open list, as ImGui::Selectable() draws it, with the height that a finger needs.
/// \returns whether it was pressed
bool list_row(const Theme& theme, const char* label, bool chosen = false,
              ImGuiSelectableFlags flags = 0);

/// A button that resets a value, behind the last item; if not `changed`, only its space.
/// \returns whether it was pressed, or the last item was clicked with the right button
bool reset_button(const Theme& theme, std::string_view group, std::string_view name, bool changed,
                  std::string_view help);

/// Pushes the colours of an ImGui::Button; ImGui::PopStyleColor(4) removes them. A main one stands
/// out.
/// \param hovered, held opacity of a main button's colour
void push_button_colors(const Theme& theme, bool main, float hovered = 0.88F, float held = 0.75F);

/// Its text may have several lines.
bool wide_button(const Theme& theme, const char* text, float width, bool main = false);

/// A text to press, underlined under the pointer. \returns whether it was pressed
bool text_link(const Theme& theme, const char* id, const std::string& text, ImVec4 color);

/// A button in the line of the last item, or in the next line if it does not fit there.
bool flowing_button(const Theme& theme, const char* text, bool first = false);

/// A progress bar with a text, such as "Trying … 40 %, 12 s left", and the button Stop; named
/// "group/progress" and "group/stop".
/// \param share of the work that is done
/// \param left  the time that remains, or empty
/// \returns whether Stop was pressed
bool progress_row(const Theme& theme, std::string_view group, const char* doing, double share,
                  std::string_view help_of_stop, const std::string& left = {});

/// Buttons side by side, one of them chosen. \returns the index of another one that was pressed
std::optional<std::size_t> segments(const Theme& theme, const char* id,
                                    std::span<const char* const> names, std::size_t chosen,
                                    float width);

/// segments() for a choice that is an enumeration or an index.
template <class Choice>
void choose(const Theme& theme, const char* id, std::span<const char* const> names, Choice& choice,
            float width) {
  const auto chosen = segments(theme, id, names, static_cast<std::size_t>(choice), width);
  if (chosen) choice = static_cast<Choice>(*chosen);
}

/// \returns whether it was pressed
bool switch_button(const Theme& theme, const char* id, bool on);

/// row_label() and a switch that toggles `on`. \returns whether it was pressed
bool switch_row(const Theme& theme, const char* label, std::string_view help,
                std::string_view group, std::string_view name, bool& on);

/// A page without contents: a text and a button.
struct EmptyState {
  const char* name;    ///< the page's; its button is marked as "empty/NAME"
  std::string text;    ///< what the page would show, and why it does not
  std::string button;  ///< what brings it about: "Show 1000 bodies"
  std::string help;    ///< hint of the button
};

/// \returns whether the button was pressed
bool empty_state(const Theme& theme, const EmptyState& state,
                 float width = ImGui::GetContentRegionAvail().x);

}  // namespace ui
